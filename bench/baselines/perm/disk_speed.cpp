// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/disk_speed.hpp"

#include <algorithm>

#include "core/data/rng.hpp"
#include "core/io/async_io.hpp"
#include "core/run/seconds_of.hpp"

namespace wreath::perm {

namespace {

constexpr unsigned kThreads = 8;
constexpr std::size_t kMemory = std::size_t{32} << 20;
constexpr int kSmallReads = 300;

}  // namespace

double measure_read(const std::string& path) {
  const DirectFile file = DirectFile::for_reading(path);
  const std::uint64_t bytes = disk_floor(file.size());
  HugeArray<std::byte> memory(kMemory);
  AsyncIo io(kThreads);
  const double seconds = seconds_of([&] {
    Transfers transfers;
    for (std::uint64_t at = 0; at < bytes; at += kMemory) {
      const std::size_t count = std::min<std::uint64_t>(kMemory, bytes - at);
      io.read(file, at, memory.span().first(count), count, transfers);
    }
    transfers.wait();
  });
  return static_cast<double>(bytes) / seconds;
}

DiskSpeed measure_disk(const std::string& folder, std::uint64_t bytes, bool with_latency) {
  bytes = std::max<std::uint64_t>(bytes / kMemory, 1) * kMemory;
  const DirectFile file = DirectFile::nameless(folder);
  file.reserve(bytes);
  HugeArray<std::byte> memory(kMemory);
  AsyncIo io(kThreads);
  const auto move_all = [&](bool write) {
    Transfers transfers;  // all pieces at once: the queue keeps the disk busy
    for (std::uint64_t at = 0; at < bytes; at += kMemory) {
      if (write) {
        io.write(file, at, memory.span(), transfers);
      } else {
        io.read(file, at, memory.span(), kMemory, transfers);
      }
    }
    transfers.wait();
  };
  std::fill(memory.begin(), memory.end(), std::byte{1});
  const double amount = static_cast<double>(bytes);
  DiskSpeed speed;
  speed.write = amount / seconds_of([&] { move_all(true); });
  speed.read = amount / seconds_of([&] { move_all(false); });
  if (with_latency) {
    RandomStream random(1, 1);
    speed.latency =
        seconds_of([&] {
          for (int read = 0; read < kSmallReads; ++read)
            file.read_at(random.below64(bytes / kDiskBlock) * kDiskBlock, memory.span().first(kDiskBlock), kDiskBlock);
        }) /
        kSmallReads;
  }
  return speed;
}

}  // namespace wreath::perm
