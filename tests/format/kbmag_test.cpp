// SPDX-License-Identifier: MIT
#include "format/kbmag/kbmag.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/data/rng.hpp"
#include "open/word/group.hpp"
#include "temporary_folder.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::format {
namespace {

using word::kNoLetter;
using word::Letter;
using word::Ordering;
using word::Word;
using wreath::test::message_of;
using Transition = KbmagAutomaton::Transition;

constexpr const char* kTriangle = R"(# a triangle group
_RWS := rec(
  isRWS := true,
  tidyint := 20, # a control parameter
  ordering := "shortlex",
  generatorOrder := [a,b,B],
  inverses := [a,B,b],
  equations := [
    [a*a,IdWord], [b^3,IdWord],
    [(a*b)^4,
     IdWord], [b*B,IdWord]
  ]
);
)";

// The word acceptor of the free group on two letters, with labels that nobody needs.
constexpr const char* kFree = R"(free.wa := rec (
  isFSA := true,
  alphabet := rec (type := "identifiers", size := 4, format := "dense", names := [a,A,b,B]),
  states := rec (type := "labeled", size := 5,
    labels := rec(type := "strings", size := 2, format := "dense", names := ["early, [", "late"]),
    format := "dense", setToLabels := [1,1,,2,2]),
  flags := ["DFA","minimized","BFS"],
  initial := [1],
  accepting := [1..5],
  table := rec(format := "dense deterministic", numTransitions := 17,
    transitions := [[2,3,4,5], [2,0,4,5], [,3,4,5], [2,3,4,-7], [2,3,0,5]])
);
)";

constexpr const char* kDifferences = R"(_RWS.diff1 := rec(
  isFSA := true,
  alphabet := rec(type := "product", size := 8, arity := 2, padding := _,
    base := rec(type := "identifiers", size := 2, format := "dense", names := [a,A])),
  states := rec(type := "words", size := 3, alphabet := [a,A], format := "sparse", names := [ [1,IdWord], [2,a^2*A], [3,A] ]),
  flags := ["DFA","trim"],
  initial := [1], accepting := [1],
  table := rec(format := "sparse", transitions := [[[1,1],[3,2],[5,1]], [], [[7,1],
    [8,3]]])
);
)";

std::string rewriting_complaint(std::string_view text) {
  return message_of<InputError>([&] { parse_kbmag_rewriting(text, "f"); });
}
std::string automaton_complaint(std::string_view text) {
  return message_of<InputError>([&] { parse_kbmag_automaton(text, "f"); });
}
/// The text with one piece of it replaced.
std::string with(std::string text, std::string_view old, std::string_view fresh) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos) throw std::runtime_error("the text does not have that piece");
  return text.replace(at, old.size(), fresh);
}

TEST(KbmagRewriting, Presentation) {
  const KbmagRewriting read = parse_kbmag_rewriting(kTriangle, "f");
  EXPECT_EQ(read.presentation.name, "_RWS");
  EXPECT_EQ(read.presentation.alphabet, (word::Alphabet{{"a", "b", "B"}, {0, 2, 1}}));
  EXPECT_EQ(read.presentation.equations, (std::vector<word::Equation>{{{1, 1, 1}, {}}, {{0, 1, 0, 1, 0, 1, 0, 1}, {}}}));
  EXPECT_EQ(read.presentation.ordering, Ordering::shortlex);
  EXPECT_FALSE(read.confluent.has_value());
  EXPECT_TRUE(read.presentation.is_group());
}

