// SPDX-License-Identifier: MIT
//
// Gather and scatter where the array that is accessed at random lies in the memory of the ranks.
//
// Two ways. By messages: each rank holds a block of the array, in its memory or on its GPU, and points go to the ranks that hold
// them (router.hpp). Bytes moved per 4-byte point of a product, besides what MPI copies: 4 + 4 to sort, 4 + 4 + 4 to look up,
// 8 + 4 to combine. By shared memory, where all ranks are on one machine: every rank works on the whole array as threads would
// (peers.hpp), and nothing is sent.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "core/mpi/node_memory.hpp"
#include "perm/device_array.hpp"
#include "perm/mpi/arrivals.hpp"
#include "perm/mpi/router.hpp"
#include "perm/multiplier.hpp"
#include "perm/peers.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::cluster {

/// The same with scratch memory that is kept from slice to slice.
inline Local with_workspace(Local local, Workspace& workspace) {
  local.workspace = &workspace;
  return local;
}

/// Room for what comes in: in host memory, or, for an array on a GPU, where its ranks exchange.
template <class Item>
class MessageBuffer {
 public:
  explicit MessageBuffer(std::size_t size) : host_(size), items_(host_.span()) {}
  MessageBuffer(std::size_t size, const DeviceArray& array, bool on_gpu)
      : other_(array.exchange_buffer(size * sizeof(Item), on_gpu)), items_(reinterpret_cast<Item*>(other_->data()), size) {}
  std::span<Item> span() { return items_; }

 private:
  HugeArray<Item> host_;
  std::unique_ptr<ExchangeBuffer> other_;
  std::span<Item> items_;
};

/// How a rank copies what it sends to itself.
inline mpi::CopySlice copier(const DeviceArray* array) {
  if (array == nullptr) return {};
  return [array](std::byte* to, const std::byte* from, std::size_t bytes) { array->copy(to, from, bytes); };
}

/// z[x[i]] = values[i], a slice of x at a time.
template <class Point, class Value>
class Scatterer {
 public:
  virtual ~Scatterer() = default;
  /// Collective. The points must be in range.
  virtual void place(std::span<const Point> x, std::span<const Value> values) = 0;
  /// After the last slice: whether every point of this rank's part of z was reached. Collective.
  virtual bool complete() = 0;
};

template <class Point, class Value>
class MessageGather final : public Multiplier<Point, Value> {
 public:
  /// `y` is this rank's block. A slice has at most as many points as the router's rounds.
  MessageGather(Router& router, std::span<const Value> y, std::size_t round_points, const Local& local)
      : router_(router),
        y_(y),
        local_(with_workspace(local, workspace_)),
        incoming_(router.buffer_size()),
        found_(router.buffer_size()),
        answers_(round_points) {}

  /// The same with this rank's block on a GPU.
  MessageGather(Router& router, DeviceArray& y, bool buffers_on_gpu, std::size_t round_points, const Local& local)
      : router_(router),
        array_(&y),
        local_(with_workspace(local, workspace_)),
        incoming_(router.buffer_size(), y, buffers_on_gpu),
        found_(router.buffer_size(), y, buffers_on_gpu),
        answers_(round_points) {}

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    router_.begin_round(x);
    const auto asked = [&](std::size_t number) { return router_.half(incoming_.span(), number); };
    const auto found = [&](std::size_t number) { return router_.half(found_.span(), number); };
    router_.for_each_turn(
        [&](std::size_t number) {
          return std::vector{
              Router::sending(router_.turn(number), router_.sorted_offsets().data(), asked(number).data(), copier(array_))};
        },
        [&](std::size_t number) {
          return std::vector{Router::answering(router_.turn(number), found(number).data(), answers_.data(), copier(array_))};
        },
        [&](const Turn& turn, std::size_t number) {
          const std::size_t count = Router::received_in(turn);
          look_up(asked(number).first(count), found(number).first(count));
        });
    router_.for_each_sorted(x, [&](std::size_t i, std::size_t k) { z[i] = answers_[k]; });
  }

 private:
  void look_up(std::span<const Offset> points, std::span<Value> values) {
    if (array_ == nullptr) return perm::multiply(points, y_, values, local_, local_.run);
    if (!points.empty()) array_->gather(std::as_bytes(points), std::as_writable_bytes(values));
  }

  Router& router_;
  std::span<const Value> y_;
  DeviceArray* array_ = nullptr;  // in place of y_
  Workspace workspace_;
  Local local_;
  MessageBuffer<Offset> incoming_;
  MessageBuffer<Value> found_;  // for what came in
  HugeArray<Value> answers_;    // for what went out
};

