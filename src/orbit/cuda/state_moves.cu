// SPDX-License-Identifier: MIT
#include "orbit/spaces/state_moves.hpp"

#include "orbit/spaces/packed_spaces.hpp"
#include "wreath/orbit/space.cuh"

namespace wreath::orbit {

std::shared_ptr<const CodeMoves> make_gpu_state_moves(std::shared_ptr<const CodeMoves> host, const Generators& generators,
                                                      const KeyCodec& codec, Start::Kind kind) {
  std::shared_ptr<const CodeMoves> made;
  with_packed_space(generators, codec, kind, [&](const auto& space, std::vector<std::uint64_t> tables) {
    made = gpu_moves_of(std::move(host), space, std::move(tables));
  });
  return made;
}

}  // namespace wreath::orbit
