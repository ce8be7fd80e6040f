// SPDX-License-Identifier: MIT
//
// HLT in batches, with lookahead.
//
// A batch of cosets is worked through relator by relator, and coincidences are applied after each relator. The number of cosets
// defined hardly depends on the batch as long as it is a small part of the table, and the traces of a batch are independent
// loads. Most of them need no trace at all: if a trace comes to a smaller coset of its cycle, that coset was closed
// before, and the relator is closed here as well. Scans, definitions, great collapses and compaction are done on all cores
// (coset/backend.hpp, coset/rounds.cpp), with the same table for any number of threads.
#include <algorithm>

#include "coset/scan.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kDeadShare = 20;  // compaction pays if one row in 20 is dead
constexpr std::uint64_t kFewDead = 1024;
constexpr std::uint64_t kLongCycle = 512;       // letters
constexpr std::uint64_t kWorthwhileShare = 32;  // of a full table: what a lookahead has to free
constexpr std::uint64_t kFruitfulShare = 16;    // of the live cosets: what a lookahead has to find for the next to be thorough
}  // namespace

/// Closes the relator along a trace by defining what is missing. False if the table is full.
bool Enumerator::fill(Trace trace) {
  trace.run();
  const std::uint64_t before = trace.steps();
  while (trace.gap() > 1) {
    const Row next = table_.define(trace.front(), trace.letter());
    if (next == 0) return false;
    trace.step_to(table_, next);
    trace.run();
  }
  steps_ += trace.steps() - before + 1;
  if (trace.gap() == 1) {
    table_.deduce(trace.front(), trace.letter(), trace.back());
  } else if (trace.front() != trace.back()) {
    table_.coincide(trace.front(), trace.back());
  }
  return true;
}

/// False if the table is full, or if the run was asked to stop.
bool Enumerator::close(const Relator& relator, std::uint64_t first, std::uint64_t last, RunControl& run) {
  steps_ += table_.backend().scan(table_, relator, {first, last, ~Row{0}, ~std::uint64_t{0}}, ends_);
  const bool has_room = fill_in_rounds(relator);
  return table_.settle(&run) && has_room;
}

/// False if the table is full, or if the run was asked to stop: then the cosets stay to be worked through.
bool Enumerator::work_through(std::uint64_t first, std::uint64_t last, RunControl& run) {
  for (const Relator& relator : system_.relators) {
    if (stop_requested(run) || !close(relator, first, last, run)) return false;
  }
  return fill_rows(first, last);
}

/// Scans the relators at the cosets from `from` on, without definitions. Cycles are scanned from each of their cosets, since what
/// was found meanwhile may close them. Long ones would cost too much, and those of reflections are seldom worth it if the
/// lookahead before found little: they are scanned from the smallest alone. False if the run was asked to stop.
bool Enumerator::lookahead(std::uint64_t from, RunControl& run) {
  ++lookaheads_;
  const auto next = static_cast<Row>(std::min<std::uint64_t>(next_, ~Row{0}));
  const std::uint64_t before = table_.live();
  for (std::uint64_t first = from; first <= table_.rows(); first += most_batch_) {
    const std::uint64_t last = std::min(table_.rows() + 1, first + most_batch_);
    for (const Relator& relator : system_.relators) {
      if (stop_requested(run)) return false;
      const bool once = relator.length > kLongCycle || (relator.neighbours.size() == 2 && !fruitful_);
      steps_ += table_.backend().scan(table_, relator, {first, last, once ? ~Row{0} : next, 1}, ends_);
      for (const Ends& ends : ends_) scan<false>(Trace(table_, relator, ends));
      if (!table_.settle(&run)) return false;
    }
  }
  fruitful_ = table_.live() < before - before / kFruitfulShare;
  return true;
}

/// At the threshold: looks ahead and compacts, or lets the table grow. False if the table is full.
bool Enumerator::make_room(RunControl& run) {
  const std::uint64_t before = table_.rows();
  if (!table_.settle(&run) || !lookahead(next_, run)) return false;
  if (run.should_stop()) return false;
  if (table_.dead() > table_.rows() / kDeadShare && !compact(&run)) return false;
  const std::uint64_t limit = table_.row_limit();
  while (threshold_ < limit && table_.live() > threshold_ / 10 * 6) threshold_ = std::min(limit, threshold_ * 2);
  if (table_.rows() < threshold_ && table_.rows() + before / kWorthwhileShare <= limit) return true;
  if (threshold_ >= limit) {
    return compact(&run) && table_.rows() + before / kWorthwhileShare <= limit;
  }
  threshold_ = std::min(limit, threshold_ * 2);
  return true;
}

Enumerator::End Enumerator::hlt_turn(std::uint64_t until, RunControl& run) {
  while (next_ <= table_.rows()) {
    if (steps_ >= until) return End::budget;
    if (stop_requested(run)) return End::stopped;
    if (table_.dead() > table_.live() + kFewDead && !compact(&run)) return End::stopped;
    if (table_.rows() >= threshold_) {
      if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
      continue;
    }
    const std::uint64_t batch = std::clamp<std::uint64_t>(table_.live() / grain_.batch_share, 1, most_batch_);
    const std::uint64_t last = std::min(table_.rows() + 1, next_ + batch);
    if (!work_through(next_, last, run)) {
      if (run.should_stop()) return End::stopped;
      if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
      continue;
    }
    next_ = last;
  }
  return compact(&run) ? End::complete : End::stopped;
}

}  // namespace wreath::coset
