// SPDX-License-Identifier: MIT
#include "core/data/growing_array.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "core/data/huge_page.hpp"
#include "core/run/machine.hpp"
#include "core/run/memory.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::detail {

namespace {
constexpr std::size_t kPage = std::size_t{1} << 16;
// Up to here the heap: a mapping takes microseconds to make and to remove, and a fault for each of its pages.
constexpr std::size_t kSmall = std::size_t{1} << 17;
constexpr std::size_t kLine = 64;
}  // namespace

std::size_t mapping_bytes(std::size_t bytes) {
  const std::size_t grain = bytes >= kHugePage ? kHugePage : bytes > kSmall ? kPage : kLine;
  return (bytes + grain - 1) / grain * grain;
}

namespace {

/// Memory of `bytes` bytes, with those of the old one first and zeros behind them.
void* grow_on_heap(void* old, std::size_t old_bytes, std::size_t bytes) {
  void* memory = std::aligned_alloc(kLine, bytes);
  if (memory == nullptr) throw MemoryError(fmt::format("not enough memory for an array of {}", format_bytes(bytes)));
  if (old_bytes != 0) std::memcpy(memory, old, old_bytes);
  std::memset(static_cast<char*>(memory) + old_bytes, 0, bytes - old_bytes);
  std::free(old);
  return memory;
}

}  // namespace

// A large mapping begins on a huge-page boundary and moves to another such: then its huge pages move whole.
void* grow_mapping(void* old, std::size_t old_bytes, std::size_t bytes) {
  if (bytes <= kSmall) return grow_on_heap(old, old_bytes, bytes);
  if (bytes - old_bytes > (std::size_t{1} << 24) && bytes - old_bytes > available_memory()) {
    throw MemoryError(fmt::format("not enough memory: an array must grow to {}, but only {} is free", format_bytes(bytes),
                                  format_bytes(available_memory())));
  }
  void* mapped = bytes >= kHugePage
                     ? reserve_huge_pages(bytes)
                     : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped != MAP_FAILED && bytes >= kHugePage) madvise(mapped, bytes, MADV_HUGEPAGE);
  if (mapped != MAP_FAILED && old != nullptr && old_bytes <= kSmall) {
    std::memcpy(mapped, old, old_bytes);
    std::free(old);
  } else if (mapped != MAP_FAILED && old != nullptr) {
    void* target = mapped;
    mapped = mremap(old, old_bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, target);
    if (mapped == MAP_FAILED) {
      munmap(target, bytes);
    } else if (bytes >= kHugePage) {
      madvise(mapped, bytes, MADV_HUGEPAGE);
    }
  }
  if (mapped == MAP_FAILED) throw MemoryError(fmt::format("not enough memory for an array of {}", format_bytes(bytes)));
  return mapped;
}

void free_mapping(void* memory, std::size_t bytes) noexcept {
  if (bytes <= kSmall) {
    std::free(memory);
  } else {
    munmap(memory, bytes);
  }
}

}  // namespace wreath::detail
