// SPDX-License-Identifier: MIT
//
// What machine this is: for run records, for `wreath doctor`, and for choosing block sizes. Read from /proc and /sys; what
// cannot be read is 0 or "unknown", never an error.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wreath {

struct Cache {
  unsigned level = 0;
  std::uint64_t bytes = 0;
  unsigned line = 0;
  unsigned shared_by = 1;  // cores
};

struct Hardware {
  std::string cpu;
  std::string architecture;
  std::string system;  // "Debian GNU/Linux 12 (bookworm)"
  std::string kernel;
  unsigned cores = 1;         // those this process may use
  std::vector<Cache> caches;  // data caches, level 1 first
  std::uint64_t memory = 0;
  std::string huge_pages;  // always, madvise, never, unknown

  /// The data cache of that level, or the largest below it.
  std::uint64_t cache_bytes(unsigned level) const;
};

const Hardware& this_machine();

/// Bytes that can still be taken without swapping: what the kernel calls available, or less under a cgroup limit.
std::uint64_t available_memory();
/// Bytes this process holds now.
std::uint64_t resident_memory() noexcept;
/// The most it ever held.
std::uint64_t peak_resident_memory() noexcept;

/// The instructions for which the code that computes was compiled: a level of x86-64, or the name of another architecture.
const char* code_level() noexcept;
/// Throws InputError if the environment variable WREATH_LEVEL asks for other instructions.
void require_wanted_level();

}  // namespace wreath
