// SPDX-License-Identifier: MIT
//
// A proof that an index is infinite.
//
// An enumeration of infinitely many cosets does not end. Many infinite groups have a subgroup K of small index with an infinite
// abelian quotient, such as the translations of a crystallographic group. If that quotient is infinite modulo the image of the
// intersection of K with the subgroup H of the problem, then H has infinite index in K and in the group.
#pragma once

#include <cstdint>
#include <vector>

#include "coset/low_index/invariants.hpp"
#include "coset/low_index/search.hpp"

namespace wreath::coset {

/// Tries subgroups K up to larger and larger indices, some at a time: what it finds depends on counts alone.
class InfiniteIndexSearch {
 public:
  explicit InfiniteIndexSearch(const Problem& problem);

  /// Continues until this work is done, counted in choices of the search for short relators; returns index(). Words of very many
  /// letters are not traced: nothing is found then.
  std::uint32_t run(std::uint64_t work, RunControl& run);
  /// Of a subgroup K that proves it; 0 if none is found yet.
  std::uint32_t index() const noexcept { return index_; }

 private:
  void next_index();

  Problem group_;
  InvariantsOf invariants_;
  SearchProblem problem_ = {};
  std::uint32_t done_ = 0;        // indices that were searched
  std::uint32_t index_ = 0;       // of the subgroup that was found
  std::vector<SearchTask> left_;  // of the search that is under way, the next one last
};

}  // namespace wreath::coset
