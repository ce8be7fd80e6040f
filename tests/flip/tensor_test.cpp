// SPDX-License-Identifier: MIT
//
// Tensors against what they stand for, computed the slow way.
#include "flip/scheme/tensor.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "core/data/rng.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

using Numbers = std::vector<std::int64_t>;
using Matrix = std::vector<Numbers>;

Numbers random_numbers(std::size_t count, RandomStream& random) {
  Numbers numbers(count);
  for (std::int64_t& number : numbers) number = static_cast<std::int64_t>(random.below(19)) - 9;
  return numbers;
}

/// The definition: coordinate c of the result is the sum of t_abc x_a y_b.
Numbers contracted(const Shape& shape, const Numbers& x, const Numbers& y) {
  Numbers result(shape.bits(2));
  for (const TensorEntry& entry : entries_of(shape)) result[entry.at[2]] += entry.value * x[entry.at[0]] * y[entry.at[1]];
  return result;
}

/// What a scheme computes: its products, and the sums of them.
std::vector<Rational> computed(const RationalScheme& scheme, const Numbers& x, const Numbers& y) {
  std::vector<Rational> result(scheme.shape.bits(2));
  const auto plus = [](const Rational& a, const Rational& b) {
    return make_rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
  };
  for (const auto& [first, second, third] : scheme.summands) {
    Rational left;
    Rational right;
    for (std::size_t a = 0; a < x.size(); ++a) left = plus(left, first[a] * Rational{x[a], 1});
    for (std::size_t b = 0; b < y.size(); ++b) right = plus(right, second[b] * Rational{y[b], 1});
    for (std::size_t c = 0; c < result.size(); ++c) result[c] = plus(result[c], left * right * third[c]);
  }
  return result;
}

/// Every entry of T, and of the sum of the summands, one by one.
bool is_right_by_brute_force(const RationalScheme& scheme, std::int64_t modulus) {
  const Shape& shape = scheme.shape;
  std::map<std::array<unsigned, 3>, std::int64_t> sum;
  for (const TensorEntry& entry : entries_of(shape)) sum[entry.at] -= entry.value;
  for (const auto& [first, second, third] : scheme.summands) {
    for (unsigned a = 0; a < shape.bits(0); ++a) {
      for (unsigned b = 0; b < shape.bits(1); ++b) {
        for (unsigned c = 0; c < shape.bits(2); ++c)
          sum[{a, b, c}] += first[a].numerator * second[b].numerator * third[c].numerator;
      }
    }
  }
  return std::ranges::all_of(sum,
                             [&](const auto& entry) { return modulus == 0 ? entry.second == 0 : entry.second % modulus == 0; });
}

/// A matrix of that structure from its free entries, in the order in which they are numbered.
Matrix structured(char kind, unsigned n, const Numbers& entries) {
  Matrix matrix(n, Numbers(n));
  std::size_t next = 0;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      if (kind == 'g') matrix[i][j] = entries[next++];
      if (kind == 'g' || j < i || (kind == 'k' && j == i)) continue;
      const std::int64_t value = entries[next++];
      if (kind != 'l') matrix[i][j] = value;
      if (kind == 'l' || kind == 's') matrix[j][i] = value;
      if ((kind == 'k' || kind == 'w') && i != j) matrix[j][i] = -value;
    }
  }
  return matrix;
}

