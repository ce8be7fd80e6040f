// SPDX-License-Identifier: MIT
//
// What traces of cycles find together, against one trace after the other.
#include "coset/strategies/cycle_starts.hpp"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

#include "wreath/coset.hpp"

namespace wreath::coset {
namespace {

using Hit = std::tuple<std::uint32_t, Row, Row, std::uint32_t, std::uint32_t>;

/// A table of which some entries are known, each in both directions.
struct PartialTable {
  PartialTable(Row rows, const System& system, double known, std::mt19937_64& random)
      : inverses(system.inverses), entries(std::size_t{rows + 1} * system.width), parents(rows + 1) {
    for (Row c = 1; c <= rows; ++c) parents[c] = c;
    std::vector<Row> images(rows);
    for (Letter x = 0; x < system.width; ++x) {
      if (inverses[x] < x) continue;
      for (Row c = 1; c <= rows; ++c) images[c - 1] = c;
      std::ranges::shuffle(images, random);
      for (Row c = 1; c <= rows; ++c) {
        const Row d = images[c - 1];
        if (inverses[x] == x && (entries[c * system.width + x] != 0 || entries[d * system.width + x] != 0)) continue;
        if (!std::bernoulli_distribution(known)(random)) continue;
        entries[c * system.width + x] = d;
        entries[d * system.width + inverses[x]] = c;
      }
    }
    ref = {entries.data(), parents.data(), inverses.data(), system.width};
  }
  std::vector<Letter> inverses;
  std::vector<Row> entries;
  std::vector<Row> parents;
  TableRef ref{};
};

/// Powers, words that begin or end as others do, and words that are parts of others, around the lengths at which sharing ends.
System long_relators() {
  std::string relators;
  for (const int length : {1, 2, 3, 62, 63, 64, 65, 130}) {
    const std::string power = "a^" + std::to_string(length);
    for (const std::string& end : {std::string("b"), std::string("bab"), std::string("b^-1a^2b"), "b" + power})
      relators += power + end + ", ";
    relators += "(ab^2)^" + std::to_string(length) + ", b^" + std::to_string(length + 1) + ", ";
  }
  return prepare(open_problem("<a,b,c | c^2, " + relators + "(ca)^70, (cb)^3>"), false);
}

TEST(CycleStarts, FindWhatEachTraceAloneFinds) {
  const System system = long_relators();
  const std::vector<Cycle> cycles = cycles_of(system);
  constexpr std::uint64_t kSeed = 20261119;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  std::mt19937_64 random(kSeed);
  for (Letter x = 0; x < system.width; ++x) {
    CycleStarts starts;
    std::vector<RelatorRef> all;
    for (const Cycle& cycle : cycles) {
      for (std::uint32_t offset = 0; offset < cycle.word.period; ++offset) {
        if (cycle.word.forward[offset] != x) continue;
        starts.add({ref_of(cycle.word).from(offset), static_cast<std::uint32_t>(all.size())});
        all.push_back(ref_of(cycle.word).from(offset));
      }
    }
    for (int round = 0; round < 100; ++round) {
      const double known = std::uniform_real_distribution<>(0.5, 1)(random);
      const PartialTable table(static_cast<Row>(1 + random() % 12), system, known, random);
      const Row c = static_cast<Row>(1 + random() % (table.parents.size() - 1));
      std::vector<Hit> expected;
      for (std::uint32_t k = 0; k < all.size(); ++k) {
        Task task{c, c, 0, all[k].length, 0};
        advance(table.ref, all[k], task);
        if (task.gap <= 2 && (task.gap != 0 || task.front != task.back))
          expected.emplace_back(k, task.front, task.back, task.ahead, task.gap);
      }
      std::vector<Hit> found;
      starts.trace(table.ref, c, [&](const CycleStart& start, const Task& task) {
        found.emplace_back(start.number, task.front, task.back, task.ahead, task.gap);
        return true;
      });
      std::ranges::sort(found);
      ASSERT_EQ(found, expected);

      // After the first one, all that are left are begun again.
      std::size_t whole = 0;
      std::size_t calls = 0;
      std::vector<bool> called(all.size());
      starts.trace(table.ref, c, [&](const CycleStart& start, const Task& task) {
        whole += calls++ != 0 && task.gap == all[start.number].length ? 1 : 0;
        EXPECT_FALSE(called[start.number]);
        called[start.number] = true;
        return false;
      });
      EXPECT_EQ(whole, calls == 0 ? 0 : calls - 1);
      for (const Hit& hit : expected) EXPECT_TRUE(called[std::get<0>(hit)]);
    }
  }
}

}  // namespace
}  // namespace wreath::coset
