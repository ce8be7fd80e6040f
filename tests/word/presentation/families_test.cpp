// SPDX-License-Identifier: MIT
#include "word/families/families.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "temporary_folder.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "word/presentation/coset_enumeration.hpp"
#include "wreath/run.hpp"

namespace wreath::word {
namespace {

using wreath::test::CosetEnumeration;
using wreath::test::message_of;

std::string text_of(std::string_view family) {
  return print_presentation(make_family(family, "p"));
}
std::string family_complaint(std::string_view family) {
  return message_of<InputError>([&] { make_family(family, "p"); });
}

/// The exponent sum of each generator in each relator decides the group made commutative; over the field of p elements its rank
/// is the number of generators less that of the matrix.
std::size_t commutative_rank(const Presentation& group, std::int64_t p) {
  std::vector<std::vector<std::int64_t>> rows;
  const auto add_row = [&](const Word& left, const Word& right) {
    std::vector<std::int64_t> row(group.alphabet.size());
    for (const Letter x : left) ++row[x];
    for (const Letter x : right) --row[x];
    for (std::int64_t& value : row) value = (value % p + p) % p;
    rows.push_back(row);
  };
  for (const auto& [left, right] : group.equations) add_row(left, right);
  for (std::size_t x = 0; x < group.alphabet.size(); ++x) add_row({static_cast<Letter>(x), group.alphabet.inverses[x]}, {});
  std::size_t rank = 0;
  for (std::size_t column = 0; column < group.alphabet.size(); ++column) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && rows[pivot][column] == 0) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap(rows[rank], rows[pivot]);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const std::int64_t factor = rows[i][column];
      for (std::size_t k = 0; k < rows[i].size(); ++k)
        rows[i][k] = ((rows[i][k] * rows[rank][column] - factor * rows[rank][k]) % p + p) % p;
    }
    ++rank;
  }
  return group.alphabet.size() - rank;
}

TEST(Families, KnownPresentations) {
  EXPECT_EQ(text_of("surface:2"), "<a,b,c,d | a*b*a^-1*b^-1*c*d*c^-1*d^-1>");
  EXPECT_EQ(text_of("surface:-3"), "<a,b,c | a^2*b^2*c^2>");
  EXPECT_EQ(text_of("triangle:3,3,4"), "<a,b | a^3, b^3, a*b*a*b*a*b*a*b>");
  EXPECT_EQ(text_of("triangle:2,inf,0"), "<a/a,b>");
  EXPECT_EQ(text_of("coxeter:5,3,5"),
            "<a/a,b/b,c/c,d/d | b*a*b*a*b = a*b*a*b*a, c*a = a*c, c*b*c = b*c*b, d*a = a*d, d*b = b*d, d*c*d*c*d = c*d*c*d*c>");
  EXPECT_EQ(text_of("coxeter:4:1-2=5,2-3,4-3=5"), text_of("coxeter:5,3,5"));
  EXPECT_EQ(text_of("coxeter:3:1-2=inf,3-1=0,2-3"), "<a/a,b/b,c/c | c*b*c = b*c*b>");
  EXPECT_EQ(text_of("free:2"), "<a,b>");
  EXPECT_EQ(text_of("abelian:2"), "<a,b | b*a = a*b>");
  EXPECT_EQ(text_of("fibonacci:2,4"), "<a,b,c,d | a*b = c, b*c = d, c*d = a, d*a = b>");
  EXPECT_EQ(text_of("raag:3:1-2"), "<a,b,c | b*a = a*b>");
  EXPECT_EQ(text_of("raag:2"), "<a,b>");
  EXPECT_EQ(text_of("braid:3"), "<a,b | b*a*b = a*b*a>");
  EXPECT_EQ(text_of("artin:4"), "<a,b | b*a*b*a = a*b*a*b>");
  EXPECT_EQ(text_of("baumslag-solitar:1,-2"), "<a,t | t*a = a^-2*t>");
  const Presentation surface = make_family("surface:2", "p");
  EXPECT_EQ(print_order(surface.alphabet), "a,A,b,B,c,C,d,D");
  EXPECT_EQ(surface.name, "surface:2");
  EXPECT_EQ(print_order(make_family("surface:2", "p", {.order = "a,b,c,d,A,B,C,D"}).alphabet), "a,b,c,d,A,B,C,D");
  EXPECT_EQ(print_order(make_family("free:27", "p").alphabet).substr(0, 17), "x1,x1^-1,x2,x2^-1");
  EXPECT_EQ(make_family("coxeter:140:1-140=7", "p").alphabet.size(), 140U);
}

