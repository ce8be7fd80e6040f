// SPDX-License-Identifier: MIT
#include "word/automatic/composite.hpp"

#include <algorithm>
#include <array>

#include "core/data/hash.hpp"
#include "word/automata/two_tape.hpp"
#include "word/words.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::kNoState;
using automata::Label;
using automata::State;

namespace {

/// A relation whose words may have ended: (pad,pad) leads from an accepting state to a further one, states() - 1 + its label, and
/// from there to itself. Rows are indexed by the first letter.
class Ended {
 public:
  explicit Ended(const Dfa& dfa) : dfa_(dfa), pairs_(automata::pair_symbols(dfa)), width_(pairs_.letters + 2) {
    labels_ = *std::ranges::max_element(dfa.labels);
    begin_ = automata::rows_by_first_letter(dfa, pairs_);
  }

  std::uint64_t states() const { return std::uint64_t{dfa_.states()} + labels_; }
  bool ended(State s) const { return s >= dfa_.states(); }
  Label label(State s) const { return ended(s) ? s - dfa_.states() + 1 : dfa_.labels[s]; }
  State end(State s) const { return label(s) == 0 ? kNoState : dfa_.states() - 1 + label(s); }

  State step(State s, std::uint32_t x, std::uint32_t y) const {
    if (x == pairs_.pad() && y == pairs_.pad()) return end(s);
    if (ended(s)) return kNoState;
    const auto symbols = dfa_.table.symbols(s);
    for (std::uint32_t i = begin_[std::size_t{s} * width_ + x]; i < begin_[std::size_t{s} * width_ + x + 1]; ++i)
      if (pairs_.second(symbols[i]) == y) return dfa_.table.targets(s)[i];
    return kNoState;
  }

  /// Calls visit(y, target) for the edges whose first letter is x.
  template <class Visit>
  void edges_from(State s, std::uint32_t x, Visit visit) const {
    if (x == pairs_.pad() && label(s) != 0) visit(pairs_.pad(), end(s));
    if (ended(s)) return;
    const auto symbols = dfa_.table.symbols(s);
    const auto targets = dfa_.table.targets(s);
    for (std::uint32_t i = begin_[std::size_t{s} * width_ + x]; i < begin_[std::size_t{s} * width_ + x + 1]; ++i)
      visit(symbols[i] - x * (pairs_.letters + 1), targets[i]);
  }

  template <class Visit>
  void edges(State s, Visit visit) const {
    for (std::uint32_t x = 0; x <= pairs_.letters; ++x)
      edges_from(s, x, [&](std::uint32_t y, State target) { visit(x, y, target); });
  }

 private:
  const Dfa& dfa_;
  automata::PairSymbols pairs_;
  std::uint32_t width_;
  Label labels_ = 0;
  std::vector<std::uint32_t> begin_;
};

/// Triples of states, numbered as they appear, each with how it was reached first.
class Triples {
 public:
  struct Node {
    std::uint64_t key;
    std::uint32_t from;
    std::uint8_t x, z;
  };

  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](std::uint32_t number) const { return nodes_[number]; }

  void add(const Node& node) {
    if (2 * nodes_.size() >= slots_.size()) grow();
    std::size_t at = mix64(node.key) & (slots_.size() - 1);
    while (slots_[at] != kEmpty) {
      if (nodes_[slots_[at]].key == node.key) return;
      at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
  }

  /// The words u and w that lead to it.
  Equation words(std::uint32_t number, std::uint32_t pad) const {
    Equation pair;
    for (; number != 0; number = nodes_[number].from) {
      if (nodes_[number].x != pad) pair.first.push_back(nodes_[number].x);
      if (nodes_[number].z != pad) pair.second.push_back(nodes_[number].z);
    }
    std::ranges::reverse(pair.first);
    std::ranges::reverse(pair.second);
    return pair;
  }

 private:
  static constexpr std::uint32_t kEmpty = ~0U;

  void grow() {
    slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), kEmpty);
    for (std::uint32_t number = 0; number < nodes_.size(); ++number) {
      std::size_t at = mix64(nodes_[number].key) & (slots_.size() - 1);
      while (slots_[at] != kEmpty) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = number;
    }
  }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace

