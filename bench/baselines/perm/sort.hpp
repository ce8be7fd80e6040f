// SPDX-License-Identifier: MIT
#pragma once

#include "perm/disk/job.hpp"

namespace wreath::perm::disk {

/// Algorithm 1 and its like: pairs are sorted on disk, within the given memory. y is null for the inverse.
/// Scratch files of the first sort and of the second, which only the product has.
struct SortFiles {
  std::span<const DirectFile> first;
  std::span<const DirectFile> second;
};
Outcome sort_on_disk(Operation operation, const DiskMap& x, const DiskMap* y, std::uint64_t memory, const Job& job,
                     const SortFiles& scratch, const Target& z);
/// Scratch space that it takes, in bytes.
std::uint64_t sort_space(Operation operation, const Task& task);

}  // namespace wreath::perm::disk
