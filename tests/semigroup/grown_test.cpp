// SPDX-License-Identifier: MIT
//
// Enumerations to which generators are added: word for word as if they had been there from the start.
#include <gtest/gtest.h>

#include <numeric>

#include "semigroup/agreement.hpp"
#include "semigroup/random_kinds.hpp"
#include "semigroup/stop_at.hpp"

namespace wreath::semigroup {
namespace {

/// The first `count` generators.
Generators first_of(const Generators& generators, std::size_t count) {
  Generators few = generators;
  few.images.resize(count * generators.degree);
  return few;
}

bool took_over(const RunControl& run) {
  return std::ranges::any_of(run.choices(),
                             [](const Choice& choice) { return choice.why.find("are kept") != std::string::npos; });
}

/// Runs not at all, a little, or to the end.
void run_some(Enumeration& found, std::uint64_t how, RunControl& run) {
  if (how % 3 == 1) found.run_until(1 + how % 40, &run);
  if (how % 3 == 2) found.run(&run);
}

/// Adds the generators after the first few one by one. Whether elements were taken over.
bool expect_growth(const Generators& generators, const Options& options, std::uint64_t seed, const Reference& reference) {
  Enumeration found(first_of(generators, 1 + seed % 2), options);
  RunControl run;
  bool kept = false;
  for (std::size_t g = found.generators().count(); g < generators.count(); ++g) {
    run_some(found, seed + g, run);
    kept = kept || took_over(run);
    found.add_generators(generators.row(g));
  }
  expect_agreement(found, reference, run);
  return kept || took_over(run);
}

struct GrownCase {
  const char* kind;
  std::uint64_t size;
  std::uint64_t part = 0;  // of large elements: as in random_in_part
  bool cheap = false;      // products are cheaper than to look them up: elements are not taken over
};

class GrownKinds : public testing::TestWithParam<GrownCase> {};

TEST_P(GrownKinds, AgreeWithBruteForce) {
  constexpr std::size_t kMost = 150;  // elements: brute force is slow
  const ElementKind kind = parse_kind(GetParam().kind, GetParam().size);
  std::size_t compared = 0;
  std::size_t kept = 0;
  for (std::uint64_t seed = 1; compared < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    ASSERT_LT(seed, 20000U);
    Random random(seed);
    const Generators generators = random_generators_of(kind, 2 + seed % 3, seed % 2 == 0, random, GetParam().part);
    const Reference reference = enumerate_reference(generators, kMost);
    if (reference.rows.size() > kMost) continue;
    ++compared;
    const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 1 + static_cast<unsigned>(seed % 2)},
                          .graphs = seed % 4 < 2};
    kept += expect_growth(generators, options, seed, reference) ? 1 : 0;
    if (HasFatalFailure()) return;
  }
  if (!GetParam().cheap) {
    EXPECT_GT(kept, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, GrownKinds,
                         testing::Values(GrownCase{"partial-transformation", 4, 0, true}, GrownCase{"partial-permutation", 9},
                                         GrownCase{"permutation", 5, 0, true}, GrownCase{"bipartition", 3},
                                         GrownCase{"bipartition", 9, 3}, GrownCase{"boolean", 4, 0, true},
                                         GrownCase{"boolean", 17, 3}, GrownCase{"field:3", 2, 0, true},
                                         GrownCase{"field:5", 8, 2}, GrownCase{"max-plus", 2},
                                         GrownCase{"max-plus:2", 2, 0, true}, GrownCase{"min-plus", 2},
                                         GrownCase{"natural:2,1", 2, 0, true}, GrownCase{"natural:3,2", 9, 2}),
                         [](const auto& one) {
                           std::string name = one.param.kind + std::to_string(one.param.size);
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

// Elements whose products are not cheap are kept in these forms; others start again, with the same result.
TEST(GrownTest, MapsInEveryFormAgreeWithBruteForce) {
  for (const Method method :
       {Method::automatic, Method::rows, Method::compressed, Method::words, Method::disk, Method::fingerprint}) {
    std::size_t kept = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SCOPED_TRACE(testing::Message() << to_string(method) << ", seed " << seed);
      Random random(seed);
      const std::uint64_t degree = seed % 4 == 0 ? 5 : seed % 4 == 1 ? 13 : seed % 4 == 2 ? 40 : 300;
      Generators generators{.degree = degree, .images = {}, .monoid = seed % 3 == 0};
      for (std::size_t g = 0; g < 2 + seed % 3; ++g) {  // few points are moved, so that there are few elements
        std::vector<Point> row(degree);
        std::iota(row.begin(), row.end(), Point{0});
        for (int k = 0; k < 4; ++k) row[random() % 4] = static_cast<Point>(random() % 4);
        generators.images.insert(generators.images.end(), row.begin(), row.end());
      }
      const Options options{.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = method, .graphs = seed % 4 < 2};
      kept += expect_growth(generators, options, seed, enumerate_reference(generators)) ? 1 : 0;
      if (HasFatalFailure()) return;
    }
    const bool can = method == Method::automatic || method == Method::rows || method == Method::compressed;
    EXPECT_EQ(kept > 0, can) << to_string(method);
  }
}

// Of many elements, on one thread and on several, also if the last generator is a product of the others.
TEST(GrownTest, LargeSemigroupsAreAsIfEnumeratedAtOnce) {
  for (const char* name : {"partition:5", "symmetric-inverse:7", "bihecke:5", "brauer:7"}) {
    for (const bool inside : {false, true}) {
      Generators generators = make_family(name);
      if (inside) {
        const auto product =
            multiply(generators.kind.is_transformation() ? ElementKind{.size = generators.degree} : generators.kind,
                     generators.row(0), generators.row(generators.count() - 1));
        generators.images.insert(generators.images.end(), product.begin(), product.end());
      }
      for (const bool graphs : {false, true}) {
        const Options options{.machine = {.backend = BackendChoice::cpu, .threads = graphs ? 3U : 1U}, .graphs = graphs};
        SCOPED_TRACE(testing::Message() << name << (inside ? ", a product added" : "") << (graphs ? ", with graphs" : ""));
        Enumeration whole(generators, options);
        whole.run();
        RunControl run;
        Enumeration grown(first_of(generators, generators.count() - 1), options);
        grown.run(&run);
        grown.add_generators(generators.row(generators.count() - 1));
        ASSERT_TRUE(grown.run(&run));
        ASSERT_EQ(grown.levels(), whole.levels());
        EXPECT_EQ(grown.count_idempotents(), whole.count_idempotents());
        for (std::uint64_t e = 0; e < whole.size(); e += 7) ASSERT_EQ(grown.word(e), whole.word(e));
        for (std::uint64_t e = 0; e < whole.size(); e += 101) {
          ASSERT_EQ(grown.images(e), whole.images(e));
          ASSERT_EQ(grown.find(whole.images(e)), e);
        }
        if (!graphs) continue;
        EXPECT_TRUE(std::ranges::equal(grown.right_graph(), whole.right_graph()));
        EXPECT_TRUE(std::ranges::equal(grown.left_graph(), whole.left_graph()));
      }
    }
  }
}

TEST(GrownTest, ContinuesAfterAStopAtAnyLook) {
  const Generators generators = make_family("partition:4");
  Enumeration whole(generators);
  whole.run();
  for (int looks = 1; looks < 12; ++looks) {
    StopAt stop(looks);
    Enumeration found(first_of(generators, generators.count() - 1),
                      {.machine = {.backend = BackendChoice::cpu}, .graphs = looks % 2 == 0});
    found.run();
    found.add_generators(generators.row(generators.count() - 1));
    found.run(&stop.run());
    ASSERT_TRUE(found.run());
    ASSERT_EQ(found.levels(), whole.levels());
  }
}

// Elements that were there before are known at once, with or without a number.
TEST(GrownTest, KnowsWhatWasFoundBefore) {
  const Generators generators = make_family("partition:4");
  Enumeration found(first_of(generators, generators.count() - 1), {.machine = {.backend = BackendChoice::cpu}});
  found.run();
  const std::vector<Point> last = found.images(found.size() - 1);
  found.add_generators(generators.row(generators.count() - 1));
  EXPECT_TRUE(found.knows(last));
  EXPECT_FALSE(found.find(last).has_value());
  EXPECT_FALSE(found.knows(generators.row(generators.count() - 1)));
  found.run_until(3);
  EXPECT_TRUE(found.knows(last));
  found.run();
  EXPECT_TRUE(found.find(last).has_value());
}

}  // namespace
}  // namespace wreath::semigroup
