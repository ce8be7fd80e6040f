// SPDX-License-Identifier: MIT
#include "wreath/group/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/algebra/integers.hpp"
#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "group/products.hpp"
#include "wreath/perm.hpp"

namespace wreath::group {

namespace {

using Numbers = std::vector<std::uint64_t>;

constexpr std::uint64_t kMostFamilyPoints = std::uint64_t{1} << 31;

struct Family {
  std::string_view name;
  std::string_view arguments;
  std::string_view about;
  Generators (*make)(const Numbers& numbers, StopCheck& check);
  std::size_t count;
};

/// The cycle of these points.
Permutation cycle(std::uint64_t degree, std::uint64_t first, std::uint64_t end, StopCheck& check) {
  Permutation x(degree);
  for (std::uint64_t i = 0; i < degree; ++i) {
    check.spend(1);
    x[i] = static_cast<Point>(i < first || i >= end ? i : i + 1 == end ? first : i + 1);
  }
  return x;
}

Generators make_symmetric(const Numbers& a, StopCheck& check) {
  Generators made{.degree = a[0]};
  if (a[0] > 1) made.images = {cycle(a[0], 0, a[0], check)};
  if (a[0] > 2) made.images.push_back(cycle(a[0], 0, 2, check));
  return made;
}
Generators make_alternating(const Numbers& a, StopCheck& check) {
  Generators made{.degree = a[0]};
  if (a[0] > 2) made.images = {cycle(a[0], 0, 3, check)};
  if (a[0] > 3) made.images.push_back(cycle(a[0], a[0] % 2 == 0 ? 1 : 0, a[0], check));
  return made;
}
Generators make_cyclic(const Numbers& a, StopCheck& check) {
  Generators made{.degree = a[0]};
  if (a[0] > 1) made.images = {cycle(a[0], 0, a[0], check)};
  return made;
}
Generators make_dihedral(const Numbers& a, StopCheck& check) {
  Generators made = make_cyclic(a, check);
  if (a[0] > 2) {
    Permutation& x = made.images.emplace_back(a[0]);
    for (std::uint64_t i = 0; i < a[0]; ++i) {
      check.spend(1);
      x[i] = static_cast<Point>((a[0] - i) % a[0]);
    }
  }
  return made;
}
/// On the projective line: x + 1, x * g^2 and -1/x for a primitive root g; q is the point at infinity.
Generators make_psl(const Numbers& a, StopCheck& check) {
  const std::uint64_t q = a[1];
  if (a[0] != 2 || !is_prime(q)) throw InputError(fmt::format("psl:{},{}: only psl:2,Q for a prime Q is built in", a[0], q));
  Generators made{.degree = q + 1};
  made.images.push_back(cycle(q + 1, 0, q, check));
  const std::uint64_t root = least_primitive_root(q);
  Permutation scale(q + 1);
  Permutation invert(q + 1);
  for (std::uint64_t x = 0; x < q; ++x) {
    check.spend(64);
    scale[x] = static_cast<Point>(x * (root * root % q) % q);
    invert[x] = static_cast<Point>(x == 0 ? q : (q - inverse_modulo(x, q)) % q);
  }
  scale[q] = static_cast<Point>(q);
  invert[q] = 0;
  made.images.push_back(std::move(scale));
  made.images.push_back(std::move(invert));
  return made;
}

constexpr Family kFamilies[] = {
    {"symmetric", "N", "all permutations of N points", make_symmetric, 1},
    {"alternating", "N", "all even permutations of N points", make_alternating, 1},
    {"cyclic", "N", "the powers of a cycle of N points", make_cyclic, 1},
    {"dihedral", "N", "the symmetries of a polygon with N corners", make_dihedral, 1},
    {"psl", "2,Q", "PSL(2,Q) on the Q+1 points of the projective line, for a prime Q", make_psl, 2},
};

const Family* find_family(std::string_view text) {
  const std::string_view name = without_builtin(text);
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return nullptr;
  const auto found = std::ranges::find(kFamilies, name.substr(0, colon), &Family::name);
  return found == std::end(kFamilies) ? nullptr : found;
}

}  // namespace

bool is_family_name(std::string_view name) {
  return find_family(name) != nullptr;
}

Generators make_family(std::string_view text, RunControl* run) {
  const Family* const family = find_family(text);
  if (family == nullptr)
    throw InputError(
        fmt::format("'{}' is neither a file nor a family of permutation groups{}", text, did_you_mean(text, family_names())));
  std::string_view rest = without_builtin(text);
  rest.remove_prefix(rest.find(':') + 1);
  Numbers numbers;
  while (!rest.empty()) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{}) break;
    numbers.push_back(number);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.size() > 1 && rest[0] == ',') rest.remove_prefix(1);
  }
  if (!rest.empty() || numbers.size() != family->count || numbers.back() > kMostFamilyPoints || numbers[0] == 0) {
    throw InputError(fmt::format("'{}': {} is written {}:{}, with numbers from 1 to {}", text, family->name, family->name,
                                 family->arguments, kMostFamilyPoints));
  }
  require_memory(2 * numbers.back() * sizeof(Point), run, fmt::format("'{}'", text));
  Generators made;
  or_limit_reached([&] {
    StopCheck check = stop_check(run);
    made = family->make(numbers, check);
  });
  for (std::size_t g = 0; g < made.images.size(); ++g) made.names.push_back(fmt::format("s{}", g + 1));
  return made;
}

std::string family_help() {
  std::string text;
  for (const Family& family : kFamilies)
    text += fmt::format("  {:<20} {}\n", fmt::format("{}:{}", family.name, family.arguments), family.about);
  return text;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : kFamilies) names.push_back(std::string(family.name) + ":");
  return names;
}

void require_permutations(const Generators& generators, const Machine& machine, RunControl* run) {
  if (generators.degree > kMostPoints)
    throw InputError(
        fmt::format("the group acts on {}, and at most {} are possible", plural(generators.degree, "point"), kMostPoints));
  for (std::size_t g = 0; g < generators.images.size(); ++g) {
    const std::string name = g < generators.names.size() ? generators.names[g] : fmt::format("generator {}", g + 1);
    const std::string source = g < generators.sources.size() ? generators.sources[g] + ": " : "";
    const Permutation& x = generators.images[g];
    if (x.size() != generators.degree) {
      throw InputError(fmt::format("{} has {}, and the group acts on {}: generators must be permutations of the same points",
                                   name, plural(x.size(), "point"), generators.degree));
    }
    try {
      if (const perm::Defect defect = perm::find_defect(x, {.machine = machine}, run))
        throw InputError(fmt::format("{}{} is not a permutation: {}", source, name, defect.sentence(x.size())));
    } catch (const LimitReached&) {
      throw LimitReached(fmt::format("stopped before it was known whether {}{} is a permutation", source, name));
    }
  }
}

std::string cycles_of(std::span<const Point> permutation) {
  std::vector<bool> seen(permutation.size());
  std::string text;
  for (Point i = 0; i < permutation.size(); ++i) {
    if (seen[i] || permutation[i] == i) continue;
    text += "(" + std::to_string(std::uint64_t{i} + 1);
    seen[i] = true;
    for (Point p = permutation[i]; p != i; p = permutation[p]) {
      text += "," + std::to_string(std::uint64_t{p} + 1);
      seen[p] = true;
    }
    text += ")";
  }
  return text.empty() ? "()" : text;
}

}  // namespace wreath::group
