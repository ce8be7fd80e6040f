// SPDX-License-Identifier: MIT
//
// Classical families of semigroups, by name.
//
// Most are a few lines of generators; those of other kinds than transformations are in families/kind_families.cpp. Three are
// actions on objects that have to be numbered first: biHecke monoids on the permutations of 1..n in lexicographic order, Renner
// monoids on rook vectors in lexicographic order (ranked by counting the vectors that come before, so that no dictionary is
// needed: Renner 9 has 17572114 of them), and the Temperley-Lieb monoid on itself by right multiplication.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <numeric>

#include "core/data/huge_array.hpp"
#include "core/run/machine.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "semigroup/families/families.hpp"
#include "semigroup/generators.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

namespace {

using Map = std::function<Point(Point)>;

/// Room for `size` images of generators, on huge pages: they are read in any order.
std::vector<Point> large_images(std::size_t size, StopCheck& stop) {
  if (size * sizeof(Point) > available_memory() / 2) {
    throw ResourceError(fmt::format("the generators alone need {} of memory, but only {} is free",
                                    format_bytes(size * sizeof(Point)), format_bytes(available_memory())));
  }
  constexpr std::size_t kPiece = std::size_t{1} << 24;
  std::vector<Point> images;
  images.reserve(size);
  advise_huge_pages(images.data(), size * sizeof(Point));
  while (images.size() < size) {
    images.resize(std::min(size, images.size() + kPiece));
    stop.spend(std::min(size, kPiece));
  }
  return images;
}

Generators from_maps(std::uint64_t degree, std::initializer_list<Map> maps) {
  Generators generators{.degree = degree, .images = {}, .monoid = true};
  for (const Map& map : maps) {
    for (Point p = 0; p < degree; ++p) generators.images.push_back(map(p));
  }
  return generators;
}

void add_map(Generators& generators, const Map& map) {
  for (Point p = 0; p < generators.degree; ++p) generators.images.push_back(map(p));
}

// --- maps of 0..n-1

Map cycle(Point n) {
  return [n](Point p) { return p + 1 < n ? p + 1 : p + 1 == n ? 0 : p; };
}
Map swap_points(Point a, Point b) {
  return [a, b](Point p) { return p == a ? b : p == b ? a : p; };
}
Map send(Point from, Point to) {
  return [from, to](Point p) { return p == from ? to : p; };
}

Generators symmetric(unsigned n) {
  if (n == 1) return from_maps(1, {send(0, 0)});
  return n == 2 ? from_maps(2, {swap_points(0, 1)}) : from_maps(n, {cycle(n), swap_points(0, 1)});
}

Generators cyclic(unsigned n) {
  return from_maps(n, {cycle(n)});
}

Generators full(unsigned n) {
  Generators generators = symmetric(n);
  if (n > 1) add_map(generators, send(0, 1));
  return generators;
}

Generators partial(unsigned n) {
  return partial_maps(full(n), false);
}

Generators symmetric_inverse(unsigned n) {
  return partial_maps(symmetric(n), true);
}

Generators catalan(unsigned n) {
  Generators generators{.degree = n, .images = {}, .monoid = true};
  for (Point i = 0; i + 1 < n; ++i) add_map(generators, send(i + 1, i));
  if (n == 1) add_map(generators, send(0, 0));
  return generators;
}

Generators order_preserving(unsigned n) {
  Generators generators{.degree = n, .images = {}, .monoid = true};
  for (Point i = 0; i + 1 < n; ++i) add_map(generators, send(i, i + 1));
  const Generators down = catalan(n);
  generators.images.insert(generators.images.end(), down.images.begin(), down.images.end());
  return generators;
}

Generators orientation_preserving(unsigned n) {
  return n == 1 ? cyclic(1) : from_maps(n, {cycle(n), send(1, 0)});
}

// --- biHecke: on permutations

Generators bihecke(unsigned n, StopCheck& stop) {
  std::vector<std::uint64_t> factorial(n + 1, 1);
  for (unsigned i = 1; i <= n; ++i) factorial[i] = factorial[i - 1] * i;
  const auto degree = static_cast<Point>(factorial[n]);
  Generators generators{.degree = degree, .images = {}, .monoid = true};
  if (n == 1) return from_maps(1, {send(0, 0)});
  generators.images = large_images(std::size_t{2} * (n - 1) * degree, stop);
  std::vector<unsigned> values(n);
  std::iota(values.begin(), values.end(), 0);
  for (Point at = 0; at < degree; ++at) {
    stop.spend(n * n);
    for (unsigned i = 0; i + 1 < n; ++i) {
      // The Lehmer code's digits i, i+1 are (c, d); the swap makes them (d+1, c) where ascending (c <= d), (d, c-1) where
      // descending, and leaves the others.
      const auto smaller_after = [&](unsigned k) {
        return static_cast<std::int64_t>(
            std::count_if(values.begin() + k + 1, values.end(), [&](unsigned v) { return v < values[k]; }));
      };
      const std::int64_t c = smaller_after(i);
      const std::int64_t d = smaller_after(i + 1);
      const bool ascending = values[i] < values[i + 1];
      const std::int64_t c2 = ascending ? d + 1 : d;
      const std::int64_t d2 = ascending ? c : c - 1;
      const std::int64_t step =
          (c2 - c) * static_cast<std::int64_t>(factorial[n - 1 - i]) + (d2 - d) * static_cast<std::int64_t>(factorial[n - 2 - i]);
      const auto swapped = static_cast<Point>(at + step);
      generators.images[std::size_t{i} * degree + at] = ascending ? swapped : at;
      generators.images[std::size_t{n - 1 + i} * degree + at] = ascending ? at : swapped;
    }
    std::next_permutation(values.begin(), values.end());
  }
  return generators;
}

// --- Renner: on rook vectors

/// Rook vectors of length n in lexicographic order: entries 0..n, the nonzero ones distinct.
class RookVectors {
 public:
  explicit RookVectors(unsigned n) : n_(n) {
    // count_[m][u]: vectors of length m whose nonzero entries come from a set of u values
    for (unsigned u = 0; u <= n; ++u) count_[0][u] = 1;
    for (unsigned m = 1; m <= n; ++m) {
      for (unsigned u = 0; u <= n; ++u) count_[m][u] = count_[m - 1][u] + (u > 0 ? u * count_[m - 1][u - 1] : 0);
    }
  }
  std::uint64_t size() const { return count_[n_][n_]; }

