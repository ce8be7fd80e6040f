// SPDX-License-Identifier: MIT
//
// Memory that was taken from the system and not touched yet.
//
// A large array is a promise of the kernel: its pages are counted as held only when they are first written. Whoever asks in
// between how much memory is left would be told that the array's share is free, and take it a second time. So large arrays are
// noted here, and what they have not touched counts as taken (RunControl::memory_left, available_memory).
//
// Cost: asking costs a look at the page tables of the arrays that are not wholly touched, some microseconds per gigabyte.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wreath {

/// Notes whole pages from `start` on, which are mapped and will be written. Small ones are ignored.
void note_reservation(void* start, std::size_t bytes);
/// To be called before the pages are given back; nothing where they were not noted.
void drop_reservation(void* start) noexcept;
/// How many of the bytes noted have not been touched.
std::uint64_t untouched_reservations() noexcept;

}  // namespace wreath
