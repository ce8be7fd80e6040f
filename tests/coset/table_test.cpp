// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/io/scratch_folders.hpp"
#include "kept_run.hpp"
#include "wreath/coset.hpp"

namespace wreath::coset {
namespace {

Table table_of(const std::string& group, const std::string& subgroup = "") {
  Enumeration found(open_problem(group, {.subgroup = subgroup}));
  EXPECT_TRUE(found.run());
  return found.take_table();
}

TEST(CosetTable, TracesWords) {
  const Table table = table_of("<a,b | a^2, b^3, (ab)^5>", "ab");
  const word::WordText words(table.problem().group.alphabet);
  EXPECT_EQ(table.index(), 12);
  EXPECT_EQ(table.trace(words.read("abab")), 0);
  EXPECT_NE(table.trace(words.read("b")), 0);
  EXPECT_THROW(table.trace(words.read("b"), 12), InputError);
  for (Coset c = 0; c < table.index(); ++c) EXPECT_EQ(table.trace(table.representative(c)), c);
  for (Coset c = 1; c < table.index(); ++c)  // numbered by breadth-first search: words by length, then by letters
    EXPECT_TRUE(word::compare_shortlex(table.representative(c - 1), table.representative(c)) < 0);
}

TEST(CosetTable, PermutationsSatisfyTheRelators) {
  const Table table = table_of("<a,b | a^2, b^3, (ab)^4>");
  const auto a = table.permutation(0);
  const auto b = table.permutation(1);
  ASSERT_EQ(a.size(), 24);
  for (Coset c = 0; c < 24; ++c) {
    EXPECT_EQ(a[a[c]], c);
    Coset d = c;
    for (int k = 0; k < 4; ++k) d = b[a[d]];
    EXPECT_EQ(d, c);
  }
  EXPECT_THROW(table.permutation(3), InputError);
}

TEST(CosetTable, VerificationFindsFaults) {
  const Table table = table_of("<a,b | a^2, b^3, (ab)^5>", "ab");
  const Problem& problem = table.problem();
  EXPECT_TRUE(verify(table, problem).verified);
  EXPECT_FALSE(verify(table, open_problem("<a,b | a^2, b^3, (ab)^4>")).verified);
  EXPECT_FALSE(verify(table, open_problem("<a,b | a^2, b^3, (ab)^5>", {.subgroup = "b"})).verified);
  std::vector<Coset> entries(table.entries().begin(), table.entries().end());
  std::swap(entries[0], entries[3]);
  EXPECT_FALSE(verify(Table(problem, entries), problem).verified);
  std::vector<Coset> twice(table.entries().begin(), table.entries().end());  // two orbits
  for (std::size_t k = 0, count = twice.size(); k < count; ++k) twice.push_back(twice[k] + 12);
  EXPECT_EQ(verify(Table(problem, twice), problem).problem, "not all cosets are reached from coset 0");
  entries[0] = 99;
  EXPECT_THROW(Table(problem, entries), InputError);
  EXPECT_THROW(Table(problem, std::vector<Coset>{0, 0}), InputError);
}

TEST(CosetTable, FilesAreReadBack) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/a5.coset";
  const Table table = table_of("<a,b | a^2, b^3, (ab)^5>", "ab");
  write_table(path, table);
  EXPECT_TRUE(is_table_file(path));
  const Table again = read_table(path);
  EXPECT_TRUE(std::ranges::equal(again.entries(), table.entries()));
  EXPECT_TRUE(verify(again, again.problem()).verified);
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-20, std::ios::end);
    file.put('\x7F');
  }
  EXPECT_THROW((void)read_table(path), InputError);
  std::filesystem::resize_file(path, 30);
  EXPECT_THROW((void)read_table(path), InputError);
}

