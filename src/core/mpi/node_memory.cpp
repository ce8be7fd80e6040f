// SPDX-License-Identifier: MIT
#include "core/mpi/node_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <tuple>
#include <utility>

#include "core/data/huge_page.hpp"
#include "core/parallel/loops.hpp"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25  // Linux 6.1; older headers do not have it
#endif

namespace wreath::mpi {

namespace {

/// Where the other ranks find the file of the first.
struct FileAddress {
  int process = 0;
  int descriptor = -1;
  std::uint64_t device = 0;
  std::uint64_t file = 0;
};

/// Which file that is: a process of this number may be another where the ranks are in different containers.
std::pair<std::uint64_t, std::uint64_t> identity(int descriptor) {
  struct stat about {};
  if (descriptor < 0 || fstat(descriptor, &about) != 0) return {};
  return {about.st_dev, about.st_ino};
}

int make_file(std::size_t bytes) {
  const int descriptor = memfd_create("wreath", MFD_CLOEXEC);
  if (descriptor >= 0 && ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

}  // namespace

std::optional<NodeMemory> NodeMemory::share(Communicator& ranks, std::size_t bytes, unsigned threads) {
  bytes = std::max(round_up_to_huge_page(bytes), kHugePage);
  FileAddress place{static_cast<int>(getpid()), ranks.rank() == 0 ? make_file(bytes) : -1};
  std::tie(place.device, place.file) = identity(place.descriptor);
  place = all_of(ranks, place)[0];
  int descriptor = place.descriptor;
  if (ranks.rank() != 0 && descriptor >= 0) {
    descriptor = open(fmt::format("/proc/{}/fd/{}", place.process, place.descriptor).c_str(), O_RDWR | O_CLOEXEC);
  }
  NodeMemory memory;
  const bool same = identity(descriptor) == std::pair(place.device, place.file);
  const bool mapped = descriptor >= 0 && same && memory.map(descriptor, bytes);
  const bool failed = any_of(ranks, !mapped);  // rank 0 must not close its file before all have opened it
  if (descriptor >= 0) close(descriptor);
  if (failed) return std::nullopt;
  memory.take_pages(ranks.rank(), ranks.size(), threads);
  memory.huge_pages_ = !any_of(ranks, !memory.huge_pages_);
  return memory;
}

bool NodeMemory::map(int descriptor, std::size_t bytes) {
  void* reserved = reserve_huge_pages(bytes);
  if (reserved == MAP_FAILED) return false;
  void* start = mmap(reserved, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0);
  if (start == MAP_FAILED) {
    munmap(reserved, bytes);
    return false;
  }
  data_ = static_cast<std::byte*>(start);
  size_ = bytes;
  return true;
}

void NodeMemory::take_pages(int part, int parts, unsigned threads) {
  madvise(data_, size_, MADV_HUGEPAGE);
  const Range mine = piece_of(size_, static_cast<std::size_t>(part), static_cast<std::size_t>(parts), kHugePage);
  std::atomic<bool> huge{true};
  parallel_tasks(mine.size() / kHugePage, threads, [&](std::size_t page) {
    std::byte* start = data_ + mine.begin + page * kHugePage;
    *reinterpret_cast<volatile unsigned char*>(start) = 0;  // as it was, but touched
    if (huge && madvise(start, kHugePage, MADV_COLLAPSE) != 0) huge = false;
  });
  huge_pages_ = huge;
}

NodeMemory::NodeMemory(NodeMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), huge_pages_(other.huge_pages_) {}

NodeMemory& NodeMemory::operator=(NodeMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(huge_pages_, other.huge_pages_);
  return *this;
}

NodeMemory::~NodeMemory() {
  if (data_ != nullptr) munmap(data_, size_);
}

std::uint64_t private_memory() noexcept {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long long all = 0;
  unsigned long long resident = 0;
  unsigned long long shared = 0;
  const int read = std::fscanf(file, "%llu %llu %llu", &all, &resident, &shared);
  std::fclose(file);
  return read == 3 && resident > shared ? (resident - shared) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace wreath::mpi
