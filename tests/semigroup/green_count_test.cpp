// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <nlohmann/json.hpp>

#include "core/data/rng.hpp"
#include "kept_run.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/green_reference.hpp"
#include "semigroup/stop_at.hpp"
#include "temporary_folder.hpp"

namespace wreath::semigroup {
namespace {

using wreath::test::KeptRun;

StructureCount count(const Generators& generators, unsigned threads = 2, KernelForm kernels = KernelForm::automatic) {
  RunControl run;
  return count_green(generators, {.machine = {.threads = threads}, .classes = true, .kernels = kernels}, run);
}

void expect_equal(const StructureCount& found, const StructureCount& expected, const std::string& what) {
  EXPECT_TRUE(found.complete) << what;
  EXPECT_EQ(found.size.text(), expected.size.text()) << what;
  EXPECT_EQ(found.r_classes.text(), expected.r_classes.text()) << what;
  EXPECT_EQ(found.l_classes.text(), expected.l_classes.text()) << what;
  EXPECT_EQ(found.h_classes.text(), expected.h_classes.text()) << what;
  EXPECT_EQ(found.d_classes, expected.d_classes) << what;
  EXPECT_EQ(found.regular_d_classes, expected.regular_d_classes) << what;
  EXPECT_EQ(found.idempotents, expected.idempotents) << what;
  EXPECT_EQ(found.kernels, expected.kernels) << what;
  EXPECT_EQ(found.images, expected.images) << what;
  EXPECT_EQ(found.classes, expected.classes) << what;
}

// Maps of all ranks, permutations among them: random maps alone would hardly ever give groups.
Generators random_generators(std::uint64_t degree, std::size_t generators, std::uint64_t seed) {
  RandomStream random(seed, degree);
  Generators result{.degree = degree, .images = {}, .monoid = random.below(2) == 1};
  for (std::size_t g = 0; g < generators; ++g) {
    std::vector<Point> map(degree);
    std::iota(map.begin(), map.end(), Point{0});
    for (std::size_t i = degree; i > 1; --i) std::swap(map[i - 1], map[random.below(static_cast<std::uint32_t>(i))]);
    const std::uint32_t merges = random.below(4);
    for (std::uint32_t i = 0; i < merges; ++i)
      map[random.below(static_cast<std::uint32_t>(degree))] = map[random.below(static_cast<std::uint32_t>(degree))];
    result.images.insert(result.images.end(), map.begin(), map.end());
  }
  return result;
}

// Two layers of three or four points, permuted in ways of their own, a map from the first to the second, and a sink below: the
// elements that lead from layer to layer are not regular, and groups act on them from both sides.
Generators random_layers(std::uint64_t seed) {
  RandomStream random(seed, 77);
  const Point width = 3 + random.below(2);
  const Point sink = 2 * width;
  Generators result{.degree = sink + 1, .images = {}, .monoid = random.below(2) == 1};
  const auto shuffle = [&](Point first) {
    std::vector<Point> layer(width);
    std::iota(layer.begin(), layer.end(), first);
    if (random.below(3) == 0) return layer;
    for (Point i = width; i > 1; --i) std::swap(layer[i - 1], layer[random.below(i)]);
    return layer;
  };
  for (int permutation = 0; permutation < 2; ++permutation) {
    for (const Point first : {Point{0}, width}) std::ranges::copy(shuffle(first), std::back_inserter(result.images));
    result.images.push_back(sink);
  }
  for (Point i = 0; i < width; ++i) result.images.push_back(width + (random.below(4) == 0 ? 0 : i));
  result.images.insert(result.images.end(), width + 1, sink);
  return result;
}

void compare_random(const std::function<Generators(std::uint64_t)>& make, std::uint64_t seeds, std::size_t least_uneven) {
  std::size_t compared = 0;
  std::size_t uneven = 0;  // D-classes that are not regular, and have a group
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Generators generators = make(seed);
    const auto elements = test::elements_reference(generators, 400);
    if (!elements) continue;
    const StructureCount expected = test::green_reference(generators, *elements);
    expect_equal(count(generators, static_cast<unsigned>(1 + seed % 3)), expected, "seed " + std::to_string(seed));
    ++compared;
    for (const StructureCount::DClass& c : expected.classes) uneven += !c.regular && c.h_size != 1 ? 1 : 0;
  }
  EXPECT_GT(compared, seeds / 2);
  EXPECT_GE(uneven, least_uneven);
}

TEST(GreenCount, AgreesWithTheDefinitionOnRandomSemigroups) {
  compare_random([](std::uint64_t seed) { return random_generators(1 + seed % 7, 1 + seed / 7 % 4, seed); }, 600, 5);
}

TEST(GreenCount, AgreesWithTheDefinitionWhereGroupsActOnClassesThatAreNotRegular) {
  compare_random(random_layers, 150, 30);
}
TEST(GreenCount, AgreesWithTheDefinitionOnFamilies) {
  for (const char* name :
       {"full:1", "full:2", "full:3", "full:4", "symmetric:4", "bihecke:3", "bihecke:4", "renner:3", "renner:4"}) {
    const Generators generators = make_family(name);
    const auto elements = test::elements_reference(generators, 1000);
    ASSERT_TRUE(elements.has_value()) << name;
    const StructureCount expected = test::green_reference(generators, *elements);
    expect_equal(count(generators), expected, name);
    expect_equal(count(generators, 1, KernelForm::blocks), expected, name);
  }
}

TEST(GreenCount, KnownAnswers) {
  const StructureCount full = count(make_family("full:8"));
  EXPECT_EQ(full.size.text(), "16777216");
  EXPECT_EQ(full.r_classes, Natural(4140));  // Bell number
  EXPECT_EQ(full.l_classes, Natural(255));
  EXPECT_EQ(full.idempotents, 41393U);
  EXPECT_EQ(full.d_classes, 8U);
  for (const KernelForm form : {KernelForm::automatic, KernelForm::blocks}) {
    const StructureCount bihecke = count(make_family("bihecke:5"), 2, form);
    EXPECT_EQ(bihecke.size, Natural(31103));
    EXPECT_EQ(bihecke.r_classes, Natural(1646));
    EXPECT_EQ(bihecke.l_classes, Natural(3539));
    EXPECT_EQ(bihecke.d_classes, 238U);
    EXPECT_EQ(bihecke.regular_d_classes, 120U);  // one for each permutation
    EXPECT_EQ(bihecke.idempotents, 7859U);
    EXPECT_EQ(bihecke.images, 3339U);
  }
}

TEST(GreenCount, SizesPastSixtyFourBits) {
  EXPECT_EQ(count(make_family("symmetric:25")).size.text(), "15511210043330985984000000");
  // All constants beside the permutations.
  Generators generators = make_family("symmetric:22");
  generators.images.insert(generators.images.end(), 22, 5);
  const StructureCount found = count(generators);
  EXPECT_EQ(found.size.text(), "1124000727777607680022");
  EXPECT_EQ(found.d_classes, 2U);
  EXPECT_EQ(found.idempotents, 23U);
}

TEST(GreenCount, SmallestCases) {
  const StructureCount trivial = count({.degree = 3, .images = {}, .monoid = true});
  EXPECT_EQ(trivial.size, Natural(1));
  EXPECT_EQ(trivial.idempotents, 1U);
  const StructureCount constant = count({.degree = 2, .images = {0, 0}, .monoid = false});
  EXPECT_EQ(constant.size, Natural(1));
  EXPECT_EQ(constant.kernels, 1U);
  const StructureCount nilpotent = count({.degree = 3, .images = {1, 2, 2}, .monoid = false});
  EXPECT_EQ(nilpotent.size, Natural(2));
  EXPECT_EQ(nilpotent.regular_d_classes, 1U);
}

TEST(GreenCount, RefusesWhatIsNoSemigroup) {
  RunControl run;
  EXPECT_THROW(count_green({.degree = 0, .images = {}, .monoid = true}, {}, run), InputError);
  EXPECT_THROW(count_green({.degree = 2, .images = {}, .monoid = false}, {}, run), InputError);
  EXPECT_THROW(count_green({.degree = 2, .images = {0, 2}, .monoid = false}, {}, run), InputError);
  EXPECT_THROW(count_green({.degree = 2, .images = {0, 1, 1}, .monoid = false}, {}, run), InputError);
}

TEST(GreenCount, AStoppedRunGivesLowerBounds) {
  for (const StopReason reason : {StopReason::time, StopReason::interrupted}) {
    RunControl run;
    run.request_stop(reason);
    const StructureCount found = count_green(make_family("bihecke:5"), {}, run);
    EXPECT_FALSE(found.complete);
    EXPECT_GE(found.size, Natural(1));
    EXPECT_LE(found.size, Natural(31103));
    EXPECT_LE(found.r_classes, Natural(1646));
  }
  // Stopped at each look at the clock in turn, through all phases.
  for (int looks = 1, complete = 0; complete == 0; ++looks) {
    RunControl run;
    int left = looks;
    run.listen([&](const Progress&) {
      if (--left == 0) run.request_stop(StopReason::interrupted);
    });
    const StructureCount found = count_green(make_family("bihecke:4"), {.machine = {.threads = 1}}, run);
    complete = found.complete ? 1 : 0;
    EXPECT_TRUE(found.complete || left <= 0);  // a stop at the very end finds the work done
    EXPECT_LE(found.size, Natural(477));
    EXPECT_LE(found.l_classes, Natural(171));
  }
}

void expect_at_most(const StructureCount& found, const StructureCount& whole) {
  EXPECT_LE(found.size, whole.size);
  EXPECT_LE(found.r_classes, whole.r_classes);
  EXPECT_LE(found.l_classes, whole.l_classes);
  EXPECT_LE(found.kernels, whole.kernels);
  EXPECT_LE(found.images, whole.images);
  EXPECT_LE(found.idempotents, whole.idempotents);
  EXPECT_LE(found.regular_d_classes, whole.regular_d_classes);
}

// Whatever look it is at which a run is stopped: it ends, what it gives is true, and what was known before is known after it.
TEST(GreenCount, StoppedAtAnyLookItKeepsWhatIsKnown) {
  for (const char* name : {"full:9", "bihecke:5", "symmetric:40", "order:9"}) {
    SCOPED_TRACE(name);
    Generators generators = make_family(name);
    const StructureCount whole = count(generators, 1);
    StructureCount before;
    bool classes_without_idempotents = false;
    int looks = 1;
    while (true) {
      StopAt stop(looks);
      const StructureCount found = count_green(generators, {.machine = {.threads = 1}, .classes = true}, stop.run());
      EXPECT_TRUE(found.complete || stop.stopped());
      expect_at_most(found, whole);
      EXPECT_GE(found.size, before.size);
      EXPECT_GE(found.classes_known, before.classes_known);
      EXPECT_GE(found.kernels, before.kernels);
      EXPECT_GE(found.images, before.images);
      if (found.kernels_known) {
        EXPECT_EQ(found.kernels, whole.kernels);
      }
      if (found.images_known) {
        EXPECT_EQ(found.images, whole.images);
      }
      if (found.classes_known) {
        EXPECT_EQ(found.size, whole.size);
        EXPECT_EQ(found.h_classes, whole.h_classes);
        EXPECT_EQ(found.d_classes, whole.d_classes);
        EXPECT_EQ(found.classes.size(), whole.classes.size());
        classes_without_idempotents = classes_without_idempotents || !found.complete;
      }
      if (found.complete) break;
      before = found;
      ++looks;
    }
    EXPECT_GT(looks, 3);
    if (std::string_view(name) == "full:9") {
      EXPECT_TRUE(classes_without_idempotents);
    }
  }
}

// Stopped at every look in turn, and each time continued from what the stop before kept: the same answer, and every run gets
// further than the one before it, or the test would not end.
TEST(GreenCount, ContinuesFromACheckpoint) {
  const wreath::test::TestFolder folder;
  for (const char* name : {"full:9", "bihecke:5", "symmetric:40", "order:9", "renner:5", "partial:6"}) {
    SCOPED_TRACE(name);
    const Generators generators = make_family(name);
    const StructureCount whole = count(generators, 1);
    const std::string file = folder.file(std::string(name) + ".ck");
    StructureCount found;
    std::uint64_t idempotents = 0;
    int runs = 0;
    for (int looks = 4; !found.complete; looks += 1 + looks / 8, ++runs) {
      StopAt stop(looks);
      stop.run().keep_in({.checkpoint = file, .resume = runs == 0 ? "" : file, .checkpoint_every = runs % 2 == 0 ? 0 : 1e-9});
      found = count_green(generators, {.machine = {.threads = 1}, .classes = true}, stop.run());
      EXPECT_TRUE(found.complete || stop.stopped());
      expect_at_most(found, whole);
      if (found.classes_known) {
        EXPECT_GE(found.idempotents, idempotents);
        idempotents = found.idempotents;
      }
      ASSERT_LT(runs, 200);
    }
    EXPECT_GT(runs, 2);
    expect_equal(found, whole, name);
    KeptRun run({.resume = file});
    EXPECT_THROW(count_green(make_family("full:3"), {}, run), InputError);
  }
}

// Out of memory after any batch: what was found is in the checkpoint, and the count continues from it.
TEST(GreenCount, KeepsWhatIsKnownWhenMemoryEnds) {
  const wreath::test::TestFolder folder;
  const Generators generators = make_family("bihecke:4");
  const StructureCount whole = count(generators, 1);
  bool complete = false;
  int batches = 1;
  for (; !complete; ++batches) {
    SCOPED_TRACE(batches);
    const std::string file = folder.file(std::to_string(batches) + ".ck");
    KeptRun run({.checkpoint = file});
    int left = batches;
    run.listen([&](const Progress&) {
      if (--left == 0) throw std::bad_alloc();
    });
    const StructureCount found = count_green(generators, {.machine = {.threads = 1}}, run);
    complete = left > 0;
    if (complete) break;
    EXPECT_EQ(run.stop_reason(), StopReason::memory);
    expect_at_most(found, whole);
    KeptRun later({.resume = file});
    expect_equal(count_green(generators, {.machine = {.threads = 1}, .classes = true}, later), whole, "resumed");
  }
  EXPECT_GT(batches, 3);
}

TEST(GreenCount, RefusesADamagedCheckpoint) {
  const wreath::test::TestFolder folder;
  const Generators generators = make_family("bihecke:4");
  const StructureCount whole = count(generators, 1);
  const std::string file = folder.file("b4.ck");
  StopAt stop(12);
  stop.run().keep_in({.checkpoint = file});
  const StructureCount found = count_green(generators, {.machine = {.threads = 1}}, stop.run());
  ASSERT_FALSE(found.complete);
  const Json problem = problem_of(generators);
  const std::vector<std::byte> payload = read_checkpoint(file, "semigroup green count 2", problem);
  for (std::size_t length = 0; length < payload.size(); length += 1 + payload.size() / 40) {
    write_checkpoint(file, "semigroup green count 2", problem, std::span(payload).first(length));
    KeptRun run({.resume = file});
    try {
      expect_equal(count_green(generators, {.machine = {.threads = 1}, .classes = true}, run), whole, "cut");
    } catch (const InputError&) {
    }
  }
}

TEST(GreenCount, AStopOnManyThreadsEndsAllOfThem) {
  for (int looks = 1; looks < 40; looks += 3) {
    StopAt stop(looks);
    const StructureCount found = count_green(make_family("full:9"), {.machine = {.threads = 3}}, stop.run());
    EXPECT_TRUE(found.complete || stop.stopped());
    EXPECT_LE(found.size, Natural(387420489));
  }
}

}  // namespace
}  // namespace wreath::semigroup
