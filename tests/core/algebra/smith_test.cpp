// SPDX-License-Identifier: MIT
#include "core/algebra/smith.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace wreath {
namespace {

using Entries = std::vector<std::int64_t>;

/// A minor, by expansion along its first row.
__int128 minor_of(const Entries& entries, std::size_t columns, std::vector<std::size_t> rows,
                  const std::vector<std::size_t>& of) {
  if (rows.empty()) return 1;
  const std::size_t row = rows.front();
  rows.erase(rows.begin());
  __int128 sum = 0;
  for (std::size_t k = 0; k < of.size(); ++k) {
    std::vector<std::size_t> others = of;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const __int128 term = entries[row * columns + of[k]] * minor_of(entries, columns, rows, others);
    sum += k % 2 == 0 ? term : -term;
  }
  return sum;
}

/// All choices of `count` numbers below `n`.
std::vector<std::vector<std::size_t>> choices_of(std::size_t n, std::size_t count) {
  std::vector<std::vector<std::size_t>> choices;
  for (std::size_t mask = 0; mask < std::size_t{1} << n; ++mask) {
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < n; ++k)
      if ((mask >> k & 1) != 0) chosen.push_back(k);
    if (chosen.size() == count) choices.push_back(chosen);
  }
  return choices;
}

/// The k-th entry of the diagonal is the greatest common divisor of all minors of size k over that of size k - 1.
SmithForm by_minors(const Entries& entries, std::size_t columns) {
  SmithForm form;
  const std::size_t rows = entries.size() / columns;
  std::uint64_t before = 1;
  for (std::size_t size = 1; size <= std::min(rows, columns); ++size) {
    std::uint64_t divisor = 0;
    for (const auto& some : choices_of(rows, size)) {
      for (const auto& others : choices_of(columns, size)) {
        const __int128 minor = minor_of(entries, columns, some, others);
        divisor = std::gcd(divisor, static_cast<std::uint64_t>(minor < 0 ? -minor : minor));
      }
    }
    if (divisor == 0) break;
    ++form.rank;
    if (divisor != before) form.divisors.emplace_back(divisor / before);
    before = divisor;
  }
  return form;
}

TEST(SmithForm, AgreesWithMinors) {
  const unsigned seed = 3;
  std::mt19937 draw(seed);
  for (int k = 0; k < 400; ++k) {
    const std::size_t columns = 1 + draw() % 4;
    const std::size_t rows = draw() % 5;
    const int most = k % 3 == 0 ? 2 : k % 3 == 1 ? 12 : 200;
    Entries entries(rows * columns);
    for (std::int64_t& entry : entries) entry = static_cast<int>(draw() % (2 * most + 1)) - most;
    const SmithForm form = smith_form(entries, columns);
    const SmithForm expected = by_minors(entries, columns);
    EXPECT_EQ(form.rank, expected.rank) << "seed " << seed << ", " << k;
    EXPECT_EQ(form.divisors, expected.divisors) << "seed " << seed << ", " << k;
  }
}

TEST(SmithForm, NumbersMayBeOfAnySize) {
  const std::int64_t large = std::int64_t{1} << 62;
  const SmithForm form = smith_form({large, 0, 0, large - 1}, 2);
  EXPECT_EQ(form.rank, 2U);
  ASSERT_EQ(form.divisors.size(), 1U);
  EXPECT_EQ(form.divisors[0], Natural(static_cast<std::uint64_t>(large)) * Natural(static_cast<std::uint64_t>(large - 1)));
  const std::int64_t least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(smith_form({least, 1, 0, least}, 2).divisors,
            std::vector<Natural>{Natural(std::uint64_t{1} << 63) * Natural(std::uint64_t{1} << 63)});
}

/// A large one is asked for a stop on the way.
TEST(SmithForm, IsStopped) {
  constexpr std::size_t kColumns = 400;
  std::mt19937 draw(5);
  Entries entries(kColumns * kColumns);
  for (std::int64_t& entry : entries) entry = draw() % 2;
  RunControl run;
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW(smith_form(entries, kColumns, StopCheck(run)), Stopped);
}

TEST(SmithForm, OfEmptyAndZeroMatrices) {
  EXPECT_EQ(smith_form({}, 0).rank, 0U);
  EXPECT_EQ(smith_form({}, 3).rank, 0U);
  EXPECT_EQ(smith_form({0, 0, 0, 0}, 2).rank, 0U);
  EXPECT_EQ(smith_form({2, 0, 0, 3}, 2).divisors, std::vector<Natural>{Natural(6)});
}

}  // namespace
}  // namespace wreath
