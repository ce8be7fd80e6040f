// SPDX-License-Identifier: MIT
//
// Memory: the part of a process, what was promised and not touched, and its end.
//
// A large array is a promise of the kernel: its pages are counted as held only when they are first written. Whoever asks in
// between how much memory is left would learn that the array's share is free, and take it a second time. So large arrays are
// noted here, and what they have not touched counts as taken (RunControl::memory_left, available_memory). Asking costs a look at
// the page tables of the arrays that are not wholly touched, some microseconds per gigabyte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "wreath/run.hpp"

namespace wreath {

/// The memory that may be used is full, of the host or of a GPU: a search stops there and returns what it has. Other resources
/// that give out, such as a disk, are errors.
class MemoryError : public ResourceError {
 public:
  using ResourceError::ResourceError;
};

/// Until it goes out of scope should_stop() does not stop that run for lack of memory: for an engine that asks memory_left()
/// before each batch, and continues in another form or requests the stop itself when little is left. Otherwise a batch that takes
/// more than was expected would end a run that could continue in less.
class OwnMemory {
 public:
  explicit OwnMemory(RunControl& run);
  ~OwnMemory();
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

 private:
  RunControl& run_;
};

/// How many processes of this machine, this one included, work together and should each take a part of it; 1 at first.
void share_machine(unsigned processes) noexcept;
/// This process's part of the memory that can still be taken.
std::uint64_t fair_memory();

/// The least limit of memory, in MiB, that leaves this process `bytes` bytes beside what it holds now.
std::uint64_t limit_that_leaves(std::uint64_t bytes);

/// For messages: "12.0 MiB is available", or that nothing is.
std::string left_to_use(std::uint64_t bytes);
/// For messages: "inverting x.npy needs 20.0 MiB of memory and 12.0 MiB is available".
std::string lack_of_memory(std::uint64_t bytes, std::uint64_t left, const std::string& doing);
/// What to do about a limit that leaves less than `bytes` bytes.
std::string more_memory(std::uint64_t bytes, unsigned threads);
/// Throws ResourceError if the run may not take `bytes` bytes; a null run sets no limits.
void require_memory(std::uint64_t bytes, const RunControl* run, const std::string& doing);

/// Notes whole pages from `start` on, which are mapped and will be written. Small ones are ignored.
void note_reservation(void* start, std::size_t bytes);
/// To be called before the pages are given back; nothing where they were not noted.
void drop_reservation(void* start) noexcept;
/// How many of the bytes noted have not been touched.
std::uint64_t untouched_reservations() noexcept;

}  // namespace wreath