TEST(Families, OrdersOfFiniteGroups) {
  const std::map<std::string, std::size_t> orders{
      {"cyclic:7", 7},        {"dihedral:1", 2},      {"dihedral:5", 10},      {"dicyclic:3", 12},
      {"quaternion", 8},      {"symmetric:2", 2},     {"symmetric:4", 24},     {"symmetric:5", 120},
      {"alternating:3", 3},   {"alternating:5", 60},  {"alternating:6", 360},  {"triangle:2,3,3", 12},
      {"triangle:2,3,4", 24}, {"triangle:2,3,5", 60}, {"triangle:2,2,9", 18},  {"coxeter:3,3", 24},
      {"coxeter:4,3", 48},    {"coxeter:5,3", 120},   {"coxeter:3,4,3", 1152}, {"coxeter:2,2,2", 16},
      {"fibonacci:2,1", 1},   {"fibonacci:2,2", 1},   {"fibonacci:2,3", 8},    {"fibonacci:2,4", 5},
      {"fibonacci:2,5", 11},  {"fibonacci:3,3", 2},   {"surface:-1", 2},       {"coxeter:4:1-2,1-3,1-4", 192},
      {"triangle:1,5,5", 5},  {"higman:3", 1},        {"fibonacci:3,2", 8}};
  for (const auto& [name, order] : orders) {
    EXPECT_EQ(CosetEnumeration(make_family(name, "p"), 300'000).order(), order) << name;
  }
}

TEST(Families, RanksOfTheAbelianQuotients) {
  const std::vector<std::tuple<std::string, std::int64_t, std::size_t>> ranks{{"surface:2", 2, 4},
                                                                              {"surface:3", 5, 6},
                                                                              {"surface:-3", 2, 3},
                                                                              {"surface:-3", 3, 2},
                                                                              {"weeks", 5, 2},
                                                                              {"weeks", 2, 0},
                                                                              {"trefoil", 7, 1},
                                                                              {"figure8", 7, 1},
                                                                              {"torusknot:3,5", 7, 1},
                                                                              {"braid:5", 3, 1},
                                                                              {"heisenberg", 3, 2},
                                                                              {"thompson", 3, 2},
                                                                              {"higman:4", 2, 0},
                                                                              {"free:5", 2, 5},
                                                                              {"abelian:6", 2, 6},
                                                                              {"modular", 2, 1},
                                                                              {"modular", 3, 1},
                                                                              {"sl2z", 2, 1},
                                                                              {"picard", 2, 2},
                                                                              {"free-product:4,6", 3, 1},
                                                                              {"baumslag-solitar:2,3", 5, 1},
                                                                              {"raag:4:1-2,2-3,3-4,4-1", 2, 4},
                                                                              {"artin:4,3", 2, 2},
                                                                              {"fibonacci:2,6", 2, 2},
                                                                              {"fibonacci:2,7", 29, 1},
                                                                              {"fibonacci:2,8", 3, 2},
                                                                              {"coxeter:5,3,5", 2, 1},
                                                                              {"coxeter:4,3,4", 2, 3}};
  for (const auto& [name, p, rank] : ranks) EXPECT_EQ(commutative_rank(make_family(name, "p"), p), rank) << name << " mod " << p;
}

/// Square matrices over the field of p elements, for representations that are known.
using Matrix = std::vector<std::vector<std::int64_t>>;
Matrix multiply(const Matrix& x, const Matrix& y, std::int64_t p) {
  Matrix z(x.size(), std::vector<std::int64_t>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      for (std::size_t k = 0; k < x.size(); ++k) z[i][j] = (((z[i][j] + x[i][k] * y[k][j]) % p) + p) % p;
    }
  }
  return z;
}
/// x^-1: the power of x before the identity.
Matrix inverse(const Matrix& x, std::int64_t p) {
  Matrix identity(x.size(), std::vector<std::int64_t>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) identity[i][i] = 1;
  Matrix previous = identity;
  for (Matrix power = multiply(identity, x, p); power != identity; power = multiply(power, x, p)) previous = power;
  return previous;
}

/// Whether every relation holds for these matrices, the images of the generators in order; with `projective`, up to sign.
void expect_representation(std::string_view family, const std::vector<Matrix>& generators, std::int64_t p,
                           bool projective = false) {
  const Presentation group = make_family(family, "p");
  std::vector<Matrix> images(group.alphabet.size());
  std::size_t next = 0;
  for (std::size_t x = 0; x < group.alphabet.size(); ++x) {
    if (is_inverse_letter(static_cast<Letter>(x), group.alphabet)) continue;
    images[x] = generators.at(next++);
    if (group.alphabet.inverses[x] != x) images[group.alphabet.inverses[x]] = inverse(images[x], p);
  }
  const auto image = [&](const Word& word) {
    Matrix product = multiply(images[0], inverse(images[0], p), p);
    for (const Letter x : word) product = multiply(product, images[x], p);
    return product;
  };
  for (const auto& [left, right] : group.equations) {
    Matrix other = image(right);
    if (projective && image(left) != other) {
      for (auto& row : other) {
        for (std::int64_t& value : row) value = (p - value) % p;
      }
    }
    EXPECT_EQ(image(left), other) << family << ": " << print_word(left, group.alphabet);
  }
}

TEST(Families, KnownRepresentations) {
  const Matrix t{{1, 1}, {0, 1}};
  const std::int64_t p = 13;  // 5^2 = -1 and 3^2 + 3 + 1 = 0
  expect_representation("figure8", {t, {{1, 0}, {-3 + p, 1}}}, p);
  expect_representation("picard", {{{0, 12}, {1, 0}}, {{8, 0}, {0, 5}}, t, {{1, 5}, {0, 1}}}, p, true);
  expect_representation("modular", {{{0, 12}, {1, 0}}, {{0, 12}, {1, 1}}}, p, true);
  expect_representation("sl2z", {{{0, 12}, {1, 0}}, {{0, 12}, {1, 1}}}, p);
  expect_representation("trefoil", {t, {{1, 0}, {12, 1}}}, p);
  expect_representation(
      "heisenberg", {{{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 1}, {0, 0, 1}}, {{1, 0, 1}, {0, 1, 0}, {0, 0, 1}}}, p);
  expect_representation("baumslag-solitar:2,6", {t, {{3, 0}, {0, 1}}}, p);  // t*a*t^-1 = a^3
}

/// Fox's derivative of a relator by its first generator, at the representation that sends every generator to the number t: for
/// the knot groups here that is the Alexander polynomial at t, up to sign and a power of t.
std::int64_t alexander(std::string_view family, std::int64_t t, std::int64_t p) {
  const Presentation group = make_family(family, "p");
  std::int64_t t_inverse = 1;
  while (t * t_inverse % p != 1) ++t_inverse;
  const auto derivative = [&](const Word& word) {
    std::int64_t sum = 0;
    std::int64_t prefix = 1;
    for (const Letter x : word) {
      const bool negative = is_inverse_letter(x, group.alphabet);
      if (negative) prefix = prefix * t_inverse % p;
      if (x == 0) sum += prefix;
      if (x == group.alphabet.inverses[0]) sum += p - prefix;
      if (!negative) prefix = prefix * t % p;
    }
    return sum % p;
  };
  const auto& [left, right] = group.equations.front();
  return (derivative(left) - derivative(right) + p) % p;
}

TEST(Families, AlexanderPolynomialsOfKnots) {
  const std::int64_t p = 1009;
  for (std::int64_t t = 2; t < 50; ++t) {
    std::set<std::int64_t> trefoil;
    std::set<std::int64_t> figure8;
    std::int64_t unit = 1;
    for (int k = 0; k < static_cast<int>(p); ++k, unit = unit * t % p) {  // up to a power of t and sign
      for (const std::int64_t sign : {unit, p - unit}) {
        trefoil.insert(sign * ((t * t - t + 1) % p + p) % p);
        figure8.insert(sign * ((t * t - 3 * t + 1) % p + p) % p);
      }
    }
    EXPECT_TRUE(trefoil.contains(alexander("trefoil", t, p))) << t;
    EXPECT_TRUE(figure8.contains(alexander("figure8", t, p))) << t;
  }
}

TEST(Families, EveryOneOfTheListIsThere) {
  const std::map<std::string_view, std::string> examples{{"n", ":3"},
                                                         {"g", ":2"},
                                                         {"p,q,r", ":2,3,7"},
                                                         {"m,m,...", ":3,3"},
                                                         {"n:i-j,...", ":3:1-2"},
                                                         {"p,q", ":2,3"},
                                                         {"r,n", ":2,6"},
                                                         {"m,n", ":1,2"},
                                                         {"", ""}};
  EXPECT_GE(families().size(), 25U);
  for (const FamilyInfo& info : families()) {
    ASSERT_TRUE(examples.contains(info.arguments)) << info.arguments;
    const std::string text = std::string(info.name) + examples.at(info.arguments);
    EXPECT_TRUE(is_family(text));
    EXPECT_TRUE(make_family(text, "p").is_group()) << text;
    EXPECT_FALSE(info.description.empty());
    if (!info.arguments.empty()) {
      EXPECT_NE(family_complaint(info.name).find("needs arguments"), std::string::npos) << info.name;
    }
  }
  EXPECT_FALSE(is_family("surfaces:2"));
  EXPECT_FALSE(is_family("<a,b>"));
  EXPECT_FALSE(is_family(""));
}

TEST(Families, TheTrivialGroupIsAGroup) {
  for (const char* name :
       {"free:0", "abelian:0", "surface:0", "braid:1", "symmetric:1", "alternating:1", "alternating:2", "cyclic:1"})
    EXPECT_EQ(print_presentation(make_family(name, "p")), "<a | a>") << name;
}

TEST(Families, SaysWhatIsWrong) {
  EXPECT_EQ(family_complaint("free:-1"), "p:1:6: the rank must be at least 0, not -1");
  EXPECT_EQ(family_complaint("surface:1000"), "p:1:9: the genus may be at most 62, not 1000");
  EXPECT_EQ(family_complaint("surface:x"), "p:1:9: expected a number (an argument of the family), found 'x'");
  EXPECT_EQ(family_complaint("surface:2,3"), "p:1:11: expected 1 argument, found 2");
  EXPECT_EQ(family_complaint("triangle:2,3"), "p:1:12: expected 3 arguments, found 2");
  EXPECT_EQ(family_complaint("triangle:2,3,-7"), "p:1:14: an order must be at least 0, not -7");
  EXPECT_EQ(family_complaint("surface"), "p:1:8: 'surface' needs arguments: surface:g");
  EXPECT_EQ(family_complaint("trefoil:2"), "p:1:8: expected the end, found ':'");
  for (const char* name : {"free", "abelian", "surface", "dicyclic", "alternating", "higman"})
    EXPECT_NE(family_complaint(std::string(name) + ":inf").find("must be a number, not inf"), std::string::npos) << name;
  EXPECT_EQ(family_complaint("braid:2,3"), "p:1:8: expected the end, found ','");
  EXPECT_EQ(family_complaint("free:1.5"), "p:1:7: expected the end, found '.'");
  EXPECT_EQ(family_complaint("coxeter:1"), "p:1:9: a label must be 2, 3, ..., or 0 or inf for no relation, not 1");
  EXPECT_EQ(family_complaint("coxeter:3:1-4=5"), "p:1:13: a node must be from 1 to 3, not 4");
  EXPECT_EQ(family_complaint("coxeter:3:1-1"), "p:1:11: an edge must join two different nodes");
  EXPECT_EQ(family_complaint("raag:3:1-2=3"), "p:1:11: expected ',' or the end, found '='");
  EXPECT_EQ(family_complaint("free:200"), "p:1:6: the rank may be at most 125, not 200");
  EXPECT_EQ(family_complaint("free:99999999999999999999"),
            "p:1:6: an argument of the family is too large: it may be at most 100000");
  EXPECT_EQ(family_complaint("baumslag-solitar:0,1"), "p:1:18: m must not be 0");
  EXPECT_EQ(family_complaint("surfaces:2"), "p:1:1: 'surfaces' is not a family of groups; did you mean 'surface:2'?");
  EXPECT_EQ(family_complaint("nothing").substr(0, 66), "p:1:1: 'nothing' is not a family of groups; the families are free,");
}

TEST(Families, MayHaveAPrefix) {
  const Presentation surface = make_family(" builtin:surface: 2", "p");
  EXPECT_EQ(surface.name, "surface:2");
  EXPECT_EQ(print_presentation(surface), text_of("surface:2"));
  EXPECT_EQ(family_complaint("builtin:free:x"), "p:1:14: expected a number (an argument of the family), found 'x'");
  EXPECT_TRUE(is_group_name("builtin:sl2z"));
  EXPECT_TRUE(is_group_name("triangle:2,3,7"));
  EXPECT_FALSE(is_group_name("triangle"));
  EXPECT_FALSE(is_group_name("builtin:triangle"));
}

}  // namespace
}  // namespace wreath::word
