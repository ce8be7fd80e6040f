// SPDX-License-Identifier: MIT
//
// A table is a proof that the index is at least its number of rows if its columns are permutations that satisfy the relators, the
// subgroup's generators fix the first row, and all rows are reached from it.
//
// A cycle of a relator is traced from its smallest coset alone: a trace that comes to a smaller one from which the same cycle is
// read ends there. Traces go in step, so that many loads are under way at once. Rows whose least neighbour is smaller than
// themselves are connected with coset 0 by induction; only a table that has others needs a search.
//
// The quick check reads the rows of larger neighbours alone, fetched ahead. A letter and its inverse are inverse permutations of
// a finite set if one of their products is the identity. For an involution x it is enough that c*x*x = c wherever c*x > c, and
// that there are as many rows with c*x > c as with c*x < c. Two involutions commute if c*x*y = c*y*x wherever c is smaller
// than c*x and c*y. A table that fails is checked again, slowly, for the fault to be named.
//
// Cost: each cycle is read once; a sixth of the letters for a reflection group.
#include "coset/tables/closed_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/parallel/loops.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kBlock = 512;   // cosets, whose neighbours stay in the cache
constexpr std::size_t kTogether = 256;  // traces
constexpr std::uint64_t kRowsAhead = 8;

template <class Entry>
class Check {
 public:
  using Row = RowOf<Entry>;

  Check(const RowsRef<Entry>& rows, const System& system, unsigned threads, RunControl& run)
      : rows_(rows), system_(system), threads_(resolve_threads(threads)), run_(run), width_(system.width) {
    for (unsigned x = 0; x < width_; ++x) {
      if (system.inverses[x] == x) involutions_.push_back(static_cast<Letter>(x));
      if (system.inverses[x] > x) pairs_.push_back(static_cast<Letter>(x));
    }
    for (const Relator& relator : system.relators) {
      if (relator.is_square()) {
        commute_.resize(width_ * width_);
        commute_[relator.neighbours[0] * width_ + relator.neighbours[1]] = 1;
        commute_[relator.neighbours[1] * width_ + relator.neighbours[0]] = 1;
      } else {
        traced_.push_back(&relator);
      }
    }
  }

