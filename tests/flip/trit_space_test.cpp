// SPDX-License-Identifier: MIT
//
// Linear algebra over F3, and lifts from F3, against the slow way.
#include "flip/lift/trit_space.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "flip/scheme/rational.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

using Dense = std::vector<std::vector<int>>;

int modulo_3(int value) {
  return ((value % 3) + 4) % 3 - 1;
}

/// Gauss, entry by entry.
std::size_t rank_of(Dense rows) {
  std::size_t rank = 0;
  const std::size_t columns = rows.empty() ? 0 : rows[0].size();
  for (std::size_t c = 0; c < columns && rank < rows.size(); ++c) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][c] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (r == rank || rows[r][c] == 0) continue;
      const int times = rows[r][c] * rows[rank][c];
      for (std::size_t k = 0; k < columns; ++k) rows[r][k] = modulo_3(rows[r][k] - times * rows[rank][k]);
    }
    ++rank;
  }
  return rank;
}

TritRow packed(const std::vector<int>& row) {
  TritRow trits(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) trits.add(k, row[k]);
  return trits;
}

TEST(TritSpaces, ExpressWhatIsInTheSpanAndNothingElse) {
  const std::uint64_t seed = 57;
  RandomStream random(seed, 0);
  for (const auto& [rows, columns, free] :
       std::vector<std::array<std::size_t, 3>>{{1, 1, 1}, {4, 64, 3}, {20, 65, 12}, {64, 63, 64}, {70, 130, 40}, {90, 40, 90}}) {
    SCOPED_TRACE(testing::Message() << rows << " x " << columns << " seed " << seed);
    Dense dense(rows, std::vector<int>(columns));
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns && r < free; ++c) dense[r][c] = static_cast<int>(random.below(3)) - 1;
      for (std::size_t k = 0; r >= free && k < free; ++k) {  // the others are sums
        const int times = static_cast<int>(random.below(3)) - 1;
        for (std::size_t c = 0; c < columns; ++c) dense[r][c] = modulo_3(dense[r][c] + times * dense[k][c]);
      }
    }
    std::vector<TritRow> trits;
    for (const auto& row : dense) trits.push_back(packed(row));
    RunControl run;
    const TritSpace space(trits, run);
    EXPECT_EQ(space.rank(), rank_of(dense));
    for (int round = 0; round < 20; ++round) {
      std::vector<int> vector(columns);
      for (int& value : vector) value = static_cast<int>(random.below(3)) - 1;
      if (round % 2 == 0) {
        std::ranges::fill(vector, 0);
        for (const auto& row : dense) {
          const int times = static_cast<int>(random.below(3)) - 1;
          for (std::size_t c = 0; c < columns; ++c) vector[c] = modulo_3(vector[c] + times * row[c]);
        }
      }
      Dense with = dense;
      with.push_back(vector);
      const bool is_in_span = rank_of(with) == rank_of(dense);
      const auto found = space.express(packed(vector), run);
      ASSERT_EQ(found.has_value(), is_in_span);
      if (!found) continue;
      for (std::size_t c = 0; c < columns; ++c) {
        int sum = 0;
        for (std::size_t r = 0; r < rows; ++r) sum += (*found)[r] * dense[r][c];
        EXPECT_EQ(modulo_3(sum), vector[c]);
      }
    }
  }
}

TEST(LiftFrom3, FindsFractionsFromTheirResidues) {
  std::uint64_t modulus = 1;
  for (int digit = 0; digit < 20; ++digit) modulus *= 3;
  for (const auto& [p, q] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 2}, {-1, 2}, {3, 4}, {-5, 8}, {0, 1}, {7, 1}}) {
    std::uint64_t inverse = 1;  // of q: q^(phi - 1)
    for (std::uint64_t x = 1; x < 100; ++x) {
      if ((x * modulus + 1) % static_cast<std::uint64_t>(q) == 0) {
        inverse = (x * modulus + 1) / static_cast<std::uint64_t>(q);
        break;
      }
    }
    if (q == 1) inverse = 1;
    const auto residue =
        static_cast<std::uint64_t>(((static_cast<__int128>(p) * static_cast<__int128>(inverse)) % static_cast<__int128>(modulus) +
                                    static_cast<__int128>(modulus)) %
                                   static_cast<__int128>(modulus));
    const auto found = reconstruct_modulo(residue, modulus);
    ASSERT_TRUE(found) << p << '/' << q;
    EXPECT_EQ(*found, make_rational(p, q));
  }
}

/// Strassen's scheme with its signs modulo 3, its rows scaled by 2 and 1/2: residues lose that, and a lift is found again.
TEST(LiftFrom3, LiftsSchemesOfMatricesAndOfTensors) {
  for (const char* const name : {"2x2x2", "3x3x3", "ss:3", "kk:3", "poly:3,3"}) {
    SCOPED_TRACE(name);
    const RationalScheme standard = standard_rational_scheme(open_tensor(name));
    const Lift found = lift_from_3(standard);
    ASSERT_TRUE(found.scheme);
    EXPECT_EQ(found.ring, Ring::ternary);
  }
  SearchOptions options;
  options.machine = {.backend = BackendChoice::cpu, .threads = 2};
  options.ring = Ring::f3;
  options.walks = 8;
  options.steps = 30'000'000;
  options.target = 10;
  Search search(open_tensor("st:3"), options);
  ASSERT_TRUE(search.run());
  const RationalScheme residues = from_walk_scheme(search.result().bests.back().scheme, Ring::f3);
  const Lift found = lift_from_3(residues);
  ASSERT_TRUE(found.scheme);
  EXPECT_EQ(found.ring, Ring::rationals);  // over Z the rank is 11
  EXPECT_FALSE(first_wrong_entry(*found.scheme));
  EXPECT_EQ(found.prime, 3u);
  // the lift agrees with the residues up to the scaling of factors
  for (std::size_t r = 0; r < residues.rank(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      for (std::size_t k = 0; k < residues.summands[r][position].size(); ++k) {
        if (!residues.summands[r][position][k].is_zero()) {
          EXPECT_FALSE((*found.scheme).summands[r][position][k].is_zero());
        }
      }
    }
  }
}

}  // namespace
}  // namespace wreath::flip
