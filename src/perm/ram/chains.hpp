// SPDX-License-Identifier: MIT
//
// Buckets as lists of chunks: where a partition puts its words.
//
// Each segment of x (one per thread) has a pool of chunks of 2^chunk_bits words, taken in turn as buckets fill; bucket b begins
// with chunk b. So no pass has to count the buckets beforehand, and any skew fits. On x86 a chunk has a few lines only: the chunks
// that are open at one time are then a window of the pool, some hundred pages which move through it in order, and a page's address
// is translated once for all of its words. (With chunks of a page or more, thousands of open pages take turns in the TLB.) Arm
// cores were faster with long chunks.
// Whoever reads x again knows which chunk is taken when; for those who read bucket by bucket, each segment lists the chunks of
// every bucket when it is finished.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "perm/plan.hpp"
#include "perm/ram/stream.hpp"

namespace wreath::perm::ram {

/// The plan's block_bits, brought into their range and raised where there would be millions of buckets.
inline unsigned effective_block_bits(const RamPlan& plan, std::size_t n_target) {
  unsigned bits = std::clamp(plan.block_bits, kMinBlockBits, kMaxBlockBits);
  while ((n_target >> bits) >= std::size_t{1} << 22) ++bits;
  return bits;
}

/// Where the elements of each bucket lie in the scratch space: segment by segment a pool of chunks, and in it a chain per
/// bucket. Positions are 32-bit, relative to the segment's pool.
class Chains {
 public:
  Chains(const RamPlan& plan, std::size_t n_source, std::size_t n_target, std::size_t narrowest)
      : block_bits(effective_block_bits(plan, n_target)),
        chunk_bits(std::clamp(plan.chunk_bits, kMinChunkBits, kMaxChunkBits)),
        source(n_source),
        stagger_(kLine / std::min(narrowest, kLine)) {
    buckets = (n_target >> block_bits) + 1;
    while (chunk_bits > kMinChunkBits && (buckets << chunk_bits) > kMaxSegment / 2) --chunk_bits;
    const std::size_t wanted = std::max<std::size_t>(plan.threads, (n_source + kMaxSegment - 1) / kMaxSegment);
    segment_size = std::max<std::size_t>(((n_source + wanted - 1) / wanted + 63) / 64 * 64, 64);
    segments = (n_source + segment_size - 1) / segment_size;
    reserve_for(segment_size);
  }

  /// Makes room for `words` appended words in a segment. Every bucket may leave its first and its last chunk unfilled.
  void reserve_for(std::size_t words) {
    chunks = (words >> chunk_bits) + 2 * buckets + 1;
    capacity = chunks << chunk_bits;
  }

  std::size_t begin(std::size_t segment) const { return segment * segment_size; }
  std::size_t end(std::size_t segment) const { return std::min(source, (segment + 1) * segment_size); }
  std::uint32_t first(std::size_t bucket) const {
    return static_cast<std::uint32_t>((bucket << chunk_bits) + (bucket * stagger_ & ((std::size_t{1} << chunk_bits) - 1)));
  }

  unsigned block_bits, chunk_bits;
  std::size_t buckets;  // the last may be empty, so that even a target of no points has one
  std::size_t source;
  std::size_t segments, segment_size;
  std::size_t chunks, capacity;  // of one segment's pool; capacity in words

 private:
  std::size_t stagger_;
};

/// How many chunks before its use a chunk is prefetched: some hundred words.
inline std::size_t chunks_ahead(unsigned chunk_bits) {
  return std::max<std::size_t>(1, std::size_t{512} >> chunk_bits);
}

/// Asks for a chunk of `bytes` bytes, or of a long one for its beginning.
inline void prefetch_chunk(const void* chunk, std::size_t bytes) {
  prefetch_range(chunk, std::min<std::size_t>(bytes, 8 * kLine));
}

/// Cuts the scratch space into aligned arrays; with no base it only measures.
class Carver {
 public:
  explicit Carver(std::byte* base = nullptr) : base_(base) {}
  template <class T>
  T* take(std::size_t count) {
    constexpr std::size_t kAlign = 4096;
    T* start = base_ ? reinterpret_cast<T*>(base_ + used_) : nullptr;
    used_ += (count * sizeof(T) + kAlign - 1) / kAlign * kAlign + kLine * 9;  // arrays of equal size must not share cache sets
    used_ = (used_ + kLine - 1) / kLine * kLine;
    return start;
  }
  std::size_t used() const { return used_ + kLine; }

