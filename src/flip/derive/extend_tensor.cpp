// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

RationalScheme extended_tensor(const RationalScheme& scheme, const Shape& shape) {
  if (shape.is_matrices() || scheme.shape.is_matrices())
    throw InputError(fmt::format("a scheme of {} cannot be extended to one of {}", to_string(scheme.shape), to_string(shape)));
  std::array<std::vector<unsigned>, 3> into;
  for (unsigned mode = 0; mode < 3; ++mode) {
    std::map<CoordinateLabel, unsigned> numbers;
    for (unsigned k = 0; k < shape.bits(mode); ++k) numbers.emplace(shape.tensor->label(mode, k), k);
    for (unsigned k = 0; k < scheme.shape.bits(mode); ++k) {
      const auto found = numbers.find(scheme.shape.tensor->label(mode, k));
      if (found == numbers.end()) {
        throw InputError(
            fmt::format("a scheme of {} cannot be extended to one of {}: the latter does not have all its coordinates",
                        to_string(scheme.shape), to_string(shape)));
      }
      into[mode].push_back(found->second);
    }
  }
  RationalScheme extended{shape, {}};
  for (const auto& summand : scheme.summands) {
    auto& placed = extended.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      placed[position].resize(shape.bits(position));
      for (std::size_t k = 0; k < summand[position].size(); ++k) placed[position][into[position][k]] = summand[position][k];
    }
  }
  std::map<std::array<unsigned, 3>, std::int64_t> rest;
  for (const TensorEntry& entry : entries_of(shape)) rest[entry.at] += entry.value;
  for (const TensorEntry& entry : entries_of(scheme.shape))
    rest[{into[0][entry.at[0]], into[1][entry.at[1]], into[2][entry.at[2]]}] -= entry.value;
  std::vector<TensorEntry> entries;
  for (const auto& [at, value] : rest) {
    if (value != 0) entries.push_back({at, value});
  }
  std::ranges::move(as_factors(standard_summands(entries, 0), shape), std::back_inserter(extended.summands));
  return extended;
}

}  // namespace wreath::flip
