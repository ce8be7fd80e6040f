// SPDX-License-Identifier: MIT
#include "coset/proof/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wreath::coset {

namespace {
constexpr std::uint64_t kStepsBetweenLooks = std::uint64_t{1} << 16;
}

Replay::Replay(const System& system, const CycleNumbers& numbers) : system_(system), numbers_(numbers), width_(system.width) {
  for (const Relator& relator : system.relators) {
    for (std::uint32_t place = 0; place < relator.period; ++place) cycles_.push_back(ref_of(relator).from(place));
  }
  for (const Relator& word : system.subgroup) cycles_.push_back(ref_of(word));
  entries_.resize(2 * width_);
  for (auto* rows : {&parents_, &merged_, &rows_of_}) rows->resize(2);
  parents_[1] = rows_of_[1] = 1;
}

/// Fetches what the first letters of a step read: backwards from its row, since most steps are about the edge after it.
void Replay::look_ahead(std::size_t step, Row row, std::uint32_t code) {
  Hint& hint = hints_[step % hints_.size()];
  if (code < width_) {
    hint = {nullptr, row, 0};
    __builtin_prefetch(&entry(row, static_cast<Letter>(code)));
    return;
  }
  const RelatorRef& cycle = cycles_[code - width_];
  std::uint32_t place = cycle.place_of(cycle.length);
  if (place == 0) place = cycle.span;
  hint = {cycle.backward, row, place - 1};
  __builtin_prefetch(&entry(row, cycle.backward[hint.place]));
}

void Replay::look_further(std::size_t step) {
  Hint& hint = hints_[step % hints_.size()];
  if (hint.letters == nullptr) return;
  hint.at = entry(hint.at, hint.letters[hint.place]) & ~kNeeded;
  if (hint.place-- == 0) hint.letters = nullptr;
  __builtin_prefetch(&entry(hint.at, hint.letters == nullptr ? Letter{0} : hint.letters[hint.place]));
}

Row Replay::find(Row c) {
  while (parents_[c] != c) c = parents_[c] = parents_[parents_[c]];
  return c;
}

RelatorRef Replay::cycle_of(std::uint32_t code) const {
  return cycles_[code - width_];
}

void Replay::connect(Row c, Letter x, Row d) {
  entry(c, x) = d;
  entry(d, system_.inverses[x]) = c;
}

void Replay::disconnect(Row c, Letter x, Row d) {
  entry(c, x) = 0;
  entry(d, system_.inverses[x]) = 0;
}

// --- forwards

/// From a row forwards to a hole, and then backwards to one.
Replay::Trace Replay::trace(Row row, const RelatorRef& cycle) {
  Trace trace{row, row, 0, cycle.length};
  std::uint32_t place = 0;
  while (trace.gap != 0) {
    const Row next = entry(trace.front, cycle.forward[place]);
    if (next == 0) break;
    trace.front = next;
    --trace.gap;
    ++trace.ahead;
    if (++place == cycle.span) place = 0;
  }
  place = cycle.place_of(cycle.length);
  while (trace.gap != 0) {
    if (place == 0) place = cycle.span;
    const Row next = entry(trace.back, cycle.backward[--place]);
    if (next == 0) break;
    trace.back = next;
    --trace.gap;
  }
  return trace;
}

void Replay::define(Event event) {
  const Row row = find(rows_of_[event.row]);
  const auto letter = static_cast<Letter>(event.code);
  if (const Row known = entry(row, letter)) {
    rows_of_.push_back(known);
    return;
  }
  if (rows_ == kMostRows) throw ResourceError("a proof can be pruned if it has at most 2^31 - 1 rows, and this one has more");
  const auto fresh = static_cast<Row>(++rows_);
  ++live_;
  entries_.resize((rows_ + 1) * width_);
  parents_.push_back(fresh);
  rows_of_.push_back(fresh);
  connect(row, letter, fresh);
  steps_.push_back({row, event.code, Kind::define, false});
}

