// SPDX-License-Identifier: MIT
#include "flip/records.hpp"

#include <algorithm>
#include <array>

#include "core/io/text_reader.hpp"

namespace wreath::flip {

extern const std::string_view kMatmulRecords;  // made by CMake

unsigned KnownRanks::in(Ring ring) const {
  switch (ring) {
    case Ring::f2: return f2;
    case Ring::ternary: return ternary;
    case Ring::integers: return integers;
    default: return rationals;
  }
}

Shape in_order(const Shape& shape) {
  std::array<unsigned, 3> sides{shape.n, shape.m, shape.p};
  std::ranges::sort(sides);
  return {sides[0], sides[1], sides[2]};
}

std::vector<KnownRanks> parse_known_ranks(std::string_view text, std::string_view source) {
  TextReader reader(text, source);
  for (const char* heading : {"n", "m", "p", "rank_F2", "rank_Z", "rank_ZT", "rank_Q"}) reader.expect(heading, "the heading");
  std::vector<KnownRanks> ranks;
  while (!reader.at_end()) {
    std::array<unsigned, 7> row{};
    for (unsigned& number : row) number = static_cast<unsigned>(reader.take_integer("a number of the table", 1'000'000));
    ranks.push_back({{row[0], row[1], row[2]}, row[3], row[4], row[5], row[6]});
  }
  return ranks;
}

const std::vector<KnownRanks>& known_ranks() {
  static const std::vector<KnownRanks> ranks = parse_known_ranks(kMatmulRecords, "matmul-records.tsv");
  return ranks;
}

std::optional<KnownRanks> known_ranks(const Shape& shape) {
  const auto found = std::ranges::find(known_ranks(), in_order(shape), &KnownRanks::shape);
  return found == known_ranks().end() ? std::nullopt : std::optional(*found);
}

}  // namespace wreath::flip
