// SPDX-License-Identifier: MIT
//
// HLT in batches, with lookahead.
//
// A batch of cosets is worked through relator by relator, and coincidences are applied after each relator. The number of cosets
// defined hardly depends on the batch as long as it is a small part of the table, and the traces of a batch are independent
// loads. Most of them need no trace at all: if a trace comes to a smaller coset of its cycle, that coset was closed
// before, and the relator is closed here as well. Scans, definitions, great collapses and compaction are done on all cores
// (coset/backend.hpp), with the same table for any number of threads.
#include "coset/strategies/enumerator.hpp"

#include <algorithm>

#include "core/run/memory.hpp"
#include "coset/tuning.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kAnyCoset = ~std::uint64_t{0};  // a bound above all of them

template <class Body>
auto timed(RunControl& run, std::string_view phase, const Body& body) {
  const auto timer = run.phase(phase);
  return body();
}
}  // namespace

bool Enumerator::is_long(const RelatorGroup& group) const {
  return method_ == Method::sparse && system_.relators[group.first].length > tuning::kShortRelator;
}

bool Enumerator::has_long_relators() const {
  return std::ranges::any_of(system_.groups, [&](const RelatorGroup& group) { return is_long(group); });
}

/// Closes the relator along a trace by defining what is missing. False if the table is full.
bool Enumerator::fill(const RelatorRef& relator, Task task) {
  advance(table_.ref(), relator, task);
  const std::uint32_t before = task.gap;
  while (task.gap > 1) {
    if (table_.define(task.front, next_letter(relator, task)) == 0) return false;
    advance(table_.ref(), relator, task);
  }
  steps_ += before - task.gap + std::uint64_t{1};
  if (task.gap == 0 && task.front == task.back) return true;
  if (journal_) journal_->add(journal_->closing(task));
  if (task.gap == 1) {
    table_.deduce(task.front, next_letter(relator, task), task.back);
  } else {
    table_.coincide(task.front, task.back);
  }
  return true;
}

/// False if the table is full, or if the run was asked to stop: then the cosets stay to be worked through.
bool Enumerator::work_through(std::uint64_t first, std::uint64_t last, RunControl& run) {
  for (const RelatorGroup& group : system_.groups) {
    if (stop_requested(run)) return false;
    const std::uint32_t largest_gap = is_long(group) ? tuning::kSparseGap : ~std::uint32_t{0};
    const Work work = timed(run, "coset definition", [&] {
      return backend().close({group.first, group.last, first, last, kAnyCoset, largest_gap});
    });
    steps_ += work.steps;
    begun_paths_ += work.begun_paths;
    if (!timed(run, "coset merging", [&] { return backend().settle(&run); }) || !work.has_room) return false;
  }
  const Work work = timed(run, "coset definition", [&] { return backend().fill_rows(first, last); });
  steps_ += work.steps;
  return work.has_room;
}

/// The same for one coset, with new edges listed.
bool Enumerator::work_through_one(Row coset, RunControl& run) {
  for (std::uint32_t r = 0; r < system_.relators.size(); ++r) {
    if (stop_requested(run)) return false;
    steps_ += cpu_.scan({r, r + 1, coset, coset + 1ULL, kAnyCoset, ~std::uint32_t{0}}, tasks_);
    const bool has_room = std::ranges::all_of(tasks_, [&](const Task& task) { return fill(cpu_.relator(r), task); });
    if (!table_.settle(&run) || !has_room) return false;
  }
  steps_ += table_.width();
  for (unsigned x = 0; table_.is_alive(coset) && x < table_.width(); ++x) {
    const auto letter = static_cast<Letter>(x);
    if (table_.at(coset, letter) == 0 && table_.define(coset, letter) == 0) return false;
  }
  return true;
}

/// Scans the relators at the cosets from `from` on, without definitions. Cycles are scanned from each of their cosets, since what
/// was found meanwhile may close them. Long ones would cost too much, and those of reflections are seldom worth it if the
/// lookahead before found little: they are scanned from the smallest alone. So are the long relators of sparse, which are scanned
/// at all cosets. Relators are scanned together as far as these rules are the same for them: what one of them has read is in the
/// cache for the others. A brief lookahead scans all cycles from their smallest cosets alone, and only at the older half of the
/// cosets: those have most edges. False if the run was asked to stop.
bool Enumerator::lookahead(std::uint64_t from, bool brief, RunControl& run) {
  ++lookaheads_;
  const auto timer = run.phase("coset lookahead");
  const std::uint64_t before = table_.live();
  const std::uint64_t batch = std::min(most_lookahead_, std::max(tuning::kLeastLookahead, before / tuning::kLookaheadShare));
  const auto bound_of = [&](const RelatorGroup& group,
                            std::uint64_t last) -> std::uint64_t {  // 0: the cosets before `last` are closed
    const Relator& relator = system_.relators[group.first];
    if (is_long(group)) return kAnyCoset;
    if (last <= from) return 0;
    const bool once = brief || relator.length > tuning::kLongCycle || (relator.neighbours.size() == 2 && !fruitful_);
    return once ? kAnyCoset : next_;
  };
  const std::uint64_t end = brief ? from + (table_.rows() + 1 - from) / 2 : table_.rows() + 1;
  for (std::uint64_t first = has_long_relators() ? 1 : from; first < end; first += batch) {
    const std::uint64_t last = std::min(end, first + batch);
    if (wants_device(run)) move_to_device(run);
    for (auto group = system_.groups.begin(); group != system_.groups.end();) {
      if (stop_requested(run)) return false;
      const std::uint64_t bound = bound_of(*group, last);
      ScanRequest request{group->first, group->last, first, last, bound, 1};
      while (++group != system_.groups.end() && bound_of(*group, last) == bound) request.last_relator = group->last;
      if (bound == 0) continue;
      if (is_bulk()) {
        steps_ += backend().close(request).steps;
        if (!backend().settle(&run)) return false;
      } else {
        steps_ += cpu_.scan(request, tasks_);
        for (const Task& task : tasks_) {
          if (scan<false>(cpu_.relator(task.relator), task) && journal_) journal_->add(journal_->closing(task));
        }
        if (!table_.settle(&run)) return false;
      }
    }
  }
  fruitful_ = table_.live() < before - before / tuning::kFruitfulShare;
  return true;
}

