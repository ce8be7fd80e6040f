// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "semigroup/backend.hpp"

namespace wreath::semigroup {

struct DiskSetup {
  std::vector<std::filesystem::path> scratch = {};  // folders; none: the system's
  std::uint64_t memory = 0;                         // bytes that may be held
  unsigned threads = 0;
  bool results = true;                                 // whether calls will ask for results, for which memory is set aside
  std::uint64_t fingerprint_mask = ~std::uint64_t{0};  // tests make fingerprints collide
};

/// A backend that keeps rows of the tracked points in scratch files. For other kinds than transformations, `tracked` is the
/// identity and rows hold its numbers. Throws ResourceError if the memory does not hold a few rows, InputError where the folder
/// cannot be used. Generators must live as long.
std::unique_ptr<Backend> make_disk_backend(const Generators& generators, std::span<const Point> tracked, const DiskSetup& setup);

}  // namespace wreath::semigroup
