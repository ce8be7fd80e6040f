// SPDX-License-Identifier: MIT
#include "wreath/flip/hunt.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "flip/derive/mirrors.hpp"
#include "flip/hunt/folder.hpp"
#include "flip/hunt/plan.hpp"
#include "flip/hunt/record.hpp"
#include "known_schemes.hpp"
#include "temporary_folder.hpp"
#include "wreath/flip.hpp"

namespace wreath::flip {
namespace {

class HuntTest : public ::testing::Test {
 protected:
  HuntOptions options(const Shape& shape, std::uint64_t rounds, const std::string& name = "hunt") const {
    return {.machine = {.backend = BackendChoice::cpu, .threads = 1},
            .folder = folder_.file(name),
            .shapes = {shape},
            .withheld = {shape},
            .rounds = rounds,
            .steps = 20000};
  }
  std::set<std::string> files(const std::string& name) const {
    std::set<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.file(name))) {
      if (entry.path().extension() == ".txt") found.insert(std::filesystem::relative(entry.path(), folder_.file(name)).string());
    }
    return found;
  }

  /// Any of a folder.
  std::optional<std::string> scheme_file(const std::string& name) const {
    const std::vector<std::string> found = scheme_files_in(folder_.file(name) + "/");
    return found.empty() ? std::nullopt : std::optional(found.front());
  }

  test::TestFolder folder_;
};

TEST_F(HuntTest, FindsWhatIsWithheldAndSavesIt) {
  HuntOptions chosen = options({2, 3, 2}, 50);
  chosen.target = 11;
  Hunt hunt(chosen);
  std::size_t heard = 0;
  hunt.listen([&](const HuntFind&) { ++heard; });
  EXPECT_TRUE(hunt.run());
  EXPECT_EQ(hunt.best({2, 2, 3}), 11U);
  EXPECT_EQ(heard, hunt.finds().size());
  ASSERT_FALSE(hunt.finds().empty());
  EXPECT_EQ(read_scheme(hunt.finds().back().file).rank(), 11U);
  EXPECT_GT(hunt.counts().rounds, 0U);
}

TEST_F(HuntTest, RoundsRepeatExactlyWhateverTheThreads) {
  HuntOptions one = options({2, 2, 3}, 4, "one");
  HuntOptions two = options({2, 2, 3}, 4, "two");
  two.machine.threads = 2;
  Hunt first(one);
  Hunt second(two);
  EXPECT_TRUE(first.run());
  EXPECT_TRUE(second.run());
  EXPECT_EQ(first.counts().flips, second.counts().flips);
  EXPECT_EQ(files("one"), files("two"));
}

TEST_F(HuntTest, HuntsShareAFolderAndContinue) {
  Hunt first(options({2, 2, 3}, 2));
  Hunt second(options({2, 2, 3}, 2));  // with a random stream of its own
  while (first.advance() || second.advance()) {
  }
  EXPECT_TRUE(first.run());
  EXPECT_TRUE(second.run());
  Hunt third(options({2, 2, 3}, 1));
  EXPECT_TRUE(third.run());
  const HuntStatus status = hunt_status(folder_.file("hunt"));
  EXPECT_EQ(status.hunts, 3U);
  EXPECT_EQ(status.total.rounds, 5U);
  EXPECT_EQ(status.shapes.size(), 2U);  // 2x2x2 is built in, and all others are larger
  std::uint64_t rounds = 0;
  for (const HuntMoveCounts& each : status.moves) rounds += each.counts.rounds;
  EXPECT_EQ(rounds, 5U);
  const auto strassen = std::ranges::find(status.shapes, Shape{2, 2, 2}, &HuntShape::shape);
  ASSERT_NE(strassen, status.shapes.end());
  EXPECT_EQ(strassen->best, 7U);
  EXPECT_EQ(strassen->known, 7U);
}

