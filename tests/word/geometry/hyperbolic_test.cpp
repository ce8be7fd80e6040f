// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"
#include "word/automatic/build.hpp"
#include "word/geometry/geodesic.hpp"
#include "word/internals.hpp"
#include "word/families/families.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word {
namespace {

using automata::Dfa;
using automata::Label;
using automata::PairSymbols;
using automata::State;
using automata::Symbol;
using Reduce = std::function<Word(const Word&)>;

/// An automatic structure made the obvious way from a function that computes normal forms: its multiplier follows all word
/// differences up to a length.
struct PlainStructure {
  Alphabet alphabet;
  Reduce reduce;
  Dfa acceptor;
  Dfa multiplier;
  std::vector<Label> labels;

  StructureView view() const { return {alphabet, acceptor, multiplier, labels}; }
};

PlainStructure make_plain(Alphabet alphabet, Dfa acceptor, const Reduce& reduce, std::size_t longest) {
  const auto letters = static_cast<std::uint32_t>(alphabet.size());
  const PairSymbols pairs{letters};
  std::map<Word, std::uint32_t> numbers{{{}, 0}};
  std::vector<Word> words{{}};
  const auto number = [&](const Word& word) {
    const auto [at, is_new] = numbers.emplace(word, static_cast<std::uint32_t>(words.size()));
    if (is_new) words.push_back(word);
    return at->second;
  };
  const State ended = acceptor.states();
  const auto step = [&](State state, std::uint32_t letter) {
    if (letter == letters) return ended;
    return state == ended ? automata::kNoState : acceptor.step(state, static_cast<Symbol>(letter));
  };
  const auto expand = [&](automata::Key key, auto emit) {
    for (std::uint32_t symbol = 0; symbol < pairs.count(); ++symbol) {
      const std::uint32_t x = pairs.first(static_cast<Symbol>(symbol));
      const std::uint32_t y = pairs.second(static_cast<Symbol>(symbol));
      Word next;
      next.reserve(words[key[2]].size() + 2);
      if (x != letters) next.push_back(alphabet.inverses[x]);
      next.insert(next.end(), words[key[2]].begin(), words[key[2]].end());
      if (y != letters) next.push_back(static_cast<Letter>(y));
      next = reduce(next);
      const State u = step(key[0], x);
      const State v = step(key[1], y);
      if (u == automata::kNoState || v == automata::kNoState || next.size() > longest) continue;
      emit(static_cast<Symbol>(symbol), std::array<std::uint32_t, 3>{u, v, number(next)});
    }
  };
  std::vector<Label> labels;
  for (std::uint32_t x = 0; x < letters; ++x) labels.push_back(2 + x);
  const auto label_of = [&](automata::Key key) {
    const Word& word = words[key[2]];
    return word.empty() ? 1 : word.size() == 1 ? labels[word[0]] : 0;
  };
  const Dfa multiplier = automata::explore(pairs.count(), std::array<std::uint32_t, 3>{0, 0, 0}, expand, label_of);
  return {std::move(alphabet), reduce, std::move(acceptor), automata::minimise(multiplier), std::move(labels)};
}

/// The acceptor of the normal forms, where the last few letters decide what may follow.
Dfa make_acceptor(std::uint32_t letters, const Reduce& reduce, std::size_t memory) {
  const auto expand = [&](automata::Key key, auto emit) {
    for (std::uint32_t x = 0; x < letters; ++x) {
      Word word(key.begin(), key.end());
      word.push_back(static_cast<Letter>(x));
      if (reduce(word) != word) continue;
      if (word.size() > memory) word.erase(word.begin());
      emit(static_cast<Symbol>(x), std::vector<std::uint32_t>(word.begin(), word.end()));
    }
  };
  return automata::minimise(automata::explore(letters, {}, expand, [](automata::Key) { return Label{1}; }));
}

PlainStructure free_group() {
  const Reduce reduce = [](const Word& word) {
    Word out;
    for (const Letter letter : word) {
      if (!out.empty() && out.back() == (letter ^ 1)) {
        out.pop_back();
      } else {
        out.push_back(letter);
      }
    }
    return out;
  };
  return make_plain({{"a", "A", "b", "B"}, {1, 0, 3, 2}}, make_acceptor(4, reduce, 1), reduce, 2);
}

/// Free abelian of rank two: a^i b^j.
PlainStructure plane() {
  const Reduce reduce = [](const Word& word) {
    std::array<int, 2> exponents{0, 0};
    for (const Letter letter : word) exponents[letter / 2] += letter % 2 == 0 ? 1 : -1;
    Word out;
    for (Letter generator = 0; generator < 2; ++generator) {
      for (int i = 0; i < std::abs(exponents[generator]); ++i)
        out.push_back(static_cast<Letter>(2 * generator + (exponents[generator] < 0)));
    }
    return out;
  };
  return make_plain({{"a", "A", "b", "B"}, {1, 0, 3, 2}}, make_acceptor(4, reduce, 1), reduce, 2);
}

/// The integers times a group of order two: a^i or a^i c.
PlainStructure line_and_flip() {
  const Reduce reduce = [](const Word& word) {
    int exponent = 0;
    bool flip = false;
    for (const Letter letter : word) {
      if (letter == 2) {
        flip = !flip;
      } else {
        exponent += letter == 0 ? 1 : -1;
      }
    }
    Word out(static_cast<std::size_t>(std::abs(exponent)), static_cast<Letter>(exponent < 0));
    if (flip) out.push_back(2);
    return out;
  };
  return make_plain({{"a", "A", "c"}, {1, 0, 2}}, make_acceptor(3, reduce, 1), reduce, 2);
}

automata::SymbolWord symbols_of(const Word& word) {
  return {word.begin(), word.end()};
}

/// All words up to a length: geodesic means as long as the normal form.
void expect_all_geodesics(const Dfa& acceptor, std::uint32_t letters, const Reduce& reduce, std::size_t longest) {
  std::vector<Word> words{{}};
  for (std::size_t at = 0; at < words.size(); ++at) {
    const Word word = words[at];
    ASSERT_EQ(acceptor.accepts(symbols_of(word)), reduce(word).size() == word.size()) << "word " << at;
    if (word.size() == longest) continue;
    for (std::uint32_t x = 0; x < letters; ++x) {
      words.push_back(word);
      words.back().push_back(static_cast<Letter>(x));
    }
  }
}

TEST(NormalForms, MultiplyLikeTheGroup) {
  for (const PlainStructure& group : {free_group(), plane(), line_and_flip()}) {
    NormalForms forms(group.view());
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed);
      std::uint64_t state = seed * 0x9E3779B97F4A7C15U;
      Word word;
      for (int i = 0; i < 12; ++i) {
        word.push_back(static_cast<Letter>((state >> 33) % group.alphabet.size()));
        state = state * 6364136223846793005U + 1442695040888963407U;
      }
      ASSERT_EQ(forms.reduce(word), group.reduce(word));
    }
  }
}

