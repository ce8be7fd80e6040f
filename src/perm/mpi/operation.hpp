// SPDX-License-Identifier: MIT
//
// What multiplying and dividing files by several ranks have in common: a map x that passes by in slices, a plan that names the
// way by which points reach what lies on other ranks, and a result that is written by all and checked by sample.
#pragma once

#include "perm/backend.hpp"
#include "perm/mpi/bucket_files.hpp"
#include "perm/mpi/files.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/memory.hpp"
#include "perm/mpi/shared_output.hpp"

namespace wreath::perm::cluster {

class Operation {
 public:
  virtual ~Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  FileReport execute() {
    const bool whole = plan_.exchange == Exchange::shared     ? by_shared_memory()
                       : plan_.exchange == Exchange::messages ? by_messages()
                                                              : by_files();
    out_.settle(whole, [&] { job_.verify(x_.size(), [&](std::uint64_t i) { return holds(i); }); });
    return {x_.size(), whole ? x_.size() : points_done(progress_.done()), value_bytes_, resumed_at_};
  }

 protected:
  Operation(const Job& job, const MapSource& x, char kind, unsigned value_bytes, const Plan& plan, RankProgress& progress)
      : job_(job),
        x_(x),
        value_bytes_(value_bytes),
        whole_plan_(plan),
        progress_(progress),
        resumed_at_(points_done(progress.done())),
        out_(job.ranks(), job.output(), kind, value_bytes, x.size(), &progress) {}

  /// Of all shares together.
  std::uint64_t points_done(std::uint64_t of_each) const {
    return std::min<std::uint64_t>(x_.size(), of_each * static_cast<std::uint64_t>(job_.ranks().size()));
  }

  /// Whether it came to its end.
  virtual bool by_shared_memory() = 0;
  virtual bool by_messages() = 0;
  virtual bool by_files() = 0;
  /// Whether the result is correct for the i-th point of x.
  virtual bool holds(std::uint64_t i) const = 0;

  template <class Point>
  std::uint64_t point_at(std::uint64_t i) const {
    Point point{};
    job_.load(x_, {i, i + 1}, std::span(&point, 1));
    return point;
  }

  Router make_router(std::uint64_t points, std::size_t parts) const {
    return Router(job_.ranks(), Blocks(points, job_.ranks().size(), parts), plan_.round_points, job_.local().machine.threads);
  }

  /// Collective: this rank's block of the array on its GPU.
  std::unique_ptr<DeviceArray> make_block(const Router& router, Range mine, bool scatters) const {
    std::unique_ptr<DeviceArray> block;
    mpi::together(job_.ranks(), [&] {
      block = make_device_array({.size = std::max<std::uint64_t>(1, mine.size()),
                                 .value_bytes = value_bytes_,
                                 .point_bytes = sizeof(Offset),
                                 .limit = mine.size(),
                                 .slice_points = router.most_received(),
                                 .scatters = scatters});
    });
    return block;
  }
  /// f(place in the block, values) for pieces of a block of `points` values that is on a GPU, through host memory.
  template <class Value, class F>
  void for_each_piece(std::size_t points, const F& f) const {
    HugeArray<Value> buffer(std::min(points, plan_.round_points));
    for (std::size_t first = 0; first < points; first += buffer.size())
      f(first, buffer.span().first(std::min(buffer.size(), points - first)));
  }

  /// Collective: memory of the ranks of one machine, of which each counts its share. If they cannot share any, the plan becomes
  /// one by messages.
  std::optional<mpi::NodeMemory> share_memory(std::size_t bytes) {
    std::optional<mpi::NodeMemory> memory = mpi::NodeMemory::share(job_.ranks(), bytes, job_.local().machine.threads);
    if (memory) {
      count_shared(memory->bytes().size());
    } else {
      whole_plan_ = job_.plan_without_sharing(whole_plan_);
    }
    return memory;
  }

  /// Counts this rank's share of `bytes` bytes that the ranks hold together against its limit.
  void count_shared(std::size_t bytes) {
    shared_ += bytes / static_cast<std::size_t>(job_.ranks().size());
    job_.run().measure_memory([share = shared_] { return mpi::private_memory() + share; });
  }

  std::size_t shared_ = 0;
  const Job& job_;
  const MapSource& x_;
  const unsigned value_bytes_;
  Plan whole_plan_;
  const RankPlan& plan_ = whole_plan_.ranks;
  RankProgress& progress_;
  std::uint64_t resumed_at_;
  SharedOutput out_;
};

}  // namespace wreath::perm::cluster