  /// How many vectors with the same entries before place i have a smaller one there; `unused` has the values not used before.
  std::uint64_t before(unsigned i, unsigned entry, unsigned unused) const {
    if (entry == 0) return 0;
    const auto free_values = static_cast<unsigned>(__builtin_popcount(unused));
    const auto smaller = static_cast<unsigned>(__builtin_popcount(unused & ((1U << entry) - 1)));
    return count_[n_ - 1 - i][free_values] + smaller * (free_values > 0 ? count_[n_ - 1 - i][free_values - 1] : 0);
  }
  std::uint64_t rank(std::span<const unsigned> vector) const {
    std::uint64_t rank = 0;
    unsigned unused = ((1U << n_) - 1) << 1;
    for (unsigned i = 0; i < n_; ++i) {
      rank += before(i, vector[i], unused);
      unused &= ~(vector[i] == 0 ? 0U : 1U << vector[i]);
    }
    return rank;
  }

  /// visit(rank, vector) for each in order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    std::vector<unsigned> vector(n_);
    std::uint64_t rank = 0;
    descend(0, ((1U << n_) - 1) << 1, vector, rank, visit);
  }

 private:
  template <class Visit>
  void descend(unsigned i, unsigned unused, std::vector<unsigned>& vector, std::uint64_t& rank, const Visit& visit) const {
    if (i == n_) return visit(rank++, vector);
    vector[i] = 0;
    descend(i + 1, unused, vector, rank, visit);
    for (unsigned left = unused; left != 0; left &= left - 1) {
      vector[i] = static_cast<unsigned>(__builtin_ctz(left));
      descend(i + 1, unused & ~(1U << vector[i]), vector, rank, visit);
    }
  }

  unsigned n_;
  std::array<std::array<std::uint64_t, 16>, 16> count_{};
};

