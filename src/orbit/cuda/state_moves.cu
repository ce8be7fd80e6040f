// SPDX-License-Identifier: MIT
#include "orbit/spaces/state_moves.hpp"

#include "orbit/spaces/packed_spaces.hpp"
#include "wreath/orbit/space.cuh"

namespace wreath::orbit {

std::shared_ptr<const CodeMoves> make_gpu_state_moves(const Generators& generators, const KeyCodec& codec, Start::Kind kind) {
  std::shared_ptr<const CodeMoves> made;
  const bool undirected = is_undirected(generators);
  with_packed_space(generators, codec, kind, [&](const auto& space, std::vector<std::uint64_t> tables) {
    made = gpu_moves_of(space, std::move(tables), undirected);
  });
  return made;
}

}  // namespace wreath::orbit
