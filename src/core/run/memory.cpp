// SPDX-License-Identifier: MIT
#include "core/run/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "core/parallel/loops.hpp"
#include "core/run/machine.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"

namespace wreath {

namespace {

constexpr std::size_t kWorthNoting = std::size_t{1} << 20;

/// The arrays that were noted; those that are known to be wholly touched have no bytes.
struct Reservations {
  std::mutex mutex;
  std::map<void*, std::size_t> bytes;
};

Reservations& reservations() {
  static auto* all = new Reservations;  // never destroyed: arrays may outlive all that is static
  return *all;
}

std::size_t untouched_bytes(char* start, std::size_t bytes) noexcept {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::array<unsigned char, std::size_t{1} << 14> present{};
  std::size_t untouched = 0;
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t pages = std::min(present.size(), (bytes - done + page - 1) / page);
    if (mincore(start + done, pages * page, present.data()) != 0) return untouched;
    untouched +=
        page * static_cast<std::size_t>(std::count_if(present.begin(), present.begin() + static_cast<std::ptrdiff_t>(pages),
                                                      [](unsigned char state) { return (state & 1) == 0; }));
    done += pages * page;
  }
  return untouched;
}

}  // namespace

void note_reservation(void* start, std::size_t bytes) {
  if (bytes < kWorthNoting) return;
  Reservations& all = reservations();
  const std::lock_guard lock(all.mutex);
  all.bytes[start] = bytes;
}

void drop_reservation(void* start) noexcept {
  Reservations& all = reservations();
  const std::lock_guard lock(all.mutex);
  all.bytes.erase(start);
}

std::uint64_t untouched_reservations() noexcept {
  Reservations& all = reservations();
  const std::lock_guard lock(all.mutex);
  std::uint64_t sum = 0;
  for (auto& [start, bytes] : all.bytes) {
    const std::size_t untouched = bytes == 0 ? 0 : untouched_bytes(static_cast<char*>(start), bytes);
    if (untouched == 0) bytes = 0;
    sum += untouched;
  }
  return sum;
}

std::uint64_t limit_that_leaves(std::uint64_t bytes) {
  constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
  RunControl probe;
  std::uint64_t limit = (bytes + resident_memory()) / kMebi * kMebi;
  do {
    limit += kMebi;
    probe.limit_memory(limit);
  } while (probe.memory_left() < bytes);
  return limit / kMebi;
}

std::string left_to_use(std::uint64_t bytes) {
  if (bytes != 0) return format_bytes(bytes) + " is available";
  return fmt::format("none is available beside the {} that the program holds", format_bytes(resident_memory()));
}

std::string lack_of_memory(std::uint64_t bytes, std::uint64_t left, const std::string& doing) {
  return fmt::format("{} needs {} of memory and {}", doing, format_bytes(bytes), left_to_use(left));
}

std::string more_memory(std::uint64_t bytes, unsigned threads) {
  constexpr std::uint64_t kDrift = std::uint64_t{2} << 20;      // what a process holds at the start differs from run to run
  constexpr std::uint64_t kOfAThread = std::uint64_t{1} << 17;  // its stack and its heap
  const std::uint64_t limit = limit_that_leaves(bytes + kDrift + resolve_threads(threads) * kOfAThread);
  const bool fits = limit <= (available_memory() + resident_memory()) >> 20;
  return fmt::format("give at least {}{}", option("memory", fmt::format("{}M", limit)), fits ? "" : ", on a larger machine");
}

void require_memory(std::uint64_t bytes, const RunControl* run, const std::string& doing) {
  if (run == nullptr) return;
  const std::uint64_t left = run->memory_left();
  if (bytes <= left) return;
  const std::string lack = lack_of_memory(bytes, left, doing);
  if (!run->limits_memory()) throw ResourceError(lack + "; use a larger machine");
  throw ResourceError(fmt::format("{}; {}", lack, more_memory(bytes, 0)));
}

}  // namespace wreath