TEST(Tensors, OfStructuredMatricesAreTheirProducts) {
  const std::uint64_t seed = 51;
  RandomStream random(seed, 0);
  for (const char left : std::string("gulskw")) {
    for (const char right : std::string("gulskwt")) {
      for (const unsigned n : {2U, 3U, 5U}) {
        if (left == 'g' && right == 'g') continue;
        const std::string name = std::string{left, right, ':'} + std::to_string(n);
        SCOPED_TRACE(testing::Message() << name << " seed " << seed);
        const Shape shape = open_tensor(name);
        const Numbers x = random_numbers(shape.bits(0), random);
        const Numbers y = random_numbers(shape.bits(1), random);
        const Matrix first = structured(left, n, x);
        const Matrix second = structured(right == 't' ? left : right, n, y);
        const Numbers result = contracted(shape, x, y);
        const bool upper = right == 't' || (left == 'u' && right == 'u');
        const bool lower = left == 'l' && right == 'l';
        std::size_t next = 0;
        for (unsigned i = 0; i < n; ++i) {
          for (unsigned k = upper || lower ? i : 0; k < n; ++k) {
            std::int64_t expected = 0;
            for (unsigned j = 0; j < n; ++j) {
              const auto [row, column] = lower ? std::pair(k, i) : std::pair(i, k);
              expected += first[row][j] * (right == 't' ? second[column][j] : second[j][column]);
            }
            EXPECT_EQ(result[next++], expected) << i << ' ' << k;
          }
        }
        EXPECT_EQ(next, result.size());
      }
    }
  }
}

TEST(Tensors, OfPolynomialsAreConvolutions) {
  const std::uint64_t seed = 52;
  RandomStream random(seed, 0);
  const auto expect = [&](const std::string& name, std::size_t n, std::size_t m, std::size_t length, std::size_t wraps_at,
                          std::int64_t sign) {
    SCOPED_TRACE(testing::Message() << name << " seed " << seed);
    const Numbers x = random_numbers(n, random);
    const Numbers y = random_numbers(m, random);
    Numbers expected(length);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        if (i + j < wraps_at && i + j < length) expected[i + j] += x[i] * y[j];
        if (i + j >= wraps_at) expected[i + j - wraps_at] += sign * x[i] * y[j];
      }
    }
    EXPECT_EQ(contracted(open_tensor(name), x, y), expected);
  };
  expect("poly:3,4", 3, 4, 6, 100, 0);
  expect("poly:1,1", 1, 1, 1, 100, 0);
  expect("poly:4,5 mod x^3", 4, 5, 3, 100, 0);
  expect("poly:2,2 mod x^9", 2, 2, 3, 100, 0);
  expect("cyclic:5", 5, 5, 5, 5, 1);
  expect("negacyclic:4", 4, 4, 4, 4, -1);
}

TEST(Tensors, OfComplexMatricesAndQuaternions) {
  RandomStream random(53, 0);
  const Shape shape = open_tensor("complex:2x3x1");
  const Numbers x = random_numbers(12, random);
  const Numbers y = random_numbers(6, random);
  const Numbers result = contracted(shape, x, y);
  for (unsigned i = 0; i < 2; ++i) {
    std::int64_t real = 0;
    std::int64_t imaginary = 0;
    for (unsigned j = 0; j < 3; ++j) {
      real += x[i * 3 + j] * y[j] - x[6 + i * 3 + j] * y[3 + j];
      imaginary += x[i * 3 + j] * y[3 + j] + x[6 + i * 3 + j] * y[j];
    }
    EXPECT_EQ(result[i], real);
    EXPECT_EQ(result[2 + i], imaginary);
  }
  const Shape quaternion = open_tensor("quaternion");  // the norm is multiplicative
  const auto norm = [](const Numbers& q) { return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]; };
  const Numbers p = random_numbers(4, random);
  const Numbers q = random_numbers(4, random);
  EXPECT_EQ(norm(contracted(quaternion, p, q)), norm(p) * norm(q));
}

