// SPDX-License-Identifier: MIT
#include "wreath/flip/lift.hpp"

#include <gtest/gtest.h>

#include "flip/known_schemes.hpp"
#include "flip/lift/row_space.hpp"
#include "flip/lift/split_product.hpp"
#include "flip/random_walk.hpp"
#include "flip/scheme/rational.hpp"
#include "temporary_folder.hpp"

namespace wreath::flip {
namespace {

Scheme product_of_standard() {
  return reduce_modulo_2(product(to_rational(standard_scheme({2, 1, 2})), to_rational(standard_scheme({2, 2, 1}))), "");
}

/// Random matrices around the seams (strips of 64, tiles of 16 words, tables): a sum of rows is expressed, and the expression is
/// right.
TEST(RowSpaces, ExpressSumsOfRows) {
  const std::uint64_t seed = 11;
  RandomStream random(seed, 0);
  for (const auto& [rows, columns, rank] : std::vector<std::array<std::size_t, 3>>{{1, 1, 1},
                                                                                   {5, 64, 5},
                                                                                   {63, 65, 40},
                                                                                   {64, 63, 64},
                                                                                   {130, 128, 100},
                                                                                   {200, 1100, 200},
                                                                                   {300, 2200, 150},
                                                                                   {700, 300, 300}}) {
    BitMatrix matrix(rows, columns);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns && r < rank; ++c) {
        if ((random.next() & 1) != 0) matrix.set(r, c);
      }
      for (std::size_t k = 0; k < rank && r >= rank; ++k) {  // the others are sums
        if ((random.next() & 1) == 0) continue;
        for (std::size_t w = 0; w < matrix.words(); ++w) matrix.row(r)[w] ^= matrix.row(k)[w];
      }
    }
    RunControl run;
    BitMatrix copy(rows, columns);
    for (std::size_t r = 0; r < rows; ++r) std::copy_n(matrix.row(r), matrix.words(), copy.row(r));
    const RowSpace space(std::move(copy), 2, run);
    EXPECT_LE(space.rank(), std::min({rows, columns, rank}));
    const auto sum_of = [&](const std::vector<bool>& chosen) {
      std::vector<std::uint64_t> sum(matrix.words());
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t w = 0; w < sum.size() && chosen[r]; ++w) sum[w] ^= matrix.row(r)[w];
      }
      return sum;
    };
    for (int round = 0; round < 5; ++round) {
      std::vector<bool> chosen(rows);
      for (std::size_t r = 0; r < rows; ++r) chosen[r] = (random.next() & 1) != 0;
      const std::vector<std::uint64_t> target = sum_of(chosen);
      const auto found = space.express(target, run);
      ASSERT_TRUE(found) << rows << ' ' << columns << " seed " << seed;
      EXPECT_EQ(sum_of(*found), target) << rows << ' ' << columns << " seed " << seed;
      const auto another = space.express(target, run, &random);
      ASSERT_TRUE(another);
      EXPECT_EQ(sum_of(*another), target);
      if (space.rank() == columns) continue;
      std::vector<std::uint64_t> outside = target;  // a random vector is outside with probability at least 1/2
      bool refused = false;
      for (int draw = 0; draw < 64 && !refused; ++draw) {
        for (std::size_t c = 0; c < columns; ++c) {
          if ((random.next() & 1) != 0) outside[c / 64] ^= std::uint64_t{1} << (c % 64);
        }
        const auto expressed = space.express(outside, run);
        refused = !expressed;
        if (expressed) {
          EXPECT_EQ(sum_of(*expressed), outside);
        }
      }
      EXPECT_TRUE(refused);
    }
  }
}

TEST(Lifts, FractionsAreReconstructed) {
  for (const Rational fraction :
       {Rational{0, 1}, Rational{1, 1}, Rational{-1, 1}, Rational{5, 3}, Rational{-7, 9}, Rational{100, 101}}) {
    for (const unsigned bits : {20U, 31U, 62U}) {
      std::uint64_t inverse = 1;  // Newton: correct bits double
      const auto q = static_cast<std::uint64_t>(fraction.denominator);
      for (int round = 0; round < 6; ++round) inverse *= 2 - q * inverse;
      const auto found = reconstruct(static_cast<std::uint64_t>(fraction.numerator) * inverse, bits);
      ASSERT_TRUE(found);
      EXPECT_EQ(*found, fraction);
    }
  }
}

TEST(Lifts, StrassenGetsItsSigns) {
  RunControl run;
  const Scheme bits = reduce_modulo_2(strassen(), "");
  const Lift found = lift(bits, {}, &run);
  ASSERT_TRUE(found.scheme);
  EXPECT_EQ(found.ring, Ring::ternary);
  require_valid(*found.scheme, "lifted");
  EXPECT_EQ(reduce_modulo_2(*found.scheme, ""), bits);
}

