// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "semigroup/count_peers.hpp"
#include "semigroup/green/side.hpp"
#include "wreath/run.hpp"

namespace wreath::semigroup {

/// The sides of elements, as a rank that helps another has them (semigroup/count_peers.hpp). An error, or too little memory, is
/// kept: such a rank counts nothing.
class OrbitShare {
 public:
  OrbitShare(Generators generators, bool pairs, unsigned threads, RunControl* run);

  /// Counts jobs first, first + step, ...; false if it cannot.
  bool count(std::span<IdempotentJob> jobs, std::span<const std::byte> values, std::size_t first, std::size_t step);

 private:
  void count_own(std::span<IdempotentJob> jobs, std::span<const std::byte> values, std::size_t first, std::size_t step);
  template <class Work>
  void unless_failed(const Work& work);

  RunControl own_;
  RunControl& run_;
  Generators generators_;
  unsigned threads_;
  std::unique_ptr<Sides> sides_;
  bool ready_ = true;
};

}  // namespace wreath::semigroup
