// SPDX-License-Identifier: MIT
//
// What multiplying and dividing files by several ranks have in common: a map x that passes by in slices, a plan that names the
// way by which points reach what lies on other ranks, and a result that is written by all and checked by sample.
#pragma once

#include <optional>
#include <span>
#include <type_traits>

#include "core/arrays/mpi/bucket_files.hpp"
#include "core/arrays/mpi/messages.hpp"
#include "core/mpi/node_memory.hpp"
#include "perm/backend.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/shared_output.hpp"

namespace wreath::perm::cluster {

using arrays::Block;
using arrays::FileBuckets;
template <class Point, class Value>
using MessageGather = arrays::MessageGather<Point, Value, Local>;
template <class Point, class Value>
using MessageScatter = arrays::MessageScatter<Point, Value, Local>;
template <class Point, class Value>
using SharedScatter = arrays::SharedScatter<Point, Value, Local>;

/// As MessageGather, with all of y in memory that the ranks share.
template <class Point, class Value>
class SharedGather {
 public:
  /// `y` is the whole array; a slice has at most `slice` points. Collective.
  SharedGather(mpi::Communicator& ranks, std::span<const Value> y, std::size_t slice, const Local& local)
      : ranks_(ranks), y_(y), local_(local.keeping()) {
    if constexpr (kHasPeers) become_peers(slice);
  }

  void multiply(std::span<const Point> x, std::span<Value> z) {
    mpi::together(ranks_, [&] {
      if constexpr (kHasPeers) {
        if (scratch_) return gather_as_peer(x, z);
      }
      local_.gather(x, y_, z);
    });
  }

  /// Of the memory that is shared, beside y.
  std::size_t shared_bytes() const { return scratch_ ? scratch_->bytes().size() : 0; }

 private:
  static constexpr bool kHasPeers = std::is_unsigned_v<Value> && sizeof(Value) >= 4;

  void gather_as_peer(std::span<const Point> x, std::span<Value> z) {
    arrays::Phases phases;
    const auto bad = gather_with_peers(x, y_, z, plan_.task.source, plan_.ram, peers_, &phases);
    note(phases, local_.run);
    if (bad) throw PointError(*bad, x[*bad], y_.size());
  }
  void become_peers(std::size_t slice) {
    const auto parts = static_cast<unsigned>(ranks_.size());
    const unsigned threads = mpi::smallest_of(ranks_, resolve_threads(local_.machine.threads));
    plan_ = plan_peers(mpi::largest_of(ranks_, slice), parts, threads, y_.size(), sizeof(Point), sizeof(Value));
    const bool fits = local_.run == nullptr || plan_.memory / parts <= local_.run->memory_left();
    const bool partitions = local_.method == Method::automatic ? plan_.ram.partition : local_.method == Method::partition;
    if (mpi::any_of(ranks_, !fits || !partitions || parts == 1)) return;
    scratch_ = mpi::NodeMemory::share(ranks_, plan_.memory, threads);
    if (!scratch_) return;
    if (local_.run != nullptr) local_.run->note_choice("method", "partition", "all ranks partition together");
    peers_ = {static_cast<unsigned>(ranks_.rank()), parts, scratch_->bytes(),
              [this](bool bad) { return mpi::any_of(ranks_, bad); }};
  }

  mpi::Communicator& ranks_;
  std::span<const Value> y_;
  Local local_;
  Plan plan_;
  std::optional<mpi::NodeMemory> scratch_;  // where the ranks partition together
  arrays::Peers peers_;
};

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
    return {x_.size(), whole ? x_.size() : points_done(progress_.done(), progress_.unit()), value_bytes_, resumed_at_};
  }

 protected:
  Operation(const Job& job, RankProgress& progress)
      : job_(job),
        x_(*job.request().x),
        y_(job.request().y),
        value_bytes_(job.request().plan.task.value_bytes),
        whole_plan_(job.request().plan),
        progress_(progress),
        resumed_at_(points_done(progress.done(), progress.unit())),
        out_(job.ranks(), job.output(), (y_ != nullptr ? *y_ : x_).kind(), value_bytes_, x_.size(), &progress) {}

  /// Of all ranks together (see RankProgress).
  std::uint64_t points_done(std::uint64_t done, std::uint64_t unit) const {
    return std::min<std::uint64_t>(x_.size(), unit == 0 ? done : done * static_cast<std::uint64_t>(job_.ranks().size()));
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
    x_.read_numbers(i, std::span(&point, 1), 1);
    return point;
  }

  Router make_router(std::uint64_t points, std::size_t parts) const {
    return Router(job_.ranks(), Blocks(points, job_.ranks().size(), parts), plan_.round_points, job_.local().machine.threads);
  }

  /// Collective: what this rank holds of the array, in its memory or on its GPU.
  template <class Value>
  Block<Value> make_block(const Router& router, Range mine, bool scatters) const {
    if (!plan_.gpu) return Block<Value>(mine.size());
    std::unique_ptr<DeviceArray> array;
    mpi::together(job_.ranks(), [&] {
      array = arrays::make_device_array({.size = std::max<std::uint64_t>(1, mine.size()),
                                         .value_bytes = value_bytes_,
                                         .point_bytes = sizeof(Offset),
                                         .limit = mine.size(),
                                         .slice_points = router.most_received(),
                                         .scatters = scatters});
    });
    return Block<Value>(std::move(array), mine.size(), plan_.round_points, plan_.buffers_on_gpu);
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
  const MapSource* y_;  // null for the inverse
  const unsigned value_bytes_;
  Plan whole_plan_;
  const RankPlan& plan_ = whole_plan_.ranks;
  RankProgress& progress_;
  std::uint64_t resumed_at_;
  SharedOutput out_;
};

/// A Kind<Point, Value> of operation, from its beginning or its checkpoint on.
template <template <class, class> class Kind>
FileReport operate(const Request& request, const char* name) {
  const Job job(request);
  RankProgress progress(request, name);
  const Task& task = request.plan.task;
  if (progress.finish_killed_run()) return {task.source, task.source, task.value_bytes, task.source};
  return with_points_and_values(task.point_bytes, task.value_bytes, [&]<class Point, class Value>(Point, Value) {
    return Kind<Point, Value>(job, progress).execute();
  });
}

}  // namespace wreath::perm::cluster
