// SPDX-License-Identifier: MIT
#include "core/algebra/group_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace wreath {

namespace {

using Element = std::uint32_t;
using Elements = std::vector<Element>;  // in increasing order

/// All products of a group.
class Table {
 public:
  Table(std::uint32_t order, const std::vector<std::vector<Element>>& generators) : order_(order), products_(order) {
    Elements reached{0};
    products_[0].resize(order);
    std::iota(products_[0].begin(), products_[0].end(), 0U);
    for (std::size_t i = 0; i < reached.size(); ++i) {  // products_[y][x] is x*y
      for (const auto& by : generators) {
        const Element next = by[reached[i]];
        if (!products_[next].empty()) continue;
        products_[next].resize(order);
        for (Element x = 0; x < order; ++x) products_[next][x] = by[products_[reached[i]][x]];
        reached.push_back(next);
      }
    }
    for (Element x = 0; x < order; ++x) {
      Element before = 0;  // the power of x before the last
      std::uint32_t exponent = 1;
      for (Element power = x; power != 0; power = times(power, x)) {
        before = power;
        ++exponent;
      }
      orders_.push_back(exponent);
      inverses_.push_back(before);
    }
  }

  std::uint32_t order() const noexcept { return order_; }
  Element times(Element x, Element y) const { return products_[y][x]; }
  Element inverse(Element x) const { return inverses_[x]; }
  std::uint32_t order_of(Element x) const { return orders_[x]; }

 private:
  std::uint32_t order_;
  std::vector<std::vector<Element>> products_;
  std::vector<std::uint32_t> orders_;
  Elements inverses_;
};

Elements all_of(const Table& table) {
  Elements all(table.order());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

/// The subgroup that these generate.
Elements generated(const Table& table, const Elements& generators) {
  std::vector<bool> seen(table.order());
  Elements reached{0};
  seen[0] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Element g : generators) {
      const Element next = table.times(reached[i], g);
      if (!seen[next]) reached.push_back(next);
      seen[next] = true;
    }
  }
  std::ranges::sort(reached);
  return reached;
}

std::size_t count_of_order(const Table& table, const Elements& group, std::uint32_t order) {
  return static_cast<std::size_t>(std::ranges::count_if(group, [&](Element x) { return table.order_of(x) == order; }));
}

bool is_abelian(const Table& table, const Elements& group) {
  return std::ranges::all_of(group, [&](Element x) {
    return std::ranges::all_of(group, [&](Element y) { return table.times(x, y) == table.times(y, x); });
  });
}

/// C_d1 x C_d2 x ..., each d dividing the next.
std::string abelian_name(const Table& table, const Elements& group) {
  std::vector<std::uint64_t> factors;  // from the largest on
  std::uint64_t left = group.size();
  for (std::uint64_t p = 2; left > 1; ++p) {
    if (left % p != 0) continue;
    while (left % p == 0) left /= p;
    // Elements whose order divides p^k: p^(sum over the cyclic factors p^e of min(e, k)).
    std::uint64_t before = 1;
    for (std::uint64_t power = p;; power *= p) {
      const auto here =
          static_cast<std::uint64_t>(std::ranges::count_if(group, [&](Element x) { return power % table.order_of(x) == 0; }));
      std::size_t wide = 0;  // cyclic factors of order p^k at least
      for (std::uint64_t ratio = here / before; ratio > 1; ratio /= p) ++wide;
      if (wide == 0) break;
      factors.resize(std::max(factors.size(), wide), 1);
      for (std::size_t i = 0; i < wide; ++i) factors[i] *= p;
      before = here;
    }
  }
  std::ranges::reverse(factors);
  std::vector<std::string> names;
  for (const std::uint64_t d : factors) names.push_back(fmt::format("C{}", d));
  return fmt::format("{}", fmt::join(names, " x "));
}

/// Dihedral and dicyclic groups: <x> has index 2, and y^-1 x y = x^-1 for one, and so for every other element y.
std::string inverting_name(const Table& table, const Elements& group) {
  const auto half = static_cast<std::uint32_t>(group.size() / 2);
  if (group.size() % 2 != 0 || half < 3) return {};
  for (const Element x : group) {
    if (table.order_of(x) != half) continue;
    const Elements cycle = generated(table, {x});
    const auto outside = std::ranges::find_if(group, [&](Element y) { return !std::ranges::binary_search(cycle, y); });
    const Element y = *outside;
    if (table.times(table.times(table.inverse(y), x), y) != table.inverse(x)) continue;
    if (table.order_of(y) == 2) return half == 3 ? "S3" : fmt::format("D{}", half);
    const bool power_of_two = (half & (half - 1)) == 0;
    return power_of_two ? fmt::format("Q{}", 2 * half) : fmt::format("Dic{}", half / 2);
  }
  return {};
}

std::string known_name(const Table& table, const Elements& group) {
  const std::size_t twos = count_of_order(table, group, 2);
  const std::size_t threes = count_of_order(table, group, 3);
  const std::size_t fives = count_of_order(table, group, 5);
  if (group.size() == 12 && threes == 8) return "A4";
  if (group.size() == 24 && threes == 8 && twos == 9) return "S4";
  if (group.size() == 24 && threes == 8 && twos == 1) return "SL(2,3)";
  if (group.size() == 60 && fives == 24) return "A5";
  if (group.size() == 120 && fives == 24 && twos == 25) return "S5";
  if (group.size() == 120 && fives == 24 && twos == 1) return "SL(2,5)";
  return {};
}

std::string name_of(const Table& table, const Elements& group);

/// A direct product of two normal subgroups.
std::string product_name(const Table& table, const Elements& group) {
  std::set<Elements> closures;
  for (const Element x : group) {
    Elements conjugates;
    for (const Element y : group) conjugates.push_back(table.times(table.times(table.inverse(y), x), y));
    std::ranges::sort(conjugates);
    conjugates.erase(std::ranges::unique(conjugates).begin(), conjugates.end());
    closures.insert(generated(table, conjugates));
  }
  for (const Elements& one : closures) {
    for (const Elements& other : closures) {
      if (one.size() < 2 || one.size() > other.size() || one.size() * other.size() != group.size()) continue;
      Elements both;
      std::ranges::set_intersection(one, other, std::back_inserter(both));
      if (both.size() != 1) continue;
      const std::string first = name_of(table, one);
      const std::string second = name_of(table, other);
      if (!first.empty() && !second.empty()) return first + " x " + second;
    }
  }
  return {};
}

std::string name_of(const Table& table, const Elements& group) {
  if (group.size() == 1) return "C1";
  if (is_abelian(table, group)) return abelian_name(table, group);
  for (const auto attempt : {inverting_name, known_name, product_name}) {
    if (std::string name = attempt(table, group); !name.empty()) return name;
  }
  return {};
}

}  // namespace

std::string group_name(std::uint32_t order, const std::vector<std::vector<std::uint32_t>>& generators) {
  const Table table(order, generators);
  return name_of(table, all_of(table));
}

}  // namespace wreath