TEST(KbmagRewriting, FieldsInAnyOrder) {
  const char* text =
      "rec( equations := [ [x*y,y*x] ], inverses := [], weight := [2, 3], generatorOrder := [x,y], isConfluent := true, "
      "ordering := \"wtlex\", note := \"a ) b ] c\", isRWS := true )";
  const KbmagRewriting read = parse_kbmag_rewriting(text, "f");
  EXPECT_EQ(read.presentation.equations, (std::vector<word::Equation>{{{0, 1}, {1, 0}}}));
  EXPECT_EQ(read.presentation.ordering, Ordering::weighted_lex);
  EXPECT_EQ(read.presentation.weights, (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(read.confluent, true);
  EXPECT_FALSE(read.presentation.is_group());
}

TEST(KbmagRewriting, NamesAndBlanks) {
  const KbmagRewriting read = parse_kbmag_rewriting(
      "r := "
      "rec(isRWS:=true,ordering:=\"recursive\",generatorOrder:=[_H,g.10,x,x^-1],inverses:=[,,x^-1,x],equations:=[[_H*x^-2,g.10^2]"
      "]);",
      "f");
  EXPECT_EQ(read.presentation.alphabet, (word::Alphabet{{"_H", "g.10", "x", "x^-1"}, {kNoLetter, kNoLetter, 3, 2}}));
  EXPECT_EQ(read.presentation.equations, (std::vector<word::Equation>{{{0, 3, 3}, {1, 1}}}));
  EXPECT_EQ(read.presentation.ordering, Ordering::recursive);
}

TEST(KbmagRewriting, WhatIsPrintedIsReadBack) {
  for (const char* group : {"<a,b | a^2, b^3, (ab)^7>", "<x1,x2 | x1*x2*X1 = x2^3>", "monoid<a/A,b | ab=b>", "<a,b>"}) {
    for (const std::optional<bool> confluent : {std::optional<bool>{}, std::optional<bool>{true}, std::optional<bool>{false}}) {
      KbmagRewriting rewriting{word::parse_presentation(group, "p"), confluent};
      const KbmagRewriting read = parse_kbmag_rewriting(print_kbmag(rewriting), "f");
      EXPECT_EQ(read.presentation.alphabet, rewriting.presentation.alphabet);
      EXPECT_EQ(read.presentation.equations, rewriting.presentation.equations);
      EXPECT_EQ(read.confluent, confluent);
    }
  }
  KbmagRewriting weighted{word::parse_presentation("<a,b | ab=ba>", "p"), true};
  weighted.presentation.ordering = Ordering::weighted_lex;
  weighted.presentation.weights = {1, 1, 5, 5};
  const std::string text = print_kbmag(weighted);
  EXPECT_EQ(text,
            "_RWS := rec(\n  isRWS := true,\n  isConfluent := true,\n  generatorOrder := [a,A,b,B],\n  ordering := \"wtlex\",\n"
            "  weight := [1,1,5,5],\n  inverses := [A,a,B,b],\n  equations := [\n    [a*A,IdWord],\n    [A*a,IdWord],\n"
            "    [b*B,IdWord],\n    [B*b,IdWord],\n    [a*b,b*a]\n  ]\n);\n");
  EXPECT_EQ(parse_kbmag_rewriting(text, "f").presentation.weights, weighted.presentation.weights);
}

TEST(KbmagRewriting, LongWordsAreBrokenOverLines) {
  KbmagRewriting rewriting{word::parse_presentation("<a,b>", "p"), {}};
  Word word;
  for (int i = 0; i < 500; ++i) word.push_back(static_cast<Letter>(i % 3));
  rewriting.presentation.equations.emplace_back(word, Word{});
  const std::string text = print_kbmag(rewriting);
  EXPECT_EQ(parse_kbmag_rewriting(text, "f").presentation.equations, rewriting.presentation.equations);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 90U);
}

TEST(KbmagRewriting, SaysWhereAndWhatIsWrong) {
  const std::string text = kTriangle;
  EXPECT_EQ(rewriting_complaint(with(text, "[a,B,b]", "[b,B,b]")),
            "f:7:16: 'b' is not the inverse of 'a': the inverse of 'b' is 'B'");
  EXPECT_EQ(rewriting_complaint(with(text, "[a,B,b]", "[a,B]")),
            "f:7:18: 'B' is not the inverse of 'b': the inverse of 'B' is missing");
  EXPECT_EQ(rewriting_complaint(with(text, "[a,B,b]", "[a,c,b]")),
            "f:7:18: 'c' is not a letter of this group: the letters are a, b, B");
  EXPECT_EQ(rewriting_complaint(with(text, "[a,B,b]", "[a,B,b,a]")), "f:7:22: there are more inverses than the 3 generators");
  EXPECT_EQ(rewriting_complaint(with(text, "b^3", "c^3")), "f:9:20: 'c' is not a letter of this group: the letters are a, b, B");
  EXPECT_EQ(rewriting_complaint(with(text, "b^3", "")), "f:9:20: expected a word, found ','");
  EXPECT_EQ(rewriting_complaint(with(text, "shortlex", "longlex")),
            "f:5:15: the ordering \"longlex\" is not supported: use shortlex, wtlex, recursive, rt_recursive or wreathprod");
  EXPECT_EQ(rewriting_complaint(with(text, "shortlex", "wtlex")), "f:2:9: the rewriting system has no field 'weight'");
  EXPECT_EQ(rewriting_complaint(with(text, "isRWS", "isFSA")),
            "f:2:9: this record is not a rewriting system: isRWS := true is missing");
  EXPECT_EQ(rewriting_complaint(with(text, "[a,b,B]", "[a,b,b]")), "f:6:26: the letter 'b' appears twice");
  EXPECT_EQ(rewriting_complaint(with(text, "tidyint", "isRWS")), "f:4:3: the field 'isRWS' appears twice");
  EXPECT_EQ(rewriting_complaint(with(text, "\n);\n", "")),
            "f:12:4: the text ends inside the rewriting system, whose '(' is at 2:12");
  EXPECT_EQ(rewriting_complaint(with(text, ");\n", "); x")), "f:13:4: expected the end of the text after the record, found 'x'");
  EXPECT_EQ(rewriting_complaint("hello"), "f:1:1: expected rec(...) for the rewriting system, found 'h'");
}

TEST(KbmagAutomaton, WordAcceptor) {
  const KbmagAutomaton read = parse_kbmag_automaton(kFree, "f");
  EXPECT_EQ(read.name, "free.wa");
  EXPECT_EQ(read.letters, (std::vector<std::string>{"a", "A", "b", "B"}));
  EXPECT_EQ(read.tapes, 1);
  EXPECT_EQ(read.states, 5U);
  EXPECT_EQ(read.initial, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(read.accepting, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(read.flags, (std::vector<std::string>{"DFA", "minimized", "BFS"}));
  EXPECT_EQ(read.label_kind, KbmagLabels::none);
  ASSERT_EQ(read.transitions.size(), 17U);
  EXPECT_EQ(read.transitions[5], (Transition{1, 3, 2, 0}));
  EXPECT_EQ(std::ranges::count(read.transitions, 7U, &Transition::rule), 1);  // -7: not a state
  EXPECT_TRUE(read.is_deterministic());
}

TEST(KbmagAutomaton, WordDifferences) {
  const KbmagAutomaton read = parse_kbmag_automaton(kDifferences, "f");
  EXPECT_EQ(read.tapes, 2);
  EXPECT_EQ(read.transitions, (std::vector<Transition>{{0, 0, 0, 0}, {0, 1, 0, 2}, {0, 0, 1, 1}, {2, 0, 2, 0}, {2, 2, 2, 1}}));
  EXPECT_EQ(read.label_kind, KbmagLabels::words);
  EXPECT_EQ(read.labels, (std::vector<std::vector<Word>>{{{}}, {{0, 0, 1}}, {{1}}}));
}

TEST(KbmagAutomaton, WhatIsPrintedIsReadBack) {
  for (const char* text : {kFree, kDifferences}) {
    const KbmagAutomaton read = parse_kbmag_automaton(text, "f");
    EXPECT_EQ(parse_kbmag_automaton(print_kbmag(read), "g"), read);
  }
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, 2);
    KbmagAutomaton made;
    made.name = "_RWS.gm";
    for (std::uint32_t x = 0; x <= random.next() % 5; ++x)
      made.letters.push_back(x == 3 ? "a^-1" : std::string(1, static_cast<char>('a' + x)));
    made.tapes = 1 + static_cast<int>(random.next() % 2);
    made.states = random.next() % 30;
    made.label_kind = static_cast<KbmagLabels>(random.next() % 3);
    const auto letters = static_cast<std::uint32_t>(made.letters.size());
    for (std::uint32_t state = 0; state < made.states; ++state) {
      if (random.next() % 3 == 0) made.accepting.push_back(state);
      const bool nondeterministic = random.next() % 50 == 0;
      for (std::uint32_t symbol = 0; symbol < (made.tapes == 1 ? letters : (letters + 1) * (letters + 1) - 1); ++symbol) {
        const auto left = static_cast<Letter>(made.tapes == 1 ? symbol : symbol / (letters + 1));
        const auto right = static_cast<Letter>(made.tapes == 1 ? 0 : symbol % (letters + 1));
        for (std::uint32_t k = 0; k < (nondeterministic ? 2 : random.next() % 2); ++k)
          made.transitions.push_back({state, static_cast<std::uint32_t>(random.next() % made.states), left, right});
      }
      std::vector<Word> words(made.label_kind == KbmagLabels::words ? 1 : random.next() % 3);
      for (Word& word : words) {
        word.resize(random.next() % 4);
        for (Letter& letter : word) letter = static_cast<Letter>(random.next() % letters);
      }
      if (made.label_kind != KbmagLabels::none) made.labels.push_back(words);
    }
    if (made.states > 0) made.initial = {made.states / 2};
    EXPECT_EQ(parse_kbmag_automaton(print_kbmag(made), "g"), made);
  }
}

TEST(KbmagAutomaton, SaysWhereAndWhatIsWrong) {
  const std::string text = kFree;
  EXPECT_EQ(automaton_complaint(with(text, "size := 5", "size := 1999999999")),
            "f:11:75: the table has 5 rows for 1999999999 states: this file is damaged");
  EXPECT_EQ(automaton_complaint(with(text, "[2,3,0,5]", "[2,3,0,5], []")), "f:11:76: the table has more rows than the 5 states");
  EXPECT_EQ(automaton_complaint(with(text, "size := 4", "size := 3")),
            "f:3:15: the alphabet's size is not 4, the number of its names");
  EXPECT_EQ(automaton_complaint(with(text, "[2,3,4,5]", "[2,3,4,6]")), "f:11:28: the state 6 is not from 1 to 5");
  EXPECT_EQ(automaton_complaint(with(text, "[2,3,4,5]", "[2,3,4]")), "f:11:21: a row of the table has 3 entries for 4 letters");
  EXPECT_EQ(automaton_complaint(with(text, "[2,3,4,5]", "[2,3,4,0]")),
            "f:10:12: the table has 16 transitions and should have 17: this file is damaged");
  EXPECT_EQ(automaton_complaint(with(text, "[1..5]", "[1..6]")), "f:9:20: the state 6 is not from 1 to 5");
  EXPECT_EQ(automaton_complaint(with(text, "[1]", "[0]")), "f:8:15: the state 0 is not from 1 to 5");
  EXPECT_EQ(automaton_complaint(text.substr(0, text.size() - 20)),
            "f:11:60: the text ends inside the bracket, whose '[' is at 11:53");
  const std::string pairs = kDifferences;
  EXPECT_EQ(automaton_complaint(with(pairs, "[8,3]", "[9,3]")), "f:9:6: the letter's number 9 is not from 1 to 8");
  EXPECT_EQ(automaton_complaint(with(pairs, "[8,3]", "[0,3]")), "f:9:6: transitions without a letter are not supported");
  EXPECT_EQ(automaton_complaint(with(pairs, "size := 8", "size := 10")),
            "f:3:15: 2 letters and the padding make 8 pairs, not 10");
  EXPECT_EQ(automaton_complaint(with(pairs, "arity := 2", "arity := 3")),
            "f:3:15: automata with more than two tapes cannot be read");
  EXPECT_EQ(automaton_complaint(with(pairs, "[3,A]", "[4,A]")), "f:5:118: the number 4 is not from 1 to 3");
  EXPECT_EQ(automaton_complaint(kTriangle), "f:2:9: this record is not an automaton: isFSA := true is missing");
}

TEST(Kbmag, Kinds) {
  EXPECT_EQ(kbmag_kind(kTriangle), KbmagKind::rewriting);
  EXPECT_EQ(kbmag_kind(kFree), KbmagKind::automaton);
  EXPECT_EQ(kbmag_kind("<a,b | a^3>"), KbmagKind::none);
  EXPECT_EQ(kbmag_kind(""), KbmagKind::none);
}

TEST(Kbmag, LettersByName) {
  const word::Alphabet alphabet{{"x1", "x1^-1", "t"}, {1, 0, 2}};
  EXPECT_EQ(match_letters({"t", "x1", "X1"}, alphabet, "f"), (std::vector<Letter>{2, 0, 1}));
  EXPECT_EQ(match_letters({"x1^-1", "t", "x1"}, alphabet, "f"), (std::vector<Letter>{1, 2, 0}));
  const auto complaint = [&](const std::vector<std::string>& names) {
    return message_of<InputError>([&] { match_letters(names, alphabet, "f"); });
  };
  EXPECT_EQ(complaint({"a", "x1", "t"}), "f: this belongs to another group: its letter 'a' is not one of x1, x1^-1, t");
  EXPECT_EQ(complaint({"x1", "t"}), "f: this belongs to another group: it has no letter 'x1^-1'");
  EXPECT_EQ(complaint({"x1", "x1^-1", "X1"}),
            "f: this belongs to another group: 'X1' and another letter of it are the same here");
}

TEST(GroupInput, FamiliesPresentationsAndFiles) {
  test::TestFolder folder;
  const std::string file = folder.file("triangle");
  const auto read = [&](const std::string& text) {
    test::write_text(file, text);
    return open::read_group(file);
  };
  EXPECT_EQ(print_presentation(open::read_group("free:2")), "<a,b>");
  EXPECT_EQ(print_presentation(open::read_group("<a|a^3>")), "<a | a^3>");
  EXPECT_EQ(print_presentation(read("<a|\na^3>")), "<a | a^3>");
  EXPECT_EQ(print_presentation(read("cyclic:3\n")), "<a | a^3>");
  EXPECT_EQ(print_presentation(read("F:=FreeGroup(\"a\");;F/[F.1^3];")), "<a | a^3>");
  const word::Presentation triangle = read(kTriangle);
  EXPECT_EQ(print_presentation(triangle), "<a/a,b | b^3, a*b*a*b*a*b*a*b>");
  EXPECT_EQ(triangle.name, "triangle");
  EXPECT_EQ(print_order(open::read_group(file, {.order = "B,b,a"}).alphabet), "B,b,a");
  EXPECT_EQ(message_of<InputError>([&] { read(kFree); }), file + ": this is an automaton, not a group");
  EXPECT_EQ(
      message_of<InputError>([&] { open::read_group("surfac:3"); }),
      "'surfac:3' is not a file, a presentation such as '<a,b | a^3>' or a family of groups such as surface:2; did you mean "
      "'surface:3'?");
  EXPECT_THROW(open::read_group(folder.path()), InputError);
}

}  // namespace
}  // namespace wreath::format
