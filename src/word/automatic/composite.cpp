// SPDX-License-Identifier: MIT
#include "word/automatic/verify.hpp"

#include <algorithm>

#include "core/data/hash.hpp"
#include "word/automata/operations.hpp"
#include "core/words/words.hpp"

namespace wreath::word {

using automata::Dfa;
using automata::kNoState;
using automata::Label;
using automata::State;

namespace {

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
  const automata::EndedRelation left(first);
  const automata::EndedRelation right(second);
  const automata::EndedRelation both(whole);
  const std::uint32_t pad = automata::pair_symbols(first).pad();
  const std::uint64_t lost = both.states();  // the pair of words is outside `whole`
  std::uint64_t all = 0;                     // triples there may be: their keys must be distinct
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
