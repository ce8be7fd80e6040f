// SPDX-License-Identifier: MIT
//
// The monoid of reflexive Boolean matrices is J-trivial, so that it has one least set of generators, its irreducible elements.
// They are searched for, one of each class up to the names of the points: that takes longer than all else of a small command.
#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <span>

#include "semigroup/families/families.hpp"

namespace wreath::semigroup {

namespace {

/// Reflexive relations on n <= 5 points as words: bit n*i + j means that i is related to j.
class Relations {
 public:
  explicit Relations(unsigned n) : n_(n), row_mask_((1U << n) - 1) {
    for (unsigned i = 0; i < n; ++i) identity_ |= 1U << (n * i + i);
  }
  std::uint32_t identity() const { return identity_; }
  std::uint32_t all() const { return n_ == 0 ? 0 : (std::uint32_t{1} << (n_ * n_)) - 1; }

  std::uint32_t multiply(std::uint32_t x, std::uint32_t y) const {
    std::uint32_t z = 0;
    for (unsigned i = 0; i < n_; ++i) {
      for (std::uint32_t left = row(x, i); left != 0; left &= left - 1)
        z |= row(y, static_cast<unsigned>(std::countr_zero(left))) << (n_ * i);
    }
    return z;
  }
  /// The largest b with b * c <= a.
  std::uint32_t residual(std::uint32_t a, std::uint32_t c) const {
    std::uint32_t b = 0;
    for (unsigned i = 0; i < n_; ++i) {
      for (unsigned k = 0; k < n_; ++k) {
        if ((row(c, k) & ~row(a, i)) == 0) b |= 1U << (n_ * i + k);
      }
    }
    return b;
  }
  /// Whether it is not a product of two lesser ones. A factor is a part of the product, since the other one is reflexive.
  bool is_irreducible(std::uint32_t a) const {
    const std::uint32_t free = a & ~identity_;
    if (free == 0) return false;
    for (std::uint32_t part = (free - 1) & free;; part = (part - 1) & free) {
      const std::uint32_t c = part | identity_;
      const std::uint32_t b = residual(a, c);
      if (multiply(b, c) == a) {
        if (b != a) return false;
        for (std::uint32_t left = free; left != 0; left &= left - 1) {
          if (multiply(a & ~(left & -left), c) == a) return false;
        }
      }
      if (part == 0) return true;
    }
  }
  std::uint32_t renamed(std::uint32_t a, std::span<const unsigned> names) const {
    std::uint32_t b = 0;
    for (; a != 0; a &= a - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(a));
      b |= 1U << (n_ * names[bit / n_] + names[bit % n_]);
    }
    return b;
  }

 private:
  std::uint32_t row(std::uint32_t x, unsigned i) const { return x >> (n_ * i) & row_mask_; }

  unsigned n_;
  std::uint32_t row_mask_;
  std::uint32_t identity_ = 0;
};

}  // namespace

Generators reflexive_boolean(unsigned n, StopCheck& stop) {
  const Relations relations(n);
  const ElementKind kind{.name = KindName::boolean, .size = n};
  Generators generators{.degree = row_length(kind), .images = {}, .monoid = true, .kind = kind};
  std::set<std::uint32_t> irreducible;
  std::vector<bool> seen(std::size_t{relations.all()} + 1);
  const std::uint32_t free = relations.all() & ~relations.identity();
  for (std::uint32_t part = 0;; part = (part - free) & free) {  // all subsets, in ascending order
    const std::uint32_t a = part | relations.identity();
    if (!seen[a]) {
      stop.spend(std::uint64_t{1} << 17);  // steps, about
      const bool found = relations.is_irreducible(a);
      std::vector<unsigned> names(n);
      std::iota(names.begin(), names.end(), 0U);
      do {
        const std::uint32_t b = relations.renamed(a, names);
        seen[b] = true;
        if (found) irreducible.insert(b);
      } while (std::next_permutation(names.begin(), names.end()));
    }
    if (part == free) break;
  }
  for (const std::uint32_t a : irreducible) {
    for (unsigned bit = 0; bit < n * n; ++bit) generators.images.push_back(a >> bit & 1);
  }
  if (irreducible.empty()) generators.images = identity_of(kind);
  return generators;
}

}  // namespace wreath::semigroup