  std::string first_fault() {
    if (rows_.index == 0) return "it has no cosets";
    if (rows_.entries.size() != rows_.index * width_) return "it does not have a column for each letter of the group";
    if (const std::uint64_t bad = first_of(&Check::first_beyond); bad != kNone)
      return fmt::format("coset {} has an entry that is not a coset", bad);
    if (first_of(&Check::first_wrong) != kNone || larger_ != 0) {
      if (const std::uint64_t bad = first_of(&Check::first_unpaired); bad != kNone)
        return fmt::format("coset {} has an entry whose inverse entry does not lead back", bad);
      return fmt::format("{} at coset {}", kOpenRelator, first_of(&Check::first_open));
    }
    for (std::size_t k = 0; k < system_.subgroup.size(); ++k) {
      if (trace(0, system_.subgroup[k]) != 0) return fmt::format("generator {} of the subgroup does not fix coset 0", k + 1);
    }
    if (needs_search_ && !is_connected()) return "not all cosets are reached from coset 0";
    return {};
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  using Finder = std::uint64_t (Check::*)(std::uint64_t, std::uint64_t) const;

  Row at(std::uint64_t c, Letter x) const { return rows_.entries[c * width_ + x] - rows_.base; }

  /// The first coset that a finder names, whatever the threads.
  std::uint64_t first_of(Finder find) {
    std::atomic<std::uint64_t> first{kNone};
    const std::uint64_t blocks = (rows_.index + kBlock - 1) / kBlock;
    parallel_tasks(blocks, rows_.index > kBlock ? threads_ : 1, [&](std::size_t block) {
      if (block * kBlock > first.load(std::memory_order_relaxed) || run_.should_stop()) return;
      const std::uint64_t found = (this->*find)(block * kBlock, std::min(rows_.index, (block + 1) * kBlock));
      std::uint64_t known = first.load();
      while (found < known && !first.compare_exchange_weak(known, found)) {
      }
    });
    if (run_.should_stop()) throw LimitReached("stopped before the table was verified");
    return first;
  }

  std::uint64_t first_beyond(std::uint64_t begin, std::uint64_t end) const {
    const auto is_beyond = [&](Row entry) { return entry - rows_.base >= rows_.index; };
    const auto entries = rows_.entries.subspan(begin * width_, (end - begin) * width_);
    unsigned beyond = 0;
    for (const Row entry : entries) beyond |= is_beyond(entry) ? 1U : 0U;
    if (beyond == 0) return kNone;
    return begin + static_cast<std::uint64_t>(std::ranges::find_if(entries, is_beyond) - entries.begin()) / width_;
  }

  /// A coset of a block at which something is wrong, and whether there is a row without a smaller neighbour.
  std::uint64_t first_wrong(std::uint64_t begin, std::uint64_t end) const {
    const Entry* entries = rows_.entries.data();
    const auto place_of = [&](Row entry) { return entries + std::size_t{entry - rows_.base} * width_; };
    bool all_have_smaller = true;
    unsigned wrong = 0;
    std::int64_t larger = 0;
    Letter not_smaller[257];  // involutions that lead to larger cosets, or to the same one
    const Entry* neighbours[257];
    for (std::uint64_t c = begin; c < end; ++c) {
      const Row bound = static_cast<Row>(c) + rows_.base;
      const Entry* row = entries + c * width_;
      if (c + kRowsAhead < end) {
        const Entry* ahead = row + kRowsAhead * width_;
        for (unsigned x = 0; x < width_; ++x) __builtin_prefetch(place_of(std::max<Row>(ahead[x], bound)));  // of larger ones
      }
      unsigned count = 0;
      unsigned fixed = 0;
      for (const Letter x : involutions_) {
        const Row d = row[x];
        not_smaller[count] = x;
        neighbours[count] = place_of(d);
        count += d >= bound ? 1 : 0;
        fixed += d == bound ? 1 : 0;
      }
      const auto involutions = static_cast<unsigned>(involutions_.size());
      larger += 2 * std::int64_t{count} - fixed - involutions;
      unsigned smaller = (c == 0 ? 1U : 0U) | (count < involutions ? 1U : 0U);
      for (unsigned k = 0; k < count; ++k) {
        const Letter x = not_smaller[k];
        const Entry* neighbour = neighbours[k];
        wrong |= neighbour[x] != bound ? 1U : 0U;
        if (commute_.empty()) continue;
        const std::uint8_t* commute = &commute_[x * width_];
        for (unsigned j = 0; j < k; ++j) {
          const Letter y = not_smaller[j];
          wrong |= commute[y] & (neighbour[y] != neighbours[j][x] ? 1U : 0U);
        }
      }
      for (const Letter x : pairs_) {
        const Letter back = system_.inverses[x];
        smaller |= (row[x] < bound ? 1U : 0U) | (row[back] < bound ? 1U : 0U);
        wrong |= place_of(row[x])[back] != bound ? 1U : 0U;
      }
      all_have_smaller = all_have_smaller && smaller != 0;
      if (wrong != 0) return c;
    }
    if (larger != 0) larger_.fetch_add(larger, std::memory_order_relaxed);
    if (!all_have_smaller) needs_search_.store(true, std::memory_order_relaxed);
    return first_open_of(traced_, begin, end);
  }

  // --- the slow check

  std::uint64_t first_unpaired(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t c = begin; c < end; ++c) {
      for (unsigned x = 0; x < width_; ++x) {
        if (at(at(c, static_cast<Letter>(x)), system_.inverses[x]) != c) return c;
      }
    }
    return kNone;
  }

  std::uint64_t first_open(std::uint64_t begin, std::uint64_t end) const {
    std::vector<const Relator*> all;
    for (const Relator& relator : system_.relators) all.push_back(&relator);
    return first_open_of(all, begin, end);
  }

  // --- relators

