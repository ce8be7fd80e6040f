// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "flip/derive/relations.hpp"
#include "flip/scheme/basis.hpp"
#include "flip/walk/moves.hpp"
#include "wreath/flip/catalogue.hpp"
#include "wreath/flip/derive.hpp"

namespace wreath::flip {
namespace {

const Scheme& built_in(const Shape& shape) {
  for (const Scheme& scheme : built_in_schemes()) {
    if (scheme.shape == shape) return scheme;
  }
  throw std::logic_error("no such scheme");
}

/// An equivalent scheme, with its summands in another order.
Scheme disguised(const Scheme& scheme, const Outer& outer, std::uint64_t seed) {
  const Scheme turned = apply(outer, scheme);
  RandomStream random(seed, 0);
  Scheme changed = change_basis(turned, random_bases(turned.shape, random));
  std::mt19937_64 shuffler(seed);
  std::ranges::shuffle(changed.summands, shuffler);
  return changed;
}

/// Some flips away: most likely not equivalent.
Scheme flipped(Scheme scheme) {
  for (unsigned p = 0; p < 3; ++p) {
    for (std::size_t i = 0; i < scheme.rank(); ++i) {
      for (std::size_t j = 0; j < scheme.rank(); ++j) {
        if (i == j || scheme.summands[i].factor[p] != scheme.summands[j].factor[p]) continue;
        apply_flip(scheme.summands, p, i, j);
        return scheme;
      }
    }
  }
  throw std::logic_error("no flip");
}

TEST(Equivalence, OuterMapsKeepTheTensor) {
  const Scheme& scheme = built_in({2, 2, 3});
  std::set<Shape> shapes;
  for (const Outer& outer : kOuters) {
    const Scheme image = apply(outer, scheme);
    EXPECT_EQ(image.shape, image_of(outer, scheme.shape));
    require_valid(image, "image");
    shapes.insert(image.shape);
  }
  EXPECT_EQ(shapes.size(), 3u);
}

TEST(Equivalence, IsFoundForEveryChangeOfBasis) {
  std::uint64_t seed = 1;
  for (const Shape shape : {Shape{2, 2, 2}, Shape{2, 2, 3}, Shape{3, 3, 3}, Shape{3, 4, 5}, Shape{4, 4, 4}, Shape{5, 5, 5}}) {
    const Scheme& scheme = built_in(shape);
    for (const Outer& outer : kOuters) {
      SCOPED_TRACE(testing::Message() << to_string(shape) << " seed " << seed);
      const Scheme other = disguised(scheme, outer, seed++);
      ASSERT_EQ(basis_invariant(scheme), basis_invariant(other));
      const Equivalence found = find_equivalence(scheme, other);
      ASSERT_TRUE(found.map);
      EXPECT_EQ(sorted(apply(*found.map, scheme)), sorted(other));
    }
  }
}

TEST(Equivalence, OfStandardSchemesIsFound) {
  for (const Shape shape : {Shape{2, 2, 2}, Shape{2, 3, 4}, Shape{4, 4, 4}}) {
    const Scheme scheme = standard_scheme(shape);
    EXPECT_TRUE(find_equivalence(scheme, disguised(scheme, {0, true}, 7)).map) << to_string(shape);
  }
}

TEST(Equivalence, IsDeniedForOthers) {
  const Scheme& strassen = built_in({2, 2, 2});
  EXPECT_TRUE(find_equivalence(strassen, standard_scheme({2, 2, 2})).by_invariant);
  const Scheme& scheme = built_in({3, 3, 3});
  const Equivalence found = find_equivalence(scheme, disguised(flipped(scheme), {}, 3));
  EXPECT_FALSE(found.map);
  EXPECT_FALSE(find_equivalence(built_in({2, 2, 3}), standard_scheme({3, 3, 3})).map);
}

/// All bases of sides of length 2, and all outer maps, one by one.
std::uint64_t count_by_trying_all(const Scheme& scheme) {
  std::vector<Basis> all;
  for (std::uint64_t k = 0; k < 16; ++k) {
    if (auto basis = Basis::of({k & 3, k >> 2})) all.push_back(*basis);
  }
  std::uint64_t count = 0;
  const Scheme expected = sorted(scheme);
  for (const Outer& outer : kOuters) {
    const Scheme turned = apply(outer, scheme);
    for (const Basis& x : all) {
      for (const Basis& y : all) {
        for (const Basis& z : all) count += sorted(change_basis(turned, {x, y, z})) == expected ? 1 : 0;
      }
    }
  }
  return count;
}

TEST(Automorphisms, AreCounted) {
  const Scheme& strassen = built_in({2, 2, 2});
  EXPECT_EQ(count_by_trying_all(strassen), 36u);
  EXPECT_EQ(find_automorphisms(strassen).order, 36u);
  EXPECT_EQ(count_by_trying_all(standard_scheme({2, 2, 2})), 48u);
  EXPECT_EQ(find_automorphisms(standard_scheme({2, 2, 2})).order, 48u);     // (2!)^3 permutations of indices, six outer maps
  EXPECT_EQ(find_automorphisms(standard_scheme({2, 3, 4})).order, 288u);    // 2! 3! 4!
  EXPECT_EQ(find_automorphisms(standard_scheme({3, 3, 3})).order, 1296u);   // 6^3 * 6
  EXPECT_EQ(find_automorphisms(standard_scheme({4, 4, 4})).order, 82944u);  // 24^3 * 6
}

TEST(Automorphisms, TakeTheSchemeToItself) {
  for (const Shape shape : {Shape{2, 2, 2}, Shape{3, 3, 3}, Shape{4, 4, 4}, Shape{5, 5, 5}}) {
    const Scheme& scheme = built_in(shape);
    const Automorphisms found = find_automorphisms(scheme);
    EXPECT_EQ(find_automorphisms(disguised(scheme, {1, true}, 5)).order, found.order) << to_string(shape);
    for (const SchemeMap& map : found.generators) EXPECT_EQ(sorted(apply(map, scheme)), sorted(scheme));
  }
}

TEST(SchemeMaps, RefuseMatricesThatAreNotInvertible) {
  const Scheme& strassen = built_in({2, 2, 2});
  SchemeMap map{0, false, {{{1, 2}, {1, 2}, {1, 1}}}};
  EXPECT_THROW((void)apply(map, strassen), InputError);
  map.matrices[2] = {1};
  EXPECT_THROW((void)apply(map, strassen), InputError);
  map.matrices[2] = {6, 1};  // an entry beyond the last column
  EXPECT_THROW((void)apply(map, strassen), InputError);
  map.matrices[2] = {2, 1};
  require_valid(apply(map, strassen), "image");
  EXPECT_EQ(describe_turn(map), "none");
  EXPECT_EQ(describe_turn({2, true, {}}), "turn twice, transpose");
  EXPECT_EQ(image_of(SchemeMap{4, false, {}}, {2, 3, 4}), (Shape{3, 4, 2}));
}

}  // namespace
}  // namespace wreath::flip
