// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "known_words.hpp"
#include "word/known/artin_group.hpp"
#include "word/known/garside/artin_diagram.hpp"
#include "word/known/garside/simple_elements.hpp"
#include "word/known/known_group.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {
namespace {

/// The word problem by reversing alone: s^-1*t becomes (s\t)*(t\s)^-1, where s*(s\t) = t*(t\s) is the relation of the two, until
/// the word is p*n^-1 with positive p and n; it is 1 if and only if p^-1*n becomes nothing (Dehornoy, "Groups with a complemented
/// presentation", 1997). Slow.
class Reversing {
 public:
  explicit Reversing(const Presentation& group) : diagram_(*garside::artin_diagram(group)), generator_of_(group.alphabet.size()) {
    for (std::size_t s = 0; s < diagram_.generators.size(); ++s) {
      generator_of_[diagram_.generators[s]] = static_cast<int>(s) + 1;
      generator_of_[group.alphabet.inverses[diagram_.generators[s]]] = -static_cast<int>(s) - 1;
    }
  }
  bool is_trivial(const Word& word) const {
    std::vector<int> signs;
    for (const Letter x : word) signs.push_back(generator_of_[x]);
    reverse(signs);
    const auto negative = std::find_if(signs.begin(), signs.end(), [](int s) { return s < 0; });
    std::rotate(signs.begin(), negative, signs.end());  // n^-1*p
    reverse(signs);
    return signs.empty();
  }

 private:
  std::vector<int> complement(int s, int t) const {
    std::vector<int> word;
    const auto m = diagram_.labels[static_cast<std::size_t>(s - 1)][static_cast<std::size_t>(t - 1)];
    for (std::uint32_t i = 1; i < m; ++i) word.push_back(i % 2 == 1 ? t : s);
    return word;
  }
  void reverse(std::vector<int>& word) const {
    for (std::size_t i = 0; i + 1 < word.size();) {
      if (word[i] > 0 || word[i + 1] < 0) {
        ++i;
        continue;
      }
      const int s = -word[i];
      const int t = word[i + 1];
      std::vector<int> image = complement(s, t);
      std::vector<int> other = complement(t, s);
      for (auto x = other.rbegin(); x != other.rend(); ++x) image.push_back(-*x);
      word.erase(word.begin() + static_cast<std::ptrdiff_t>(i), word.begin() + static_cast<std::ptrdiff_t>(i + 2));
      word.insert(word.begin() + static_cast<std::ptrdiff_t>(i), image.begin(), image.end());
      i = i == 0 ? 0 : i - 1;
    }
  }

  garside::ArtinDiagram diagram_;
  std::vector<int> generator_of_;
};

struct Known {
  const char* name;
  std::size_t points;
  std::size_t delta_length;
  bool is_delta_central;
};

constexpr Known kTypes[] = {
    {"braid:2", 2, 1, true},
    {"braid:3", 3, 3, false},
    {"braid:7", 7, 21, false},
    {"artin:4", 4, 4, true},
    {"artin:5", 5, 5, false},
    {"artin:32", 32, 32, true},
    {"artin:3,4", 6, 9, true},
    {"artin:4,3,3,3", 10, 25, true},
    {"artin:4:1-2,1-3,1-4", 8, 12, true},
    {"artin:5:1-2,2-3,3-4,3-5", 10, 20, false},
    {"artin:6:1-3,2-3,3-4,4-5,5-6", 12, 30, true},
    {"artin:6:1-2,2-3,3-4,4-5,3-6", 27, 36, false},
    {"artin:7:1-2,2-3,3-4,4-5,5-6,3-7", 56, 63, true},
    {"artin:8:1-2,2-3,3-4,4-5,5-6,6-7,3-8", 240, 120, true},
    {"artin:3,4,3", 24, 24, true},
    {"artin:5,3", 12, 15, true},
    {"artin:3,3,5", 120, 60, true},
};

class ArtinType : public testing::TestWithParam<Known> {
 protected:
  ArtinType() : presentation(read_presentation(GetParam().name)), group(recognise(presentation)) {}