TEST_F(HuntTest, WithheldShapesAreNotTakenFromCatalogues) {
  HuntOptions chosen = options({4, 4, 4}, 1);
  chosen.shapes = {{2, 2, 2}};
  const Hunt hunt(chosen);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("hunt/4x4x4")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("hunt/4x4x5")));
  EXPECT_TRUE(std::filesystem::exists(folder_.file("hunt/3x4x5")));
  chosen.withheld.clear();
  const Hunt other(chosen);
  EXPECT_TRUE(std::filesystem::exists(folder_.file("hunt/4x4x5")));
}

TEST_F(HuntTest, WrongOptionsAreRefusedBeforeAFolderIsMade) {
  EXPECT_THROW(Hunt({.folder = {}, .shapes = {{2, 2, 2}}}), InputError);
  EXPECT_THROW(Hunt({.folder = folder_.file("hunt")}), InputError);
  EXPECT_THROW(Hunt({.folder = folder_.file("hunt"), .shapes = {{1, 2, 2}}}), InputError);
  EXPECT_THROW(Hunt({.folder = folder_.file("hunt"), .shapes = {{2, 2, 2}}, .up_to = Shape{2, 2, 2}}), InputError);
  EXPECT_THROW(Hunt({.folder = folder_.file("hunt"), .up_to = Shape{2, 2, 3}, .target = 7}), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("hunt")));
  EXPECT_THROW((void)hunt_status(folder_.path()), InputError);
}

TEST_F(HuntTest, AStopIsNotTheEnd) {
  RunControl run;
  run.request_stop(StopReason::time);
  Hunt hunt(options({3, 3, 3}, 0), &run);
  EXPECT_FALSE(hunt.run(&run));
  EXPECT_EQ(run.stop_reason(), StopReason::time);
}

TEST_F(HuntTest, RoundsThatEndBeforeTheTargetAreAReason) {
  HuntOptions chosen = options({2, 2, 2}, 1);
  chosen.target = 6;
  RunControl run;
  EXPECT_FALSE(Hunt(chosen).run(&run));
  EXPECT_EQ(run.stop_reason(), StopReason::steps);
}

TEST_F(HuntTest, FilesThatAreNotSchemesAreSkippedAndStay) {
  EXPECT_TRUE(Hunt(options({2, 2, 3}, 1)).run());
  const std::string bad = folder_.file("hunt/2x2x2/6-0000000000000000.txt");
  test::write_text(bad, "2 2 2 6\n");
  test::write_text(folder_.file("hunt/2x2x2/other.txt"), test::read_text(*scheme_file("hunt/2x2x3")));
  test::write_text(folder_.file("hunt/hunts/2.json"), "");  // of a hunt that was killed at once
  test::write_text(folder_.file("hunt/hunts/9.json"), "{\"hunt\": 9}");
  HuntOptions chosen = options({2, 2, 2}, 1);
  chosen.withheld.clear();
  Hunt hunt(chosen);
  EXPECT_TRUE(hunt.run());
  ASSERT_EQ(hunt.skipped().size(), 2U);
  EXPECT_EQ(hunt.skipped()[0].name, bad);
  EXPECT_EQ(test::read_text(bad), "2 2 2 6\n");
  const HuntStatus status = hunt_status(folder_.file("hunt"));
  EXPECT_EQ(status.hunts, 2U);
  EXPECT_EQ(status.skipped.size(), 3U);
  EXPECT_TRUE(status.under_way.empty());
  EXPECT_EQ(std::ranges::find(status.shapes, Shape{2, 2, 2}, &HuntShape::shape)->best, 7U);
}

