// SPDX-License-Identifier: MIT
#include "open/word/kbmag_structure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <span>

#include "word/automatic/build.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"

namespace wreath::open {
namespace {

using namespace format;  // NOLINT(google-build-using-namespace): the files that are read back

word::AutomaticStructure build(const std::string& group) {
  RunControl run;
  return word::build_structure(
             word::is_family(group) ? word::make_family(group, "test") : word::parse_presentation(group, "test"), {}, run)
      .structure;
}

bool has_flag(const KbmagAutomaton& automaton, const char* flag) {
  return std::ranges::find(automaton.flags, flag) != automaton.flags.end();
}

/// The states in the order in which a breadth-first search meets them, by symbols in order.
std::vector<std::uint32_t> breadth_first(const KbmagAutomaton& automaton) {
  std::vector<std::uint32_t> found = automaton.initial;
  for (std::size_t i = 0; i < found.size(); ++i) {
    std::map<std::pair<word::Letter, word::Letter>, std::uint32_t> row;
    for (const auto& edge : automaton.transitions)
      if (edge.source == found[i] && edge.rule == 0) row[{edge.left, edge.right}] = edge.target;
    for (const auto& [symbol, target] : row)
      if (std::ranges::find(found, target) == found.end()) found.push_back(target);
  }
  return found;
}

/// How many states differ in the language that they accept, labels or not: Moore's refinement. Failure counts as a state.
std::size_t language_classes(const KbmagAutomaton& automaton) {
  std::vector<std::size_t> kind(automaton.states + 1, 0);
  for (const std::uint32_t s : automaton.accepting) kind[s] = 1;
  const std::size_t width = automaton.letters.size() + 1;
  std::vector<std::vector<std::uint32_t>> table(automaton.states + 1,
                                                std::vector<std::uint32_t>(width * width, automaton.states));
  for (const auto& edge : automaton.transitions) table[edge.source][edge.left * width + edge.right] = edge.target;
  for (std::size_t classes = 0;;) {
    std::map<std::vector<std::size_t>, std::size_t> numbers;
    std::vector<std::size_t> refined;
    for (std::uint32_t s = 0; s <= automaton.states; ++s) {
      std::vector<std::size_t> signature{kind[s]};
      for (const std::uint32_t target : table[s]) signature.push_back(kind[target]);
      refined.push_back(numbers.try_emplace(signature, numbers.size()).first->second);
    }
    kind = refined;
    if (numbers.size() == classes) return classes;
    classes = numbers.size();
  }
}

/// kbmag believes the flags of a file: fsalequal compares automata without minimising or renumbering them where they claim to be
/// "minimized" (which is about the language, not the labels) and "BFS".
TEST(KbmagStructure, FlagsMeanWhatKbmagMeans) {
  for (const char* group : {"free:2", "surface:2", "triangle:3,3,4", "symmetric:4", "cyclic:1", "<a,b | a=b>"}) {
    const auto structure = build(group);
    const KbmagAutomaton acceptor = kbmag_word_acceptor(structure);
    const KbmagAutomaton multiplier = kbmag_multiplier(structure);
    EXPECT_TRUE(has_flag(acceptor, "minimized"));
    for (const KbmagAutomaton& automaton : {acceptor, multiplier}) {
      std::vector<std::uint32_t> in_order(automaton.states);
      std::iota(in_order.begin(), in_order.end(), 0U);
      EXPECT_TRUE(has_flag(automaton, "BFS") && has_flag(automaton, "accessible")) << group;
      EXPECT_EQ(breadth_first(automaton), in_order) << group;
      if (has_flag(automaton, "minimized")) {
        EXPECT_EQ(language_classes(automaton), automaton.states + 1) << group;
      }
    }
  }
  const auto structure = build("free:2");  // whose multiplier is larger than its language needs
  EXPECT_LT(language_classes(kbmag_multiplier(structure)), kbmag_multiplier(structure).states + 1);
}

/// What wordreduce does with a .kbprog and a .reduce file.
word::Word rewrite(const KbmagRewriting& rules, const KbmagAutomaton& machine, word::Word word) {
  const std::vector<word::Equation> equations = written_equations(rules);
  const std::size_t width = machine.letters.size();
  std::vector<std::uint32_t> state{0};
  for (std::size_t read = 0; read < word.size();) {
    const auto& edge = machine.transitions.at(state.back() * width + word[read]);
    EXPECT_TRUE(edge.source == state.back() && edge.left == word[read]);
    if (edge.rule == 0) {
      state.push_back(edge.target);
      ++read;
      continue;
    }
    const auto& [left, right] = equations.at(edge.rule - 1);
    const std::size_t start = read + 1 - left.size();
    EXPECT_TRUE(std::ranges::equal(left, std::span(word).subspan(start, left.size())));
    word.erase(word.begin() + static_cast<std::ptrdiff_t>(start), word.begin() + static_cast<std::ptrdiff_t>(read + 1));
    word.insert(word.begin() + static_cast<std::ptrdiff_t>(start), right.begin(), right.end());
    state.resize(start + 1);
    read = start;
  }
  return word;
}

TEST(KbmagStructure, TheReductionAutomatonAppliesTheRules) {
  std::mt19937 random(1);
  for (const char* group : {"symmetric:4", "surface:-3", "cyclic:1", "modular", "<a,b | a=b>"}) {
    const auto structure = build(group);
    ASSERT_TRUE(structure.confluent) << group;
    KbmagRewriting rules{structure.presentation, true};
    rules.presentation.equations = structure.rules;
    const KbmagRewriting read_rules = parse_kbmag_rewriting(print_kbmag(rules), "kbprog");
    EXPECT_EQ(written_equations(read_rules), written_equations(rules)) << group;
    const KbmagAutomaton made = kbmag_reduction(rules);
    const KbmagAutomaton machine = parse_kbmag_automaton(print_kbmag(made), "reduce");
    EXPECT_EQ(machine, made) << group;
    word::NormalForms normal(structure.view());
    for (int i = 0; i < 100; ++i) {
      word::Word word(random() % 30);
      for (word::Letter& x : word) x = static_cast<word::Letter>(random() % structure.presentation.alphabet.size());
      EXPECT_EQ(rewrite(rules, machine, word), normal.reduce(word)) << group;
    }
  }
}

/// Written, read and compared; with letters in another order, too.
TEST(KbmagStructure, GoesBothWays) {
  for (const char* group : {"surface:2", "triangle:2,3,7", "<x1,x2 | x1^2, x2^3, (x1*x2)^4>", "<a,b | a=b>"}) {
    const auto structure = build(group);
    const auto acceptor = parse_kbmag_automaton(print_kbmag(kbmag_word_acceptor(structure)), "wa");
    const auto multiplier = parse_kbmag_automaton(print_kbmag(kbmag_multiplier(structure)), "gm");
    const auto differences = parse_kbmag_automaton(print_kbmag(kbmag_differences(structure, "_RWS.diff2")), "diff2");
    EXPECT_NO_THROW(require_same_acceptor(acceptor, structure, "wa"));
    EXPECT_NO_THROW(require_same_multiplier(multiplier, structure, "gm"));
    EXPECT_EQ(difference_words(differences, structure.presentation.alphabet, "diff2"), structure.multiplier.differences);
    EXPECT_TRUE(differences.is_deterministic());

    KbmagAutomaton turned = acceptor;  // the letters in the opposite order
    const auto count = static_cast<word::Letter>(turned.letters.size());
    std::ranges::reverse(turned.letters);
    for (auto& edge : turned.transitions) edge.left = static_cast<word::Letter>(count - 1 - edge.left);
    EXPECT_NO_THROW(require_same_acceptor(turned, structure, "wa"));
  }
}

/// The machine of differences knows every pair of the multiplier.
TEST(KbmagStructure, DifferencesFollowTheMultiplier) {
  const auto structure = build("triangle:3,3,4");
  const auto machine = kbmag_differences(structure, "_RWS.diff2");
  EXPECT_EQ(machine.states, 17U);
  EXPECT_EQ(machine.labels[0][0], word::Word{});
}

TEST(KbmagStructure, AnotherGroupsAutomataAreRefused) {
  const auto one = build("triangle:3,3,4");
  const auto other = build("triangle:3,3,5");
  const auto free = build("free:3");
  EXPECT_THROW(require_same_acceptor(kbmag_word_acceptor(other), one, "wa"), InputError);
  EXPECT_THROW(require_same_multiplier(kbmag_multiplier(other), one, "gm"), InputError);
  EXPECT_THROW(require_same_acceptor(kbmag_word_acceptor(free), one, "wa"), InputError);
  EXPECT_THROW(require_same_acceptor(kbmag_multiplier(one), one, "wa"), InputError);
  EXPECT_THROW(require_same_multiplier(kbmag_word_acceptor(one), one, "gm"), InputError);
  KbmagAutomaton cut = kbmag_word_acceptor(one);
  cut.transitions.pop_back();
  EXPECT_THROW(require_same_acceptor(cut, one, "wa"), InputError);
}

}  // namespace
}  // namespace wreath::open
