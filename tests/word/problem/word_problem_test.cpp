// SPDX-License-Identifier: MIT
//
// Questions that are answered by the cheapest proof: known answers for all families, and random words against the automatic
// structure, which decides by other means.
#include "wreath/word/word_problem.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "temporary_folder.hpp"
#include "word/problem/abelian_image.hpp"
#include "word/problem/quotients.hpp"

namespace wreath::word {
namespace {

using Kind = ElementOrder::Kind;

/// A question and its answer. Verb "equal", "conjugate": two words, yes or no. "order": a word, and a number or "infinite". "in":
/// generators and a word, yes or no.
struct Question {
  const char* group;
  const char* verb;
  const char* first;
  const char* second;
  const char* answer;
};

constexpr Question kQuestions[] = {
    {"braid:4", "equal", "aba", "bab", "yes"},
    {"braid:4", "equal", "a", "ab", "no"},
    {"braid:4", "equal", "ac", "ca", "yes"},
    {"braid:4", "equal", "ab", "ba", "no"},
    {"braid:4", "order", "a", "", "infinite"},
    {"braid:4", "order", "aB", "", "infinite"},
    {"braid:4", "conjugate", "a", "b", "yes"},
    {"braid:4", "conjugate", "aB", "ac^-1", "no"},
    {"braid:4", "in", "a,b", "c", "no"},
    {"braid:4", "in", "a,c", "acA", "yes"},
    {"thompson", "equal", "1", "a*A", "yes"},
    {"thompson", "equal", "[a*b^-1,a^-1*b*a]", "1", "yes"},
    {"thompson", "equal", "a", "b", "no"},
    {"thompson", "order", "ab", "", "infinite"},
    {"thompson", "conjugate", "a", "bab^-1", "yes"},
    {"thompson", "conjugate", "a", "b", "no"},
    {"thompson", "in", "a", "b", "no"},
    {"thompson", "in", "a", "a^3", "yes"},
    {"heisenberg", "order", "a", "", "infinite"},
    {"heisenberg", "order", "c", "", "infinite"},
    {"heisenberg", "equal", "[a,b]", "c", "yes"},
    {"heisenberg", "equal", "a^2*b", "b*a^2*c", "no"},
    {"heisenberg", "conjugate", "a", "ac", "yes"},
    {"heisenberg", "conjugate", "c", "c^2", "no"},
    {"heisenberg", "in", "a,b", "c", "yes"},
    {"heisenberg", "in", "a,c", "b", "no"},
    {"baumslag-solitar:1,2", "order", "t", "", "infinite"},
    {"baumslag-solitar:1,2", "order", "a", "", "infinite"},
    {"baumslag-solitar:1,2", "equal", "t^5*a*t^-5", "a^32", "yes"},
    {"baumslag-solitar:1,2", "conjugate", "a", "a^2", "yes"},
    {"baumslag-solitar:1,2", "conjugate", "t", "a", "no"},
    {"baumslag-solitar:1,2", "in", "a", "taT", "yes"},
    {"baumslag-solitar:2,3", "order", "a", "", "infinite"},
    {"baumslag-solitar:2,3", "equal", "ta^2T", "a^3", "yes"},
    {"baumslag-solitar:2,3", "equal", "taT", "a", "no"},
    {"abelian:2", "conjugate", "a", "a", "yes"},
    {"abelian:2", "conjugate", "ab", "ba", "yes"},
    {"abelian:2", "conjugate", "a", "b", "no"},
    {"abelian:2", "in", "a^2,b^2", "ab", "no"},
    {"symmetric:6", "conjugate", "a", "b", "yes"},
    {"symmetric:6", "conjugate", "ab", "ac", "no"},
    {"symmetric:6", "order", "abcde", "", "6"},
    {"symmetric:6", "in", "a,b", "c", "no"},
    {"symmetric:6", "in", "a,b", "aba", "yes"},
    {"alternating:5", "order", "ab", "", "2"},
    {"alternating:5", "conjugate", "a", "A", "yes"},
    {"alternating:5", "equal", "abab", "1", "yes"},
    {"dihedral:100", "conjugate", "a", "A", "yes"},
    {"dihedral:100", "conjugate", "a", "a^3", "no"},
    {"dihedral:100", "order", "a^4", "", "25"},
    {"dihedral:inf", "order", "a", "", "infinite"},
    {"dihedral:inf", "conjugate", "a", "a^3", "no"},
    {"dihedral:inf", "conjugate", "b", "a^2*b", "yes"},
    {"dicyclic:5", "order", "b", "", "4"},
    {"dicyclic:5", "conjugate", "a", "A", "yes"},
    {"quaternion", "conjugate", "a", "b", "no"},
    {"quaternion", "order", "ab", "", "4"},
    {"quaternion", "equal", "a^2", "b^2", "yes"},
    {"cyclic:12", "order", "a^8", "", "3"},
    {"cyclic:12", "equal", "a", "a^5", "no"},
    {"cyclic:5000", "order", "a", "", "5000"},
    {"cyclic:inf", "order", "a", "", "infinite"},
    {"braid:3", "conjugate", "a", "b", "yes"},
    {"braid:3", "conjugate", "a^2", "b", "no"},
    {"triangle:2,3,7", "order", "ab", "", "7"},
    {"triangle:2,3,7", "equal", "(ab)^7", "1", "yes"},
    {"triangle:2,3,7", "in", "a", "b", "no"},
    {"coxeter:5,3,5", "order", "ab", "", "5"},
    {"coxeter:5,3,5", "equal", "ac", "ca", "yes"},
    {"coxeter:5,3,5", "conjugate", "a", "ab", "no"},
    {"artin:3,4", "equal", "bcbc", "cbcb", "yes"},
    {"artin:3,4", "order", "ab", "", "infinite"},
    {"artin:3,4", "conjugate", "a", "b", "yes"},
    {"raag:4:1-2,2-3,3-4", "equal", "ab", "ba", "yes"},
    {"raag:4:1-2,2-3,3-4", "equal", "ac", "ca", "no"},
    {"raag:4:1-2,2-3,3-4", "conjugate", "ab", "cd", "no"},
    {"free:2", "conjugate", "ab", "ba", "yes"},
    {"free:2", "conjugate", "[a,b]", "[b,a]", "no"},
    {"free:2", "order", "[a,b]", "", "infinite"},
    {"free:2", "in", "a^2,b", "aab", "yes"},
    {"free:2", "in", "a^2,b", "ab", "no"},
    {"surface:2", "equal", "abABcdCD", "1", "yes"},
    {"surface:2", "order", "abAB", "", "infinite"},
    {"surface:2", "conjugate", "abc", "bca", "yes"},
    {"surface:2", "in", "a,b", "abAB", "yes"},
    {"surface:-1", "order", "a", "", "2"},
    {"surface:-2", "equal", "a^2", "b^-2", "yes"},
    {"surface:-2", "conjugate", "a", "b", "no"},
    {"free-product:3,4", "order", "a", "", "3"},
    {"free-product:3,4", "order", "ab", "", "infinite"},
    {"free-product:3,4", "conjugate", "a", "A", "no"},
    {"modular", "order", "ab", "", "infinite"},
    {"modular", "conjugate", "ab", "ba", "yes"},
    {"modular", "equal", "ab", "ba", "no"},
    {"sl2z", "order", "a", "", "4"},
    {"sl2z", "equal", "a^2", "b^3", "yes"},
    {"sl2z", "in", "a", "a^2", "yes"},
    {"picard", "order", "a", "", "2"},
    {"picard", "order", "t", "", "infinite"},
    {"picard", "equal", "tu", "ut", "yes"},
    {"fibonacci:2,5", "order", "a", "", "11"},
    {"fibonacci:2,6", "order", "a", "", "infinite"},
    {"fibonacci:2,8", "equal", "ab", "c", "yes"},
    {"torusknot:2,3", "equal", "a^2*b", "b*a^2", "yes"},
    {"torusknot:2,3", "order", "aB", "", "infinite"},
    {"torusknot:2,3", "conjugate", "a", "b", "no"},
    {"trefoil", "conjugate", "a", "b", "yes"},
    {"trefoil", "equal", "ab", "ba", "no"},
    {"trefoil", "order", "aB", "", "infinite"},
    {"figure8", "conjugate", "a", "b", "yes"},
    {"figure8", "order", "a", "", "infinite"},
    {"figure8", "equal", "ab", "ba", "no"},
    {"weeks", "equal", "a", "b", "no"},
    {"weeks", "conjugate", "ab", "ba", "yes"},
    {"weeks", "in", "a", "a^5", "yes"},
    {"higman:3", "equal", "a", "b", "yes"},
    {"higman:4", "equal", "ab", "b^2*a", "yes"},
    {"higman:4", "conjugate", "b", "b^2", "yes"},
    {"monoid<a,b | ab=ba, a^3=a>", "equal", "abaa", "ab", "yes"},
    {"monoid<a,b | ab=ba, a^3=a>", "equal", "a", "b", "no"},
};

std::string yes_or_no(bool yes) {
  return yes ? "yes" : "no";
}

/// The answer, and its proof.
std::pair<std::string, std::string> ask(WordProblem& problem, const Question& question) {
  const std::string verb = question.verb;
  if (verb == "equal") {
    const Equality found = problem.equal(question.first, question.second);
    EXPECT_NE(found.by, EqualityProof::none);
    return {found.equal ? yes_or_no(*found.equal) : "unknown", found.proof};
  }
  if (verb == "conjugate") {
    const ConjugacyAnswer found = problem.conjugate(question.first, question.second);
    if (found.conjugate.value_or(false)) {
      const std::string c = problem.text().print(found.conjugator);
      const std::string u = "(" + c + ")^-1*(" + question.first + ")*(" + c + ")";
      EXPECT_EQ(problem.equal(u, question.second).equal, true) << u;
    }
    return {found.conjugate ? yes_or_no(*found.conjugate) : "unknown", found.proof};
  }
  if (verb == "order") {
    const ElementOrder found = problem.order_of(question.first);
    return {found.kind == Kind::finite     ? std::to_string(found.order)
            : found.kind == Kind::infinite ? "infinite"
                                           : "unknown",
            found.proof};
  }
  const auto found = problem.contains(question.first, question.second);
  return {found ? yes_or_no(found->contains) : "unknown", found ? found->proof : ""};
}

/// With few rules and states no structure is found by the way: these limits are what makes the test fast.
TEST(WordProblem, AnswersWithProofs) {
  Options options;
  options.max_rules = 300;
  for (const Question& question : kQuestions) {
    SCOPED_TRACE(std::string(question.group) + " " + question.verb + " " + question.first + " " + question.second);
    WordProblem problem = WordProblem::open(question.group, options);
    const auto [answer, proof] = ask(problem, question);
    EXPECT_EQ(answer, question.answer);
    EXPECT_FALSE(proof.empty());
    EXPECT_EQ(problem.why_unverified(), "") << "no structure should be looked for";
  }
}

Word random_word(std::mt19937& random, std::size_t letters, std::size_t length) {
  Word word;
  for (std::size_t i = 0; i < length; ++i) word.push_back(static_cast<Letter>(random() % letters));
  return word;
}

/// All that is answered without the structure agrees with what the structure answers.
TEST(WordProblem, AgreesWithTheAutomaticStructure) {
  constexpr unsigned kSeed = 5;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  const wreath::test::TestFolder folder;
  for (const char* name : {"surface:2", "triangle:2,3,7", "triangle:3,3,4", "abelian:2", "free:2", "symmetric:5", "braid:3",
                           "dihedral:inf", "free-product:2,3", "coxeter:3:1-2=3,2-3=3,1-3=3"}) {
    SCOPED_TRACE(name);
    const Group group = Group::build(name);
    ASSERT_TRUE(group.verified());
    const bool is_hyperbolic = find_hyperbolicity(group).hyperbolic == Answer::yes;
    std::optional<Conjugacy> conjugacy;
    if (is_hyperbolic) conjugacy.emplace(group);
    WordProblem cheap = WordProblem::open(name);
    group.save(folder.file("g"));
    WordProblem exact = WordProblem::open(folder.file("g"));
    const std::size_t letters = group.alphabet().size();
    for (int round = 0; round < 24; ++round) {
      const Word u = random_word(random, letters, random() % 7);
      Word v = random_word(random, letters, random() % 7);
      if (round % 4 == 0) v = group.reduce_letters(u);
      if (round % 4 == 1) {  // a conjugate
        const Word c = random_word(random, letters, random() % 4);
        v = inverse_word(c, group.alphabet());
        v.insert(v.end(), u.begin(), u.end());
        v.insert(v.end(), c.begin(), c.end());
        v = group.reduce_letters(v);
      }
      SCOPED_TRACE(group.print(u) + " " + group.print(v));
      EXPECT_EQ(cheap.equal(u, v).equal, group.reduce_letters(u) == group.reduce_letters(v));
      const ElementOrder order = cheap.orders({u}).front();
      const ElementOrder expected = group.order_of_letters(u);
      if (order.kind != Kind::unknown && expected.kind != Kind::unknown) {
        EXPECT_EQ(order.kind, expected.kind) << order.proof;
        EXPECT_EQ(order.order, expected.order) << order.proof;
      }
      if (!is_hyperbolic) continue;
      const ConjugacyAnswer answer = cheap.conjugate(u, v);
      ASSERT_TRUE(answer.conjugate.has_value());
      EXPECT_EQ(*answer.conjugate, conjugacy->decide(u, v).conjugate) << answer.proof;
      EXPECT_EQ(exact.conjugate(u, v).conjugate, answer.conjugate);
      if (*answer.conjugate) {
        Word product = inverse_word(answer.conjugator, group.alphabet());
        product.insert(product.end(), u.begin(), u.end());
        product.insert(product.end(), answer.conjugator.begin(), answer.conjugator.end());
        EXPECT_EQ(group.reduce_letters(product), group.reduce_letters(v)) << answer.proof;
      }
    }
  }
}

/// Membership in random subgroups against their coset structures.
TEST(WordProblem, MembershipAgreesWithCosets) {
  constexpr unsigned kSeed = 6;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  for (const char* name : {"surface:2", "triangle:2,3,7", "free:2", "symmetric:5", "free-product:2,3"}) {
    const Group group = Group::build(name);
    WordProblem problem = WordProblem::open(name);
    for (int round = 0; round < 8; ++round) {
      const std::vector<Word> generators{random_word(random, group.alphabet().size(), 1 + random() % 3),
                                         random_word(random, group.alphabet().size(), 1 + random() % 3)};
      const Subgroup subgroup = Subgroup::build(group, generators);
      if (!subgroup.verified()) continue;
      std::vector<Word> words;
      for (int k = 0; k < 6; ++k) words.push_back(random_word(random, group.alphabet().size(), random() % 6));
      const Memberships found = problem.contains(generators, words);
      ASSERT_EQ(found.words.size(), words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        EXPECT_EQ(found.words[i].contains, subgroup.contains(words[i]))
            << name << ": " << group.print(words[i]) << " in " << group.print(generators[0]) << ", " << group.print(generators[1])
            << ": " << found.words[i].proof;
      }
    }
  }
}

TEST(WordProblem, NormalForms) {
  const auto form = [](const char* group, const char* word, EqualityProof by) {
    WordProblem problem = WordProblem::open(group);
    const std::string found = problem.normal_form(word);
    EXPECT_EQ(problem.normal_forms().by, by) << group;
    EXPECT_EQ(problem.equal(found, word).equal, true) << group << ": " << word << " = " << found;
    return found;
  };
  EXPECT_EQ(form("surface:2", "abABcd", EqualityProof::normal_forms), "dc");
  EXPECT_EQ(form("symmetric:4", "bab", EqualityProof::normal_forms), "aba");
  EXPECT_EQ(form("monoid<a,b | ab=ba, a^3=a>", "abaa", EqualityProof::confluent_rules), "ab");
  EXPECT_EQ(form("monoid<a,b/B | ab=ba>", "aBab", EqualityProof::confluent_rules), "aa");
  WordProblem solvable = WordProblem::open("baumslag-solitar:1,2");
  EXPECT_EQ(solvable.normal_form("t^3*a*t^-3*A^8"), "1");
  EXPECT_EQ(solvable.normal_forms().group, std::nullopt);
}

TEST(WordProblem, WhatItRefuses) {
  WordProblem monoid = WordProblem::open("monoid<a,b | ab=ba>");
  EXPECT_THROW(monoid.order_of("a"), InputError);
  EXPECT_THROW(monoid.conjugate("a", "b"), InputError);
  EXPECT_THROW(monoid.contains("a", "b"), InputError);
  WordProblem group = WordProblem::open("free:2");
  EXPECT_THROW(group.equal(Word{7}, Word{}), InputError);
  EXPECT_THROW(group.orders({Word{7}}), InputError);
  EXPECT_THROW(group.conjugate(Word{7}, Word{}), InputError);
  EXPECT_THROW(group.contains({Word{0}}, {Word{7}}), InputError);
  EXPECT_THROW(group.normal_form(Word{7}), InputError);
}

TEST(WordProblem, AStopIsNotAnAnswer) {
  RunControl run;
  run.request_stop(StopReason::interrupted);
  WordProblem problem = WordProblem::open("thompson");
  const Equality unknown = problem.equal("[[a,b],[a,B]]", "1", {}, &run);
  EXPECT_EQ(unknown.equal, std::nullopt);
  EXPECT_FALSE(unknown.why_unverified.empty());
  EXPECT_EQ(problem.orders({problem.text().read("[a,b]")}, 10, {}, {}, &run).front().kind, Kind::unknown);
  EXPECT_EQ(problem.conjugate("[a,b]", "[b,a]", &run).conjugate, std::nullopt);
  EXPECT_EQ(problem.equal("[a*b^-1,a^-1*b*a]", "1").equal, true);  // later, without the stop
}

TEST(AbelianImage, Orders) {
  const Presentation group = read_presentation("<a,b,t | t^2, a^6, ab^2=t>");
  const AbelianImage image(group);
  const WordText text(group.alphabet);
  EXPECT_EQ(image.order_of(text.read("t")), 2U);
  EXPECT_EQ(image.order_of(text.read("a")), 6U);
  EXPECT_EQ(image.order_of(text.read("b")), 12U);
  EXPECT_EQ(image.order_of(text.read("abt"), text.read("tba")), 1U);
  EXPECT_EQ(AbelianImage(group, std::vector{text.read("a"), text.read("t")}).order_of(text.read("b")), 2U);
}

TEST(PermutationImages, AreHomomorphisms) {
  RunControl run;
  for (const char* name : {"braid:4", "triangle:2,3,7", "modular", "coxeter:5,3,5", "heisenberg", "higman:4"}) {
    const Presentation group = read_presentation(name);
    const std::vector<PermutationImage> images = find_images(group, run);
    EXPECT_EQ(images.empty(), std::string_view(name) == "higman:4") << name;
    for (const PermutationImage& image : images) {
      for (const auto& [u, v] : group.equations) EXPECT_EQ(image.of(u), image.of(v)) << name << ": " << image.text();
      for (std::size_t x = 0; x < group.alphabet.size(); ++x) {
        const Word both{static_cast<Letter>(x), group.alphabet.inverses[x]};
        EXPECT_EQ(image.of(both), identity_of(image.points())) << name << ": " << image.text();
        EXPECT_FALSE(group.alphabet.inverses[x] == x && image.shows_infinite_order(Word{static_cast<Letter>(x)}));
      }
    }
  }
}

}  // namespace
}  // namespace wreath::word