 private:
  std::byte* base_;
  std::size_t used_ = 0;
};

/// The arrays common to all three operations.
template <class Word>
struct Buckets {
  Buckets(const Chains& chains, bool write_combine, Carver& carver)
      : words(carver.take<Word>(chains.segments * chains.capacity)),
        owner(carver.take<std::uint32_t>(chains.segments * chains.chunks)),
        list(carver.take<std::uint32_t>(chains.segments * chains.chunks)),
        list_end(carver.take<std::uint32_t>(chains.segments * chains.buckets)),
        position(carver.take<std::uint32_t>(chains.segments * chains.buckets)),
        line_buffers(write_combine ? carver.take<std::byte>(chains.segments * chains.buckets * kLine) : nullptr) {}

  Word* words;              // [segment][position]
  std::uint32_t* owner;     // [segment][chunk]: its bucket
  std::uint32_t* list;      // [segment]: the chunks of bucket 0 in order, then those of bucket 1, ...
  std::uint32_t* list_end;  // [segment][bucket]: where its part of the list ends
  std::uint32_t* position;  // [segment][bucket]: one past the last word
  std::byte* line_buffers;  // [segment][bucket]: the line being filled, and in place of its last word its state
};

/// Whether words of this type can be combined into lines.
template <class Word>
inline constexpr bool kCombinable = sizeof(Word) == 4 || sizeof(Word) == 8 || sizeof(Word) == 16;

/// Appends words to the buckets of one segment. A bucket may have a note, a number of kNoteBits bits: that of its last word, say.
///
/// With kCombine each bucket fills a line in the cache, and a full line is written past the cache: worth it where the bucket's
/// own line would have to be fetched first. The last word of a line goes to memory from its register (stream.hpp), so that its
/// place is free for the note and the number of words that the line holds: a word touches one line, and the load of its state
/// brings that for the store. Where the line goes is needed only when it is full.
template <class Word, bool kCombine>
class Appender {
 public:
  static constexpr unsigned kNoteBits = 28;

  /// `notes` has room for one per bucket, where there are notes and no lines to hold them.
  Appender(const Chains& chains, const Buckets<Word>& buckets, std::size_t segment, std::uint32_t* notes = nullptr,
           std::uint32_t first_note = 0)
      : words_(buckets.words + segment * chains.capacity),
        owner_(buckets.owner + segment * chains.chunks),
        list_(buckets.list + segment * chains.chunks),
        list_end_(buckets.list_end + segment * chains.buckets),
        position_(buckets.position + segment * chains.buckets),
        notes_(notes),
        lines_(kCombine ? buckets.line_buffers + segment * chains.buckets * kLine : nullptr),
        buckets_(chains.buckets),
        chunk_bits_(chains.chunk_bits),
        chunk_mask_((std::uint32_t{1} << chains.chunk_bits) - 1),
        used_(static_cast<std::uint32_t>(chains.buckets)) {
    for (std::size_t b = 0; b < buckets_; ++b) {
      position_[b] = chains.first(b);
      owner_[b] = static_cast<std::uint32_t>(b);
      if constexpr (kCombine) set_state(b, first_note << kHeldBits);
    }
    if (!kCombine && notes_ != nullptr) std::fill_n(notes_, buckets_, first_note);
  }

  std::uint32_t note(std::size_t bucket) const {
    if constexpr (kCombine) return state(bucket) >> kHeldBits;
    return notes_[bucket];
  }

  void append(std::size_t bucket, Word word) {
    if constexpr (kCombine) {
      set_state(bucket, put(bucket, state(bucket), word));
    } else {
      const std::uint32_t at = position_[bucket];
      words_[at] = word;
      position_[bucket] = in_chunk(bucket, at + 1);
    }
  }
  void append(std::size_t bucket, Word word, std::uint32_t note) {
    if constexpr (kCombine) {
      set_state(bucket, put(bucket, note << kHeldBits | (state(bucket) & kHeld), word));
    } else {
      notes_[bucket] = note;
      append(bucket, word);
    }
  }

  /// After the last word: writes what the lines still hold, notes where each bucket ends, and lists its chunks.
  void finish() {
    if constexpr (kCombine) {
      for (std::size_t b = 0; b < buckets_; ++b) {
        const std::uint32_t held = state(b) & kHeld;
        std::memcpy(static_cast<void*>(words_ + position_[b]), line(b), held * sizeof(Word));
        position_[b] += held;
      }
      stream_fence();
    }
    std::fill_n(list_end_, buckets_, 0);
    for (std::uint32_t chunk = 0; chunk < used_; ++chunk) ++list_end_[owner_[chunk]];
    std::uint32_t begin = 0;
    for (std::size_t b = 0; b < buckets_; ++b) begin += std::exchange(list_end_[b], begin);
    for (std::uint32_t chunk = 0; chunk < used_; ++chunk) list_[list_end_[owner_[chunk]]++] = chunk;
  }

