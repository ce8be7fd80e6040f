// SPDX-License-Identifier: MIT
#include "wreath/flip/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wreath::flip {

void SharedFactors::add(const Scheme& scheme) {
  ++schemes;
  for (unsigned position = 0; position < 3; ++position) {
    std::map<Factor, std::uint64_t> count;
    for (const Summand& summand : scheme.summands) ++count[summand.factor[position]];
    for (const auto& [factor, size] : count) {
      if (size > 1) ++sets[position][size];
    }
  }
}

std::uint64_t SharedFactors::of_size(std::uint64_t size, unsigned position) const {
  const auto found = sets[position].find(size);
  return found == sets[position].end() ? 0 : found->second;
}

std::uint64_t SharedFactors::of_size_at_least(std::uint64_t size) const {
  std::uint64_t total = 0;
  for (const auto& at : sets) {
    for (auto entry = at.lower_bound(size); entry != at.end(); ++entry) total += entry->second;
  }
  return total;
}

std::uint64_t SharedFactors::largest() const {
  std::uint64_t most = 0;
  for (const auto& at : sets) {
    if (!at.empty()) most = std::max(most, at.rbegin()->first);
  }
  return most;
}

SharedFactors shared_factors(std::span<const std::string> inputs, const SchemeFileOptions& options) {
  SharedFactors shared;
  for (const std::string& input : inputs) {
    for (const std::string& file : scheme_files_in(input)) shared.add(open_scheme_modulo_2(file, options));
  }
  if (shared.schemes == 0)
    throw InputError(fmt::format("{}: there are no files of schemes", inputs.empty() ? "no input" : inputs[0]));
  return shared;
}

}  // namespace wreath::flip
