// SPDX-License-Identifier: MIT
//
// Bulk rounds and collapses in generations, with everything made so small that they happen in small tables.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "coset/random_problem.hpp"
#include "coset/reference.hpp"
#include "coset/strategies/enumerator.hpp"

namespace wreath::coset {
namespace {

constexpr Grain kSmall{.batch_share = 2, .piece = 2, .tasks_of_a_thread = 1, .collapse_piece = 1};

struct Found {
  std::uint64_t total = 0;
  std::uint64_t steps = 0;
  std::vector<std::uint32_t> rows;
  bool operator==(const Found&) const = default;
};

Found enumerate(const Problem& problem, unsigned threads, const Grain& grain, Method method = Method::hlt) {
  const System system = prepare(problem, false);
  Enumerator enumerator(system, method, 4'000'000, threads, grain);
  RunControl run;
  EXPECT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete) << problem.group.name;
  CosetTable& table = enumerator.table();
  Found found{table.total(), enumerator.steps(), {}};
  table.standardise();
  for (const Row d : table.saved_rows()) found.rows.push_back(d - 1);
  return found;
}

TEST(CosetBulk, RandomPresentationsGiveOneTableForAnyNumberOfThreads) {
  const char* given = std::getenv("WREATH_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937 draw(seed);
  for (int finite = 0; finite < 200;) {
    const Problem problem = random_problem(draw);
    const auto expected = ReferenceEnumerator(problem).run(60);
    if (!expected) continue;
    ++finite;
    const std::string where = "WREATH_SEED=" + std::to_string(seed) + ": " + problem.group.name;
    const Found alone = enumerate(problem, 1, kSmall);
    EXPECT_EQ(alone.rows, *expected) << where;
    for (const unsigned threads : {2U, 5U}) EXPECT_EQ(enumerate(problem, threads, kSmall), alone) << where;
    EXPECT_EQ(enumerate(problem, 1, {}).rows, *expected) << where;
    const Found sparse = enumerate(problem, 1, kSmall, Method::sparse);
    EXPECT_EQ(sparse.rows, *expected) << where;
    EXPECT_EQ(enumerate(problem, 4, kSmall, Method::sparse), sparse) << where;
  }
}

TEST(CosetBulk, CollapsesOfThousandsGiveOneTable) {
  const char* const groups[][2] = {{"<a,b | a^2, b^3, (ab)^7, [a,b]^8>", ""},
                                   {"<a,b,c,d,e | abc=d, bcd=e, cde=a, dea=b, eab=c>", ""},
                                   {"<a,b,c | a^11, b^2, c^2, (ab)^3, (ac)^3, (bc)^10, cbcbabcbcA^5>", "a"},
                                   {"<r,s | rs^4=s^5r, sr^4=r^5s>", ""},
                                   {"<s,t | s^31, t^2, (st)^3, (s^2ts^16t)^3>", "s"}};
  for (const auto& [group, subgroup] : groups) {
    const Problem problem = open_problem(group, {.subgroup = subgroup});
    Grain grain;
    const Found plain = enumerate(problem, 1, grain);
    EXPECT_EQ(enumerate(problem, 2, grain), plain) << group;
    grain.collapse_piece = 8;
    EXPECT_EQ(enumerate(problem, 2, grain), plain) << group;
    EXPECT_EQ(enumerate(problem, 4, grain), plain) << group;
    grain.tasks_of_a_thread = grain.piece = 8;
    EXPECT_EQ(enumerate(problem, 4, grain).rows, plain.rows) << group;
  }
}

/// A path of new cosets whose two ends are the same slot: a fixes every coset, so that a*b*a*B leads from both sides to the hole
/// of b there.
TEST(CosetBulk, PathsThatBeginAndEndInOneSlot) {
  const Problem problem = open_problem("<a,b,c | a, abaB, bcBC, b^50, c^50>", {});
  const System system = prepare(problem, true);
  RunControl run;
  Enumerator enumerator(system, Method::hlt, 100'000, 2, kSmall);
  ASSERT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete);
  EXPECT_GT(enumerator.begun_paths(), 0);
  EXPECT_EQ(enumerator.table().rows(), 2500);
  EXPECT_EQ(enumerate(problem, 4, kSmall).rows, enumerate(problem, 1, {}).rows);
}

/// A path of three million cosets, of which each is its predecessor's image.
void define_path(CosetTable& table) {
  Row last = 1;
  while (table.rows() < 3'000'000) last = table.define(last, 0);
}

TEST(CosetBulk, CompactionStopsBeforeItChangesAnything) {
  const Letter inverses[] = {1, 0};
  CosetTable table(inverses, 4'000'000);
  define_path(table);
  table.coincide(3'000'000, 2'999'000);  // and their predecessors: 1000 cosets are left of them
  ASSERT_TRUE(table.settle());
  const std::uint64_t live = table.live();
  ASSERT_LT(live, table.rows());
  const std::vector<Row> before(table.saved_rows().begin(), table.saved_rows().end());
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  std::uint64_t marks[] = {1'000};
  EXPECT_FALSE(table.compact(marks, &stopped));
  EXPECT_EQ(marks[0], 1'000);
  EXPECT_TRUE(std::ranges::equal(table.saved_rows(), before));
  std::uint64_t alive = 0;
  for (Row c = 1; c <= table.rows(); ++c) alive += table.is_alive(c) ? 1 : 0;
  EXPECT_EQ(alive, live);
  EXPECT_TRUE(table.compact(marks));
  EXPECT_EQ(table.rows(), live);
}

TEST(CosetBulk, StandardOrderStopsBeforeItChangesAnything) {
  const Letter inverses[] = {1, 0};
  CosetTable table(inverses, 4'000'000);
  define_path(table);
  table.deduce(3'000'000, 0, 1);
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  const std::vector<Row> before(table.saved_rows().begin(), table.saved_rows().end());
  EXPECT_THROW(table.standardise(&stopped), LimitReached);
  EXPECT_TRUE(std::ranges::equal(table.saved_rows(), before));
  EXPECT_TRUE(table.is_alive(2'999'999));
  table.standardise();
  EXPECT_EQ(table.at(1, 0), 2);
  EXPECT_EQ(table.at(1, 1), 3);
  EXPECT_EQ(table.at(2, 1), 1);
}

TEST(CosetBulk, PendingCoincidencesCountAsMemory) {
  const Letter inverses[] = {1, 0};
  CosetTable table(inverses, 100'000);
  const std::uint64_t before = table.memory();
  for (int k = 0; k < 50'000; ++k) table.coincide(1, 1);
  EXPECT_GE(table.memory(), before + 50'000 * 2 * sizeof(Row));
}

/// A path of cosets whose fifth is the first: all but four of them die.
void coincide_on_a_path(CosetTable& table) {
  Row last = 1;
  for (int k = 0; k < 50'000; ++k) last = table.define(last, 0);
  table.coincide(1, 5);
  for (Row c = 1; c < 20'000; ++c) table.coincide(c, c + 4);  // many at once
}

TEST(CosetBulk, CollapsesStopAndContinueFromWhatWasSaved) {
  const Letter inverses[] = {1, 0};
  for (const unsigned threads : {1U, 4U}) {
    CosetTable table(inverses, 100'000, threads);
    coincide_on_a_path(table);
    RunControl stopped;
    stopped.request_stop(StopReason::interrupted);
    EXPECT_FALSE(table.settle(&stopped));
    EXPECT_TRUE(table.has_pending());
    ByteWriter writer;
    table.save_rows(writer);
    const std::vector<std::byte> saved = writer.take();
    for (const unsigned others : {1U, 4U}) {
      CosetTable copy(inverses, 100'000, others);
      ByteReader reader(saved);
      ASSERT_TRUE(copy.restore(reader, table.total(), table.maximum()));
      EXPECT_EQ(copy.live(), table.live());
      EXPECT_TRUE(copy.settle());
      EXPECT_EQ(copy.live(), 4);
      copy.compact({});
      const std::vector<Row> expected = {2, 4, 3, 1, 4, 2, 1, 3};
      EXPECT_EQ(std::vector<Row>(copy.saved_rows().begin(), copy.saved_rows().end()), expected);
      const Row none[] = {1};  // parents of another table, and no coincidences
      for (const std::size_t count : {0, 1}) {
        ByteWriter wrong;
        wrong.put_all(table.saved_rows());
        wrong.put_all(std::span<const Row>(none, count));
        wrong.put_all(std::span<const Row>(none, 0));
        const std::vector<std::byte> bytes = wrong.take();
        ByteReader other(bytes);
        EXPECT_FALSE(copy.restore(other, 1, 1));
      }
    }
    EXPECT_TRUE(table.settle());
    EXPECT_EQ(table.live(), 4);
  }
}

TEST(CosetBulk, RunsThatStopAgainAndAgainEndWithTheSameTable) {
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", {});
  Enumeration whole(problem, {.method = Method::hlt});
  ASSERT_TRUE(whole.run());
  std::vector<std::byte> saved;
  for (int rounds = 0;; ++rounds) {
    ASSERT_LT(rounds, 1000);
    Enumeration part(problem, {.machine = {.threads = rounds % 2 == 0 ? 1U : 3U}, .method = Method::hlt});
    if (!saved.empty()) part.restore(saved);
    if (part.run_steps(20'000)) {
      EXPECT_GT(rounds, 2);
      EXPECT_EQ(part.total(), whole.total());
      const Table first = whole.take_table();
      const Table second = part.take_table();
      EXPECT_TRUE(std::ranges::equal(first.entries(), second.entries()));
      break;
    }
    saved = part.save();
  }
}

TEST(CosetBulk, CheckpointsKeepTheirStrategy) {
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>");
  const auto saved_by = [&](Method method) {
    Enumeration begun(problem, {.method = method});
    EXPECT_FALSE(begun.run_steps(20'000));
    return begun.save();
  };
  const auto hlt = saved_by(Method::hlt);
  const auto all = saved_by(Method::automatic);
  for (const Method other : {Method::felsch, Method::sparse})
    EXPECT_THROW(Enumeration(problem, {.method = other}).restore(hlt), InputError);
  EXPECT_THROW(Enumeration(problem, {.method = Method::hlt}).restore(all), InputError);
  for (const Method method : {Method::hlt, Method::automatic}) {
    Enumeration resumed(problem, {.method = method});
    resumed.restore(hlt);
    EXPECT_TRUE(resumed.run());
    EXPECT_EQ(resumed.index(), 10752);
  }
}

}  // namespace
}  // namespace wreath::coset
