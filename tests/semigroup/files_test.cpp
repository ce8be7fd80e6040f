// SPDX-License-Identifier: MIT
#include "wreath/semigroup/files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/io/npy.hpp"
#include "kept_run.hpp"
#include "semigroup/stop_at.hpp"
#include "temporary_folder.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::semigroup {
namespace {

using wreath::test::KeptRun;

class SemigroupFiles : public ::testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.file(name), std::ios::binary) << content;
    return folder_.file(name);
  }
  std::string text(const std::string& name) const {
    std::stringstream content;
    content << std::ifstream(folder_.file(name)).rdbuf();
    return content.str();
  }

  wreath::test::TestFolder folder_;
};

std::string refusal(const Generators& generators) {
  try {
    require_valid(generators);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST_F(SemigroupFiles, TheReportNamesFilesOnlyIfTheyAreNotWritten) {
  const EnumerationFiles files{.words = folder_.file("words.txt")};
  RunControl run;
  Enumeration found(make_family("full:3"));
  ASSERT_TRUE(found.run(&run) && write_files(found, files, Enumeration::kAll, &run));
  const auto says = [&](const EnumerationFiles* unwritten, const char* words) {
    const Report report = enumeration_report({.input = "full:3", .given = 3}, found, nullptr, std::nullopt, unwritten, run);
    return std::ranges::any_of(report.lines(), [&](const Report::Line& line) { return line.text.find(words) != line.text.npos; });
  };
  EXPECT_FALSE(says(nullptr, "files"));
  EXPECT_TRUE(says(&files, "before the files were written"));
}

TEST_F(SemigroupFiles, RowsFromThoseBefore) {
  for (const char* name : {"cyclic:100", "symmetric:5", "renner:4", "full:4"}) {
    for (const Method method : {Method::automatic, Method::words}) {
      Enumeration found(make_family(name), {.method = method});
      ASSERT_TRUE(found.run());
      const std::uint64_t degree = found.generators().degree;
      std::vector<Point> expected;
      for (std::uint64_t e = 0; e < found.size(); ++e) {
        std::vector<Point> row(degree);
        for (std::uint64_t p = 0; p < degree; ++p) {
          row[p] = static_cast<Point>(p);
          for (const Letter letter : found.word(e)) row[p] = found.generators().row(letter)[row[p]];
        }
        expected.insert(expected.end(), row.begin(), row.end());
      }
      for (const std::uint64_t piece : {std::uint64_t{1}, std::uint64_t{7}, found.size()}) {
        std::vector<Point> rows;
        std::vector<Point> before;
        for (std::uint64_t first = 0; first < found.size(); first += piece) {
          std::vector<Point> next((std::min(found.size(), first + piece) - first) * degree);
          found.read_images(first, std::min(found.size(), first + piece), next, before);
          rows.insert(rows.end(), next.begin(), next.end());
          before = next;
        }
        EXPECT_EQ(rows, expected) << name << " " << to_string(method) << " " << piece;
      }
      EXPECT_THROW(found.word(found.size()), InputError);
      EXPECT_THROW(found.length(found.size()), InputError);
    }
  }
}

TEST_F(SemigroupFiles, AStopLeavesNoFile) {
  Enumeration found(make_family("full:7"), {.graphs = true});
  ASSERT_TRUE(found.run());
  RunControl run;
  run.request_stop(StopReason::interrupted);
  const EnumerationFiles files{.elements = folder_.file("e.npy"), .rules = folder_.file("r.txt")};
  EXPECT_FALSE(write_files(found, files, Enumeration::kAll, &run));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("e.npy")));
  Enumeration plain(make_family("full:3"));
  EXPECT_THROW(write_files(plain, {.rules = folder_.file("r.txt")}), InputError);
}

TEST_F(SemigroupFiles, GapLeavesOutWhatIsFixed) {
  EXPECT_EQ(open_map("Transformation([2,2])", 3), (std::vector<Point>{1, 1, 2}));
  EXPECT_EQ(open_map("(1,2)", 3), (std::vector<Point>{1, 0, 2}));
  EXPECT_EQ(open_map("IdentityTransformation", 2), (std::vector<Point>{0, 1}));
  const Generators headed = open_generators(put("headed.txt", "# a heading (with brackets) [1]\n1 2\n1 0\n"));
  EXPECT_EQ(headed.images, (std::vector<Point>{1, 0}));
}

TEST_F(SemigroupFiles, GeneratorsInAnyForm) {
  const std::vector<Point> expected{1, 0, 0, 0};
  EXPECT_EQ(open_generators(put("plain.txt", "2 2\n1 0\n0 0\n")).images, expected);
  const Generators gap = open_generators(put("gap.g", "Monoid([Transformation([2,1]), Transformation([1,1])]);"));
  EXPECT_EQ(gap.images, expected);
  EXPECT_TRUE(gap.monoid);
  EXPECT_FALSE(open_generators(folder_.file("gap.g"), false).monoid);
  EXPECT_FALSE(open_generators(folder_.file("plain.txt")).monoid);
  EXPECT_TRUE(open_generators("full:3").monoid);
  EXPECT_THROW((void)open_generators(folder_.file("nowhere.txt")), Error);
  EXPECT_EQ(open_map("1,0"), (std::vector<Point>{1, 0}));
  EXPECT_EQ(open_map("Transformation([2,1])"), (std::vector<Point>{1, 0}));
}

