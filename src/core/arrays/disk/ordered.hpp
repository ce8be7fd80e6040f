// SPDX-License-Identifier: MIT
//
// Buckets whose order matters: filled in the order of x, and emptied in the same order.
//
// Several threads share a slice of x. Each first counts how many of its points go to each bucket; a scan over the counts tells
// each thread where in every bucket its words begin, so that all threads fill (or empty) the same chunk of a bucket side by side,
// and the order is that of x, whatever the number of threads. Nothing is stored for it: the counts are taken again when the
// buckets are emptied, where they also tell, some slices ahead, which chunks will be needed.
//
// All buckets grow alike, and chunks are powers of two: were all to start at a chunk's beginning, the lines being filled would
// share a few sets of the caches. So each bucket starts at another line of its first chunk; what lies before it is zero.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/arrays/disk/move.hpp"
#include "core/io/bucket_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::arrays {

/// Chunks in memory at once while buckets are filled or emptied, at most.
inline std::size_t open_chunks(const DiskPlan& plan, std::size_t buckets) {
  return 2 * buckets + (plan.ahead + 1) * (plan.slice_points / plan.chunk_words + 1);
}

/// How many points of a slice go to each bucket, for each thread's part of it.
class SliceCounts {
 public:
  SliceCounts(std::size_t buckets, unsigned threads) : buckets_(buckets), threads_(threads), counts_(buckets * threads) {}

  /// Throws nothing: returns the first index whose value is not a point, or the size of x. The counts then mean nothing.
  template <class Point>
  std::size_t count(std::span<const Point> x, unsigned block_bits, std::uint64_t limit) {
    std::fill(counts_.begin(), counts_.end(), 0);
    FirstBad bad;
    on_threads(threads_, [&](unsigned thread, unsigned) {
      const Range range = piece_of(x.size(), thread, threads_, kGrain);
      std::uint32_t* counts = counts_.data() + thread * buckets_;
      for (std::size_t begin = range.begin; begin < range.end; begin += kGrain) {
        const auto tile = x.subspan(begin, std::min(kGrain, range.end - begin));
        Number<Point> largest = 0;
        for (const Number<Point> value : tile) largest = std::max(largest, value);
        if (largest >= limit) return bad.note(begin + first_beyond(tile, limit));
        for (const Number<Point> value : tile) ++counts[value >> block_bits];
      }
    });
    return bad.index().value_or(x.size());
  }

  /// Part of the slice that a thread works on.
  Range part(std::size_t points, unsigned thread) const { return piece_of(points, thread, threads_, kGrain); }
  std::uint32_t of(unsigned thread, std::size_t bucket) const { return counts_[thread * buckets_ + bucket]; }
  std::uint64_t total(std::size_t bucket) const {
    std::uint64_t sum = 0;
    for (unsigned thread = 0; thread < threads_; ++thread) sum += of(thread, bucket);
    return sum;
  }
  std::size_t buckets() const noexcept { return buckets_; }
  unsigned threads() const noexcept { return threads_; }

 private:
  static constexpr std::size_t kGrain = 1024;

  std::size_t buckets_;
  unsigned threads_;
  std::vector<std::uint32_t> counts_;  // [thread][bucket]
};

