// SPDX-License-Identifier: MIT
//
// Families that belong to finite Coxeter groups: biHecke monoids, and 0-Renner monoids of types B and D.
//
// A Coxeter group is permutations of its roots. Roots are integer combinations of the simple roots; in type H the integers are
// a + b*phi with phi^2 = phi + 1. The reflection s_i changes the i-th coefficient of a root alone: it subtracts sum_j c_j
// A[j][i], where A is the Cartan matrix. ws is longer than w exactly if w sends the simple root of s to a positive one, which
// needs no length.
//
// The Renner monoid R of the symplectic monoid (type B_n) or of the special orthogonal monoid (type D_n) consists of partial
// injective maps of the 2n places -n..-1, 1..n: the Coxeter group W, whose elements map -i to the negative of the image of i, and
// maps between sets of places none of which has both i and -i. With the product "the double coset that is dense in BrB*BsB" it is
// the monoid at q = 0. A simple reflection then acts on the right as r -> the larger of r and rs in the Bruhat-Chevalley order,
// and an idempotent e with Be = eBe as r -> re. Here rs has the values of r at two places exchanged, or at two pairs of places,
// and is larger if a larger value comes to the place further left; an empty place has the least value. The pairs always agree.
#include <fmt/format.h>

#include <map>
#include <numeric>

#include "semigroup/families/families.hpp"

namespace wreath::semigroup {

namespace {

/// What the letters make of the first element, numbered as a breadth-first search meets it.
template <class Element>
struct Orbit {
  std::vector<Element> elements;
  std::vector<std::vector<Point>> images;  // of all elements, for each letter
};

/// act(element, letter) is what a letter makes of an element. Throws ResourceError if there are more than `most`.
template <class Element, class Act>
Orbit<Element> orbit_of(Element first, std::size_t letters, std::size_t most, const std::string& what, StopCheck& stop,
                        const Act& act) {
  constexpr std::uint64_t kImageSteps = 1024;  // of an image and its look-up, for the stop check
  std::map<Element, Point> numbers{{first, 0}};
  Orbit<Element> orbit{{std::move(first)}, std::vector<std::vector<Point>>(letters)};
  for (std::size_t at = 0; at < orbit.elements.size(); ++at) {
    for (std::size_t letter = 0; letter < letters; ++letter) {
      stop.spend(kImageSteps);
      const auto [known, fresh] = numbers.emplace(act(orbit.elements[at], letter), static_cast<Point>(orbit.elements.size()));
      if (fresh) orbit.elements.push_back(known->first);
      orbit.images[letter].push_back(known->second);
    }
    if (orbit.elements.size() > most) throw ResourceError(fmt::format("the {} has more than {} elements", what, most));
  }
  return orbit;
}

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

// --- Rooks.

using Rook = std::vector<std::int8_t>;  // the value at each of the 2n places, from the left
constexpr std::int8_t kEmpty = -100;

struct RennerStep {
  std::vector<std::size_t> emptied = {};                            // of an idempotent
  std::vector<std::pair<std::size_t, std::size_t>> exchanged = {};  // of a reflection

  Rook operator()(Rook rook) const {
    for (const std::size_t place : emptied) rook[place] = kEmpty;
    for (const auto& [left, right] : exchanged) {
      if (rook[left] == rook[right]) continue;
      if (rook[left] > rook[right]) return rook;
      for (const auto& [p, q] : exchanged) std::swap(rook[p], rook[q]);
      return rook;
    }
    return rook;
  }
};

/// Idempotents first, then reflections from the end of the diagram where types differ.
std::vector<RennerStep> renner_steps(char type, int n) {
  const auto place = [n](int i) { return static_cast<std::size_t>(i < 0 ? n + i : n + i - 1); };
  std::vector<RennerStep> steps(1);
  for (int i = 1; i <= n; ++i) steps[0].emptied.push_back(place(-i));
  if (type == 'B') {
    steps.push_back({.exchanged = {{place(-1), place(1)}}});
  } else {
    steps.push_back(steps[0]);
    steps[1].emptied[0] = place(1);
    steps.push_back({.exchanged = {{place(-2), place(1)}, {place(-1), place(2)}}});
  }
  for (int i = 1; i < n; ++i) steps.push_back({.exchanged = {{place(i), place(i + 1)}, {place(-i - 1), place(-i)}}});
  return steps;
}

}  // namespace

Generators bihecke_of_type(char type, unsigned rank, StopCheck& stop) {
  constexpr std::size_t kMostElements = 1'000'000;
  const Roots roots(cartan_matrix(type, rank));
  // w as the images of all roots: (ws)(a) = w(s(a)).
  using Element = std::vector<std::uint16_t>;
  Element identity(roots.size());
  std::iota(identity.begin(), identity.end(), std::uint16_t{0});
  const Orbit<Element> group = orbit_of(identity, rank, kMostElements, fmt::format("Coxeter group {}{}", type, rank), stop,
                                        [&](const Element& w, std::size_t s) {
                                          Element product(w.size());
                                          for (std::size_t a = 0; a < w.size(); ++a) product[a] = w[roots.reflection(s)[a]];
                                          return product;
                                        });
  Generators generators{.degree = group.elements.size(), .images = {}, .monoid = true};
  for (const bool up : {true, false}) {
    for (unsigned s = 0; s < rank; ++s) {
      for (Point w = 0; w < group.elements.size(); ++w) {
        const bool longer = roots.positive(group.elements[w][s]);
        generators.images.push_back(longer == up ? group.images[s][w] : w);
      }
    }
  }
  return generators;
}

Generators renner_of_type(char type, unsigned rank, StopCheck& stop) {
  constexpr std::size_t kMostRooks = 4'000'000;
  if ((type != 'B' && type != 'D') || rank < (type == 'B' ? 1U : 2U) || rank > 9)
    throw InputError(
        fmt::format("'{}{}' is not a type of 0-Renner monoids that is known here: these are B1..B9 and D2..D9", type, rank));
  const std::vector<RennerStep> steps = renner_steps(type, static_cast<int>(rank));
  Rook identity;
  for (int i = -static_cast<int>(rank); i <= static_cast<int>(rank); ++i) {
    if (i != 0) identity.push_back(static_cast<std::int8_t>(i));
  }
  const Orbit<Rook> rooks = orbit_of(identity, steps.size(), kMostRooks, fmt::format("Renner monoid of type {}{}", type, rank),
                                     stop, [&](const Rook& rook, std::size_t step) { return steps[step](rook); });
  Generators generators{.degree = rooks.elements.size(), .images = {}, .monoid = true};
  for (const std::vector<Point>& each : rooks.images) generators.images.insert(generators.images.end(), each.begin(), each.end());
  return generators;
}

}  // namespace wreath::semigroup