// A file that lists generators has numbers above them that are not images.
TEST_F(SemigroupFiles, AListOfGeneratorsIsNotAnElement) {
  using Row = std::vector<Point>;
  EXPECT_EQ(open_map(put("row.txt", "1 2 1 0\n"), 4), (Row{1, 2, 1, 0}));
  EXPECT_EQ(open_map(put("lines.txt", "3 3\n1 0\n"), 4), (Row{3, 3, 1, 0}));
  EXPECT_EQ(open_map(put("one.txt", "1 4\n3 3 1 0\n"), 4), (Row{3, 3, 1, 0}));
  EXPECT_EQ(open_map(put("kind.txt", "kind transformation\n1 2\n1 0\n"), 2), (Row{1, 0}));
  EXPECT_THROW((void)open_map(put("list.txt", "1 2\n1 0\n"), 4), InputError);  // the map 1,2,1,0 without its line break
  EXPECT_THROW((void)open_map(put("two.txt", "# two\n2 4\n1 0 2 3\n1 2 3 0\n"), 4), InputError);
  const ElementKind partial = parse_kind("partial-permutation", 4);
  EXPECT_THROW((void)open_element(folder_.file("list.txt"), partial), InputError);
  EXPECT_THROW((void)open_element(put("listed.txt", "kind partial-permutation\n1 2\n1 -\n"), partial), InputError);
  EXPECT_EQ(open_element(put("listed.txt", "kind partial-permutation\n1 4\n1 - 0 3\n"), partial), (Row{1, kUndefined, 0, 3}));
  const ElementKind natural = parse_kind("natural:3,1", 2);
  EXPECT_EQ(open_element(put("matrix.txt", "2 1\n0 1\n"), natural), (Row{2, 1, 0, 1}));
  EXPECT_THROW((void)open_element(put("matrices.txt", "2 1\n0\n1\n"), natural), InputError);
}

TEST_F(SemigroupFiles, AWordingForEveryWrongImage) {
  const char* const sentence = "generator 1 sends point 0 to 2, which is not a point: points are 0..1";
  const Generators wrong{.degree = 2, .images = {0, 1, 2, 0}};
  EXPECT_EQ(refusal(wrong), sentence);
  EXPECT_THROW(Enumeration{wrong}, InputError);
  EXPECT_THROW((void)count_structure(wrong), InputError);
  const std::int64_t images[] = {0, 1, 2, 0};
  EXPECT_THROW(require_points(images, 2), InputError);
  EXPECT_NE(refusal({.degree = 2}), "");
  EXPECT_EQ(refusal({.degree = 2, .monoid = true}), "");
  EXPECT_NE(refusal({.degree = 2, .images = {0, 1, 1}}), "");
}

TEST_F(SemigroupFiles, WhatAnEnumerationWrites) {
  Enumeration found(make_family("full:3"), {.graphs = true});
  const EnumerationFiles files{.elements = folder_.file("elements.npy"),
                               .words = folder_.file("words.txt"),
                               .right_graph = folder_.file("right.npy"),
                               .left_graph = folder_.file("left.npy"),
                               .rules = folder_.file("rules.txt")};
  require_writable(files);
  EXPECT_TRUE(found.run());
  EXPECT_TRUE(write_files(found, files));
  EXPECT_EQ(text("words.txt").substr(0, 8), "1\ns1\ns2\n");
  EXPECT_NE(text("rules.txt").find(" = "), std::string::npos);
  const NpyFile elements(folder_.file("elements.npy"), 2);
  EXPECT_EQ(elements.header().shape, (std::vector<std::uint64_t>{27, 3}));
  EXPECT_EQ(NpyFile(folder_.file("right.npy"), 2).header().shape[1], found.generators().count());
  write_cayley_graph(folder_.file("graph.dot"), found, true);
  EXPECT_EQ(text("graph.dot").substr(0, 7), "digraph");
  EXPECT_THROW(require_graph_output(folder_.file("graph.txt")), InputError);
}

TEST_F(SemigroupFiles, ContinuesFromACheckpoint) {
  const Generators generators = make_family("bihecke:5");
  Enumeration first(generators);
  KeptRun run({.checkpoint = folder_.file("run.ck")});
  EXPECT_FALSE(first.run_until(1000, &run));
  EXPECT_FALSE(write_files(first, {}, 1000, &run));
  EXPECT_EQ(run.stop_reason(), StopReason::target);
  Enumeration second(generators);
  EXPECT_TRUE(second.run(KeptRun({.resume = folder_.file("run.ck")})));
  EXPECT_EQ(second.size(), 31103U);
  Enumeration other(make_family("bihecke:4"));
  EXPECT_THROW(other.run(KeptRun({.resume = folder_.file("run.ck")})), InputError);
  Enumeration with_graphs(generators, {.graphs = true});
  EXPECT_TRUE(with_graphs.run(KeptRun({.resume = folder_.file("run.ck")})));
  EXPECT_EQ(with_graphs.right_graph().size(), second.size() * generators.count());
}

