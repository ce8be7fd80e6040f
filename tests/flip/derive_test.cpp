// SPDX-License-Identifier: MIT
#include "wreath/flip/derive.hpp"

#include <gtest/gtest.h>

#include "flip/known_schemes.hpp"
#include "flip/scheme/symmetry.hpp"
#include "wreath/flip/records.hpp"
#include "wreath/flip/statistics.hpp"

namespace wreath::flip {
namespace {

RationalScheme right(RationalScheme scheme, const Shape& shape, std::size_t rank) {
  EXPECT_EQ(scheme.shape, shape);
  EXPECT_EQ(scheme.rank(), rank);
  EXPECT_NO_THROW(require_valid(scheme, to_string(shape)));
  return scheme;
}

TEST(Derive, StrassenInEveryWay) {
  const RationalScheme seven = strassen();
  const RationalScheme wide = right(extend(seven, {2, 2, 3}), {2, 2, 3}, 11);
  right(extend(seven, {3, 3, 3}), {3, 3, 3}, 26);
  right(merge(seven, seven, 'n'), {4, 2, 2}, 14);
  right(merge(wide, seven, 'p'), {2, 2, 5}, 18);
  right(merge(seven, to_rational(standard_scheme({2, 1, 2})), 'm'), {2, 3, 2}, 11);
  const RationalScheme square = right(product(seven, seven), {4, 4, 4}, 49);
  right(product(wide, to_rational(standard_scheme({3, 1, 2}))), {6, 2, 6}, 66);
  const RationalScheme small = project(square, {4, 4, 3});
  right(small, {4, 4, 3}, small.rank());
  EXPECT_LT(small.rank(), 49u);
  right(project(square, {1, 1, 1}), {1, 1, 1}, project(square, {1, 1, 1}).rank());
}

/// A scheme of 3x4x4 that is not the standard one, with one swap a side.
Scheme found_with_a_mirror() {
  SearchOptions options;
  options.machine.backend = BackendChoice::cpu;
  options.symmetry = Symmetry::c2;
  options.walks = 4;
  options.steps = 200'000;
  RunControl run;
  Search search({3, 4, 4}, options, &run);
  while (search.advance(&run)) {
  }
  EXPECT_LT(search.result().bests.back().scheme.rank(), 48u);
  return search.result().bests.back().scheme;
}

/// New indices come into the middle.
TEST(Derive, ExtendingKeepsAMirror) {
  Scheme scheme = standard_scheme({4, 4, 4});
  scheme = reduce_modulo_2(extend(to_rational(scheme), {4, 5, 6}), "");
  EXPECT_EQ(sorted(scheme), sorted(standard_scheme({4, 5, 6})));
  const Scheme found = found_with_a_mirror();
  const SymmetryGroup group(Symmetry::c2, {1, 1, 1});
  const Scheme wide = reduce_modulo_2(extend(to_rational(found), {4, 5, 4}), "");
  EXPECT_EQ(split_into_orbits(wide, group).rank(), wide.rank());
}

TEST(Derive, NewIndicesAtTheEndsAreSwappedByTheMirror) {
  const Scheme found = found_with_a_mirror();
  ASSERT_EQ(split_into_orbits(found, SymmetryGroup(Symmetry::c2, {1, 1, 1})).rank(), found.rank());
  for (const Shape& shape : {Shape{3, 4, 6}, Shape{5, 4, 4}, Shape{3, 6, 5}, Shape{3, 4, 7}}) {
    const RationalScheme wide = extend(to_rational(found), shape, NewIndices::ends);
    EXPECT_EQ(wide.rank(), found.rank() + shape.n * shape.m * shape.p - 48U);
    const Swaps swaps{shape.n == 5 ? 2U : 1U, shape.m == 6 ? 2U : 1U, shape.p >= 6 ? 2U : 1U};
    const Scheme bits = reduce_modulo_2(wide, "");
    EXPECT_NO_THROW(require_valid_modulo_2(wide, to_string(shape)));
    EXPECT_EQ(split_into_orbits(bits, SymmetryGroup(Symmetry::c2, swaps)).rank(), bits.rank()) << to_string(shape);
  }
}

/// Strassen's products of blocks take what two factors leave of every side.
TEST(Derive, BlocksOfUnequalSides) {
  const RationalScheme seven = strassen();
  right(blocks(seven, {2, 2, 2}, {}), {2, 2, 2}, 7);
  right(blocks(seven, {3, 3, 3}, {}), {3, 3, 3}, 8 + 3 * 4 + 3 * 2);
  right(blocks(seven, {4, 4, 4}, std::vector{seven}), {4, 4, 4}, 49);
  right(blocks(extend(seven, {3, 3, 3}), {8, 7, 5}, std::vector{seven}), {8, 7, 5}, 272);
  const std::vector<RationalScheme> schemes{extend(seven, {3, 2, 2}), seven, extend(seven, {2, 3, 3})};
  right(blocks(seven, {5, 5, 5}, schemes), {5, 5, 5}, 27 + 3 * schemes[2].rank() + 3 * 11);
  right(blocks(seven, {4, 5, 5}, schemes), {4, 5, 5}, 2 * schemes[2].rank() + 4 * 11 + 7);
  EXPECT_THROW((void)blocks(seven, {1, 2, 2}, {}), InputError);
  EXPECT_THROW((void)blocks(seven, {999, 999, 999}, {}), InputError);
}

/// The lowest of several for a shape; none that is worse than the standard one.
TEST(Derive, BlocksChooseTheirSchemes) {
  const RationalScheme seven = strassen();
  const RationalScheme eight = to_rational(standard_scheme({2, 2, 2}));
  const RationalScheme worse = merge(merge(eight, eight, 'p'), eight, 'p');  // of another shape than any product
  const auto products = block_products(seven, {5, 5, 5}, std::vector{worse, eight, seven, extend(seven, {2, 3, 2})});
  ASSERT_EQ(products.size(), 3u);
  EXPECT_EQ(products[0].shape, (Shape{2, 2, 3}));
  EXPECT_EQ(products[0].scheme, 3u);
  EXPECT_EQ(products[0].rank, 11u);
  EXPECT_EQ(products[1].shape, (Shape{2, 3, 3}));
  EXPECT_FALSE(products[1].scheme);
  EXPECT_EQ(products[1].rank, 18u);
  EXPECT_EQ(products[2].shape, (Shape{3, 3, 3}));
  EXPECT_EQ(products[2].count, 1u);
  const auto even = block_products(seven, {4, 4, 4}, std::vector{eight, seven, seven});
  ASSERT_EQ(even.size(), 1u);
  EXPECT_EQ(even[0].count, 7u);
  EXPECT_EQ(even[0].scheme, 1u);
}

/// In another basis factors reach over more blocks, and summands that lie beyond a part are dropped.
TEST(Derive, BlocksInAnyBasis) {
  bool any_dropped = false;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6, 7, 8}) {
    const Scheme outer = walk_down({2, 2, 2}, 7, seed);
    const Scheme whole = reduce_modulo_2(blocks(to_rational(outer), {3, 3, 5}, {}), "");
    EXPECT_NO_THROW(require_valid(whole, "seed")) << seed;
    std::size_t all = 0;
    for (const BlockProducts& each : block_products(to_rational(outer), {3, 3, 5}, {})) all += each.count * each.rank;
    EXPECT_LE(whole.rank(), all);
    any_dropped = any_dropped || whole.rank() < all;
  }
  EXPECT_TRUE(any_dropped);
}

