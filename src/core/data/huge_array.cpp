// SPDX-License-Identifier: MIT
#include "core/data/huge_array.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdint>

#include "core/data/huge_page.hpp"
#include "core/run/machine.hpp"
#include "core/run/memory.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath {

// Maps one huge page too many and gives the ends back.
void* reserve_huge_pages(std::size_t bytes) noexcept {
  void* mapped = mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return MAP_FAILED;
  const auto address = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t before = round_up_to_huge_page(address) - address;
  char* start = static_cast<char*>(mapped) + before;
  if (before != 0) munmap(mapped, before);
  munmap(start + bytes, kHugePage - before);
  return start;
}

void advise_huge_pages(void* memory, std::size_t bytes) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t last = (begin + bytes) / kHugePage * kHugePage;
  if (first < last) madvise(static_cast<char*>(memory) + (first - begin), last - first, MADV_HUGEPAGE);
}

namespace detail {

void* allocate_huge(std::size_t count, std::size_t item_bytes) {
  if (count == 0) return nullptr;
  std::size_t bytes = 0;
  const bool too_large = __builtin_mul_overflow(count, item_bytes, &bytes);
  if (too_large || bytes > available_memory()) {
    throw MemoryError(fmt::format("not enough memory: an array of {} items of {} bytes is needed, but only {} is free", count,
                                  item_bytes, format_bytes(available_memory())));
  }
  const std::size_t length = round_up_to_huge_page(bytes);
  void* start = reserve_huge_pages(length);
  if (start == MAP_FAILED) throw MemoryError(fmt::format("not enough memory for an array of {}", format_bytes(bytes)));
  if (bytes >= kHugePage) madvise(start, length, MADV_HUGEPAGE);  // a small array would take a whole one at the first touch
  note_reservation(start, bytes);
  return start;
}

void free_huge(void* memory, std::size_t bytes) noexcept {
  if (memory == nullptr) return;
  drop_reservation(memory);
  munmap(memory, round_up_to_huge_page(bytes));
}

}  // namespace detail

}  // namespace wreath
