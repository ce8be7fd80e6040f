// SPDX-License-Identifier: MIT
//
// All congruences: those that one pair generates, and what joins of them give.
//
// The products of a pair with the generators are pairs that its congruence relates as well. So the pairs are nodes of a graph,
// and those of one strongly connected component generate the same congruence: it is made once for each component. Every
// congruence is a join of such principal ones. They are joined to each congruence that is known until no new one appears, and
// whatever lies above a congruence lies above one of these joins, so that the joins give the order as well.
//
// Cost: |S|^2 / 2 pairs, with two look-ups for each generator; then |congruences| * |principal ones| joins of |S| elements each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/data/key_table.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/text/units.hpp"
#include "semigroup/congruences/closure.hpp"
#include "semigroup/egg_boxes.hpp"
#include "semigroup/graphs.hpp"
#include "wreath/semigroup/pictures.hpp"

namespace wreath::semigroup {

namespace {

/// Pairs x > y of numbers as one: those of 1, then those of 2, ...
class Triangle {
 public:
  static std::uint64_t count(std::uint64_t numbers) { return numbers * (numbers - (numbers == 0 ? 0 : 1)) / 2; }
  static std::uint64_t number(std::uint64_t x, std::uint64_t y) { return x > y ? x * (x - 1) / 2 + y : y * (y - 1) / 2 + x; }
  static std::pair<std::uint32_t, std::uint32_t> pair(std::uint64_t number) {
    auto x = static_cast<std::uint64_t>((1 + std::sqrt(1.0 + 8.0 * static_cast<double>(number))) / 2);
    while (x * (x - 1) / 2 > number) --x;
    while (x * (x + 1) / 2 <= number) ++x;
    return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(number - x * (x - 1) / 2)};
  }
};

/// One pair for each component of the graph of pairs.
std::vector<ElementPair> distinct_pairs(const Products& products, StopCheck& stop) {
  const std::uint64_t count = Triangle::count(products.size());
  const Components components = strong_components(count, products.degree(), [&](std::size_t node, std::size_t k) {
    stop.spend(1);
    const auto [x, y] = Triangle::pair(node);
    const std::uint32_t a = products.product(x, k);
    const std::uint32_t b = products.product(y, k);
    return a == b ? node : Triangle::number(a, b);  // an edge to itself changes nothing
  });
  std::vector<bool> seen(components.count);
  std::vector<ElementPair> pairs;
  for (std::uint64_t node = 0; node < count; ++node) {
    if (seen[components.of[node]]) continue;
    seen[components.of[node]] = true;
    const auto [x, y] = Triangle::pair(node);
    pairs.emplace_back(y, x);
  }
  return pairs;
}

std::vector<std::uint32_t> join(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  // Classes of a are joined along b: the first element of a class of b with all others.
  JoinedClasses<std::uint32_t> joined(a.size());
  for (const auto classes : {a, b}) {
    std::vector<std::uint32_t> first;
    for (std::uint32_t x = 0; x < classes.size(); ++x) {
      if (classes[x] == first.size()) {
        first.push_back(x);
      } else {
        joined.join(first[classes[x]], x);
      }
    }
  }
  return numbered_classes(joined, a.size());
}

/// Congruences as they are found, numbered, and the order that joins give.
struct Found {
  std::uint64_t most = 0;  // to be found; 0: any number
  KeyTable<std::uint32_t> table = {};
  std::vector<std::optional<ElementPair>> pairs = {};
  std::vector<Cover> above = {};  // (coarser, finer)

  /// Whether there is one more, which shows that these are not all.
  bool is_full() const { return most != 0 && pairs.size() > most; }

