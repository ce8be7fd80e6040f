// SPDX-License-Identifier: MIT
//
// Finite Coxeter groups as permutations of their roots.
//
// Roots are integer combinations of the simple roots; in type H the integers are a + b*phi with phi^2 = phi + 1. The reflection
// s_i changes the i-th coefficient of a root alone: it subtracts sum_j c_j A[j][i], where A is the Cartan matrix. ws is longer
// than w exactly if w sends the simple root of s to a positive one, which needs no length.
#include "semigroup/coxeter.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostElements = 1'000'000;
constexpr std::uint64_t kProductSteps = 1024;  // of a product and its look-up, for the stop check

/// a + b*phi.
struct Golden {
  std::int32_t a = 0;
  std::int32_t b = 0;

  auto operator<=>(const Golden&) const = default;
  Golden operator+(const Golden& y) const { return {a + y.a, b + y.b}; }
  Golden operator-(const Golden& y) const { return {a - y.a, b - y.b}; }
  Golden operator*(const Golden& y) const { return {a * y.a + b * y.b, a * y.b + b * y.a + b * y.b}; }
};

using Root = std::vector<Golden>;
using Cartan = std::vector<std::vector<Golden>>;

Cartan cartan_matrix(char type, unsigned rank) {
  const bool known = (type == 'A' && rank >= 1) || (type == 'B' && rank >= 2) || (type == 'D' && rank >= 4) ||
                     (type == 'E' && rank >= 6 && rank <= 8) || (type == 'F' && rank == 4) ||
                     (type == 'H' && (rank >= 2 && rank <= 4));
  if (!known || rank > 9) {
    throw InputError(
        fmt::format("'{}{}' is not a type of finite Coxeter groups that is known here: these are A1..A9, B2..B9, "
                    "D4..D9, E6..E8, F4, H2..H4",
                    type, rank));
  }
  Cartan cartan(rank, std::vector<Golden>(rank));
  const auto join = [&](unsigned i, unsigned j, Golden there, Golden back) {
    cartan[i][j] = there;
    cartan[j][i] = back;
  };
  constexpr Golden kOne{-1, 0};
  for (unsigned i = 0; i < rank; ++i) cartan[i][i] = {2, 0};
  if (type == 'D' || type == 'E') {  // a chain of all but the last, which is joined to a node of the chain
    for (unsigned i = 0; i + 2 < rank; ++i) join(i, i + 1, kOne, kOne);
    const unsigned node = type == 'D' ? rank - 3 : 2;
    join(node, rank - 1, kOne, kOne);
    return cartan;
  }
  for (unsigned i = 0; i + 1 < rank; ++i) join(i, i + 1, kOne, kOne);
  if (type == 'B') join(0, 1, {-2, 0}, kOne);
  if (type == 'F') join(1, 2, {-2, 0}, kOne);
  if (type == 'H') join(0, 1, {0, -1}, {0, -1});
  return cartan;
}

/// The simple reflections as permutations of the roots; the first `rank` roots are the simple ones.
class Roots {
 public:
  explicit Roots(const Cartan& cartan) : cartan_(cartan), images_(cartan.size()) {
    std::map<Root, std::uint16_t> numbers;
    std::vector<Root> roots;
    const auto number = [&](const Root& root) {
      const auto [place, fresh] = numbers.emplace(root, static_cast<std::uint16_t>(roots.size()));
      if (fresh) roots.push_back(root);
      return place->second;
    };
    for (std::size_t i = 0; i < cartan.size(); ++i) {
      Root simple(cartan.size());
      simple[i] = {1, 0};
      number(simple);
    }
    for (std::size_t at = 0; at < roots.size(); ++at) {
      for (std::size_t i = 0; i < cartan.size(); ++i) {
        const Root image = reflected(roots[at], i);
        images_[i].push_back(number(image));
      }
    }
    for (const Root& root : roots) positive_.push_back(is_positive(root));
  }
  std::size_t size() const { return positive_.size(); }
  const std::vector<std::uint16_t>& reflection(std::size_t i) const { return images_[i]; }
  bool positive(std::size_t root) const { return positive_[root]; }

 private:
  Root reflected(Root root, std::size_t i) const {
    Golden sum;
    for (std::size_t j = 0; j < root.size(); ++j) sum = sum + root[j] * cartan_[j][i];
    root[i] = root[i] - sum;
    return root;
  }
  /// The coefficients of a root have one sign.
  static bool is_positive(const Root& root) {
    constexpr double kPhi = 1.6180339887498949;
    for (const Golden& c : root) {
      const double value = c.a + c.b * kPhi;
      if (value != 0) return value > 0;
    }
    return true;
  }

  Cartan cartan_;
  std::vector<std::vector<std::uint16_t>> images_;
  std::vector<bool> positive_;
};

}  // namespace

Generators bihecke_of_type(char type, unsigned rank, StopCheck& stop) {
  const Roots roots(cartan_matrix(type, rank));
  // w as the images of all roots: (ws)(a) = w(s(a)).
  using Element = std::vector<std::uint16_t>;
  Element identity(roots.size());
  std::iota(identity.begin(), identity.end(), std::uint16_t{0});
  std::map<Element, Point> numbers{{identity, 0}};
  std::vector<Element> elements{identity};
  std::vector<std::vector<Point>> times(rank);  // w * s
  for (std::size_t at = 0; at < elements.size(); ++at) {
    for (unsigned s = 0; s < rank; ++s) {
      stop.spend(kProductSteps);
      Element product(roots.size());
      for (std::size_t a = 0; a < product.size(); ++a) product[a] = elements[at][roots.reflection(s)[a]];
      const auto [place, fresh] = numbers.emplace(product, static_cast<Point>(elements.size()));
      if (fresh) elements.push_back(std::move(product));
      times[s].push_back(place->second);
    }
    if (elements.size() > kMostElements)
      throw ResourceError(fmt::format("the Coxeter group {}{} has more than {} elements", type, rank, kMostElements));
  }
  Generators generators{.degree = elements.size(), .images = {}, .monoid = true};
  for (const bool up : {true, false}) {
    for (unsigned s = 0; s < rank; ++s) {
      for (Point w = 0; w < elements.size(); ++w) {
        const bool longer = roots.positive(elements[w][s]);
        generators.images.push_back(longer == up ? times[s][w] : w);
      }
    }
  }
  return generators;
}

}  // namespace wreath::semigroup