TEST(CosetTable, OpensFilesAndGroups) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/a5.coset";
  const std::string group = "<a,b | a^2, b^3, (ab)^5>";
  const OpenedTable made = open_table(group, {.subgroup = "ab"});
  ASSERT_TRUE(made.table && made.enumeration);
  write_table(path, *made.table);
  const OpenedTable read = open_table(path);
  ASSERT_TRUE(read.table && !read.enumeration);
  EXPECT_TRUE(std::ranges::equal(read.table->entries(), made.table->entries()));
  EXPECT_THROW((void)open_table(path, {.subgroup = "ab"}), InputError);
  const OpenedTable none = open_table("<a,b | a^2, b^3>", {}, {.max_cosets = 100});
  EXPECT_TRUE(!none.table && none.enumeration && none.enumeration->ending() == Ending::cosets);
  EXPECT_THROW((void)open_table("<a,b | >", {}, {.max_cosets = 100}), InputError);
  EXPECT_EQ(open_problem_for(*read.table, group).subgroup, made.table->problem().subgroup);
  EXPECT_NE(open_problem_for(*read.table, group, {.subgroup = "b"}).subgroup, made.table->problem().subgroup);
  EXPECT_TRUE(open_problem_for(*read.table, group, {.subgroup = ""}).subgroup.empty());
  EXPECT_THROW((void)open_table(path, {.subgroup = ""}), InputError);
  EXPECT_THROW((void)open_problem_for(*read.table, "<x,y | x^2, y^3, (xy)^5>"), InputError);
}

TEST(CosetFiles, WordsAreAddedToACheckpoint) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/triangle.ck";
  const std::string infinite = "<a,b | a^2, b^3, (ab)^7>";
  const std::string finite = "<a,b | a^2, b^3, (ab)^7, [a,b]^4>";
  for (const Method method : {Method::automatic, Method::hlt, Method::felsch, Method::mixed, Method::sparse}) {
    const Options how{.method = method, .max_cosets = 3000};
    const auto begin = [&](const std::string& group, const std::string& subgroup) {
      std::filesystem::remove(path);
      Enumeration begun(open_problem(group, {.subgroup = subgroup}), how);
      EXPECT_FALSE(begun.run(wreath::test::KeptRun({.checkpoint = path})));
    };
    const auto index_of = [&](const std::string& group, const std::string& subgroup) {
      Enumeration resumed(open_problem(group, {.subgroup = subgroup}), {.method = method});
      EXPECT_TRUE(resumed.run(wreath::test::KeptRun({.resume = path})));
      return resumed.index();
    };
    begin(infinite, "");
    EXPECT_EQ(index_of(finite, ""), 168);
    begin(infinite, "");
    EXPECT_EQ(index_of(finite, "ab"), 24);
    begin(infinite, "a");
    EXPECT_EQ(index_of(infinite, "b, a"), 1);
    begin(infinite, "a");
    EXPECT_THROW(index_of(finite, "b"), InputError);
    EXPECT_THROW(index_of("<a,b | a^2, b^3, [a,b]^4>", "a"), InputError);
    EXPECT_THROW(index_of("<a,b | a^2, b^3, (ab)^7, b^2>", "a"), InputError);
  }
}

/// Checkpoints over "1" had the empty word as a generator of the subgroup.
TEST(CosetFiles, EmptyWordsOfACheckpointMayBeLeftOut) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/empty.ck";
  Problem before = open_problem("<a,b | a^2, b^3, (ab)^7>");
  before.subgroup = {{}};
  Enumeration begun(before, {.method = Method::hlt, .max_cosets = 3000});
  EXPECT_FALSE(begun.run(wreath::test::KeptRun({.checkpoint = path})));
  Enumeration resumed(open_problem("<a,b | a^2, b^3, (ab)^7, [a,b]^4>", {.subgroup = "ab"}), {.method = Method::hlt});
  EXPECT_TRUE(resumed.run(wreath::test::KeptRun({.resume = path})));
  EXPECT_EQ(resumed.index(), 24U);
}

/// A relator b^2 that was added makes b its own inverse, unless the letters are kept.
TEST(CosetFiles, AnAddedSquareNamesTheOptionForIt) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/square.ck";
  Enumeration begun(open_problem("<a,b | a^3, [a,b]>"), {.method = Method::hlt, .max_cosets = 300});
  EXPECT_FALSE(begun.run(wreath::test::KeptRun({.checkpoint = path})));
  const std::string more = "<a,b | a^3, [a,b], b^2>";
  Enumeration refused(open_problem(more), {.method = Method::hlt});
  try {
    refused.run(wreath::test::KeptRun({.resume = path}));
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(error.text(OptionStyle::flag).find("keep the letters as they were with --keep-inverses"), std::string::npos)
        << error.what();
  }
  Enumeration resumed(open_problem(more, {.keep_inverses = true}), {.method = Method::hlt});
  EXPECT_TRUE(resumed.run(wreath::test::KeptRun({.resume = path})));
  EXPECT_EQ(resumed.index(), 6U);
}