/// The chunks of every bucket that are in memory: those from `first` on of its chain, and a position in the first of them.
class OpenChunks {
 public:
  OpenChunks(std::size_t buckets, std::size_t chunk_words) : chunk_words_(chunk_words), open_(buckets), position_(buckets) {
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) position_[bucket] = start(bucket);
  }

  /// Where the first word of a bucket is in its first chunk.
  std::size_t start(std::size_t bucket) const {
    constexpr std::size_t kLineWords = 16;
    return bucket * 17 * kLineWords % chunk_words_;
  }

  /// Where a thread stands in a bucket. `end` is the end of its chunk; the next one is `chunk + 1`.
  template <class Word>
  struct Cursor {
    Word* at = nullptr;
    Word* end = nullptr;
    std::byte* const* chunk = nullptr;

    void next_chunk(std::size_t chunk_words) {
      ++chunk;
      at = reinterpret_cast<Word*>(*chunk);
      end = at + chunk_words;
    }
  };

  /// Each thread's cursors in all buckets, at the start of a slice.
  template <class Word>
  void set_cursors(const SliceCounts& counts, unsigned thread, std::vector<Cursor<Word>>& cursors) const {
    cursors.resize(open_.size());
    for (std::size_t bucket = 0; bucket < open_.size(); ++bucket) {
      if (counts.of(thread, bucket) == 0) continue;
      std::uint64_t position = position_[bucket];
      for (unsigned before = 0; before < thread; ++before) position += counts.of(before, bucket);
      Cursor<Word>& cursor = cursors[bucket];
      cursor.chunk = open_[bucket].data() + position / chunk_words_;
      auto* start = reinterpret_cast<Word*>(*cursor.chunk);
      cursor.at = start + position % chunk_words_;
      cursor.end = start + chunk_words_;
    }
  }

  std::vector<std::byte*>& of(std::size_t bucket) { return open_[bucket]; }
  std::uint64_t position(std::size_t bucket) const { return position_[bucket]; }
  std::size_t chunk_words() const noexcept { return chunk_words_; }

  /// Moves a bucket's position on, and hands each chunk that lies wholly before it to `use(memory)`.
  template <class Use>
  void advance(std::size_t bucket, std::uint64_t words, const Use& use) {
    position_[bucket] += words;
    const std::size_t passed = position_[bucket] / chunk_words_;
    for (std::size_t chunk = 0; chunk < passed; ++chunk) use(open_[bucket][chunk]);
    open_[bucket].erase(open_[bucket].begin(), open_[bucket].begin() + static_cast<std::ptrdiff_t>(passed));
    position_[bucket] %= chunk_words_;
  }

 private:
  std::size_t chunk_words_;
  std::vector<std::vector<std::byte*>> open_;
  std::vector<std::uint64_t> position_;
};

/// Fills buckets with the offsets of points within their blocks, slice by slice.
class OrderedWriter {
 public:
  using Word = std::uint32_t;

  OrderedWriter(BucketFile& file, BufferPool& pool, std::size_t chunk_words)
      : file_(file), pool_(pool), open_(file.buckets(), chunk_words), begun_(file.buckets()) {}

  template <class Point>
  void put(std::span<const Point> x, unsigned block_bits, const SliceCounts& counts) {
    for (std::size_t bucket = 0; bucket < counts.buckets(); ++bucket) {
      const std::uint64_t end = open_.position(bucket) + counts.total(bucket);
      if (end == open_.position(bucket)) continue;
      while (open_.of(bucket).size() * open_.chunk_words() < end) open_.of(bucket).push_back(pool_.take());
      if (begun_[bucket] != 0) continue;
      begun_[bucket] = 1;
      std::fill_n(reinterpret_cast<Word*>(open_.of(bucket).front()), open_.start(bucket), 0);
    }
    const auto mask = static_cast<Word>((std::uint64_t{1} << block_bits) - 1);
    cursors_.resize(counts.threads());
    on_threads(counts.threads(), [&](unsigned thread, unsigned) {
      open_.set_cursors(counts, thread, cursors_[thread]);
      OpenChunks::Cursor<Word>* cursors = cursors_[thread].data();
      const Range range = counts.part(x.size(), thread);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Number<Point> value = x[i];
        auto& cursor = cursors[value >> block_bits];
        if (cursor.at == cursor.end) [[unlikely]]
          cursor.next_chunk(open_.chunk_words());
        *cursor.at++ = static_cast<Word>(value) & mask;
      }
    });
    for (std::size_t bucket = 0; bucket < counts.buckets(); ++bucket) {
      open_.advance(bucket, counts.total(bucket),
                    [&](std::byte* full) { file_.append(bucket, full, open_.chunk_words() * sizeof(Word), pool_); });
    }
    file_.check();
  }

  /// Writes the chunks that are not full.
  void finish() {
    for (std::size_t bucket = 0; bucket < file_.buckets(); ++bucket) {
      for (std::byte* chunk : open_.of(bucket)) {
        if (const std::size_t words = open_.position(bucket)) {
          file_.append(bucket, chunk, words * sizeof(Word), pool_);
        } else {
          pool_.give(chunk);
        }
      }
    }
    file_.wait();
  }

 private:
  BucketFile& file_;
  BufferPool& pool_;
  OpenChunks open_;
  std::vector<char> begun_;                                     // whether a bucket has any words
  std::vector<std::vector<OpenChunks::Cursor<Word>>> cursors_;  // [thread][bucket]
};

