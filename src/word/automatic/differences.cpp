// SPDX-License-Identifier: MIT
#include "word/automatic/differences.hpp"

#include <algorithm>

#include "core/words/words.hpp"
#include "word/automatic/standings.hpp"

namespace wreath::word {

using automata::Symbol;

namespace {

constexpr std::size_t kMostTransitions = std::size_t{1} << 28;  // of four bytes

void check_run(const automata::Limits& limits) {
  automata::check_limits({.run = limits.run}, 0);
}

}  // namespace

Difference DifferenceSet::add(std::span<const Letter> word) {
  const Difference d = numbers_.intern(word);
  if (d == words_.size()) words_.emplace_back(word.begin(), word.end());
  return d;
}

Difference DifferenceSet::find(std::span<const Letter> word) const {
  return numbers_.find(word);
}

void add_differences(DifferenceSet& set, std::span<const Letter> u, std::span<const Letter> v, const Alphabet& alphabet,
                     const RewritingSystem& system) {
  Word difference;
  for (std::size_t i = 0; i < std::max(u.size(), v.size()); ++i) {
    if (i < v.size()) {
      difference.push_back(v[i]);
      system.reduce(difference);  // in two steps, as the machine does: rewriting need not be confluent
    }
    if (i < u.size()) {
      difference.insert(difference.begin(), alphabet.inverses[u[i]]);
      system.reduce(difference);
    }
    set.add(difference);
  }
}

DifferenceMachine::DifferenceMachine(const DifferenceSet& set, const Alphabet& alphabet, Completion& completion,
                                     const automata::Limits& limits)
    : alphabet_(alphabet), pairs_{static_cast<std::uint32_t>(alphabet.size())} {
  // A round that fails teaches the completion an equation. One that is longer than its limit on words teaches nothing, and would
  // come back for ever.
  constexpr std::size_t kMostIdle = 64;
  std::size_t idle = 0;
  for (std::size_t known = completion.made(); !make(set, completion, limits); known = completion.made()) {
    idle = completion.made() == known ? idle + 1 : 0;
    if (idle == kMostIdle) throw automata::LimitReached("an equation between word differences is longer than the limit on words");
  }
  list_edges();
  marked_.assign(next_.size(), false);
}

bool DifferenceMachine::mark(std::span<const Letter> u, std::span<const Letter> v) {
  Difference d = 0;
  bool fresh = false;
  for (std::size_t i = 0; i < std::max(u.size(), v.size()); ++i) {
    const Symbol symbol = pairs_.pair(i < u.size() ? u[i] : pairs_.pad(), i < v.size() ? v[i] : pairs_.pad());
    const Difference next = step(d, symbol);
    if (next == kNoDifference) break;
    fresh |= !is_marked(d, symbol);
    mark(d, symbol);
    d = next;
  }
  return fresh;
}

Difference DifferenceMachine::run(std::span<const Letter> u, std::span<const Letter> v) const {
  Difference d = 0;
  for (std::size_t i = 0; i < std::max(u.size(), v.size()) && d != kNoDifference; ++i)
    d = step(d, pairs_.pair(i < u.size() ? u[i] : pairs_.pad(), i < v.size() ? v[i] : pairs_.pad()));
  return d;
}

void DifferenceMachine::mark_as(const DifferenceMachine& other) {
  for (Difference d = 0; d < other.size(); ++d) {
    const Difference here = set_.find(other[d]);
    if (here == kNoDifference) continue;
    for (const auto [symbol, target] : other.edges(d))
      if (other.is_marked(d, symbol) && step(here, symbol) != kNoDifference) mark(here, symbol);
  }
}

bool DifferenceMachine::make(const DifferenceSet& set, Completion& completion, const automata::Limits& limits) {
  const RewritingSystem& system = completion.system();
  set_ = DifferenceSet{};
  generators_.clear();
  if (completion.journal() != nullptr) lemmas_.emplace(*completion.journal(), alphabet_);
  Word word;
  for (Letter x = 0; x < alphabet_.size(); ++x) {
    word.assign(1, x);
    Chain chain;
    completion.reduce(word, chain);
    generators_.push_back(set_.add(word));
    if (lemmas_) lemmas_->add_generator(x, chain);
  }
  for (Difference d = 0; d < set.size(); ++d) {
    check_run(limits);
    word = set[d];
    system.reduce(word);
    set_.add(word);
  }
  if (!add_inverses(completion, limits)) return false;
  fill(completion, limits);
  return close(completion, limits);
}

bool DifferenceMachine::add_inverses(Completion& completion, const automata::Limits& limits) {
  const auto inverse_of = [&](Difference d) {
    const Word formal = inverted(set_[d], alphabet_.inverses);
    Word word = formal;
    Chain chain;
    completion.reduce(word, chain);
    if (lemmas_) lemmas_->add_inverse(set_[d], formal, word, chain);
    return set_.add(word);
  };
  inverses_.clear();
  for (Difference d = 0; d < set_.size(); ++d) {
    check_run(limits);
    inverses_.push_back(inverse_of(d));
  }
  for (Difference d = 0; d < set_.size(); ++d) {
    const auto lemma = [&] { return lemmas_->same_inverses(d, inverses_[d], set_[d]); };
    if (coincide(d, inverses_[inverses_[d]], completion, lemma)) return false;
  }
  return true;
}

/// Whether d and e are different names; then the completion learns that they name the same.
template <class MakeLemma>
bool DifferenceMachine::coincide(Difference d, Difference e, Completion& completion, const MakeLemma& make_lemma) const {
  if (d == e) return false;
  completion.add_equation(set_[d], set_[e], lemmas_ ? make_lemma() : 0);
  return true;
}

void DifferenceMachine::fill(const Completion& completion, const automata::Limits& limits) {
  const std::uint32_t pad = pairs_.pad();
  if (set_.size() * pairs_.count() > kMostTransitions) throw automata::LimitReached("there are too many word differences");
  next_.assign(set_.size() * pairs_.count(), kNoDifference);
  Word right;
  Word both;
  Chain to_right;
  Chain to_end;
  for (Difference d = 0; d < set_.size(); ++d) {
    check_run(limits);
    for (std::uint32_t y = 0; y <= pad; ++y) {
      right = set_[d];
      if (y != pad) right.push_back(static_cast<Letter>(y));
      to_right.clear();
      completion.reduce(right, to_right);
      for (std::uint32_t x = 0; x <= pad; ++x) {
        if (x == pad && y == pad) continue;
        both.clear();
        if (x != pad) both.push_back(alphabet_.inverses[x]);
        both.insert(both.end(), right.begin(), right.end());
        to_end.clear();
        completion.reduce(both, to_end);
        const std::size_t edge = std::size_t{d} * pairs_.count() + pairs_.pair(x, y);
        next_[edge] = set_.find(both);
        if (lemmas_ && next_[edge] != kNoDifference) lemmas_->set_found(edge, set_[d], pairs_.pair(x, y), to_right, to_end);
      }
    }
  }
}

bool DifferenceMachine::close(Completion& completion, const automata::Limits& limits) {
  const std::uint32_t pad = pairs_.pad();
  const auto inverse_letter = [&](std::uint32_t x) { return x == pad ? pad : alphabet_.inverses[x]; };
  bool consistent = true;
  bool grew = true;
  const auto learn = [&](Difference from, Symbol symbol, Difference to, const auto& make_lemma) {
    const std::size_t edge = std::size_t{from} * pairs_.count() + symbol;
    Difference& target = next_[edge];
    if (target == to) return;
    if (target == kNoDifference) {
      target = to;
      if (lemmas_) lemmas_->set(edge, make_lemma());
      grew = true;
    } else if (coincide(target, to, completion,
                        [&] { return lemmas_->same_ends(lemmas_->edge(edge), make_lemma(), symbol, set_[target]); })) {
      consistent = false;
    }
  };
  while (grew && consistent) {
    grew = false;
    for (Difference d = 0; d < set_.size(); ++d) {
      check_run(limits);
      for (std::uint32_t x = 0; x <= pad; ++x) {
        for (std::uint32_t y = 0; y <= pad; ++y) {
          if (x == pad && y == pad) continue;
          const Symbol symbol = pairs_.pair(x, y);
          const Difference e = next_[std::size_t{d} * pairs_.count() + symbol];
          if (e == kNoDifference) continue;
          learn(inverses_[d], pairs_.pair(y, x), inverses_[e],
                [&] { return lemmas_->inverted(lemma(d, symbol), d, e, symbol, set_[inverses_[d]]); });
          learn(e, pairs_.pair(inverse_letter(x), inverse_letter(y)), d,
                [&] { return lemmas_->back(lemma(d, symbol), set_[d], symbol, set_[e]); });
        }
      }
    }
  }
  return consistent;
}

void DifferenceMachine::list_edges() {
  edges_ = {};
  for (Difference d = 0; d < set_.size(); ++d) {
    for (std::uint32_t symbol = 0; symbol < pairs_.count(); ++symbol) {
      const Difference target = next_[std::size_t{d} * pairs_.count() + symbol];
      if (target != kNoDifference) edges_.add(static_cast<Symbol>(symbol), target);
    }
    edges_.close_row();
  }
}

namespace {

// Reduction by the machine.
//
// The search runs as in the word acceptor (word_acceptor.cpp): for each place the differences between the word u, from some start
// on, and a word v that begins there. Here each also remembers its predecessor and the letter of v, so that v can be read off
// backwards when the difference comes back to the identity with v the smaller.

struct Reached {
  Difference before = 0;
  std::uint32_t letter = 0;  // of v, or the padding
  Standing standing = kAbsent;
  bool fresh = false;  // v begins here
};

class ReplacementSearch {
 public:
  ReplacementSearch(const Word& word, const DifferenceMachine& machine)
      : word_(word), machine_(machine), pad_(machine.pairs().pad()) {}