 private:
  static constexpr std::uint32_t kPerLine = kLine / (sizeof(Word) < kLine ? sizeof(Word) : kLine);
  static constexpr unsigned kHeldBits = 32 - kNoteBits;
  static constexpr std::uint32_t kHeld = (1U << kHeldBits) - 1;
  static_assert(!kCombine || (kCombinable<Word> && kPerLine <= kHeld + 1));

  std::byte* line(std::size_t bucket) const { return lines_ + bucket * kLine; }
  // What a line holds in place of its last word: the note, and how many words it has.
  std::uint32_t state(std::size_t bucket) const {
    std::uint32_t state;
    std::memcpy(&state, line(bucket) + kLine - sizeof state, sizeof state);
    return state;
  }
  void set_state(std::size_t bucket, std::uint32_t state) {
    std::memcpy(line(bucket) + kLine - sizeof state, &state, sizeof state);
  }

  /// Puts a word into a line of this state, and returns the next.
  std::uint32_t put(std::size_t bucket, std::uint32_t state, Word word) {
    const std::uint32_t held = state & kHeld;
    if (held != kPerLine - 1) {
      std::memcpy(line(bucket) + held * sizeof(Word), &word, sizeof word);
      return state + 1;
    }
    const std::uint32_t at = position_[bucket];
    stream_line(words_ + at, line(bucket), word);
    position_[bucket] = in_chunk(bucket, at + kPerLine);
    return state & ~kHeld;
  }

  /// `at`, or, where a chunk ends there, the begin of a new one.
  std::uint32_t in_chunk(std::size_t bucket, std::uint32_t at) {
    if ((at & chunk_mask_) != 0) [[likely]]
      return at;
    owner_[used_] = static_cast<std::uint32_t>(bucket);
    return used_++ << chunk_bits_;
  }

  Word* words_;
  std::uint32_t* owner_;
  std::uint32_t* list_;
  std::uint32_t* list_end_;
  std::uint32_t* position_;
  std::uint32_t* notes_;
  std::byte* lines_;
  std::size_t buckets_;
  unsigned chunk_bits_;
  std::uint32_t chunk_mask_, used_;
};

/// Calls f(std::true_type) if words are to be combined, and can be, and f(std::false_type) otherwise.
template <class Word, class F>
auto with_combining(bool combine, F&& f) {
  if constexpr (kCombinable<Word>) {
    if (combine) return f(std::true_type{});
  }
  return f(std::false_type{});
}

/// The chunks of a bucket in a segment, in order.
template <class Word>
std::span<const std::uint32_t> chunks_of(const Chains& chains, const Buckets<Word>& buckets, std::size_t segment,
                                         std::size_t bucket) {
  const std::uint32_t* list = buckets.list + segment * chains.chunks;
  const std::uint32_t* end = buckets.list_end + segment * chains.buckets + bucket;
  return {list + (bucket == 0 ? 0 : end[-1]), list + end[0]};
}

/// Calls f(first position, count) for each contiguous run of a bucket in a segment, in order.
template <class Word, class F>
void for_each_run(const Chains& chains, const Buckets<Word>& buckets, std::size_t segment, std::size_t bucket, F&& f) {
  const Word* words = buckets.words + segment * chains.capacity;
  const unsigned bits = chains.chunk_bits;
  const std::span<const std::uint32_t> list = chunks_of(chains, buckets, segment, bucket);
  const std::size_t bytes = sizeof(Word) << bits, ahead = chunks_ahead(bits);
  for (std::size_t k = 0; k < std::min(ahead, list.size()); ++k) prefetch_chunk(words + (std::size_t{list[k]} << bits), bytes);
  std::uint32_t position = chains.first(bucket);
  for (std::size_t k = 0; k + 1 < list.size(); ++k) {
    if (k + ahead < list.size()) prefetch_chunk(words + (std::size_t{list[k + ahead]} << bits), bytes);
    f(position, ((list[k] + 1) << bits) - position);
    position = list[k + 1] << bits;
  }
  f(position, buckets.position[segment * chains.buckets + bucket] - position);
}

/// True if one bucket holds so much that dealing out whole buckets would leave most threads idle.
template <class Word>
bool is_skewed(const Chains& chains, const Buckets<Word>& buckets, unsigned threads) {
  std::size_t heaviest = 0, all = 0;  // in chunks
  for (std::size_t b = 0; threads > 1 && b < chains.buckets; ++b) {
    std::size_t here = 0;
    for (std::size_t s = 0; s < chains.segments; ++s) here += chunks_of(chains, buckets, s, b).size() - 1;
    heaviest = std::max(heaviest, here);
    all += here;
  }
  return heaviest * threads > all / 2 + std::size_t{threads} * 4;
}

}  // namespace wreath::perm::ram
