// SPDX-License-Identifier: MIT
#include "word/known/polycyclic.hpp"

#include <array>
#include <numeric>

#include "word/known/twins.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word::polycyclic_tests {
namespace {

constexpr const char* kHeisenberg[] = {"heisenberg", "<a,b,c | [a,b]=c, [a,c], [b,c]>", "<a,b | [a,[a,b]], [b,[a,b]]>",
                                       "<c,b,a | [a,c], [b,c], a*b*c = b*a>"};
constexpr const char* kNilpotent[] = {
    "<a,b,c | [a,b]=c^2, [a,c], [b,c]>", "<a,b,c,d | [a,b]=c, [a,c]=d, [b,c], [a,d], [b,d], [c,d]>",
    "<a,b,c | [a,b]=c, [a,c], [b,c], a^4, b^6>", "<a,b,c,d | [a,b]=d, [a,c], [b,c], [a,d], [b,d], [c,d]>"};
constexpr const char* kOthers[] = {"<a,b,t | [a,b], a^t=a^2*b, b^t=a*b>",
                                   "dihedral:inf",
                                   "dihedral:5",
                                   "dicyclic:3",
                                   "quaternion",
                                   "baumslag-solitar:1,-1",
                                   "<a,b,t | [a,b], a^t=b, b^t=A, t^4>",
                                   "<x,y,t | [x,y], x^t=X, y^t=Y, t^2=x>",
                                   "<a,b,t,s | [a,b], a^t=b, b^t=A, s*t*s=t^-1, s^2, a^s=a, b^s=B>"};

TEST(Polycyclic, Identities) {
  for (const char* name : kHeisenberg)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) expect_group_identities(Recognised(name), seed, 40, true);
  for (const char* name : kNilpotent)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) expect_group_identities(Recognised(name), seed, 30, true);
  for (const char* name : kOthers) {
    const Recognised known(name);
    ASSERT_NE(known.group, nullptr) << name;
    const bool decides = known.group->conjugate({}, {}, *std::make_unique<RunControl>()).has_value();
    for (std::uint64_t seed = 1; seed <= 3; ++seed) expect_group_identities(known, seed, 30, decides);
  }
}

using Matrix = std::array<std::array<std::int64_t, 3>, 3>;
Matrix operator*(const Matrix& x, const Matrix& y) {
  Matrix z{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) z[i][j] += x[i][k] * y[k][j];
  return z;
}

constexpr Matrix kIdentity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// The value of a word, given the matrices of the letters.
Matrix value_of(const Word& word, const std::vector<Matrix>& letters) {
  Matrix all = kIdentity;
  for (const Letter x : word) all = all * letters[x];
  return all;
}

std::vector<Matrix> heisenberg_letters(const Recognised& known) {
  std::vector<Matrix> letters(known.inverses().size(), kIdentity);
  for (std::size_t x = 0; x < letters.size(); ++x) {
    const std::string& name = known.presentation.alphabet.names[x];
    const std::int64_t sign = name[0] >= 'a' ? 1 : -1;
    if (name == "a" || name == "A") letters[x][0][1] = sign;
    if (name == "b" || name == "B") letters[x][1][2] = sign;
    if (name == "c" || name == "C") letters[x][0][2] = sign;
  }
  return letters;
}

TEST(Polycyclic, HeisenbergIsItsMatrices) {
  RunControl run;
  for (const char* name : kHeisenberg) {
    const Recognised known(name);
    std::vector<Matrix> letters = heisenberg_letters(known);
    const Word commutator = known("[a,b]");
    const bool has_c = known.presentation.alphabet.names.size() > 4;
    const Matrix value = value_of(commutator, letters);
    if (has_c && !known.group->equal(commutator, known("c"), run)) {  // c or its inverse
      for (std::size_t x = 0; x < letters.size(); ++x) letters[x][0][2] *= -1;
      ASSERT_TRUE(known.group->equal(commutator, known("C"), run));
    }
    ASSERT_EQ(std::abs(value[0][2]), 1);
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " seed " << seed);
      RandomStream random(seed, 0);
      const Word u = random_letters(known, 1 + seed % 12, random);
      const Word v = random_letters(known, 1 + seed % 11, random);
      const Matrix x = value_of(u, letters);
      const Matrix y = value_of(v, letters);
      ASSERT_EQ(known.group->equal(u, v, run), x == y);
      ASSERT_EQ(value_of(known.group->normal_form(u, run), letters), x);
      const std::int64_t divisor = std::gcd(x[0][1], x[1][2]);
      const bool same = x[0][1] == y[0][1] && x[1][2] == y[1][2];
      const bool conjugate = same && (divisor == 0 ? x == y : (x[0][2] - y[0][2]) % divisor == 0);
      ASSERT_EQ(known.group->conjugate(u, v, run)->conjugate, conjugate) << known.text.print(u) << " " << known.text.print(v);
    }
  }
}

