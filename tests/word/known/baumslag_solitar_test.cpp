// SPDX-License-Identifier: MIT
#include "word/known/baumslag_solitar.hpp"

#include "core/algebra/integers.hpp"
#include "word/known/twins.hpp"

namespace wreath::word::baumslag_solitar_tests {
namespace {

constexpr const char* kAffine[] = {"baumslag-solitar:1,2",  "baumslag-solitar:2,1",  "baumslag-solitar:1,-2",
                                   "baumslag-solitar:-1,3", "baumslag-solitar:-3,1", "baumslag-solitar:10,-1",
                                   "<x,y | y*x^4*Y*X>"};
constexpr const char* kOthers[] = {"baumslag-solitar:2,3", "baumslag-solitar:2,-3", "baumslag-solitar:4,2",
                                   "baumslag-solitar:2,2", "baumslag-solitar:-3,3"};

TEST(BaumslagSolitar, Identities) {
  for (const char* name : kAffine)
    for (std::uint64_t seed = 1; seed <= 6; ++seed) expect_group_identities(Recognised(name), seed, 30, true);
  for (const char* name : kOthers)
    for (std::uint64_t seed = 1; seed <= 6; ++seed) expect_group_identities(Recognised(name), seed, 30, false);
}

/// z -> factor*z + shift modulo a prime of 61 bits: equal elements are equal maps, and others are not but by chance. The first
/// letter of a word acts last.
struct Affine {
  static constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
  std::uint64_t factor = 1;
  std::uint64_t shift = 0;
  std::int64_t height = 0;

  Affine operator*(const Affine& y) const {
    return {multiply_modulo(factor, y.factor, kPrime), (multiply_modulo(factor, y.shift, kPrime) + shift) % kPrime,
            height + y.height};
  }
  Affine inverse() const {
    const std::uint64_t inverted = inverse_modulo(factor, kPrime);
    return {inverted, multiply_modulo(inverted, kPrime - shift, kPrime), -height};
  }
  bool operator==(const Affine&) const = default;
};

TEST(BaumslagSolitar, AgreesWithMatrices) {
  for (const char* name : kAffine) {
    const Recognised known(name);
    const auto group = find_baumslag_solitar(known.presentation);
    ASSERT_TRUE(group);
    // t*a^m*t^-1 = a^n
    const auto modulo = [](std::int64_t x) {
      return x < 0 ? Affine::kPrime - static_cast<std::uint64_t>(-x) : static_cast<std::uint64_t>(x);
    };
    const std::uint64_t factor =
        multiply_modulo(modulo(group->n), inverse_modulo(modulo(group->m), Affine::kPrime), Affine::kPrime);
    std::vector<Affine> letters(known.inverses().size());
    letters[group->a] = {1, 1, 0};
    letters[group->t] = {factor, 0, 1};
    for (const Letter x : {group->a, group->t}) letters[known.inverses()[x]] = letters[x].inverse();
    const auto value = [&](const Word& word) {
      Affine all;
      for (const Letter x : word) all = all * letters[x];
      return all;
    };
    RunControl run;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " seed " << seed);
      RandomStream random(seed, 0);
      const Word u = random_letters(known, 1 + seed % 12, random);
      const Word v = random_letters(known, 1 + seed % 10, random);
      ASSERT_EQ(known.group->equal(u, v, run), value(u) == value(v));
      ASSERT_EQ(value(known.group->normal_form(u, run)), value(u));
      ASSERT_EQ(known.group->order_of(u, run).kind == ElementOrder::Kind::finite, value(u) == Affine());
    }
  }
}

/// (x,j) and (y,j) in Z[1/2] with x, y small: conjugate if and only if y = 2^k*x modulo 2^j - 1, by trying all k.
TEST(BaumslagSolitar, ConjugacyByTryingAllShifts) {
  RunControl run;
  for (const std::int64_t n : {2, 3, -2, -3}) {
    const Recognised known("baumslag-solitar:1," + std::to_string(n));
    const auto word = [&](int x, int j) {
      Word all(static_cast<std::size_t>(std::abs(x)), x > 0 ? 0 : 1);
      all.insert(all.end(), static_cast<std::size_t>(std::abs(j)), j > 0 ? 2 : 3);
      return all;
    };
    for (int j = -5; j <= 5; ++j) {
      std::int64_t modulus = -1;
      for (int i = 0, power = 1; i < std::abs(j); ++i) modulus = (power *= static_cast<int>(n)) - 1;
      for (int x = -9; x <= 9; ++x) {
        for (int y = -9; y <= 9; ++y) {
          bool expected = false;
          std::int64_t multiple = x;
          std::int64_t other = y;
          for (int k = 0; k < 12 && !expected; ++k, multiple *= n, other *= n)
            expected = j == 0 ? multiple == y || other == x : (multiple - y) % modulus == 0;
          ASSERT_EQ(known.group->conjugate(word(x, j), word(y, j), run)->conjugate, expected)
              << "n " << n << " j " << j << " x " << x << " y " << y;
        }
      }
    }
    EXPECT_FALSE(known.group->conjugate(word(1, 2), word(1, 1), run)->conjugate);
  }
}

