// SPDX-License-Identifier: MIT
//
// What the operations on files share when several ranks do them: reading a rank's slices, checking them, stopping together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/arrays/mpi/arrivals.hpp"
#include "core/arrays/mpi/router.hpp"
#include "core/data/huge_array.hpp"
#include "core/mpi/communicator.hpp"
#include "core/parallel/loops.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/files/verify.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::cluster {

/// How a rank works on what it holds, and the run that learns of it.
struct Local : Options {
  RunControl* run = nullptr;
  std::shared_ptr<Workspace> kept = {};

  unsigned threads() const { return machine.threads; }
  /// The same with scratch memory of its own that is kept from call to call.
  Local keeping() const {
    Local other = *this;
    other.kept = std::make_shared<Workspace>();
    other.workspace = other.kept.get();
    return other;
  }
  template <class Point, class Value>
  void gather(std::span<const Point> x, std::span<const Value> y, std::span<Value> z) const {
    perm::multiply(x, y, z, *this, run);
  }
  template <class Point, class Value>
  void scatter(std::span<const Point> x, std::span<const Value> y, std::span<Value> z) const {
    perm::divide(x, y, z, *this, run);
  }
};

using arrays::Blocks;
using arrays::Offset;
using arrays::Router;
using arrays::Turn;
template <class Value>
using Arrivals = arrays::Arrivals<Value, Local>;

/// Calls body with a zero of the type that points of `bytes` bytes have in memory.
template <class Body>
decltype(auto) with_points(unsigned bytes, Body&& body) {
  return bytes == 4 ? body(std::uint32_t{}) : body(std::uint64_t{});
}

/// Calls body with zeros of the types of a map's points, in memory, and of the values, in files.
template <class Body>
decltype(auto) with_points_and_values(unsigned point_bytes, unsigned value_bytes, Body&& body) {
  return with_points(point_bytes, [&]<class Point>(Point point) {
    return with_disk_point(value_bytes, [&]<class Value>(Value value) { return body(point, value); });
  });
}

/// One run of all ranks.
class Job {
 public:
  explicit Job(const Request& request);

  mpi::Communicator& ranks() const { return request_.options.machine.cluster.ranks(); }
  const Request& request() const { return request_; }
  RunControl& run() const { return request_.run; }
  const std::string& output() const { return request_.output; }
  /// For work on this rank.
  const Local& local() const { return local_; }

  /// Collective: the plan by messages, where memory was to be shared and cannot be.
  Plan plan_without_sharing(const Plan& plan) const;
  /// Collective: this rank's scratch folder, which has room for what the plan takes. Of several the ranks of a machine take
  /// turns.
  std::string scratch_for(const Plan& plan) const;

  /// For SharedOutput::settle: this rank's share of Verify::sample.
  template <class Holds>
  void verify(std::uint64_t points, const Holds& holds) const {
    if (request_.options.verify == Verify::none) return;
    const auto timer = request_.run.phase("verify");
    verify_sample(points, holds, static_cast<std::size_t>(ranks().rank()), static_cast<std::size_t>(ranks().size()));
  }
  /// One value of a file.
  template <class Value>
  static Value value_at(const MapSource& source, std::uint64_t index) {
    Value value{};
    source.read_values(index, std::span(&value, 1), 1);
    return value;
  }
  /// Collective: whether a rank was asked to stop.
  bool stops() const { return mpi::any_of(ranks(), request_.run.should_stop()); }

  /// The points that all ranks pass in a turn, `round` each.
  std::uint64_t turn_points(std::size_t round) const { return std::uint64_t{round} * static_cast<std::uint64_t>(ranks().size()); }
  /// Collective: all ranks pass the points from `first` on, turn after turn, of which each takes one slice, of at most `round`
  /// points: calls body(slice) as often on every rank (the last slices may be empty). So what is done is a beginning of all
  /// points, which any number of ranks can continue. False where the run was asked to stop.
  template <class Body>
  bool for_each_slice(std::uint64_t points, std::size_t round, const char* phase, const Body& body,
                      std::uint64_t first = 0) const {
    for (std::uint64_t done = first; done < points; done += turn_points(round)) {
      if (stops()) return false;
      const std::uint64_t end = std::min(points, done + turn_points(round));
      const Range mine = Blocks(end - done, ranks().size(), 1).of_rank(ranks().rank());
      body(Range{done + mine.begin, done + mine.end});
      request_.run.report({phase, end, points, "points"});
    }
    return true;
  }

  /// Collective: a slice of x as points; false, on all ranks, where a value of some rank's slice is none (see first_bad).
  template <class Point>
  [[nodiscard]] bool read_points(const MapSource& x, Range slice, std::span<Point> into, std::uint64_t limit) const {
    bool bad = false;
    mpi::together(ranks(), [&] {
      const auto timer = request_.run.phase("read x");
      x.read_numbers(slice.begin, into, local_.machine.threads);
      bad = first_bad<Point>(x, into, limit) != into.size();
    });
    return !mpi::any_of(ranks(), bad);
  }

  /// The index of the first value of x among these that is negative or not below `limit`; how many there are where none is.
  template <class Point>
  std::size_t first_bad(const MapSource& x, std::span<const Point> values, std::uint64_t limit) const {
    FirstBad first;
    parallel_ranges(values.size(), local_.machine.threads, 4096, [&](Range range, unsigned) {
      const std::size_t good = first_beyond(values.subspan(range.begin, range.size()), x.limit(limit));
      if (good < range.size()) first.note(range.begin + good);
    });
    return first.index().value_or(values.size());
  }
  /// Collective: throws the InputError of the first value of x that is not a point of y. Ranks hold x in ascending order, so it
  /// is that of the first rank that has one.
  template <class Point>
  [[noreturn]] void throw_first_bad(const MapSource& x, const MapSource& y) const {
    mpi::together(ranks(), [&] {
      constexpr std::size_t kPiece = std::size_t{1} << 20;
      const Range mine = Blocks(x.size(), ranks().size(), 1).of_rank(ranks().rank());
      std::vector<Point> piece(kPiece);
      for (std::uint64_t first = mine.begin; first < mine.end; first += kPiece) {
        const Range slice{first, std::min<std::uint64_t>(mine.end, first + kPiece)};
        const std::span<Point> points = std::span(piece).first(slice.size());
        x.read_numbers(slice.begin, points, local_.machine.threads);
        const std::size_t bad = first_bad<Point>(x, points, y.size());
        if (bad != points.size()) throw_point_error(PointError(bad, points[bad], y.size()), x, y, first);
      }
    });
    throw InternalError(x.name() + ": a value that was out of range no longer is; did another program change the file?");
  }

 private:
  const Request& request_;
  Local local_;
};

/// Collective: whether x, whose points are all in range, is a permutation. Nothing where the run was asked to stop.
std::optional<bool> is_permutation(const Job& job, const MapSource& x);
/// Collective: names the first value that shows that x is not a permutation, which is already known; see check.cpp.
[[noreturn]] void throw_first_defect(const Job& job);

}  // namespace wreath::perm::cluster