void Replay::use(Event event) {
  const Row row = find(rows_of_[event.row]);
  const RelatorRef cycle = cycle_of(event.code);
  const Trace found = trace(row, cycle);
  if (found.gap > 1) throw InternalError("the proof of the index has a step that does not follow; please report this");
  if (found.gap == 0) {
    if (found.front == found.back) return;
    steps_.push_back({row, event.code, Kind::coincide, false});
    coincide(found.front, found.back);
    return;
  }
  const Letter letter = cycle.forward[cycle.place_of(found.ahead)];
  connect(found.front, letter, found.back);
  if (event.code >= numbers_.of_subgroup(0)) {
    closed_.emplace_back(found.front, letter);
    steps_.push_back({row, event.code, Kind::deduce, false});
    return;
  }
  const std::uint32_t relator = numbers_.relator_of(event.code);  // the same cycle, from the missing edge on
  const std::uint32_t place = event.code - numbers_.of(relator, 0) + found.ahead % system_.relators[relator].period;
  steps_.push_back({found.front, numbers_.of(relator, place), Kind::deduce, false});
}

void Replay::coincide(Row a, Row b) {
  pairs_.push_back({a, b, kOwnPair});
  while (!pairs_.empty()) {
    const Pair pair = pairs_.back();
    pairs_.pop_back();
    const auto [root, dead] = std::minmax({find(pair.first), find(pair.second)});
    if (root == dead) continue;
    parents_[dead] = root;
    if (merged_.size() <= dead) merged_.resize(rows_ + 1);
    merged_[dead] = root;
    --live_;
    merges_.push_back({dead, root, pair.first, pair.second, pair.move, moves_.size()});
    move_edges(dead, root);
  }
}

void Replay::move_edges(Row dead, Row root) {
  for (std::uint32_t column = 0; column < width_; ++column) {
    const auto x = static_cast<Letter>(column);
    const Letter back = system_.inverses[x];
    const Row target = entry(dead, x);
    if (target == 0) continue;
    disconnect(dead, x, target);
    const Row to = target == dead ? root : target;
    Met met = Met::nothing;
    if (const Row other = entry(root, x)) {
      met = Met::at_source;
      pairs_.push_back({other, to, moves_.size()});
    } else if (const Row source = entry(to, back)) {
      met = Met::at_target;
      pairs_.push_back({source, root, moves_.size()});
    } else {
      connect(root, x, to);
    }
    moves_.push_back({target, x, met, false});
  }
}

void Replay::repeat(std::span<const Event> events, RunControl& run) {
  for (std::size_t k = 0; k < events.size(); ++k) {
    if (k % kStepsBetweenLooks == 0) {
      run.report({"repeat for the proof", k, events.size(), "steps"});
      if (run.should_stop()) throw LimitReached("the run was stopped before the proof was complete");
    }
    if (k + kNames < events.size())
      __builtin_prefetch(&rows_of_[std::min<std::size_t>(events[k + kNames].row, rows_of_.size() - 1)]);
    if (k + kAhead < events.size()) {
      const Event next = events[k + kAhead];
      look_ahead(k + kAhead, next.row < rows_of_.size() ? rows_of_[next.row] : 0, next.code);
    }
    for (std::size_t hop = 1; hop < kHops; ++hop) look_further(k + kAhead - hop * kHop);
    const Event event = events[k];
    if (event.code < width_) {
      define(event);
    } else {
      use(event);
    }
  }
}

// --- backwards

/// Both entries of an edge.
void Replay::need(Row c, Letter x) {
  const Row d = entry(c, x) & ~kNeeded;
  entry(c, x) |= kNeeded;
  entry(d, system_.inverses[x]) |= kNeeded;
}

void Replay::need_all() {
  needed_rows_.assign(rows_ + 1, false);
  needed_merges_.assign(rows_ + 1, false);
  for (std::uint64_t c = 1; c <= rows_; ++c) {
    if (parents_[c] != c) continue;
    needed_rows_[c] = true;
    for (std::uint32_t x = 0; x < width_; ++x) {
      if (entry(static_cast<Row>(c), static_cast<Letter>(x)) != 0) need(static_cast<Row>(c), static_cast<Letter>(x));
    }
  }
}

Row Replay::need_trace(std::span<const Letter> word) {
  needed_rows_.resize(rows_ + 1);
  needed_merges_.resize(rows_ + 1);
  Row at = 1;
  for (const Letter x : word) {
    need(at, x);
    at = entry(at, x) & ~kNeeded;
  }
  return at;
}

