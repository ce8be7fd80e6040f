// SPDX-License-Identifier: MIT
//
// Gather and scatter where the array that is accessed at random lies in the memory of the ranks.
//
// Two ways. By messages: each rank holds a block of the array, in its memory or on its GPU, and points go to the ranks that hold
// them (router.hpp). Bytes moved per 4-byte point of a product, besides what MPI copies: 4 + 4 to sort, 4 + 4 + 4 to look up,
// 8 + 4 to combine. By shared memory, where all ranks are on one machine: every rank works on the whole array as threads would
// (Peers), and nothing is sent.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "core/mpi/node_memory.hpp"
#include "perm/gpu.hpp"
#include "perm/mpi/job.hpp"
#include "perm/mpi/router.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::cluster {

/// The same with scratch memory that is kept from slice to slice.
inline Local with_workspace(Local local, Workspace& workspace) {
  local.workspace = &workspace;
  return local;
}

/// What a rank holds of the array: in its own memory, in memory that the ranks share, or on its GPU.
template <class Value>
class Block {
 public:
  explicit Block(std::size_t points) : own_(points), values_(own_.span()) {}
  explicit Block(std::span<Value> shared) : values_(shared) {}
  /// `piece`: how many values pass by the host's memory at a time. What ranks exchange is on the GPU, too, or in pinned memory.
  Block(std::unique_ptr<DeviceArray> array, std::size_t points, std::size_t piece, bool buffers_on_gpu)
      : array_(std::move(array)), points_(points), own_(std::min(points, piece)), buffers_on_gpu_(buffers_on_gpu) {}

  /// Those in memory.
  std::span<Value> values() const { return values_; }
  /// Null if they are in memory.
  DeviceArray* array() const { return array_.get(); }
  bool buffers_on_gpu() const { return buffers_on_gpu_; }
  /// How a rank copies what it sends to itself.
  mpi::CopySlice copier() const {
    if (array_ == nullptr) return {};
    return [array = array_.get()](std::byte* to, const std::byte* from, std::size_t bytes) { array->copy(to, from, bytes); };
  }

  /// read(first, values) and write(first, values) for all of it, in pieces if it is on a GPU.
  template <class Read>
  void fill(const Read& read) {
    if (array_ == nullptr) return read(std::size_t{0}, values_);
    for_each_piece([&](std::size_t first, std::span<Value> piece) {
      read(first, piece);
      array_->store(first, std::as_bytes(piece));
    });
  }
  template <class Write>
  void drain(const Write& write) {
    if (array_ == nullptr) return write(std::size_t{0}, values_);
    for_each_piece([&](std::size_t first, std::span<Value> piece) {
      array_->fetch(first, std::as_writable_bytes(piece));
      write(first, piece);
    });
  }

 private:
  template <class F>
  void for_each_piece(const F& f) {
    for (std::size_t first = 0; first < points_; first += own_.size())
      f(first, own_.span().first(std::min(own_.size(), points_ - first)));
  }

  std::unique_ptr<DeviceArray> array_;
  std::size_t points_ = 0;
  HugeArray<Value> own_;
  std::span<Value> values_;
  bool buffers_on_gpu_ = false;
};

/// Room for what comes in: in host memory, or, for an array on a GPU, where its ranks exchange.
template <class Item>
class MessageBuffer {
 public:
  template <class Value>
  MessageBuffer(std::size_t size, const Block<Value>& block) : host_(block.array() == nullptr ? size : 0), items_(host_.span()) {
    if (block.array() == nullptr) return;
    other_ = block.array()->exchange_buffer(size * sizeof(Item), block.buffers_on_gpu());
    items_ = {reinterpret_cast<Item*>(other_->data()), size};
  }
  std::span<Item> span() { return items_; }

 private:
  HugeArray<Item> host_;
  std::unique_ptr<ExchangeBuffer> other_;
  std::span<Item> items_;
};

/// z[i] = y[x[i]], a slice of x at a time, by messages.
template <class Point, class Value>
class MessageGather {
 public:
  /// `y` is this rank's block. A slice has at most as many points as the router's rounds.
  MessageGather(Router& router, const Block<Value>& y, std::size_t round_points, const Local& local)
      : router_(router),
        y_(y),
        local_(with_workspace(local, workspace_)),
        incoming_(router.buffer_size(), y),
        found_(router.buffer_size(), y),
        answers_(round_points) {}