  bool equal(const Word& u, const Word& v) {
    const bool same = group->equal(u, v, run);
    EXPECT_EQ(same, group->normal_form(u, run) == group->normal_form(v, run));
    return same;
  }

  const Presentation presentation;
  const std::unique_ptr<const KnownGroup> group;
  RunControl run;
};

TEST_P(ArtinType, HasTheKnownLongestElement) {
  const auto diagram = *garside::artin_diagram(presentation);
  const auto components = diagram.components();
  ASSERT_EQ(components.size(), 1U);
  const auto simples = garside::SimpleElements::of(diagram.labels_of(components[0]));
  ASSERT_TRUE(simples);
  EXPECT_EQ(simples->points(), GetParam().points);
  EXPECT_EQ(simples->delta_length(), GetParam().delta_length);
  EXPECT_EQ(simples->is_delta_central(), GetParam().is_delta_central);
}

TEST_P(ArtinType, ItsCentreIsGeneratedByDeltaOrItsSquare) {
  ASSERT_TRUE(group);
  Word coxeter;  // delta^2 = c^h for the Coxeter element c, and h = 2*length(delta)/rank
  for (std::size_t x = 0; x < presentation.alphabet.size(); ++x)
    if (!is_inverse_letter(static_cast<Letter>(x), presentation.alphabet)) coxeter.push_back(static_cast<Letter>(x));
  const std::size_t power = 2 * GetParam().delta_length / coxeter.size();
  Word square;
  for (std::size_t i = 0; i < power; ++i) square.insert(square.end(), coxeter.begin(), coxeter.end());
  ASSERT_EQ(square.size(), 2 * GetParam().delta_length);
  const Word form = group->normal_form(square, run);
  EXPECT_EQ(form.size(), square.size());
  const Word delta(form.begin(), form.begin() + static_cast<std::ptrdiff_t>(form.size() / 2));
  EXPECT_EQ(form, product_of({delta, delta}));
  bool is_delta_central = true;
  for (const Letter x : coxeter) {
    EXPECT_TRUE(equal(product_of({square, {x}}), product_of({{x}, square})));
    is_delta_central = is_delta_central && equal(product_of({delta, {x}}), product_of({{x}, delta}));
    EXPECT_FALSE(equal(product_of({{x}, square}), square));
  }
  EXPECT_EQ(is_delta_central, GetParam().is_delta_central);
}

TEST_P(ArtinType, EqualWordsHaveOneNormalForm) {
  const std::uint64_t seed = 521;
  SCOPED_TRACE("seed " + std::to_string(seed));
  ASSERT_TRUE(group);
  for (std::uint64_t i = 0; i < 20; ++i) {
    RandomStream random(seed, i);
    const Word u = random_word(presentation, 60, random);
    const Word v = scrambled(presentation, u, 30, random);
    const Word form = group->normal_form(u, run);
    EXPECT_EQ(form, group->normal_form(v, run));
    EXPECT_EQ(form, group->normal_form(form, run));
    EXPECT_TRUE(equal(u, form));
    EXPECT_TRUE(equal(product_of({u, inverse_word(v, presentation.alphabet)}), {}));
    const Word w = random_word(presentation, 60, random);
    EXPECT_TRUE(equal(inverse_word(product_of({u, w}), presentation.alphabet),
                      product_of({inverse_word(w, presentation.alphabet), inverse_word(v, presentation.alphabet)})));
  }
}

TEST_P(ArtinType, AgreesWithReversing) {
  const std::uint64_t seed = 522;
  SCOPED_TRACE("seed " + std::to_string(seed));
  ASSERT_TRUE(group);
  const Reversing reversing(presentation);
  std::size_t trivial = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    RandomStream random(seed, i);
    Word word = random_word(presentation, 1 + random.below(8), random);
    if (i % 2 == 0) {  // a commutator of two words, which may be trivial
      const Word other = random_word(presentation, 1 + random.below(3), random);
      word = product_of({inverse_word(word, presentation.alphabet), conjugated(presentation, word, other)});
    }
    const bool is_trivial = reversing.is_trivial(word);
    trivial += is_trivial ? 1 : 0;
    EXPECT_EQ(equal(word, {}), is_trivial);
  }
  EXPECT_GT(trivial, 0U);
}

