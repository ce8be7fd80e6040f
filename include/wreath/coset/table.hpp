// SPDX-License-Identifier: MIT
//
// A closed coset table: how the letters of a group act on the cosets of a subgroup.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/run.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::coset {

/// A coset's number, from 0; coset 0 is the subgroup.
using Coset = std::uint32_t;
/// The same where there may be more than 2^32 - 2 of them.
using AnyCoset = std::uint64_t;

/// A group and words that generate a subgroup; without words it is the trivial one.
struct Problem {
  word::Presentation group;
  std::vector<word::Word> subgroup = {};
  bool names_trivial = false;  // somebody asked for the trivial subgroup: group_order() chooses no other
};

/// What a check of a table found.
struct Verification {
  bool verified = false;
  std::string problem = {};                  // the first thing that is wrong, in a sentence
  bool exact = false;                        // the index is exactly that of the table; otherwise it is at least that
  std::optional<std::size_t> equation = {};  // of the presentation: one that does not hold, if that is wrong
};

/// Cheap to copy. A table of more than 2^32 - 2 cosets is wide: its numbers have 5 bytes. It can be traced, verified, written and
/// turned into permutations in files; at(), entries(), permutation() and tree(), whose numbers have 4 bytes, throw InputError.
class Table {
 public:
  /// `entries` has a row for each coset with a column for each letter. Throws InputError if they do not fill whole rows or one is
  /// not a coset; verify() checks everything else.
  Table(Problem problem, std::vector<Coset> entries);

  /// The group and the subgroup whose cosets these are.
  const Problem& problem() const noexcept;
  /// The index of the subgroup.
  std::uint64_t index() const noexcept;
  /// The number of letters, generators and inverses: the columns of the table.
  std::size_t letters() const noexcept;
  /// Whether there are more than 2^32 - 2 cosets, so that at(), entries(), permutation() and tree() throw.
  bool is_wide() const noexcept;
  /// Whether it is the result of an enumeration that was resumed from a checkpoint.
  bool resumed() const noexcept;
  /// Where a letter leads from a coset, in any table. Neither is checked.
  AnyCoset image(AnyCoset coset, word::Letter letter) const;
  /// The same in a table that is not wide; throws InputError if it is.
  Coset at(Coset coset, word::Letter letter) const { return entries()[std::size_t{coset} * letters() + letter]; }
  /// The whole table, row after row. Throws InputError if it is wide.
  std::span<const Coset> entries() const;

  /// Where a word leads from a coset: the word is in the subgroup if it leads from 0 to 0. Throws InputError if `from` or a
  /// letter is out of range.
  AnyCoset trace(std::span<const word::Letter> word, AnyCoset from = 0) const;
  /// The images of all cosets under a letter: a permutation. Throws InputError if the letter is out of range or the table is
  /// wide.
  std::vector<Coset> permutation(word::Letter letter) const;
  /// The least word, by length and then by letters, that leads from coset 0 to this one. A wide table has to be in its standard
  /// order, as enumerations leave it.
  word::Word representative(AnyCoset coset) const;
  /// The last step to a coset along its representative: the coset before it and the last letter.
  struct Step {
    Coset from = 0;
    word::Letter letter = 0;
  };
  /// For each coset but the first its last Step; computed at the first call, in one pass over the table. Throws InputError if the
  /// table is wide, or not all cosets are reached from coset 0.
  std::span<const Step> tree() const;

 private:
  friend struct TableMaker;
  struct State;
  explicit Table(std::shared_ptr<const State> state);
  struct WideStep {
    AnyCoset from = 0;
    word::Letter letter = 0;
  };
  WideStep last_step(AnyCoset coset) const;

  std::shared_ptr<const State> state_;
};

/// Whether the columns are permutations, inverse letters are inverse, every relator holds at every coset, the subgroup's
/// generators fix coset 0, and all cosets are reached from it. Then the index is at least the number of rows, a multiple of it if
/// it is finite. It is exactly that if every edge follows from the words of the problem without further cosets, which is tried
/// for tables of up to 2^25 entries. Throws LimitReached if the run is stopped first.
[[nodiscard]] Verification verify(const Table& table, const Problem& problem, unsigned threads = 0, RunControl* run = nullptr);

}  // namespace wreath::coset
