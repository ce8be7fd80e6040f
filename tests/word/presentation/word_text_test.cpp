// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "word/families/families.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::word {
namespace {

Word read(const WordText& text, std::string_view word) {
  Word letters;
  text.read(word, "words.txt", 6, letters);
  return letters;
}

std::string error_of(const WordText& text, std::string_view word) {
  Word letters{7};
  try {
    text.read(word, "words.txt", 6, letters);
  } catch (const InputError& error) {
    EXPECT_EQ(letters, Word{7}) << "what was there before is lost";
    return error.what();
  }
  return "no error";
}

TEST(WordText, ReadsLikeTheParser) {
  for (const char* group : {"surface:2", "coxeter:5,3,5", "<x1,x2 | x1^2, x2^3>", "<a,b | a^2, b^3>"}) {
    const Presentation presentation = is_family(group) ? make_family(group, "test", {}) : parse_presentation(group, "test");
    const Alphabet& alphabet = presentation.alphabet;
    const WordText text(alphabet);
    const auto seed = std::random_device()();
    SCOPED_TRACE(testing::Message() << group << ", seed " << seed);
    std::mt19937 random(seed);
    for (std::size_t length : {0, 1, 2, 17, 4095, 4096, 4097, 20000}) {
      Word word(length);
      for (Letter& x : word) x = static_cast<Letter>(random() % alphabet.size());
      std::string printed;
      text.print(word, printed);
      EXPECT_EQ(printed, print_word(word, alphabet));
      EXPECT_EQ(read(text, printed), word);
      EXPECT_EQ(read(text, print_word(word, alphabet, WordForm::powers)), word);
      EXPECT_EQ(parse_word(printed, alphabet, "test"), word);
    }
  }
}

TEST(WordText, OtherFormsAndPlaces) {
  const Presentation presentation = make_family("surface:2", "test", {});
  const WordText text(presentation.alphabet);
  EXPECT_EQ(read(text, "[a,b]"), read(text, "ABab"));
  EXPECT_EQ(read(text, " (ab)^2 # twice"), read(text, "abab"));
  EXPECT_EQ(read(text, "a*b^-1c*d^-1"), read(text, "aBcD"));
  for (const char* both : {"a^-12", "a^-1^b", "a**b", "a*", "*a", "a^-", "a^-1*1", "a^-1*", "A^-1", "a^-1^-1", "a*b c"}) {
    const auto outcome = [&](const auto& reading) {
      try {
        return print_word(reading(), presentation.alphabet);
      } catch (const InputError& error) {
        return std::string(error.what());
      }
    };
    EXPECT_EQ(outcome([&] { return read(text, both); }), outcome([&] {
                Word word = parse_word("\n\n\n\n\n" + std::string(both), presentation.alphabet, "words.txt");
                return word;
              }))
        << both;
  }
  EXPECT_EQ(read(text, "1"), Word{});
  EXPECT_EQ(read(text, ""), Word{});
  EXPECT_EQ(error_of(text, "abxc").substr(0, 16), "words.txt:6:3: '");
  EXPECT_EQ(error_of(text, std::string(5000, 'a') + "\xff").substr(0, 17), "words.txt:6:5001:");
  EXPECT_EQ(error_of(text, "a*(b").substr(0, 12), "words.txt:6:");
}

TEST(WordText, TheIdentityByNameIsNoWordOfLetters) {
  const Presentation presentation = make_family("free:26", "test", {});
  const WordText text(presentation.alphabet);
  EXPECT_EQ(read(text, "IdWord"), Word{});
  EXPECT_EQ(read(text, "Idword").size(), 6U);
}

TEST(WordText, WordsThatAreWrittenOutHaveNoLimit) {
  const Presentation presentation = make_family("free:2", "test", {});
  const WordText text(presentation.alphabet);
  const std::string long_text(kMaxWordLength + 1, 'a');
  EXPECT_EQ(read(text, long_text + " b").size(), long_text.size() + 1) << "the parser's way";
}

}  // namespace
}  // namespace wreath::word