TEST(Tensors, OfGroupsAreAssociativeAlgebras) {
  RandomStream random(54, 0);
  for (const auto& [name, order, is_commutative] : std::vector<std::tuple<std::string, unsigned, bool>>{{"c7", 7, true},
                                                                                                        {"d4", 8, false},
                                                                                                        {"s3", 6, false},
                                                                                                        {"s4", 24, false},
                                                                                                        {"a4", 12, false},
                                                                                                        {"q8", 8, false},
                                                                                                        {"c2xc4", 8, true},
                                                                                                        {"c2xs3", 12, false},
                                                                                                        {"s1", 1, true}}) {
    SCOPED_TRACE(name);
    const Shape shape = open_tensor("group:" + name);
    ASSERT_EQ(shape.bits(0), order);
    const Numbers x = random_numbers(order, random);
    const Numbers y = random_numbers(order, random);
    const Numbers z = random_numbers(order, random);
    EXPECT_EQ(contracted(shape, contracted(shape, x, y), z), contracted(shape, x, contracted(shape, y, z)));
    Numbers one(order);
    one[0] = 1;
    EXPECT_EQ(contracted(shape, one, x), x);
    EXPECT_EQ(contracted(shape, x, y) == contracted(shape, y, x), is_commutative);
  }
}

TEST(Tensors, MatrixProductsAreOneOfThem) {
  const Shape shape = open_tensor("2x3x4");
  EXPECT_TRUE(shape.is_matrices());
  EXPECT_EQ(entries_of(shape).size(), 24u);
  RationalScheme standard = standard_rational_scheme(shape);
  EXPECT_TRUE(is_right_by_brute_force(standard, 0));
  EXPECT_EQ(coefficient_of(shape, 1, 4, 0), 1);  // a12 b21 c11
  EXPECT_EQ(coefficient_of(shape, 0, 4, 0), 0);
}

const char* const kTensors[] = {"gt:3",     "ug:3",         "sg:2",          "kg:3",       "uu:3",     "us:3",
                                "uk:3",     "ul:3",         "ss:3",          "sk:3",       "kk:4",     "ut:3",
                                "st:3",     "kt:4",         "gt:3x2",        "ut:3c",      "poly:3,4", "poly:4,4 mod x^4",
                                "cyclic:5", "negacyclic:4", "complex:2x2x2", "quaternion", "group:s3"};

/// Standard schemes, and these with one coefficient changed: verified as brute force finds them.
TEST(Tensors, AreVerifiedEntryByEntry) {
  const std::uint64_t seed = 55;
  RandomStream random(seed, 0);
  for (const char* const name : kTensors) {
    SCOPED_TRACE(testing::Message() << name << " seed " << seed);
    const Shape shape = open_tensor(name);
    const RationalScheme standard = standard_rational_scheme(shape);
    EXPECT_LE(standard.rank(), entries_of(shape).size());
    EXPECT_TRUE(is_right_by_brute_force(standard, 0));
    EXPECT_FALSE(first_wrong_entry(standard));
    EXPECT_FALSE(first_wrong_entry(standard_scheme(shape)));
    for (const Ring ring : {Ring::f3, Ring::ternary}) EXPECT_TRUE(is_valid_over(to_walk_scheme(standard, ring, name), ring));
    const Numbers x = random_numbers(shape.bits(0), random);
    const Numbers y = random_numbers(shape.bits(1), random);
    const Numbers expected = contracted(shape, x, y);
    const std::vector<Rational> found = computed(standard, x, y);
    for (std::size_t c = 0; c < expected.size(); ++c) EXPECT_EQ(found[c], (Rational{expected[c], 1}));
    for (int round = 0; round < 8; ++round) {
      RationalScheme changed = standard;
      Row& row = changed.summands[random.below(static_cast<std::uint32_t>(changed.rank()))][random.below(3)];
      row[random.below(static_cast<std::uint32_t>(row.size()))].numerator += static_cast<int>(random.below(7)) - 3;
      EXPECT_EQ(!first_wrong_entry(changed), is_right_by_brute_force(changed, 0));
      EXPECT_EQ(!first_wrong_entry(reduce_modulo_2(changed, name)), is_right_by_brute_force(changed, 2));
      const auto wrong = first_wrong_entry(changed);
      if (!wrong) continue;
      EXPECT_EQ(wrong->expected, coefficient_of(shape, wrong->at[0][0], wrong->at[1][0], wrong->at[2][0]));
    }
  }
}