  std::uint32_t add(const std::vector<std::uint32_t>& classes, std::optional<ElementPair> pair = {}) {
    const std::uint32_t number = table.intern(classes);
    if (number == pairs.size()) pairs.push_back(pair);
    return number;
  }
};

/// Returns whether all of them were found.
bool join_all(Found& found, RunControl& run, StopCheck& stop) {
  const auto principal = static_cast<std::uint32_t>(found.pairs.size());  // after equality, which is number 0
  for (std::uint32_t c = 0; c < found.pairs.size(); ++c) {
    run.report({"congruences", c, 0, "congruences"});
    const std::vector<std::uint32_t> classes(found.table[c].begin(), found.table[c].end());
    for (std::uint32_t p = 1; p < principal; ++p) {
      stop.spend(2 * classes.size());
      const std::uint32_t number = found.add(join(classes, found.table[p]));
      if (number != c) found.above.emplace_back(number, c);
      if (found.is_full()) return false;
    }
  }
  return true;
}

CongruenceLattice ordered(const Found& found, CongruenceKind kind, bool complete) {
  CongruenceLattice lattice{.complete = complete};
  std::vector<Congruence> all;
  for (std::uint32_t c = 0; c < found.pairs.size(); ++c)
    all.emplace_back(kind, std::vector(found.table[c].begin(), found.table[c].end()));
  if (found.is_full()) all.pop_back();
  std::vector<std::uint32_t> order(all.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t c) { return all[c].count(); });
  std::vector<std::uint64_t> numbers(all.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    numbers[order[k]] = k;
    lattice.congruences.push_back(std::move(all[order[k]]));
    lattice.pairs.push_back(found.pairs[order[k]]);
  }
  if (!complete) return lattice;
  std::vector<Cover> above;
  for (const auto& [upper, lower] : found.above) above.emplace_back(numbers[upper], numbers[lower]);
  lattice.covers = covers_of(all.size(), std::move(above));
  return lattice;
}

}  // namespace

CongruenceLattice all_congruences(Enumeration& enumeration, CongruenceKind kind, std::uint64_t most, RunControl* given) {
  constexpr std::uint64_t kPairBytes = 24;  // of the components: their numbers, low links, and the path
  GivenRun run(given);
  const auto timer = run->phase("congruences");
  const std::uint64_t count = Triangle::count(enumeration.size());
  require_memory(count * kPairBytes, &*run, fmt::format("sorting {} pairs of elements", format_count(count)));
  if (count >= 0xFFFFFFFFU) throw ResourceError("there are too many pairs of elements: at most 92,682 elements are possible");
  const Products products(enumeration, kind, &*run);
  StopCheck stop(*run);
  Found found{.most = most};
  std::vector<std::uint32_t> equality(products.size());
  std::iota(equality.begin(), equality.end(), 0U);
  found.add(equality);
  std::vector<ElementPair> pairs;
  or_limit_reached([&] { pairs = distinct_pairs(products, stop); });
  bool complete = false;
  unless_stopped([&] {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      run->report({"principal congruences", k, pairs.size(), "pairs"});
      found.add(products.close(std::span(&pairs[k], 1), stop), pairs[k]);
      if (found.is_full()) return;
    }
    complete = join_all(found, *run, stop);
  });
  CongruenceLattice lattice = ordered(found, kind, complete);
  lattice.reached_most = found.is_full();
  return lattice;
}

void write_lattice(const std::filesystem::path& path, const CongruenceLattice& lattice) {
  constexpr std::size_t kMostDrawn = 2000;
  require_picture_output(path);
  if (lattice.congruences.size() > kMostDrawn)
    throw InputError(fmt::format("{} congruences are too many for a picture: the limit is {}",
                                 format_count(lattice.congruences.size()), kMostDrawn));
  std::vector<EggBox> boxes;
  for (std::size_t c = 0; c < lattice.congruences.size(); ++c)
    boxes.push_back({.title = fmt::format("{}: {}", c, counted(lattice.congruences[c].count(), "class", "classes")), .rows = {}});
  const BoxOrder order(lattice.covers.begin(), lattice.covers.end());
  write_picture(path, boxes_dot(boxes, order), boxes_svg(boxes, order));
}

}  // namespace wreath::semigroup