Generators renner(unsigned n, StopCheck& stop) {
  const RookVectors rooks(n);
  const std::uint64_t degree = rooks.size();
  Generators generators{.degree = degree, .images = large_images(n * degree, stop), .monoid = true};
  rooks.for_each([&](std::uint64_t at, std::vector<unsigned>& vector) {
    stop.spend(n);
    const unsigned first = std::exchange(vector[0], 0U);
    generators.images[at] = static_cast<Point>(first == 0 ? at : rooks.rank(vector));
    vector[0] = first;
    unsigned unused = ((1U << n) - 1) << 1;
    for (unsigned i = 0; i + 1 < n; ++i) {
      const unsigned a = vector[i];
      const unsigned b = vector[i + 1];
      const unsigned without_a = unused & ~(a == 0 ? 0U : 1U << a);
      std::uint64_t image = at;
      if (a < b) {
        image -= rooks.before(i, a, unused) + rooks.before(i + 1, b, without_a);
        image += rooks.before(i, b, unused) + rooks.before(i + 1, a, unused & ~(1U << b));
      }
      generators.images[(i + 1) * degree + at] = static_cast<Point>(image);
      unused = without_a;
    }
  });
  return generators;
}

// --- the list

/// A family whose generators take no time.
template <Generators (*Make)(unsigned)>
Generators quick(unsigned n, StopCheck& /*stop*/) {
  return Make(n);
}

struct Family {
  FamilyInfo info;
  unsigned most;  // n beyond this would pass 2^31 points or all memory
  Generators (*make)(unsigned n, StopCheck& stop);
  Generators (*make_over)(unsigned n, unsigned q) = nullptr;  // for those that take a field as well
};

constexpr std::array kFamilies{
    Family{{"bihecke",
            "biHecke monoid of S_n, on the n! permutations; 3, 23, 477, 31103, 7505009 for n = 2..6. bihecke:B3: of another "
            "Coxeter group"},
           10,
           bihecke},
    Family{{"renner",
            "Renner monoid at q=0, on rook vectors; 2, 7, 34, 209, 1546, 13327, 130922 for n = 1..7. renner:B3, renner:D4: of "
            "other types"},
           10,
           renner},
    Family{{"full", "all maps of n points; n^n"}, 65536, quick<full>},
    Family{{"partial", "all partial maps of n points; (n+1)^n"}, 65536, quick<partial>},
    Family{{"symmetric", "all permutations of n points; n!"}, 65536, quick<symmetric>},
    Family{{"symmetric-inverse", "partial permutations (rook monoid); 2, 7, 34, 209, 1546"}, 65536, quick<symmetric_inverse>},
    Family{{"cyclic", "powers of one cycle; n"}, 1U << 24, quick<cyclic>},
    Family{{"order", "order-preserving maps of n points; binomial(2n-1, n)"}, 4096, quick<order_preserving>},
    Family{{"orientation", "orientation-preserving maps of n points; n binomial(2n-1, n) - n(n-1)"},
           65536,
           quick<orientation_preserving>},
    Family{{"catalan", "order-preserving maps that move no point up; Catalan numbers"}, 4096, quick<catalan>},
    Family{{"temperley-lieb", "planar pairings of 2n dots (Jones monoid); Catalan numbers"}, 14, temperley_lieb},
    Family{{"partition", "all bipartitions of n points; Bell numbers of 2n: 2, 15, 203, 4140"}, 64, quick<partition>},
    Family{{"brauer", "bipartitions whose blocks are pairs; (2n-1)!! = 1, 3, 15, 105, 945"}, 64, quick<brauer>},
    Family{{"jones", "planar bipartitions whose blocks are pairs; Catalan numbers"}, 64, quick<jones>},
    Family{{"motzkin", "planar bipartitions with blocks of 1 or 2 points; Motzkin numbers of 2n: 2, 9, 51, 323"},
           64,
           quick<motzkin>},
    Family{{"boolean", "all Boolean n x n matrices; 2^(n^2)"}, 5, quick<boolean_matrices>},
    Family{{"unitriangular-boolean", "upper unitriangular Boolean matrices; 2^(n(n-1)/2)"}, 64, quick<unitriangular_boolean>},
    Family{{"reflexive-boolean", "Boolean matrices with ones on the diagonal; 2^(n(n-1))"}, 5, reflexive_boolean},
    Family{{"gl", "invertible n x n matrices over the field with q elements"}, 64, nullptr, general_linear},
    Family{{"matrices", "all n x n matrices over the field with q elements; q^(n^2)"}, 64, nullptr, full_matrices},
};

