// SPDX-License-Identifier: MIT
//
// A kind of element that is not one of wreath's: integers modulo n under multiplication. What CONTRIBUTING.md says a kind needs,
// and that it is all: the engine enumerates it on the CPU and in files, reads and prints it.
#include <gtest/gtest.h>

#include <set>

#include "open/semigroup/kinds.hpp"
#include "semigroup/kinds/cell_kind.hpp"

namespace wreath::semigroup {
namespace {

/// How an element lies in memory, and how two are multiplied.
class ResidueCells {
 public:
  using Cell = std::uint32_t;
  explicit ResidueCells(const ElementKind& kind) : modulus_(kind.size) {}

  static constexpr std::size_t cells() { return 1; }
  bool multiply(const Cell* x, const Cell* y, Cell* z) const {
    *z = static_cast<Cell>(std::uint64_t{*x} * *y % modulus_);
    return true;
  }
  void pack(std::span<const Point> row, Cell* cells) const { *cells = row[0]; }
  void unpack(const Cell* cells, std::span<Point> row) const { row[0] = *cells; }

 private:
  std::uint64_t modulus_;
};

/// The rows, which have one number each.
class Residues final : public CellKind<Residues> {
 public:
  static constexpr auto kName = static_cast<KindName>(100);  // in wreath: a new enumerator
  Residues() : CellKind(kName, "residue", "a number modulo n") {}

  template <class Visit>
  static decltype(auto) with_cells(const ElementKind& kind, const Visit& visit) {
    return visit(ResidueCells(kind));
  }
  std::uint64_t largest_size() const override { return std::uint64_t{1} << 31; }
  std::uint64_t row_length(const ElementKind&) const noexcept override { return 1; }
  void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) const override {
    if (row[0] >= kind.size) fail_number(kind, who, 0, "is not below n");
  }
  std::vector<Point> identity(const ElementKind& kind) const override { return {kind.size == 1 ? 0U : 1U}; }
  std::uint64_t rank(const ElementKind& kind, std::span<const Point> row) const override { return kind.size - row[0]; }
  std::uint64_t number_limit(const ElementKind& kind) const override { return kind.size; }
};

class ToyKind : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    static const Residues residues;
    add_kind(residues);
  }
};

std::set<Point> closure_reference(const Generators& generators) {
  std::set<Point> found{1};
  std::vector<Point> left{1};
  while (!left.empty()) {
    const std::uint64_t x = left.back();
    left.pop_back();
    for (const Point g : generators.images) {
      const auto product = static_cast<Point>(x * g % generators.kind.size);
      if (found.insert(product).second) left.push_back(product);
    }
  }
  return found;
}

TEST_F(ToyKind, IsEnumeratedInMemoryAndInFiles) {
  Generators generators = parse_kind_generators("kind residue\n3 9690\n2  3  35\n", "text");
  generators.monoid = true;
  const std::set<Point> expected = closure_reference(generators);
  for (const Method method : {Method::rows, Method::disk}) {
    Options options;
    options.method = method;
    Enumeration found(generators, options);
    ASSERT_TRUE(found.run());
    ASSERT_EQ(found.size(), expected.size());
    for (const Point element : expected) {
      const std::vector<Point> row{element};
      const auto number = found.find(row);
      ASSERT_TRUE(number) << element;
      std::uint64_t product = 1;
      for (const Letter letter : found.word(*number)) product = product * generators.images[letter] % generators.kind.size;
      EXPECT_EQ(product, element);
    }
  }
}

TEST_F(ToyKind, HasNameTextAndProducts) {
  const ElementKind kind = parse_kind("residue", 12);
  EXPECT_EQ(to_string(kind), "residue");
  EXPECT_NE(kind_help().find("residue"), std::string::npos);
  EXPECT_EQ(multiply(kind, std::vector<Point>{5}, std::vector<Point>{7}), std::vector<Point>{11});
  EXPECT_EQ(print_element(kind, std::vector<Point>{11}), "11");
  EXPECT_THROW(require_element(kind, std::vector<Point>{12}, "x"), InputError);
}

}  // namespace
}  // namespace wreath::semigroup