TEST(Polycyclic, AMatrixActsOnThePlane) {
  const Recognised known("<a,b,t | [a,b], a^t=a^2*b, b^t=a*b>");
  const Matrix t{{{2, 1, 0}, {1, 1, 0}, {0, 0, 1}}};  // rows act: (x,y,1) in the last row
  const Matrix inverse{{{1, -1, 0}, {-1, 2, 0}, {0, 0, 1}}};
  std::vector<Matrix> letters(6, kIdentity);
  letters[0][2][0] = 1;
  letters[1][2][0] = -1;
  letters[2][2][1] = 1;
  letters[3][2][1] = -1;
  letters[4] = t;
  letters[5] = inverse;
  RunControl run;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomStream random(seed, 0);
    const Word u = random_letters(known, 1 + seed % 12, random);
    const Word v = disguised(known, random_letters(known, 1 + seed % 4, random), 2, random);
    ASSERT_EQ(known.group->equal(u, v, run), value_of(u, letters) == value_of(v, letters));
    ASSERT_EQ(value_of(known.group->normal_form(u, run), letters), value_of(u, letters));
  }
}

/// Groups that have an automatic structure, too.
TEST(Polycyclic, AgreesWithAutomaticStructures) {
  for (const char* name :
       {"<a,b,t | [a,b], a^t=b, b^t=A, t^4>", "<x,y,t | [x,y], x^t=X, y^t=Y, t^2=x>", "quaternion", "dicyclic:3", "dihedral:inf",
        "baumslag-solitar:1,-1", "<a,b,t,s | [a,b], a^t=b, b^t=A, s*t*s=t^-1, s^2, a^s=a, b^s=B>",
        "<a,b,c | [a,b]=c, [a,c], [b,c], a^4, b^2>"}) {
    const Recognised known(name);
    ASSERT_NE(recognise_polycyclic(known.presentation), nullptr) << name;
    const auto polycyclic = recognise_polycyclic(known.presentation);
    const Group group = Group::build(known.presentation);
    ASSERT_TRUE(group.verified()) << name;
    RunControl run;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      SCOPED_TRACE(testing::Message() << name << " seed " << seed);
      RandomStream random(seed, 0);
      const Word u = random_letters(known, 1 + seed % 7, random);
      const Word v = random_letters(known, 1 + seed % 8, random);
      ASSERT_EQ(polycyclic->equal(u, v, run), group.reduce_letters(u) == group.reduce_letters(v));
      ASSERT_EQ(group.reduce_letters(polycyclic->normal_form(u, run)), group.reduce_letters(u));
      const ElementOrder order = group.order_of_letters(u);
      if (order.kind == ElementOrder::Kind::unknown) continue;
      ASSERT_EQ(polycyclic->order_of(u, run).kind, order.kind);
      ASSERT_EQ(polycyclic->order_of(u, run).order, order.order);
    }
  }
}

TEST(Polycyclic, LongWordsAndLargeExponents) {
  const Recognised known("heisenberg");
  RunControl run;
  RandomStream random(9, 0);
  Word word(500'000, 0);
  word.insert(word.end(), 500'000, 2);
  EXPECT_TRUE(known.group->equal(joined(word, inverted(word, known.inverses())), {}, run));
  Word turned(word.rbegin(), word.rend());
  EXPECT_FALSE(known.group->equal(word, turned, run));
  const auto is_writable = [&](const Word& u) {
    try {
      return known.group->normal_form(u, run).size() == u.size();
    } catch (const ResourceError&) {  // 2.5 * 10^11 letters
      return false;
    }
  };
  EXPECT_NE(is_writable(word), is_writable(turned));
  const Word u = random_letters(known, 1'000'000, random);
  const Word c = random_letters(known, 1'000, random);
  EXPECT_TRUE(known.group->conjugate(u, product_of({inverted(c, known.inverses()), u, c}), run)->conjugate);
  const Recognised growing("<a,b,t | [a,b], a^t=a^2*b, b^t=a*b>");
  Word far(20, 4);
  far.push_back(0);
  far = joined(inverted(far, growing.inverses()), far);
  EXPECT_TRUE(growing.group->equal(far, {}, run));
  Word large(1'000, 5);
  large.push_back(0);
  large.insert(large.end(), 1'000, 4);
  EXPECT_THROW((void)growing.group->equal(large, {}, run), ResourceError);
}

// Recognised or not, no number that grows beyond 64 bits, or is found by counting, may show.
TEST(Polycyclic, LargeOrdersOnTheWay) {
  RunControl run;
  for (const char* name :
       {"<a,x | x^60, X*a*x = a^3>", "<a,x | x^100, X*a*x = a^2>", "<a,x,y | x^37, y^59, X*a*x = a^3, Y*a*y = a^2, x*y=y*x>",
        "<a,b,c,d | A*b*a=b^-1, A*c*a=c^-1dD, A*d*a=d, a^6=b, B*c*b=c^7, B*d*b=d, b^36, C*d*c=d, c^6=d, d^6>"}) {
    const Recognised known(name);
    if (known.group) EXPECT_TRUE(known.group->equal(known("aA"), {}, run)) << name;
  }
  const Recognised small("<a,x | x^4, X*a*x = a^3>");  // a has order 3^4 - 1
  ASSERT_NE(small.group, nullptr);
  EXPECT_EQ(small.group->order_of(small("a"), run).order, 80U);
}

TEST(Polycyclic, OthersAreNot) {
  for (const char* name :
       {"surface:2", "braid:3", "baumslag-solitar:1,2", "thompson", "higman:4", "figure8", "modular", "fibonacci:2,6"})
    EXPECT_EQ(recognise_polycyclic(read_presentation(name)), nullptr) << name;
}

}  // namespace
}  // namespace wreath::word::polycyclic_tests