/// At the threshold: looks ahead and compacts, or lets the table grow. A lookahead after which most cosets are dead is followed
/// by another, which costs little then, and the threshold comes down with the table. False if the table is full.
bool Enumerator::make_room(RunControl& run) {
  const std::uint64_t before = table_.rows();
  const bool brief = method_ == Method::hlt && threshold_ < backend().row_limit();
  if (!backend().settle(&run)) return false;
  for (std::uint64_t live = 0; live == 0 || (brief && table_.live() < live / tuning::kCollapseShare);) {
    if (live != 0 && !compact(&run)) return false;
    live = table_.live();
    if (!lookahead(next_, brief, run)) return false;
  }
  if (run.should_stop()) return false;
  if (table_.dead() > table_.rows() / tuning::kDeadShare && !compact(&run)) return false;
  const std::uint64_t limit = backend().row_limit();
  if (method_ == Method::sparse) {
    threshold_ = std::min(limit, std::max(table_.rows() + table_.rows() / tuning::kSparseGrowth, threshold_ / 2));
  } else {
    while (threshold_ < limit && table_.live() > threshold_ / 10 * 6) threshold_ = std::min(limit, threshold_ * 2);
    while (threshold_ > first_lookahead() && table_.live() < threshold_ / 10 * 3)
      threshold_ = std::max(first_lookahead(), threshold_ / 2);
  }
  if (table_.rows() < threshold_ && table_.rows() + before / tuning::kWorthwhileShare <= limit) return true;
  if (threshold_ >= limit) {
    return compact(&run) && table_.rows() + before / tuning::kWorthwhileShare <= limit;
  }
  threshold_ = std::min(limit, threshold_ * 2);
  return true;
}

/// A full table is made wide, if there is memory for more rows.
bool Enumerator::make_wide(RunControl& run) {
  if (elsewhere_ || host_limit() <= table_.row_limit()) return false;
  const auto timer = run.phase("coset widening");
  try {
    elsewhere_ = make_wide_backend(table_, system_, grain_);
  } catch (const MemoryError&) {
    return false;
  }
  elsewhere_->limit_rows(wide_limit_);
  const std::uint64_t growth = method_ == Method::sparse ? table_.rows() / tuning::kSparseGrowth : table_.rows();
  threshold_ = std::min(wide_limit_, table_.rows() + growth);
  run.note_choice("entries", "5 bytes", "the table has more rows than 4 bytes can number");
  return true;
}

Enumerator::End Enumerator::hlt_turn(std::uint64_t until, RunControl& run) {
  while (true) {
    std::string why;  // the GPU cannot continue
    try {
      const End end = work_through_all(until, run);
      if (end != End::full) return end;
      if (!is_on_device()) {
        if (make_wide(run)) continue;
        return end;
      }
      if (host_limit() <= elsewhere_->row_limit()) return end;
      why = "the table no longer fits the memory of the GPU";
    } catch (const MemoryError& error) {
      if (!is_on_device()) throw;
      why = error.what();
    }
    try {
      move_home();  // the host has more memory
    } catch (const MemoryError&) {
      return End::full;
    }
    device_failed_ = true;
    run.note_choice("backend", "cpu", why);
    if (!table_.settle(&run)) return End::stopped;
  }
}

Enumerator::End Enumerator::work_through_all(std::uint64_t until, RunControl& run) {
  bool no_room = false;  // for one coset
  while (next_ <= table_.rows()) {
    if (steps_ >= until) return End::budget;
    if (stop_requested(run)) return End::stopped;
    if (wants_device(run)) move_to_device(run);
    if (table_.dead() > table_.live() + tuning::kFewDead && !compact(&run)) return End::stopped;
    if (table_.rows() >= threshold_) {
      if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
      if (table_.rows() < threshold_) continue;  // otherwise a small table is full, and may need no more rows
    }
    std::uint64_t batch = std::clamp<std::uint64_t>(table_.live() / grain_.batch_share, 1, most_batch_);
    batch = std::min(batch, room_batch_);
    const std::uint64_t last = std::min(table_.rows() + 1, next_ + batch);
    if (!work_through(next_, last, run)) {
      if (run.should_stop()) return End::stopped;
      if (batch == 1) {
        if (no_room) return End::full;
        if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
        no_room = true;
      }
      room_batch_ = std::max<std::uint64_t>(1, batch / 2);  // fewer at a time need less room
      continue;
    }
    no_room = false;
    room_batch_ *= room_batch_ > most_batch_ ? 1 : 2;
    next_ = last;
  }
  if (has_long_relators() && !lookahead(table_.rows() + 1, false, run)) return End::stopped;
  return compact(&run) ? End::complete : End::stopped;
}

}  // namespace wreath::coset
