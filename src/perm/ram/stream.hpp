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

namespace wreath::perm::ram {

inline constexpr std::size_t kLine = 64;  // bytes per cache line

#if defined(__x86_64__)
inline constexpr bool kStreamSequential = true;
#else
inline constexpr bool kStreamSequential = false;
#endif

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

/// out[k] = next() for k = 0..count-1, in that order, streamed a line at a time where that pays.
template <class T, class Next>
void write_sequence(T* out, std::size_t count, Next&& next) {
  std::size_t k = 0;
  if constexpr (kStreamSequential && kLine % sizeof(T) == 0) {
    constexpr std::size_t kPerLine = kLine / sizeof(T);
    const std::size_t head = elements_to_line(out, count);
    for (; k < head; ++k) out[k] = next();
    for (; k + kPerLine <= count; k += kPerLine) {
      alignas(kLine) T line[kPerLine];
      for (std::size_t j = 0; j < kPerLine; ++j) line[j] = next();
      stream_line(out + k, line);
    }
  }
  for (; k < count; ++k) out[k] = next();
}

/// Asks for `bytes` bytes from `p` on to be brought into the second-level cache.
inline void prefetch_range(const void* p, std::size_t bytes) {
  const auto* c = static_cast<const char*>(p);
  for (std::size_t k = 0; k < bytes; k += kLine) __builtin_prefetch(c + k, 0, 2);
}

}  // namespace wreath::perm::ram