/// With schemes of one swap a side the whole has as many swaps as parts, unless a part is a single index.
TEST(Derive, BlocksKeepAMirror) {
  const SymmetryGroup two(Symmetry::c2, {2, 2, 2});
  const RationalScheme part = to_rational(found_with_a_mirror());
  for (const Shape& shape : {Shape{7, 7, 7}, Shape{6, 8, 8}, Shape{4, 5, 6}}) {
    const Scheme whole = reduce_modulo_2(blocks(strassen(), shape, std::vector{part}), "");
    EXPECT_EQ(split_into_orbits(whole, two).rank(), whole.rank()) << to_string(shape);
    EXPECT_THROW(split_into_orbits(whole, {Symmetry::c2, {1, 1, 1}}), InputError);
  }
  EXPECT_THROW(split_into_orbits(reduce_modulo_2(blocks(strassen(), {3, 3, 3}, {}), ""), {Symmetry::c2, {1, 1, 1}}), InputError);
}

/// Products that turn into one another have schemes that do; the one that is its own turn has the standard one here.
TEST(Derive, BlocksKeepTurns) {
  const RationalScheme seven = strassen();
  const std::vector<RationalScheme> schemes{extend(seven, {2, 3, 2}), extend(seven, {3, 2, 3})};
  const Scheme whole = reduce_modulo_2(blocks(seven, {5, 5, 5}, schemes), "");
  EXPECT_EQ(split_into_orbits(whole, Symmetry::c3).rank(), whole.rank());
}

