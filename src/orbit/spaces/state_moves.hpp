// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "orbit/spaces/keys.hpp"
#include "wreath/orbit/space.hpp"

namespace wreath::orbit {

/// What the generators do to states that the codec packs, on the machines that there are. The generators must outlive it.
std::shared_ptr<const CodeMoves> make_state_moves(const Generators& generators, const KeyCodec& codec, Start::Kind kind);

std::shared_ptr<const CodeMoves> make_host_state_moves(const Generators& generators, const KeyCodec& codec, Start::Kind kind);
/// The same on a GPU as well; null if these states have no Space.
std::shared_ptr<const CodeMoves> make_gpu_state_moves(std::shared_ptr<const CodeMoves> host, const Generators& generators,
                                                      const KeyCodec& codec, Start::Kind kind);

}  // namespace wreath::orbit
