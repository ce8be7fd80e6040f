// SPDX-License-Identifier: MIT
//
// What multiplying and dividing files by several ranks have in common: a map x that passes by in slices, a plan that names the
// way by which points reach what lies on other ranks, and a result that is written by all and checked by sample.
#pragma once

#include "perm/mpi/bucket_files.hpp"
#include "perm/mpi/files.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/memory.hpp"
#include "perm/mpi/shared_output.hpp"

namespace wreath::perm::cluster {

/// Derived has by_shared_memory(), by_messages() and by_files(), each true if it came to its end, and holds(i, x[i]), which
/// compares one point of the result with its definition.
template <class Derived, class Point, class Value>
class Operation {
 public:
  FileReport execute() {
    auto& derived = static_cast<Derived&>(*this);
    const bool whole = plan_.exchange == Exchange::shared     ? derived.by_shared_memory()
                       : plan_.exchange == Exchange::messages ? derived.by_messages()
                                                              : derived.by_files();
    out_.settle(whole, [&] {
      job_.verify(x_.size(), [&](std::uint64_t i) {
        Point point{};
        job_.load(x_, {i, i + 1}, std::span(&point, 1));
        return derived.holds(i, point);
      });
    });
    return {x_.size(), whole ? x_.size() : 0, sizeof(Value), 0};
  }

 protected:
  Operation(const Job& job, const MapSource& x, char kind, const Plan& plan)
      : job_(job), x_(x), whole_plan_(plan), out_(job.ranks(), job.output(), kind, sizeof(Value), x.size()) {}

  Router router(std::uint64_t points, std::size_t parts) const {
    return Router(job_.ranks(), Blocks(points, job_.ranks().size(), parts), plan_.round_points, job_.local().threads);
  }

  /// Collective: memory of the ranks of one machine, of which each counts its share. If they cannot share any, the plan becomes
  /// one by messages.
  std::optional<mpi::NodeMemory> share_memory(std::size_t bytes) {
    std::optional<mpi::NodeMemory> memory = mpi::NodeMemory::share(job_.ranks(), bytes, job_.local().threads);
    if (memory) {
      const std::size_t share = memory->bytes().size() / static_cast<std::size_t>(job_.ranks().size());
      job_.run().measure_memory([share] { return mpi::private_memory() + share; });
    } else {
      whole_plan_ = job_.plan_without_sharing(whole_plan_);
    }
    return memory;
  }

  const Job& job_;
  const MapSource& x_;
  Plan whole_plan_;
  const RankPlan& plan_ = whole_plan_.ranks;
  SharedOutput out_;
};

}  // namespace wreath::perm::cluster
