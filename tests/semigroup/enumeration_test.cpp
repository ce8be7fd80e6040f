// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "semigroup/agreement.hpp"
#include "semigroup/enumeration_reference.hpp"
#include "semigroup/random_kinds.hpp"
#include "semigroup/stop_at.hpp"
#include "semigroup/tight_memory.hpp"

namespace wreath::semigroup {
namespace {

Generators random_generators(std::uint64_t degree, std::size_t count, bool monoid, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Generators generators{.degree = degree, .images = {}, .monoid = monoid};
  // Few images, so that the semigroup stays small; now and then a permutation.
  for (std::size_t g = 0; g < count; ++g) {
    std::vector<Point> row(degree);
    std::iota(row.begin(), row.end(), Point{0});
    const std::uint64_t moves = 1 + random() % 4;
    for (std::uint64_t k = 0; k < moves; ++k) {
      if (random() % 2 == 0) {
        std::swap(row[random() % degree], row[random() % degree]);
      } else {
        row[random() % degree] = static_cast<Point>(random() % degree);
      }
    }
    generators.images.insert(generators.images.end(), row.begin(), row.end());
  }
  return generators;
}

class KeepTest : public testing::TestWithParam<std::tuple<Method, unsigned, bool>> {
 protected:
  Options options() const {
    const auto [method, threads, graphs] = GetParam();
    return {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .method = method, .graphs = graphs};
  }
};

TEST_P(KeepTest, RandomSemigroupsAgreeWithTheReference) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const std::uint64_t degree = seed % 7 + 1;
    const Generators generators = random_generators(degree, seed % 3 + 1, seed % 2 == 0, seed);
    expect_agreement(generators, options(), enumerate_reference(generators));
  }
}

// Wide rows: more points than a byte holds, most of them fixed.
TEST_P(KeepTest, WideRandomSemigroupsAgreeWithTheReference) {
  for (const std::uint64_t degree : {21, 64, 255, 256, 257, 300, 1100}) {
    SCOPED_TRACE(testing::Message() << "degree " << degree);
    const Generators generators = random_generators(degree, 3, true, degree);
    const Reference reference = enumerate_reference(generators);
    expect_agreement(generators, options(), reference);
  }
}