/// The family of that name, whatever follows a ':'; null if there is none.
const Family* find_family(std::string_view name) {
  const auto found =
      std::ranges::find(kFamilies, name.substr(0, name.find(':')), [](const Family& family) { return family.info.name; });
  return found == kFamilies.end() ? nullptr : &*found;
}

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

/// Throws LimitReached if the run is to stop first.
template <class Make>
Generators checked(const Make& make, RunControl* run) {
  StopCheck stop = stop_check(run);
  try {
    return make(stop);
  } catch (const Stopped&) {
    throw LimitReached("the run was stopped before the generators were made");
  }
}

std::string_view arguments_of(std::string_view name) {
  return find_family(name)->make_over != nullptr ? "n,q" : "n";
}

}  // namespace

bool is_family_name(std::string_view text) {
  const std::string_view name = without_builtin(text);
  return find_family(name) != nullptr && name.find(':') != std::string_view::npos;
}

Generators make_family(std::string_view text, RunControl* run) {
  const std::string_view name = without_builtin(text);
  const std::size_t colon = name.find(':');
  const Family* family = find_family(name);
  if (family == nullptr) {
    std::vector<std::string> names;
    names.reserve(std::size(kFamilies));
    for (const Family& known : kFamilies) names.emplace_back(known.info.name);
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) {
      for (std::string& known : names) known += fmt::format(":{}", arguments_of(known));
      hint = fmt::format("; the families are {}", fmt::join(names, ", "));
    }
    throw InputError(fmt::format("'{}' is neither a file nor a family of semigroups{}", name, hint));
  }
  const std::string_view number = colon == std::string_view::npos ? std::string_view{} : name.substr(colon + 1);
  if (number.size() == 2 && number[0] >= 'A' && number[0] <= 'Z' && is_decimal(number[1])) {
    const auto rank = static_cast<unsigned>(number[1] - '0');
    if (family->info.name == "bihecke")
      return checked([&](StopCheck& stop) { return bihecke_of_type(number[0], rank, stop); }, run);
    if (family->info.name == "renner")
      return checked([&](StopCheck& stop) { return renner_of_type(number[0], rank, stop); }, run);
  }
  const bool over_field = family->make_over != nullptr;
  unsigned n = 0;
  unsigned q = 0;
  const char* const last = number.data() + number.size();
  auto read = std::from_chars(number.data(), last, n);
  if (over_field && read.ec == std::errc{} && read.ptr != last && *read.ptr == ',') read = std::from_chars(read.ptr + 1, last, q);
  if (read.ec != std::errc{} || read.ptr != last || n == 0 || n > family->most || (over_field && q == 0)) {
    if (over_field) throw InputError(fmt::format("'{0}': {1} takes two numbers, n,q, as in {1}:3,5", name, family->info.name));
    throw InputError(fmt::format("'{}': {} takes one number from 1 to {}, as in {}:3", name, family->info.name, family->most,
                                 family->info.name));
  }
  return over_field ? family->make_over(n, q) : checked([&](StopCheck& stop) { return family->make(n, stop); }, run);
}

std::span<const FamilyInfo> families() {
  static const auto infos = [] {
    std::array<FamilyInfo, kFamilies.size()> all;
    std::ranges::transform(kFamilies, all.begin(), [](const Family& family) { return family.info; });
    return all;
  }();
  return infos;
}

std::string family_help() {
  std::string text;
  for (const FamilyInfo& family : families())
    text += fmt::format("  {:<24} {}\n", fmt::format("{}:{}", family.name, arguments_of(family.name)), family.description);
  return text;
}

}  // namespace wreath::semigroup
