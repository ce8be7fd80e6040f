// SPDX-License-Identifier: MIT
//
// How generators act on states.
#pragma once

#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

/// The generators, if they are permutations.
inline std::vector<Permutation> permutations_of(const Generators& generators) {
  std::vector<Permutation> found;
  for (std::size_t g = 0; g < generators.count(); ++g) found.emplace_back(generators.row(g).begin(), generators.row(g).end());
  return found;
}

/// Whether a generator moves what is at place i of a state to the image of i; otherwise it moves the points of the state.
constexpr bool acts_on_places(Start::Kind kind) {
  return kind == Start::Kind::word || kind == Start::Kind::arrangement;
}

}  // namespace wreath::orbit
