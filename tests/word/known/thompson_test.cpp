// SPDX-License-Identifier: MIT
#include "word/known/thompson.hpp"

#include "word/known/twins.hpp"

namespace wreath::word::thompson_tests {
namespace {

/// The interval from 0 to 2^40 stands for that from 0 to 1.
constexpr std::int64_t kOne = std::int64_t{1} << 40;

/// The homeomorphism a: t/2, t - 1/4, 2t - 1 on the parts of the interval that 1/2 and 3/4 make; and its inverse.
std::int64_t apply_a(std::int64_t t) {
  return t <= kOne / 2 ? t / 2 : t <= kOne / 4 * 3 ? t - kOne / 4 : 2 * t - kOne;
}
std::int64_t apply_a_inverse(std::int64_t t) {
  return t <= kOne / 4 ? 2 * t : t <= kOne / 2 ? t + kOne / 4 : (t + kOne) / 2;
}

/// b is a on the upper half of the interval, at half its size.
std::int64_t apply_letter(Letter x, std::int64_t t) {
  if (x == 0) return apply_a(t);
  if (x == 1) return apply_a_inverse(t);
  if (t <= kOne / 2) return t;
  const std::int64_t within = 2 * t - kOne;
  return (kOne + (x == 2 ? apply_a(within) : apply_a_inverse(within))) / 2;
}

/// The images of a grid under a word whose first letter acts first. Breakpoints of words of 12 letters have denominators of at
/// most 2^15, so they are in the grid, and the images show the map.
std::vector<std::int64_t> map_of(const Word& word) {
  std::vector<std::int64_t> images;
  for (std::int64_t i = 0; i <= 1 << 15; ++i) {
    std::int64_t t = i * (kOne >> 15);
    for (const Letter x : word) t = apply_letter(x, t);
    images.push_back(t);
  }
  return images;
}

/// The same with the last letter first, if that is the convention under which the relators hold.
std::vector<std::int64_t> value_of(const Recognised& known, const Word& word) {
  static const bool first_acts_first = [&] {
    const auto& [u, v] = known.presentation.equations[0];
    return map_of(quotient(u, v, known.presentation.alphabet)) == map_of({});
  }();
  if (first_acts_first) return map_of(word);
  return map_of(Word(word.rbegin(), word.rend()));
}

TEST(Thompson, Identities) {
  for (const char* name : {"thompson", "<x,y | [x^-1*y, x*Y*X], [x^-1*y, x^2*Y*X^2]>", "<b,a | [a*B, A*b*a], [a*B, A^2*b*a^2]>"})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) expect_group_identities(Recognised(name), seed, 60, false);
}

TEST(Thompson, AgreesWithHomeomorphisms) {
  const Recognised known("thompson");
  for (const auto& [u, v] : known.presentation.equations) ASSERT_EQ(value_of(known, u), value_of(known, v));
  RunControl run;
  int equal = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 0);
    const Word u = random_letters(known, 1 + seed % 11, random);
    const Word form = known.group->normal_form(u, run);
    if (form.size() <= 20) {
      ASSERT_EQ(value_of(known, form), value_of(known, u)) << known.text.print(u) << " " << known.text.print(form);
    }
    const Word v = random_letters(known, 1 + seed % 5, random);
    for (const Word& w : {v, u, product_of({u, known("a*B*A*b*a*b*A*A*B*a")}), joined(u, v)}) {
      if (w.size() > 12) continue;
      const bool same = value_of(known, u) == value_of(known, w);
      ASSERT_EQ(known.group->equal(u, w, run), same) << known.text.print(u) << " " << known.text.print(w);
      equal += same ? 1 : 0;
    }
  }
  EXPECT_GE(equal, 150);
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {  // words that are often 1: commutators of short ones
    RandomStream random(seed, 1);
    const Word u = random_letters(known, 3, random);
    const Word v = random_letters(known, 3, random);
    const Word w = product_of({inverted(u, known.inverses()), inverted(v, known.inverses()), u, v});
    if (seed % 20 == 0 || known.group->equal(w, {}, run)) {
      ASSERT_EQ(known.group->equal(w, {}, run), value_of(known, w) == map_of({})) << known.text.print(w);
    }
  }
}

TEST(Thompson, LongWords) {
  const Recognised known("thompson");
  RunControl run;
  RandomStream random(3, 0);
  const Word u = random_letters(known, 1'000'000, random);
  const Word form = known.group->normal_form(u, run);
  EXPECT_EQ(known.group->normal_form(form, run), form);
  EXPECT_TRUE(known.group->equal(joined(u, inverted(form, known.inverses())), {}, run));
  Word powers(500'000, 3);
  powers.insert(powers.end(), 500'000, 0);
  EXPECT_TRUE(known.group->equal(joined(powers, inverted(powers, known.inverses())), {}, run));
  EXPECT_EQ(recognise_thompson(read_presentation("<a,b | [a*B, A*b*a]>")), nullptr);
}

}  // namespace
}  // namespace wreath::word::thompson_tests
