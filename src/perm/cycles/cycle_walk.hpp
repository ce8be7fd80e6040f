// SPDX-License-Identifier: MIT
//
// The walk along the cycles of a permutation, by many walkers at once.
//
// To follow a cycle is to chase a pointer: the next point is known only when the last one has come from memory, and a random
// permutation of many points has one cycle through most of them. So each thread follows many cycles at once, a step of each
// in turn, and asks for the line that a walker needs next before it turns to the other walkers. Walkers start at points of
// their own and claim the points they pass in a common bitset. One that comes upon a claimed point is done: it has closed its
// cycle, or it has reached the start of another walker, since every other claimed point was reached from the only point that
// leads there. What it walked is then a fragment of a cycle. The fragments, each leading to the start of one, are themselves
// a permutation, whose cycles give the long ones of x. W walkers make about W*ln(points) fragments in a random permutation.
//
// x is a permutation if and only if every fragment leads to its own start or the open ones permute their starts: then every
// point has exactly one point that leads to it.
//
// A map of some regularity can make walkers meet again and again, each time for a fragment of a point or two. So they begin at
// irregular distances, and one that met another so soon continues in the middle of its piece. Where fragments become many all the
// same, a thread stops, and one walker that closes every cycle does the rest.
//
// Cost: one random access to x and one to the bitset per point, some dozens under way at once; points/8 bytes of scratch.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/data/bitset.hpp"
#include "core/data/rng.hpp"
#include "core/parallel/loops.hpp"
#include "wreath/perm.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

inline constexpr std::size_t kWalkers = 32;  // of each thread
inline constexpr std::size_t kShortFragment = 8;
inline constexpr std::size_t kWorthSplitting = 4096;
inline constexpr std::size_t kWorthThreads = std::size_t{1} << 16;
inline constexpr std::size_t kTurns = std::size_t{1} << 12;  // of all walkers of a thread, between two looks at the clock

inline bool is_asked_to_stop(RunControl* run) {
  return run != nullptr && run->should_stop();
}

/// A part of a cycle: `length` points from `start` on, the last of which leads to `next`.
struct Fragment {
  std::uint64_t start = 0;
  std::uint64_t next = 0;
  std::uint64_t length = 0;
};

/// Where walker k of `walkers` begins to look for starts: nearly equal pieces, at irregular distances.
inline std::size_t first_start(std::size_t points, std::size_t walker, std::size_t walkers) {
  if (walker == 0 || walker == walkers) return walker == 0 ? 0 : points;
  return piece_of(points, walker, walkers).begin + RandomStream(0, walker).below64(points / walkers / 2 + 1);
}

/// The walkers of one thread. close(start, length) is called for each cycle that one of them closes alone.
template <class Point, bool kShared, class Close>
class Walk {
 public:
  Walk(std::span<const Point> x, Bitset& visited, std::size_t most_fragments, Close& close, RunControl* run)
      : x_(x), visited_(visited), most_fragments_(most_fragments), close_(close), run_(run) {}

  /// Walks from starts in each of the pieces until these are used up or fragments are too many. False: x leaves its points, or
  /// the run was asked to stop.
  bool cover(std::span<const Range> pieces) {
    std::array<Walker, kWalkers> walkers;
    std::size_t active = 0;
    for (const Range& piece : pieces) {
      walkers[active].piece = piece;
      if (begin(walkers[active])) ++active;
    }
    for (std::size_t turn = 1; active != 0 && !left_; ++turn) {
      if (turn % kTurns == 0 && is_asked_to_stop(run_)) return false;
      for (std::size_t i = 0; i < active;) {
        Walker& walker = walkers[i];
        if (visited_.template claim<kShared>(walker.next)) {
          ++walker.length;
          look_at(walker, x_[walker.next]);
        } else {
          finish(walker);
          if (!begin(walker)) {
            walker = walkers[--active];
            continue;
          }
        }
        ++i;
      }
    }
    return !left_;
  }

  std::vector<Fragment>& open() { return open_; }

 private:
  struct Walker {
    Range piece;  // where it may still start
    std::size_t start = 0;
    std::size_t next = 0;
    std::uint64_t length = 0;
  };

  bool begin(Walker& walker) {
    if (open_.size() >= most_fragments_) return false;
    while (true) {
      const std::size_t start = visited_.first_clear(walker.piece.begin, walker.piece.end);
      if (start != walker.piece.end) {
        walker.piece.begin = start + 1;
        if (!visited_.template claim<kShared>(start)) continue;
        if (x_[start] != start) {
          walker.start = start;
          walker.length = 1;
          look_at(walker, x_[start]);
          return true;
        }
        close_(start, std::uint64_t{1});
      } else if (!left_over_.empty()) {
        walker.piece = left_over_.back();
        left_over_.pop_back();
      } else {
        return false;
      }
    }
  }

  void look_at(Walker& walker, std::size_t next) {
    if (next >= x_.size()) {
      left_ = true;
      next = walker.start;
    }
    visited_.prefetch(next);
    __builtin_prefetch(&x_[next]);
    walker.next = next;
  }

  void finish(Walker& walker) {
    if (walker.next == walker.start) return close_(walker.start, walker.length);
    open_.push_back({walker.start, walker.next, walker.length});
    if (walker.length < kShortFragment && walker.piece.size() >= kWorthSplitting) {
      const std::size_t middle = walker.piece.begin + walker.piece.size() / 2;
      left_over_.push_back({walker.piece.begin, middle});
      walker.piece.begin = middle;
    }
  }

