// SPDX-License-Identifier: MIT
//
// Cyclically geodesic words: all their rotations are geodesics. They are what conjugacy is decided on.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/words/words.hpp"
#include "word/automata/dfa.hpp"
#include "word/geometry/difference_table.hpp"
#include "word/reduction/reducer.hpp"
#include "wreath/run.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

/// An element as by * word * by^-1 with a cyclically geodesic word.
struct CyclicForm {
  Word word;
  Word by;
};

class CyclicWords {
 public:
  /// threads: for long words; 0: all cores.
  CyclicWords(const Alphabet& alphabet, const automata::Dfa& geodesics, const Reducer& reducer, unsigned threads = 0);

  Word reduce(std::span<const Letter> word, RunControl* run = nullptr) const;
  Word inverse(std::span<const Letter> word) const { return inverse_word(word, alphabet_); }
  /// A conjugate of the element all of whose rotations are geodesics. Throws LimitReached.
  CyclicForm cyclic_form(std::span<const Letter> word, RunControl* run = nullptr) const;
  /// Where a rotation begins that is not a geodesic, or the length of the word, which is a geodesic.
  std::size_t find_longer_rotation(const Word& word) const;
  const Alphabet& alphabet() const noexcept { return alphabet_; }

 private:
  const Alphabet& alphabet_;
  const Reducer& reducer_;
  unsigned threads_;
  std::uint32_t letters_;
  std::vector<automata::State> next_;  // of the acceptor of geodesics, states * letters
};

// --- the elements by which two periodic lines with the same ends may be joined (bridges.cpp)

/// The pair machine of conjugacy. Its states are the products of two differences of opposite points of triangles; it reads a
/// letter of each line.
class Bridges {
 public:
  /// Throws LimitReached if there are more than max_elements.
  Bridges(const StructureView& structure, const ThinTriangles& triangles, std::size_t max_elements, RunControl* run);

  std::size_t size() const noexcept { return words_.size(); }
  const Word& operator[](std::size_t d) const { return words_[d]; }

  /// A line of period u is long if all its conjugacies are found.
  bool is_long(std::size_t length) const { return length >= 3 * thinness_ + 2; }
  /// A length from which on almost all candidates are bridges.
  std::size_t comfortable() const { return 5 * thinness_ + 12; }

  /// Where bridges to a line begin: one of these places on u is in the middle of any two lines that lie side by side, and so are
  /// this number of steps after it.
  struct Places {
    std::vector<std::size_t> at;
    std::size_t steps = 0;
  };
  Places places(std::size_t length) const;

  /// Visits (i, j, d) such that the points u(i) and v(j) of two lines with the same ends may differ by the element d, for
  /// cyclically geodesic u and v, where u is long, and j < most: all of them. Ends if visit returns false. Throws LimitReached.
  using Visit = std::function<bool(std::size_t i, std::size_t j, const Word& d)>;
  void find(const Word& u, const Word& v, std::size_t most, const Visit& visit, unsigned threads, RunControl* run) const;

 private:
  friend class BridgeSieve;
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  static constexpr std::size_t kLevels = 8;  // steps that an element must have to begin a long row

  struct Start {
    std::uint32_t d;
    std::uint32_t after;  // two steps
  };

  std::uint32_t step(std::uint32_t d, Letter x, Letter y) const { return next_[(std::size_t{d} * letters_ + x) * letters_ + y]; }
  void index_starts();
  /// Whether some bridge may have all these steps. Its table grows: not for use by several threads at once.
  bool may_last(const Word& u, std::size_t i, const Word& v, std::size_t j, std::size_t steps) const;

  std::size_t thinness_;
  std::size_t letters_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> next_;               // by element and two letters
  mutable automata::KeyTable sets_;               // of bridges, the first all of them
  mutable std::vector<std::uint32_t> set_after_;  // by set and two letters: the bridges that are left, if they are known
  std::vector<std::vector<Start>> starts_;        // by the letters of two steps: elements that have kLevels steps, beginning so
};

}  // namespace wreath::word