  /// Replaces a subword by a smaller one that equals it; false where the machine sees none.
  bool replace(Word& word, std::vector<Equation>* used, Chain* chain) {
    for (std::size_t i = 0; i < word_.size(); ++i) {
      layers_.emplace_back(machine_.size());
      if (read(i)) {
        splice(word, i, used, chain);
        return true;
      }
    }
    return false;
  }

 private:
  bool read(std::size_t i) {
    if (reach(i, 0, kAbsent)) return true;
    if (i == 0) return false;
    for (Difference d = 1; d < machine_.size(); ++d)
      if (layers_[i - 1][d].standing != kAbsent && reach(i, d, layers_[i - 1][d].standing)) return true;
    return false;
  }

  /// Follows all edges from d that read the i-th letter of u. `standing` is kAbsent where v begins.
  bool reach(std::size_t i, Difference d, Standing standing) {
    const std::uint32_t x = word_[i];
    for (const auto [symbol, target] : machine_.edges(d)) {
      if (machine_.pairs().first(symbol) != x) continue;
      const std::uint32_t y = machine_.pairs().second(symbol);
      if (y != pad_ && (standing == kEnded || (standing == kAbsent && y == x))) continue;
      Standing next = standing;
      if (y == pad_) {
        next = kEnded;
      } else if (standing == kAbsent) {
        next = y < x ? kLess : kGreater;
      }
      if (target == 0 && next == kGreater) continue;
      Reached& entry = layers_[i][target];
      if (next >= entry.standing) continue;
      entry = {d, y, next, standing == kAbsent};
      if (target == 0) return true;
    }
    return false;
  }

