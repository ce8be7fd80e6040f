// SPDX-License-Identifier: MIT
#include "wreath/word/conjugacy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "known_words.hpp"
#include "word/known/garside/artin_diagram.hpp"
#include "word/known/garside/sliding_circuits.hpp"
#include "word/known/known_group.hpp"

namespace wreath::word {
namespace {

using garside::Form;
using garside::FormArithmetic;
using garside::Point;

/// Whether u and v are conjugate, by all simple elements: conjugates whose normal forms lie between delta^least and delta^most
/// are connected within these bounds (Garside 1969; El-Rifai and Morton 1994). Slow.
class AllSimpleElements {
 public:
  explicit AllSimpleElements(const Presentation& group) : diagram_(*garside::artin_diagram(group)), group_(group) {
    const auto component = diagram_.components().front();
    for (const std::size_t i : component) generators_.push_back(diagram_.generators[i]);
    arithmetic_.emplace(*garside::SimpleElements::of(diagram_.labels_of(component)));
    const auto& simples = arithmetic_->simples();
    std::set<std::vector<Point>> found;
    std::vector<Point> one(simples.points());
    simples.set_identity(one.data());
    std::vector<std::vector<Point>> next{one};
    while (!next.empty()) {
      std::vector<Point> x = next.back();
      next.pop_back();
      if (!found.insert(x).second) continue;
      for (std::size_t s = 0; s < simples.rank(); ++s) {
        next.push_back(x);
        simples.multiply_from_left(s, next.back().data());
      }
    }
    elements_.assign(found.begin(), found.end());
  }
  std::size_t size() const { return elements_.size(); }
  bool are_conjugate(const Word& u, const Word& v) const {
    const Form from = form_of(u);
    const Form to = form_of(v);
    const auto top = [&](const Form& x) { return x.power + static_cast<std::int64_t>(arithmetic_->length(x)); };
    const std::int64_t least = std::min(from.power, to.power);
    const std::int64_t most = std::max(top(from), top(to));
    std::set<std::pair<std::int64_t, std::vector<Point>>> found;
    std::vector<Form> next{from};
    StopCheck stop;
    while (!next.empty()) {
      const Form x = std::move(next.back());
      next.pop_back();
      if (x.power < least || top(x) > most || !found.emplace(x.power, x.factors).second) continue;
      if (x == to) return true;
      for (const auto& simple : elements_) next.push_back(arithmetic_->conjugated(x, simple.data(), stop));
    }
    return false;
  }

 private:
  Form form_of(const Word& word) const {
    std::vector<garside::SignedLetter> letters;
    for (const Letter letter : word) {
      const bool inverse = is_inverse_letter(letter, group_.alphabet);
      const Letter generator = inverse ? group_.alphabet.inverses[letter] : letter;
      const auto s = std::find(generators_.begin(), generators_.end(), generator) - generators_.begin();
      letters.push_back({static_cast<std::uint8_t>(s), inverse});
    }
    StopCheck stop;
    return arithmetic_->form_of(letters, stop);
  }

  garside::ArtinDiagram diagram_;
  const Presentation& group_;
  std::vector<Letter> generators_;
  std::optional<FormArithmetic> arithmetic_;
  std::vector<std::vector<Point>> elements_;
};

/// Decides, and checks what a "yes" claims.
bool decide(const Presentation& presentation, const KnownGroup& group, const Word& u, const Word& v) {
  RunControl run;
  const Conjugate answer = *group.conjugate(u, v, run);
  if (answer.conjugate) {
    EXPECT_TRUE(group.equal(conjugated(presentation, u, answer.conjugator), v, run));
    EXPECT_TRUE(answer.proof.empty());
  } else {
    EXPECT_FALSE(answer.proof.empty());
  }
  return answer.conjugate;
}

TEST(ArtinConjugacy, AgreesWithAllSimpleElements) {
  const std::uint64_t seed = 528;
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const char* source : {"braid:3", "braid:4", "braid:5", "artin:3,4", "artin:4", "artin:5", "artin:5,3"}) {
    const Presentation presentation = read_presentation(source);
    const auto group = recognise(presentation);
    const AllSimpleElements reference(presentation);
    std::size_t yes = 0;
    const std::uint64_t pairs = pairs_to_try(60);
    for (std::uint64_t i = 0; i < pairs; ++i) {
      RandomStream random(seed, i);
      const Word u = random_word(presentation, 2 + random.below(reference.size() > 24 ? 3 : 6), random);
      Word v = u;  // the same letters in another order
      for (std::size_t k = v.size(); k > 1; --k) std::swap(v[k - 1], v[random.below(static_cast<std::uint32_t>(k))]);
      const bool conjugate = decide(presentation, *group, u, v);
      yes += conjugate ? 1 : 0;
      EXPECT_EQ(conjugate, reference.are_conjugate(u, v)) << source << ", pair " << i;
    }
    EXPECT_GT(yes, 0U);
  }
}

TEST(ArtinConjugacy, ConjugatesAreFound) {
  const std::uint64_t seed = 529;
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const char* source : {"braid:2", "braid:3", "braid:4", "braid:5", "braid:6", "braid:8", "artin:7", "artin:4,3",
                             "artin:3,4,3", "artin:5,3", "artin:4:1-2,1-3,1-4", "artin:5:1-2,4-5=5", "abelian:3"}) {
    const Presentation presentation = read_presentation(source);
    const auto group = recognise(presentation);
    for (std::uint64_t i = 0; i < 20; ++i) {
      RandomStream random(seed, i);
      const Word u = random_word(presentation, 1 + random.below(30), random);
      const Word v = conjugated(presentation, u, random_word(presentation, 20, random));
      EXPECT_TRUE(decide(presentation, *group, u, v)) << source << ", pair " << i;
      EXPECT_FALSE(decide(presentation, *group, u, product_of({v, {0}}))) << source << ", pair " << i;
    }
  }
}

