// SPDX-License-Identifier: MIT
//
// Tables with entries of 5 bytes: from a few rows on, so that small tables are wide.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "core/io/npy.hpp"
#include "core/io/scratch_folders.hpp"
#include "coset/random_problem.hpp"
#include "coset/reference.hpp"
#include "coset/strategies/enumerator.hpp"
#include "coset/tables/closed_table.hpp"
#include "wreath/coset.hpp"

namespace wreath::coset {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;

/// The entries of the finished table in its standard order, cosets from 0 on.
std::vector<Row> standard_rows(Enumerator& enumerator) {
  enumerator.copy_home();
  CosetTable& table = enumerator.table();
  table.standardise();
  std::vector<Row> rows(table.saved_rows().begin(), table.saved_rows().end());
  for (Row& row : rows) --row;
  return rows;
}

/// The same, after an enumeration to the end. The table was wide if it had more rows than the limit.
std::vector<Row> finish_wide(Enumerator& enumerator, std::uint64_t narrow_rows) {
  RunControl run;
  EXPECT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete);
  EXPECT_EQ(enumerator.is_wide(), enumerator.table().maximum() > narrow_rows);
  EXPECT_EQ(enumerator.first_fault(run), "");
  return standard_rows(enumerator);
}

std::vector<Row> enumerate_wide(const Problem& problem, std::uint64_t narrow_rows, unsigned threads, Method method,
                                Grain grain = {}, unsigned* wide_tables = nullptr) {
  const System system = prepare(problem, false);
  grain.narrow_rows = narrow_rows;
  Enumerator enumerator(system, method, narrow_rows, threads, grain);
  enumerator.set_limits(kMemory);
  std::vector<Row> rows = finish_wide(enumerator, narrow_rows);
  if (wide_tables != nullptr && enumerator.table().maximum() > narrow_rows) ++*wide_tables;
  return rows;
}

TEST(WideCosets, EntriesHaveFiveBytes) {
  const WideRow large = (WideRow{1} << 40) - 2;
  EXPECT_EQ(WideRow{WideEntry(large)}, large);
  WideEntry entries[3] = {1, large, 2};
  entries[1] = 0x1'0000'0000;
  EXPECT_EQ(WideRow{entries[0]} + WideRow{entries[2]}, 3);
  EXPECT_EQ(WideRow{entries[1]}, 0x1'0000'0000);
}

TEST(WideCosets, RandomPresentationsGiveTheTableOfTheReference) {
  const char* given = std::getenv("WREATH_SEED");
  const unsigned seed = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : std::random_device{}();
  RecordProperty("seed", static_cast<int>(seed));
  std::mt19937 draw(seed);
  constexpr Grain kTiny{.batch_share = 2, .piece = 2, .tasks_of_a_thread = 1, .collapse_piece = 1};
  unsigned wide = 0;
  for (int finite = 0; finite < 100 || (wide == 0 && finite < 5000);) {  // few of them become wide
    const Problem problem = random_problem(draw);
    const auto expected = ReferenceEnumerator(problem).run(60);
    if (!expected) continue;
    ++finite;
    const std::string where = "WREATH_SEED=" + std::to_string(seed) + ": " + problem.group.name;
    const std::uint64_t first_rows = prepare(problem, false).relator_letters + 8;  // those of coset 1 at most
    for (const Method method : {Method::hlt, Method::sparse}) {
      for (const unsigned threads : {1U, 4U})
        EXPECT_EQ(enumerate_wide(problem, first_rows, threads, method, kTiny, &wide), *expected) << where;
    }
  }
  EXPECT_GT(wide, 0U);
}