TEST_F(SemigroupFiles, AResumedRunKeepsItsCheckpoint) {
  const Generators generators = make_family("bihecke:5");
  Enumeration first(generators);
  EXPECT_FALSE(first.run_until(1000, KeptRun({.checkpoint = folder_.file("run.ck")})));
  const std::string before = text("run.ck");
  Enumeration second(generators);
  EXPECT_FALSE(second.run_until(5000, KeptRun({.checkpoint = folder_.file("other.ck"), .resume = folder_.file("run.ck")})));
  EXPECT_EQ(text("run.ck"), before);  // another was named
  Enumeration third(generators);
  EXPECT_FALSE(third.run_until(5000, KeptRun({.resume = folder_.file("run.ck")})));
  Enumeration fourth(generators);
  EXPECT_FALSE(fourth.run_until(1, KeptRun({.resume = folder_.file("run.ck")})));
  EXPECT_EQ(fourth.size(), third.size());
}

// Wherever it is stopped, the same arguments continue it, and the result is the same.
TEST_F(SemigroupFiles, AClosureIsResumed) {
  const Generators few = make_family("cyclic:6");
  const Generators more = make_family("full:6");
  Enumeration whole(few);
  const ClosureRun once = run_closure(whole, more);
  EXPECT_TRUE(once.complete);
  EXPECT_EQ(once.added, (std::vector<std::uint64_t>{1, 2}));
  bool while_deciding = false;
  bool after = false;
  for (int looks = 1; looks < 200 && !(while_deciding && after); ++looks) {
    const std::string checkpoint = folder_.file("run.ck");
    std::filesystem::remove(checkpoint);
    StopAt stop(looks);
    Enumeration first(few);
    stop.run().keep_in({.checkpoint = checkpoint});
    const ClosureRun stopped = run_closure(first, more, Enumeration::kAll, &stop.run());
    if (stopped.complete) break;
    (stopped.decided ? after : while_deciding) = true;
    Enumeration second(few);
    const ClosureRun told = run_closure(second, more, Enumeration::kAll, KeptRun({.resume = checkpoint}));
    EXPECT_TRUE(told.complete && told.decided);
    EXPECT_EQ(told.added, once.added);
    EXPECT_EQ(second.levels(), whole.levels());
    Enumeration other(few);
    EXPECT_THROW(run_closure(other, few, Enumeration::kAll, KeptRun({.resume = checkpoint})), InputError);  // other elements
  }
  EXPECT_TRUE(while_deciding);
}

TEST_F(SemigroupFiles, GeneratorsAreAddedToACheckpoint) {
  const Generators few = make_family("symmetric:7");
  const Generators all = make_family("full:7");
  Generators more = all;
  more.images.assign(all.row(all.count() - 1).begin(), all.row(all.count() - 1).end());
  Enumeration whole(joined(few, more));
  whole.run();
  for (const bool closure : {false, true}) {
    const std::string checkpoint = folder_.file("run.ck");
    std::filesystem::remove(checkpoint);
    Enumeration first(few);
    EXPECT_FALSE(first.run_until(1000, KeptRun({.checkpoint = checkpoint})));
    Enumeration second(few);  // stops early: the file continues to fit
    EXPECT_FALSE(closure ? run_closure(second, more, 2000, KeptRun({.resume = checkpoint})).complete
                         : run_added(second, more, 2000, KeptRun({.resume = checkpoint})));
    Enumeration third(few);
    EXPECT_TRUE(closure ? run_closure(third, more, Enumeration::kAll, KeptRun({.resume = checkpoint})).complete
                        : run_added(third, more, Enumeration::kAll, KeptRun({.resume = checkpoint})));
    EXPECT_EQ(third.levels(), whole.levels());
  }
}

TEST(KeepNames, AreReadAsTheyAreWritten) {
  for (const Method method :
       {Method::automatic, Method::rows, Method::base, Method::compressed, Method::words, Method::disk, Method::fingerprint})
    EXPECT_EQ(parse_method(to_string(method)), method);
  EXPECT_EQ(to_string(Method::automatic), "auto");
  EXPECT_THROW((void)parse_method("much"), InputError);
}

TEST(Files, RulesAndTheLeftGraphEndWithTheRun) {
  Enumeration found(make_family("full:7"), {.graphs = true});
  ASSERT_TRUE(found.run());
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  EXPECT_THROW(found.rules(&stopped), LimitReached);
  EXPECT_THROW(found.left_graph(&stopped), LimitReached);
  const auto ignore = [](std::string_view) {};
  EXPECT_THROW(found.print_rules(ignore, &stopped), LimitReached);
  EXPECT_THROW(found.print_words(ignore, &stopped), LimitReached);
}

}  // namespace
}  // namespace wreath::semigroup