TEST_F(HuntTest, TheStatusShowsRoundsUnderWay) {
  EXPECT_TRUE(Hunt(options({2, 2, 3}, 1)).run());
  EXPECT_TRUE(hunt_status(folder_.file("hunt")).under_way.empty());
  const HuntRecordFile other(folder_.file("hunt"));  // of a hunt that never ends its first round
  const std::int64_t now = std::time(nullptr);
  other.write({}, 1, HuntUnderWay{other.number(), {2, 2, 3}, HuntMove::extend, "a way", 7, 1.5, now});
  const HuntStatus status = hunt_status(folder_.file("hunt"));
  EXPECT_EQ(status.hunts, 2U);
  EXPECT_EQ(status.total.rounds, 1U);
  ASSERT_EQ(status.under_way.size(), 1U);
  const HuntUnderWay& round = status.under_way.front();
  EXPECT_EQ(round.hunt, 2U);
  EXPECT_EQ(round.shape, (Shape{2, 2, 3}));
  EXPECT_EQ(round.move, HuntMove::extend);
  EXPECT_EQ(round.how, "a way");
  EXPECT_EQ(round.flips, 7U);
  EXPECT_EQ(round.seconds, 1.5);
  EXPECT_EQ(round.reported, now);
  EXPECT_EQ(round.process, getpid());
  EXPECT_TRUE(status.killed.empty());
}

TEST_F(HuntTest, TheStatusTellsKilledHuntsFromThoseUnderWay) {
  EXPECT_TRUE(Hunt(options({2, 2, 3}, 1)).run());
  const HuntRecordFile silent(folder_.file("hunt"));
  silent.write({}, 1, HuntUnderWay{silent.number(), {2, 2, 3}, HuntMove::walk, "long ago", 7, 1.5, 99});
  const pid_t child = fork();  // a hunt that is killed in its first round
  if (child == 0) {
    const HuntRecordFile killed(folder_.file("hunt"));
    killed.write({}, 1, HuntUnderWay{killed.number(), {2, 2, 3}, HuntMove::walk, "killed", 7, 1.5, std::time(nullptr)});
    std::_Exit(0);
  }
  waitpid(child, nullptr, 0);
  const HuntStatus status = hunt_status(folder_.file("hunt"));
  EXPECT_TRUE(status.under_way.empty());
  ASSERT_EQ(status.killed.size(), 2U);
  EXPECT_EQ(status.killed[0].how, "long ago");
  EXPECT_EQ(status.killed[1].how, "killed");
}

TEST_F(HuntTest, TheRecordHasWhatTheWaysHaveReached) {
  HuntRecord record;
  record.ways.add({.shape = {2, 2, 3}, .move = HuntMove::standard, .swaps = {1, 0, 1}}, {3, 11});
  record.ways.add({.shape = {2, 3, 3}, .move = HuntMove::walk}, {1, 15});
  record.ways.add({.shape = {2, 3, 3}, .move = HuntMove::extend, .from = {2, 2, 3}, .for_parts = true}, {2, 16});
  const Way outer{.shape = {4, 4, 6},
                  .move = HuntMove::extend,
                  .swaps = {1, 1, 2},
                  .from = {4, 4, 4},
                  .side = 2,
                  .where = NewIndices::ends,
                  .from_rank = 47};
  record.ways.add(outer, {8, 73});
  HuntRecordFile(folder_.file("hunt")).write(record, 1, std::nullopt);
  WayOutcomes read = read_hunt_records(folder_.file("hunt")).sum.ways;
  ASSERT_EQ(read.size(), record.ways.size());
  for (const auto& [way, outcome] : record.ways) {
    ASSERT_TRUE(read.contains(way));
    EXPECT_EQ(read[way].cost, outcome.cost);
    EXPECT_EQ(read[way].rank, outcome.rank);
  }
  HuntRecord other;
  other.ways.add(outer, {4, 72});
  HuntRecordFile(folder_.file("hunt")).write(other, 1, std::nullopt);
  read = read_hunt_records(folder_.file("hunt")).sum.ways;  // of both
  EXPECT_EQ(read.size(), record.ways.size());
  EXPECT_EQ(read[outer].cost, 12U);
  EXPECT_EQ(read[outer].rank, 72U);
}