// B_3 modulo its centre is PSL(2,Z), and the generator of the centre has another image in the abelianised group: so braids are
// conjugate if and only if their images in both are.
TEST(ArtinConjugacy, OfThreeStrandsIsThatOfTheModularGroup) {
  const std::uint64_t seed = 530;
  SCOPED_TRACE("seed " + std::to_string(seed));
  const Presentation presentation = read_presentation("braid:3");
  const auto group = recognise(presentation);
  Conjugacy modular(Group::open("modular"));
  const Alphabet& alphabet = modular.group().alphabet();
  // aba has order 2 and ab has order 3 there: call them a and b.
  const Word images[] = {parse_word("b^-1*a", alphabet, "test"), parse_word("a*b", alphabet, "test"),
                         parse_word("a*b^2", alphabet, "test"), parse_word("b^-2*a", alphabet, "test")};
  const auto image = [&](const Word& word) {
    Word all;
    for (const Letter x : word) all.insert(all.end(), images[x].begin(), images[x].end());
    return all;
  };
  std::size_t yes = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    RandomStream random(seed, i);
    const Word u = random_word(presentation, 3 + random.below(9), random);
    Word v = u;
    for (std::size_t k = v.size(); k > 1; --k) std::swap(v[k - 1], v[random.below(static_cast<std::uint32_t>(k))]);
    const bool conjugate = decide(presentation, *group, u, v);
    EXPECT_EQ(conjugate, modular.decide(image(u), image(v)).conjugate) << "pair " << i;
    yes += conjugate ? 1 : 0;
  }
  EXPECT_GT(yes, 20U);
  EXPECT_LT(yes, 180U);
}

TEST(ArtinConjugacy, KnownAnswers) {
  const auto conjugate = [](const char* source, const char* u, const char* v) {
    const Presentation presentation = read_presentation(source);
    return decide(presentation, *recognise(presentation), parse_word(u, presentation.alphabet, "test"),
                  parse_word(v, presentation.alphabet, "test"));
  };
  EXPECT_TRUE(conjugate("braid:5", "a", "d"));
  EXPECT_TRUE(conjugate("braid:5", "", ""));
  EXPECT_FALSE(conjugate("braid:5", "", "aB"));
  EXPECT_TRUE(conjugate("braid:8", "abcdefg", "gfedcba"));  // periodic
  EXPECT_TRUE(conjugate("braid:6", "(a*b*c*d*e)^3", "(e*d*c*b*a)^3"));
  EXPECT_TRUE(conjugate("braid:4", "aabAAB", "bbaBBA"));
  EXPECT_FALSE(conjugate("artin:4", "aabAAB", "bbaBBA"));
  EXPECT_TRUE(conjugate("braid:4", "ac", "ca"));
  EXPECT_FALSE(conjugate("braid:4", "aab", "acb"));  // their closures have different numbers of components
  EXPECT_FALSE(conjugate("artin:4", "a", "b"));      // an even label: they differ in the abelianised group
  EXPECT_FALSE(conjugate("braid:4", "a^3*b^-1*c", "c*b^2*a^-1*b"));
  EXPECT_FALSE(conjugate("braid:3", "a^3*b^5*a^7*B", "a^3*b^7*a^5*B"));  // one closure (Murasugi and Thomas 1972)
}

TEST(ArtinConjugacy, TheTableIsLimited) {
  const Presentation presentation = read_presentation("braid:8");
  const FormArithmetic arithmetic(*garside::SimpleElements::of(garside::artin_diagram(presentation)->labels));
  const auto slid = [&](std::initializer_list<garside::SignedLetter> word) {
    StopCheck stop;
    return slide_into_circuit(arithmetic, arithmetic.form_of(std::vector<garside::SignedLetter>(word), stop), stop).element;
  };
  const Form from = slid({{0, false}, {2, false}, {4, false}, {4, false}});
  const Form to = slid({{0, false}, {0, false}, {0, false}, {4, false}});
  StopCheck stop;
  garside::SlidingCircuits all(arithmetic, std::size_t{1} << 30);
  EXPECT_FALSE(all.connect(from, to, stop));
  EXPECT_GT(all.size(), 20U);
  garside::SlidingCircuits few(arithmetic, 1000);
  EXPECT_THROW(few.connect(from, to, stop), LimitReached);
}

TEST(ArtinConjugacy, OfPeriodicAndReducibleBraids) {
  const std::uint64_t seed = 531;
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (const char* text :
       {"abcdef", "aabcdef", "(a*b*c*d*e*f)^2", "ab", "a^5", "aabb", "ace", "a*c^-1", "(a*b)^3*e^2", "(b*a*c*b)^2*f"}) {
    const Presentation presentation = read_presentation("braid:7");
    const auto group = recognise(presentation);
    const Word u = parse_word(text, presentation.alphabet, "test");
    for (std::uint64_t i = 0; i < 3; ++i) {
      RandomStream random(seed, i);
      EXPECT_TRUE(decide(presentation, *group, u, conjugated(presentation, u, random_word(presentation, 12, random)))) << text;
    }
  }
}

}  // namespace
}  // namespace wreath::word