TEST_P(KeepTest, FamiliesAgreeWithTheReference) {
  for (const char* name : {"bihecke:4", "renner:4", "full:4", "partial:3", "symmetric:5", "symmetric-inverse:3", "order:5",
                           "orientation:4", "catalan:6", "temperley-lieb:4", "boolean:2", "gl:2,3", "cyclic:7"}) {
    SCOPED_TRACE(name);
    Generators generators = make_family(name);
    expect_agreement(generators, options(), enumerate_reference(generators));
    generators.monoid = false;
    expect_agreement(generators, options(), enumerate_reference(generators));
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, KeepTest,
                         testing::Combine(testing::Values(Method::automatic, Method::rows, Method::compressed, Method::words,
                                                          Method::disk, Method::fingerprint),
                                          testing::Values(1U, 3U), testing::Bool()),
                         [](const auto& one) {
                           return std::string(to_string(std::get<0>(one.param))) + std::to_string(std::get<1>(one.param)) +
                                  (std::get<2>(one.param) ? "graphs" : "");
                         });

// Large enough for several pieces and chunks, and for threads that meet in the table.
TEST(EnumerationTest, ThreadsDoNotMatter) {
  struct Case {
    const char* name;
    Method method;
    bool graphs;
  };
  for (const Case& one : {Case{"bihecke:5", Method::automatic, false}, Case{"bihecke:5", Method::rows, true},
                          Case{"bihecke:5", Method::words, false}, Case{"bihecke:5", Method::compressed, true},
                          Case{"full:7", Method::automatic, false}, Case{"full:6", Method::automatic, true},
                          Case{"symmetric:9", Method::automatic, false}, Case{"order:10", Method::automatic, true},
                          Case{"unitriangular-boolean:6", Method::automatic, true}, Case{"symmetric:8", Method::rows, true},
                          Case{"symmetric-inverse:6", Method::compressed, true}}) {
    SCOPED_TRACE(testing::Message() << one.name << " " << to_string(one.method) << (one.graphs ? " graphs" : ""));
    std::vector<std::byte> expected;
    std::vector<std::uint32_t> right;
    std::vector<std::uint32_t> left;
    for (const unsigned threads : {1U, 2U, 3U, 7U}) {
      SCOPED_TRACE(testing::Message() << threads << " threads");
      Enumeration found(
          make_family(one.name),
          {.machine = {.backend = BackendChoice::cpu, .threads = threads}, .method = one.method, .graphs = one.graphs});
      ASSERT_TRUE(found.run());
      const std::vector<std::byte> words = found.save();
      if (threads == 1) {
        expected = words;
        if (one.graphs) right.assign(found.right_graph().begin(), found.right_graph().end());
        if (one.graphs) left.assign(found.left_graph().begin(), found.left_graph().end());
      }
      ASSERT_EQ(words, expected);
      if (one.graphs) {
        ASSERT_TRUE(std::ranges::equal(found.right_graph(), right));
        ASSERT_TRUE(std::ranges::equal(found.left_graph(), left));
      }
    }
  }
}

// Words that are not those of a run: an element whose word begins with a generator that the tree does not have there.
TEST(EnumerationTest, WordsWithoutTheirFactorsAreRefused) {
  const Generators generators = make_family("bihecke:4");
  Enumeration part(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
  part.run_until(60);
  std::vector<std::byte> saved = part.save();
  bool refused = false;
  // Some other letter at the end of some word gives an element that is there already, or a word with a factor that is not.
  for (std::size_t at = saved.size() - 1; at > saved.size() - 240; --at) {
    std::vector<std::byte> damaged = saved;
    damaged[at] ^= std::byte{1};
    Enumeration other(generators, {.machine = {.backend = BackendChoice::cpu, .threads = 1}});
    try {
      other.restore(damaged);
      other.run();
    } catch (const InputError&) {
      refused = true;
    }
  }
  EXPECT_TRUE(refused);
}

struct Known {
  const char* name;
  std::uint64_t size;
};
class FamilyTest : public testing::TestWithParam<Known> {};

TEST_P(FamilyTest, HasItsKnownSize) {
  Enumeration found(make_family(GetParam().name));
  RunControl run;
  EXPECT_TRUE(found.run(&run));
  EXPECT_EQ(found.size(), GetParam().size);
}

INSTANTIATE_TEST_SUITE_P(Families, FamilyTest,
                         testing::Values(Known{"bihecke:1", 1}, Known{"bihecke:2", 3}, Known{"bihecke:3", 23},
                                         Known{"bihecke:4", 477}, Known{"bihecke:5", 31103}, Known{"renner:1", 2},
                                         Known{"renner:2", 7}, Known{"renner:3", 34}, Known{"renner:4", 209},
                                         Known{"renner:5", 1546}, Known{"renner:6", 13327}, Known{"renner:7", 130922},
                                         Known{"full:1", 1}, Known{"full:2", 4}, Known{"full:5", 3125}, Known{"full:7", 823543},
                                         Known{"partial:4", 625}, Known{"symmetric:7", 5040}, Known{"symmetric-inverse:5", 1546},
                                         Known{"cyclic:1000", 1000}, Known{"order:6", 462}, Known{"orientation:5", 610},
                                         Known{"catalan:8", 1430}, Known{"temperley-lieb:7", 429}, Known{"motzkin:4", 323},
                                         Known{"brauer:4", 105}),
                         [](const auto& one) {
                           std::string name = one.param.name;
                           for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

TEST(EnumerationTest, BiHecke5ByLength) {
  Enumeration found(make_family("bihecke:5"));
  RunControl run;
  found.run(&run);
  EXPECT_EQ(found.levels(), (std::vector<std::uint64_t>{1, 8, 36, 126, 356, 860, 1764, 3054, 4594, 5714, 5778, 4118, 2678, 1358,
                                                        486, 136, 28, 8}));
}

// Numbers of rules and idempotents as another program (Froidure and Pin's algorithm) and brute force give them.
TEST(EnumerationTest, KnownRulesAndIdempotents) {
  struct Answer {
    const char* name;
    std::size_t rules;
    std::uint64_t idempotents;
  };
  for (const Answer& known : {Answer{"bihecke:4", 268, 251}, Answer{"bihecke:5", 8272, 7859}, Answer{"renner:5", 60, 32},
                              Answer{"renner:6", 194, 64}, Answer{"symmetric:8", 1733, 1}, Answer{"order:8", 1668, 987}}) {
    SCOPED_TRACE(known.name);
    Enumeration found(make_family(known.name), {.graphs = true});
    RunControl run;
    found.run(&run);
    EXPECT_EQ(found.rules().size(), known.rules);
    EXPECT_EQ(found.count_idempotents(&run), known.idempotents);
  }
}

/// Words as long as the semigroup has elements: nothing may follow each of them to its end.
TEST(EnumerationTest, IdempotentsAmongLongWords) {
  RunControl run;
  Enumeration cycle(make_family("cyclic:100000"));
  ASSERT_TRUE(cycle.run(&run));
  EXPECT_EQ(cycle.count_idempotents(&run), 1U);
}

TEST(EnumerationTest, StopsAndGoesOn) {
  const Generators generators = make_family("bihecke:4");
  Enumeration whole(generators);
  Enumeration piecewise(generators);
  RunControl run;
  whole.run(&run);
  for (std::uint64_t size = 10; !piecewise.run_until(size, &run); size += 50) EXPECT_GE(piecewise.size(), size);
  ASSERT_EQ(piecewise.size(), whole.size());
  for (std::uint64_t e = 0; e < whole.size(); ++e) EXPECT_EQ(piecewise.word(e), whole.word(e));
}

TEST(EnumerationTest, GoesOnFromWhatWasSaved) {
  const Generators generators = make_family("bihecke:4");
  for (const bool graphs : {false, true}) {
    const Options options{.graphs = graphs};
    RunControl run;
    Enumeration whole(generators, options);
    whole.run(&run);
    Enumeration first(generators, options);
    first.run_until(200, &run);
    Enumeration second(generators, options);
    second.restore(first.save(), &run);
    EXPECT_EQ(second.size(), first.size());
    EXPECT_TRUE(second.run(&run));
    ASSERT_EQ(second.size(), whole.size());
    for (std::uint64_t e = 0; e < whole.size(); ++e) ASSERT_EQ(second.word(e), whole.word(e));
    if (graphs) {
      EXPECT_TRUE(std::ranges::equal(second.right_graph(), whole.right_graph()));
      EXPECT_TRUE(std::ranges::equal(second.left_graph(), whole.left_graph()));
    }
  }
}

TEST(EnumerationTest, DamagedSavesAreRefused) {
  const Generators generators = make_family("bihecke:3");
  RunControl run;
  Enumeration first(generators);
  first.run(&run);
  const std::vector<std::byte> saved = first.save();
  for (std::size_t cut = 0; cut < saved.size(); cut += 5) {
    Enumeration second(generators);
    EXPECT_THROW(second.restore(std::span(saved).first(cut), &run), InputError);
  }
  // The words of another semigroup: equal elements under different words.
  Enumeration other(make_family("cyclic:6"));
  EXPECT_THROW(other.restore(saved, &run), InputError);
}

TEST(EnumerationTest, FindsElementsAndRefusesOthers) {
  Enumeration found(make_family("renner:4"));  // kept by a base
  RunControl run;
  found.run(&run);
  EXPECT_EQ(found.method(), Method::base);
  std::vector<Point> row = found.images(100);
  EXPECT_EQ(found.find(row), 100U);
  row[5] = row[5] == 0 ? 1 : 0;  // agrees on the base, but is not an element
  EXPECT_EQ(found.find(row), std::nullopt);
  EXPECT_THROW(found.find(std::vector<Point>{0, 1}), InputError);
}

TEST(EnumerationTest, PositionEnumeratesNoFurtherThanNeeded) {
  const Generators generators = make_family("full:6");
  Enumeration whole(generators);
  RunControl run;
  whole.run(&run);
  Enumeration found(generators);
  EXPECT_EQ(found.position(whole.images(50), &run), 50U);
  EXPECT_LT(found.size(), whole.size());
}

// Rules present the semigroup: rewriting any word by them ends in the word of its element.
TEST(EnumerationTest, RulesRewriteEveryWordToItsElement) {
  for (const char* name : {"bihecke:3", "full:3", "renner:3", "symmetric:4"}) {
    SCOPED_TRACE(name);
    Enumeration found(make_family(name), {.graphs = true});
    RunControl run;
    found.run(&run);
    const std::vector<Rule> rules = found.rules();
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
      Word word;
      for (std::uint64_t k = random() % 12; k > 0; --k)
        word.push_back(static_cast<Letter>(random() % found.generators().count()));
      std::uint64_t element = 0;
      for (const Letter letter : word) element = found.right_graph()[element * found.generators().count() + letter];
      for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [left, right] : rules) {
          const auto at = std::search(word.begin(), word.end(), left.begin(), left.end());
          if (at == word.end()) continue;
          Word shorter(word.begin(), at);
          shorter.insert(shorter.end(), right.begin(), right.end());
          shorter.insert(shorter.end(), at + static_cast<std::ptrdiff_t>(left.size()), word.end());
          word = shorter;
          changed = true;
          break;
        }
      }
      EXPECT_EQ(word, found.word(element));
    }
  }
}

TEST(EnumerationTest, ProductsByTracing) {
  Enumeration found(make_family("full:4"), {.graphs = true});
  RunControl run;
  found.run(&run);
  std::mt19937_64 random(3);
  for (int round = 0; round < 100; ++round) {
    const std::uint64_t x = random() % found.size();
    const std::uint64_t y = random() % found.size();
    EXPECT_EQ(found.images(found.multiply(x, y)), compose(found.images(x), found.images(y)));
  }
  EXPECT_THROW((void)found.multiply(found.size(), 0), InputError);
  EXPECT_THROW((void)found.multiply(0, found.size()), InputError);
}

TEST(EnumerationTest, TakesMoreGenerators) {
  Generators generators = make_family("symmetric:5");
  Enumeration found(generators);
  RunControl run;
  found.run(&run);
  EXPECT_EQ(found.size(), 120U);
  found.add_generators(std::vector<Point>{1, 1, 2, 3, 4});
  found.run(&run);
  EXPECT_EQ(found.size(), 3125U);
}

TEST(EnumerationTest, BadGeneratorsAreNamed) {
  EXPECT_THROW(Enumeration({}), InputError);
  try {
    Enumeration({.degree = 2, .images = {0, 1, 5, 0}, .monoid = false});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "generator 1 sends point 0 to 5, which is not a point: points are 0..1");
  }
}

