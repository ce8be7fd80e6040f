// SPDX-License-Identifier: MIT
#include "core/words/words.hpp"

#include <gtest/gtest.h>

#include "core/data/rng.hpp"
#include "temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath::word {
namespace {

using wreath::test::message_of;

const Alphabet kLetters{{"a", "A", "b", "B", "c", "C"}, {1, 0, 3, 2, 5, 4}};
const Alphabet kNames{{"x1", "x1^-1", "x2", "x2^-1", "t"}, {1, 0, 3, 2, 4}};
const Alphabet kMonoid{{"a", "b"}, {kNoLetter, kNoLetter}};

/// What the text is, written out letter by letter.
std::string parsed_word(std::string_view text, const Alphabet& alphabet = kLetters) {
  return print_word(parse_word(text, alphabet, "w"), alphabet);
}
std::string word_complaint(std::string_view text, const Alphabet& alphabet = kLetters) {
  return message_of<InputError>([&] { parse_word(text, alphabet, "w"); });
}

TEST(Words, Products) {
  EXPECT_EQ(parsed_word("a*b^-1*c"), "aBc");
  EXPECT_EQ(parsed_word("aBc"), "aBc");
  EXPECT_EQ(parsed_word(" a B\n c "), "aBc");
  EXPECT_EQ(parsed_word("ab*c(ab)C"), "abcabC");
  EXPECT_EQ(parsed_word("a/b"), "aB");
  EXPECT_EQ(parsed_word("a/(bc)*a/b/c"), "aCBaBC");
  EXPECT_EQ(parsed_word("aA"), "aA");  // as written: nothing cancels
}

TEST(Words, Identity) {
  for (const char* text : {"", " ", "1", "IdWord", "()", "a^0", "1^7", "1*1", "# nothing", "(ab)^0", "One(F)"}) {
    EXPECT_EQ(parsed_word(text), "1") << text;
  }
  EXPECT_EQ(parsed_word("1*a*1"), "a");
}

TEST(Words, Powers) {
  EXPECT_EQ(parsed_word("a^3"), "aaa");
  EXPECT_EQ(parsed_word("a^-2"), "AA");
  EXPECT_EQ(parsed_word("A^-2"), "aa");
  EXPECT_EQ(parsed_word("(a*b)^2"), "abab");
  EXPECT_EQ(parsed_word("(ab)^-2"), "BABA");
  EXPECT_EQ(parsed_word("ab^2"), "abb");  // the exponent is the last letter's
  EXPECT_EQ(parsed_word("a^2b"), "aab");
  EXPECT_EQ(parsed_word("a^(-2)"), "AA");
  EXPECT_EQ(parsed_word("a^( 2 )"), "aa");
}

TEST(Words, CommutatorsAndConjugates) {
  EXPECT_EQ(parsed_word("[a,b]"), "ABab");
  EXPECT_EQ(parsed_word("[a,b,c]"), "BAbaCABabc");
  EXPECT_EQ(parsed_word("[a,b,c]"), parsed_word("[[a,b],c]"));
  EXPECT_EQ(parsed_word("Comm(a,b)"), "ABab");
  EXPECT_EQ(parsed_word("[a,[b,c]]"), "ACBcbaBCbc");
  EXPECT_EQ(parsed_word("[a,b]^2"), "ABabABab");
  EXPECT_EQ(parsed_word("a^b"), "Bab");
  EXPECT_EQ(parsed_word("a^(bc)"), "CBabc");
  EXPECT_EQ(parsed_word("a^B"), "baB");
  EXPECT_EQ(parsed_word("(ab)^c"), "Cabc");
  EXPECT_EQ(parsed_word("a^[b,c]"), "CBcbaBCbc");
  EXPECT_EQ(parsed_word("(a^b)^-1"), "BAb");
  EXPECT_EQ(parsed_word("[a,b][c,a]"), "ABabCAca");
}

TEST(Words, NamesOfSeveralLetters) {
  EXPECT_EQ(parsed_word("x1*x2^-1*t", kNames), "x1*x2^-1*t");
  EXPECT_EQ(parsed_word("x1 X2 T", kNames), "x1*x2^-1*t");
  EXPECT_EQ(parsed_word("x1x2tx1^2", kNames), "x1*x2*t*x1*x1");
  EXPECT_EQ(parsed_word("t^-1", kNames), "t");
  const Alphabet confusing{{"a", "A", "ab", "AB", "b", "B"}, {1, 0, 3, 2, 5, 4}};
  EXPECT_EQ(parsed_word("ab", confusing), "ab");  // a name is that name
  EXPECT_EQ(word_complaint("aab", confusing), "w:1:1: 'aab' is ambiguous: put '*' between the letters");
  EXPECT_EQ(parsed_word("a*ab", confusing), "a*ab");
  const Alphabet both{{"a", "a^-1", "A", "A^-1"}, {1, 0, 3, 2}};  // A is a generator, not an inverse
  EXPECT_EQ(parsed_word("aAa^-1A^-1", both), "a*A*a^-1*A^-1");
}

TEST(Words, Printing) {
  const auto powers = [](std::string_view text, const Alphabet& alphabet) {
    return print_word(parse_word(text, alphabet, "w"), alphabet, WordForm::powers);
  };
  EXPECT_EQ(powers("aaBBBc", kLetters), "a^2*b^-3*c");
  EXPECT_EQ(powers("x1*x1*X2*t*t", kNames), "x1^2*x2^-1*t^2");
  EXPECT_EQ(powers("", kNames), "1");
  const Alphabet turned{{"x^-1", "x"}, {1, 0}};
  EXPECT_EQ(powers("x^-2", turned), "x^-2");
  EXPECT_EQ(powers("ab", kMonoid), "a*b");
}

TEST(Words, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(word_complaint("abx"), "w:1:3: 'x' is not a letter of this group: the letters are a, A, b, B, c, C");
  EXPECT_EQ(word_complaint("a*\n y"), "w:2:2: 'y' is not a letter of this group: the letters are a, A, b, B, c, C");
  EXPECT_EQ(word_complaint("x3", kNames), "w:1:1: 'x3' is not a letter of this group: the letters are x1, x1^-1, x2, x2^-1, t");
  EXPECT_EQ(word_complaint("a2"), "w:1:2: '2' is not a letter: write powers as a^2");
  EXPECT_EQ(word_complaint("a*2"), "w:1:3: a number is not a letter: only 1 is a word; write powers as a^2");
  EXPECT_EQ(word_complaint("(a*b"), "w:1:5: the text ends inside the bracket, whose '(' is at 1:1");
  EXPECT_EQ(word_complaint("a[b,(c]"), "w:1:7: expected ')' for the '(' at 1:5, found ']'");
  EXPECT_EQ(word_complaint("[a,b"), "w:1:5: the text ends inside the commutator, whose '[' is at 1:1");
  EXPECT_EQ(word_complaint("[a]"), "w:1:1: a commutator has two or more words: [a,b]");
  EXPECT_EQ(word_complaint("a)"), "w:1:2: ')' without a matching opening bracket");
  EXPECT_EQ(word_complaint("a,b"), "w:1:2: expected a letter, a bracket or the end of the word, found ','");
  EXPECT_EQ(word_complaint("a*"), "w:1:3: expected a letter or a bracket after the operator, found the end of the text");
  EXPECT_EQ(word_complaint("*a"), "w:1:1: expected a letter or a bracket before the operator, found '*'");
  EXPECT_EQ(word_complaint("a^"),
            "w:1:3: expected an exponent (a number, a letter or a bracket) after '^', found the end of the text");
  EXPECT_EQ(word_complaint("a^b^2"), "w:1:4: x^y^z is ambiguous: put brackets around one of the two powers");
  EXPECT_EQ(word_complaint("a^bc"), "w:1:3: '^bc' is ambiguous: write ^(bc), or '*' between the letters");
  EXPECT_EQ(word_complaint("a/bc"), "w:1:3: '/bc' is ambiguous: write /(bc), or '*' between the letters");
  EXPECT_EQ(word_complaint("a^-1", kMonoid), "w:1:1: 'a' has no inverse in this monoid");
  EXPECT_EQ(word_complaint("aB", kMonoid), "w:1:2: 'B' is not a letter of this monoid: the letters are a, b");
  EXPECT_EQ(word_complaint("\xff"), "w:1:1: expected a letter, a bracket or the end of the word, found the byte 0xFF");
}

TEST(Words, RefusesWordsThatWouldBeAbsurdlyLong) {
  EXPECT_EQ(parse_word("a^1000000", kLetters, "w").size(), 1'000'000U);
  EXPECT_EQ(word_complaint("a^100000001"), "w:1:1: the word has more than 100000000 letters when it is expanded");
  EXPECT_EQ(word_complaint("a^99999999999999999999"), "w:1:3: the exponent is too large: it may be at most 100000000000000000");
  EXPECT_NE(word_complaint("((a^10000)^10000)^2"), "");
  std::string nested = "[a,b";
  for (int i = 0; i < 40; ++i) nested += ",a";
  EXPECT_NE(word_complaint(nested + "]"), "");  // lengths double
  EXPECT_NE(word_complaint(std::string(100'000, '(')), "");
  const std::string written(2'000'000, 'a');  // but what is written out may be long
  EXPECT_EQ(parse_word(written, kLetters, "w").size(), written.size());
}

TEST(Words, WhatIsPrintedIsReadBack) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, 1);
    for (const Alphabet* alphabet : {&kLetters, &kNames}) {
      Word word(random.next() % 12);
      for (Letter& letter : word) letter = static_cast<Letter>(random.next() % alphabet->size());
      EXPECT_EQ(parse_word(print_word(word, *alphabet), *alphabet, "w"), word);
      EXPECT_EQ(parse_word(print_word(word, *alphabet, WordForm::powers), *alphabet, "w"), word);
      Word product = word;
      const Word inverse = inverse_word(word, *alphabet);
      product.insert(product.end(), inverse.begin(), inverse.end());
      reduce_freely(product, alphabet->inverses);
      EXPECT_TRUE(product.empty());
    }
  }
}

}  // namespace
}  // namespace wreath::word