INSTANTIATE_TEST_SUITE_P(Types, ArtinType, testing::ValuesIn(kTypes));

std::unique_ptr<const KnownGroup> recognised(const std::string& source) {
  return recognise(read_presentation(source));
}

TEST(ArtinGroup, IsRecognised) {
  for (const char* source : {
           "trefoil",
           "<a,b | a*b*a = b*a*b>",
           "<b,a | b^-1*a^-1*b^-1*a*b*a>",
           "<a,b | a*b*a*b^-1*a^-1*b^-1, b*a*b = a*b*a>",
           "<a,b,c | b*c*b = c*b*c, a*c = c*a, [a,b]>",          // Z x B_3
           "<a,b,c | a*c*a = c*a*c, b*c*b = c*b*c, a*b = b*a>",  // the middle strand's letter is last
           "<a,b | (a*b)^4 = (b*a)^4>",
           "abelian:3",
           "free:1",
           "artin:4:1-2=7,3-4",
           "artin:256",
       })
    EXPECT_TRUE(recognised(source)) << source;
}

TEST(ArtinGroup, OthersAreNot) {
  for (const char* source : {
           "artin:3:1-2,2-3,1-3",      // affine A_2
           "artin:4,4",                // affine C_2
           "artin:3,6",                // affine G_2
           "artin:3,3,3,5",            // not even hyperbolic of finite volume
           "artin:5:1-2,1-3,1-4,1-5",  // affine D_4
           "artin:3,3,4,3",            // affine F_4
           "artin:inf", "free:2", "raag:3:1-2,2-3", "symmetric:4", "<a | a>", "<a,b | a*b*a = b*a*b, a^2>",
           "<a,b | a*b^-1*a = b^-1*a*b>", "<a,b | a*b*a = b*a*b, a*b = b*a>", "<a,b | a*b*a*b = b*a*b>", "surface:2",
           "torusknot:2,3",
           "artin:257",  // more points than a byte can name
       })
    EXPECT_FALSE(artin_group_of_finite_type(read_presentation(source))) << source;
}

TEST(ArtinGroup, LargestDiagramsOfTheFamilies) {
  RunControl run;
  for (const char* source : {"braid:126", "abelian:125"}) {
    const Presentation presentation = read_presentation(source);
    const auto group = recognise(presentation);
    ASSERT_TRUE(group) << source;
    RandomStream random(523, 0);
    const Word u = random_word(presentation, 200, random);
    EXPECT_TRUE(group->equal(u, scrambled(presentation, u, 20, random), run)) << source;
    EXPECT_FALSE(group->equal(u, random_word(presentation, 200, random), run)) << source;
  }
}

TEST(ArtinGroup, NormalFormsAreFractionsOfGreedyForms) {
  RunControl run;
  const auto form = [&](const char* source, const char* word) {
    const Presentation presentation = read_presentation(source);
    return print_word(recognise(presentation)->normal_form(parse_word(word, presentation.alphabet, "test"), run),
                      presentation.alphabet);
  };
  EXPECT_EQ(form("braid:4", ""), "1");
  EXPECT_EQ(form("braid:4", "aA"), "1");
  EXPECT_EQ(form("braid:4", "A"), "A");
  EXPECT_EQ(form("braid:4", "aB"), "BAba");
  EXPECT_EQ(form("braid:4", "bab"), "aba");
  EXPECT_EQ(form("braid:4", "caa"), "aca");
  EXPECT_EQ(form("braid:4", "abcabAC"), "Cbacb");
  EXPECT_EQ(form("abelian:3", "cABcaC"), "Bc");
  EXPECT_EQ(form("artin:4:1-2,3-4", "cabda"), "abacd");
}

TEST(ArtinGroup, ElementsOtherThanOneHaveInfiniteOrder) {
  RunControl run;
  const auto group = recognised("braid:4");
  EXPECT_EQ(group->order_of(Word{0, 1}, run).order, 1U);
  const ElementOrder order = group->order_of(Word{0}, run);
  EXPECT_EQ(order.kind, ElementOrder::Kind::infinite);
  EXPECT_NE(order.proof.find("no elements of finite order"), std::string::npos);
}

