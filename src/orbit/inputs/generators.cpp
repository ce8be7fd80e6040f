// SPDX-License-Identifier: MIT
#include "wreath/orbit/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/data/hash.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "orbit/inputs/families.hpp"
#include "orbit/spaces/keys.hpp"

namespace wreath::orbit {

std::vector<std::uint32_t> times(const Generators& generators, const std::vector<std::uint32_t>& a,
                                 const std::vector<std::uint32_t>& b) {
  if (generators.moves == Moves::permutations) return multiply(a, b);
  const std::size_t n = generators.degree;
  const FiniteRing ring = ring_of(generators);
  std::vector<std::uint32_t> product(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      std::uint32_t& sum = product[i * n + j];
      for (std::size_t k = 0; k < n; ++k) sum = ring.add(sum, ring.multiply(a[i * n + k], b[k * n + j]));
    }
  }
  return product;
}

namespace {

constexpr Named<Metric> kMetricNames[] = {{Metric::quarter, "quarter"}, {Metric::half, "half"}};
constexpr Named<Inverses> kInversesNames[] = {{Inverses::automatic, "auto"}, {Inverses::yes, "yes"}, {Inverses::no, "no"}};
constexpr std::size_t kMostGenerators = 65535;
constexpr std::uint32_t kMostRows = 32;        // of a matrix
constexpr std::uint32_t kMostModulus = 65536;  // of its entries

using Row = std::vector<std::uint32_t>;

Row row_of(const Generators& generators, std::size_t g) {
  const auto row = generators.row(g);
  return {row.begin(), row.end()};
}

Row one(const Generators& generators) {
  if (generators.moves == Moves::permutations) return identity_of(generators.degree);
  Row identity(std::size_t{generators.degree} * generators.degree);
  for (std::size_t i = 0; i < generators.degree; ++i) identity[i * generators.degree + i] = 1;
  return identity;
}

/// The powers 2, 3, ... of a generator before the identity.
std::vector<Row> powers(const Generators& generators, std::size_t g, std::size_t most) {
  const Row base = row_of(generators, g);
  const Row identity = one(generators);
  std::vector<Row> found;
  for (Row power = times(generators, base, base); base != identity && power != identity; power = times(generators, power, base)) {
    found.push_back(power);
    if (found.size() > most) {
      throw InputError(fmt::format("the generator {} has more than {} powers; leave out {}", generators.names[g], most,
                                   option("metric", "half")));
    }
  }
  return found;
}

bool is_group(const Generators& generators) {
  return generators.moves == Moves::permutations || generators.moves == Moves::matrices;
}

void require_permutation(const Generators& generators, std::size_t g) {
  const auto row = generators.row(g);
  std::vector<bool> seen(generators.degree);
  for (std::size_t p = 0; p < row.size(); ++p) {
    if (row[p] >= generators.degree) {
      throw InputError(fmt::format("generator {} sends point {} to {}, which is not a point: points are 0..{}", g, p, row[p],
                                   generators.degree - 1));
    }
    if (seen[row[p]]) throw InputError(fmt::format("generator {} is not a permutation: two points have the image {}", g, row[p]));
    seen[row[p]] = true;
  }
}

/// Rows are combined as Euclid does: the determinant is a unit if each column can be cleared to one.
bool is_invertible(const Generators& generators, std::size_t g) {
  const std::size_t n = generators.degree;
  const std::uint64_t m = generators.modulus;
  Row a = row_of(generators, g);
  if (generators.over_field) {
    reduce_rows(a, n, ring_of(generators));
    return a.size() == n * n;
  }
  for (std::size_t column = 0; column < n; ++column) {
    for (std::size_t i = column + 1; i < n; ++i) {
      while (a[i * n + column] != 0) {
        const std::uint64_t quotient = a[column * n + column] / a[i * n + column];
        for (std::size_t j = 0; j < n; ++j) {
          const std::uint64_t less = quotient * a[i * n + j] % m;
          a[column * n + j] = static_cast<std::uint32_t>((a[column * n + j] + m - less) % m);
          std::swap(a[column * n + j], a[i * n + j]);
        }
      }
    }
    if (std::gcd(std::uint64_t{a[column * n + column]}, m) != 1) return false;
  }
  return true;
}

}  // namespace

Metric parse_metric(std::string_view name) {
  return value_of<Metric>(name, kMetricNames, "metric");
}
Inverses parse_inverses(std::string_view name) {
  return value_of<Inverses>(name, kInversesNames, "choice about inverses");
}

std::size_t Generators::row_size() const {
  switch (moves) {
    case Moves::permutations: return degree;
    case Moves::matrices: return std::size_t{degree} * degree;
    case Moves::sliding: return 1;
    case Moves::relators: return 1;
    case Moves::hanoi: return 2;
  }
  return 1;
}