std::optional<BrokenLaw> find_outside(const Dfa& first, const Dfa& second, const Dfa& whole, const std::vector<TriangleLaw>& laws,
                                      const automata::Limits& limits) {
  const Ended left(first);
  const Ended right(second);
  const Ended both(whole);
  const std::uint32_t pad = automata::pair_symbols(first).pad();
  const std::uint64_t lost = both.states();  // the pair of words is outside `whole`
  std::uint64_t all = 0;                     // triples there may be: their keys must be told apart
  if (__builtin_mul_overflow(std::uint64_t{left.states()} * right.states(), lost + 1, &all)) {
    throw automata::LimitReached("the multipliers are too large to be multiplied with one another");
  }
  const auto pack = [&](State l, State r, std::uint64_t b) { return (l * right.states() + r) * (lost + 1) + b; };
  const auto broken = [&](Label l, Label r, Label b) {
    return std::ranges::find_if(laws,
                                [&](const TriangleLaw& law) { return law.first == l && law.second == r && law.whole != b; });
  };
  Triples triples;
  triples.add({pack(0, 0, 0), 0, 0, 0});
  for (std::uint32_t at = 0; at < triples.size(); ++at) {
    if (at % automata::kStatesPerCheck == 0) automata::check_limits(limits, triples.size());
    const std::uint64_t b = triples[at].key % (lost + 1);
    const auto r = static_cast<State>(triples[at].key / (lost + 1) % right.states());
    const auto l = static_cast<State>(triples[at].key / (lost + 1) / right.states());
    if (left.label(l) != 0 && right.label(r) != 0) {
      const auto law = broken(left.label(l), right.label(r), b == lost ? 0 : both.label(static_cast<State>(b)));
      if (law != laws.end()) return BrokenLaw{triples.words(at, pad), *law};
    }
    left.edges(l, [&](std::uint32_t x, std::uint32_t y, State l_next) {
      right.edges_from(r, y, [&](std::uint32_t z, State r_next) {
        if (x == pad && y == pad && z == pad) return;
        const State b_next = b == lost ? kNoState : both.step(static_cast<State>(b), x, z);
        triples.add({pack(l_next, r_next, b_next == kNoState ? lost : b_next), at, static_cast<std::uint8_t>(x),
                     static_cast<std::uint8_t>(z)});
      });
    });
  }
  return std::nullopt;
}

const Dfa& Composites::operator()(std::span<const Letter> word) {
  Word key(word.begin(), word.end());
  const auto known = made_.find(key);
  if (known != made_.end()) return known->second;
  Dfa dfa = make(word);
  return made_.emplace(std::move(key), std::move(dfa)).first->second;
}

Dfa Composites::make(std::span<const Letter> word) {
  if (word.empty()) return automata::diagonal(acceptor_);
  if (word.size() == 1) return of_letter_(word[0]);
  const std::size_t half = (word.size() + 1) / 2;
  const Dfa& first = (*this)(word.first(half));
  return automata::compose(first, (*this)(word.subspan(half)), limits_);
}

std::optional<BrokenRelator> find_broken(const Word& relator, const Alphabet& alphabet, Composites& composite,
                                         const automata::Limits& limits) {
  const std::size_t third = (relator.size() + 2) / 3;
  const std::size_t first = std::min(third, relator.size());
  const std::size_t second = std::min(third, relator.size() - first);
  const std::span<const Letter> letters(relator);
  Word target = inverse_word(letters.subspan(first + second), alphabet);
  const Dfa& p = composite(letters.first(first));
  const Dfa& q = composite(letters.subspan(first, second));
  if (auto broken = find_outside(p, q, composite(target), {{1, 1, 1}}, limits))
    return BrokenRelator{std::move(broken->pair), std::move(target)};
  return std::nullopt;
}

}  // namespace wreath::word