TEST_F(HuntTest, AnotherHuntInTheFolderKnowsTheWaysOfTheFirst) {
  EXPECT_TRUE(Hunt(options({2, 2, 3}, 4)).run());
  const WayOutcomes first = read_hunt_records(folder_.file("hunt")).sum.ways;
  ASSERT_FALSE(first.empty());
  HuntFolder folder(folder_.file("hunt"), 8);
  folder.look({2, 2, 3});
  HuntPlanner planner(folder, first);
  RandomStream random(3, 0);
  std::set<Way> taken;
  for (int k = 0; k < 60; ++k) {
    const Attempt attempt = planner.plan({2, 2, 3}, random);
    const Way& own = attempt.ways.front();
    EXPECT_FALSE(attempt.earlier == 0 && (first.contains(own) || taken.contains(own)));
    taken.insert(own);
    planner.learn(attempt, 1, 11);
  }
  EXPECT_TRUE(planner.learned().contains(*taken.begin()));
}

// --- the folder

class HuntFolderTest : public ::testing::Test {
 protected:
  Scheme raised(const Scheme& scheme, int times) {
    MirroredScheme result{scheme, {}};
    for (int k = 0; k < times; ++k) raise(result, random_);
    return result.scheme;
  }
  Scheme strassen_scheme() const { return reduce_modulo_2(strassen(), "Strassen's"); }

  test::TestFolder folder_;
  RandomStream random_{7, 0};
};

TEST_F(HuntFolderTest, KeepsTheBestRanksOnly) {
  HuntFolder folder(folder_.path(), 3);
  EXPECT_TRUE(folder.add(raised(strassen_scheme(), 3), random_));  // 10
  EXPECT_EQ(folder.best({2, 2, 2}), 10U);
  EXPECT_TRUE(folder.add(raised(strassen_scheme(), 1), random_));  // 8
  EXPECT_TRUE(folder.add(raised(strassen_scheme(), 2), random_));  // 9
  EXPECT_EQ(folder.look({2, 2, 2}).size(), 3U);
  const auto file = folder.add(strassen_scheme(), random_);
  ASSERT_TRUE(file);
  EXPECT_EQ(read_scheme(*file).rank(), 7U);
  EXPECT_FALSE(folder.add(strassen_scheme(), random_));  // it is there
  for (int k = 0; k < 20; ++k) folder.add(raised(strassen_scheme(), 1), random_);
  std::map<std::vector<Swaps>, int> count;
  for (const KeptScheme& kept : folder.look({2, 2, 2})) {
    if (kept.scheme.rank() == 8) ++count[kept.mirrors];
    EXPECT_LE(kept.scheme.rank(), kept.mirrors.empty() ? 9U : 15U);
  }
  for (const auto& [mirrors, schemes] : count) EXPECT_LE(schemes, 3);
}

TEST_F(HuntFolderTest, SeesWhatOthersWriteAndDelete) {
  HuntFolder one(folder_.path(), 8);
  HuntFolder two(folder_.path(), 8);
  const auto file = one.add(raised(strassen_scheme(), 1), random_);
  EXPECT_EQ(two.look({2, 2, 2}).size(), 1U);
  std::filesystem::remove(*file);
  EXPECT_TRUE(two.look({2, 2, 2}).empty());
  EXPECT_EQ(one.schemes({2, 2, 2}).size(), 1U);
  EXPECT_TRUE(one.look({2, 2, 2}).empty());
  write_scheme(folder_.file("2x2x2/mine.json"), strassen_scheme());  // by hand
  EXPECT_EQ(one.look({2, 2, 2}).size(), 1U);
  EXPECT_EQ(one.best({2, 2, 2}), 7U);
  EXPECT_EQ(one.shapes(), (std::vector<Shape>{{2, 2, 2}}));
}

TEST_F(HuntFolderTest, RefusesWhatIsNotAScheme) {
  HuntFolder folder(folder_.path(), 8);
  Scheme wrong = strassen_scheme();
  wrong.summands.pop_back();
  EXPECT_THROW(folder.add(wrong, random_), InternalError);
  test::write_text(folder_.file("2x2x2"), "a file in the place of the folder");
  EXPECT_THROW(folder.add(strassen_scheme(), random_), Error);
}

