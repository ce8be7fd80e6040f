// SPDX-License-Identifier: MIT
//
// Gather and scatter where the array does not fit in the memory of the ranks: through files on each rank's own disk.
//
// Each rank has several buckets, each small enough for its memory, and a file for every one. Pass 1 sends the points of x to
// their ranks, which append them to the bucket's file, turn by turn and within a turn rank by rank. So what one rank sent in one
// turn lies together and in order: a sub-bucket per sender, whose place no pass has to count beforehand. Then bucket by bucket:
// the bucket of y (or z) in memory, the file read in order. For a product pass 2 goes through x again, in the same rounds; the
// values come back in the order in which the points were sent.
//
// Disk, per point: 4 bytes and a value's. Each file is dropped as soon as it has been read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/io/scratch_file.hpp"
#include "perm/mpi/arrivals.hpp"
#include "perm/mpi/router.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm::cluster {

/// One file for each bucket of this rank, written and read from the start to the end.
template <class Item>
class BucketFiles {
 public:
  BucketFiles(const std::string& folder, const std::string& what, std::size_t buckets) : read_(buckets, 0) {
    for (std::size_t k = 0; k < buckets; ++k) files_.emplace_back(folder, what);
  }
  void append(std::size_t bucket, std::span<const Item> items) { files_[bucket].append(std::as_bytes(items)); }
  /// The next items.
  void read(std::size_t bucket, std::span<Item> items) {
    files_[bucket].read_at(read_[bucket], std::as_writable_bytes(items));
    read_[bucket] += items.size_bytes();
  }
  std::uint64_t left(std::size_t bucket) const { return (files_[bucket].size() - read_[bucket]) / sizeof(Item); }
  void drop(std::size_t bucket) { files_[bucket].truncate(0); }

 private:
  std::vector<ScratchFile> files_;
  std::vector<std::uint64_t> read_;
};

/// The buckets of a rank: offsets of points that others sent, and the values that go with them.
template <class Value>
class SentBuckets {
 protected:
  SentBuckets(Router& router, const std::string& folder, const char* what)
      : router_(router),
        offsets_(folder, "the points of x", router.blocks().parts()),
        values_(folder, what, router.blocks().parts()) {}

  Router& router_;
  BucketFiles<Offset> offsets_;
  BucketFiles<Value> values_;
};

template <class Point, class Value>
class FileGather : SentBuckets<Value> {
 public:
  FileGather(Router& router, const std::string& folder) : SentBuckets<Value>(router, folder, "the values of y") {}

  /// Pass 1. Collective.
  void ask(std::span<const Point> x, std::span<Offset> buffer) {
    this->router_.begin_round(x);
    Router& router = this->router_;
    router.for_each_turn(
        [&](std::size_t number) {
          return std::vector{
              Router::sending(router.turn(number), router.sorted_offsets().data(), router.half(buffer, number).data())};
        },
        [&](const Turn& turn, std::size_t number) {
          router.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
            this->offsets_.append(bucket, router.half(buffer, number).subspan(first, count));
          });
        });
  }

  /// Between the passes, by each rank for itself: `y` is a bucket, and the chunks are the buffers.
  void look_up(std::size_t bucket, std::span<const Value> y, std::span<Offset> chunk, std::span<Value> found,
               const Local& local) {
    while (this->offsets_.left(bucket) > 0) {
      const std::size_t count = std::min<std::uint64_t>(chunk.size(), this->offsets_.left(bucket));
      this->offsets_.read(bucket, chunk.first(count));
      perm::multiply(std::span<const Offset>(chunk.first(count)), y, found.first(count), local, local.run);
      this->values_.append(bucket, found.first(count));
    }
    this->offsets_.drop(bucket);
  }

  /// Pass 2, with the same slices as pass 1. Collective.
  void multiply(std::span<const Point> x, std::span<Value> z, std::span<Value> buffer, std::span<Value> answers) {
    Router& router = this->router_;
    router.begin_round(x);
    router.for_each_turn(
        [](std::size_t) { return std::vector<mpi::Exchange>{}; },
        [&](std::size_t number) {
          return std::vector{Router::answering(router.turn(number), router.half(buffer, number).data(), answers.data())};
        },
        [&](const Turn& turn, std::size_t number) {
          router.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
            this->values_.read(bucket, router.half(buffer, number).subspan(first, count));
          });
        });
    router.for_each_sorted(x, [&](std::size_t i, std::size_t k) { z[i] = answers[k]; });
  }
};

template <class Point, class Value>
class FileScatter : SentBuckets<Value> {
 public:
  FileScatter(Router& router, const std::string& folder) : SentBuckets<Value>(router, folder, "the values") {}

  /// Pass 1. `sorted` is a buffer for a round, the others for what comes. Collective.
  void send(std::span<const Point> x, std::span<const Value> values, std::span<Value> sorted, std::span<Offset> buffer,
            std::span<Value> value_buffer) {
    const auto keep = [&](const Turn& turn, std::span<const Offset> points, std::span<const Value> theirs) {
      this->router_.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
        this->offsets_.append(bucket, points.subspan(first, count));
        this->values_.append(bucket, theirs.subspan(first, count));
      });
    };
    this->router_.send_with_values(x, values, sorted, buffer, value_buffer, keep);
  }

  /// Afterwards, by each rank for itself: fills a bucket of z; false where a point of it was not reached.
  bool place(std::size_t bucket, std::span<Value> z, Arrivals<Value>& arrivals, std::span<Offset> chunk, std::span<Value> values,
             const Local& local) {
    arrivals.prepare(z);
    while (this->offsets_.left(bucket) > 0) {
      const std::size_t count = std::min<std::uint64_t>(chunk.size(), this->offsets_.left(bucket));
      this->offsets_.read(bucket, chunk.first(count));
      this->values_.read(bucket, values.first(count));
      const std::span<const Offset> points = chunk.first(count);
      perm::divide(points, std::span<const Value>(values.first(count)), z, local, local.run);
      arrivals.note(points);
    }
    this->offsets_.drop(bucket);
    this->values_.drop(bucket);
    return arrivals.complete(z, 0);
  }
};

}  // namespace wreath::perm::cluster
