// SPDX-License-Identifier: MIT
//
// Normal forms of braids against the Lawrence-Krammer matrices, which are faithful (Bigelow; Krammer 2002), modulo 2^61-1 for
// random q and t. What is compared are the images of two random vectors: if they differ, the braids do.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "known_words.hpp"
#include "word/known/known_group.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

/// A number modulo kPrime.
struct Residue {
  std::uint64_t value = 0;

  friend Residue operator+(Residue a, Residue b) {
    const std::uint64_t sum = a.value + b.value;
    return {sum >= kPrime ? sum - kPrime : sum};
  }
  friend Residue operator-(Residue a, Residue b) { return a + Residue{b.value == 0 ? 0 : kPrime - b.value}; }
  friend Residue operator*(Residue a, Residue b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a.value} * b.value;
    return Residue{static_cast<std::uint64_t>(product & kPrime)} + Residue{static_cast<std::uint64_t>(product >> 61)};
  }
  bool operator==(const Residue&) const = default;
};

Residue power(Residue base, std::uint64_t exponent) {
  Residue all{1};
  for (; exponent != 0; exponent >>= 1, base = base * base)
    if (exponent % 2 == 1) all = all * base;
  return all;
}

/// A vector has an entry for each pair i < j of the strands 1..n.
class LawrenceKrammer {
 public:
  using Vector = std::vector<Residue>;

  LawrenceKrammer(std::size_t strands, RandomStream& random)
      : n_(strands), q_{1 + random.below64(kPrime - 1)}, t_{1 + random.below64(kPrime - 1)} {
    powers_.push_back({1});
    for (std::size_t i = 0; i <= n_; ++i) powers_.push_back(powers_.back() * q_);
    inverse_q_ = power(q_, kPrime - 2);
    inverse_tq2_ = power(t_ * powers_[2], kPrime - 2);
  }
  Vector random_vector(RandomStream& random) const {
    Vector x((n_ + 1) * (n_ + 1));
    for (Residue& entry : x) entry.value = random.below64(kPrime);
    return x;
  }
  /// Multiplies by the matrix of the generator k, from 1 on.
  void act(Vector& x, std::size_t k) const {
    const Residue sum = rest(x, k);
    for (std::size_t i = 1; i < k; ++i) {
      const Residue old = at(x, i, k);
      at(x, i, k) = (Residue{1} - q_) * old + at(x, i, k + 1);
      at(x, i, k + 1) = q_ * old;
    }
    for (std::size_t j = k + 2; j <= n_; ++j) {
      const Residue old = at(x, k, j);
      at(x, k, j) = at(x, k + 1, j);
      at(x, k + 1, j) = q_ * old + (Residue{1} - q_) * at(x, k + 1, j);
    }
    at(x, k, k + 1) = t_ * powers_[2] * at(x, k, k + 1) + sum;
  }
  void act_inverse(Vector& x, std::size_t k) const {
    for (std::size_t i = 1; i < k; ++i) {
      const Residue old = at(x, i, k);
      at(x, i, k) = inverse_q_ * at(x, i, k + 1);
      at(x, i, k + 1) = old - (Residue{1} - q_) * at(x, i, k);
    }
    for (std::size_t j = k + 2; j <= n_; ++j) {
      const Residue old = at(x, k + 1, j);
      at(x, k + 1, j) = at(x, k, j);
      at(x, k, j) = inverse_q_ * (old - (Residue{1} - q_) * at(x, k + 1, j));
    }
    at(x, k, k + 1) = inverse_tq2_ * (at(x, k, k + 1) - rest(x, k));
  }

 private:
  Residue& at(Vector& x, std::size_t i, std::size_t j) const { return x[i * (n_ + 1) + j]; }
  /// What the other entries add to the entry of k, k+1.
  Residue rest(Vector& x, std::size_t k) const {
    const Residue less = q_ - Residue{1};
    Residue sum;
    for (std::size_t i = 1; i < k; ++i) {
      sum = sum + powers_[k - i + 1] * less * at(x, i, k + 1);
      for (std::size_t j = k + 2; j <= n_; ++j) sum = sum + powers_[k - i] * less * less * at(x, i, j);
    }
    for (std::size_t j = k + 2; j <= n_; ++j) sum = sum + q_ * less * at(x, k, j);
    return t_ * sum;
  }

  std::size_t n_;
  Residue q_, t_;
  Residue inverse_q_, inverse_tq2_;
  std::vector<Residue> powers_;  // of q
};

class Braids : public testing::TestWithParam<std::size_t> {
 protected:
  Braids() : presentation(read_presentation("braid:" + std::to_string(GetParam()))), group(recognise(presentation)) {}

  /// The images of two vectors, the same for each call.
  std::array<LawrenceKrammer::Vector, 2> images(const Word& word) const {
    RandomStream random(kSeed, 1'000'000);
    const LawrenceKrammer representation(GetParam(), random);
    std::array<LawrenceKrammer::Vector, 2> both{representation.random_vector(random), representation.random_vector(random)};
    for (auto& vector : both) {
      for (const Letter x : word) {
        const std::size_t k = std::size_t{x} / 2 + 1;
        if (x % 2 == 0) {
          representation.act(vector, k);
        } else {
          representation.act_inverse(vector, k);
        }
      }
    }
    return both;
  }

  static constexpr std::uint64_t kSeed = 527;
  const Presentation presentation;
  const std::unique_ptr<const KnownGroup> group;
  RunControl run;
};

TEST_P(Braids, TheMatricesSatisfyTheRelations) {
  for (std::size_t x = 0; x < presentation.alphabet.size(); ++x) {
    ASSERT_EQ(presentation.alphabet.inverses[x], x ^ 1U);
    EXPECT_EQ(images({static_cast<Letter>(x), static_cast<Letter>(x ^ 1U)}), images({}));
    EXPECT_NE(images({static_cast<Letter>(x)}), images({}));
  }
  for (const auto& [u, v] : presentation.equations) EXPECT_EQ(images(u), images(v));
}

TEST_P(Braids, AgreeWithTheMatrices) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const std::uint64_t pairs = pairs_to_try(4);
  for (std::uint64_t i = 0; i < pairs; ++i) {
    RandomStream random(kSeed, i);
    const Word u = random_word(presentation, 1000, random);
    Word v = scrambled(presentation, u, 100, random);
    if (i % 2 == 1) {  // the same in the abelianised group, and the same permutation
      const auto x = static_cast<Letter>(2 * random.below(static_cast<std::uint32_t>(GetParam() - 2)));
      const auto y = static_cast<Letter>(x + 2);
      const Word change{x,
                        x,
                        y,
                        y,
                        static_cast<Letter>(x + 1),
                        static_cast<Letter>(x + 1),
                        static_cast<Letter>(y + 1),
                        static_cast<Letter>(y + 1)};
      v.insert(v.begin() + static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(v.size()))), change.begin(),
               change.end());
    }
    EXPECT_EQ(group->equal(u, v, run), i % 2 == 0) << "pair " << i;
    EXPECT_EQ(images(u) == images(v), i % 2 == 0) << "pair " << i;
    EXPECT_EQ(images(group->normal_form(v, run)), images(v)) << "pair " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Strands, Braids, testing::Range(std::size_t{4}, std::size_t{21}));

}  // namespace
}  // namespace wreath::word
