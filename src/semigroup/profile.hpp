// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "semigroup/backend.hpp"

namespace wreath::semigroup {

/// What became of the products of one length of words.
struct ProfileLevel {
  std::uint64_t products = 0;
  std::uint64_t duplicates = 0;  // equal to an earlier product of the same length
  std::uint64_t fresh = 0;       // new elements
};

struct ProfileReport {
  bool complete = false;
  std::uint64_t size = 0;
  std::vector<ProfileLevel> levels;  // products of length 1, 2, ...; the last found nothing new
  std::uint64_t comparisons = 0;
  // seconds
  double compose = 0;
  double hash = 0;
  double look_up = 0;
  double compare = 0;
  double store = 0;
  double total = 0;
};

/// Enumerates with whole rows on one thread, each step over many products before the next begins, so that they can be timed
/// apart. Stops when `run` says so. `hash_mask` keeps only some bits of hashes, for tests.
ProfileReport profile(const Generators& generators, RunControl& run, std::uint64_t hash_mask = ~std::uint64_t{0});

}  // namespace wreath::semigroup