TEST(CosetFiles, ReadingStops) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/a5.coset";
  write_table(path, table_of("<a,b | a^2, b^3, (ab)^5>", ""));
  RunControl run;
  run.request_stop(StopReason::interrupted);
  for (const std::string& file : {path, std::string(WREATH_TEST_DATA) + "/a5-wide.coset"}) {
    EXPECT_THROW((void)read_table(file, &run), LimitReached) << file;
    EXPECT_EQ(read_table(file).index(), 60U);
    RunControl later;  // stopped when all bytes have been read
    later.listen([&](const Progress& progress) {
      if (progress.phase == "check") later.request_stop(StopReason::interrupted);
    });
    EXPECT_THROW((void)read_table(file, &later), LimitReached) << file;
  }
}

TEST(CosetFiles, TablesAboveTheMemoryLimitAreRefused) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/a5.coset";
  write_table(path, table_of("<a,b | a^2, b^3, (ab)^5>"));  // 720 bytes
  RunControl run;
  run.measure_memory([] { return std::uint64_t{1000}; });
  run.limit_memory(1719);
  try {
    (void)read_table(path, &run);
    FAIL() << "not refused";
  } catch (const ResourceError& error) {
    const std::string text = error.text(OptionStyle::flag);
    EXPECT_NE(text.find("the table needs 720 B of memory, and --memory leaves "), std::string::npos) << text;
    EXPECT_NE(text.find("; give at least --memory "), std::string::npos) << text;
  }
}

TEST(CosetFiles, TablesWithoutLettersAreReadBack) {
  const TemporaryFolder folder(testing::TempDir(), "coset");
  const std::string path = folder.path() + "/trivial.coset";
  write_table(path, table_of("< | >"));
  const Table table = read_table(path);
  EXPECT_EQ(table.index(), 1U);
  EXPECT_TRUE(table.entries().empty());
}

// --- subgroups

TEST(Subgroup, InvolutionsOfAPresentationHaveNoInverses) {
  const SubgroupPresentation found =
      subgroup_presentation(table_of("<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^4, (ac)^2>", "a, b^c, c^b"));
  ASSERT_FALSE(found.relators.empty());
  for (const auto& relator : found.relators) {
    for (const std::int32_t x : relator) EXPECT_GT(x, 0) << found.text();
  }
}

TEST(Subgroup, PresentationOfTheInfiniteCyclicSubgroup) {
  const SubgroupPresentation cyclic = subgroup_presentation(table_of("<a,b | a^2, b^3, (ab)^7, [a,b]^4>", "ab"));
  EXPECT_EQ(cyclic.text(), "<x1 | x1^7>");
  const SubgroupPresentation found = subgroup_presentation(table_of("<a,b | a^2, b^2>", "ab"));
  EXPECT_EQ(found.generators.size(), 1);
  EXPECT_TRUE(found.relators.empty());
  EXPECT_EQ(found.text(), "<x1 | >");
}

TEST(Subgroup, RelatorsArePrintedAsPowers) {
  SubgroupPresentation found;
  found.generators = {{0}, {1}};
  found.relators = {{1, 1}, {1, 2, 1, 2, 1, 2}, {-1, -1, 2}, {1, 2, 2, 1, 2, 2}};
  EXPECT_EQ(found.text(), "<x1,x2 | x1^2, (x1*x2)^3, x1^-2*x2, (x1*x2^2)^2>");
}

TEST(Subgroup, CommutatorSubgroupOfTheModularGroupIsFree) {
  const Table table = table_of("<a,b | a^2, b^3>", "[a,b], [a,B]");
  EXPECT_EQ(table.index(), 6);
  const SubgroupPresentation found = subgroup_presentation(table);
  EXPECT_EQ(found.generators.size(), 2);
  EXPECT_TRUE(found.relators.empty());
}

