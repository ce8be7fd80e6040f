// SPDX-License-Identifier: MIT
//
// What the public headers have beside Group: growth, geometry, completion, graphs of balls, streams of words, the word problem,
// kbmag's files, and builds that are continued.
#include <gtest/gtest.h>

#include <filesystem>

#include "kept_run.hpp"
#include "temporary_folder.hpp"
#include "wreath/word.hpp"

namespace wreath::word {
namespace {

using wreath::test::KeptRun;

using Texts = std::vector<std::string>;

TEST(Library, Growth) {
  const Group s2 = Group::build("surface:2");
  const Growth growth = find_growth(s2, 3);
  EXPECT_EQ(growth.spheres, (std::vector<Natural>{1, 8, 56, 392}));
  EXPECT_EQ(growth.balls, s2.balls(3));
  EXPECT_EQ(sphere_sizes(s2, 3), growth.spheres);
  ASSERT_TRUE(growth.complete());
  EXPECT_EQ(growth.series->text, growth_series(s2).text);
  EXPECT_EQ(growth_series(Group::build("free:2")).text, "(1+x)/(1-3x)");
  EXPECT_EQ(growth_series(Group::build("free:2")).denominator, (std::vector<Integer>{{1}, {3, true}}));
  EXPECT_LE(growth.rate->lower, growth.rate->upper);
  EXPECT_EQ(small_triangles(s2), Natural(496799521));

  RunControl stopped;
  stopped.request_stop(StopReason::time);
  EXPECT_FALSE(find_growth(s2, 3, &stopped).complete());
  EXPECT_THROW((void)small_triangles(s2, 5, &stopped), LimitReached);
  EXPECT_THROW(s2.order(&stopped), LimitReached);
  EXPECT_THROW((void)growth_series(s2, &stopped), LimitReached);
}

TEST(Library, Geometry) {
  const Group triangle = Group::build("triangle:3,3,4");
  const Hyperbolicity found = find_hyperbolicity(triangle);
  EXPECT_EQ(found.hyperbolic, Answer::yes);
  ASSERT_TRUE(found.geodesic_acceptor_states);
  EXPECT_FALSE(geodesic_growth_series(found).text.empty());
  EXPECT_TRUE(find_thin_triangles(triangle, found).complete);
  const Group plane = Group::build("abelian:2");
  const Hyperbolicity open = find_hyperbolicity(plane, {.rounds = 3});
  EXPECT_EQ(open.hyperbolic, Answer::no);
  EXPECT_EQ(open.proof, "a and b commute and generate Z^2");
  EXPECT_THROW(require_geodesics(open), LimitReached);
  EXPECT_EQ(find_hyperbolicity(Group::build("figure8"), {.rounds = 3}).hyperbolic, Answer::unknown);
  EXPECT_THROW((void)find_thin_triangles(plane, open), InputError);
  EXPECT_THROW((void)geodesic_growth_series({}), InputError);
}

TEST(Library, Completion) {
  const RuleSystem symmetric = complete(read_presentation("symmetric:4"));
  EXPECT_TRUE(symmetric.confluent());
  EXPECT_EQ(symmetric.ending(), CompletionEnding::confluent);
  EXPECT_EQ(symmetric.order().text(), "24");
  EXPECT_EQ(symmetric.normal_forms(100).size(), 24U);
  EXPECT_EQ(symmetric.normal_forms(2).size(), 2U);
  const WordText text(symmetric.presentation().alphabet);
  EXPECT_EQ(symmetric.reduce(text.read("aba")), symmetric.reduce(text.read("bab")));

  RunControl stopped;
  stopped.request_stop(StopReason::time);
  EXPECT_THROW(symmetric.order(&stopped), LimitReached);
  EXPECT_TRUE(symmetric.normal_forms(100, &stopped).empty());
  EXPECT_THROW(complete(read_presentation("symmetric:4")).order(&stopped), LimitReached);  // before its language is known

  const RuleSystem few = complete(read_presentation("surface:2"), {.max_rules = 10});
  EXPECT_EQ(few.ending(), CompletionEnding::max_rules);
  EXPECT_THROW(few.order(), InputError);
  EXPECT_EQ(complete(read_presentation("surface:2"), {}, &stopped).ending(), CompletionEnding::stopped);
}

TEST(Library, TheWordProblemWithoutAStructure) {
  WordProblem heisenberg = WordProblem::open("heisenberg");
  EXPECT_FALSE(heisenberg.from_file());
  const Equality same = heisenberg.equal("a*[a,b]", "[a,b]*a");
  EXPECT_EQ(same.equal, true);
  EXPECT_NE(same.by, EqualityProof::none);
  EXPECT_EQ(heisenberg.equal("ab", "ba").equal, false);
  EXPECT_THROW(heisenberg.equal("x", "a"), InputError);

  const wreath::test::TestFolder folder;
  Group::build("surface:2").save(folder.file("s2"));
  WordProblem s2 = WordProblem::open(folder.file("s2"));
  EXPECT_TRUE(s2.from_file());
  EXPECT_EQ(s2.equal("abABcdCD", "").by, EqualityProof::normal_forms);
  EXPECT_EQ(read_alphabet(folder.file("s2")), read_alphabet("surface:2"));
}

TEST(Library, GraphsOfBalls) {
  const wreath::test::TestFolder folder;
  const Group group = Group::build("symmetric:3");
  EXPECT_EQ(write_ball_graph(group, 3, folder.file("g.npy")), 12U);
  EXPECT_EQ(write_ball_graph(group, 3, folder.file("g.json")), 12U);
  EXPECT_EQ(write_ball_graph(group, 3, folder.file("g.dot")), 12U);
  EXPECT_EQ(wreath::test::read_text(folder.file("g.dot")).substr(0, 14), "digraph ball {");
  const Ball ball(group, 3);
  EXPECT_EQ(edge_rows(ball, ball.edges()).size(), 36U);
  EXPECT_THROW(write_ball_graph(group, 3, folder.file("g.txt")), InputError);
  EXPECT_THROW(write_ball_graph(Group::build("free:3"), 6, folder.file("large.dot")), InputError);
}

class Streams : public testing::Test {
 protected:
  std::string path(const std::string& name) { return folder_.file(name); }
  Texts reduced(WordSource& source, FormOf of = FormOf::words) {
    Texts forms;
    const auto sink = write_list(forms, group_.text());
    report_ = reduce_stream(group_, source, *sink, of);
    sink->finish();
    return forms;
  }

