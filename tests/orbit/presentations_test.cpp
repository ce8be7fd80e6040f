// SPDX-License-Identifier: MIT
//
// Searches of presentations: levels against a set of states by the definition of a move, paths, and their moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "core/data/rng.hpp"
#include "orbit/spaces/presentations.hpp"
#include "orbit/spaces/relator_space.hpp"
#include "wreath/orbit.hpp"

namespace wreath::orbit {
namespace {

/// The levels, by all moves of every state.
std::vector<std::uint64_t> levels_reference(const Generators& generators, const Start& start) {
  std::set<State> seen{start.state};
  std::vector<State> last{start.state};
  std::vector<std::uint64_t> levels;
  while (!last.empty()) {
    levels.push_back(last.size());
    std::vector<State> next;
    for (const State& state : last) {
      const RelatorPair pair = pair_of_state(state);
      const RelatorMoves moves(pair, generators.degree);
      RelatorPair found;
      for (std::uint32_t m = 0; m < moves.count(); ++m) {
        if (!moved(pair, moves(pair, m), generators.degree, has_renamings(generators), found)) continue;
        const State made = state_of_pair(found, generators.degree);
        if (seen.insert(made).second) next.push_back(made);
      }
    }
    last = std::move(next);
  }
  return levels;
}

Search search_of(const std::string& name, const std::string& from = "") {
  const Generators generators = make_family(name);
  return {generators, parse_start(from, generators)};
}

TEST(OrbitPresentations, LevelsAreThoseOfTheDefinition) {
  for (const char* name : {"andrews-curtis:6", "andrews-curtis:8", "andrews-curtis:9,8", "akbulut-kirby:2,12",
                           "akbulut-kirby:2,13", "akbulut-kirby:3,17", "akbulut-kirby:3,18,8", "akbulut-kirby:1,10"}) {
    Search search = search_of(name);
    ASSERT_TRUE(search.run()) << name;
    EXPECT_EQ(search.levels(), levels_reference(search.generators(), search.start())) << name;
    EXPECT_EQ(search.method(), Method::keys);
  }
}

// Whatever the order in which the machine finds them.
TEST(OrbitPresentations, TheFirstStatesOfTheLastLevelAreThoseWithTheLeastCodes) {
  const Generators generators = make_family("akbulut-kirby:2,13");
  Search search(generators, parse_start("", generators), {.machine = {.threads = 2}, .keep_last = true});
  ASSERT_FALSE(search.run_to(3));
  std::vector<State> all = search.last_level(UINT64_MAX);
  ASSERT_GT(all.size(), 20U);
  std::ranges::sort(
      all, [](const State& one, const State& other) { return code_of(pair_of_state(one)) < code_of(pair_of_state(other)); });
  std::vector<State> first(all.begin(), all.begin() + 10);
  std::ranges::sort(first);
  EXPECT_EQ(search.last_level(10), first);
}

// 26, 1,000, 2,128: the same numbers of presentations by a program that keeps words as text.
TEST(OrbitPresentations, TheComponentOfTheThirdAkbulutKirbyPresentation) {
  const std::map<std::uint32_t, std::uint64_t> known{{13, 1}, {14, 1}, {15, 26}, {16, 40}, {17, 1000}, {18, 2128}, {19, 20024}};
  for (const auto& [cap, states] : known) {
    Search search = search_of("akbulut-kirby:3," + std::to_string(cap));
    ASSERT_TRUE(search.run());
    EXPECT_EQ(search.states(), states) << cap;
  }
}

TEST(OrbitPresentations, PathsAreAsLongAsTheLevelsSay) {
  Search search = search_of("andrews-curtis:10");
  const Generators& generators = search.generators();
  Options options;
  options.keep_last = true;
  for (std::uint64_t depth = 0; depth < 5; ++depth) {
    Search part(generators, search.start(), options);
    part.run_to(depth);
    for (const State& state : part.last_level(5)) {
      const WordSearch found = shortest_word(generators, part.start(), state);
      ASSERT_TRUE(found.word);
      EXPECT_EQ(found.word->size(), depth);
      ASSERT_EQ(found.states_along.size(), depth + 1);
      EXPECT_EQ(found.states_along.back(), state);
    }
  }
}

/// The moves, made on words as text; the number of multiplications.
std::size_t follow_moves(const std::string& text, std::string& end) {
  const auto inverse = [](std::string word) {
    std::ranges::reverse(word);
    for (char& c : word) c = static_cast<char>(c ^ 0x20);
    return word;
  };
  const auto product = [](std::string word, const std::string& other) {
    for (const char c : other) {
      if (!word.empty() && (word.back() ^ 0x20) == c) {
        word.pop_back();
      } else {
        word += c;
      }
    }
    return word;
  };
  std::map<std::string, std::string> x;
  std::size_t multiplications = 0;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream parts(line);
    std::string first;
    std::string second;
    std::string third;
    parts >> first >> second >> third;
    if (first == "start") {
      x["1"] = second;
      x["2"] = third;
    } else if (first == "end") {
      EXPECT_TRUE((x["1"] == second && x["2"] == third) || (x["1"] == third && x["2"] == second)) << text;
      end = second + " " + third;
    } else if (second == "inv") {
      x[first] = inverse(x[first]);
    } else if (second == "conj") {
      x[first] = product(product(inverse(third), x[first]), third);
    } else {
      EXPECT_EQ(second, "mul");
      x[first] = product(x[first], x[third]);
      ++multiplications;
    }
  }
  return multiplications;
}

TEST(OrbitPresentations, TheSecondAkbulutKirbyPresentationIsTrivialised) {
  const Generators generators = make_family("andrews-curtis:14");
  const std::string from = "<x,y | x^2 = y^3, x*y*x = y*x*y>";
  const std::string to = "<a,b | b, A>";
  const Start start = parse_start(from, generators);
  const WordSearch found = shortest_word(generators, start, parse_state(to, generators, start));
  ASSERT_TRUE(found.word);
  EXPECT_EQ(found.word->size(), 6U);
  std::string end;
  EXPECT_EQ(follow_moves(print_moves(found, generators, from, to), end), 6U);
  EXPECT_EQ(end.size(), 3U);
  // With fewer letters there is no way.
  const Generators fewer = make_family("andrews-curtis:12");
  const Start there = parse_start(from, fewer);
  const WordSearch none = shortest_word(fewer, there, parse_state(to, fewer, there));
  EXPECT_TRUE(none.complete);
  EXPECT_FALSE(none.word);
}

TEST(OrbitPresentations, RandomWalksLeadBack) {
  const std::uint64_t seed = 485;
  SCOPED_TRACE(seed);
  RandomStream random(seed, 0);
  const Generators generators = make_family("andrews-curtis:13");
  for (unsigned turn = 0; turn < 10; ++turn) {
    RelatorPair pair = pair_of_state(parse_start("<a,b | aab, abb>", generators).state);
    const RelatorPair begin = pair;
    for (unsigned step = 0; step < 4; ++step) {
      RelatorPair next;
      const RelatorMoves moves(pair, generators.degree);
      while (!moved(pair, moves(pair, random.below(moves.count())), generators.degree, false, next)) {
      }
      pair = next;
    }
    const auto text = [](const RelatorPair& p) {
      return "<a,b | " + print_relator(p.first) + ", " + print_relator(p.second) + ">";
    };
    const Start start = parse_start(text(pair), generators);
    const WordSearch found = shortest_word(generators, start, parse_state(text(begin), generators, start));
    ASSERT_TRUE(found.word);
    EXPECT_LE(found.word->size(), 4U);
    std::string end;
    EXPECT_EQ(follow_moves(print_moves(found, generators, text(pair), text(begin)), end), found.word->size());
  }
}

TEST(OrbitPresentations, BadStatesAreErrors) {
  const Generators generators = make_family("andrews-curtis:10");
  for (const char* text :
       {"<a,b | a>", "<a,b,c | a, b>", "<a,b | aA, b>", "<a,b | aaaaaa, bbbbb>", "monoid<a,b | a=b, b=1>", "(1,2)"})
    EXPECT_THROW((void)parse_start(text, generators), InputError) << text;
  EXPECT_THROW((void)make_family("akbulut-kirby:3,12"), InputError);
  EXPECT_THROW((void)make_family("andrews-curtis:37"), InputError);
  EXPECT_THROW((void)make_family("andrews-curtis:10,4"), InputError);
}

}  // namespace
}  // namespace wreath::orbit