TEST(Tensors, NamesThatAreNotPossibleAreExplained) {
  for (const char* const name : {"gg:3", "gt:0", "gt:65", "xy:3", "ug:2x3", "gt:3d", "poly:3", "poly:0,2", "poly:2,2 mod y^2",
                                 "group:z3", "group:s9", "group:d2", "complex:2x2", "cyclic:", "file:/nowhere/at/all", "4x4"})
    EXPECT_THROW((void)open_tensor(name), InputError) << name;
  EXPECT_THROW((void)open_walk_tensor("gg:9"), InputError);
  EXPECT_THROW((void)open_walk_tensor("gt:9"), InputError);  // 81 coordinates
  EXPECT_NO_THROW((void)open_walk_tensor("gt:8"));
  EXPECT_THROW(require_matrices(open_tensor("gt:3"), "this"), InputError);
}

TEST(Tensors, RefuseCoefficientsThatAreTooLarge) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto with = [](std::int64_t first, std::int64_t second) {
    return Tensor("t", {1, 1, 1}, {{{0, 0, 0}, first}, {{0, 0, 0}, second}});
  };
  EXPECT_EQ(with(std::int64_t{1} << 31, -5).entries().front().value, (std::int64_t{1} << 31) - 5);
  for (const std::int64_t value : {kLeast, kMost, (std::int64_t{1} << 31) + 1}) EXPECT_THROW((void)with(value, -5), InputError);
  EXPECT_THROW((void)with(5, kMost), InputError);
  EXPECT_THROW((void)with(std::int64_t{1} << 31, 1), InputError);
}

TEST(Tensors, AreEqualByWhatTheyAre) {
  const test::TestFolder folder;
  EXPECT_EQ(open_tensor("gt:3"), open_tensor("gt:3"));
  EXPECT_NE(open_tensor("ss:3"), open_tensor("sk:3"));
  EXPECT_EQ(open_tensor("poly:2,2"), open_tensor("poly:2,2 mod x^3"));
  std::ofstream(folder.file("t.txt")) << "sizes 2 2 3\n0 0 0\n0 1 1 # the middle\n1 0 1 2\n1 0 1 -1\n1 1 2 1\n";
  EXPECT_EQ(open_tensor("file:" + folder.file("t.txt")), open_tensor("poly:2,2"));
  std::ofstream(folder.file("bad.txt")) << "sizes 2 2 2\n0 0 5\n";
  EXPECT_THROW((void)open_tensor("file:" + folder.file("bad.txt")), InputError);
  for (const char* const lines : {"0 0 0 1 5\n1 1 1\n", "0 0\n0 1 1 1\n", "0 0 0 1 x\n"}) {
    std::ofstream(folder.file("lines.txt")) << lines;
    EXPECT_THROW((void)open_tensor("file:" + folder.file("lines.txt")), InputError) << lines;
  }
  std::ofstream(folder.file("zero.txt")) << "0 0 0 1\n0 0 0 -1\n";
  EXPECT_THROW((void)open_tensor("file:" + folder.file("zero.txt")), InputError);
}

TEST(Tensors, SchemesAreWrittenAndRead) {
  const test::TestFolder folder;
  for (const char* const name : kTensors) {
    const RationalScheme scheme = standard_rational_scheme(open_tensor(name));
    for (const char* const ending : {"s.txt", "s.json", "s.exp", "s.npy"}) {
      SCOPED_TRACE(testing::Message() << name << ' ' << ending);
      const std::string file = folder.file(ending);
      write_scheme(file, scheme, Ring::ternary);
      const VerifiedScheme read = read_rational_scheme(file, {.shape = scheme.shape});
      EXPECT_EQ(read.scheme, scheme);
      if (std::string_view(ending) != "s.npy") {
        EXPECT_EQ(read_rational_scheme(file).scheme, scheme);
      }
    }
  }
}

