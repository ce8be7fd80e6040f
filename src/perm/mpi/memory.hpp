// SPDX-License-Identifier: MIT
//
// Gather and scatter where the array that is accessed at random lies in the memory of the ranks.
//
// Two ways. By messages: each rank holds a block of the array, and points go to the ranks that hold them (router.hpp). Bytes moved per
// 4-byte point of a product, besides what MPI copies: 4 + 4 to sort, 4 + 4 + 4 to look up, 8 + 4 to combine. By shared memory, where all
// ranks are on one machine: every rank works on the whole array as threads would, and nothing is sent.
#pragma once

#include <memory>
#include <span>

#include "core/mpi/node_memory.hpp"
#include "perm/backend.hpp"
#include "perm/mpi/marks.hpp"
#include "perm/mpi/router.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::cluster {

/// z[x[i]] = values[i], a slice of x at a time.
template <class Point, class Value>
class Scatterer {
 public:
  virtual ~Scatterer() = default;
  /// Collective. The points must be in range.
  virtual void place(std::span<const Point> x, std::span<const Value> values) = 0;
  /// False where this rank saw a point come twice.
  bool each_came_once() const { return once_; }

 protected:
  bool once_ = true;
};

template <class Point, class Value>
class MessageGather final : public Backend<Point, Value> {
 public:
  /// `y` is this rank's block. A slice has at most as many points as the router's rounds.
  MessageGather(Router& router, std::span<const Value> y, std::size_t round_points, const Options& options)
      : router_(router),
        y_(y),
        options_(options),
        incoming_(router.most_received()),
        found_(router.most_received()),
        answers_(round_points) {
    options_.workspace = &workspace_;
  }

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    router_.begin_round(x);
    for (std::size_t number = 0; number < router_.turns(); ++number) {
      const Turn turn = router_.turn(number);
      router_.send(turn, router_.sorted_offsets().data(), incoming_.data());
      const std::size_t count = Router::received_in(turn);
      mpi::together(router_.ranks(), [&] {
        perm::multiply(std::span<const Offset>(incoming_.span().first(count)), y_, found_.span().first(count), options_);
      });
      router_.answer(turn, found_.data(), answers_.data());
    }
    router_.for_each_sorted(x, [&](std::size_t i, std::size_t k) { z[i] = answers_[k]; });
  }

 private:
  Router& router_;
  std::span<const Value> y_;
  Options options_;
  Workspace workspace_;
  HugeArray<Offset> incoming_;
  HugeArray<Value> found_;    // for what came in
  HugeArray<Value> answers_;  // for what went out
};

template <class Point, class Value>
class MessageScatter final : public Scatterer<Point, Value> {
 public:
  /// `z` is this rank's block.
  MessageScatter(Router& router, std::span<Value> z, std::size_t round_points, const Options& options)
      : router_(router),
        z_(z),
        options_(options),
        marks_(mark_words(z.size())),
        incoming_(router.most_received()),
        incoming_values_(router.most_received()),
        sorted_values_(round_points) {
    options_.workspace = &workspace_;
  }

  void place(std::span<const Point> x, std::span<const Value> values) override {
    router_.begin_round(x);
    router_.for_each_sorted(x, [&](std::size_t i, std::size_t k) { sorted_values_[k] = values[i]; });
    for (std::size_t number = 0; number < router_.turns(); ++number) {
      const Turn turn = router_.turn(number);
      router_.send(turn, router_.sorted_offsets().data(), incoming_.data());
      router_.send(turn, sorted_values_.data(), incoming_values_.data());
      const std::size_t count = Router::received_in(turn);
      const std::span<const Offset> offsets = incoming_.span().first(count);
      this->once_ = mark_all(marks_.span(), offsets, router_.threads()) && this->once_;
      mpi::together(router_.ranks(), [&] {
        const std::span<const Value> come = incoming_values_.span().first(count);
        if (this->once_) perm::divide(offsets, come, z_, options_);
      });
    }
  }

 private:
  Router& router_;
  std::span<Value> z_;
  Options options_;
  Workspace workspace_;
  HugeArray<std::uint64_t> marks_;
  HugeArray<Offset> incoming_;
  HugeArray<Value> incoming_values_;
  HugeArray<Value> sorted_values_;
};

template <class Point, class Value>
class SharedGather final : public Backend<Point, Value> {
 public:
  /// `y` is the whole array.
  SharedGather(mpi::Communicator& ranks, std::span<const Value> y, const Options& options) : ranks_(ranks), y_(y), options_(options) {
    options_.workspace = &workspace_;
  }
  void multiply(std::span<const Point> x, std::span<Value> z) override {
    mpi::together(ranks_, [&] { perm::multiply(x, y_, z, options_); });
  }

 private:
  mpi::Communicator& ranks_;
  std::span<const Value> y_;
  Options options_;
  Workspace workspace_;
};

template <class Point, class Value>
class SharedScatter final : public Scatterer<Point, Value> {
 public:
  /// `z` is the whole array, and `marks` has a bit for each of its points.
  SharedScatter(mpi::Communicator& ranks, std::span<Value> z, std::span<std::uint64_t> marks, const Options& options)
      : ranks_(ranks), z_(z), marks_(marks), options_(options) {
    options_.workspace = &workspace_;
  }
  void place(std::span<const Point> x, std::span<const Value> values) override {
    this->once_ = mark_all(marks_, x, options_.threads) && this->once_;
    mpi::together(ranks_, [&] {
      if (this->once_) perm::divide(x, values, z_, options_);
    });
  }

 private:
  mpi::Communicator& ranks_;
  std::span<Value> z_;
  std::span<std::uint64_t> marks_;
  Options options_;
  Workspace workspace_;
};

}  // namespace wreath::perm::cluster