/// All cases of the collection with an index below 10^5 that end within a second or so.
TEST(WideCosets, KnownCasesGiveTheNarrowTable) {
  std::ifstream file(WREATH_TEST_DATA "/coset_cases.tsv");
  ASSERT_TRUE(file);
  unsigned tried = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string id, kind, generators, relators, subgroup, index, verified, most;
    for (std::string* field : {&id, &kind, &generators, &relators, &subgroup, &index, &verified, &most})
      std::getline(fields, *field, '\t');
    if (line.starts_with('#') || id == "id" || index.empty() || std::stoull(index) >= 100'000) continue;
    if (most.empty() || std::stoull(most) > 200'000) continue;
    const Problem problem = open_problem("<" + generators + " | " + relators + ">", {.subgroup = subgroup});
    const std::vector<Row> wide = enumerate_wide(problem, 1024, 2, Method::hlt);
    EXPECT_EQ(wide.size(), std::stoull(index) * problem.group.alphabet.size()) << id;
    EXPECT_TRUE(wide == enumerate_wide(problem, kMostRowsOf<Row>, 2, Method::hlt)) << id;
    ++tried;
  }
  EXPECT_GT(tried, 50U);
}

TEST(WideCosets, ContinueFromWhatWasSaved) {
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>");
  const System system = prepare(problem, false);
  const Grain grain{.narrow_rows = 1024};
  for (const Method method : {Method::hlt, Method::sparse}) {
    const std::vector<Row> expected = enumerate_wide(problem, 1024, 1, method);
    std::vector<std::byte> saved;
    for (int rounds = 0;; ++rounds) {
      ASSERT_LT(rounds, 1000);
      Enumerator enumerator(system, method, 1024, 2, grain);
      RunControl run;
      if (!saved.empty()) {
        ByteReader reader(saved);
        ASSERT_TRUE(enumerator.restore(reader));
        EXPECT_TRUE(reader.at_end());
      }
      enumerator.set_limits(kMemory);
      if (enumerator.turn(200'000, run) == Enumerator::End::complete) {
        EXPECT_GT(rounds, 2);
        EXPECT_EQ(finish_wide(enumerator, 1024), expected);
        break;
      }
      ByteWriter writer;
      writer.put_all(std::span<const std::uint64_t>(enumerator.saved_state()));
      enumerator.save_rows(writer);
      saved = writer.take();
    }
  }
}

TEST(WideCosets, RowsAreMovedThereAndBack) {
  const Letter inverses[] = {1, 0};
  for (const unsigned threads : {1U, 3U}) {
    CosetTable narrow(inverses, 300'000, threads);
    Row last = 1;
    while (narrow.rows() < 200'000) last = narrow.define(last, 0);
    narrow.coincide(200'000, 100'000);
    ASSERT_TRUE(narrow.settle());
    const std::vector<Row> before(narrow.saved_rows().begin(), narrow.saved_rows().end());
    const std::uint64_t live = narrow.live();
    WideTable wide(inverses, 1, threads);
    wide.take(narrow);
    EXPECT_EQ(wide.live(), live);
    EXPECT_TRUE(std::ranges::equal(wide.saved_rows(), before, {}, [](WideEntry entry) { return WideRow{entry}; }));
    CosetTable again(inverses, 1, threads);
    again.take(wide);
    EXPECT_TRUE(std::ranges::equal(again.saved_rows(), before));
    EXPECT_FALSE(again.is_alive(200'000));
    EXPECT_TRUE(again.compact({}));
    EXPECT_EQ(again.rows(), live);
  }
}

/// A finished table with wide entries.
Table wide_table(const Problem& problem) {
  const System system = prepare(problem, false);
  const std::uint64_t first_rows = system.relator_letters + 8;  // those of coset 1 at most
  Enumerator enumerator(system, Method::hlt, first_rows, 2, {.narrow_rows = first_rows});
  enumerator.set_limits(kMemory);
  RunControl run;
  EXPECT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete);
  return enumerator.take_table(problem);
}

/// Wide and narrow tables of one problem answer alike.
void expect_same_answers(const Table& wide, const Table& narrow) {
  ASSERT_TRUE(wide.is_wide());
  ASSERT_FALSE(narrow.is_wide());
  ASSERT_EQ(wide.index(), narrow.index());
  for (Coset c = 0; c < narrow.index(); ++c) {
    for (std::size_t x = 0; x < narrow.letters(); ++x)
      ASSERT_EQ(wide.image(c, static_cast<Letter>(x)), narrow.at(c, static_cast<Letter>(x)));
    ASSERT_EQ(wide.representative(c), narrow.representative(c));
    ASSERT_EQ(wide.trace(narrow.representative(c)), c);
  }
  EXPECT_TRUE(verify(wide, narrow.problem(), 2).verified);
  EXPECT_THROW(wide.entries(), InputError);
  EXPECT_THROW(wide.permutation(0), InputError);
  EXPECT_THROW(wide.tree(), InputError);
  EXPECT_THROW(wide.representative(wide.index()), InputError);
}

TEST(WideCosets, FinishedTablesAreWrittenAndRead) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/wide.coset";
  for (const char* group :
       {"<a,b | a^2, b^3, (ab)^5>", "<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "coxeter:3,3,3,3", "<a,b | a^4, b^3, (ab)^2>"}) {
    const Problem problem = open_problem(group);
    Enumeration found(problem);
    ASSERT_TRUE(found.run());
    const Table narrow = found.take_table();
    const Table wide = wide_table(problem);
    expect_same_answers(wide, narrow);
    write_table(path, wide);
    EXPECT_TRUE(is_table_file(path));
    expect_same_answers(read_table(path), narrow);
    const std::string images = folder.path() + "/a.npy";
    write_permutation(images, wide, 0);
    const NpyFile read(images, 1);
    ASSERT_EQ(read.header().item_bytes, sizeof(AnyCoset));
    EXPECT_TRUE(std::ranges::equal(read.data<AnyCoset>(), narrow.permutation(0)));
  }
}

TEST(WideCosets, DamagedFilesAreRefused) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/wide.coset";
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^5>");
  write_table(path, wide_table(problem));
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-20, std::ios::end);
  file.put('?');
  file.close();
  EXPECT_THROW((void)read_table(path), InputError);
}

/// A file with a checksum that matches, whose columns are not inverse to one another.
TEST(WideCosets, TablesOfNoGroupHaveNoRepresentatives) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/wide.coset";
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^5>");
  const Table table = wide_table(problem);
  const AnyCoset lost = table.image(0, 0);
  const AnyCoset last = table.index() - 1;
  const auto last_letter = static_cast<Letter>(table.letters() - 1);
  ASSERT_NE(lost, 0);
  ASSERT_NE(table.image(last, last_letter), lost);
  const auto rows = TableMaker::bytes(table);
  GrowingArray<std::byte> changed;  // no letter leads from coset 0 to the lost one any more
  changed.append(rows);
  constexpr std::size_t kEntry = sizeof(WideEntry);
  std::swap_ranges(changed.data(), changed.data() + kEntry, changed.data() + changed.size() - kEntry);
  RunControl run;
  write_table(path, TableMaker::make(problem, std::move(changed), true, run));
  const Table read = read_table(path);
  ASSERT_EQ(read.image(last, last_letter), lost);
  EXPECT_THROW(read.representative(lost), InputError);
  EXPECT_FALSE(verify(read, problem, 1).verified);
}

TEST(WideCosets, StayHomeOnceTheyAreThere) {
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>");
  const System system = prepare(problem, false);
  Enumerator enumerator(system, Method::hlt, 1024, 1, {.narrow_rows = 1024});
  enumerator.set_limits(kMemory);
  RunControl run;
  ASSERT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete);
  ASSERT_TRUE(enumerator.is_wide());
  enumerator.copy_home();
  EXPECT_FALSE(enumerator.is_wide());
  EXPECT_EQ(standard_rows(enumerator), enumerate_wide(problem, 1024, 1, Method::hlt));  // which copies them home again
  EXPECT_EQ(enumerator.first_fault(run), "");
}

TEST(WideCosets, AreNotMadeWithoutMemory) {
  const Problem problem = open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^8>");
  const System system = prepare(problem, false);
  Enumerator enumerator(system, Method::hlt, 1024, 1, {.narrow_rows = 1024});
  enumerator.set_limits(32 * 1024);
  RunControl run;
  EXPECT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::full);
  EXPECT_EQ(enumerator.why_full(), Ending::rows);  // and not the memory: that of the narrow rows suffices
  EXPECT_FALSE(enumerator.is_wide());
  enumerator.set_limits(kMemory);
  EXPECT_EQ(enumerator.turn(~std::uint64_t{0}, run), Enumerator::End::complete);
  EXPECT_TRUE(enumerator.is_wide());
}

}  // namespace
}  // namespace wreath::coset