TEST(Derive, AllSixOrders) {
  const RationalScheme scheme = extend(strassen(), {2, 3, 4});
  for (const auto& [order, shape] : std::vector<std::pair<const char*, Shape>>{{"nmp", {2, 3, 4}},
                                                                               {"mpn", {3, 4, 2}},
                                                                               {"pnm", {4, 2, 3}},
                                                                               {"pmn", {4, 3, 2}},
                                                                               {"npm", {2, 4, 3}},
                                                                               {"mnp", {3, 2, 4}}}) {
    right(permute(scheme, order), shape, scheme.rank());
  }
  EXPECT_EQ(permute(permute(scheme, "pmn"), "pmn"), scheme);
}

TEST(Derive, ImpossibleWishesAreRefused) {
  const RationalScheme seven = strassen();
  EXPECT_THROW((void)extend(seven, {1, 3, 3}), InputError);
  EXPECT_THROW((void)extend(seven, {999, 999, 999}), InputError);
  EXPECT_THROW((void)project(seven, {2, 2, 3}), InputError);
  EXPECT_THROW((void)merge(seven, extend(seven, {2, 2, 3}), 'n'), InputError);
  EXPECT_THROW((void)merge(seven, seven, 'q'), InputError);
  for (const char* bad : {"", "nm", "nnm", "nmpn", "abc"}) EXPECT_THROW((void)permute(seven, bad), InputError) << bad;
}

TEST(Records, AreRead) {
  EXPECT_EQ(known_ranks({2, 2, 2})->f2, 7u);
  EXPECT_EQ(known_ranks({4, 5, 3})->in(Ring::integers), 47u);
  EXPECT_EQ(known_ranks({4, 4, 4})->in(Ring::f2), 47u);
  EXPECT_EQ(known_ranks({4, 4, 4})->in(Ring::rationals), 48u);
  EXPECT_EQ(known_ranks({3, 1, 2})->in(Ring::rationals), 6u);  // the standard scheme is the best
  EXPECT_FALSE(known_ranks({2, 2, 17}));
  EXPECT_THROW((void)parse_known_shape("1x2x3"), InputError);
  EXPECT_THROW((void)rank_gaps(Ring::f2, std::vector<Shape>{{17, 17, 17}}), InputError);
  EXPECT_GT(known_ranks().size(), 80u);
  for (const KnownRanks& known : known_ranks()) {
    EXPECT_EQ(known.shape, in_order(known.shape));
    EXPECT_LE(known.f2, known.integers);
    EXPECT_LE(known.integers, known.ternary);
    EXPECT_LE(known.rationals, known.integers);
  }
}

TEST(Statistics, CountSetsThatShareAFactor) {
  SharedFactors shared;
  shared.add(standard_scheme({2, 3, 4}));  // every a with 4 partners, b with 2, c with 3
  EXPECT_EQ(shared.sets[0], (std::map<std::uint64_t, std::uint64_t>{{4, 6}}));
  EXPECT_EQ(shared.sets[1], (std::map<std::uint64_t, std::uint64_t>{{2, 12}}));
  EXPECT_EQ(shared.sets[2], (std::map<std::uint64_t, std::uint64_t>{{3, 8}}));
  EXPECT_EQ(shared.of_size_at_least(3), 14u);
  EXPECT_EQ(shared.largest(), 4u);
}

}  // namespace
}  // namespace wreath::flip