  std::uint64_t first_open_of(std::span<const Relator* const> relators, std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t first = kNone;
    std::vector<Row> list;
    for (const Relator* relator : relators) {
      list.resize(end - begin);
      list.resize(list_unread(*relator, begin, end, list));
      first = std::min(first, first_open_of(*relator, list));
    }
    return first;
  }

  /// The cosets of begin..end-1 without a smaller neighbour on the relator's cycle; returns how many.
  std::size_t list_unread(const Relator& relator, std::uint64_t begin, std::uint64_t end, std::span<Row> list) const {
    const std::vector<Letter>& near = relator.neighbours;
    const Entry* row = rows_.entries.data() + begin * width_;
    const Letter x = near.empty() ? 0 : near.front();
    const Letter y = near.empty() ? 0 : near.back();
    const unsigned lone = near.empty() ? 1 : 0;
    std::size_t count = 0;
    for (auto c = static_cast<Row>(begin); c != end; ++c, row += width_) {
      const Row bound = c + rows_.base;
      list[count] = c;
      count += lone | ((row[x] >= bound ? 1U : 0U) & (row[y] >= bound ? 1U : 0U));
    }
    return count;
  }

  std::uint64_t first_open_of(const Relator& relator, std::span<const Row> list) const {
    const Entry* entries = rows_.entries.data();
    Row starts[kTogether];
    Row places[kTogether];
    for (std::size_t start = 0; start < list.size(); start += kTogether) {
      std::size_t count = std::min(kTogether, list.size() - start);
      std::copy_n(list.begin() + static_cast<std::ptrdiff_t>(start), count, starts);
      std::copy_n(starts, count, places);
      std::size_t letter = 0;
      for (std::uint64_t i = 0; i < relator.length && count != 0; ++i) {
        const Entry* column = entries + relator.forward[letter];
        for (std::size_t k = 0; k < count; ++k) places[k] = column[std::size_t{places[k]} * width_] - rows_.base;
        if (relator.returns[++letter] != 0) count = drop_smaller(starts, places, count);
        if (letter == relator.span) letter = 0;
      }
      for (std::size_t k = 0; k < count; ++k) {
        if (places[k] != starts[k]) return starts[k];
      }
    }
    return kNone;
  }

  /// Traces that came to a smaller coset of their cycle end; those left are returned.
  static std::size_t drop_smaller(Row* starts, Row* places, std::size_t count) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Row start = starts[k];
      const Row place = places[k];
      starts[kept] = start;
      places[kept] = place;
      kept += place >= start ? 1 : 0;
    }
    return kept;
  }

  Row trace(Row c, const Relator& word) const {
    for (std::uint64_t i = 0; i < word.length; ++i) c = at(c, word.forward[i % word.span]);
    return c;
  }

  bool is_connected() const {
    const auto reached = reach_cosets<Row>(
        rows_.index, width_, [&](Row c, Letter x) { return at(c, x); }, [](Row, Letter, Row) {});
    return reached == rows_.index;
  }

  const RowsRef<Entry>& rows_;
  const System& system_;
  unsigned threads_;
  RunControl& run_;
  std::size_t width_;
  std::vector<Letter> involutions_;
  std::vector<Letter> pairs_;           // the first letter of each pair of inverse ones
  std::vector<std::uint8_t> commute_;   // for each two letters whether a relator makes them commute; empty without such relators
  std::vector<const Relator*> traced_;  // the others
  mutable std::atomic<bool> needs_search_ = false;
  mutable std::atomic<std::int64_t> larger_ = 0;  // neighbours by involutions, minus those that are smaller
};

}  // namespace

template <class Entry>
std::string first_fault(const RowsRef<Entry>& rows, const System& system, unsigned threads, RunControl& run) {
  return Check<Entry>(rows, system, threads, run).first_fault();
}

template std::string first_fault(const RowsRef<Row>& rows, const System& system, unsigned threads, RunControl& run);
template std::string first_fault(const RowsRef<WideEntry>& rows, const System& system, unsigned threads, RunControl& run);

}  // namespace wreath::coset
