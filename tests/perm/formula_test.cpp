// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "perm/algebra_reference.hpp"
#include "perm/disk/disk_fixture.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {
namespace {

using wreath::test::message_of;
using Product = std::vector<Factor>;

TEST(Formula, IsReadAsAProduct) {
  EXPECT_EQ(parse_expression("x"), (Product{{"x", "1"}}));
  EXPECT_EQ(parse_expression(" x^-1 * y*x^3"), (Product{{"x", "-1"}, {"y", "1"}, {"x", "3"}}));
  EXPECT_EQ(parse_expression("x/y/z_2"), (Product{{"x", "1"}, {"y", "-1"}, {"z_2", "-1"}}));
  EXPECT_EQ(parse_expression("(x*y^2)^-2"), (Product{{"y", "-2"}, {"x", "-1"}, {"y", "-2"}, {"x", "-1"}}));
  EXPECT_EQ(parse_expression("[a,b]"), (Product{{"a", "-1"}, {"b", "-1"}, {"a", "1"}, {"b", "1"}}));
  EXPECT_EQ(parse_expression("x^y"), (Product{{"y", "-1"}, {"x", "1"}, {"y", "1"}}));
  EXPECT_EQ(parse_expression("x^2^-3"), (Product{{"x", "-6"}}));
  EXPECT_EQ(parse_expression("x^100000000000000000000^10"), (Product{{"x", "1000000000000000000000"}}));
  EXPECT_EQ(parse_expression("1"), Product{});
  EXPECT_EQ(parse_expression("(x*y)^0*1^5"), Product{});
}

TEST(Formula, SaysWhatCannotBeRead) {
  for (const char* text : {"", "x*", "*x", "x^", "(x", "x)", "[x]", "[x,y", "x y", "2x", "x^-", "x+y", "(x*y)^100000"})
    EXPECT_THROW((void)parse_expression(text), InputError) << text;
  EXPECT_EQ(message_of<InputError>([] { (void)parse_expression("x*(y+z)"); }), "formula 'x*(y+z)': at character 5: expected ')'");
}

class FormulaTest : public DiskTest {
 protected:
  using Maps = std::map<std::string, std::reference_wrapper<const Map>>;

  static Values compose(const Values& x, const Values& y) { return test::multiply_reference(x, y); }

  void agrees() {
    const Values x = permutation(5000, 1);
    const Values y = permutation(5000, 2);
    const Map x_map = open(save("x.npy", x, 4));
    const Map y_map = open(save("y.npy", y, 4));
    const Maps maps{{"x", x_map}, {"y", y_map}};
    const auto evaluated = [&](const char* formula) {
      evaluate_files(formula, maps, out_, how(2));
      return load(out_);
    };
    const Values x1 = test::inverse_reference(x);
    const Values y1 = test::inverse_reference(y);
    EXPECT_EQ(evaluated("x"), x);
    EXPECT_EQ(evaluated("x^-1"), x1);
    EXPECT_EQ(evaluated("1"), test::identity_reference<std::uint64_t>(5000));
    EXPECT_EQ(evaluated("x*y"), compose(x, y));
    EXPECT_EQ(evaluated("x^-1*y*x^3"), compose(x1, compose(y, test::power_reference(x, 3))));
    EXPECT_EQ(evaluated("x^-4/y"), compose(test::power_reference(x, -4), y1));
    EXPECT_EQ(evaluated("[x,y]"), compose(compose(x1, y1), compose(x, y)));
    EXPECT_EQ(evaluated("(x*y)^-2*y"), compose(test::power_reference(compose(x, y), -2), y));
    EXPECT_EQ(folder_.entries(), 3U);
  }
};

TEST_F(FormulaTest, InMemory) {
  layout_ = {};
  agrees();
}

TEST_F(FormulaTest, OnDisk) {
  agrees();
}

TEST_F(FormulaTest, SaysWhatIsMissing) {
  const Map x = open(save("x.npy", permutation(100, 1), 4));
  const Map y = open(save("y.npy", permutation(101, 1), 4));
  EXPECT_THROW(evaluate_files("x*z", {{"x", x}}, out_), InputError);
  EXPECT_THROW(evaluate_files("x*y", {{"x", x}, {"y", y}}, out_), InputError);
  EXPECT_THROW(evaluate_files("1", {}, out_), InputError);
}

TEST_F(FormulaTest, EqualMaps) {
  Values x = permutation(300000, 1);
  const Map narrow = open(save("x.npy", x, 4));
  for (const unsigned width : {4U, 5U, 8U}) EXPECT_TRUE(equal_files(narrow, open(save("y.npy", x, width)))->equal) << width;
  std::swap(x[299990], x[299995]);
  const auto different = equal_files(narrow, open(save("y.npy", x, 8)));
  EXPECT_FALSE(different->equal);
  EXPECT_EQ(different->index, 299990U);
  x = permutation(300000, 1);
  x.pop_back();
  const auto shorter = equal_files(narrow, open(save("y.npy", x, 4)));
  EXPECT_FALSE(shorter->equal);
  EXPECT_EQ(shorter->index, 299999U);
  EXPECT_TRUE(equal_files(Map::read("a", "(1,2)"), Map::read("b", "[2,1,3]"))->equal);  // as in GAP
}

TEST_F(FormulaTest, TheIdentity) {
  for (const unsigned width : {1U, 2U, 4U, 5U, 8U}) {
    EXPECT_EQ(identity_file(200, width, out_).point_bytes, width);
    EXPECT_EQ(load(out_), test::identity_reference<std::uint64_t>(200)) << width;
  }
  identity_file(300000, 0, out_);
  EXPECT_EQ(load(out_), test::identity_reference<std::uint64_t>(300000));
  EXPECT_THROW(identity_file(257, 1, out_), InputError);
  EXPECT_THROW(identity_file(10, 3, out_), InputError);
}

}  // namespace
}  // namespace wreath::perm