  std::span<const Point> x_;
  Bitset& visited_;
  std::size_t most_fragments_;
  Close& close_;
  RunControl* run_;
  std::vector<Fragment> open_;
  std::vector<Range> left_over_;  // pieces that walkers have left
  bool left_ = false;
};

/// Puts the fragments together to cycles: joined(parts, length), the parts in the order of the cycle. False: they do not permute
/// their starts.
template <class Joined>
bool join_fragments(std::vector<Fragment>& fragments, const Joined& joined) {
  std::sort(fragments.begin(), fragments.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  std::vector<std::size_t> successor(fragments.size());
  std::vector<bool> reached(fragments.size(), false);
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    const auto next = std::lower_bound(fragments.begin(), fragments.end(), fragments[i].next,
                                       [](const Fragment& fragment, std::uint64_t start) { return fragment.start < start; });
    if (next == fragments.end() || next->start != fragments[i].next) return false;
    successor[i] = static_cast<std::size_t>(next - fragments.begin());
    if (reached[successor[i]]) return false;
    reached[successor[i]] = true;
  }
  std::vector<Fragment> parts;
  for (std::size_t first = 0; first < fragments.size(); ++first) {
    if (!reached[first]) continue;
    std::uint64_t length = 0;
    parts.clear();
    for (std::size_t i = first; reached[i]; i = successor[i]) {
      reached[i] = false;
      length += fragments[i].length;
      parts.push_back(fragments[i]);
    }
    joined(std::span<const Fragment>(parts), length);
  }
  return true;
}

/// The cycles of what no walker has claimed, one at a time. False: one of them does not close, or the run was asked to stop.
template <class Point, class Close>
bool walk_the_rest(std::span<const Point> x, Bitset& visited, Close& close, RunControl* run) {
  std::size_t start = 0;
  std::uint64_t passed = 0;
  while ((start = visited.first_clear(start, x.size())) != x.size()) {
    std::uint64_t length = 0;
    std::size_t point = start;
    while (point < x.size() && visited.claim<false>(point)) {
      ++length;
      point = x[point];
      if (++passed % (kTurns * kWalkers) == 0 && is_asked_to_stop(run)) return false;
    }
    if (point != start) return false;
    close(start, length);
  }
  return true;
}

template <class Point, bool kShared, class Close, class Joined>
bool walk_with(std::span<const Point> x, Bitset& visited, std::span<Close> close, const Joined& joined, RunControl* run) {
  const auto threads = static_cast<unsigned>(close.size());
  const std::size_t walkers = threads * kWalkers;
  const std::size_t most_fragments = 16 * kWalkers + x.size() / 256 / threads;
  std::vector<std::vector<Fragment>> found(threads);
  std::atomic<bool> left = false;
  on_threads(threads, [&](unsigned thread, unsigned) {
    std::array<Range, kWalkers> pieces;
    for (std::size_t i = 0; i < kWalkers; ++i) {
      const std::size_t walker = thread * kWalkers + i;
      pieces[i] = {first_start(x.size(), walker, walkers), first_start(x.size(), walker + 1, walkers)};
    }
    Walk<Point, kShared, Close> walk(x, visited, most_fragments, close[thread], run);
    if (!walk.cover(pieces)) left = true;
    found[thread] = std::move(walk.open());
  });
  if (left) return false;
  std::vector<Fragment> open;
  for (const auto& part : found) open.insert(open.end(), part.begin(), part.end());
  return join_fragments(open, joined) && walk_the_rest(x, visited, close[0], run);
}

/// How many threads are worth while.
inline unsigned walking_threads(std::size_t points, unsigned threads) {
  return points < kWorthThreads ? 1 : resolve_threads(threads);
}

/// All cycles of x: close[thread](start, length), on as many threads as there are of these, or, afterwards and on the calling
/// thread, joined(parts, length) and close[0]. No bit of `visited` is set. False where x is not a permutation, or the run, which
/// may be null, was asked to stop.
template <class Point, class Close, class Joined>
bool for_each_cycle(std::span<const Point> x, Bitset& visited, std::span<Close> close, const Joined& joined, RunControl* run) {
  return close.size() == 1 ? walk_with<Point, false>(x, visited, close, joined, run)
                           : walk_with<Point, true>(x, visited, close, joined, run);
}

// Points of one and two bytes are so few that a copy with points of four bytes is walked instead: the walks are compiled for half
// as many widths.

/// A permutation with such points has no more of them than this.
template <class Point>
constexpr std::size_t most_points() {
  return std::size_t{1} << 8 * sizeof(Point);
}
template <class Point>
std::vector<std::uint32_t> widened(std::span<const Point> x) {
  return {x.begin(), x.end()};
}

/// How many cycles of each length were found. Short ones are the many.
class CycleTally {
 public:
  void add(std::uint64_t length, std::uint64_t count = 1) {
    if (length < short_.size()) {
      short_[length] += count;
    } else {
      long_[length] += count;
    }
  }
  void add(const CycleTally& other) {
    for (std::size_t length = 0; length < short_.size(); ++length) short_[length] += other.short_[length];
    for (const auto& [length, count] : other.long_) long_[length] += count;
  }
  std::vector<CycleCount> sorted() const {
    std::vector<CycleCount> counts;
    for (std::size_t length = 0; length < short_.size(); ++length) {
      if (short_[length] != 0) counts.push_back({length, short_[length]});
    }
    const auto first_long = static_cast<std::ptrdiff_t>(counts.size());
    for (const auto& [length, count] : long_) counts.push_back({length, count});
    std::sort(counts.begin() + first_long, counts.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    return counts;
  }

 private:
  std::array<std::uint64_t, 256> short_{};
  std::unordered_map<std::uint64_t, std::uint64_t> long_;
};

}  // namespace wreath::perm
