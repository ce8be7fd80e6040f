// SPDX-License-Identifier: MIT
//
// Runs without any time: those that are resumed get further all the same, and so they come to an end.
#include <gtest/gtest.h>

#include <functional>
#include <optional>

#include "kept_run.hpp"
#include "semigroup/green/green_structure.hpp"
#include "temporary_folder.hpp"
#include "wreath/semigroup.hpp"
#include "wreath/semigroup/files.hpp"
#include "wreath/semigroup/levels.hpp"

namespace wreath::semigroup {
namespace {

using wreath::test::KeptRun;

constexpr int kMostRuns = 500;

class ShortRuns : public ::testing::Test {
 protected:
  /// one(run) until it returns true; all but the first are resumed.
  void repeat(const std::function<bool(RunControl&)>& one) {
    const std::string file = folder_.file("run.ck");
    int runs = 0;
    for (bool complete = false; !complete; ++runs) {
      ASSERT_LT(runs, kMostRuns) << "no progress";
      KeptRun run(runs == 0 ? RunFiles{.checkpoint = file} : RunFiles{.resume = file});
      run.limit_time(0);
      complete = one(run);
    }
    EXPECT_GT(runs, 2);
  }

  wreath::test::TestFolder folder_;
};

TEST_F(ShortRuns, OfAnEnumeration) {
  for (const bool graphs : {false, true}) {
    Enumeration whole(make_family("bihecke:4"), {.machine = {.threads = 1}, .graphs = graphs});
    ASSERT_TRUE(whole.run());
    Enumeration found(make_family("bihecke:4"));
    const std::string words = folder_.file("words.txt");
    repeat([&](RunControl& run) {
      found = Enumeration(make_family("bihecke:4"), {.machine = {.threads = 1}, .graphs = graphs});
      EnumerationFiles files{.words = words};
      if (graphs) files.rules = folder_.file("rules.txt");
      return found.run(&run) && write_files(found, files, Enumeration::kAll, &run);
    });
    EXPECT_EQ(found.levels(), whole.levels());
    EXPECT_EQ(found.count_idempotents(), whole.count_idempotents());
  }
}

TEST_F(ShortRuns, OfGeneratorsThatAreAdded) {
  const Generators more = make_family("full:5");
  Enumeration whole(joined(make_family("order:5"), more), {.machine = {.threads = 1}});
  ASSERT_TRUE(whole.run());
  for (const bool closure : {false, true}) {
    Enumeration found(make_family("order:5"));
    bool list_is_short = false;
    repeat([&](RunControl& run) {
      found = Enumeration(make_family("order:5"), {.machine = {.threads = 1}});
      if (!closure) return run_added(found, more, Enumeration::kAll, &run);
      if (list_is_short) run.limit_time(600);  // a list that became longer takes time
      const bool complete = run_closure(found, more, Enumeration::kAll, &run).complete;
      if (list_is_short) return complete;
      list_is_short = run.choice("checkpoint") == "of the shorter list";
      return complete;
    });
    EXPECT_EQ(list_is_short, closure);
    EXPECT_EQ(found.size(), whole.size());
    if (!closure) {
      EXPECT_EQ(found.levels(), whole.levels());
    }
  }
}

// Until the longer list has as many elements as the checkpoint, a run that ends leaves the file as it is.
TEST_F(ShortRuns, OfACheckpointToWhichGeneratorsAreAdded) {
  const Generators more = make_family("full:5");
  const std::string file = folder_.file("small.ck");
  for (const bool closure : {false, true}) {
    Enumeration small(make_family("order:5"), {.machine = {.threads = 1}});
    small.run_until(100, KeptRun({.checkpoint = file}));
    Enumeration found(make_family("order:5"));
    const auto add = [&](RunControl& run) {
      found = Enumeration(make_family("order:5"), {.machine = {.threads = 1}});
      run.keep_in({.resume = file});
      return closure ? run_closure(found, more, Enumeration::kAll, &run).complete
                     : run_added(found, more, Enumeration::kAll, &run);
    };
    bool list_is_short = false;
    for (int runs = 0; !list_is_short; ++runs) {  // a closure first finds all elements of the shorter list
      ASSERT_LT(runs, kMostRuns) << "no progress";
      RunControl run;
      run.limit_time(0);
      ASSERT_FALSE(add(run));
      EXPECT_EQ(run.stop_reason(), StopReason::time);
      list_is_short = run.choice("checkpoint") == "of the shorter list";
      EXPECT_TRUE(list_is_short || closure);
    }
    const std::string before = wreath::test::read_text(file);
    RunControl short_run;
    short_run.limit_time(0);
    EXPECT_FALSE(add(short_run));
    EXPECT_EQ(short_run.choice("checkpoint"), "of the shorter list");
    EXPECT_EQ(wreath::test::read_text(file), before);
    RunControl free;
    EXPECT_TRUE(add(free));
    EXPECT_EQ(found.size(), 3125U);
  }
}

// A checkpoint in another file has the longer list from the first run on, and that run does a batch.
TEST_F(ShortRuns, OfGeneratorsThatAreAddedInAnotherFile) {
  const Generators more = make_family("full:5");
  const std::string file = folder_.file("small.ck");
  const std::string other = folder_.file("large.ck");
  Enumeration small(make_family("order:5"), {.machine = {.threads = 1}});
  small.run_until(100, KeptRun({.checkpoint = file}));
  const std::string before = wreath::test::read_text(file);
  Enumeration found(make_family("order:5"));
  int runs = 0;
  for (bool complete = false; !complete; ++runs) {
    ASSERT_LT(runs, kMostRuns) << "no progress";
    KeptRun run(runs == 0 ? RunFiles{.checkpoint = other, .resume = file} : RunFiles{.resume = other});
    run.limit_time(0);
    found = Enumeration(make_family("order:5"), {.machine = {.threads = 1}});
    complete = run_added(found, more, Enumeration::kAll, &run);
    EXPECT_GT(found.size(), 1U);  // more than the identity
  }
  EXPECT_GT(runs, 2);
  EXPECT_EQ(found.size(), 3125U);
  EXPECT_EQ(wreath::test::read_text(file), before);
}

// Time counts while elements are found; a run that begins with all of them finds the classes whatever its time is.
TEST_F(ShortRuns, OfGreensClasses) {
  const Generators generators = make_family("bihecke:4");
  const Options how{.machine = {.threads = 1}, .graphs = true};
  Enumeration whole(generators, how);
  ASSERT_TRUE(whole.run());
  const GreenClasses expected = green_classes(whole);
  GreenClasses classes;
  int runs_with_all = 0;
  repeat([&](RunControl& run) {
    Enumeration found(generators, how);
    if (!found.run(&run)) return false;
    classes = green_classes(found, &run);
    ++runs_with_all;
    return classes.complete;
  });
  EXPECT_EQ(runs_with_all, 1);  // if the first step finds the last of them, nothing that follows is timed
  EXPECT_EQ(classes.d, expected.d);
  EXPECT_EQ(classes.idempotents(), expected.idempotents());
}

TEST_F(ShortRuns, OfAQuestion) {
  const std::vector<Point> row{0, 0, 0, 0, 0, 0};
  std::optional<std::uint64_t> element;
  repeat([&](RunControl& run) {
    Enumeration found(make_family("full:6"), {.machine = {.threads = 1}});
    element = found.position(row, &run);
    return element.has_value();
  });
  Enumeration whole(make_family("full:6"), {.machine = {.threads = 1}});
  EXPECT_EQ(element, whole.position(row));
}

TEST_F(ShortRuns, OfLevels) {
  LevelCount found;
  repeat([&](RunControl& run) {
    found = count_levels(make_family("full:5"), {.machine = {.threads = 1}}, &run);
    return found.complete;
  });
  EXPECT_EQ(found.levels, count_levels(make_family("full:5")).levels);
}

TEST_F(ShortRuns, OfCountsByOrbits) {
  for (const char* name : {"full:7", "bihecke:5", "order:9"}) {
    SCOPED_TRACE(name);
    const Generators generators = make_family(name);
    StructureCount found;
    repeat([&](RunControl& run) {
      found = count_green(generators, {.machine = {.threads = 1}}, run);
      return found.complete;
    });
    RunControl free;
    const StructureCount whole = count_green(generators, {.machine = {.threads = 1}}, free);
    EXPECT_EQ(found.size, whole.size);
    EXPECT_EQ(found.idempotents, whole.idempotents);
  }
}

/// Wherever a run that lacks memory is stopped, also while its elements go into a smaller form, it returns, and can be continued.
TEST(StoppedRuns, WhileMemoryIsShort) {
  constexpr std::uint64_t kMemory = 2 << 20;
  const Generators generators = make_family("full:5");
  Enumeration whole(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
  ASSERT_TRUE(whole.run());
  for (int looks = 1; looks < 200; looks = looks * 5 / 4 + 1) {
    SCOPED_TRACE(testing::Message() << "stopped at look " << looks);
    Enumeration found(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    {
      RunControl run;
      int left = looks;
      run.limit_memory(kMemory);
      run.measure_memory([&] {
        if (--left == 0) run.request_stop(StopReason::interrupted);
        return found.size() > 200 && found.method() == whole.method() ? kMemory : 0;
      });
      found.run(&run);
    }
    EXPECT_TRUE(found.run());
    EXPECT_EQ(found.size(), 3125U);
  }
}

/// A stopped count by orbits of both sides has what was found so far.
TEST(StoppedCounts, OfBipartitionsAreLowerBounds) {
  const Generators generators = make_family("partition:4");
  const StructureOptions how{.machine = {.threads = 1}, .method = CountMethod::orbits};
  const StructureCount whole = count_structure(generators, how);
  RunControl run;
  run.limit_time(0);
  const StructureCount found = count_structure(generators, how, &run);
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.size.is_zero());
  EXPECT_LE(found.size, whole.size);
  EXPECT_GE(found.kernels, 1U);
  EXPECT_LE(found.kernels, whole.kernels);
  EXPECT_EQ(found.r_classes, Natural(found.kernels));
  EXPECT_LE(found.images, 1U);  // they come after the kernels
}

}  // namespace
}  // namespace wreath::semigroup
