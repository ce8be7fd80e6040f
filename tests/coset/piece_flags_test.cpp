// SPDX-License-Identifier: MIT
#include "coset/cpu/piece_flags.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

namespace wreath::coset {
namespace {

/// Random rows, of which some are dead and some entries holes; all widths for which there is a path of its own, and pieces that
/// end within a word.
template <class Entry>
void compare_with_the_definition(unsigned seed) {
  using Row = RowOf<Entry>;
  std::mt19937 draw(seed);
  PieceFlags<Entry> flags;
  for (int round = 0; round < 300; ++round) {
    const std::string where = "WREATH_SEED=" + std::to_string(seed) + ", round " + std::to_string(round);
    const std::uint32_t width = 1 + draw() % 11;
    const std::uint32_t rows = 1 + draw() % 200;
    std::vector<Entry> entries((rows + 1) * width);
    std::vector<Row> parents(rows + 1);
    for (std::uint32_t c = 1; c <= rows; ++c) {
      parents[c] = draw() % 4 == 0 ? c - 1 : c;
      for (std::uint32_t x = 0; x < width; ++x)
        entries[c * width + x] = static_cast<Row>(draw() % 3 == 0 ? 0 : 1 + draw() % rows);
    }
    const TableRefOf<Entry> table{entries.data(), parents.data(), nullptr, width};
    const std::uint64_t begin = 1 + draw() % rows;
    const Range cosets{begin, begin + 1 + draw() % (rows + 1 - begin)};
    const Row bound = draw() % 2 == 0 ? ~Row{0} : static_cast<Row>(1 + draw() % rows);
    flags.start(table, cosets, bound);
    for (int relator = 0; relator < 6; ++relator) {
      const Letter neighbours[2] = {static_cast<Letter>(draw() % width), static_cast<Letter>(draw() % width)};
      const Letter ends[2] = {static_cast<Letter>(draw() % width), static_cast<Letter>(draw() % width)};
      const std::size_t count = draw() % 3;
      const bool needs_edge = draw() % 2 == 0;
      std::vector<Row> expected;
      for (auto c = static_cast<Row>(cosets.begin); c < cosets.end; ++c) {
        bool is_listed = parents[c] == c;
        for (std::size_t k = 0; k < count; ++k) {
          const Row d = table.at(c, neighbours[k]);
          if (d != 0 && d < c && d < bound) is_listed = false;
        }
        if (needs_edge && table.at(c, ends[0]) == 0 && table.at(c, ends[1]) == 0) is_listed = false;
        if (is_listed) expected.push_back(c);
      }
      std::vector<Row> found;
      flags.each_unknown({neighbours, count}, needs_edge ? ends : nullptr, [&](Row c) { found.push_back(c); });
      EXPECT_EQ(found, expected) << where;
    }
  }
}

TEST(CosetPieceFlags, AreThoseOfTheRows) {
  const char* given = std::getenv("WREATH_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
  RecordProperty("seed", static_cast<int>(seed));
  compare_with_the_definition<Row>(seed);
  compare_with_the_definition<WideEntry>(seed);
}

}  // namespace
}  // namespace wreath::coset
