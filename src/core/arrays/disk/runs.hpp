// SPDX-License-Identifier: MIT
//
// Buckets whose order does not matter, filled by several threads at once.
//
// Each thread gathers what it has for a bucket in a run of kRunBytes of its own, which stays in its cache, and copies a full run
// to the bucket's open chunk, which all threads share. A run begins with what is in it, so runs of different threads may follow
// one another in any order:
//
//   header   8 bytes: how many words or records (16 bits), and the index of the first source (48 bits)
//   words    of the inverse, 4 bytes for a point: its offset in the block above the number of sources between it and the one
//            before, as in ram/scatter.hpp. The largest distance is an escape; its offset counts that many to skip.
//   records  of the others: the offset, 4 bytes, and a value
//
// A source index would take as many bytes as a point; its distance takes what the offset leaves of 4 bytes. So the inverse moves
// 4 bytes each way in place of the paper's 8, and as few for points of 5 and 8 bytes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/io/bucket_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/arrays/disk/bucket_sink.hpp"
#include "core/arrays/disk/move.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::arrays {

inline constexpr std::size_t kRunBytes = 2048;
/// Chunks in memory while `buckets` buckets are filled.
constexpr std::size_t throw_chunks(std::size_t buckets) {
  return buckets + 64;
}

struct RunHeader {
  std::uint64_t bits = 0;
  std::uint64_t source() const { return bits >> 16; }
  std::size_t count() const { return bits & 0xFFFF; }
  static RunHeader make(std::uint64_t source, std::size_t count) { return {source << 16 | count}; }
};

/// The buckets, shared by the threads that fill them.
class BucketRuns {
 public:
  BucketRuns(BucketFile& file, BufferPool& pool) : sink_(file, pool, kRunBytes), mutexes_(file.buckets()) {}

  void add(std::size_t bucket, const std::byte* run) {
    const std::lock_guard lock(mutexes_[bucket]);
    std::memcpy(sink_.add(bucket), run, kRunBytes);
  }
  void check() { sink_.check(); }
  void finish() { sink_.finish(); }

 private:
  BucketSink sink_;
  std::vector<std::mutex> mutexes_;
};

/// One thread's runs of words: offsets with the distances of their sources. Sources come in ascending order.
class IndexRuns {
 public:
  IndexRuns(BucketRuns& buckets, std::size_t count, unsigned block_bits)
      : buckets_(buckets),
        block_bits_(block_bits),
        distance_bits_(32 - block_bits),
        escape_((std::uint32_t{1} << distance_bits_) - 1),
        words_(std::make_unique_for_overwrite<std::uint32_t[]>(count * kWords)),
        states_(count) {
    clear();
  }

