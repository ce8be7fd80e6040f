// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "semigroup/count_peers.hpp"
#include "semigroup/green/green_structure.hpp"
#include "wreath/run.hpp"

namespace wreath::semigroup {

/// The orbits of kernels and images, as a rank that helps another has them (semigroup/count_peers.hpp). An error while they are
/// found, or too little memory, is kept: such a rank counts nothing.
class OrbitShare {
 public:
  OrbitShare(Generators generators, bool pairs, unsigned threads, RunControl* run);

  /// Counts jobs first, first + step, ...; false if it cannot.
  bool count(std::span<TransversalJob> jobs, std::size_t first, std::size_t step);

 private:
  void find_orbits(bool pairs);

  RunControl own_;
  RunControl& run_;
  Generators generators_;
  unsigned threads_;
  std::unique_ptr<Sides> sides_;
  std::unique_ptr<SideOrbit> left_;
  std::unique_ptr<SideOrbit> right_;
  std::vector<std::unique_ptr<IdempotentSearch>> searches_;
  bool ready_ = false;
};

}  // namespace wreath::semigroup
