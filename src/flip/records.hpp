// SPDX-License-Identifier: MIT
//
// The lowest ranks that are known, from data/matmul-records.tsv, which is built into the program.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "flip/rational_scheme.hpp"

namespace wreath::flip {

struct KnownRanks {
  Shape shape;  // n <= m <= p: the rank is the same for every order of the sides
  unsigned f2 = 0;
  unsigned integers = 0;
  unsigned ternary = 0;
  unsigned rationals = 0;

  unsigned in(Ring ring) const;
};

Shape in_order(const Shape& shape);
const std::vector<KnownRanks>& known_ranks();
/// For a shape with its sides in any order; nothing where the table does not have it.
std::optional<KnownRanks> known_ranks(const Shape& shape);

/// The text of the data file; throws InputError that names the line.
std::vector<KnownRanks> parse_known_ranks(std::string_view text, std::string_view source);

}  // namespace wreath::flip
