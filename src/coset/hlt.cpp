// SPDX-License-Identifier: MIT
//
// HLT in batches, with lookahead.
//
// A batch of cosets is worked through relator by relator, and coincidences are applied after each relator. The number of cosets
// defined hardly depends on the batch as long as it is a small part of the table, and the traces of a batch are independent
// loads. Most of them need no trace at all: if a probe (coset/relators.hpp) leads to a smaller coset, that coset was closed
// before, and the relator is closed here as well.
#include <algorithm>

#include "coset/scan.hpp"

namespace wreath::coset {

namespace {
constexpr std::uint64_t kMostBatch = 1024;  // cosets
constexpr std::uint64_t kBatchShare = 64;   // or a 64th of the live ones
constexpr std::uint64_t kLookBlock = 4096;  // cosets of a lookahead between two settlements
constexpr std::uint64_t kDeadShare = 20;    // compaction pays if one row in 20 is dead
constexpr std::uint64_t kFewDead = 1024;
constexpr std::uint64_t kWorthwhileShare = 32;  // of a full table: what a lookahead has to free
constexpr std::uint64_t kLongCycle = 512;       // letters

/// Whether d is a coset, and not a hole, before c.
constexpr auto is_smaller = [](Row d, Row c) { return d - 1U < c - 1U; };

}  // namespace

/// Closes the relator along a trace by defining what is missing. False if there is no room.
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

/// Lists the live cosets of first..last-1 at which the relator is not known to be closed: is_known(d, c) is asked about a coset
/// d of the cycle of c.
template <class Known>
void Enumerator::list_unknown(const Relator& relator, std::uint64_t first, std::uint64_t last, Known is_known) {
  list_.resize(last - first);
  std::size_t count = 0;
  const std::size_t width = table_.width();
  const Row* row = table_.row(static_cast<Row>(first));
  const auto collect = [&](auto known) {
    for (auto c = static_cast<Row>(first); c != last; ++c, row += width) {
      list_[count] = c;
      count += !known(row, c) && table_.is_alive(c) ? 1 : 0;
    }
  };
  const std::vector<Letter>& near = relator.neighbours;
  if (near.empty()) collect([](const Row*, Row) { return false; });
  if (near.size() == 1) collect([&, x = near[0]](const Row* at, Row c) { return is_known(at[x], c); });
  if (near.size() == 2) {
    collect([&, x = near[0], y = near[1]](const Row* at, Row c) { return is_known(at[x], c) || is_known(at[y], c); });
  }
  steps_ += last - first;
  for (const Word& probe : relator.probes) {
    places_.assign(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(count));
    const Row* entries = table_.entries();
    for (const Letter x : probe) {
      for (std::size_t k = 0; k < count; ++k) places_[k] = entries[std::size_t{places_[k]} * width + x];
    }
    steps_ += count * probe.size();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Row c = list_[k];
      list_[kept] = c;
      kept += is_known(places_[k], c) ? 0 : 1;
    }
    count = kept;
  }
  list_.resize(count);
}

/// Closes the relator at the listed cosets. Traces in step find how far each comes; definitions then continue from there, and find
/// what earlier ones of the list have added.
bool Enumerator::close_listed(const Relator& relator) {
  ends_.clear();
  steps_ += scan_->open_ends(table_, relator, list_, ends_);
  return std::ranges::all_of(ends_, [&](const Ends& ends) { return fill(Trace(table_, relator, ends)); });
}

bool Enumerator::close(const Relator& relator, std::uint64_t first, std::uint64_t last) {
  list_unknown(relator, first, last, is_smaller);
  const bool has_room = close_listed(relator);
  table_.settle();
  return has_room;
}

/// False if there is no room: then the cosets stay to be worked through.
bool Enumerator::work_through(std::uint64_t first, std::uint64_t last) {
  for (const Relator& relator : system_.relators) {
    if (!close(relator, first, last)) return false;
  }
  for (std::uint64_t c = first; c < last; ++c) {
    if (!table_.is_alive(static_cast<Row>(c))) continue;
    for (unsigned x = 0; x < table_.width(); ++x) {
      if (table_.at(static_cast<Row>(c), static_cast<Letter>(x)) == 0 &&
          table_.define(static_cast<Row>(c), static_cast<Letter>(x)) == 0)
        return false;
    }
  }
  steps_ += (last - first) * table_.width();
  return true;
}

/// Scans the relators at the cosets from `from` on, without definitions. Cycles are scanned from each of their cosets, since what
/// was found meanwhile may close them. Long ones would cost too much, and those of reflections are not worth it: they are scanned
/// from the smallest alone.
void Enumerator::lookahead(std::uint64_t from, RunControl& run) {
  ++lookaheads_;
  const auto next = static_cast<Row>(std::min<std::uint64_t>(next_, ~Row{0}));
  for (std::uint64_t first = from; first <= table_.rows() && !stop_requested(run); first += kLookBlock) {
    const std::uint64_t last = std::min(table_.rows() + 1, first + kLookBlock);
    for (const Relator& relator : system_.relators) {
      if (relator.length > kLongCycle || relator.neighbours.size() == 2) {
        list_unknown(relator, first, last, is_smaller);
      } else {
        list_unknown(relator, first, last, [next](Row d, Row) { return is_smaller(d, next); });
      }
      ends_.clear();
      steps_ += scan_->scan(table_, relator, list_, ends_);
      for (const Ends& ends : ends_) scan<false>(Trace(table_, relator, ends));
      table_.settle();
    }
  }
}

/// At the threshold: looks ahead and compacts, or lets the table grow. False if there is no room.
bool Enumerator::make_room(RunControl& run) {
  table_.settle();
  const std::uint64_t before = table_.rows();
  lookahead(next_, run);
  if (table_.dead() > table_.rows() / kDeadShare) compact();
  const std::uint64_t limit = table_.row_limit();
  while (threshold_ < limit && table_.live() > threshold_ / 10 * 6) threshold_ = std::min(limit, threshold_ * 2);
  if (table_.rows() < threshold_ && table_.rows() + before / kWorthwhileShare <= limit) return true;
  if (threshold_ >= limit) {
    compact();
    return table_.rows() + before / kWorthwhileShare <= limit;
  }
  threshold_ = std::min(limit, threshold_ * 2);
  return true;
}

Enumerator::End Enumerator::hlt_turn(std::uint64_t until, RunControl& run) {
  while (next_ <= table_.rows()) {
    if (steps_ >= until) return End::budget;
    if (stop_requested(run)) return End::stopped;
    if (table_.dead() > table_.live() + kFewDead) compact();
    if (table_.rows() >= threshold_) {
      if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
      continue;
    }
    const std::uint64_t batch = std::clamp<std::uint64_t>(table_.live() / kBatchShare, 1, kMostBatch);
    const std::uint64_t last = std::min(table_.rows() + 1, next_ + batch);
    if (!work_through(next_, last)) {
      if (!make_room(run)) return run.should_stop() ? End::stopped : End::full;
      continue;
    }
    next_ = last;
  }
  compact();
  return End::complete;
}

}  // namespace wreath::coset