  /// The sources first, first + 1, ... of these points, fewer than 2^31. What the loop needs is in registers: it must not be read
  /// again after each word that is stored. An offset needs no mask: what lies above it is shifted out of the word.
  template <class Point>
  void put_all(std::span<const Point> points, std::uint64_t first) {
    if (first >> 31 != epoch_) finish();  // states know 32 bits of a source
    epoch_ = first >> 31;
    State* const states = states_.data();
    std::uint32_t* const words = words_.get();
    const unsigned block_bits = block_bits_;
    const unsigned distance_bits = distance_bits_;
    const std::uint32_t escape = escape_;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::uint64_t point = points[k];
      const std::size_t bucket = point >> block_bits;
      const auto source = static_cast<std::uint32_t>(first + k);
      State state = states[bucket];
      if (has_no_room(state) || source - state.next >= escape) [[unlikely]]
        state = make_room(bucket, first + k);
      words[state.at] = static_cast<std::uint32_t>(point) << distance_bits | (source - state.next);
      states[bucket] = {source + 1, state.at + 1};
    }
  }

  void finish() {
    for (std::size_t bucket = 0; bucket < states_.size(); ++bucket) flush(bucket);
    clear();
  }

  /// Calls place(offset, source) for all of a run. Returns how often.
  template <class Place>
  static std::size_t read(const std::byte* run, unsigned block_bits, const Place& place) {
    const RunHeader header = header_of(run);
    const auto* words = reinterpret_cast<const std::uint32_t*>(run);
    const unsigned distance_bits = 32 - block_bits;
    const std::uint32_t escape = (std::uint32_t{1} << distance_bits) - 1;
    std::uint64_t source = header.source();
    std::size_t escapes = 0;
    for (std::size_t k = kHeader; k < kHeader + header.count(); ++k) {
      const std::uint32_t distance = words[k] & escape;
      if (distance == escape) [[unlikely]] {
        source += std::uint64_t{words[k] >> distance_bits} * escape;
        ++escapes;
      } else {
        source += distance;
        place(words[k] >> distance_bits, source++);
      }
    }
    return header.count() - escapes;
  }

 private:
  static constexpr std::size_t kWords = kRunBytes / sizeof(std::uint32_t);
  static constexpr std::size_t kHeader = sizeof(RunHeader) / sizeof(std::uint32_t);

  // 8 bytes, so that all states stay in the nearest cache.
  struct State {
    std::uint32_t next = 0;  // one more than the last source: what a distance of 0 means
    std::uint32_t at = 0;    // the place of the next word, among all; that of the bucket's header where it has no run
  };
  /// There is no run, or no room for an escape and a word: a run never fills its last place, which would look like none.
  static bool has_no_room(const State& state) { return (state.at + 2) % kWords <= 2; }

  static RunHeader header_of(const std::byte* run) {
    RunHeader header;
    std::memcpy(&header, run, sizeof header);
    return header;
  }

  /// The state of the bucket's run once it has room for a word, and its last source is near enough: after an escape, or of a
  /// new run.
  [[gnu::noinline]] State make_room(std::size_t bucket, std::uint64_t source) {
    const State state = states_[bucket];
    const std::uint32_t skips = (static_cast<std::uint32_t>(source) - state.next) / escape_;
    if (has_no_room(state) || std::uint64_t{skips} >> block_bits_ != 0) return begin(bucket, source);
    words_[state.at] = skips << distance_bits_ | escape_;
    return {state.next + skips * escape_, state.at + 1};
  }

  State begin(std::size_t bucket, std::uint64_t source) {
    flush(bucket);
    const RunHeader header = RunHeader::make(source, 0);
    std::memcpy(words_.get() + bucket * kWords, &header, sizeof header);
    return {static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(bucket * kWords + kHeader)};
  }

  void flush(std::size_t bucket) {
    const std::size_t used = states_[bucket].at % kWords;
    if (used == 0) return;
    auto* run = reinterpret_cast<std::byte*>(words_.get() + bucket * kWords);
    const RunHeader header = RunHeader::make(header_of(run).source(), used - kHeader);
    std::memcpy(run, &header, sizeof header);
    buckets_.add(bucket, run);
  }

  void clear() {
    for (std::size_t bucket = 0; bucket < states_.size(); ++bucket)
      states_[bucket] = {0, static_cast<std::uint32_t>(bucket * kWords)};
  }

  BucketRuns& buckets_;
  unsigned block_bits_;
  unsigned distance_bits_;
  std::uint32_t escape_;
  std::uint64_t epoch_ = 0;  // the sources' bits above the lowest 31
  std::unique_ptr<std::uint32_t[]> words_;
  std::vector<State> states_;
};

/// One thread's runs of records: offsets with values.
template <class Value>
class RecordRuns {
 public:
  static constexpr std::size_t kRecordBytes = sizeof(std::uint32_t) + sizeof(Value);

  RecordRuns(BucketRuns& buckets, std::size_t count)
      : buckets_(buckets), runs_(std::make_unique_for_overwrite<std::byte[]>(count * kRunBytes)), used_(count) {}