template <class Point, class Value>
class MessageScatter final : public Scatterer<Point, Value> {
 public:
  /// `z` is this rank's block. Values that are indices tell by themselves which points they reached (arrivals.hpp).
  MessageScatter(Router& router, std::span<Value> z, std::size_t round_points, bool indices, const Local& local)
      : router_(router),
        z_(z),
        local_(with_workspace(local, workspace_)),
        hits_(indices ? 0 : z.size()),
        arrivals_(hits_.span(), local_),
        incoming_(router.buffer_size()),
        incoming_values_(router.buffer_size()),
        sorted_values_(round_points) {
    arrivals_.prepare(z);
  }
  /// The same with this rank's block on a GPU, which finds points that are reached twice.
  MessageScatter(Router& router, DeviceArray& z, bool buffers_on_gpu, std::size_t round_points, const Local& local)
      : router_(router),
        array_(&z),
        local_(with_workspace(local, workspace_)),
        arrivals_(hits_.span(), local_),
        incoming_(router.buffer_size(), z, buffers_on_gpu),
        incoming_values_(router.buffer_size(), z, buffers_on_gpu),
        sorted_values_(round_points) {}

  void place(std::span<const Point> x, std::span<const Value> values) override {
    router_.send_with_values(
        x, values, sorted_values_.span(), incoming_.span(), incoming_values_.span(),
        [&](const Turn& turn, std::span<const Offset> offsets, std::span<const Value> theirs) {
          const std::size_t count = Router::received_in(turn);
          take(offsets.first(count), theirs.first(count));
        },
        copier(array_));
  }
  bool complete() override { return array_ != nullptr ? once_ : arrivals_.complete(z_, 0); }

 private:
  void take(std::span<const Offset> offsets, std::span<const Value> values) {
    if (array_ == nullptr) {
      perm::divide(offsets, values, z_, local_, local_.run);
      arrivals_.note(offsets);
    } else if (!offsets.empty()) {
      once_ = array_->scatter(std::as_bytes(offsets), std::as_bytes(values), 0) && once_;
    }
  }

  Router& router_;
  std::span<Value> z_;
  DeviceArray* array_ = nullptr;
  bool once_ = true;  // no point of the block on the GPU was reached twice
  Workspace workspace_;
  Local local_;
  HugeArray<std::uint8_t> hits_;
  Arrivals<Value> arrivals_;
  MessageBuffer<Offset> incoming_;
  MessageBuffer<Value> incoming_values_;
  HugeArray<Value> sorted_values_;
};

template <class Point, class Value>
class SharedGather final : public Multiplier<Point, Value> {
 public:
  /// `y` is the whole array; a slice has at most `slice` points. Collective.
  SharedGather(mpi::Communicator& ranks, std::span<const Value> y, std::size_t slice, const Local& local)
      : ranks_(ranks), y_(y), local_(with_workspace(local, workspace_)) {
    if constexpr (kHasPeers) become_peers(slice);
  }

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    mpi::together(ranks_, [&] {
      if constexpr (kHasPeers) {
        if (scratch_) return multiply_with_peers(x, y_, z, plan_, peers_, local_.run);
      }
      perm::multiply(x, y_, z, local_, local_.run);
    });
  }

  /// Of the memory that is shared, beside y.
  std::size_t shared_bytes() const { return scratch_ ? scratch_->bytes().size() : 0; }

 private:
  static constexpr bool kHasPeers = std::is_unsigned_v<Value> && sizeof(Value) >= 4;

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
  Workspace workspace_;
  Local local_;
  Plan plan_;
  std::optional<mpi::NodeMemory> scratch_;  // where the ranks partition together
  Peers peers_;
};

template <class Point, class Value>
class SharedScatter final : public Scatterer<Point, Value> {
 public:
  /// `z` is the whole array, of which this rank looks after `mine`. `hits` has a byte, zero, for each point, or is empty where
  /// values are indices (arrivals.hpp). Collective.
  SharedScatter(mpi::Communicator& ranks, std::span<Value> z, Range mine, std::span<std::uint8_t> hits, const Local& local)
      : ranks_(ranks), z_(z), mine_(mine), local_(with_workspace(local, workspace_)), arrivals_(hits, local_) {
    arrivals_.prepare(z.subspan(mine.begin, mine.size()));
    mpi::barrier(ranks);
  }
  void place(std::span<const Point> x, std::span<const Value> values) override {
    mpi::together(ranks_, [&] {
      perm::divide(x, values, z_, local_, local_.run);
      arrivals_.note(x);
    });
  }
  bool complete() override {
    mpi::barrier(ranks_);  // until the others have written, too
    return arrivals_.complete(z_.subspan(mine_.begin, mine_.size()), mine_.begin);
  }

 private:
  mpi::Communicator& ranks_;
  std::span<Value> z_;
  Range mine_;
  Workspace workspace_;
  Local local_;
  Arrivals<Value> arrivals_;
};

}  // namespace wreath::perm::cluster