TEST(Hyperbolic, AFreeGroupIs) {
  const PlainStructure group = free_group();
  RunControl run;
  const Hyperbolicity result = find_hyperbolicity(group.view(), {}, run);
  EXPECT_EQ(result.hyperbolic, Answer::yes);
  EXPECT_EQ(Internals::geodesics(result)->acceptor, group.acceptor);
  EXPECT_EQ(Internals::geodesics(result)->differences, std::vector<Word>{{}});
  EXPECT_EQ(result.bigon_width, 0U);
  EXPECT_EQ(result.near_bigon_width, 1U);
  EXPECT_EQ(ball_sizes(group.acceptor, 3).back(), Natural(53));
  EXPECT_EQ(small_triangles(group.acceptor, 1), Natural(25));
}

TEST(Hyperbolic, GeodesicsBesideTheNormalForm) {
  const PlainStructure group = line_and_flip();
  RunControl run;
  const Hyperbolicity result = find_hyperbolicity(group.view(), {}, run);
  EXPECT_EQ(result.hyperbolic, Answer::yes);
  expect_all_geodesics(Internals::geodesics(result)->acceptor, 3, group.reduce, 8);
  const std::vector<Natural> expected{1, 3, 6, 8, 10, 12};  // a^n, and c at one of n places
  EXPECT_EQ(automata::count_by_length(Internals::geodesics(result)->acceptor, 5), expected);
  EXPECT_EQ(result.bigon_width, 2U);  // c^-1 a
}

