// SPDX-License-Identifier: MIT
#include "bench/inputs/word/adversary.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "bench/inputs/word/serial_multiply.hpp"
#include "core/data/rng.hpp"
#include "core/words/words.hpp"

namespace wreath::word {

namespace {

constexpr std::uint32_t kNever = ~0U;

/// The acceptor backwards: how each of its states can be reached.
struct BackEdge {
  std::uint32_t before;
  std::uint32_t letter;
};

/// The pairs (set, state of the acceptor) that a walk can pass without stopping.
class EndlessWalks {
 public:
  explicit EndlessWalks(const MachineRef& machine) : machine_(machine) {
    add_entries();
    for (std::uint32_t g = 0; g < machine.letters; ++g) {
      for (std::uint32_t state = 0; state < machine.diagonals; ++state) {
        if (!stops(g, state)) ends_.push_back(number_of(g, state));
      }
    }
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) add_steps(node);
    find_the_way_to_the_start();
    find_the_endless();
  }

  /// A walk of `length` steps, and then on to the start of the word.
  std::optional<WholeWordChange> find(std::size_t length, std::uint64_t seed) const {
    RandomStream random(seed, 0);
    std::vector<std::uint32_t> ends;
    std::ranges::copy_if(ends_, std::back_inserter(ends), [&](std::uint32_t node) { return nodes_[node].endless; });
    if (ends.empty()) return std::nullopt;
    std::uint32_t at = ends[random.below(static_cast<std::uint32_t>(ends.size()))];
    WholeWordChange change{.u = {}, .g = static_cast<Letter>(nodes_[at].set), .v = {}};
    change.u.reserve(length + nodes_.size());
    while (change.u.size() < length) {
      const Step* step = nullptr;
      while (step == nullptr || !nodes_[step->node].endless) {
        step = &nodes_[at].steps[random.below(static_cast<std::uint32_t>(nodes_[at].steps.size()))];
      }
      change.u.push_back(static_cast<Letter>(step->letter));
      at = step->node;
    }
    for (; nodes_[at].last == kNever; at = nodes_[at].home.node) change.u.push_back(static_cast<Letter>(nodes_[at].home.letter));
    change.u.push_back(static_cast<Letter>(nodes_[at].last));
    std::ranges::reverse(change.u);
    return change;
  }

 private:
  struct Step {
    std::uint32_t node;
    std::uint32_t letter;
  };
  struct Node {
    Set set;
    std::uint32_t state;
    std::vector<Step> steps;      // one letter back
    std::uint32_t last = kNever;  // the letter from the start of the word to here, if there is one
    Step home{kNever, 0};         // a step of the shortest way to a node that has one
    bool near = false;            // whether there is such a way
    bool endless = false;         // whether there is always one more step, and then such a way
  };

  void add_entries() {
    entries_.resize(machine_.diagonals);
    states_.assign(machine_.diagonals, 0);
    const std::vector<Mark> marks = marks_of_states(machine_);
    for (std::uint32_t before = 0; before < machine_.diagonals; ++before) {
      states_[before] = machine_.mark_state[marks[before]];
      for (std::uint32_t x = 0; x < machine_.letters; ++x) {
        const Mark mark = mark_after(machine_, marks[before], x);
        if (mark != 0) entries_[machine_.diagonal[mark]].push_back({before, x});
      }
    }
  }

  bool stops(Set set, std::uint32_t state) const { return machine_.contains(set, states_[state]); }

  std::uint32_t number_of(Set set, std::uint32_t state) {
    const auto [found, is_new] =
        numbers_.try_emplace(std::uint64_t{set} << 32 | state, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({.set = set, .state = state, .steps = {}});
    return found->second;
  }

  void add_steps(std::uint32_t node) {
    for (const auto [before, letter] : entries_[nodes_[node].state]) {
      const Set set = machine_.back[nodes_[node].set << machine_.letter_bits | letter];
      if (before == 0) {
        nodes_[node].last = letter;
      } else if (!stops(set, before)) {
        const Step step{number_of(set, before), letter};
        nodes_[node].steps.push_back(step);
      }
    }
  }

  std::vector<std::vector<Step>> reversed() const {
    std::vector<std::vector<Step>> sources(nodes_.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      for (const Step& step : nodes_[node].steps) sources[step.node].push_back({node, step.letter});
    }
    return sources;
  }

  void find_the_way_to_the_start() {
    const auto sources = reversed();
    std::deque<std::uint32_t> queue;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      nodes_[node].near = nodes_[node].last != kNever;
      if (nodes_[node].near) queue.push_back(node);
    }
    for (; !queue.empty(); queue.pop_front()) {
      for (const auto [source, letter] : sources[queue.front()]) {
        if (nodes_[source].near) continue;
        nodes_[source].near = true;
        nodes_[source].home = {queue.front(), letter};
        queue.push_back(source);
      }
    }
  }

  void find_the_endless() {
    const auto sources = reversed();
    std::vector<std::size_t> ways(nodes_.size());
    std::vector<std::uint32_t> lost;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      nodes_[node].endless = true;
      ways[node] = nodes_[node].steps.size();
      if (!nodes_[node].near || ways[node] == 0) lost.push_back(node);
    }
    while (!lost.empty()) {
      const std::uint32_t node = lost.back();
      lost.pop_back();
      if (!std::exchange(nodes_[node].endless, false)) continue;
      for (const Step& source : sources[node]) {
        if (--ways[source.node] == 0) lost.push_back(source.node);
      }
    }
  }

  const MachineRef& machine_;
  std::vector<std::vector<BackEdge>> entries_;  // of each state of the acceptor
  std::vector<std::uint32_t> states_;           // the multiplier's state of each state of the acceptor
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::uint32_t> ends_;  // nodes at the end of a word
};

}  // namespace

// A cycle of the Cayley graph through the edge of g: the normal form of an element e that begins with g, a letter x, and back by
// the normal form of e*x, which does not begin with g.
Word inverse_without_cancelling(const ReductionMachine& machine, Letter g) {
  constexpr std::size_t kMostElements = 20'000;
  const MachineRef& ref = machine.ref();
  const Alphabet& alphabet = machine.alphabet();
  const Letter inverse = alphabet.inverses[g];
  std::vector<Set> sets;
  std::deque<Marks> elements;
  if (const Mark mark = mark_after(ref, 0, g); mark != 0) elements.push_back({0, mark});
  for (std::size_t seen = 0; seen < kMostElements && !elements.empty(); ++seen, elements.pop_front()) {
    const Marks& e = elements.front();
    for (std::uint32_t x = 0; x < ref.letters; ++x) {
      if (e.size() == 2 && x == inverse) continue;
      Marks product = e;
      multiply_serially(ref, product, static_cast<Letter>(x), sets);
      if (product.size() > 1 && ref.letter(product[1]) == g) {
        if (product.size() > e.size() && std::equal(e.begin(), e.end(), product.begin())) elements.push_back(std::move(product));
        continue;
      }
      Word v = letters_of(ref, e);
      v.erase(v.begin());
      v.push_back(static_cast<Letter>(x));
      const Word back = inverse_word(letters_of(ref, product), alphabet);
      v.insert(v.end(), back.begin(), back.end());
      return v;
    }
  }
  return {inverse};
}

std::optional<WholeWordChange> whole_word_change(const ReductionMachine& machine, std::size_t length, std::uint64_t seed) {
  std::optional<WholeWordChange> change = EndlessWalks(machine.ref()).find(length, seed);
  if (change) change->v = inverse_without_cancelling(machine, change->g);
  return change;
}

}  // namespace wreath::word
