// SPDX-License-Identifier: MIT
#include "flip/path_basis.hpp"

#include <algorithm>
#include <map>

#include "flip/path_steps.hpp"

namespace wreath::flip {

FactorBasis FactorBasis::of_entries(unsigned bits) {
  std::vector<Factor> members;
  for (unsigned k = 0; k < bits; ++k) members.push_back(Factor{1} << k);
  return FactorBasis(std::move(members));
}

FactorBasis FactorBasis::of_frequent(const std::vector<Factor>& factors) {
  std::map<Factor, std::size_t> count;
  for (const Factor factor : factors) ++count[factor];
  std::vector<std::pair<Factor, std::size_t>> order(count.begin(), count.end());
  std::ranges::stable_sort(order, std::greater{}, &std::pair<Factor, std::size_t>::second);
  std::vector<Factor> members;
  for (const auto& [factor, times] : order) {
    members.push_back(factor);
    if (rank_of(members) != members.size()) members.pop_back();
  }
  return FactorBasis(std::move(members));
}

std::size_t FactorBasis::rank_of(std::vector<Factor> factors) {
  std::size_t rank = 0;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (factors[k] == 0) continue;
    ++rank;
    const Factor lowest = factors[k] & (~factors[k] + 1);
    for (std::size_t later = k + 1; later < factors.size(); ++later) {
      if ((factors[later] & lowest) != 0) factors[later] ^= factors[k];
    }
  }
  return rank;
}

std::uint64_t FactorBasis::coordinates_of(Factor factor) const {
  std::uint64_t coordinates = 0;
  for (const std::size_t k : combination(members_, factor)) coordinates |= std::uint64_t{1} << k;
  return coordinates;
}

std::vector<Factor> FactorBasis::parts_of(Factor factor) const {
  std::vector<Factor> parts;
  for (const std::size_t k : combination(members_, factor)) parts.push_back(members_[k]);
  return parts;
}

void FactorBasis::improve(const std::vector<Factor>& factors, RunControl& run) {
  std::vector<std::uint64_t> coordinates;
  coordinates.reserve(factors.size());
  for (const Factor factor : factors) coordinates.push_back(coordinates_of(factor));
  for (bool better = true; better;) {
    better = false;
    for (std::size_t candidate = 0; candidate < factors.size() && !run.should_stop(); ++candidate) {
      const std::uint64_t of_candidate = coordinates[candidate];
      if (__builtin_popcountll(of_candidate) < 2) continue;
      for (std::uint64_t rest = of_candidate; rest != 0; rest &= rest - 1) {
        // in place of member k: factors with k now have the candidate, whose other coordinates must be removed
        const std::uint64_t member = rest & (~rest + 1);
        const std::uint64_t others = of_candidate ^ member;
        std::int64_t change = 0;
        for (const std::uint64_t one : coordinates) {
          if ((one & member) != 0) change += __builtin_popcountll(one ^ others) - __builtin_popcountll(one);
        }
        if (change >= 0) continue;
        for (std::uint64_t& one : coordinates) {
          if ((one & member) != 0) one ^= others;
        }
        members_[static_cast<std::size_t>(__builtin_ctzll(member))] = factors[candidate];
        better = true;
        break;
      }
    }
  }
}

}  // namespace wreath::flip