TEST(Hyperbolic, ThePlaneEndsUnknown) {
  const PlainStructure group = plane();
  RunControl run;
  const Hyperbolicity result = find_hyperbolicity(group.view(), {.rounds = 12}, run);
  EXPECT_EQ(result.hyperbolic, Answer::unknown);
  EXPECT_FALSE(Internals::geodesics(result)->complete);
  EXPECT_EQ(Internals::geodesics(result)->rounds, 12U);
  EXPECT_FALSE(result.bigon_width);
  run.request_stop(StopReason::interrupted);
  EXPECT_EQ(find_hyperbolicity(group.view(), {}, run).hyperbolic, Answer::unknown);
}

TEST(Hyperbolic, FindsWhatAnIncompleteSetLacks) {
  const PlainStructure group = line_and_flip();
  const auto missing = find_missing_geodesic(group.view(), automata::diagonal(group.acceptor), {});
  ASSERT_TRUE(missing);
  EXPECT_EQ(group.reduce(missing->first), missing->second);
  EXPECT_EQ(missing->first.size(), missing->second.size());
  EXPECT_NE(missing->first, missing->second);
}

struct KnownGeometry {
  const char* group;
  Answer hyperbolic;
  State geodesic_states;
  State geodesic_pairs;  // of any two geodesics of the same element
  std::size_t width;
  const char* growth;
};

class KnownGroups : public testing::TestWithParam<KnownGeometry> {};
INSTANTIATE_TEST_SUITE_P(Hyperbolic, KnownGroups,
                         testing::Values(KnownGeometry{"surface:2", Answer::yes, 49, 97, 4,
                                                       "(1+2x+2x^2+2x^3+x^4)/(1-6x-6x^2-6x^3+x^4)"},
                                         KnownGeometry{"triangle:3,3,4", Answer::yes, 32, 68, 4,
                                                       "(1+4x+7x^2+9x^3+9x^4+6x^5+3x^6-2x^7)/(1-x^2-3x^3-x^4+x^6)"},
                                         KnownGeometry{"triangle:2,3,7", Answer::yes, 54, 114, 7, nullptr},
                                         KnownGeometry{"coxeter:5,3,5", Answer::yes, 462, 4536, 14, nullptr},
                                         KnownGeometry{"abelian:2", Answer::unknown, 0, 0, 0, "(1+2x+x^2)/(1-2x+x^2)"},
                                         KnownGeometry{"trefoil", Answer::unknown, 0, 0, 0, nullptr},
                                         KnownGeometry{"coxeter:4,3,4", Answer::unknown, 0, 0, 0, nullptr}));

TEST_P(KnownGroups, HaveTheirGeodesics) {
  const KnownGeometry& known = GetParam();
  RunControl run;
  const BuildResult built = build_structure(make_family(known.group, "test"), {}, run);
  const AutomaticStructure& structure = built.structure;
  ASSERT_TRUE(structure.verified);
  const StructureView view{structure.presentation.alphabet, structure.acceptor, structure.multiplier.dfa,
                           structure.multiplier.label};
  const Hyperbolicity result = find_hyperbolicity(view, {.rounds = 8, .differences = 1000}, run);
  EXPECT_EQ(result.hyperbolic, known.hyperbolic);
  if (known.growth != nullptr) {
    EXPECT_EQ(automata::growth_series(structure.acceptor).text, known.growth);
  }
  if (known.hyperbolic != Answer::yes) return;
  EXPECT_EQ(Internals::geodesics(result)->acceptor.states(), known.geodesic_states);
  EXPECT_EQ(
      automata::compose(Internals::geodesics(result)->pairs, automata::swap_tapes(Internals::geodesics(result)->pairs)).states(),
      known.geodesic_pairs);
  EXPECT_EQ(result.bigon_width, known.width);
  NormalForms forms(view);
  expect_all_geodesics(
      Internals::geodesics(result)->acceptor, view.letters(), [&](const Word& word) { return forms.reduce(word); },
      view.letters() > 6 ? 4 : 6);
}

TEST(Balls, OfThePapersGroups) {
  RunControl run;
  for (const auto& [group, ball, triangles] :
       {std::tuple{"surface:2", 22289, 496799521}, std::tuple{"triangle:3,3,4", 109, 11881}}) {
    const BuildResult built = build_structure(make_family(group, "test"), {}, run);
    EXPECT_EQ(ball_sizes(built.structure.acceptor, 5).back(), Natural(static_cast<std::uint64_t>(ball)));
    EXPECT_EQ(small_triangles(built.structure.acceptor), Natural(static_cast<std::uint64_t>(triangles)));
  }
}

}  // namespace
}  // namespace wreath::word
