// SPDX-License-Identifier: MIT
//
// Writing a whole cache line past the cache.
//
// A line that will not be read again soon should neither be fetched before it is overwritten nor evict what is in use. x86
// needs non-temporal stores for that, and a fence before another thread may look. Arm cores detect full-line writes by
// themselves; there `stnp` only keeps a scattered line out of the way, so sequential output uses ordinary stores
// (kStreamSequential), which measured 10-20% faster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace wreath::arrays {

inline constexpr std::size_t kLine = 64;  // bytes per cache line

#if defined(__x86_64__)
inline constexpr bool kStreamSequential = true;
#else
inline constexpr bool kStreamSequential = false;
#endif

/// The bytes of `value` as another type of the same size.
template <class To, class From>
To bits_of(const From& value) {
  static_assert(sizeof(To) == sizeof(From));
  To bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Copies one line from the cache to memory. `to` and `from` are aligned to kLine.
inline void stream_line(void* to, const void* from) {
#if defined(__AVX512F__)
  _mm512_stream_si512(static_cast<__m512i*>(to), _mm512_load_si512(from));
#elif defined(__AVX__)
  const auto* source = static_cast<const __m256i*>(from);
  auto* target = static_cast<__m256i*>(to);
  const __m256i a = _mm256_load_si256(source), b = _mm256_load_si256(source + 1);
  _mm256_stream_si256(target, a);
  _mm256_stream_si256(target + 1, b);
#elif defined(__x86_64__)
  const auto* source = static_cast<const __m128i*>(from);
  auto* target = static_cast<__m128i*>(to);
  for (int k = 0; k < 4; ++k) _mm_stream_si128(target + k, _mm_load_si128(source + k));
#elif defined(__aarch64__)
  asm volatile(
      "ldp q0, q1, [%1]\n\tldp q2, q3, [%1, #32]\n\t"
      "stnp q0, q1, [%0]\n\tstnp q2, q3, [%0, #32]"
      :
      : "r"(to), "r"(from)
      : "v0", "v1", "v2", "v3", "memory");
#else
  std::memcpy(to, from, kLine);
#endif
}

/// The same for a line whose last word is still in a register. A line that is loaded right after its last word was stored waits
/// until that store, and all before it, have left the core: on x86, which keeps stores in order, that cost more than the rest of
/// the partition.
template <class Word>
void stream_line(void* to, const void* from, const Word& last) {
  static_assert(sizeof(Word) == 4 || sizeof(Word) == 8 || sizeof(Word) == 16);
#if defined(__AVX512F__)
  const __m512i words = _mm512_load_si512(from);
  __m512i line;
  if constexpr (sizeof(Word) == 4) {
    line = _mm512_mask_set1_epi32(words, 0x8000, bits_of<int>(last));
  } else if constexpr (sizeof(Word) == 8) {
    line = _mm512_mask_set1_epi64(words, 0x80, bits_of<long long>(last));
  } else {
    line = _mm512_inserti32x4(words, bits_of<__m128i>(last), 3);
  }
  _mm512_stream_si512(static_cast<__m512i*>(to), line);
#elif defined(__x86_64__)
  const auto* source = static_cast<const __m128i*>(from);
  auto* target = static_cast<__m128i*>(to);
  for (int k = 0; k < 3; ++k) _mm_stream_si128(target + k, _mm_load_si128(source + k));
  __m128i end = _mm_load_si128(source + 3);
  if constexpr (sizeof(Word) == 4) {
    end = _mm_unpacklo_epi64(end, _mm_unpacklo_epi32(_mm_unpackhi_epi64(end, end), _mm_cvtsi32_si128(bits_of<int>(last))));
  } else if constexpr (sizeof(Word) == 8) {
    end = _mm_unpacklo_epi64(end, _mm_cvtsi64_si128(bits_of<long long>(last)));
  } else {
    end = bits_of<__m128i>(last);
  }
  _mm_stream_si128(target + 3, end);
#else
  alignas(kLine) std::byte line[kLine];
  std::memcpy(line, from, kLine - sizeof(Word));
  std::memcpy(line + kLine - sizeof(Word), &last, sizeof(Word));
  stream_line(to, line);
#endif
}

/// Makes the streamed lines of this thread visible to the threads it synchronises with afterwards.
inline void stream_fence() {
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

/// Elements before the first line boundary at or after `p`; `count` if there is none, or if elements do not tile lines.
template <class T>
std::size_t elements_to_line(const T* p, std::size_t count) {
  const std::size_t gap = (kLine - reinterpret_cast<std::uintptr_t>(p) % kLine) % kLine;
  if (kLine % sizeof(T) != 0 || gap % sizeof(T) != 0) return count;
  return gap / sizeof(T) < count ? gap / sizeof(T) : count;
}

/// out[k] = next() for k = 0..count-1, in that order, streamed where that pays: a tile of many lines at a time, so that a line is
/// loaded some time after its last store.
template <class T, class Next>
void write_sequence(T* out, std::size_t count, Next&& next) {
  std::size_t k = 0;
  if constexpr (kStreamSequential && kLine % sizeof(T) == 0) {
    constexpr std::size_t kPerLine = kLine / sizeof(T), kTile = 32 * kPerLine;
    const std::size_t head = elements_to_line(out, count);
    for (; k < head; ++k) out[k] = next();
    alignas(kLine) T tile[kTile];
    for (; k + kTile <= count; k += kTile) {
      for (std::size_t j = 0; j < kTile; ++j) tile[j] = next();
      for (std::size_t j = 0; j < kTile; j += kPerLine) stream_line(out + k + j, tile + j);
    }
  }
  for (; k < count; ++k) out[k] = next();
}

/// Asks for `bytes` bytes from `p` on to be brought into the second-level cache.
inline void prefetch_range(const void* p, std::size_t bytes) {
  const auto* c = static_cast<const char*>(p);
  for (std::size_t k = 0; k < bytes; k += kLine) __builtin_prefetch(c + k, 0, 2);
}

}  // namespace wreath::arrays
