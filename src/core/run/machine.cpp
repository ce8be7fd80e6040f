// SPDX-License-Identifier: MIT
#include "core/run/machine.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sched.h>
#include <sstream>
#include <string_view>

#include "core/run/memory.hpp"
#include "wreath/run.hpp"

namespace wreath {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The value of "key : value" or "key=value" in a file of such lines.
std::string value_of(const std::string& path, const std::string& key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find(separator);
    if (at == std::string::npos || line.compare(0, key.size(), key) != 0) continue;
    if (line.find_first_not_of(" \t", key.size()) != at) continue;
    const auto from = line.find_first_not_of(" \t\"", at + 1);
    if (from == std::string::npos) return {};
    return line.substr(from, line.find_last_not_of(" \t\"") - from + 1);
  }
  return {};
}

// aarch64 kernels tell a part number and no name.
std::string arm_cpu_name() {
  struct Part {
    const char* implementer;
    const char* part;
    const char* name;
  };
  static constexpr std::array<Part, 10> kParts{{{"0x41", "0xd0c", "Neoverse-N1"},
                                                {"0x41", "0xd40", "Neoverse-V1"},
                                                {"0x41", "0xd49", "Neoverse-N2"},
                                                {"0x41", "0xd4f", "Neoverse-V2"},
                                                {"0x41", "0xd8e", "Neoverse-N3"},
                                                {"0x41", "0xd84", "Neoverse-V3"},
                                                {"0x41", "0xd08", "Cortex-A72"},
                                                {"0x41", "0xd0b", "Cortex-A76"},
                                                {"0xc0", "0xac3", "Ampere-1"},
                                                {"0xc0", "0xac4", "Ampere-1A"}}};
  const std::string implementer = value_of("/proc/cpuinfo", "CPU implementer", ':');
  const std::string part = value_of("/proc/cpuinfo", "CPU part", ':');
  for (const Part& known : kParts) {
    if (implementer == known.implementer && part == known.part) return known.name;
  }
  return part.empty() ? "unknown" : "ARM implementer " + implementer + " part " + part;
}

std::uint64_t parse_kibibytes(const std::string& text) {
  std::istringstream in(text);
  std::uint64_t number = 0;
  char unit = 0;
  in >> number >> unit;
  return unit == 'M' ? number << 20 : unit == 'G' ? number << 30 : number << 10;
}

unsigned count_cpu_list(const std::string& list) {  // "0-3,8-11"
  unsigned count = 0;
  std::istringstream in(list);
  for (std::string range; std::getline(in, range, ',');) {
    unsigned first = 0;
    unsigned last = 0;
    const int read = std::sscanf(range.c_str(), "%u-%u", &first, &last);
    if (read >= 1) count += read == 2 && last >= first ? last - first + 1 : 1;
  }
  return std::max(1U, count);
}

std::vector<Cache> read_caches() {
  std::vector<Cache> caches;
  for (unsigned index = 0;; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    const std::string level = first_line(folder + "level");
    if (level.empty()) break;
    if (first_line(folder + "type") == "Instruction") continue;
    Cache cache;
    cache.level = static_cast<unsigned>(level[0] - '0');
    cache.bytes = parse_kibibytes(first_line(folder + "size"));
    const std::string line = first_line(folder + "coherency_line_size");
    cache.line = line.empty() ? 64 : static_cast<unsigned>(std::strtoul(line.c_str(), nullptr, 10));
    cache.shared_by = count_cpu_list(first_line(folder + "shared_cpu_list"));
    caches.push_back(cache);
  }
  std::sort(caches.begin(), caches.end(), [](const Cache& a, const Cache& b) { return a.level < b.level; });
  return caches;
}

std::uint64_t parse_number(const std::string& text) {
  return std::strtoull(text.c_str(), nullptr, 10);
}

/// The number on the line "key number".
std::uint64_t number_after(const std::string& path, const std::string& key) {
  std::ifstream file(path);
  std::string word;
  std::uint64_t number = 0;
  while (file >> word >> number) {
    if (word == key) return number;
  }
  return 0;
}

/// What a container may still take. Files that the kernel keeps in memory count as used there, but can be dropped at any time.
std::optional<std::uint64_t> cgroup_memory_left() {
  const std::string limit = first_line("/sys/fs/cgroup/memory.max");
  const std::string used = first_line("/sys/fs/cgroup/memory.current");
  if (limit.empty() || used.empty() || limit == "max") return std::nullopt;
  std::uint64_t droppable = 0;
  for (const char* kind : {"inactive_file", "active_file", "slab_reclaimable"}) {
    droppable += number_after("/sys/fs/cgroup/memory.stat", kind);
  }
  const std::uint64_t held = parse_number(used) - std::min(parse_number(used), droppable);
  return parse_number(limit) > held ? parse_number(limit) - held : 0;
}

/// The cores that a container's quota pays for: "200000 100000" are two.
std::optional<unsigned> cgroup_cores() {
  std::istringstream line(first_line("/sys/fs/cgroup/cpu.max"));
  double quota = 0;
  double period = 0;
  if (!(line >> quota >> period) || period <= 0) return std::nullopt;
  return static_cast<unsigned>(std::max(1.0, quota / period + 0.5));
}

unsigned usable_cores() {
  cpu_set_t set;
  unsigned cores = static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  if (sched_getaffinity(0, sizeof set, &set) == 0) cores = static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  return std::min(cores, cgroup_cores().value_or(cores));
}

std::string chosen_in_brackets(const std::string& line) {
  const auto open = line.find('[');
  const auto close = line.find(']');
  return open == std::string::npos || close == std::string::npos ? "unknown" : line.substr(open + 1, close - open - 1);
}

Hardware read_machine() {
  Hardware machine;
  utsname names{};
  if (uname(&names) == 0) {
    machine.architecture = names.machine;
    machine.kernel = names.release;
  }
  machine.cpu = value_of("/proc/cpuinfo", "model name", ':');
  if (machine.cpu.empty()) machine.cpu = arm_cpu_name();
  machine.system = value_of("/etc/os-release", "PRETTY_NAME", '=');
  machine.cores = usable_cores();
  machine.caches = read_caches();
  machine.memory = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  machine.huge_pages = chosen_in_brackets(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
  return machine;
}

}  // namespace

std::uint64_t Hardware::cache_bytes(unsigned level) const {
  std::uint64_t bytes = 0;
  for (const Cache& cache : caches) {
    if (cache.level <= level) bytes = cache.bytes;
  }
  return bytes;
}

const Hardware& this_machine() {
  static const Hardware machine = read_machine();
  return machine;
}

std::uint64_t available_memory() {
  std::uint64_t free = parse_kibibytes(value_of("/proc/meminfo", "MemAvailable", ':'));
  if (free == 0) free = this_machine().memory;
  free = std::min(free, cgroup_memory_left().value_or(free));
  return free - std::min(free, untouched_reservations());
}

std::uint64_t resident_memory() noexcept {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t peak_resident_memory() noexcept {
  rusage usage{};
  return getrusage(RUSAGE_SELF, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_maxrss) * 1024 : 0;
}

void require_wanted_level() {
  const char* wanted = std::getenv("WREATH_LEVEL");
  if (wanted == nullptr || *wanted == '\0' || std::string_view(wanted) == code_level()) return;
  throw InputError(
      fmt::format("WREATH_LEVEL is '{}', and this processor runs code for {} here; unset it, or ask for x86-64 or x86-64-v3 of a "
                  "package for x86-64",
                  wanted, code_level()));
}

}  // namespace wreath
