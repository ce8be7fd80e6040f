// SPDX-License-Identifier: MIT
//
// Most are a few generators. Those of the monoid of all Boolean n x n matrices are known by Devadze's theorem: the symmetric
// group, two elementary matrices, and one of each class of prime matrices up to permutations of rows and columns; a matrix is
// prime if it is not a permutation and in each of its factorisations one factor is.
#include "semigroup/families/families.hpp"
#include "semigroup/generators.hpp"

#include <algorithm>

#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/semiring.hpp"

namespace wreath::semigroup {

namespace {

using Row = std::vector<Point>;

Generators of_kind(const ElementKind& kind) {
  return {.degree = row_length(kind), .images = {}, .monoid = true, .kind = kind};
}
void add_row(Generators& generators, const Row& row) {
  generators.images.insert(generators.images.end(), row.begin(), row.end());
}

// --- bipartitions: points 0..n-1 above, n..2n-1 below

Row joined(Row blocks, std::size_t a, std::size_t b) {
  const Point from = blocks[b];
  const Point to = blocks[a];
  std::ranges::replace(blocks, from, to);
  return blocks;
}
Row identity_blocks(unsigned n) {
  return identity_of({.name = KindName::bipartition, .size = n});
}
/// Joins points i and i+1 above, and below.
Row hook_blocks(unsigned n, unsigned i) {
  Row blocks = identity_blocks(n);
  blocks[i + 1] = blocks[i];
  blocks[n + i] = blocks[n + i + 1] = i + 1;
  return blocks;
}
Row crossed_blocks(unsigned n, unsigned i) {
  Row blocks = identity_blocks(n);
  std::swap(blocks[n + i], blocks[n + i + 1]);
  return blocks;
}
/// Cuts the block of points i above and below in two.
Row cut_blocks(unsigned n, unsigned i) {
  Row blocks = identity_blocks(n);
  blocks[n + i] = n;
  return blocks;
}

Generators finished(Generators generators) {
  normalise(generators);
  return generators;
}

// --- matrices

Row matrix_of(std::span<const std::uint64_t> rows, unsigned n) {
  Row entries;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < n; ++j) entries.push_back(static_cast<Point>(rows[i] >> j & 1));
  }
  return entries;
}

/// The permutation matrices of a cycle of all rows and of a swap of two.
void add_permutations(Generators& generators, unsigned n) {
  const auto add = [&](auto image) {
    Row entries(std::size_t{n} * n);
    for (unsigned i = 0; i < n; ++i) entries[i * n + image(i)] = 1;
    add_row(generators, entries);
  };
  if (n > 2) add([n](unsigned i) { return (i + 1) % n; });
  if (n > 1) add([](unsigned i) { return i < 2 ? 1 - i : i; });
}

constexpr std::uint64_t kPrimes3[][3] = {{3, 5, 6}};
constexpr std::uint64_t kPrimes4[][4] = {{1, 6, 10, 12}, {3, 5, 9, 14}, {3, 5, 10, 12}};
constexpr std::uint64_t kPrimes5[][5] = {{1, 2, 12, 20, 24}, {1, 6, 10, 18, 28}, {1, 6, 10, 20, 24},
                                         {3, 5, 9, 17, 30},  {3, 5, 9, 18, 28},  {3, 5, 10, 20, 24},
                                         {3, 5, 10, 20, 25}, {3, 5, 10, 22, 25}, {3, 5, 14, 22, 25}};

template <std::size_t kRows, std::size_t kCount>
void add_primes(Generators& generators, const std::uint64_t (&primes)[kCount][kRows]) {
  for (const auto& prime : primes) add_row(generators, matrix_of(prime, kRows));
}

}  // namespace

Generators partial_maps(const Generators& total, bool injective) {
  const ElementKind kind{.name = injective ? KindName::partial_permutation : KindName::partial_transformation,
                         .size = total.degree};
  Generators generators{.degree = total.degree, .images = total.images, .monoid = true, .kind = kind};
  Row undefined = identity_of(kind);
  undefined[0] = kUndefined;
  add_row(generators, undefined);
  return generators;
}

Generators partition(unsigned n) {
  Generators generators = of_kind({.name = KindName::bipartition, .size = n});
  if (n > 2) {
    Row cycle = identity_blocks(n);
    for (unsigned i = 0; i < n; ++i) cycle[n + (i + 1) % n] = i;
    add_row(generators, cycle);
  }
  if (n > 1) add_row(generators, crossed_blocks(n, 0));
  add_row(generators, cut_blocks(n, 0));
  if (n > 1) add_row(generators, joined(identity_blocks(n), 0, 1));
  return finished(std::move(generators));
}