void require_valid(const Generators& generators) {
  if (generators.degree == 0) throw InputError("generators need at least one point");
  if (generators.images.size() % generators.row_size() != 0)
    throw InputError(fmt::format("{} numbers are not a whole number of generators", generators.images.size()));
  if (generators.count() == 0) throw InputError("no generators were given");
  if (generators.moves == Moves::matrices) {
    if (generators.degree > kMostRows || generators.modulus < 2 || generators.modulus > kMostModulus)
      throw InputError(
          fmt::format("matrices with {} rows and the modulus {}: they must have at most {} rows, and the modulus must "
                      "be from 2 to {}",
                      generators.degree, generators.modulus, kMostRows, kMostModulus));
    (void)ring_of(generators);  // throws if there is no such field
  }
  if (generators.count() > kMostGenerators)
    throw InputError(fmt::format("{} generators are too many: the limit is {}", generators.count(), kMostGenerators));
  if (!generators.names.empty() && generators.names.size() != generators.count())
    throw InputError(fmt::format("there are {} generators, but {} names", generators.count(), generators.names.size()));
  for (std::size_t g = 0; g < generators.count(); ++g) {
    if (generators.moves == Moves::permutations) require_permutation(generators, g);
    if (generators.moves == Moves::matrices) {
      for (const std::uint32_t entry : generators.row(g)) {
        if (entry >= generators.modulus) {
          throw InputError(
              fmt::format("generator {} has the entry {}, which is not below the modulus {}", g, entry, generators.modulus));
        }
      }
      if (!is_invertible(generators, g))
        throw InputError(fmt::format("generator {} is not invertible {} {}", g,
                                     generators.over_field ? "over the field with order" : "modulo", generators.modulus));
    }
  }
}

std::vector<std::size_t> inverses(const Generators& generators) {
  std::vector<std::size_t> found(generators.count(), generators.count());
  if (generators.moves == Moves::permutations) {
    std::map<Row, std::size_t> numbers;
    for (std::size_t g = 0; g < generators.count(); ++g) numbers.emplace(row_of(generators, g), g);
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const auto at = numbers.find(inverse(row_of(generators, g)));
      if (at != numbers.end()) found[g] = at->second;
    }
    return found;
  }
  for (std::size_t g = 0; g < generators.count(); ++g) {
    for (std::size_t h = 0; h < generators.count() && found[g] == generators.count(); ++h) {
      bool undoes = false;
      if (generators.moves == Moves::matrices)
        undoes = times(generators, row_of(generators, g), row_of(generators, h)) == one(generators);
      if (generators.moves == Moves::relators) undoes = true;  // one stands for all of them
      if (generators.moves == Moves::sliding) undoes = h == (g ^ 1U);
      if (generators.moves == Moves::hanoi)
        undoes = generators.row(g)[0] == generators.row(h)[1] && generators.row(g)[1] == generators.row(h)[0];
      if (undoes) found[g] = h;
    }
  }
  return found;
}

bool is_undirected(const Generators& generators) {
  const std::vector<std::size_t> back = inverses(generators);
  return std::ranges::find(back, generators.count()) == back.end();
}

void complete_generators(Generators& generators, const InputOptions& options, bool has_inverses) {
  name_generators(generators);
  require_valid(generators);
  if (!is_group(generators)) return;
  std::vector<std::pair<Row, std::string>> kept;
  const Row identity = one(generators);
  const auto add = [&](const Row& row, const std::string& name) {
    const bool known = std::ranges::any_of(kept, [&](const auto& each) { return each.first == row; });
    if (!known && row != identity) kept.emplace_back(row, name);
  };
  const bool add_inverses = options.inverses == Inverses::yes || (options.inverses == Inverses::automatic && !has_inverses);
  const std::vector<std::size_t> back = inverses(generators);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    add(row_of(generators, g), generators.names[g]);
    if (add_inverses && generators.moves == Moves::permutations) add(inverse(row_of(generators, g)), generators.names[g] + "'");
    if (add_inverses && generators.moves == Moves::matrices && back[g] == generators.count()) {
      const std::vector<Row> all = powers(generators, g, 1U << 20);
      if (!all.empty()) add(all.back(), generators.names[g] + "'");
    }
    if (options.metric != Metric::half) continue;
    const std::vector<Row> all = powers(generators, g, 1000);
    for (std::size_t k = 0; k < all.size(); ++k) add(all[k], fmt::format("{}{}", generators.names[g], k + 2));
  }
  if (kept.empty()) kept.emplace_back(identity, generators.names[0]);
  generators.images.clear();
  generators.names.clear();
  for (const auto& [row, name] : kept) {
    generators.images.insert(generators.images.end(), row.begin(), row.end());
    generators.names.push_back(name);
  }
}

Generators completed(Generators generators, const InputOptions& options) {
  complete_generators(generators, options, false);
  return generators;
}

Generators undoing(const Generators& generators) {
  Generators back = generators;
  back.images.clear();
  if (generators.moves == Moves::permutations) {
    for (std::size_t g = 0; g < generators.count(); ++g)
      std::ranges::copy(inverse(row_of(generators, g)), std::back_inserter(back.images));
    return back;
  }
  Generators closed = generators;
  if (generators.moves == Moves::matrices) complete_generators(closed, {.inverses = Inverses::yes}, true);
  const std::vector<std::size_t> partner = inverses(closed);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    std::size_t at = 0;
    while (at < closed.count() && !std::ranges::equal(closed.row(at), generators.row(g))) ++at;
    const auto row = at == closed.count() ? generators.row(g) : closed.row(partner[at]);  // one is left out if it is the identity
    back.images.insert(back.images.end(), row.begin(), row.end());
  }
  return back;
}

std::string images_hash(const Generators& generators) {
  return fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(generators.images))));
}

void name_generators(Generators& generators) {
  if (!generators.names.empty()) return;
  for (std::size_t g = 0; g < generators.count(); ++g) generators.names.push_back(fmt::format("s{}", g + 1));
}

std::string print_word(const Word& word, const Generators& generators) {
  std::string text;
  for (const Letter letter : word) text += (text.empty() ? "" : " ") + generators.names[letter];
  return text.empty() ? "1" : text;
}

}  // namespace wreath::orbit