TEST(Tensors, SearchesFindKnownRanksOverEveryRing) {
  const test::TestFolder folder;
  const struct {
    const char* name;
    Ring ring;
    std::uint64_t rank;
  } cases[] = {{"poly:2,2", Ring::f2, 3},
               {"poly:3,3", Ring::f2, 6},
               {"poly:4,4", Ring::f3, 9},
               {"kk:3", Ring::f2, 8},
               {"ss:3", Ring::f2, 15},
               {"gt:3", Ring::f2, 17},
               {"st:3", Ring::f3, 10},
               {"ss:2", Ring::f3, 5},
               {"uk:3", Ring::ternary, 11},
               {"kt:3", Ring::ternary, 6},
               {"complex:1x1x1", Ring::ternary, 3}};
  for (const auto& [name, ring, rank] : cases) {
    SCOPED_TRACE(testing::Message() << name << " over " << to_string(ring));
    SearchOptions options;
    options.machine = {.backend = BackendChoice::cpu, .threads = 2};
    options.ring = ring;
    options.target = rank;
    options.walks = 8;
    options.steps = 30'000'000;
    Search search(open_walk_tensor(name), options);
    EXPECT_TRUE(search.run());
    const RationalScheme best = from_walk_scheme(search.result().bests.back().scheme, ring);
    EXPECT_EQ(best.rank(), rank);
    EXPECT_TRUE(is_right_by_brute_force(best, ring == Ring::f2 ? 2 : ring == Ring::f3 ? 3 : 0));
  }
}

TEST(Tensors, SearchesForLiftsEndAtOne) {
  const test::TestFolder folder;
  const struct {
    const char* name;
    Ring ring;
    std::uint64_t rank;
    Ring lifted;
  } cases[] = {
      {"kk:3", Ring::f2, 9, Ring::integers}, {"sk:3", Ring::f2, 11, Ring::integers}, {"st:3", Ring::f3, 10, Ring::rationals}};
  for (const auto& [name, ring, rank, lifted] : cases) {
    SCOPED_TRACE(name);
    SearchOptions options;
    options.machine = {.backend = BackendChoice::cpu, .threads = 2};
    options.ring = ring;
    options.target = rank;
    options.target_ring = lifted;
    options.files = {.folder = folder.file(name), .keep_lifting = true};
    RunControl run;
    Search search(open_walk_tensor(name), options, &run);
    EXPECT_TRUE(search.run(&run));
    EXPECT_GE(search.result().lifts.lifted(), 1u);
    std::size_t least = SIZE_MAX;
    for (const char* const sub : {"ZT", "Z", "Q"}) {
      if (!std::filesystem::is_directory(std::filesystem::path(folder.file(name)) / sub)) continue;
      for (const KnownScheme& scheme : open_schemes(std::filesystem::path(folder.file(name)) / sub).schemes) {
        EXPECT_FALSE(first_wrong_entry(scheme.scheme));
        if (scheme.ring <= lifted) least = std::min(least, scheme.scheme.rank());
      }
    }
    EXPECT_LE(least, rank);
  }
  SearchOptions wrong;
  wrong.target_ring = Ring::integers;
  EXPECT_THROW(require_compatible(wrong), InputError);
}

TEST(Tensors, WhatNeedsMatricesSaysSo) {
  const Shape shape = open_tensor("gt:3");
  const Scheme scheme = standard_scheme(shape);
  EXPECT_THROW((void)find_automorphisms(scheme), InputError);
  EXPECT_THROW((void)find_equivalence(scheme, scheme), InputError);
  EXPECT_THROW((void)derive(Derivation::permute, {{to_rational(scheme), Ring::f2, "x"}}, {.sides = "mpn"}), InputError);
  SearchOptions options;
  options.symmetry = Symmetry::c2;
  EXPECT_THROW(Search(shape, options), InputError);
  EXPECT_TRUE(symmetries_of(scheme).empty());
  EXPECT_NO_THROW((void)find_path(scheme, scheme));
}