/// Pinches t*a^(mq)*t^-1 are replaced one at a time, wherever one is.
bool is_one_reference(const BaumslagSolitar& group, const Generators& generators, const Word& word) {
  std::vector<Syllable> syllables = syllables_of(word, generators);
  const std::uint32_t a = generators.of[group.a];
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i + 1 < syllables.size() && !changed; ++i) {
      if (syllables[i].generator == syllables[i + 1].generator) {
        syllables[i].exponent += syllables[i + 1].exponent;
        syllables.erase(syllables.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        changed = true;
      } else if (i + 2 < syllables.size() && syllables[i].generator != a) {
        const int up = syllables[i].exponent > 0 ? 1 : -1;
        const std::int64_t from = up > 0 ? group.m : group.n;
        const std::int64_t to = up > 0 ? group.n : group.m;
        if (syllables[i + 2].generator == a || syllables[i + 1].exponent % from != 0 || syllables[i + 2].exponent * up >= 0)
          continue;
        syllables[i].exponent -= up;
        syllables[i + 1].exponent = syllables[i + 1].exponent / from * to;
        syllables[i + 2].exponent += up;
        changed = true;
      }
    }
    const auto empty = std::erase_if(syllables, [](const Syllable& each) { return each.exponent == 0; });
    changed = changed || empty > 0;
  }
  return syllables.empty();
}

TEST(BaumslagSolitar, AgreesWithPinches) {
  RunControl run;
  for (const char* name : {"baumslag-solitar:2,3", "baumslag-solitar:4,2", "baumslag-solitar:2,-3", "baumslag-solitar:1,3",
                           "baumslag-solitar:-3,3"}) {
    const Recognised known(name);
    const auto group = find_baumslag_solitar(known.presentation);
    const Generators generators(known.presentation.alphabet);
    int ones = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " seed " << seed);
      RandomStream random(seed, 0);
      Word word = random_letters(known, 2 + seed % 9, random);
      if (seed % 2 == 0) word = disguised(known, joined(word, inverted(word, known.inverses())), 4, random);
      const bool one = is_one_reference(*group, generators, word);
      ones += one ? 1 : 0;
      ASSERT_EQ(known.group->equal(word, {}, run), one) << known.text.print(word);
    }
    EXPECT_GE(ones, 1000) << name;
  }
}

TEST(BaumslagSolitar, LongWords) {
  RunControl run;
  RandomStream random(7, 0);
  const Recognised known("baumslag-solitar:1,2");
  Word tower(500'000, 2);  // t^500000 * a * t^-500000 is a to a power of 500,000 binary digits
  tower.push_back(0);
  tower.insert(tower.end(), 500'000, 3);
  EXPECT_EQ(known.group->normal_form(tower, run), tower);
  EXPECT_TRUE(known.group->equal(joined(tower, Word{0}), joined(Word{0}, tower), run));
  EXPECT_FALSE(known.group->equal(joined(tower, Word{2}), joined(Word{2}, tower), run));
  const Word u = random_letters(known, 1'000'000, random);
  const Word c = random_letters(known, 1'000, random);
  EXPECT_TRUE(known.group->equal(known.group->normal_form(u, run), u, run));
  EXPECT_TRUE(known.group->conjugate(u, product_of({inverted(c, known.inverses()), u, c}), run)->conjugate);
  const Recognised other("baumslag-solitar:2,3");
  const Word v = random_letters(other, 1'000'000, random);
  EXPECT_TRUE(other.group->equal(other.group->normal_form(v, run), v, run));
  Word large(2'000, 3);  // t^-2000 * a^(2^...) grows to 3^2000/2^2000 times its exponent
  large.insert(large.begin(), 4, 0);
  EXPECT_LT(other.group->normal_form(large, run).size(), 40'000U);
}

}  // namespace
}  // namespace wreath::word::baumslag_solitar_tests
