// SPDX-License-Identifier: MIT
//
// Generators that are not products of the others. In a monoid whose J-classes have one element each (J-trivial) those that are
// left are the only irredundant ones; in others the result depends on their order, and is not always the smallest.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "core/text/units.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/green/sided.hpp"
#include "wreath/semigroup/enumeration.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

bool is_product(const Generators& generators, std::span<const Point> row, RunControl& run) {
  if (generators.images.empty()) return generators.monoid && std::ranges::equal(row, identity_of(generators.kind));
  const bool has_orbits = OrbitStructure::is_made_for(generators.kind);
  if (has_orbits && !generators.kind.is_matrix()) return OrbitStructure(generators).contains(row, &run);
  // A million matrices take less time than their orbits, if almost every one is alone in its class.
  constexpr std::uint64_t kFew = std::uint64_t{1} << 20;
  Enumeration found(generators);
  found.run_until(kFew, &run);
  if (found.find(row)) return true;
  try {
    if (has_orbits && !found.complete() && !run.should_stop()) return OrbitStructure(generators).contains(row, &run);
  } catch (const TooManyVectors&) {
  }
  const bool member = found.position(row, &run).has_value();
  if (!member && !found.complete()) throw LimitReached("the run was stopped before the end");
  return member;
}

}  // namespace

Generators joined(const Generators& generators, const Generators& more) {
  if (more.kind != generators.kind || more.degree != generators.degree) {
    const auto describe = [](const Generators& each) {
      return each.kind.is_transformation()
                 ? "maps of " + counted(each.degree, "point")
                 : fmt::format("elements of the kind {} and size {}", to_string(each.kind), each.kind.size);
    };
    throw InputError(fmt::format("the generators are {}, and those to be added {}", describe(generators), describe(more)));
  }
  Generators larger = generators;
  larger.images.insert(larger.images.end(), more.images.begin(), more.images.end());
  return larger;
}

Generators without_redundant(const Generators& generators, RunControl* given) {
  GivenRun run(given);
  require_valid(generators);
  require_finite(generators);
  Generators left = generators;
  if (left.kind.is_transformation()) left.kind.size = left.degree;
  for (std::size_t g = left.count(); g-- > 0;) {
    const std::vector<Point> row(left.row(g).begin(), left.row(g).end());
    Generators others = left;
    const auto begin = others.images.begin() + static_cast<std::ptrdiff_t>(g * left.degree);
    others.images.erase(begin, begin + static_cast<std::ptrdiff_t>(left.degree));
    // A semigroup keeps a generator.
    if ((!others.images.empty() || others.monoid) && is_product(others, row, run)) left = std::move(others);
  }
  if (left.images.empty()) left.images = identity_of(left.kind);
  left.kind = generators.kind;
  return left;
}

}  // namespace wreath::semigroup
