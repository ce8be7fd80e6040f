// SPDX-License-Identifier: MIT
//
// The conjugates of an element that are not much longer than it is.
#pragma once

#include <cstdint>
#include <vector>

#include "word/automata/dfa.hpp"
#include "word/conjugacy/cyclic_words.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

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
  Word element(std::size_t number) const;

  const CyclicWords& words_;
  std::size_t max_elements_;
  RunControl* run_;
  automata::KeyTable elements_;  // the length of each, and four letters a word
  std::vector<Origin> origins_;
};

}  // namespace wreath::word