// position() and what comes after the enumeration: stopped at any look, they end and what they say is true.
TEST(StopsTest, PositionStoppedAtAnyLookCanGoOn) {
  const std::vector<Point> map{3, 3, 1, 0, 5, 0};
  Enumeration whole(make_family("full:6"), {.machine = {.backend = BackendChoice::cpu}});
  const auto element = whole.position(map);
  ASSERT_TRUE(element.has_value());
  int looks = 1;
  for (;; ++looks) {
    StopAt stop(looks);
    Enumeration found(make_family("full:6"), {.machine = {.backend = BackendChoice::cpu}});
    const auto first = found.position(map, &stop.run());
    if (first) {
      EXPECT_EQ(first, element);
      break;
    }
    EXPECT_TRUE(stop.stopped());
    EXPECT_EQ(found.position(map), element);
  }
  EXPECT_GT(looks, 5);
}

TEST(StopsTest, ABaseThatIsBeingCertifiedStops) {
  for (int looks = 1; looks < 30; ++looks) {
    StopAt stop(looks);
    Enumeration found(make_family("renner:6"), {.machine = {.backend = BackendChoice::cpu}});
    const bool done = found.run(&stop.run());
    EXPECT_TRUE(done || stop.stopped());
    EXPECT_TRUE(found.run());
    EXPECT_EQ(found.size(), 13327U);
  }
}

