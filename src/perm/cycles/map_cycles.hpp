// SPDX-License-Identifier: MIT
//
// What is done to each cycle of a permutation in memory: to turn it (a power), or to name it (its least point).
//
// A short cycle is dealt with as soon as a walker has closed it, while its points are still in the caches. The others are laid
// out one after the other in an array, cycle by cycle: the walk has found where each of its fragments belongs, and a second walk
// of the same fragments writes them there. Then the image of every point stands a fixed distance away in the same cycle, and a
// scatter along the array, partitioned like any other (multiply.cpp), takes the images to their places.
//
// Cost: two walks, each with one random access to x per point, and a division: about as much as three products, whatever
// the exponent. Scratch: one array for the points, a part of one for the images, and a bit for each point.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

#include "core/data/huge_array.hpp"
#include "perm/cycles/cycle_walk.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

/// z[point] = the image of each point of a cycle. `images` says what these are: value_of(cycle) is computed once for a cycle,
/// and fill(cycle, value, begin, to) puts the images of the cycle's points from the begin-th on.
template <class Point, class Images>
class CycleMapper {
 public:
  CycleMapper(std::span<const Point> x, std::span<Point> z, const Images& images, const Options& options, RunControl* run)
      : x_(x),
        z_(z),
        images_(images),
        options_(options),
        run_(run),
        threads_(walking_threads(x.size(), options.machine.threads)) {
    options_.machine.backend = BackendChoice::cpu;  // slices of the result are filled in turn
  }

  /// False where x is not a permutation; z is then unspecified.
  bool work() {
    if (stops()) return true;
    require_scratch(x_.size_bytes() / 4 * 5 + Bitset::bytes_for(x_.size()), run_, "following the cycles");
    const bool closed = walk();
    if (stops()) return true;
    if (!closed) return false;
    if (cycles_.empty()) return true;
    order_ = HugeArray<Point>(laid_out_);
    lay_out();
    if (stops()) return true;
    for (Cycle& cycle : cycles_) cycle.value = images_.value_of(points_of(cycle));
    scatter();
    return true;
  }

 private:
  static constexpr std::size_t kShort = 256;  // points of a cycle that is dealt with at once
  struct Cycle {
    std::uint64_t begin = 0;
    std::uint64_t length = 0;
    std::uint64_t value = 0;
  };
  /// A fragment, and where it belongs.
  struct Piece {
    std::uint64_t start = 0;
    std::uint64_t length = 0;
    std::uint64_t place = 0;
  };
  struct Close {
    CycleMapper* all = nullptr;
    std::vector<Fragment> whole = {};  // cycles that are not short

    void operator()(std::size_t start, std::uint64_t length) {
      if (length > kShort) {
        whole.push_back({start, start, length});
      } else {
        all->map_short(start, static_cast<std::size_t>(length));
      }
    }
  };

  bool stops() const { return is_asked_to_stop(run_); }
  std::span<const Point> points_of(const Cycle& cycle) const { return order_.span().subspan(cycle.begin, cycle.length); }

  bool walk() {
    std::vector<Close> close(threads_, Close{this});
    {
      Bitset visited(x_.size());
      const auto joined = [&](std::span<const Fragment> parts, std::uint64_t) { add(parts); };
      if (!for_each_cycle(x_, visited, std::span(close), joined, run_)) return false;
    }
    for (const Close& own : close) {
      for (const Fragment& whole : own.whole) add(std::span(&whole, 1));
    }
    return true;
  }

  void add(std::span<const Fragment> parts) {
    const std::uint64_t begin = laid_out_;
    for (const Fragment& part : parts) {
      pieces_.push_back({part.start, part.length, laid_out_});
      laid_out_ += part.length;
    }
    cycles_.push_back({begin, laid_out_ - begin, 0});
  }

  void map_short(std::size_t start, std::size_t length) {
    std::array<Point, kShort> points;
    std::array<Point, kShort> images;
    for (std::size_t i = 0, point = start; i < length; ++i) {
      points[i] = static_cast<Point>(point);
      if (i + 1 < length) point = x_[point];
    }
    const auto cycle = std::span<const Point>(points).first(length);
    images_.fill(cycle, images_.value_of(cycle), 0, std::span(images).first(length));
    for (std::size_t i = 0; i < length; ++i) z_[points[i]] = images[i];
  }