TEST(Lifts, SchemesOfSmallShapesLift) {
  for (const auto& [shape, rank] :
       std::vector<std::pair<Shape, std::size_t>>{{{2, 2, 3}, 11}, {{2, 3, 4}, 20}, {{3, 3, 3}, 23}}) {
    for (const std::uint64_t seed : {1, 2}) {
      const Scheme scheme = walk_down(shape, rank, seed);
      ASSERT_EQ(scheme.rank(), rank) << "seed " << seed;
      RunControl run;
      const Lift found = lift(scheme, {}, &run);
      ASSERT_TRUE(found.scheme) << to_string(shape) << " seed " << seed;
      EXPECT_LE(found.ring, Ring::integers);
      require_valid(*found.scheme, "lifted");
      EXPECT_EQ(reduce_modulo_2(*found.scheme, ""), scheme) << "seed " << seed;
    }
  }
}

/// Walks that go up more than down end in schemes of three times the standard rank: there is much to choose, and it must be
/// chosen well.
TEST(Lifts, RedundantSchemesLift) {
  const std::uint64_t seed = 4;
  RandomStream random(seed, 0);
  for (const Shape shape : {Shape{1, 3, 4}, Shape{2, 2, 3}, Shape{3, 2, 1}}) {
    Scheme scheme = standard_scheme(shape);
    walk_at_random(scheme, random, 2000, 10);
    RunControl run;
    const Lift found = lift(scheme, {}, &run);
    ASSERT_TRUE(found.scheme) << to_string(shape) << " seed " << seed;
    require_valid(*found.scheme, "lifted");
    EXPECT_EQ(reduce_modulo_2(*found.scheme, ""), scheme);
  }
}

/// Every part that can take long asks whether to stop: the matrix, a vector in its rows, the verification.
TEST(Lifts, EveryPartStops) {
  RunControl run;
  BitMatrix matrix(100, 100);
  for (std::size_t r = 0; r < 100; ++r) matrix.set(r, r);
  const RowSpace space(std::move(matrix), 1, run);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_THROW(space.express({1, 0}, stopped), LimitReached);
  EXPECT_THROW((void)first_wrong_entry(strassen(), 1, &stopped), LimitReached);
  EXPECT_EQ(RowSpace(BitMatrix(100, 100), 1, stopped).rank(), 0U);
  RunControl later;  // stopped while the matrix is factored
  later.listen([&](const Progress& progress) {
    if (progress.done == 1) later.request_stop(StopReason::interrupted);
  });
  const Lift found = lift(walk_down({3, 3, 3}, 23, 1), {}, &later);
  EXPECT_FALSE(found.scheme || found.impossible || found.no_ternary);
}

/// A run that is stopped claims nothing.
TEST(Lifts, AStoppedRunProvesNothing) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const Lift found = lift(reduce_modulo_2(strassen(), ""), {}, &run);
  EXPECT_FALSE(found.scheme);
  EXPECT_FALSE(found.impossible);
  EXPECT_FALSE(found.no_ternary);
}

/// 1 + 1 + 1 = 1 over F2, and over Z a sum of three products of odd numbers may be 1: the walk must find such signs.
TEST(Lifts, ThreeTimesTheSame) {
  RunControl run;
  Scheme scheme = standard_scheme({1, 1, 1});
  scheme.summands.resize(3, scheme.summands[0]);
  const Lift found = lift(scheme, {}, &run);
  ASSERT_TRUE(found.scheme);
  require_valid(*found.scheme, "lifted");
}

/// Modulo 4 a product has many lifts, and few are valid over Z: its parts are lifted instead.
TEST(Lifts, AProductIsTheProductOfLifts) {
  const Scheme two = reduce_modulo_2(strassen(), "");
  const Scheme eight = reduce_modulo_2(product(product(to_rational(two), to_rational(two)), to_rational(two)), "");
  const auto parts = split_product(eight);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->first.rank() * parts->second.rank(), 343U);
  const Lift found = lift(eight);
  ASSERT_TRUE(found.scheme);
  EXPECT_EQ(found.ring, Ring::ternary);
  EXPECT_EQ(reduce_modulo_2(*found.scheme, ""), eight);  // summand by summand
  require_valid(*found.scheme, "lifted");
  EXPECT_FALSE(split_product(two));
  Scheme other = product_of_standard();
  std::swap(other.summands[0].factor[0], other.summands[1].factor[0]);
  EXPECT_FALSE(split_product(other));  // products all the same, but not of two schemes
}