TEST(StopsTest, ARestoredEnumerationThatIsStoppedGoesOnLater) {
  for (const Method method : {Method::automatic, Method::words}) {
    Enumeration whole(make_family("bihecke:5"), {.machine = {.backend = BackendChoice::cpu}, .method = method, .graphs = true});
    whole.run_until(9000);
    const std::vector<std::byte> saved = whole.save();
    for (int looks = 1; looks < 6; ++looks) {
      StopAt stop(looks);
      Enumeration found(make_family("bihecke:5"), {.machine = {.backend = BackendChoice::cpu}, .method = method, .graphs = true});
      found.restore(saved, &stop.run());
      EXPECT_EQ(found.size(), whole.size());
      EXPECT_TRUE(found.run());
      EXPECT_EQ(found.size(), 31103U);
    }
  }
}

TEST(StopsTest, MakingReadingAndPrintingGeneratorsStops) {
  RunControl stopped;
  stopped.request_stop(StopReason::interrupted);
  for (const char* name :
       {"bihecke:9", "renner:8", "bihecke:E6", "renner:B5", "renner:D5", "temperley-lieb:11", "reflexive-boolean:5"}) {
    SCOPED_TRACE(name);
    EXPECT_THROW((void)make_family(name, &stopped), LimitReached);
  }
  Random random(1);
  const Generators large = make_family("cyclic:1000000");
  const Generators matrices = random_generators_of(parse_kind("boolean", 64), 300, false, random);
  for (const Generators& generators : {large, matrices}) {
    for (const bool gap : {false, true}) {
      const std::string text = print_generators(generators, gap);
      EXPECT_THROW((void)print_generators(generators, gap, &stopped), LimitReached);
      EXPECT_THROW((void)parse_generators(text, "text", &stopped), LimitReached);
    }
  }
}