TEST(Tensors, CountRecursiveCalls) {
  const auto calls = recursive_calls(standard_rational_scheme(open_tensor("gt:4")));
  ASSERT_TRUE(calls);
  EXPECT_EQ(calls->same, 16u);  // a_ik a_ik
  EXPECT_NEAR(calls->factor, (40.0 - 16) / (49 - 16), 1e-9);
  const auto triangular = recursive_calls(standard_rational_scheme(open_tensor("ug:4")));
  EXPECT_EQ(triangular->same, 16u);  // a_ii b_ik
  const auto both = recursive_calls(standard_rational_scheme(open_tensor("uu:3")));
  EXPECT_EQ(both->same, 3u);
  EXPECT_EQ(both->left, 3u);   // a_ii b_ik
  EXPECT_EQ(both->right, 3u);  // a_ik b_kk
  const auto part = recursive_calls(standard_rational_scheme(open_tensor("gt:4c")));
  EXPECT_EQ(part->products, 40u);
  EXPECT_EQ(part->same, 16u);
  EXPECT_FALSE(recursive_calls(standard_rational_scheme(open_tensor("ss:3"))));
  EXPECT_FALSE(recursive_calls(standard_rational_scheme({2, 2, 2})));
  for (const char* whole : {"gt:1", "uu:1", "ug:1"}) EXPECT_FALSE(recursive_calls(standard_rational_scheme(open_tensor(whole))));
}

TEST(Tensors, ExtendToLargerOnesOfTheFamily) {
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{{"gt:3", "gt:4"},
                                                                                 {"ss:2", "ss:4"},
                                                                                 {"kk:3", "kk:4"},
                                                                                 {"uu:2", "uu:3"},
                                                                                 {"ll:2", "ll:3"},
                                                                                 {"sk:3", "sk:4"},
                                                                                 {"poly:2,3", "poly:4,4"},
                                                                                 {"gt:3c", "gt:3"}}) {
    SCOPED_TRACE(testing::Message() << from << " to " << to);
    const RationalScheme extended = extend(standard_rational_scheme(open_tensor(from)), open_tensor(to));
    EXPECT_TRUE(is_right_by_brute_force(extended, 0));
  }
  EXPECT_THROW((void)extend(standard_rational_scheme(open_tensor("gt:3")), open_tensor("ss:3")), InputError);
  EXPECT_THROW((void)extend(standard_rational_scheme(open_tensor("gt:3")), {4, 4, 4}), InputError);
}

TEST(Tensors, ProgramsAndMatricesOfOtherProgramsAreRead) {
  const test::TestFolder folder;
  const std::string slp = folder.file("winograd.slp");
  test::write_text(slp,
                   "s1 := a21 + a22; s2 := s1 - a11; s3 := a11 - a21; s4 := a12 - s2\n"
                   "t1 := b12 - b11; t2 := b22 - t1; t3 := b22 - b12; t4 := t2 - b21\n"
                   "P1 := a11*b11; P2 := a12 b21; P3 := (s4)*b22; P4 := a22*(t4); P5 := s1*t1; P6 := s2*t2; P7 := s3*t3\n"
                   "u2 := P1 + P6; u3 := u2 + P7; u4 := u2 + P5\n"
                   "c11 := P1 + P2; c12 := u4 + P3\nc21 := u3 - P4; c22 := u3\n  + P5");
  const VerifiedScheme winograd = read_rational_scheme(slp);
  EXPECT_EQ(winograd.scheme.rank(), 7u);
  EXPECT_EQ(winograd.ring, Ring::ternary);
  EXPECT_EQ(winograd.scheme.shape, (Shape{2, 2, 2}));
  // the same as three sparse matrices
  for (unsigned position = 0; position < 3; ++position) {
    std::string text = position == 2 ? "4 7 R\n" : "7 4 R\n";
    for (std::size_t r = 0; r < 7; ++r) {
      for (unsigned k = 0; k < 4; ++k) {
        const Rational value = winograd.scheme.summands[r][position][k];
        if (value.is_zero()) continue;
        const unsigned at = position == 2 ? k % 2 * 2 + k / 2 : k;  // c is not transposed there
        text += position == 2 ? std::to_string(at + 1) + " " + std::to_string(r + 1)
                              : std::to_string(r + 1) + " " + std::to_string(at + 1);
        text += " " + to_string(value) + "\n";
      }
    }
    test::write_text(folder.file(std::string("w_") + "LRP"[position] + ".sms"), text + "0 0 0\n");
  }
  EXPECT_EQ(read_rational_scheme(folder.file("w_L.sms")).scheme, winograd.scheme);
  EXPECT_EQ(scheme_files_in(folder.path()).size(), 2u);  // R and P belong to L
  EXPECT_THROW((void)read_rational_scheme(folder.file("w_R.sms")), InputError);
  for (const auto& [text, says] :
       std::vector<std::pair<std::string, std::string>>{{"P1 := a11*a12\nc11 := P1", "a form in a and a form in b"},
                                                        {"c11 := P2", "has no value"},
                                                        {"P1 := a11*b11\nc11 := P1 + a11", "of different kinds"},
                                                        {"P1 := a11*b11", "nothing is assigned"},
                                                        {"c11 := a11", "must be a sum of products"},
                                                        {"P1 := a11/0", "only a number that is not 0"}}) {
    test::write_text(folder.file("bad.slp"), text);
    const std::string message = test::message_of<InputError>([&] { (void)read_rational_scheme(folder.file("bad.slp")); });
    EXPECT_NE(message.find(says), std::string::npos) << message;
  }
}