Generators jones(unsigned n) {
  Generators generators = of_kind({.name = KindName::bipartition, .size = n});
  for (unsigned i = 0; i + 1 < n; ++i) add_row(generators, hook_blocks(n, i));
  if (n == 1) add_row(generators, identity_blocks(n));
  return finished(std::move(generators));
}

Generators temperley_lieb(unsigned n, StopCheck& stop) {
  constexpr std::uint64_t kProductSteps = 1024;  // of a product and its look-up, for the stop check
  const Generators diagrams = jones(n);
  const std::size_t letters = diagrams.count();
  const std::unique_ptr<Backend> monoid = kind_of(diagrams.kind).make_backend(diagrams, 1);
  Row products;  // of each diagram by all generators
  while (products.size() / letters < monoid->size()) {
    const auto first = static_cast<Index>(products.size() / letters);
    const Index last = first + static_cast<Index>(std::min<std::size_t>(monoid->size() - first, monoid->batch()));
    stop.spend((last - first) * letters * kProductSteps);
    const std::span<const Index> found = monoid->expand({first, last, {}}, true).results;
    products.insert(products.end(), found.begin(), found.end());
  }
  Generators acting{.degree = monoid->size(), .images = Row(products.size()), .monoid = true};
  for (std::size_t k = 0; k < products.size(); ++k) acting.images[k % letters * acting.degree + k / letters] = products[k];
  return acting;
}

Generators brauer(unsigned n) {
  Generators generators = jones(n);
  for (unsigned i = 0; i + 1 < n; ++i) add_row(generators, crossed_blocks(n, i));
  return finished(std::move(generators));
}

Generators motzkin(unsigned n) {
  Generators generators = n == 1 ? of_kind({.name = KindName::bipartition, .size = n}) : jones(n);
  for (unsigned i = 0; i < n; ++i) add_row(generators, cut_blocks(n, i));
  for (unsigned i = 0; i + 1 < n; ++i) {
    // A line that moves one place to the right, and one that moves one place to the left.
    for (const bool right : {true, false}) {
      const unsigned from = right ? i : i + 1;
      const unsigned to = right ? i + 1 : i;
      Row blocks = identity_blocks(n);
      blocks[to] = n;
      blocks[n + from] = n + 1;
      blocks[n + to] = from;
      add_row(generators, blocks);
    }
  }
  return finished(std::move(generators));
}

Generators boolean_matrices(unsigned n) {
  const ElementKind kind{.name = KindName::boolean, .size = n};
  Generators generators = of_kind(kind);
  add_permutations(generators, n);
  Row elementary = identity_of(kind);
  if (n > 1) {
    elementary[1] = 1;
    add_row(generators, elementary);
  }
  Row smaller = identity_of(kind);
  smaller[0] = 0;
  add_row(generators, smaller);
  if (n == 3) add_primes(generators, kPrimes3);
  if (n == 4) add_primes(generators, kPrimes4);
  if (n == 5) add_primes(generators, kPrimes5);
  return generators;
}

Generators unitriangular_boolean(unsigned n) {
  const ElementKind kind{.name = KindName::boolean, .size = n};
  Generators generators = of_kind(kind);
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = i + 1; j < n; ++j) {
      Row entries = identity_of(kind);
      entries[i * n + j] = 1;
      add_row(generators, entries);
    }
  }
  if (n == 1) add_row(generators, identity_of(kind));
  return generators;
}

Generators general_linear(unsigned n, unsigned q) {
  const ElementKind kind{.name = KindName::field, .size = n, .order = q};
  require_valid(kind);
  Generators generators = of_kind(kind);
  add_permutations(generators, n);
  if (n > 1) {
    Row transvection = identity_of(kind);
    transvection[1] = 1;
    add_row(generators, transvection);
  }
  if (q > 2 || n == 1) {
    const Semiring field = make_semiring(kind);
    std::uint8_t root = 1;  // the least element whose powers are all others but 0
    for (unsigned powers = 0; powers != q - 1;) {
      if (q > 2) ++root;
      std::uint8_t power = root;
      for (powers = 1; power != 1; ++powers) power = field.product(power, root);
    }
    Row scaled = identity_of(kind);
    scaled[0] = root;
    add_row(generators, scaled);
  }
  return generators;
}

Generators full_matrices(unsigned n, unsigned q) {
  Generators generators = general_linear(n, q);
  Row smaller = identity_of(generators.kind);
  smaller[0] = 0;
  add_row(generators, smaller);
  return generators;
}

}  // namespace wreath::semigroup