/// Empties buckets of values in the order of x. The chunks that a slice needs are asked for some slices before.
template <class Value>
class OrderedReader {
 public:
  /// x_name: for the message where x has changed.
  OrderedReader(const BucketFile& file, BufferPool& pool, std::size_t chunk_words, std::string x_name)
      : file_(file),
        pool_(pool),
        open_(file.buckets(), chunk_words),
        asked_(file.buckets()),
        next_chunk_(file.buckets()),
        x_name_(std::move(x_name)) {
    for (std::size_t bucket = 0; bucket < asked_.size(); ++bucket) asked_[bucket] = open_.start(bucket);
  }

  /// Asks for the chunks that a slice with these counts will need, after all slices asked for before.
  void ask(const SliceCounts& counts, Transfers& group) {
    for (std::size_t bucket = 0; bucket < counts.buckets(); ++bucket) {
      const std::uint64_t words = counts.total(bucket);
      if (words == 0) continue;
      asked_[bucket] += words;
      while (next_chunk_[bucket] * open_.chunk_words() < asked_[bucket]) {
        const auto& chain = file_.chain(bucket);
        if (next_chunk_[bucket] == chain.size()) {  // x sends more here than when the bucket was filled
          throw InputError(x_name_ + ": the file changed while it was being read");
        }
        std::byte* memory = pool_.take();
        open_.of(bucket).push_back(memory);
        file_.read(chain[next_chunk_[bucket]++], memory, group);
      }
    }
  }

  static constexpr std::size_t kAhead = 128 / sizeof(Value);

  /// z[i] = the next value of x[i]'s bucket.
  template <class Point>
  void take(std::span<const Point> x, unsigned block_bits, const SliceCounts& counts, std::span<Value> z) {
    cursors_.resize(counts.threads());
    on_threads(counts.threads(), [&](unsigned thread, unsigned) {
      open_.set_cursors(counts, thread, cursors_[thread]);
      OpenChunks::Cursor<const Value>* cursors = cursors_[thread].data();
      const Range range = counts.part(x.size(), thread);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        auto& cursor = cursors[static_cast<Number<Point>>(x[i]) >> block_bits];
        if (cursor.at == cursor.end) [[unlikely]]
          cursor.next_chunk(open_.chunk_words());
        __builtin_prefetch(cursor.at + kAhead);  // more streams than a core follows by itself
        z[i] = *cursor.at++;
      }
    });
    for (std::size_t bucket = 0; bucket < counts.buckets(); ++bucket)
      open_.advance(bucket, counts.total(bucket), [&](std::byte* empty) { pool_.give(empty); });
  }

 private:
  const BucketFile& file_;
  BufferPool& pool_;
  OpenChunks open_;
  std::vector<std::uint64_t> asked_;     // words of each bucket
  std::vector<std::size_t> next_chunk_;  // of each bucket, not yet asked for
  std::string x_name_;
  std::vector<std::vector<OpenChunks::Cursor<const Value>>> cursors_;
};

}  // namespace wreath::arrays
