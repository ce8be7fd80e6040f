// SPDX-License-Identifier: MIT
#include "word/automatic/difference_lemmas.hpp"

#include "core/words/words.hpp"
#include "word/automatic/differences.hpp"

namespace wreath::word {

void DifferenceLemmas::add_inverse(const Word& d, const Word& formal, const Word& inverse, const Chain& reduction) {
  const Chain back = reversed(reduction);
  Chain chain = back;
  journal_.cancel_word(chain, formal, 0);
  left_.push_back(journal_.add(joined(inverse, d), chain));
  chain.clear();
  append(chain, back, d.size());
  journal_.cancel_word(chain, d, 0);
  right_.push_back(journal_.add(joined(d, inverse), chain));
}

void DifferenceLemmas::set(std::size_t edge, LemmaId lemma) {
  if (edges_.size() <= edge) edges_.resize(edge + 1);
  edges_[edge] = lemma;
}

void DifferenceLemmas::set_found(std::size_t edge, const Word& d, automata::Symbol symbol, const Chain& to_right,
                                 const Chain& to_end) {
  const std::uint32_t x = pairs_.first(symbol);
  const std::uint32_t y = pairs_.second(symbol);
  Word start = d;
  if (!is_pad(y)) start.push_back(static_cast<Letter>(y));
  Chain chain = to_right;
  if (!is_pad(x)) chain.push_back(journal_.insert(static_cast<Letter>(x), 0));
  append(chain, to_end, width(x));
  set(edge, journal_.add(start, chain));
}

LemmaId DifferenceLemmas::back(LemmaId edge, const Word& d, automata::Symbol symbol, const Word& e) {
  const std::uint32_t x = pairs_.first(symbol);
  const std::uint32_t y = pairs_.second(symbol);
  Word start = e;
  if (!is_pad(y)) start.push_back(alphabet_.inverses[y]);
  Chain chain;
  if (!is_pad(x)) chain.push_back(journal_.insert(alphabet_.inverses[x], 0));
  chain.push_back({edge, static_cast<std::uint32_t>(width(x)), 1});
  if (!is_pad(y)) chain.push_back(journal_.cancel(static_cast<Letter>(y), width(x) + d.size()));
  return journal_.add(start, chain);
}

LemmaId DifferenceLemmas::inverted(LemmaId edge, std::size_t d, std::size_t e, automata::Symbol symbol, const Word& d_inverse) {
  const std::uint32_t x = pairs_.first(symbol);
  Word start = d_inverse;
  if (!is_pad(x)) start.push_back(static_cast<Letter>(x));
  const Chain chain{{right_[e], static_cast<std::uint32_t>(start.size()), 1},
                    {edge, static_cast<std::uint32_t>(d_inverse.size()), 1},
                    {left_[d], 0, 0}};
  return journal_.add(start, chain);
}

LemmaId DifferenceLemmas::same_ends(LemmaId first, LemmaId second, automata::Symbol symbol, const Word& e) {
  const std::uint32_t x = pairs_.first(symbol);
  const auto from = static_cast<std::uint32_t>(width(x));
  Chain chain;
  if (!is_pad(x)) chain.push_back(journal_.insert(alphabet_.inverses[x], 0));
  chain.push_back({first, from, 1});
  chain.push_back({second, from, 0});
  if (!is_pad(x)) chain.push_back(journal_.cancel(alphabet_.inverses[x], 0));
  return journal_.add(e, chain);
}

LemmaId DifferenceLemmas::same_inverses(std::size_t d, std::size_t inverse, const Word& d_word) {
  const Chain chain{{right_[inverse], static_cast<std::uint32_t>(d_word.size()), 1}, {right_[d], 0, 0}};
  return journal_.add(d_word, chain);
}

Chain DifferenceMachine::derivation(std::span<const Letter> u, std::span<const Letter> v) const {
  Chain chain;
  Difference d = 0;
  for (std::size_t i = 0; i < std::max(u.size(), v.size()); ++i) {
    const automata::Symbol symbol = pairs_.pair(i < u.size() ? u[i] : pairs_.pad(), i < v.size() ? v[i] : pairs_.pad());
    const auto position = static_cast<std::uint32_t>(std::min(i, u.size()));
    chain.push_back({lemmas_->edge(std::size_t{d} * pairs_.count() + symbol), position, 0});
    d = step(d, symbol);
  }
  return chain;
}

}  // namespace wreath::word
