// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// That pairs labelled `first`, followed by pairs labelled `second`, are labelled `whole`.
struct TriangleLaw {
  automata::Label first;
  automata::Label second;
  automata::Label whole;
};

/// Whether all (u,w) with (u,v) in `first` and (v,w) in `second` are in `whole`, with labels as the laws demand: the first pair
/// that is not, if any, and the law that it breaks. The states of `first` and `second` are followed in pairs beside the one state
/// of `whole`, so nothing is determinised, and all laws are checked in one pass.
struct BrokenLaw {
  Equation pair;
  TriangleLaw law;
};
std::optional<BrokenLaw> find_outside(const automata::Dfa& first, const automata::Dfa& second, const automata::Dfa& whole,
                                      const std::vector<TriangleLaw>& laws, const automata::Limits& limits);

/// The composites M_w of the multipliers of letters, each made once. of_letter(x) is M_x, minimised.
class Composites {
 public:
  using OfLetter = std::function<automata::Dfa(Letter)>;
  Composites(const automata::Dfa& acceptor, OfLetter of_letter, const automata::Limits& limits)
      : acceptor_(acceptor), of_letter_(std::move(of_letter)), limits_(limits) {}

  const automata::Dfa& operator()(std::span<const Letter> word);

 private:
  automata::Dfa make(std::span<const Letter> word);

  const automata::Dfa& acceptor_;
  OfLetter of_letter_;
  automata::Limits limits_;
  std::map<Word, automata::Dfa> made_;
};

/// A relator, cut as p*q*s, is a law: M_p followed by M_q is within M_t, t being the inverse of s. If it is not, a pair of words
/// that it should join by t.
struct BrokenRelator {
  Equation pair;
  Word target;
};
std::optional<BrokenRelator> find_broken(const Word& relator, const Alphabet& alphabet, Composites& composite,
                                         const automata::Limits& limits);

}  // namespace wreath::word
