// SPDX-License-Identifier: MIT
//
// The congruence that pairs generate: elements are joined in a forest, and for each pair that joins two classes the products of
// its elements with the generators are paired in turn, along the right Cayley graph, the left one or both.
//
// A pair that joins nothing needs no products: its elements are linked by pairs that were followed.
//
// Cost: at most |S| - 1 pairs join classes, each followed along all generators.
#include <fmt/format.h>

#include "semigroup/congruences/closure.hpp"
#include "wreath/semigroup/congruence.hpp"

namespace wreath::semigroup {

std::vector<std::uint32_t> numbered_classes(JoinedClasses<std::uint32_t>& joined, std::size_t size) {
  std::vector<std::uint32_t> classes(size);
  std::uint32_t count = 0;
  for (std::uint32_t x = 0; x < size; ++x) {  // the root of a class is its first element
    const std::uint32_t root = joined.find(x);
    classes[x] = root == x ? count++ : classes[root];
  }
  return classes;
}

Congruence::Congruence(CongruenceKind kind, std::vector<std::uint32_t> classes) : kind_(kind), classes_(std::move(classes)) {
  for (const std::uint32_t each : classes_) count_ = std::max<std::uint64_t>(count_, each + std::uint64_t{1});
}

Products::Products(Enumeration& enumeration, CongruenceKind kind, RunControl* run)
    : size_(enumeration.size()), letters_(enumeration.generators().count()) {
  if (kind != CongruenceKind::left) graphs_.push_back(enumeration.right_graph(run));
  if (kind != CongruenceKind::right) graphs_.push_back(enumeration.left_graph(run));
}

std::vector<std::uint32_t> Products::close(std::span<const ElementPair> pairs, StopCheck& stop) const {
  JoinedClasses<std::uint32_t> joined(size_);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo(pairs.begin(), pairs.end());
  while (!todo.empty()) {
    const auto [x, y] = todo.back();
    todo.pop_back();
    if (!joined.join(x, y)) continue;
    stop.spend(degree());
    for (std::size_t k = 0; k < degree(); ++k) {
      const std::uint32_t a = product(x, k);
      const std::uint32_t b = product(y, k);
      if (a != b) todo.emplace_back(a, b);
    }
  }
  return numbered_classes(joined, size_);
}

Congruence congruence(Enumeration& enumeration, std::span<const ElementPair> pairs, CongruenceKind kind, RunControl* run) {
  for (const auto& [x, y] : pairs) {
    if (std::max(x, y) >= enumeration.size())
      throw InputError(fmt::format("{} is not an element: there are {}", std::max(x, y), enumeration.size()));
  }
  const Products products(enumeration, kind, run);
  StopCheck stop = stop_check(run);
  std::vector<std::uint32_t> classes;
  or_limit_reached([&] { classes = products.close(pairs, stop); });
  return {kind, std::move(classes)};
}

Generators quotient(const Enumeration& enumeration, const Congruence& congruence) {
  if (congruence.kind() != CongruenceKind::twosided) throw InputError("only a two-sided congruence has a quotient");
  const Generators& generators = enumeration.generators();
  const std::size_t letters = generators.count();
  const std::uint64_t count = congruence.count();
  Generators made{.degree = count + (generators.monoid ? 0 : 1), .images = {}, .monoid = generators.monoid};
  made.images.resize(letters * made.degree);
  const auto right = enumeration.right_graph();
  const auto classes = congruence.classes();
  for (std::size_t g = 0; g < letters; ++g) {
    const std::span<Point> row = std::span(made.images).subspan(g * made.degree, made.degree);
    for (std::size_t x = 0; x < classes.size(); ++x) row[classes[x]] = classes[right[x * letters + g]];
    if (!generators.monoid) row[count] = classes[enumeration.find(generators.row(g)).value()];
  }
  return made;
}

}  // namespace wreath::semigroup