TEST_F(HuntFolderTest, KeepsMirroredSchemesOfHigherRanks) {
  HuntFolder folder(folder_.path(), 8);
  MirroredScheme mirrored{standard_scheme({2, 2, 2}), {1, 1, 1}};
  EXPECT_TRUE(folder.add(strassen_scheme(), random_));
  raise(mirrored, random_);  // 10: too high, but for its mirror
  const bool strassen_is_mirrored = folder.best({2, 2, 2}, {1, 1, 1}).has_value();
  EXPECT_EQ(folder.add(mirrored.scheme, random_).has_value(), !strassen_is_mirrored);
}

// --- plans

TEST_F(HuntFolderTest, PlansAreValidStartsOfAllKinds) {
  HuntFolder folder(folder_.path(), 8);
  for (const Scheme& scheme : built_in_schemes()) {
    if (std::max({scheme.shape.n, scheme.shape.m, scheme.shape.p}) > 5) continue;
    folder.look(in_order(scheme.shape));
    folder.add(scheme, random_);
  }
  HuntPlanner planner(folder);
  std::set<HuntMove> moves;
  for (int k = 0; k < 150; ++k) {
    const Attempt attempt = planner.plan({4, 4, 4}, random_);
    planner.learn(attempt, 8, attempt.starts.front().rank());
    moves.insert(attempt.move);
    ASSERT_FALSE(attempt.starts.empty());
    for (const Scheme& start : attempt.starts) {
      EXPECT_EQ(start.shape, attempt.shape);
      EXPECT_NO_THROW(require_valid(start, attempt.how));
      EXPECT_TRUE(!attempt.is_mirrored() || has_mirror(start, attempt.swaps)) << attempt.how;
    }
  }
  for (const HuntMove move :
       {HuntMove::walk, HuntMove::project, HuntMove::merge, HuntMove::product, HuntMove::blocks, HuntMove::standard}) {
    EXPECT_TRUE(moves.contains(move)) << to_string(move);
  }
}

TEST_F(HuntFolderTest, EveryWayIsTakenAndThoseWithPromiseMoreOften) {
  HuntFolder folder(folder_.path(), 8);
  const Shape shape{3, 3, 4};
  for (const Scheme& scheme : built_in_schemes()) {
    if (std::max({scheme.shape.n, scheme.shape.m, scheme.shape.p}) > 4) continue;
    folder.look(in_order(scheme.shape));
    folder.add(scheme, random_);
  }
  folder.look({3, 3, 2});
  for (const Swaps& swaps : mirrors_of(Shape{2, 3, 3})) {  // so that there is a ladder
    MirroredScheme start{standard_scheme({2, 3, 3}), swaps};
    folder.add(start.scheme, random_);
  }
  HuntPlanner planner(folder);
  std::optional<Way> promising;
  std::map<Way, std::uint64_t> costs;
  for (int k = 0; k < 600; ++k) {
    const Attempt attempt = planner.plan(shape, random_);
    const Way& own = attempt.ways.front();
    if (!promising && own.shape == shape && own.move == HuntMove::standard) promising = own;
    planner.learn(attempt, 8, own.shape == shape && promising && own == *promising ? 27 : 30);
    for (const Way& way : attempt.ways) costs[way] += 8;
  }
  ASSERT_TRUE(promising);
  std::size_t taken = 0;
  for (const Way& way : planner.ways(shape, false, 0)) {
    taken += costs.contains(way) ? 1 : 0;
    if (way == *promising) continue;
    EXPECT_LT(costs[way], costs[*promising]) << to_string(way.move);
  }
  EXPECT_GE(taken + 2, planner.ways(shape, false, 0).size());  // a product or blocks may have nothing to start from
}

}  // namespace
}  // namespace wreath::flip
