// SPDX-License-Identifier: MIT
//
// Sims' proof: complete chains are proven, and what is missing from others is found.
#include "group/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/algebra/stabilizer_chain.hpp"
#include "group/builder.hpp"
#include "permutations.hpp"
#include "wreath/group.hpp"

namespace wreath::group {
namespace {

using Permutations = std::vector<Permutation>;

/// G on the first points, and the other group on those that follow.
Permutations direct_product(const Permutations& a, const Permutations& b) {
  Permutations made;
  const std::size_t first = a[0].size();
  const std::size_t second = b[0].size();
  for (const Permutation& x : a) {
    made.push_back(identity(first + second));
    std::ranges::copy(x, made.back().begin());
  }
  for (const Permutation& y : b) {
    made.push_back(identity(first + second));
    for (std::size_t i = 0; i < second; ++i) made.back()[first + i] = static_cast<Point>(first + y[i]);
  }
  return made;
}

/// The generators of both together on the points of both: a subgroup of the direct product.
Permutations diagonal(const Permutations& a, const Permutations& b) {
  Permutations made;
  for (std::size_t g = 0; g < std::max(a.size(), b.size()); ++g)
    made.push_back(times(direct_product({a[g % a.size()]}, {identity(b[0].size())})[0],
                         direct_product({identity(a[0].size())}, {b[g % b.size()]})[1]));
  return made;
}

/// A acts in one block, and B moves the blocks.
Permutations wreath_product(const Permutations& a, const Permutations& b) {
  const std::size_t block = a[0].size();
  const std::size_t blocks = b[0].size();
  Permutations made;
  for (const Permutation& x : a) {
    made.push_back(identity(block * blocks));
    std::ranges::copy(x, made.back().begin());
  }
  for (const Permutation& y : b) {
    made.push_back(identity(block * blocks));
    for (std::size_t i = 0; i < block * blocks; ++i) made.back()[i] = static_cast<Point>(y[i / block] * block + i % block);
  }
  return made;
}

Permutations family(const std::string& name) {
  return open_generators({name}).images;
}

Permutations small_group(std::mt19937& random) {
  switch (random() % 6) {
    case 0: return family("cyclic:" + std::to_string(2 + random() % 7));
    case 1: return family("dihedral:" + std::to_string(3 + random() % 6));
    case 2: return family("symmetric:" + std::to_string(2 + random() % 5));
    case 3: return family("alternating:" + std::to_string(3 + random() % 5));
    case 4: return family("psl:2,5");
    default: {
      Permutations made;
      const std::size_t points = 2 + random() % 8;
      for (std::size_t g = 0; g < 1 + random() % 3; ++g) made.push_back(random_permutation(points, random));
      return made;
    }
  }
}

/// Groups of all kinds on at most 60 points, whose points are mixed.
Permutations any_group(std::mt19937& random) {
  Permutations made;
  switch (random() % 9) {
    case 0: made = direct_product(small_group(random), small_group(random)); break;
    case 1: made = wreath_product(small_group(random), small_group(random)); break;
    case 2: made = diagonal(small_group(random), small_group(random)); break;
    case 3: {  // a 2-group or a 3-group
      const Permutations c = family(random() % 2 == 0 ? "cyclic:2" : "cyclic:3");
      made = wreath_product(c, wreath_product(c, c));
      break;
    }
    case 4: made = direct_product(direct_product(family("cyclic:2"), family("cyclic:2")), small_group(random)); break;
    case 5: made = family(random() % 2 == 0 ? "dihedral:60" : "dihedral:35"); break;
    case 6: {
      const char* const names[] = {"mathieu:11", "mathieu:12", "psl:2,7", "psl:2,13",
                                   "psl:2,31",   "sl:2,5",     "sl:3,3",  "cyclic:48"};
      made = family(names[random() % 8]);
      break;
    }
    case 7: {  // on pairs of points
      const Generators g{.degree = 8, .images = family("symmetric:8"), .names = {"a", "b"}};
      made = action_on_sets(g, std::vector<Point>{0, 1}).generators.images;
      break;
    }
    default: made = diagonal(wreath_product(small_group(random), family("cyclic:3")), small_group(random)); break;
  }
  if (made.empty()) made = {identity(3)};
  if (made[0].size() > 60) return any_group(random);
  const Permutation mix = random_permutation(made[0].size(), random);
  for (Permutation& x : made) x = times(times(inverse(mix), x), mix);
  return made;
}

std::vector<Element> elements_of(const Permutations& images) {
  std::vector<Element> made;
  for (const Permutation& x : images)
    made.push_back({std::make_shared<const Images>(Images(Permutation(x))), static_cast<std::uint32_t>(made.size())});
  return made;
}

/// A complete chain, from random elements of the reference.
Builder complete_chain(const Permutations& images, const Natural& order, std::mt19937& random, Products& products) {
  Builder builder(images[0].size(), images.size(), {});
  std::vector<Element> given = elements_of(images);
  Permutation x = identity(images[0].size());
  for (const Element& each : given) builder.take(each, products);
  while (builder.chain.order() != order) {
    for (auto k = 20 + random() % 2; k != 0; --k) x = times(x, images[random() % images.size()]);  // even and odd words
    builder.take(elements_of({x})[0], products);
  }
  return builder;
}

/// The same chain, but that an array of a level is left out, and its tree made without it.
Chain without(const Chain& chain, std::size_t level, std::size_t array, Products& products) {
  Chain made(chain.degree());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    made.push(chain[i].base);
    std::vector<Element> arrays = chain[i].arrays;
    if (i == level) arrays.erase(arrays.begin() + static_cast<std::ptrdiff_t>(array));
    if (!arrays.empty()) made.add(i, arrays, products);
  }
  return made;
}

bool is_in(const Chain& chain, const Element& x, Products& products) {
  std::vector<Point> points(chain.size());
  chain.base_images(x, points);
  std::vector<Step> path;
  if (chain.walk(points, 0, chain.size(), path) != chain.size()) return false;
  return !moved_point(chain.times(*x.images, path, products), 0, products);
}

std::optional<Element> find_missing(const Chain& chain, const Permutations& images, Products& products) {
  Lines lines(images.size());
  Classes classes(chain.degree());
  const std::vector<Element> given = elements_of(images);
  for (std::size_t level = chain.size(); level-- > 0;) {
    LevelProof proof(chain, level, classes, level == 0 ? given : std::vector<Element>(), 7, products, lines);
    while (!proof.done())
      if (std::optional<Element> missing = proof.step(products, lines)) return missing;
    for (const Element& x : chain[level].arrays) classes.join(x);
  }
  return {};
}

class SimsProof : public testing::TestWithParam<unsigned> {};

TEST_P(SimsProof, AcceptsCompleteChainsAndFindsWhatIsMissing) {
  const unsigned seed = std::random_device{}();
  std::mt19937 random(seed);
  Products products({.threads = GetParam()}, nullptr);
  unsigned incomplete = 0;
  for (unsigned round = 0; round < 150; ++round) {
    const Permutations images = any_group(random);
    const StabilizerChain reference(images[0].size(), images);
    const Builder builder = complete_chain(images, reference.order(), random, products);
    const Chain& chain = builder.chain;
    ASSERT_FALSE(find_missing(chain, images, products)) << "seed " << seed << ", round " << round;
    for (std::size_t level = 0; level < chain.size(); ++level) {
      const Chain cut = without(chain, level, random() % chain[level].arrays.size(), products);
      const std::optional<Element> missing = find_missing(cut, images, products);
      if (cut.order() == chain.order()) {
        ASSERT_FALSE(missing) << "seed " << seed << ", round " << round << ", level " << level;
        continue;
      }
      ++incomplete;
      ASSERT_TRUE(missing) << "seed " << seed << ", round " << round << ", level " << level;
      ASSERT_FALSE(is_in(cut, *missing, products)) << "seed " << seed << ", round " << round << ", level " << level;
      const std::span<const Point> element = missing->span();
      ASSERT_TRUE(reference.contains(Permutation(element.begin(), element.end()))) << "seed " << seed << ", round " << round;
    }
  }
  EXPECT_GT(incomplete, 100U);
}

INSTANTIATE_TEST_SUITE_P(Threads, SimsProof, testing::Values(1, 3));

/// The stabilizers of single points in H are tested, too. A dihedral group of order 48 acts on 24 points, and on 4 in blocks with
/// a kernel: with a base point among the 4, one reflection is a stabilizer that passes all tests but these.
TEST(SimsProof, FindsAKernelThatTheJoiningElementsDoNotShow) {
  const Permutations dihedral = family("dihedral:24");
  Permutations images;
  for (const Permutation& x : dihedral) {
    Permutation both = direct_product({x}, {identity(4)})[0];
    for (std::size_t i = 0; i < 4; ++i) both[24 + i] = 24 + x[i] % 4;
    images.push_back(both);
  }
  Products products({}, nullptr);
  // r: i -> -i, which fixes the point 24 + 0, and z: i -> 1 - i.
  const Permutation r = images[1];
  const Permutation z = times(images[1], images[0]);
  Chain chain(28);
  chain.push(24);
  chain.push(1);
  Permutations level{z, times(times(r, z), r)};
  chain.add(0, elements_of(level), products);
  chain.add(1, elements_of({r}), products);
  ASSERT_EQ(chain.order().text(), "8");
  const std::optional<Element> missing = find_missing(chain, {r, z}, products);
  ASSERT_TRUE(missing);
  EXPECT_FALSE(is_in(chain, *missing, products));
}

TEST(ShortOrbits, KeepTheOrderAndTheBasePointsThatWereAskedFor) {
  std::mt19937 random(5);
  Products products({}, nullptr);
  const Permutations images = family("mathieu:24");
  const Builder builder = complete_chain(images, 244823040, random, products);
  RandomElements elements(elements_of(images), 10, 1);
  const Builder made = with_short_orbits(builder, {7, 3}, elements, products);
  EXPECT_EQ(made.chain.order().text(), "244823040");
  EXPECT_EQ(made.chain[0].base, 7U);
  EXPECT_EQ(made.chain[1].base, 3U);
  EXPECT_FALSE(find_missing(made.chain, images, products));
}

}  // namespace
}  // namespace wreath::group