  wreath::test::TestFolder folder_;
  Group group_ = Group::build("surface:2");
  StreamReport report_;
};

TEST_F(Streams, TextPackedAndBack) {
  wreath::test::write_text(path("words"), "abABcd\n\naA # nothing\n[a,b]\r\nabABcdCD");
  const Texts expected{"dc", "1", "1", "ABab", "1"};
  EXPECT_EQ(reduced(*read_lines(path("words"), group_.text())), expected);
  EXPECT_TRUE(report_.complete);
  EXPECT_EQ(report_.words, 5U);
  EXPECT_EQ(report_.identities, 3U);
  EXPECT_EQ(report_.in.longest, 8U);
  EXPECT_EQ(report_.out.letters, 6U);

  const auto packed = write_packed(path("l.npy"), path("o.npy"));
  reduce_stream(group_, *read_lines(path("words"), group_.text()), *packed);
  packed->finish();
  EXPECT_EQ(reduced(*read_packed(path("l.npy"), path("o.npy"), group_.alphabet())), expected);
  EXPECT_EQ(reduced(*read_packed(path("l.npy"), path("o.npy"), group_.alphabet()), FormOf::inverses),
            (Texts{"CD", "1", "1", "BAba", "1"}));

  const auto lines = write_lines(path("forms"), group_.text());
  reduce_stream(group_, *read_texts({"dc", "aA"}, group_.text(), "test"), *lines);
  lines->finish();
  EXPECT_EQ(wreath::test::read_text(path("forms")), "dc\n1\n");
}

TEST_F(Streams, WordsBeforeAWrongOneAreAnswered) {
  wreath::test::write_text(path("words"), "ab\nax\nb\n");
  const auto source = read_lines(path("words"), group_.text());
  EXPECT_EQ(source->next()->size(), 1U);
  EXPECT_FALSE(source->at_end());
  EXPECT_THROW(source->next(), InputError);
  EXPECT_THROW((void)read_texts({"ab", "ax"}, group_.text(), "test"), InputError);
  EXPECT_THROW((void)read_lines(path("missing"), group_.text()), InputError);
  wreath::test::write_text(path("long"), std::string(3'000'000, 'a') + "\nb");
  const auto words = read_all(*read_lines(path("long"), group_.text()));
  EXPECT_EQ(words.size(), 2U);
  EXPECT_EQ(words[0].size(), 3'000'000U);
}

TEST_F(Streams, ListsBalls) {
  Texts elements;
  const auto sink = write_list(elements, group_.text());
  const StreamReport report = list_ball(group_, 2, *sink);
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(elements, group_.ball(2));
  RunControl stopped;
  stopped.request_stop(StopReason::time);
  EXPECT_FALSE(list_ball(group_, 2, *sink, &stopped).complete);
}

TEST(Library, KbmagFilesBothWays) {
  const wreath::test::TestFolder folder;
  const Group group = Group::build("triangle:2,3,7");
  EXPECT_EQ(export_kbmag(group, folder.file("t")).size(), kbmag_kinds().size() - 2);  // its rules are not complete
  const KbmagImport read = import_kbmag(folder.file("t"));
  EXPECT_TRUE(read.group.verified());
  EXPECT_EQ(read.same_as, (Texts{".wa", ".gm"}));
  EXPECT_EQ(print_kbmag(read.group, "wa"), wreath::test::read_text(folder.file("t.wa")));
  EXPECT_THROW((void)print_kbmag(group, "xa"), InputError);
  export_kbmag(Group::build("triangle:2,3,8"), folder.file("t"), {"wa"});
  EXPECT_THROW((void)import_kbmag(folder.file("t")), InputError);
}

/// kbmag's wordreduce prefers rules to word differences, so rules that are not complete would make it answer wrongly.
TEST(Library, ExportLeavesOutRulesThatAreNotComplete) {
  const wreath::test::TestFolder folder;
  const Group free = Group::build("free:2");
  ASSERT_TRUE(free.confluent());
  EXPECT_EQ(export_kbmag(free, folder.file("f")).size(), kbmag_kinds().size());
  EXPECT_TRUE(std::filesystem::exists(folder.file("f.kbprog")) && std::filesystem::exists(folder.file("f.reduce")));

  const Group open = Group::build("trefoil");
  ASSERT_TRUE(open.verified());
  ASSERT_FALSE(open.confluent());
  EXPECT_EQ(export_kbmag(open, folder.file("t")).size(), kbmag_kinds().size() - 2);
  EXPECT_FALSE(std::filesystem::exists(folder.file("t.kbprog")) || std::filesystem::exists(folder.file("t.reduce")));
  EXPECT_EQ(export_kbmag(open, folder.file("t"), {"kbprog"}), Texts{folder.file("t.kbprog")});
}

TEST(Library, WorkOnFilesAndProductsChecksForAStop) {
  const wreath::test::TestFolder folder;
  const Group group = Group::build("surface:2");
  group.prepare();
  RunControl stopped;
  stopped.request_stop(StopReason::time);
  for (const std::string_view kind : kbmag_kinds()) EXPECT_THROW((void)print_kbmag(group, kind, &stopped), LimitReached) << kind;
  EXPECT_THROW(export_kbmag(group, folder.file("s"), {}, &stopped), LimitReached);
  EXPECT_EQ(folder.entries(), 0U);
  export_kbmag(group, folder.file("s"));
  EXPECT_THROW((void)import_kbmag(folder.file("s"), {}, &stopped), LimitReached);
  EXPECT_THROW(Ball(group, 2).edges({}, &stopped), LimitReached);
  EXPECT_THROW(write_ball_graph(group, 2, folder.file("g.npy"), {}, &stopped), LimitReached);
  EXPECT_FALSE(std::filesystem::exists(folder.file("g.npy")));
}

TEST(Library, BuildsAreContinued) {
  const wreath::test::TestFolder folder;
  const Presentation group = read_presentation("surface:2");
  KeptRun run({.checkpoint = folder.file("ck")});
  run.request_stop(StopReason::time);
  const Group stopped = Group::build(group, {}, &run);
  EXPECT_FALSE(stopped.verified());
  EXPECT_EQ(stopped.report().ending, BuildEnding::stopped);
  const Group continued = Group::build(group, {}, KeptRun({.resume = folder.file("ck")}));
  EXPECT_TRUE(continued.verified());
  EXPECT_EQ(continued.sizes().word_acceptor_states, 36U);
  EXPECT_THROW((void)Group::build("free:2", {}, KeptRun({.resume = folder.file("ck")})), InputError);
}

TEST(Library, AResumedBuildKeepsItsCheckpoint) {
  const wreath::test::TestFolder folder;
  const Presentation group = read_presentation("heisenberg");
  const auto few = [](std::size_t rules) { return Options{.max_rules = rules, .max_states = 5000}; };
  ASSERT_FALSE(Group::build(group, few(200), KeptRun({.checkpoint = folder.file("ck")})).verified());
  const std::string first = wreath::test::read_text(folder.file("ck"));
  KeptRun other({.checkpoint = folder.file("other.ck"), .resume = folder.file("ck")});
  ASSERT_FALSE(Group::build(group, few(250), &other).verified());
  EXPECT_TRUE(wreath::test::read_text(folder.file("ck")) == first);  // another was named
  const std::string second = wreath::test::read_text(folder.file("other.ck"));
  EXPECT_TRUE(second != first);
  ASSERT_FALSE(Group::build(group, few(250), KeptRun({.resume = folder.file("ck")})).verified());
  EXPECT_TRUE(wreath::test::read_text(folder.file("ck")) == second);
}

TEST(Library, AStoppedBuildIsBuiltFurther) {
  RunControl run;
  run.request_stop(StopReason::time);
  const Group stopped = Group::build("surface:2", {.letter_order = "d,c,b,a,D,C,B,A"}, &run);
  ASSERT_FALSE(stopped.verified());
  const Group built = stopped.build_further();
  EXPECT_TRUE(built.verified());
  EXPECT_EQ(built.letters(), stopped.letters());
  EXPECT_EQ(built.reduce("abABcdCD"), "1");

  const wreath::test::TestFolder folder;  // its rules are the start, as those of a checkpoint are
  const Group small =
      Group::build("heisenberg", {.max_rules = 200, .max_states = 5000}, KeptRun({.checkpoint = folder.file("ck")}));
  const Group larger = small.build_further({.max_rules = 250, .max_states = 5000});
  const Group resumed =
      Group::build("heisenberg", {.max_rules = 250, .max_states = 5000}, KeptRun({.resume = folder.file("ck")}));
  EXPECT_GT(larger.sizes().rules, small.sizes().rules);
  EXPECT_EQ(larger.sizes().rules, resumed.sizes().rules);
  EXPECT_EQ(larger.report().pairs, resumed.report().pairs);
}

// A user of the headers sees only what he can use.
template <class T>
concept ShowsStructure = requires(const T& group) {
  group.structure();
};
template <class T>
concept ShowsProof = requires(const T& group) {
  group.proven();
};
template <class T>
concept ShowsTables = requires(const T& group) {
  group.reducer();
};
template <class T>
concept ShowsGeodesics = requires(const T& found) {
  found.geodesics;
};
static_assert(!ShowsStructure<Group> && !ShowsProof<Group> && !ShowsTables<Group> && !ShowsGeodesics<Hyperbolicity>);

}  // namespace
}  // namespace wreath::word
