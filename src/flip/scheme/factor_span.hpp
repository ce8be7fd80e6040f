// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "wreath/flip/scheme.hpp"

namespace wreath::flip {

/// Linearly independent factors over F2, and which of them sum to others.
class FactorSpan {
 public:
  /// A factor as the sum of `rest` and of members, bit k for member k; the rest is zero if the factor is in the span.
  struct Sum {
    Factor rest = 0;
    std::uint64_t members = 0;
  };
  Sum sum_of(Factor factor) const {
    Sum sum{factor, 0};
    for (const Sum& other : reduced_) {
      if ((sum.rest ^ other.rest) >= sum.rest) continue;
      sum.rest ^= other.rest;
      sum.members ^= other.members;
    }
    return sum;
  }

  /// Makes the factor the next member, unless it is in the span: then false.
  bool add(Factor factor) {
    Sum sum = sum_of(factor);
    if (sum.rest == 0) return false;
    sum.members ^= std::uint64_t{1} << reduced_.size();
    reduced_.push_back(sum);
    return true;
  }

 private:
  std::vector<Sum> reduced_;  // sums of members whose highest bits differ
};

}  // namespace wreath::flip
