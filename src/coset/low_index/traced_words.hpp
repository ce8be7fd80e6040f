// SPDX-License-Identifier: MIT
//
// The words of a problem as a search for subgroups traces them. An edge that is new in a table can close or break only the
// cycles of relators that pass through it: the rotations of relators and of their inverses that begin with its letter are listed
// for each letter. Long relators are traced from each row instead, and the traces are resumed where they ended. Powers are traced
// as lower ones if that makes no difference up to the largest index.
#pragma once

#include <cstdint>
#include <vector>

#include "coset/words/relators.hpp"

namespace wreath::coset {

/// A word by the columns of its letters and of their inverses, in a table whose columns lie one after another.
struct TracedWord {
  Word letters;
  std::vector<std::uint32_t> forward;
  std::vector<std::uint32_t> backward;

  std::uint32_t length() const { return static_cast<std::uint32_t>(forward.size()); }
};

/// What a search is for.
struct SearchProblem {
  unsigned width = 0;        // columns
  std::uint32_t rows = 0;    // the largest index
  std::uint32_t stride = 0;  // from a column to the next one; row 0 of each is a hole
  std::vector<Letter> inverses;
  std::vector<std::vector<TracedWord>> through;  // by first letter; shorter ones first
  std::vector<TracedWord> late;                  // long relators
  std::vector<TracedWord> contained;             // that a subgroup of each class contains
  bool is_normal = false;                        // only normal subgroups are wanted
};

TracedWord traced_word(std::span<const Letter> word, const SearchProblem& search);

/// Throws InputError if the presentation is that of a monoid, or its relators have too many letters. The subgroup of the problem
/// is what each class is to contain.
SearchProblem prepare_search(const Problem& problem, std::uint32_t max_index, bool is_normal);

}  // namespace wreath::coset
