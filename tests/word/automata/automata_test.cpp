// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "word/automata/explore.hpp"
#include "word/automata/operations.hpp"
#include "word/automata/automata_reference.hpp"

namespace wreath::word::automata {
namespace {

/// Whether every row ascends strictly and all targets exist.
void expect_sound(const Dfa& dfa) {
  ASSERT_EQ(dfa.table.rows(), dfa.labels.size());
  for (State state = 0; state < dfa.states(); ++state) {
    const auto symbols = dfa.table.symbols(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      ASSERT_LT(symbols[i], dfa.symbols);
      ASSERT_LT(dfa.table.targets(state)[i], dfa.states());
      ASSERT_TRUE(i == 0 || symbols[i - 1] < symbols[i]);
    }
  }
}

/// Runs a test for many seeds and names the one that fails.
template <class Test>
void for_many_seeds(Test test) {
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 1);
    test(random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// The number of classes of states that no word tells apart, by Moore's algorithm on a complete table.
std::size_t count_classes_reference(const Dfa& dfa) {
  const Dfa useful = trim(dfa);
  const State states = useful.states();
  std::vector<std::size_t> class_of(useful.labels.begin(), useful.labels.end());
  class_of.push_back(0);  // failure
  std::size_t classes = 0;
  while (true) {
    std::map<std::vector<std::size_t>, std::size_t> rows;
    std::vector<std::size_t> next(states + 1);
    for (State state = 0; state <= states; ++state) {
      std::vector<std::size_t> row{class_of[state]};
      for (std::uint32_t symbol = 0; symbol < useful.symbols; ++symbol) {
        const State target = state == states ? kNoState : useful.step(state, static_cast<Symbol>(symbol));
        row.push_back(class_of[target == kNoState ? states : target]);
      }
      next[state] = rows.emplace(row, rows.size()).first->second;
    }
    if (rows.size() == classes) break;
    classes = rows.size();
    class_of = next;
  }
  const bool is_empty = states == 1 && useful.labels[0] == 0;
  return is_empty ? 1 : classes - 1;
}

TEST(Automata, MinimisingKeepsTheLabelsAndIsSmallest) {
  for_many_seeds([](RandomStream& random) {
    const Dfa dfa = random_dfa(random, 1 + random.below(30), 1 + random.below(3), 60 + random.below(190), 1 + random.below(3));
    const Dfa minimal = minimise(dfa);
    expect_sound(minimal);
    for (const SymbolWord& word : words_up_to(dfa.symbols, 7)) ASSERT_EQ(minimal.label(word), dfa.label(word));
    EXPECT_FALSE(first_disagreement(minimal, dfa));
    EXPECT_EQ(minimal.states(), count_classes_reference(dfa));
    EXPECT_EQ(minimise(minimal), minimal);
    EXPECT_EQ(canonical(minimal), minimal);
  });
}

TEST(Automata, AgreeWithSetsOfWords) {
  for_many_seeds([](RandomStream& random) {
    const std::uint32_t symbols = 1 + random.below(3);
    const Dfa a = random_dfa(random, 1 + random.below(8), symbols, 80 + random.below(170), 3);
    const Dfa b = random_dfa(random, 1 + random.below(8), symbols, 80 + random.below(170));
    const Dfa both = intersection(a, b);  // two differences
    const Dfa either = unite(a, b);
    const Dfa without = difference(a, b);
    const Dfa none = complement(a);
    const Dfa backwards = reverse(a);
    for (const Dfa* each : {&both, &either, &without, &none, &backwards}) expect_sound(*each);
    bool subset = true;
    bool same = true;
    for (const SymbolWord& word : words_up_to(symbols, 7)) {
      ASSERT_EQ(both.label(word), b.accepts(word) ? a.label(word) : 0);
      ASSERT_EQ(either.accepts(word), a.accepts(word) || b.accepts(word));
      ASSERT_EQ(without.label(word), b.accepts(word) ? 0 : a.label(word));
      ASSERT_EQ(none.accepts(word), !a.accepts(word));
      ASSERT_EQ(backwards.accepts(SymbolWord(word.rbegin(), word.rend())), a.accepts(word));
      subset = subset && (!a.accepts(word) || b.accepts(word));
      same = same && a.accepts(word) == b.accepts(word);
    }
    EXPECT_TRUE(!is_subset(a, b) || subset);
    EXPECT_TRUE(!same_language(a, b) || same);
    EXPECT_EQ(is_subset(a, b), without == empty_language(symbols));
    EXPECT_TRUE(same_language(unite(difference(a, b), both), a));
    EXPECT_TRUE(same_language(complement(none), a));
  });
}

TEST(Automata, TheFirstDisagreementIsTheFirst) {
  for_many_seeds([](RandomStream& random) {
    const std::uint32_t symbols = 1 + random.below(3);
    const Dfa a = random_dfa(random, 1 + random.below(6), symbols, 150);
    const Dfa b = random_dfa(random, 1 + random.below(6), symbols, 150);
    const auto found = first_disagreement(a, b);
    for (const SymbolWord& word : words_up_to(symbols, 6)) {
      if (found && word == *found) {
        EXPECT_NE(a.label(word), b.label(word));
        break;
      }
      ASSERT_EQ(a.label(word), b.label(word));
    }
  });
}

TEST(Automata, DeterminisingUnitesTheLabelsOfAllRuns) {
  for_many_seeds([](RandomStream& random) {
    const std::uint32_t symbols = 1 + random.below(3);
    const State states = 1 + random.below(7);
    Nfa nfa{.symbols = symbols, .starts = {}, .table = {}, .labels = {}, .sets = {}};
    RowSorter row;
    for (State state = 0; state < states; ++state) {
      nfa.labels.push_back(nfa.sets.singleton(random.below(3)));
      if (random.below(2) == 0) nfa.starts.push_back(state);
      for (std::uint32_t edge = random.below(4); edge > 0; --edge)
        row.add(static_cast<Symbol>(random.below(symbols)), random.below(states));
      row.close_row(nfa.table);
    }
    const LabelledDfa result = determinise(trim(nfa));
    expect_sound(result.dfa);
    for (const SymbolWord& word : words_up_to(symbols, 6)) {
      std::set<State> now(nfa.starts.begin(), nfa.starts.end());
      for (const Symbol symbol : word) {
        std::set<State> next;
        for (const State state : now) {
          for (std::size_t i = 0; i < nfa.table.row_size(state); ++i) {
            if (nfa.table.symbols(state)[i] == symbol) next.insert(nfa.table.targets(state)[i]);
          }
        }
        now = next;
      }
      std::set<Label> expected;
      for (const State state : now) {
        for (const Label label : nfa.sets[nfa.labels[state]]) expected.insert(label);
      }
      const auto found = result.sets[result.dfa.label(word)];
      ASSERT_EQ(std::set<Label>(found.begin(), found.end()), expected);
    }
  });
}

constexpr std::uint32_t kLetters = 2;

TEST(Automata, PairsOfEqualWords) {
  const Dfa all = all_pairs(kLetters);
  for_many_seeds([&](RandomStream& random) {
    const Dfa a = random_dfa(random, 1 + random.below(5), kLetters, 150);
    const PairSymbols pairs{kLetters};
    const Dfa equal = diagonal(a);
    expect_sound(equal);
    for (const SymbolWord& u : words_up_to(kLetters, 4)) {
      for (const SymbolWord& v : words_up_to(kLetters, 4)) {
        ASSERT_TRUE(all.accepts(pad(u, v, pairs)));
        ASSERT_EQ(equal.accepts(pad(u, v, pairs)), u == v && a.accepts(u));
      }
    }
    EXPECT_TRUE(is_subset(equal, all));
  });
}

/// In a finite relation of words up to length 3 everything can be listed.
Dfa restrict_to_short(const Dfa& pairs) {
  Dfa short_pairs{.symbols = pairs.symbols, .table = {}, .labels = {1, 1, 1, 1}};
  for (State state = 0; state < 4; ++state) {
    for (std::uint32_t symbol = 0; state < 3 && symbol < pairs.symbols; ++symbol)
      short_pairs.table.add(static_cast<Symbol>(symbol), state + 1);
    short_pairs.table.close_row();
  }
  return intersection(pairs, short_pairs);
}

TEST(Automata, ProjectionsAndCompositesOfRelations) {
  for_many_seeds([](RandomStream& random) {
    const PairSymbols pairs{kLetters};
    const Dfa a = restrict_to_short(random_pairs(random, 2 + random.below(6), kLetters, 60 + random.below(100), 3));
    const Dfa b = restrict_to_short(random_pairs(random, 2 + random.below(6), kLetters, 60 + random.below(100), 3));
    constexpr Label kStride = 10;
    const LabelledDfa first = project_labelled(a, Tape::first);
    const LabelledDfa second = project_labelled(a, Tape::second);
    const LabelledDfa composed = compose_labelled(a, b, kStride);
    const Dfa plain = compose(a, b);
    const Dfa swapped = swap_tapes(a);
    expect_sound(composed.dfa);
    expect_sound(swapped);
    const auto words = words_up_to(kLetters, 3);
    std::map<SymbolWord, std::set<Label>> firsts;
    std::map<SymbolWord, std::set<Label>> seconds;
    std::map<std::pair<SymbolWord, SymbolWord>, std::set<Label>> composites;
    for (const SymbolWord& u : words) {
      for (const SymbolWord& v : words) {
        const Label label = a.label(pad(u, v, pairs));
        ASSERT_EQ(swapped.label(pad(v, u, pairs)), label);
        if (label == 0) continue;
        firsts[u].insert(label);
        seconds[v].insert(label);
        for (const SymbolWord& w : words) {
          const Label other = b.label(pad(v, w, pairs));
          if (other != 0) composites[{u, w}].insert(label * kStride + other);
        }
      }
    }
    const auto set_of = [](const LabelledDfa& result, const SymbolWord& word) {
      const auto labels = result.sets[result.dfa.label(word)];
      return std::set<Label>(labels.begin(), labels.end());
    };
    for (const SymbolWord& u : words) {
      ASSERT_EQ(set_of(first, u), firsts[u]);
      ASSERT_EQ(set_of(second, u), seconds[u]);
      for (const SymbolWord& w : words) {
        const auto& expected = composites[{u, w}];
        ASSERT_EQ(set_of(composed, pad(u, w, pairs)), expected);
        ASSERT_EQ(plain.accepts(pad(u, w, pairs)), !expected.empty());
      }
    }
    EXPECT_TRUE(is_subset(composed.dfa, all_pairs(kLetters)));
    EXPECT_TRUE(same_language(project(a, Tape::first), first.dfa));
  });
}

TEST(Automata, CompositionIsAssociative) {  // of infinite relations
  for_many_seeds([](RandomStream& random) {
    const Dfa a = random_pairs(random, 1 + random.below(4), kLetters, 90);
    const Dfa b = random_pairs(random, 1 + random.below(4), kLetters, 90);
    const Dfa c = random_pairs(random, 1 + random.below(4), kLetters, 90);
    EXPECT_EQ(compose(compose(a, b), c), compose(a, compose(b, c)));
    EXPECT_EQ(minimise(swap_tapes(compose(a, b))), compose(swap_tapes(b), swap_tapes(a)));
    EXPECT_EQ(compose(a, diagonal(all_words(kLetters))), minimise(relabel(a, [](Label label) { return Label{label != 0}; })));
  });
}

/// The automaton, each of its states several times; an edge leads to any of the copies of its target.
Dfa with_copies(const Dfa& dfa, State copies, RandomStream& random) {
  Dfa result{.symbols = dfa.symbols, .table = {}, .labels = {}};
  for (State copy = 0; copy < copies; ++copy) {
    for (State state = 0; state < dfa.states(); ++state) {
      result.labels.push_back(dfa.labels[state]);
      for (std::size_t i = 0; i < dfa.table.row_size(state); ++i) {
        result.table.add(dfa.table.symbols(state)[i], dfa.table.targets(state)[i] + dfa.states() * random.below(copies));
      }
      result.table.close_row();
    }
  }
  return result;
}

TEST(Automata, MinimisingUndoesCopies) {
  for_many_seeds([](RandomStream& random) {
    const Dfa dfa = random_dfa(random, 1 + random.below(300), 1 + random.below(6), 30 + random.below(220), 1 + random.below(4));
    EXPECT_EQ(minimise(with_copies(dfa, 1 + random.below(10), random)), minimise(dfa));
  });
}

TEST(Automata, ThePartitionByNumbersIsTheCoarsest) {
  for_many_seeds([](RandomStream& random) {
    const Dfa dfa = random_dfa(random, 1 + random.below(40), 2 + random.below(3), 60 + random.below(190), 2);
    const std::vector<State> found = coarsest_partition(dfa.table, dfa.labels, Alike::by_number);
    std::vector<std::size_t> expected(dfa.labels.begin(), dfa.labels.end());
    for (std::size_t before = 0;;) {
      std::map<std::pair<std::size_t, std::multiset<std::size_t>>, std::size_t> kinds;
      std::vector<std::size_t> next;
      for (State state = 0; state < dfa.states(); ++state) {
        std::multiset<std::size_t> into;
        for (const State target : dfa.table.targets(state)) into.insert(expected[target]);
        next.push_back(kinds.emplace(std::pair(expected[state], into), kinds.size()).first->second);
      }
      expected = next;
      if (kinds.size() == before) break;
      before = kinds.size();
    }
    for (State i = 0; i < dfa.states(); ++i) {
      for (State j = 0; j < i; ++j) ASSERT_EQ(found[i] == found[j], expected[i] == expected[j]);
    }
  });
}

TEST(Automata, MinimisesLongChainsInTime) {  // a chain needs as many rounds of plain refinement as it has states
  constexpr State kStates = 100000;
  Dfa chain{.symbols = 2, .table = {}, .labels = std::vector<Label>(kStates, 0)};
  for (State state = 0; state < kStates; ++state) {
    if (state + 1 < kStates) {
      chain.table.add(0, state + 1);
      chain.table.add(1, state + 1);
    }
    chain.table.close_row();
  }
  chain.labels.back() = 1;
  EXPECT_EQ(minimise(chain), chain);
}

TEST(Automata, TheEmptyLanguageHasOneState) {
  const Dfa dfa = random_dfa(*std::make_unique<RandomStream>(7, 7), 20, 3, 256);
  const Dfa nothing = relabel(dfa, [](Label) { return Label{0}; });
  EXPECT_EQ(minimise(nothing), empty_language(3));
  EXPECT_EQ(reverse(nothing), empty_language(3));
  EXPECT_EQ(minimise(complement(all_words(3))), empty_language(3));
  const Dfa no_pairs = empty_language(PairSymbols{2}.count());
  EXPECT_EQ(compose(no_pairs, all_pairs(2)), no_pairs);
  EXPECT_EQ(project(no_pairs, Tape::second), empty_language(2));
}

TEST(Automata, StopsAtItsLimits) {
  // "the n-th letter from the end is 1" needs 2^n states
  Dfa reversed{.symbols = 2, .table = {}, .labels = std::vector<Label>(22, 0)};
  for (State state = 0; state < 22; ++state) {
    if (state < 20) reversed.table.add(0, state + 1);
    if (state < 20) reversed.table.add(1, state + 1);
    if (state == 20) reversed.table.add(1, 21);
    if (state == 21) reversed.table.add(0, 21);
    if (state == 21) reversed.table.add(1, 21);
    reversed.table.close_row();
  }
  reversed.labels[21] = 1;
  EXPECT_THROW(reverse(reversed, {.run = nullptr, .states = 10000}), LimitReached);
  RunControl run;
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW(reverse(reversed, {.run = &run}), LimitReached);
}

}  // namespace
}  // namespace wreath::word::automata
