// SPDX-License-Identifier: MIT
#include "orbit/spaces/symmetry.hpp"

#include <gtest/gtest.h>

#include <map>

#include "orbit/orbit_reference.hpp"

namespace wreath::orbit {
namespace {

Search search_with(const Generators& generators, bool symmetry, unsigned threads = 1) {
  return Search(generators, parse_start("", generators),
                {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .method = Method::cells, .symmetry = symmetry});
}

TEST(OrbitSymmetry, KeepsDistances) {
  for (const char* name :
       {"lrx:6", "lrx:7", "topspin:7,4", "coxeter:6", "cyclic-coxeter:6", "lx:6", "pancake:6", "reversals:6"}) {
    const Generators generators = make_family(name);
    std::map<State, std::size_t> distance;
    const auto levels = test::search_reference(generators, parse_start("", generators));
    for (std::size_t k = 0; k < levels.size(); ++k) {
      for (const State& state : levels[k]) distance[state] = k;
    }
    for (const Permutation& map : circle_symmetries(generators)) {
      for (const auto& [state, k] : distance) ASSERT_EQ(distance.at(multiply(multiply(inverse(map), state), map)), k) << name;
    }
  }
}

TEST(OrbitSymmetry, IsFound) {
  const auto order_of = [](const char* name) { return circle_symmetries(make_family(name)).size(); };
  EXPECT_EQ(order_of("lrx:7"), 2U);
  EXPECT_EQ(order_of("lrx:8"), 2U);
  EXPECT_EQ(order_of("topspin:9,4"), 2U);
  EXPECT_EQ(order_of("coxeter:8"), 2U);
  EXPECT_EQ(order_of("cyclic-coxeter:10"), 20U);
  EXPECT_EQ(order_of("lx:7"), 1U);
  EXPECT_EQ(order_of("pancake:7"), 1U);
  EXPECT_EQ(find_cell_symmetry(make_family("lrx:9"), 5).name, "reflection (order 2)");
  EXPECT_EQ(find_cell_symmetry(make_family("lrx:8"), 5).name, "none");  // no set of five letters is its own reflection
  EXPECT_EQ(find_cell_symmetry(make_family("cyclic-coxeter:10"), 5).name, "dihedral (order 10)");
  EXPECT_EQ(find_cell_symmetry(make_family("cyclic-coxeter:9"), 5).name, "reflection (order 2)");
}

TEST(OrbitSymmetry, LevelsAreThoseWithout) {
  for (const char* name :
       {"lrx:7", "lrx:9", "topspin:7,4", "topspin:9,4", "coxeter:7", "coxeter:9", "cyclic-coxeter:7", "cyclic-coxeter:8",
        "cyclic-coxeter:9", "cyclic-coxeter:10", "reversals:7", "transpositions:8", "block-moves:7", "k-cycles:7,3"}) {
    const Generators generators = make_family(name);
    Search plain = search_with(generators, false);
    Search reduced = search_with(generators, true, 2);
    plain.plan();
    reduced.plan();
    EXPECT_LT(reduced.memory(), plain.memory() * 2 / 3) << name;  // of the bitmaps
    plain.run();
    reduced.run();
    EXPECT_EQ(plain.symmetry(), "none");
    EXPECT_NE(reduced.symmetry(), "none") << name;
    EXPECT_EQ(reduced.levels(), plain.levels()) << name;
  }
}

TEST(OrbitSymmetry, ContinuesFromWhatWasSaved) {
  const Generators generators = make_family("lrx:9");
  Search whole = search_with(generators, false);
  whole.run();
  Search first = search_with(generators, true);
  first.run_to(12);
  Search second = search_with(generators, true);
  second.restore(first.save());
  second.run();
  EXPECT_EQ(second.levels(), whole.levels());
  EXPECT_THROW(search_with(generators, false).restore(first.save()), InputError);
}

TEST(OrbitSymmetry, IsNotUsedWhereStatesAreListed) {
  const Generators generators = make_family("lrx:7");
  Search search(generators, parse_start("", generators), {.machine = {.backend = BackendChoice::cpu}, .keep_last = true});
  search.run();
  EXPECT_EQ(search.symmetry(), "none");
  EXPECT_EQ(search.last_level(10).size(), search.levels().back());
}

}  // namespace
}  // namespace wreath::orbit