/// A scheme modulo 2, with coefficients 0 and 1.
RationalScheme bits_of(const RationalScheme& scheme) {
  return require_right_over(Ring::f2, scheme, "bits").scheme;
}

TEST(Lifts, FactorsOfMoreThan64Entries) {
  const RationalScheme large = product(product(strassen(), strassen()), product(strassen(), strassen()));  // 16x16x16:2401
  const Lift by_parts = lift(bits_of(large));
  ASSERT_TRUE(by_parts.scheme);
  EXPECT_EQ(by_parts.ring, Ring::ternary);
  EXPECT_EQ(bits_of(*by_parts.scheme), bits_of(large));
  const RationalScheme extended = extend(strassen(), {3, 11, 12});  // not a product
  const Lift by_signs = lift(bits_of(extended));
  ASSERT_TRUE(by_signs.scheme);
  EXPECT_EQ(by_signs.ring, Ring::ternary);
  EXPECT_EQ(bits_of(*by_signs.scheme), bits_of(extended));
  require_valid(*by_signs.scheme, "lifted");
}

TEST(Lifts, ALargeSchemeMustBeValid) {
  RationalScheme wrong = extend(strassen(), {3, 11, 12});
  wrong.summands.pop_back();
  EXPECT_THROW((void)lift(wrong), InputError);
}

TEST(Lifts, AnObstructionOfALargeScheme) {
  unsigned tried = 0;
  for (const Scheme& known : built_in_schemes()) {
    if (known.shape != Shape{4, 4, 4} || known.rank() != 47) continue;
    ++tried;
    RunControl run;
    run.measure_memory([] { return std::uint64_t{0}; });
    run.limit_memory(64 << 20);
    const Lift found = lift(extend(to_rational(known), {4, 4, 17}), {}, &run);
    EXPECT_FALSE(found.scheme);
    EXPECT_TRUE(found.no_ternary);
    EXPECT_GT(found.bytes_needed, 64U << 20);
  }
  EXPECT_GT(tried, 0U);
}

class LiftFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_.file("pool"));
    write_scheme(folder_.file("pool/a.json"), reduce_modulo_2(strassen(), ""));
    write_scheme(folder_.file("pool/b.txt"), standard_scheme({2, 3, 2}));
    write_scheme(folder_.file("pool/c.npy"), standard_scheme({1, 2, 2}));
    for (const Scheme& known : built_in_schemes()) {
      if (known.shape == Shape{4, 4, 4} && known.rank() == 47) write_scheme(folder_.file("pool/d.txt"), known);
    }
    test::write_text(folder_.file("pool/e.txt"), "2 2 2 1\n1 0 0 0\n1 0 0 0\n1 0 0 0\n");
  }
  test::TestFolder folder_;
};

TEST_F(LiftFolders, KeepWhatLiftsApart) {
  for (const unsigned threads : {1U, 3U}) {
    const LiftedFolder found = lift_folder(folder_.file("pool"), folder_.file("lifted"), {.threads = threads});
    EXPECT_EQ(found.counts.tried, 4U);
    EXPECT_EQ(found.counts.ternary, 3U);
    EXPECT_EQ(found.counts.impossible, 1U);
    EXPECT_EQ(found.counts.left, 0U);
    ASSERT_EQ(found.skipped.size(), 1U);
    EXPECT_NE(found.skipped[0].reason.find("e.txt"), std::string::npos);
    ASSERT_EQ(found.files.size(), 4U);
    for (const LiftedFile& file : found.files) {
      ASSERT_EQ(file.ring.has_value(), !file.output.empty());
      if (file.ring) {
        EXPECT_EQ(read_rational_scheme(file.output).ring, Ring::ternary);
      }
    }
    EXPECT_EQ(std::filesystem::path(found.files[2].output).filename(), "c.txt");
  }
  const LiftedFolder as_json = lift_folder(folder_.file("pool"), folder_.file("json"), {}, {}, {.format = SchemeFormat::json});
  EXPECT_EQ(std::filesystem::path(as_json.files[0].output).filename(), "a.json");
  EXPECT_EQ(std::filesystem::path(as_json.files[1].output).filename(), "b.json");
  EXPECT_EQ(read_rational_scheme(as_json.files[1].output).ring, Ring::ternary);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  const LiftedFolder none = lift_folder(folder_.file("pool"), {}, {}, {}, {}, &stopped);
  EXPECT_EQ(none.files.size() + none.skipped.size() + none.counts.left, 5U);
  std::filesystem::create_directories(folder_.file("empty"));
  EXPECT_THROW(lift_folder(folder_.file("empty"), {}), InputError);
}

}  // namespace
}  // namespace wreath::flip
