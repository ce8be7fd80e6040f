// SPDX-License-Identifier: MIT
//
// Felsch's strategy, and the mixture of it with HLT.
//
// Every new edge is tested in all essentially different places: wherever its letter occurs in a relator, once for each period of
// a power. Tests that end two letters apart name a definition that would close the relator; such definitions are preferred to the
// first hole, as long as the table does not run away from its complete rows (Havas; ACE's fill factor).
#include "coset/strategies/enumerator.hpp"
#include "coset/tuning.hpp"

#include <algorithm>

namespace wreath::coset {

void Enumerator::prefer(Row c, Letter x) {
  preferred_[preferred_at_++] = {c, x};
  preferred_count_ = std::min<unsigned>(preferred_count_ + 1, preferred_.size());
}

/// Whether the trace led to an edge or a coincidence.
template <bool Prefer>
bool Enumerator::scan(const RelatorRef& relator, Task task) {
  advance(table_.ref(), relator, task);
  steps_ += relator.length - task.gap + std::uint64_t{1};
  if (task.gap == 1) {
    table_.deduce(task.front, next_letter(relator, task), task.back);
    return true;
  }
  if (task.gap == 0 && task.front != task.back) {
    table_.coincide(task.front, task.back);
    return true;
  }
  if (Prefer && task.gap == 2) prefer(task.front, next_letter(relator, task));
  return false;
}
template bool Enumerator::scan<false>(const RelatorRef&, Task);

/// Tests all deductions that are listed, or as many as the budget allows. False if the run was asked to stop before that.
bool Enumerator::test_deductions(std::uint64_t until, RunControl& run) {
  auto& deductions = table_.deductions();
  while (!deductions.empty() && steps_ < until) {
    if (deductions.size() > tuning::kMostDeductions) {  // after a great collapse scanning everything again is cheaper
      deductions.clear();
      dropped_ = true;
      if (!lookahead(1, false, run)) return false;
    }
    if (stop_requested(run)) return false;
    if (deductions.empty()) break;
    const auto [c, x] = deductions.back();
    deductions.pop_back();
    if (!table_.is_alive(c)) continue;
    bool stops = false;
    const auto found = [&](const CycleStart& start, const Task& task) {
      if (stops) return false;
      if (scan<true>(start.cycle, task) && journal_) journal_->add({c, start.number});
      if (!table_.has_pending()) return true;
      stops = !table_.settle(&run);
      return false;
    };
    steps_ += starts_[x].trace(table_.ref(), c, found);
    if (stops) {  // it is tested again
      deductions.emplace_back(c, x);
      return false;
    }
  }
  return true;
}

/// The edge to define next; coset 0 if there is no hole.
std::pair<Row, Letter> Enumerator::next_definition() {
  const unsigned width = table_.width();
  for (; hole_ <= table_.rows(); ++hole_) {
    const auto c = static_cast<Row>(hole_);
    if (!table_.is_alive(c)) continue;
    const Row* row = table_.row(c);
    const Row* hole = std::find(row, row + width, 0U);
    if (hole == row + width) continue;
    const std::uint64_t fill_factor = 5 * (width + 2) / 4;
    while (preferred_count_ > 0 && table_.rows() <= fill_factor * hole_) {
      const auto [d, x] = preferred_[static_cast<std::uint8_t>(preferred_at_ - preferred_count_--)];
      if (table_.is_alive(d) && table_.at(d, x) == 0) return {d, x};
    }
    return {c, static_cast<Letter>(hole - row)};
  }
  return {0, 0};
}

Enumerator::End Enumerator::felsch_turn(std::uint64_t until, std::uint64_t definitions, RunControl& run) {
  for (std::uint64_t k = 0;; ++k) {
    if (!test_deductions(until, run)) return End::stopped;
    if (steps_ >= until || k == definitions) return End::budget;
    if (table_.rows() > tuning::kFewFelschRows && table_.dead() > table_.rows() / tuning::kFelschShare && !compact(&run))
      return End::stopped;
    const auto [c, x] = next_definition();
    if (c == 0) {
      if (dropped_) {  // there are no holes: what follows finds the coincidences that were missed
        if (!checking_) next_ = 1;
        checking_ = true;
        return hlt_turn(until, run);
      }
      return compact(&run) ? End::complete : End::stopped;
    }
    steps_ += tuning::kDefinitionSteps;
    if (table_.define(c, x) == 0) {
      if (table_.dead() <= table_.rows() / tuning::kRoomShare) return End::full;
      if (!compact(&run)) return End::stopped;
    }
  }
}

/// HLT turns of a few cosets alternate with Felsch turns; the numbers balance the letters that they read.
Enumerator::End Enumerator::mixed_turn(std::uint64_t until, RunControl& run) {
  const std::uint64_t cosets = 1 + tuning::kMixedLetters / (1 + system_.relator_letters);
  while (true) {
    if (steps_ >= until) return End::budget;
    const End end = felsch_turn(until, tuning::kMixedDefinitions, run);
    if (end != End::budget) return end;
    for (std::uint64_t k = 0; k < cosets && next_ <= table_.rows(); ++k) {
      if (!work_through_one(static_cast<Row>(next_), run)) {
        if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
        continue;
      }
      ++next_;
    }
    if (next_ > table_.rows()) {
      return compact(&run) ? End::complete : End::stopped;
    }
  }
}

}  // namespace wreath::coset