  void splice(Word& word, std::size_t last, std::vector<Equation>* used, Chain* chain) {
    Word smaller;
    std::size_t first = last;
    Difference d = 0;
    while (true) {
      const Reached& entry = layers_[first][d];
      if (entry.letter != pad_) smaller.push_back(static_cast<Letter>(entry.letter));
      if (entry.fresh) break;
      d = entry.before;
      --first;
    }
    std::ranges::reverse(smaller);
    const auto begin = word.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = word.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    if (used != nullptr) used->emplace_back(Word(begin, end), smaller);
    if (chain != nullptr && machine_.lemmas() != nullptr)
      append(*chain, reversed(machine_.derivation(Word(begin, end), smaller)), first);
    Word result(word.begin(), begin);
    result.insert(result.end(), smaller.begin(), smaller.end());
    result.insert(result.end(), end, word.end());
    word = std::move(result);
  }

  const Word word_;
  const DifferenceMachine& machine_;
  std::uint32_t pad_;
  std::vector<std::vector<Reached>> layers_;
};

}  // namespace

void reduce_by_machine(Word& word, const DifferenceMachine& machine, std::vector<Equation>* used, Chain* chain) {
  while (ReplacementSearch(word, machine).replace(word, used, chain)) {
  }
}

}  // namespace wreath::word