/// What trace() reads.
void Replay::need_cycle(Row row, const RelatorRef& cycle) {
  std::uint64_t left = cycle.length;
  std::uint32_t place = 0;
  for (Row at = row; left != 0; --left) {
    const Letter x = cycle.forward[place];
    if (entry(at, x) == 0) break;
    need(at, x);
    at = entry(at, x) & ~kNeeded;
    if (++place == cycle.span) place = 0;
  }
  place = cycle.place_of(cycle.length);
  for (Row at = row; left != 0; --left) {
    if (place == 0) place = cycle.span;
    const Letter x = cycle.backward[--place];
    if (entry(at, x) == 0) break;
    need(at, x);
    at = entry(at, x) & ~kNeeded;
  }
}

/// The mergings by which a row became one of the two that were merged.
void Replay::need_merges(Row from, const Merge& merge) {
  for (; from != merge.root && from != merge.dead; from = merged_[from]) needed_merges_[from] = true;
}

void Replay::undo_define(Step& step) {
  const auto fresh = static_cast<Row>(rows_--);
  const auto letter = static_cast<Letter>(step.code);
  step.is_needed = needed_rows_[fresh] || is_needed(step.row, letter);
  disconnect(step.row, letter, fresh);
  if (step.is_needed) needed_rows_[step.row] = true;
}

void Replay::undo_deduce(Step& step) {
  const RelatorRef cycle = cycle_of(step.code);
  auto [front, letter] = std::pair(step.row, cycle.forward[0]);
  if (step.code >= numbers_.of_subgroup(0)) {
    std::tie(front, letter) = closed_.back();
    closed_.pop_back();
  }
  const Row back = entry(front, letter) & ~kNeeded;
  step.is_needed = is_needed(front, letter);
  disconnect(front, letter, back);
  if (!step.is_needed) return;
  needed_rows_[front] = needed_rows_[back] = true;
  need_cycle(step.row, cycle);
}

void Replay::undo_coincide(Step& step) {
  for (bool is_first = false; !is_first;) {
    const Merge merge = merges_.back();
    is_first = merge.move == kOwnPair;
    merges_.resize(merges_.size() - 1);
    bool is_merge_needed = needed_merges_[merge.dead];
    while (moves_.size() != merge.moves) {
      const Move move = moves_.back();
      moves_.resize(moves_.size() - 1);
      const Letter x = move.letter;
      const Letter back = system_.inverses[x];
      const Row to = move.target == merge.dead ? merge.root : move.target;
      bool needed = move.is_needed;
      if (move.met == Met::nothing) {
        needed = is_needed(merge.root, x);
        disconnect(merge.root, x, to);
      } else if (needed) {
        move.met == Met::at_source ? need(merge.root, x) : need(to, back);
      }
      connect(merge.dead, x, move.target);
      if (!needed) continue;
      need(merge.dead, x);
      is_merge_needed = true;
    }
    if (!is_merge_needed) continue;
    needed_rows_[merge.dead] = needed_rows_[merge.root] = true;
    need_merges(merge.first, merge);
    need_merges(merge.second, merge);
    if (is_first) {
      step.is_needed = true;
    } else {
      moves_[merge.move].is_needed = true;
    }
  }
  if (!step.is_needed) return;
  needed_rows_[step.row] = true;
  need_cycle(step.row, cycle_of(step.code));
}

std::vector<Event> Replay::take_steps(RunControl& run) {
  std::uint64_t count = 0;
  for (std::size_t k = steps_.size(); k-- > 0;) {
    if (k % kStepsBetweenLooks == 0 && run.should_stop()) throw LimitReached("the run was stopped before the proof was complete");
    if (k >= kAhead) look_ahead(k - kAhead, steps_[k - kAhead].row, steps_[k - kAhead].code);
    for (std::size_t hop = 1; hop < kHops; ++hop) look_further(k - kAhead + hop * kHop);
    Step& step = steps_[k];
    switch (step.kind) {
      case Kind::define: undo_define(step); break;
      case Kind::deduce: undo_deduce(step); break;
      case Kind::coincide: undo_coincide(step); break;
    }
    count += step.is_needed ? 1 : 0;
  }
  std::vector<Event> kept;
  kept.reserve(count);
  Row defined = 1;  // before they were renumbered
  Row last = 1;
  parents_[1] = 1;  // now the new numbers
  for (const Step& step : steps_.span()) {
    if (step.kind == Kind::define) ++defined;
    if (!step.is_needed) continue;
    kept.push_back({parents_[step.row], step.code});
    if (step.kind == Kind::define) parents_[defined] = ++last;
  }
  return kept;
}

}  // namespace wreath::coset
