// SPDX-License-Identifier: MIT
//
// Gather and scatter where the array that is accessed at random lies in the memory of the ranks.
//
// Two ways. By messages: each rank holds a block of the array, in its memory or on its GPU, and points go to the ranks that hold
// them (router.hpp). Bytes moved per 4-byte point of a product, besides what MPI copies: 4 + 4 to sort, 4 + 4 + 4 to look up,
// 8 + 4 to combine. By shared memory, where all ranks are on one machine: every rank works on the whole array as threads would,
// and nothing is sent.
//
// What a rank does by itself is done by a `Local`: gather(x, y, z) and scatter(x, y, z) on all its threads(); keeping() is one
// that keeps its scratch memory from call to call.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "core/arrays/device_array.hpp"
#include "core/arrays/mpi/arrivals.hpp"
#include "core/arrays/mpi/router.hpp"

namespace wreath::arrays {

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
template <class Point, class Value, class Local>
class MessageGather {
 public:
  /// `y` is this rank's block. A slice has at most as many points as the router's rounds.
  MessageGather(Router& router, const Block<Value>& y, std::size_t round_points, const Local& local)
      : router_(router),
        y_(y),
        local_(local.keeping()),
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
    router_.for_each_sorted(x, [to = z.data(), from = answers_.data()](std::size_t i, std::size_t k) { to[i] = from[k]; });
  }

 private:
  void look_up(std::span<const Offset> points, std::span<Value> values) {
    if (y_.array() == nullptr) return local_.gather(points, std::span<const Value>(y_.values()), values);
    if (!points.empty()) y_.array()->gather(std::as_bytes(points), std::as_writable_bytes(values));
  }

  Router& router_;
  const Block<Value>& y_;
  Local local_;
  MessageBuffer<Offset> incoming_;
  MessageBuffer<Value> found_;  // for what came in
  HugeArray<Value> answers_;    // for what went out
};

/// z[x[i]] = values[i], a slice of x at a time, by messages.
template <class Point, class Value, class Local>
class MessageScatter {
 public:
  /// `z` is this rank's block. Values that are indices tell by themselves which points they reached (Arrivals), and a GPU finds
  /// points that are reached twice.
  MessageScatter(Router& router, const Block<Value>& z, std::size_t round_points, bool indices, const Local& local)
      : router_(router),
        z_(z),
        local_(local.keeping()),
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
      local_.scatter(offsets, values, z_.values());
      arrivals_.note(offsets);
    } else if (!offsets.empty()) {
      once_ = z_.array()->scatter(std::as_bytes(offsets), std::as_bytes(values), 0) && once_;
    }
  }

  Router& router_;
  const Block<Value>& z_;
  bool once_ = true;  // no point of the block on the GPU was reached twice
  Local local_;
  HugeArray<std::uint8_t> hits_;
  Arrivals<Value, Local> arrivals_;
  MessageBuffer<Offset> incoming_;
  MessageBuffer<Value> incoming_values_;
  HugeArray<Value> sorted_values_;
};

/// As MessageScatter, with all of z.
template <class Point, class Value, class Local>
class SharedScatter {
 public:
  /// `z` is the whole array, of which this rank looks after `mine`. `hits` has a byte, zero, for each point, or is empty where
  /// values are indices (Arrivals). Collective.
  SharedScatter(mpi::Communicator& ranks, std::span<Value> z, Range mine, std::span<std::uint8_t> hits, const Local& local)
      : ranks_(ranks), z_(z), mine_(mine), local_(local.keeping()), arrivals_(hits, local_) {
    arrivals_.prepare(z.subspan(mine.begin, mine.size()));
    mpi::barrier(ranks);
  }
  void place(std::span<const Point> x, std::span<const Value> values) {
    mpi::together(ranks_, [&] {
      local_.scatter(x, values, z_);
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
  Local local_;
  Arrivals<Value, Local> arrivals_;
};

}  // namespace wreath::arrays