TEST(Tensors, FilesOfFlipCpdAreReadByTheirNames) {
  const test::TestFolder folder;
  for (const auto& [name, file] : std::vector<std::pair<const char*, const char*>>{
           {"gt:3", "gt-333-rank21.npy"}, {"gt:4c", "gt-444c-x.npy"}, {"2x3x4", "gg-234-rank24.npy"}, {"kk:3", "kk-333.npy"}}) {
    SCOPED_TRACE(name);
    const RationalScheme scheme = standard_rational_scheme(open_tensor(name));
    write_scheme(folder.file(file), scheme, Ring::ternary, {.format = SchemeFormat::cpd});
    EXPECT_EQ(read_rational_scheme(folder.file(file)).scheme, scheme);
  }
  EXPECT_FALSE(cpd_tensor("best.npy"));
  EXPECT_FALSE(cpd_tensor("xy-333-rank1.npy"));
  EXPECT_FALSE(cpd_tensor("ug-334-rank1.npy"));
}

TEST(Tensors, RecordsAreImported) {
  const test::TestFolder folder;
  write_scheme(folder.file("kk.txt"), standard_rational_scheme(open_tensor("kk:3")), Ring::ternary);
  write_scheme(folder.file("new.txt"), standard_rational_scheme(open_tensor("group:s3")), Ring::ternary);
  std::ofstream(folder.file("bad.txt")) << "tensor kk:3\n1\n";
  const ImportedRanks found = import_ranks(folder.path(), {"here", "2026-01-02"});
  EXPECT_EQ(found.schemes, 2u);
  EXPECT_EQ(found.skipped.size(), 1u);
  EXPECT_EQ(found.rows.size(), 10u);  // F2, F3, ZT, Z, Q of both
  for (const KnownRank& row : found.better) EXPECT_EQ(to_string(row.shape), "group:s3");
  const std::vector<KnownRank> again = parse_rank_rows(print_rank_rows(found.rows), "rows");
  EXPECT_EQ(print_rank_rows(again), print_rank_rows(found.rows));
  EXPECT_THROW((void)parse_rank_rows("gt:3\tZ\t17", "rows"), InputError);
  EXPECT_EQ(known_ranks(open_tensor("gt:4"))->in(Ring::integers), 34u);
  EXPECT_EQ(known_ranks(open_tensor("kk:3"))->in(Ring::f2), 8u);
  EXPECT_EQ(known_ranks(open_tensor("poly:6,6"))->in(Ring::f3), 15u);
  EXPECT_FALSE(known_ranks(open_tensor("group:s3")));
}

}  // namespace
}  // namespace wreath::flip