// A call on disk goes through all elements: it ends before that, and nothing is lost.
TEST(StopsTest, ElementsOnDiskAreAsTheyWere) {
  Enumeration whole(make_family("full:5"), {.machine = {.backend = BackendChoice::cpu}});
  ASSERT_TRUE(whole.run());
  for (int looks = 1; looks < 60; looks += 13) {
    Enumeration found(make_family("full:5"), {.machine = {.backend = BackendChoice::cpu, .threads = 2}, .method = Method::disk});
    StopAt stop(looks);
    const bool done = found.run(&stop.run());
    EXPECT_TRUE(done || stop.stopped());
    ASSERT_TRUE(found.run());
    ASSERT_EQ(found.levels(), whole.levels());
    for (std::uint64_t e = 0; e < whole.size(); e += 17) ASSERT_EQ(found.images(e), whole.images(e));
  }
}

TEST(StopsTest, GroupsOfManyVectorsStop) {
  // Its first group alone, of permutations of 16384 vectors, takes minutes.
  RunControl run;
  run.limit_time(0.01);
  EXPECT_FALSE(count_structure(make_family("matrices:2,128"), {.method = CountMethod::orbits}, &run).complete);
}

TEST(StopsTest, CountingIdempotentsStops) {
  Enumeration found(make_family("cyclic:600000"), {.machine = {.backend = BackendChoice::cpu}});
  ASSERT_TRUE(found.run());
  int looks = 1;
  while (true) {
    StopAt stop(looks++);
    try {
      EXPECT_EQ(found.count_idempotents(&stop.run()), 1U);
      break;
    } catch (const LimitReached&) {
      EXPECT_TRUE(stop.stopped());
    }
  }
  EXPECT_GT(looks, 2);
}

}  // namespace
}  // namespace wreath::semigroup
