// SPDX-License-Identifier: MIT
//
// Every parser of groups, words and automata on random bytes, on valid texts that were cut short, and on valid texts with random
// changes: what comes out is a result or an InputError, nothing else. WREATH_FUZZ_CASES makes it longer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "core/data/rng.hpp"
#include "open/word/group.hpp"
#include "format/kbmag/kbmag.hpp"
#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::format {
namespace {

struct Target {
  const char* name;
  std::function<void(std::string_view)> parse;
  std::vector<std::string> valid;
};

const word::Alphabet kLetters{{"a", "A", "x1", "x1^-1", "t"}, {1, 0, 3, 2, 4}};

std::vector<Target> targets() {
  const std::string group =
      "_RWS := rec(isRWS := true, ordering := \"wtlex\", generatorOrder := [a,A,x^-1,x],\n weight := [1,1,2,2], inverses := "
      "[A,a,x,x^-1],\n"
      "equations := [[(a*x)^4,IdWord], [a^3,x*A]]);\n";
  const std::string automaton =
      "_RWS.gm := rec(isFSA := true, alphabet := rec(type := \"product\", size := 8, arity := 2, padding := _,\n"
      "base := rec(type := \"identifiers\", size := 2, format := \"dense\", names := [a,A])), states := rec(type := \"labeled\", "
      "size := 3,\n"
      "labels := rec(type := \"list of words\", size := 2, alphabet := [a,A], format := \"sparse\", names := "
      "[[1,[IdWord]],[2,[a,A^2]]]),\n"
      "format := \"sparse\", setToLabels := [[1,1],[3,2]]), flags := [\"DFA\"], initial := [1], accepting := [1..3],\n"
      "table := rec(format := \"sparse\", numTransitions := 3, transitions := [[[1,1],[3,2]],[],[[7,1]]]));\n";
  const std::string acceptor =
      "rec(isFSA := true, alphabet := rec(type := \"identifiers\", size := 2, format := \"dense\", names := [a,A]), states := "
      "rec(type := "
      "\"simple\", size := 2), flags := [], initial := [1], accepting := [1,2], table := rec(format := \"dense deterministic\", "
      "transitions := [[2,0],[,1]]))";
  return {
      {"word",
       [](std::string_view text) { word::parse_word(text, kLetters, "w"); },
       {"a*x1^-2*[a,t,x1]^3/(a*t)^x1", "aAtx1 (at)^-7 Comm(a,t)"}},
      {"presentation",
       [](std::string_view text) { word::parse_presentation(text, "p"); },
       {"<a,b,t/t | a^3 = b^2 = 1, [a,b]^-2, (a*b)^t # so\n>", "monoid<x1/y1,z | x1*z = z^2*y1>"}},
      {"gap",
       [](std::string_view text) { word::parse_gap_group(text, "p"); },
       {"F := FreeGroup(\"a\",\"b\");; a:=F.1;; g:=GeneratorsOfGroup(F); b:=g[2]; r:=[a^3,[a,b^2]];; G:=F/r;",
        "gap> F:=FreeGroup(2,\"x\");\n<free group>\ngap> F/ParseRelators(F,\"x1^2=x2, [x1,\n> x2]\");\n"}},
      {"family",
       [](std::string_view text) { word::make_family(text, "p"); },
       {"surface:2", "triangle:2,3,inf", "coxeter:4:1-2=5,2-3,3-4=inf", "raag:3:1-2,2-3", "fibonacci:2,8", "braid:5",
        "higman:4"}},
      {"order",
       [](std::string_view text) { word::parse_presentation("<a,b,x1 | a^2>", "p", {.order = std::string(text)}); },
       {"a,b,x1", "b B a x1^-1,x1"}},
      {"kbmag rewriting", [](std::string_view text) { parse_kbmag_rewriting(text, "f"); }, {group}},
      {"kbmag automaton", [](std::string_view text) { parse_kbmag_automaton(text, "f"); }, {automaton, acceptor}},
      {"any group", [](std::string_view text) { open::parse_group(text, "f"); }, {group, "<a|a^3>", "cyclic:3"}},
  };
}

/// Bytes that mean something to some parser, and some that do not.
char random_byte(RandomStream& random) {
  static constexpr std::string_view kTelling = "abAxFt12309^-*/()[]<>|,;:=.\"#\\ \n_\xff";
  return random.next() % 4 == 0 ? static_cast<char>(random.next()) : kTelling[random.next() % kTelling.size()];
}

std::string random_text(RandomStream& random) {
  std::string text(random.next() % 60, ' ');
  for (char& c : text) c = random_byte(random);
  return text;
}

/// A few bytes changed, put in, taken out or repeated.
std::string mutated(std::string text, RandomStream& random) {
  for (std::uint32_t changes = 1 + random.next() % 4; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random.next() % text.size();
    const std::size_t length = 1 + random.next() % 8;
    switch (random.next() % 5) {
      case 0: text[at] = random_byte(random); break;
      case 1: text.insert(at, 1, random_byte(random)); break;
      case 2: text.erase(at, length); break;
      case 3: text.insert(random.next() % text.size(), text.substr(at, length)); break;
      default: text.insert(at, "999999999"); break;
    }
  }
  return text;
}

void expect_result_or_input_error(const Target& target, const std::string& text) {
  try {
    target.parse(text);
  } catch (const InputError& error) {
    EXPECT_FALSE(std::string_view(error.what()).empty());
  } catch (const std::exception& error) {
    ADD_FAILURE() << target.name << ": " << error.what() << "\nfor: " << text;
  }
}

std::uint64_t cases() {
  const char* wanted = std::getenv("WREATH_FUZZ_CASES");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 600;
}

TEST(GroupFuzz, ValidTextsAreValid) {
  for (const Target& target : targets()) {
    for (const std::string& text : target.valid) EXPECT_NO_THROW(target.parse(text)) << target.name << ": " << text;
  }
}

TEST(GroupFuzz, Truncations) {
  for (const Target& target : targets()) {
    for (const std::string& text : target.valid) {
      for (std::size_t length = 0; length < text.size(); ++length) expect_result_or_input_error(target, text.substr(0, length));
    }
  }
}

TEST(GroupFuzz, RandomBytesAndMutations) {
  for (const Target& target : targets()) {
    for (std::uint64_t seed = 0; seed < cases(); ++seed) {
      SCOPED_TRACE(seed);
      RandomStream random(seed, 7);
      expect_result_or_input_error(target, random_text(random));
      expect_result_or_input_error(target, mutated(target.valid[seed % target.valid.size()], random));
    }
  }
}

}  // namespace
}  // namespace wreath::format