  /// The second walk, of pieces whose length is known: the longest first, so that no thread begins one when the others are done.
  void lay_out() {
    std::sort(pieces_.begin(), pieces_.end(), [](const Piece& a, const Piece& b) { return a.length > b.length; });
    std::atomic<std::size_t> taken = 0;
    on_threads(threads_, [&](unsigned, unsigned) { lay_out_pieces(taken); });
  }
  void lay_out_pieces(std::atomic<std::size_t>& taken) {
    struct Walker {
      std::size_t point = 0;
      Point* to = nullptr;
      Point* end = nullptr;
    };
    const auto begin = [&](Walker& walker) {
      const std::size_t number = taken++;
      if (number >= pieces_.size()) return false;
      const Piece& piece = pieces_[number];
      walker = {piece.start, order_.data() + piece.place, order_.data() + piece.place + piece.length};
      __builtin_prefetch(&x_[walker.point]);
      return true;
    };
    std::array<Walker, kWalkers> walkers;
    std::size_t active = 0;
    while (active < walkers.size() && begin(walkers[active])) ++active;
    for (std::size_t turn = 1; active != 0; ++turn) {
      if (turn % kTurns == 0 && stops()) return;
      for (std::size_t i = 0; i < active;) {
        Walker& walker = walkers[i];
        *walker.to++ = static_cast<Point>(walker.point);
        if (walker.to != walker.end) {
          walker.point = x_[walker.point];
          __builtin_prefetch(&x_[walker.point]);
        } else if (!begin(walker)) {
          walker = walkers[--active];
          continue;
        }
        ++i;
      }
    }
  }

  void scatter() {
    const std::size_t slice = std::max<std::size_t>(order_.size() / 4 + 1, std::size_t{1} << 16);
    HugeArray<Point> images(std::min(slice, order_.size()));
    for (std::size_t first = 0; first < order_.size() && !stops(); first += slice) {
      const std::span<const Point> points = std::as_const(order_).span().subspan(first, std::min(slice, order_.size() - first));
      const std::span<Point> values = images.span().first(points.size());
      parallel_ranges(points.size(), threads_, std::size_t{1} << 15,
                      [&](Range range, unsigned) { fill(first + range.begin, values.subspan(range.begin, range.size())); });
      divide<Point, Point>(points, values, z_, options_, run_);
    }
  }
  /// The images of what is laid out from `first` on.
  void fill(std::size_t first, std::span<Point> to) const {
    auto cycle = std::upper_bound(cycles_.begin(), cycles_.end(), first,
                                  [](std::size_t place, const Cycle& other) { return place < other.begin; }) -
                 1;
    while (!to.empty()) {
      const std::size_t count = std::min<std::size_t>(to.size(), cycle->begin + cycle->length - first);
      images_.fill(points_of(*cycle), cycle->value, first - cycle->begin, to.first(count));
      to = to.subspan(count);
      first += count;
      ++cycle;
    }
  }

  std::span<const Point> x_;
  std::span<Point> z_;
  const Images& images_;
  Options options_;
  RunControl* run_;
  unsigned threads_;
  std::vector<Cycle> cycles_;
  std::vector<Piece> pieces_;
  std::uint64_t laid_out_ = 0;
  HugeArray<Point> order_;
};

/// The images under a power: each cycle turned.
template <class Point, class Rotations>
struct TurnedCycles {
  const Rotations& rotations;

  std::uint64_t value_of(std::span<const Point> cycle) const { return rotations.of(cycle.size()); }
  void fill(std::span<const Point> cycle, std::uint64_t turn, std::size_t begin, std::span<Point> to) const {
    std::size_t from = begin + turn < cycle.size() ? begin + turn : begin + turn - cycle.size();
    for (std::size_t done = 0; done < to.size(); from = 0) {
      const std::size_t count = std::min(to.size() - done, cycle.size() - from);
      std::copy_n(cycle.begin() + static_cast<std::ptrdiff_t>(from), count, to.begin() + static_cast<std::ptrdiff_t>(done));
      done += count;
    }
  }
};

/// The least point of the cycle.
template <class Point>
struct LeastPoints {
  std::uint64_t value_of(std::span<const Point> cycle) const { return *std::min_element(cycle.begin(), cycle.end()); }
  void fill(std::span<const Point>, std::uint64_t least, std::size_t, std::span<Point> to) const {
    std::fill(to.begin(), to.end(), static_cast<Point>(least));
  }
};

}  // namespace wreath::perm
