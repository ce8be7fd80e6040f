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

#include "core/arrays/mpi/arrivals.hpp"
#include "core/arrays/mpi/router.hpp"
#include "core/io/scratch_file.hpp"

namespace wreath::arrays {

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

/// The buckets of a rank: offsets of points that others sent, and the values that go with them. For a product ask(), look_up()
/// and multiply(); for a quotient or an inverse send() and place().
template <class Point, class Value>
class FileBuckets {
 public:
  /// `values`: what they are, for messages.
  FileBuckets(Router& router, const std::string& folder, const char* values)
      : router_(router),
        offsets_(folder, "the points of x", router.blocks().parts()),
        values_(folder, values, router.blocks().parts()) {}

  /// Pass 1. Collective.
  void ask(std::span<const Point> x, std::span<Offset> buffer) {
    router_.begin_round(x);
    router_.for_each_turn(
        [&](std::size_t number) {
          return std::vector{
              Router::sending(router_.turn(number), router_.sorted_offsets().data(), router_.half(buffer, number).data())};
        },
        [&](const Turn& turn, std::size_t number) {
          router_.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
            offsets_.append(bucket, router_.half(buffer, number).subspan(first, count));
          });
        });
  }

  /// Between the passes, by each rank for itself: `y` is a bucket, and the chunks are the buffers.
  template <class Local>
  void look_up(std::size_t bucket, std::span<const Value> y, std::span<Offset> chunk, std::span<Value> found,
               const Local& local) {
    while (offsets_.left(bucket) > 0) {
      const std::size_t count = std::min<std::uint64_t>(chunk.size(), offsets_.left(bucket));
      offsets_.read(bucket, chunk.first(count));
      local.gather(std::span<const Offset>(chunk.first(count)), y, found.first(count));
      values_.append(bucket, found.first(count));
    }
    offsets_.drop(bucket);
  }

  /// Pass 2, with the same slices as pass 1. Collective.
  void multiply(std::span<const Point> x, std::span<Value> z, std::span<Value> buffer, std::span<Value> answers) {
    router_.begin_round(x);
    router_.for_each_turn(
        [](std::size_t) { return std::vector<mpi::Exchange>{}; },
        [&](std::size_t number) {
          return std::vector{Router::answering(router_.turn(number), router_.half(buffer, number).data(), answers.data())};
        },
        [&](const Turn& turn, std::size_t number) {
          router_.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
            values_.read(bucket, router_.half(buffer, number).subspan(first, count));
          });
        });
    router_.for_each_sorted(x, [to = z.data(), from = answers.data()](std::size_t i, std::size_t k) { to[i] = from[k]; });
  }
  /// Pass 1. `sorted` is a buffer for a round, the others for what comes. Collective.
  void send(std::span<const Point> x, std::span<const Value> values, std::span<Value> sorted, std::span<Offset> buffer,
            std::span<Value> value_buffer) {
    const auto keep = [&](const Turn& turn, std::span<const Offset> points, std::span<const Value> theirs) {
      router_.for_each_run(turn, [&](std::size_t bucket, std::size_t first, std::size_t count) {
        offsets_.append(bucket, points.subspan(first, count));
        values_.append(bucket, theirs.subspan(first, count));
      });
    };
    router_.send_with_values(x, values, sorted, buffer, value_buffer, keep);
  }

  /// Afterwards, by each rank for itself: fills a bucket of z; false where a point of it was not reached.
  template <class Local>
  bool place(std::size_t bucket, std::span<Value> z, Arrivals<Value, Local>& arrivals, std::span<Offset> chunk,
             std::span<Value> values, const Local& local) {
    arrivals.prepare(z);
    while (offsets_.left(bucket) > 0) {
      const std::size_t count = std::min<std::uint64_t>(chunk.size(), offsets_.left(bucket));
      offsets_.read(bucket, chunk.first(count));
      values_.read(bucket, values.first(count));
      const std::span<const Offset> points = chunk.first(count);
      local.scatter(points, std::span<const Value>(values.first(count)), z);
      arrivals.note(points);
    }
    offsets_.drop(bucket);
    values_.drop(bucket);
    return arrivals.complete(z, 0);
  }

 private:
  Router& router_;
  BucketFiles<Offset> offsets_;
  BucketFiles<Value> values_;
};

}  // namespace wreath::arrays
