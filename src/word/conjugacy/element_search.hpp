// SPDX-License-Identifier: MIT
//
// Elements that are reached from one by moves, breadth first: the conjugates of an element by one letter at a time, or the
// products of some generators. How far conjugates have to be followed in a hyperbolic group is shown in element_search.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/data/key_table.hpp"
#include "wreath/run.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

/// From g to before * g * after.
struct Move {
  Word before;
  Word after;
};
/// By each letter x of a group: from g to x^-1 * g * x.
std::vector<Move> conjugations(const Alphabet& alphabet);
/// By each word and its inverse: from g to g * word. The inverse of word k is at 2k + 1.
std::vector<Move> multiplications(std::span<const Word> words, const Alphabet& alphabet);

class ElementSearch {
 public:
  /// Brings a word to a form that represents the same element.
  using Reduce = std::function<Word(const Word&)>;

  ElementSearch(Reduce reduce, std::vector<Move> moves, std::size_t max_elements, RunControl* run)
      : reduce_(std::move(reduce)), moves_(std::move(moves)), max_elements_(max_elements), run_(run) {}

  /// Finds all forms that are reached from the form `from` by way of forms of at most this length, or, if the form `to` is given,
  /// ends when that is found. Returns whether it was. Throws LimitReached.
  bool explore(const Word& from, std::size_t longest, const Word* to = nullptr);
  std::size_t size() const noexcept { return origins_.size(); }
  /// The moves that lead to the last one that was found, by number.
  std::vector<std::uint32_t> path() const;
  /// The shortest of the elements, in shortlex order.
  std::vector<Word> shortest() const;

 private:
  struct Origin {
    std::uint32_t parent;
    std::uint32_t move;
  };
  Word element(std::size_t number) const { return {elements_[number].begin(), elements_[number].end()}; }

  Reduce reduce_;
  std::vector<Move> moves_;
  std::size_t max_elements_;
  RunControl* run_;
  wreath::KeyTable<Letter> elements_;
  std::vector<Origin> origins_;
};

}  // namespace wreath::word