TEST(Subgroup, PresentationsHaveTheRightOrder) {
  const struct {
    const char* group;
    const char* subgroup;
  } cases[] = {{"<a,b | a^2, b^3, (ab)^5>", "ab"},
               {"<a,b | a^2, b^3, (ab)^5>", "a, b^(aba)"},
               {"<a,b | a^2, b^3, (ab)^7, [a,b]^4>", "b"},
               {"<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^5, (ac)^2>", "a, b"},
               {"<a,b | a^4, a^2=b^2, b^-1*a*b=a^-1>", "a"}};
  for (const auto& each : cases) {
    const Table table = table_of(each.group, each.subgroup);
    const std::uint64_t expected = table_of(each.group).index() / table.index();
    for (const bool simplify : {false, true}) {
      const SubgroupPresentation found = subgroup_presentation(table, {.simplify = simplify});
      Enumeration order(open_problem(found.generators.empty() ? "< | >" : found.text()));
      ASSERT_TRUE(order.run());
      EXPECT_EQ(order.index(), expected) << each.group << " over " << each.subgroup;
    }
    for (const word::Word& word : schreier_generators(table)) EXPECT_EQ(table.trace(word), 0);
    for (const word::Word& word : subgroup_presentation(table).generators) EXPECT_EQ(table.trace(word), 0);
  }
}

// --- input

TEST(CosetInput, ReadsAce) {
  const Problem problem =
      parse_problem("# A5\nGroup Generators: ab;\nGroup Relators: a^2, b^3, (ab)^5;\nSubgroup Generators: ab;\nend;", "a5.ace");
  Enumeration found(problem);
  ASSERT_TRUE(found.run());
  EXPECT_EQ(found.index(), 12);
  const std::string text = "gr: ab; rel: a^2, b^3, (ab)^5; gen: ab;";
  EXPECT_EQ(parse_problem(text, "a5.ace").subgroup.size(), 1);
  EXPECT_TRUE(parse_problem(text, "a5.ace", {.subgroup = ""}).subgroup.empty());
  EXPECT_THROW((void)parse_problem("gr: ab; rel: a^2, c^3;", "bad.ace"), InputError);
  EXPECT_THROW((void)parse_problem("gr: 2; rel: 1;", "bad.ace"), InputError);
}

TEST(CosetInput, ReadsTcenum) {
  const auto index = [](const char* text) {
    Enumeration found(parse_problem(text, "file.tc"));
    EXPECT_TRUE(found.run());
    return found.index();
  };
  EXPECT_EQ(index("AB.B...B3,(AB)5."), 60);
  EXPECT_EQ(index("abc..a,b.a5b3c.(abc)5. comment."), 6);
  EXPECT_EQ(index("abcdef..a,b,c,d,f.a3b3c3d3e c3f.."), 27);
  EXPECT_EQ(index("abcde..b,c,d,abcbae.\na3b5c3d3e0c.\na=(ce)2,(bcd)5."), 11);
  EXPECT_EQ(index("cd.d.d.c6d.\nd5,[c,d]3,[c,dcd]2."), 144);
  EXPECT_THROW((void)parse_problem("ab.b..", "bad.tc", {.format = "tcenum"}), InputError);
  EXPECT_THROW((void)parse_problem("ab.b..x2b..", "bad.tc", {.format = "tcenum"}), InputError);
  EXPECT_THROW((void)parse_problem("ab.b..", "bad.tc", {.format = "magma"}), InputError);
}

TEST(CosetInput, ReadsSubgroups) {
  EXPECT_EQ(open_problem("<a,b | a^2>", {.subgroup = "a, [a,b], (ab)^2"}).subgroup.size(), 3);
  EXPECT_THROW((void)open_problem("<a,b | a^2>", {.subgroup = "a, c"}), InputError);
  EXPECT_THROW((void)open_problem("<a,b | a^2>", {.subgroup = "a b)"}), InputError);
  EXPECT_THROW((void)open_problem("<a,b | a^2>", {.subgroup = "a = b"}), InputError);
  EXPECT_THROW((void)open_problem("./no/such/file"), InputError);
}

/// A generator of the subgroup that was given, or a word as short, is found among the many that Schreier names.
TEST(CosetSubgroup, GeneratorsAreShortWords) {
  const auto letters_of = [](const char* group, const char* subgroup) {
    std::size_t letters = 0;
    for (const word::Word& word : subgroup_presentation(table_of(group, subgroup)).generators) letters += word.size();
    return letters;
  };
  EXPECT_EQ(letters_of("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "ab"), 2);  // it was 54
  EXPECT_EQ(letters_of("coxeter:3,3,3,3", "a, b"), 2);                  // 28
  EXPECT_EQ(letters_of("<a,b | a^2, b^3>", "[a,b], [a,B]"), 8);
}

}  // namespace
}  // namespace wreath::coset
