// SPDX-License-Identifier: MIT
//
// A basis of factors in which those of two schemes have few coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "wreath/flip/search.hpp"

namespace wreath::flip {

class FactorBasis {
 public:
  /// The matrices with a single one.
  static FactorBasis of_entries(unsigned bits);
  /// From the factors, the most frequent first; spans what they span.
  static FactorBasis of_frequent(const std::vector<Factor>& factors);

  /// Exchanges members for factors of the list as long as that lowers the number of coordinates of them all, or until the run is
  /// to stop.
  void improve(const std::vector<Factor>& factors, RunControl& run);

  const std::vector<Factor>& members() const { return members_; }
  /// The members that sum to the factor. Throws InternalError if it is not in their span.
  std::vector<Factor> parts_of(Factor factor) const;

  static std::size_t rank_of(std::vector<Factor> factors);

 private:
  explicit FactorBasis(std::vector<Factor> members) : members_(std::move(members)) {}
  std::uint64_t coordinates_of(Factor factor) const;  // bit k: member k

  std::vector<Factor> members_;
};

}  // namespace wreath::flip
