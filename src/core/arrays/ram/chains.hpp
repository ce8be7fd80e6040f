// SPDX-License-Identifier: MIT
//
// Buckets as chains of chunks: where a partition puts its words.
//
// Each segment of x (one per thread) has a pool of chunks of 2^chunk_bits words, taken in turn; a bucket is a chain of them. So
// no pass has to count the buckets beforehand, any skew fits, and the chunks that are open lie together in a few huge pages.
// Buckets start at different lines of their first chunk, so that they do not all fall into the same cache sets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/arrays/ram/move.hpp"
#include "core/arrays/ram/stream.hpp"

namespace wreath::arrays {

/// The plan's block_bits, brought into their range and raised where there would be millions of buckets.
unsigned effective_block_bits(const RamPlan& plan, std::size_t n_target);

/// Where the elements of each bucket lie in the scratch space: segment by segment a pool of chunks, and in it a chain per
/// bucket. Positions are 32-bit, relative to the segment's pool.
class Chains {
 public:
  Chains(const RamPlan& plan, std::size_t n_source, std::size_t n_target, std::size_t narrowest);

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
        next(carver.take<std::uint32_t>(chains.segments * chains.chunks)),
        position(carver.take<std::uint32_t>(chains.segments * chains.buckets)),
        line_buffers(write_combine ? carver.take<std::byte>(chains.segments * chains.buckets * kLine) : nullptr) {}

  Word* words;              // [segment][position]
  std::uint32_t* next;      // [segment][chunk]: the chunk that continues it
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
  static constexpr std::uint32_t kMostNote = (1U << kNoteBits) - 1;

  /// `notes` has room for one per bucket, where there are notes and no lines to hold them.
  Appender(const Chains& chains, const Buckets<Word>& buckets, std::size_t segment, std::uint32_t* notes = nullptr,
           std::uint32_t first_note = 0)
      : words_(buckets.words + segment * chains.capacity),
        next_(buckets.next + segment * chains.chunks),
        position_(buckets.position + segment * chains.buckets),
        notes_(notes),
        lines_(kCombine ? buckets.line_buffers + segment * chains.buckets * kLine : nullptr),
        buckets_(chains.buckets),
        chunk_bits_(chains.chunk_bits),
        chunk_mask_((std::uint32_t{1} << chains.chunk_bits) - 1),
        used_(static_cast<std::uint32_t>(chains.buckets)) {
    for (std::size_t b = 0; b < buckets_; ++b) {
      position_[b] = chains.first(b);
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
      position_[bucket] = in_chunk(at + 1);
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

  /// After the last word: writes what the lines still hold, and notes where each bucket ends.
  void finish() {
    if constexpr (kCombine) {
      for (std::size_t b = 0; b < buckets_; ++b) {
        const std::uint32_t held = state(b) & kHeld;
        std::memcpy(static_cast<void*>(words_ + position_[b]), line(b), held * sizeof(Word));
        position_[b] += held;
      }
      stream_fence();
    }
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
    position_[bucket] = in_chunk(at + kPerLine);
    return state & ~kHeld;
  }

  /// `at`, or, where a chunk ends there, the begin of a new one.
  std::uint32_t in_chunk(std::uint32_t at) {
    if ((at & chunk_mask_) != 0) [[likely]]
      return at;
    next_[(at >> chunk_bits_) - 1] = used_;
    return used_++ << chunk_bits_;
  }

  Word* words_;
  std::uint32_t* next_;
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

/// Calls f(first position, count) for each contiguous run of a bucket in a segment, in order.
template <class Word, class F>
void for_each_run(const Chains& chains, const Buckets<Word>& buckets, std::size_t segment, std::size_t bucket, F&& f) {
  const Word* words = buckets.words + segment * chains.capacity;
  const std::uint32_t* next = buckets.next + segment * chains.chunks;
  const std::uint32_t end = buckets.position[segment * chains.buckets + bucket];
  const unsigned bits = chains.chunk_bits;
  std::uint32_t position = chains.first(bucket);
  while ((position >> bits) != (end >> bits)) {
    const std::uint32_t after = next[position >> bits] << bits;
    prefetch_range(words + after, 4 * kLine);
    f(position, (((position >> bits) + 1) << bits) - position);
    position = after;
  }
  f(position, end - position);
}

/// True if one bucket holds so much that dealing out whole buckets would leave most threads idle. `next` and `position` are those
/// of the buckets.
bool is_skewed(const Chains& chains, const std::uint32_t* next, const std::uint32_t* position, unsigned threads);

}  // namespace wreath::arrays