TEST(ArtinGroup, AgreesWithTheAutomaticStructure) {
  const std::uint64_t seed = 524;
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const char* source : {"braid:3", "artin:4", "artin:5"}) {
    const Group automatic = Group::open(source);
    ASSERT_TRUE(automatic.verified());
    const Presentation presentation = read_presentation(source);
    const auto group = recognise(presentation);
    RunControl run;
    std::size_t trivial = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
      RandomStream random(seed, i);
      const Word word = random_word(presentation, 2 * (1 + random.below(6)), random);
      const bool is_trivial = automatic.reduce_letters(word).empty();
      trivial += is_trivial ? 1 : 0;
      EXPECT_EQ(group->equal(word, {}, run), is_trivial);
      EXPECT_EQ(automatic.reduce_letters(group->normal_form(word, run)), automatic.reduce_letters(word));
    }
    EXPECT_GT(trivial, 10U);
  }
}

/// Homomorphisms that are known to be injective (Crisp, "Injective maps between Artin groups", 1999): each generator becomes the
/// product of generators that commute.
TEST(ArtinGroup, EmbedsInTheUnfoldedDiagram) {
  struct Folding {
    const char* from;
    const char* to;
    std::vector<const char*> images;
  };
  const std::uint64_t seed = 525;
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const Folding& folding : {
           Folding{"artin:3,3,4", "braid:8", {"ag", "bf", "ce", "d"}},
           Folding{"artin:3,4,3", "artin:6:1-2,2-3,3-4,4-5,3-6", {"f", "c", "bd", "ae"}},
           Folding{"artin:5,3", "artin:6:1-2,2-3,3-4,4-5,4-6", {"ec", "bd", "af"}},
           Folding{"artin:3,3,5", "artin:8:1-2,2-3,3-4,4-5,5-6,6-7,3-8", {"ag", "bf", "ce", "dh"}},
           Folding{"artin:5", "braid:5", {"ac", "bd"}},
           Folding{"artin:8", "braid:8", {"aceg", "bdf"}},
       }) {
    const Presentation small = read_presentation(folding.from);
    const Presentation large = read_presentation(folding.to);
    const auto group = recognise(small);
    const auto image = recognise(large);
    ASSERT_TRUE(group && image);
    std::vector<Word> images(small.alphabet.size());
    for (std::size_t i = 0; i < folding.images.size(); ++i) {
      const Letter x = garside::artin_diagram(small)->generators[i];
      images[x] = parse_word(folding.images[i], large.alphabet, "test");
      images[small.alphabet.inverses[x]] = inverse_word(images[x], large.alphabet);
    }
    const auto mapped = [&](const Word& word) {
      Word all;
      for (const Letter x : word) all.insert(all.end(), images[x].begin(), images[x].end());
      return all;
    };
    RunControl run;
    for (const auto& [u, v] : small.equations) EXPECT_TRUE(image->equal(mapped(u), mapped(v), run)) << folding.from;
    for (std::uint64_t i = 0; i < 100; ++i) {
      RandomStream random(seed, i);
      const Word u = random_word(small, 1 + random.below(4), random);
      const Word commutator = product_of({inverse_word(u, small.alphabet), conjugated(small, u, random_word(small, 2, random))});
      EXPECT_EQ(group->equal(commutator, {}, run), image->equal(mapped(commutator), {}, run)) << folding.from;
    }
  }
}

TEST(ArtinGroup, StopsWhenAsked) {
  const Presentation presentation = read_presentation("braid:8");
  const auto group = recognise(presentation);
  RandomStream random(526, 0);
  const Word word = random_word(presentation, 1'000'000, random);
  RunControl run;
  run.request_stop(StopReason::interrupted);
  EXPECT_THROW(group->normal_form(word, run), LimitReached);
  EXPECT_THROW(group->conjugate(word, word, run), LimitReached);
}

}  // namespace
}  // namespace wreath::word
