// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <type_traits>

#include "core/arrays/mpi/messages.hpp"
#include "core/mpi/node_memory.hpp"
#include "perm/mpi/job.hpp"
#include "perm/plan/plan.hpp"

namespace wreath::perm::cluster {

using arrays::Block;
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

}  // namespace wreath::perm::cluster
