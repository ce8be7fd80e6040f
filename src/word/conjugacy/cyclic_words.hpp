// SPDX-License-Identifier: MIT
//
// Cyclically geodesic words: all their rotations are geodesics. They are what conjugacy is decided on. And the conjugates of an
// element that are not much longer than it is (class_search.cpp).
#pragma once

#include <span>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/reduction/reducer.hpp"
#include "wreath/run.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

/// An element as by * word * by^-1 with a cyclically geodesic word.
struct CyclicForm {
  Word word;
  Word by;
};

/// The words of two numbers of letters, one after the other.
Word joined(std::span<const Letter> u, std::span<const Letter> v);
/// The word from this letter on, and then what is before it.
Word rotated(std::span<const Letter> word, std::size_t by);
/// The length of the shortest word of which the word is a power.
std::size_t period_of(std::span<const Letter> word);

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

/// Conjugates by one letter at a time, breadth first, up to a length.
class ClassSearch {
 public:
  ClassSearch(const CyclicWords& words, std::size_t max_elements, RunControl* run)
      : words_(words), max_elements_(max_elements), run_(run) {}

  /// Finds all elements that are reached from the normal form `from` by way of elements of at most this length, or, if the normal
  /// form `to` is given, ends when that is found. Returns whether it was. Throws LimitReached.
  bool explore(const Word& from, std::size_t longest, const Word* to = nullptr);
  std::size_t size() const noexcept { return origins_.size(); }
  /// The word w with w^-1 * from * w = to, for the last one that was found.
  Word path() const;
  /// The shortest of the elements, in shortlex order.
  std::vector<Word> shortest() const;

 private:
  struct Origin {
    std::uint32_t parent;
    Letter letter;
  };
  Word element(std::size_t number) const { return {elements_[number].begin(), elements_[number].end()}; }

  const CyclicWords& words_;
  std::size_t max_elements_;
  RunControl* run_;
  wreath::KeyTable<Letter> elements_;
  std::vector<Origin> origins_;
};

}  // namespace wreath::word
