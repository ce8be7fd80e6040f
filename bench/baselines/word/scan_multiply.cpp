// SPDX-License-Identifier: MIT
#include "bench/baselines/word/scan_multiply.hpp"

#include <atomic>

namespace wreath::word {

namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

/// Letters (a mark ends with its letter), which become marks.
template <class Symbols>
struct AcceptorInput {
  const ScanTables& tables;
  Symbols letter;  // of a position
  Mark* marks;
  const std::uint32_t* table = tables.accept.data();

  std::uint32_t values(std::size_t) const { return tables.states; }
  std::uint32_t index(std::size_t i, std::uint32_t state) const { return tables.accept_symbol(letter(i)) + state; }
  bool has_ended(std::size_t, std::uint32_t state) const { return state == tables.states; }
  void write(std::size_t i, std::uint32_t index, std::uint32_t) { marks[i] = tables.mark[index]; }
};
template <class Symbols>
AcceptorInput(const ScanTables&, Symbols, Mark*) -> AcceptorInput<Symbols>;

/// Position i is the letter `top[-i]`; its set is that before the letter. Learns the first one that holds the acceptor's state.
struct SetsInput {
  const MachineRef& machine;
  const ScanTables& tables;
  const Mark* top;
  Set* sets;
  std::atomic<std::size_t> found{kNowhere};
  const std::uint32_t* table = tables.back.data();

  std::uint32_t values(std::size_t) const { return tables.sets; }
  std::uint32_t index(std::size_t i, Set set) const {
    return tables.back_symbol(machine.letter(top[-static_cast<std::ptrdiff_t>(i)])) + set;
  }
  bool holds(std::size_t i, Set set) const {
    return machine.contains(set, machine.mark_state[top[-static_cast<std::ptrdiff_t>(i) - 1]]);
  }
  /// Where a set holds the acceptor's state, so do all before it. The empty set cannot be met.
  bool has_ended(std::size_t i, Set set) const { return tables.ranks[set] == 0 || holds(i, set); }
  void write(std::size_t i, std::uint32_t, Set set) {
    sets[i] = set;
    if (!holds(i, set)) return;
    std::size_t first = found.load(std::memory_order_relaxed);
    while (i < first && !found.compare_exchange_weak(first, i, std::memory_order_relaxed)) {
    }
  }
};

/// Position i is the letter `first[i]`, which becomes that of v; sets[-i] is the set before it.
struct RanksInput {
  const MachineRef& machine;
  const ScanTables& tables;
  Mark* first;
  const Set* sets;
  const std::uint32_t* table = tables.rank.data();

  std::uint32_t values(std::size_t i) const { return tables.ranks[sets[-static_cast<std::ptrdiff_t>(i)]]; }
  std::uint32_t index(std::size_t i, std::uint32_t rank) const {
    return tables.row[tables.back_symbol(machine.letter(first[i])) + sets[-static_cast<std::ptrdiff_t>(i) - 1]] + rank;
  }
  static bool has_ended(std::size_t, std::uint32_t) { return false; }
  void write(std::size_t i, std::uint32_t index, std::uint32_t) { first[i] = tables.letter[index]; }
};

}  // namespace

ScanMultiplier::ScanMultiplier(const ReductionMachine& machine, const ScanOptions& options)
    : machine_(machine.ref()), tables_(machine), options_(options) {}

Marks ScanMultiplier::marks(std::span<const Letter> word) const {
  for (const Letter x : word) {
    if (x >= tables_.letters) throw InputError("letter number " + std::to_string(x) + " is not in the alphabet");
  }
  Marks marks(word.size() + 1, 0);
  AcceptorInput input{tables_, [word](std::size_t i) { return std::uint32_t{word[i]}; }, marks.data() + 1};
  if (PiecewiseRun(input, options_.pieces).run(word.size(), 0) == tables_.states) {
    throw InputError("the word is not a normal form; reduce it first");
  }
  return marks;
}

void ScanMultiplier::multiply(Marks& u, Letter g) {
  const std::uint32_t action = machine_.action[u.back() << machine_.letter_bits | g];
  if (static_cast<Effect>(action & 3U) != Effect::walk) return multiply_serially(machine_, u, g, sets_);
  const std::size_t size = u.size() - 1;
  const auto limit = static_cast<std::uint32_t>(std::min(size, options_.serial_depth));
  if (sets_.size() <= limit) sets_.resize(limit + 1);
  const WayBack way = word::walk_back(machine_, u.data() + size, limit, g, sets_.data());
  if (!way.found) return walk_forward(u, walk_back(u, limit), g);
  const Mark start = u[size - way.depth];
  u.push_back(0);
  const int growth =
      word::walk_forward(machine_, u.data() + size, way.depth, g, sets_.data(), {machine_.mark_state[start], start});
  u.resize(growth < 0 ? size : size + 1 + static_cast<std::size_t>(growth));
}

void ScanMultiplier::multiply(Marks& u, std::span<const Letter> word) {
  for (const Letter g : word) multiply(u, g);
}

/// Continues from a depth at which the set is known; returns the depth at which one holds the acceptor's state.
std::size_t ScanMultiplier::walk_back(const Marks& u, std::size_t depth) {
  const std::size_t size = u.size() - 1;
  for (std::size_t window = 8 * options_.pieces.least * resolve_threads(options_.pieces.threads); depth < size; window *= 4) {
    const std::size_t steps = std::min(window, size - depth);
    sets_.resize(std::max(sets_.size(), depth + steps + 1));
    SetsInput input{machine_, tables_, u.data() + (size - depth), sets_.data() + depth + 1};
    PiecewiseRun(input, options_.pieces).run(steps, sets_[depth]);
    if (input.found != kNowhere) return depth + input.found + 1;
    depth += steps;
  }
  throw InternalError("a normal form has no product with a letter: the automatic structure is not verified");
}

/// Rewrites the last letters of u, given their sets.
void ScanMultiplier::walk_forward(Marks& u, std::size_t depth, Letter g) {
  const Mark start = u[u.size() - 1 - depth];
  const std::size_t first = u.size() - depth;
  RanksInput ranks{machine_, tables_, u.data() + first, sets_.data() + depth};
  const std::uint32_t rank = tables_.start[std::size_t{sets_[depth]} * tables_.states + machine_.diagonal[start]] - 1;
  const std::uint32_t last = PiecewiseRun(ranks, options_.pieces).run(depth, rank);
  if (u.back() == tables_.letters) {
    u.pop_back();
  } else if (const std::uint32_t letter = tables_.longer[g * tables_.most_ranks + last]; letter != 0) {
    u.push_back(letter - 1);
  }
  Mark* const marks = u.data() + first;
  AcceptorInput input{tables_, [marks](std::size_t i) { return marks[i]; }, marks};
  PiecewiseRun(input, options_.pieces).run(u.size() - first, machine_.diagonal[start]);
}

}  // namespace wreath::word