  /// Collective.
  void multiply(std::span<const Point> x, std::span<Value> z) {
    router_.begin_round(x);
    const auto asked = [&](std::size_t number) { return router_.half(incoming_.span(), number); };
    const auto found = [&](std::size_t number) { return router_.half(found_.span(), number); };
    router_.for_each_turn(
        [&](std::size_t number) {
          return std::vector{
              Router::sending(router_.turn(number), router_.sorted_offsets().data(), asked(number).data(), y_.copier())};
        },
        [&](std::size_t number) {
          return std::vector{Router::answering(router_.turn(number), found(number).data(), answers_.data(), y_.copier())};
        },
        [&](const Turn& turn, std::size_t number) {
          const std::size_t count = Router::received_in(turn);
          look_up(asked(number).first(count), found(number).first(count));
        });
    router_.for_each_sorted(x, [&](std::size_t i, std::size_t k) { z[i] = answers_[k]; });
  }

 private:
  void look_up(std::span<const Offset> points, std::span<Value> values) {
    if (y_.array() == nullptr) return perm::multiply(points, std::span<const Value>(y_.values()), values, local_, local_.run);
    if (!points.empty()) y_.array()->gather(std::as_bytes(points), std::as_writable_bytes(values));
  }

  Router& router_;
  const Block<Value>& y_;
  Workspace workspace_;
  Local local_;
  MessageBuffer<Offset> incoming_;
  MessageBuffer<Value> found_;  // for what came in
  HugeArray<Value> answers_;    // for what went out
};

/// z[x[i]] = values[i], a slice of x at a time, by messages.
template <class Point, class Value>
class MessageScatter {
 public:
  /// `z` is this rank's block. Values that are indices tell by themselves which points they reached (Arrivals), and a GPU finds
  /// points that are reached twice.
  MessageScatter(Router& router, const Block<Value>& z, std::size_t round_points, bool indices, const Local& local)
      : router_(router),
        z_(z),
        local_(with_workspace(local, workspace_)),
        hits_(indices ? 0 : z.values().size()),
        arrivals_(hits_.span(), local_),
        incoming_(router.buffer_size(), z),
        incoming_values_(router.buffer_size(), z),
        sorted_values_(round_points) {
    arrivals_.prepare(z.values());
  }

  /// Collective. The points must be in range.
  void place(std::span<const Point> x, std::span<const Value> values) {
    router_.send_with_values(
        x, values, sorted_values_.span(), incoming_.span(), incoming_values_.span(),
        [&](const Turn& turn, std::span<const Offset> offsets, std::span<const Value> theirs) {
          const std::size_t count = Router::received_in(turn);
          take(offsets.first(count), theirs.first(count));
        },
        z_.copier());
  }
  /// After the last slice: whether every point of this rank's part of z was reached. Collective.
  bool complete() { return z_.array() != nullptr ? once_ : arrivals_.complete(z_.values(), 0); }

 private:
  void take(std::span<const Offset> offsets, std::span<const Value> values) {
    if (z_.array() == nullptr) {
      perm::divide(offsets, values, z_.values(), local_, local_.run);
      arrivals_.note(offsets);
    } else if (!offsets.empty()) {
      once_ = z_.array()->scatter(std::as_bytes(offsets), std::as_bytes(values), 0) && once_;
    }
  }

  Router& router_;
  const Block<Value>& z_;
  bool once_ = true;  // no point of the block on the GPU was reached twice
  Workspace workspace_;
  Local local_;
  HugeArray<std::uint8_t> hits_;
  Arrivals<Value> arrivals_;
  MessageBuffer<Offset> incoming_;
  MessageBuffer<Value> incoming_values_;
  HugeArray<Value> sorted_values_;
};

/// As MessageGather, with all of y in memory that the ranks share.
template <class Point, class Value>
class SharedGather {
 public:
  /// `y` is the whole array; a slice has at most `slice` points. Collective.
  SharedGather(mpi::Communicator& ranks, std::span<const Value> y, std::size_t slice, const Local& local)
      : ranks_(ranks), y_(y), local_(with_workspace(local, workspace_)) {
    if constexpr (kHasPeers) become_peers(slice);
  }

  void multiply(std::span<const Point> x, std::span<Value> z) {
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
  arrays::Peers peers_;
};

/// As MessageScatter, with all of z.
template <class Point, class Value>
class SharedScatter {
 public:
  /// `z` is the whole array, of which this rank looks after `mine`. `hits` has a byte, zero, for each point, or is empty where
  /// values are indices (Arrivals). Collective.
  SharedScatter(mpi::Communicator& ranks, std::span<Value> z, Range mine, std::span<std::uint8_t> hits, const Local& local)
      : ranks_(ranks), z_(z), mine_(mine), local_(with_workspace(local, workspace_)), arrivals_(hits, local_) {
    arrivals_.prepare(z.subspan(mine.begin, mine.size()));
    mpi::barrier(ranks);
  }
  void place(std::span<const Point> x, std::span<const Value> values) {
    mpi::together(ranks_, [&] {
      perm::divide(x, values, z_, local_, local_.run);
      arrivals_.note(x);
    });
  }
  bool complete() {
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