  /// value_of(k) for the k-th of these points. Registers: as above.
  template <class Point, class ValueOf>
  void put_all(std::span<const Point> points, unsigned block_bits, const ValueOf& value_of) {
    std::byte* const runs = runs_.get();
    std::uint32_t* const used = used_.data();
    const std::uint64_t mask = (std::uint64_t{1} << block_bits) - 1;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::uint64_t point = points[k];
      const std::size_t bucket = point >> block_bits;
      const std::uint32_t count = used[bucket];
      const auto offset = static_cast<std::uint32_t>(point & mask);
      const Value value = value_of(k);
      std::byte* record = runs + bucket * kRunBytes + sizeof(RunHeader) + count * kRecordBytes;
      std::memcpy(record, &offset, sizeof offset);
      std::memcpy(record + sizeof offset, &value, sizeof value);
      used[bucket] = count + 1;
      if (count + 1 == kRecords) [[unlikely]]
        flush(bucket);
    }
  }

  void finish() {
    for (std::size_t bucket = 0; bucket < used_.size(); ++bucket) {
      if (used_[bucket] != 0) flush(bucket);
    }
  }

  /// Calls place(offset, value) for all of a run, and touch(offset) for most of them some time before. Returns how often.
  template <class Touch, class Place>
  static std::size_t read(const std::byte* run, const Touch& touch, const Place& place) {
    RunHeader header;
    std::memcpy(&header, run, sizeof header);
    const std::byte* record = run + sizeof header;
    const std::byte* const end = record + header.count() * kRecordBytes;
    const auto place_next = [&] {
      Value value;
      std::memcpy(&value, record + sizeof(std::uint32_t), sizeof value);
      place(offset_of(record), value);
      record += kRecordBytes;
    };
    while (record + kAhead * kRecordBytes < end) {
      touch(offset_of(record + kAhead * kRecordBytes));
      place_next();
    }
    while (record < end) place_next();
    return header.count();
  }

 private:
  static constexpr std::size_t kRecords = (kRunBytes - sizeof(RunHeader)) / kRecordBytes;
  static constexpr std::size_t kAhead = 24;

  static std::uint32_t offset_of(const std::byte* record) {
    std::uint32_t offset = 0;
    std::memcpy(&offset, record, sizeof offset);
    return offset;
  }

  [[gnu::noinline]] void flush(std::size_t bucket) {
    const RunHeader header = RunHeader::make(0, used_[bucket]);
    std::memcpy(runs_.get() + bucket * kRunBytes, &header, sizeof header);
    buckets_.add(bucket, runs_.get() + bucket * kRunBytes);
    used_[bucket] = 0;
  }

  BucketRuns& buckets_;
  std::unique_ptr<std::byte[]> runs_;
  std::vector<std::uint32_t> used_;
};

// A map read once, slice by slice; the threads throw its points into the buckets of their blocks.

/// Slices of one map or of two in step; threads take tiles of a slice.
inline constexpr std::size_t kScatterTile = std::size_t{1} << 14;

/// What one thread does with its part of each slice: send(tile, begin) for the points from its begin-th on. False at a value that
/// is not a point.
template <class Point, class Send>
bool throw_part(std::span<const Point> slice, Range range, std::uint64_t limit, const Send& send) {
  for (std::size_t begin = range.begin; begin < range.end; begin += kScatterTile) {
    const auto tile = slice.subspan(begin, std::min(kScatterTile, range.end - begin));
    if (first_beyond(tile, limit) != tile.size()) return false;
    send(tile, begin);
  }
  return true;
}

/// Reads x slice by slice, and next_slice() what goes with it; send(runs, tile, begin, first) puts the slice's points from the
/// begin-th on, whose index is first + begin.
template <class Point, class Runs, class NextSlice, class Send>
Outcome throw_slices(const FileArray& x, std::uint64_t target, const DiskJob& job, BucketRuns& buckets,
                     const std::vector<std::unique_ptr<Runs>>& runs, const NextSlice& next_slice, const Send& send) {
  const DiskPlan& plan = job.plan;
  SliceReader slices(job.io, x.whole(), plan.slice_points * sizeof(Point), plan.ahead);
  const std::uint64_t limit = x.limit(target);
  std::atomic<bool> bad = false;
  for (std::uint64_t done = 0; slices.has_next();) {
    if (job.run.should_stop()) return Outcome::stopped;
    const auto points = as_points<Point>(slices.next());
    next_slice();
    on_threads(plan.threads, [&](unsigned thread, unsigned) {
      const Range range = piece_of(points.size(), thread, plan.threads, 64);
      const bool good = throw_part(
          points, range, limit, [&](std::span<const Point> tile, std::size_t begin) { send(*runs[thread], tile, begin, done); });
      if (!good) bad = true;
    });
    if (bad) return Outcome::bad_point;
    buckets.check();
    done += points.size();
    job.run.report({"bucketize", done, x.size(), "points"});
  }
  for (const auto& own : runs) own->finish();
  buckets.finish();
  return Outcome::done;
}

template <class Value>
std::vector<std::unique_ptr<RecordRuns<Value>>> make_records(BucketRuns& buckets, std::size_t count, unsigned threads) {
  std::vector<std::unique_ptr<RecordRuns<Value>>> runs;
  for (unsigned thread = 0; thread < threads; ++thread) runs.push_back(std::make_unique<RecordRuns<Value>>(buckets, count));
  return runs;
}

}  // namespace wreath::arrays
