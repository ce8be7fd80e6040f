// SPDX-License-Identifier: MIT
#include "coset/words/deduced_edges.hpp"

namespace wreath::coset {

namespace {
constexpr int kMostSweeps = 256;                                // random presentations took 6 at most
constexpr std::uint64_t kMostLetters = std::uint64_t{1} << 31;  // in all: some seconds
constexpr std::uint64_t kLettersBetweenAsks = std::uint64_t{1} << 22;
}  // namespace

DeducedEdges::DeducedEdges(const Table& table, const System& system, bool with_subgroup, RunControl& run)
    : table_(table), system_(system), known_(table.entries().size()), left_(known_.size()) {
  const auto tree = table.tree();
  for (Coset c = 1; c < table.index(); ++c) add(tree[c].from, tree[c].letter);
  bool changed = true;
  for (int k = 0; changed && left_ != 0 && k < kMostSweeps && letters_ < kMostLetters; ++k) {
    changed = false;
    if (with_subgroup) {
      for (const Relator& word : system.subgroup) changed = read(0, word, nullptr) || changed;
    }
    for (const Relator& relator : system.relators) changed = sweep(relator, run) || changed;
  }
}

void DeducedEdges::add(Coset c, Letter x) {
  for (const std::size_t each : {place(c, x), place(table_.at(c, x), system_.inverses[x])}) {
    if (!known_[each]) --left_;
    known_[each] = true;
  }
}

bool DeducedEdges::sweep(const Relator& relator, RunControl& run) {
  std::vector<bool> read_from(table_.index());
  bool changed = false;
  for (Coset c = 0; c < table_.index() && letters_ < kMostLetters; ++c) {
    if (read_from[c]) continue;
    changed = read(c, relator, &read_from) || changed;
    letters_ += relator.length;
    if (letters_ / kLettersBetweenAsks != asked_) {
      asked_ = letters_ / kLettersBetweenAsks;
      if (run.should_stop()) throw LimitReached("stopped while relators were read");
    }
  }
  return changed;
}

/// Adds the last edge of a word that is not known, if it is read once. read_from: the cosets from which the same cycle is read.
bool DeducedEdges::read(Coset c, const Relator& word, std::vector<bool>* read_from) {
  Coset at = c;
  Coset last = 0;
  Letter last_letter = 0;
  std::uint64_t unknown = 0;
  std::uint64_t k = 0;  // place in the word's span
  for (std::uint64_t i = 0; i < word.length; ++i) {
    const Letter x = word.forward[k];
    if (!known_[place(at, x)]) {
      ++unknown;
      last = at;
      last_letter = x;
    }
    at = table_.at(at, x);
    ++k;
    if (read_from != nullptr && word.returns[k] != 0) {
      (*read_from)[at] = true;
      if (at == c && (i + 1) % word.period == 0 && i + 1 < word.length) return false;  // all edges are read again
    }
    if (k == word.span) k = 0;
  }
  if (unknown != 1) return false;
  add(last, last_letter);
  return true;
}

}  // namespace wreath::coset
