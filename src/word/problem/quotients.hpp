// SPDX-License-Identifier: MIT
//
// Homomorphisms of a group to the permutations of a few points: the actions on the cosets of its subgroups of small index, which
// the engine coset finds. Whatever differs in such an image differs in the group.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

class PermutationImage {
 public:
  /// One permutation for each letter.
  PermutationImage(const Presentation& group, std::vector<Permutation> letters);

  std::size_t points() const noexcept { return points_; }
  Permutation of(std::span<const Letter> word) const;
  /// "a -> (1,2), b -> (2,3)", for proofs.
  std::string text() const;

  /// Whether it is seen that the word has infinite order: one of its powers, which fixes a point, has infinite order in the
  /// abelianization of the group of all elements that fix the point.
  bool shows_infinite_order(std::span<const Letter> word) const;

 private:
  const Presentation* group_;  // of the caller, who keeps it
  std::size_t points_;
  std::vector<Permutation> letters_;
};

/// The lengths of the cycles, sorted.
std::vector<std::uint32_t> cycle_type(const Permutation& permutation);
/// Their least common multiple.
std::uint64_t order_of(const Permutation& permutation);

/// Images on few points, by number of points; not necessarily all. Which ones depends on the group alone, unless the run is to
/// stop. The group must outlive them.
std::vector<PermutationImage> find_images(const Presentation& group, RunControl& run);

}  // namespace wreath::word
