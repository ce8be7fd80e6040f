// SPDX-License-Identifier: MIT
//
// Relations between words, by automata that read two words in step (docs/proofs.md, `kind automatic`).
//
// The shorter word is padded at its end: the letter L, after the last one, stands for the padding. An automaton has an edge from
// each accepting state to one more state, its end, which reads paddings alone: so words of three relations can be followed
// together, however long each is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lemmas.hpp"

namespace check {

using State = std::uint32_t;
inline constexpr State kNoState = ~State{0};

struct PairEdge {
  Letter first, second;
  State target;
};

struct Relation {
  Letter pad = 0;                            // L
  std::vector<std::vector<PairEdge>> edges;  // of each state, by their letters
  std::vector<bool> accepts;

  State states() const { return static_cast<State>(edges.size()); }
  State next(State state, Letter first, Letter second) const;
  /// Adds the end.
  void close();
  Relation inverse() const;
};

/// The pairs of equal words.
Relation diagonal(Letter letters);

/// Whether (u, w) is in the third relation, for all (u, v) in the first and (v, w) in the second. The third must be
/// deterministic.
bool is_composite_within(const Relation& first, const Relation& second, const Relation& third);

/// Numbers for keys, in the order in which they first appear.
class Numbering {
 public:
  void add(std::uint64_t key);
  std::size_t size() const { return keys_.size(); }
  std::uint64_t operator[](std::size_t number) const { return keys_[number]; }

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // 1 + a number
};

/// The product of these numbers; rejects a proof for which it does not fit in 64 bits.
std::uint64_t product_of(std::uint64_t a, std::uint64_t b, std::uint64_t c);

}  // namespace check
