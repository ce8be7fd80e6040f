// SPDX-License-Identifier: MIT
//
// Memory that the ranks of one machine share, on huge pages.
//
// A file in memory without a name (memfd) that one rank makes and the others open through /proc: nothing is left behind however a
// run ends, and the size of /dev/shm, which containers keep small, does not matter. Most kernels are set to give shared memory
// small pages only, on which random access takes twice as long (docs/measured/perm.md); but since Linux 6.1 a process may ask for
// a huge page by name (MADV_COLLAPSE), whatever the setting. Each rank touches one byte in each huge page of its share and then
// asks, so that nothing but zeros need be copied. If the kernel refuses, the memory has small pages and still works.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/mpi/communicator.hpp"

namespace wreath::mpi {

class NodeMemory {
 public:
  /// Collective, for ranks that are all on one machine. Nothing where they cannot share memory: containers of their own, say.
  static std::optional<NodeMemory> share(Communicator& ranks, std::size_t bytes, unsigned threads);

  NodeMemory(NodeMemory&& other) noexcept;
  NodeMemory& operator=(NodeMemory&& other) noexcept;
  ~NodeMemory();

  /// Zeros at first.
  std::span<std::byte> bytes() const noexcept { return {data_, size_}; }
  bool huge_pages() const noexcept { return huge_pages_; }

 private:
  NodeMemory() = default;
  bool map(int descriptor, std::size_t bytes);
  void take_pages(int part, int parts, unsigned threads);

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  bool huge_pages_ = true;
};

/// What this process holds of memory that it does not share with another.
std::uint64_t private_memory() noexcept;

}  // namespace wreath::mpi
