// SPDX-License-Identifier: MIT
//
// Families that rearrange words, and groups that are given by permutations.
//
// `rearrange` is given, for each place, the place that its letter comes from, as papers about sorting have it. As a permutation,
// the generator sends a place to the place that its letter goes to.
#include <fmt/format.h>

#include <algorithm>

#include "orbit/inputs/families.hpp"

namespace wreath::orbit {

void add_permutation(Generators& generators, std::string name, const Permutation& images) {
  generators.images.insert(generators.images.end(), images.begin(), images.end());
  generators.names.push_back(std::move(name));
}

namespace {

void rearrange(Generators& generators, std::string name, const Permutation& from) {
  add_permutation(generators, std::move(name), inverse(from));
}

Generators on(std::uint32_t degree) {
  return {.degree = degree};
}

void add_rotations(Generators& made, bool both) {
  Permutation left = identity_of(made.degree);
  std::rotate(left.begin(), left.begin() + 1, left.end());
  rearrange(made, "L", left);
  if (both && made.degree > 2) rearrange(made, "R", inverse(left));
}

Permutation with_reversed(std::uint32_t n, std::uint32_t begin, std::uint32_t end) {
  Permutation p = identity_of(n);
  std::reverse(p.begin() + begin, p.begin() + end);
  return p;
}

/// 0..n-1 are letters and n..2n-1 the same letters with a minus: a reversal turns the signs, too.
Permutation with_reversed_signs(std::uint32_t n, std::uint32_t begin, std::uint32_t end) {
  Permutation p = identity_of(2 * n);
  for (std::uint32_t i = begin; i < end; ++i) {
    p[i] = begin + end - 1 - i + n;
    p[i + n] = begin + end - 1 - i;
  }
  return p;
}

/// Both: rotations to the right, too.
template <bool Both>
Generators make_lrx(const FamilyArguments& a) {
  Generators made = on(a[0]);
  add_rotations(made, Both);
  if (a[0] > 2) rearrange(made, "X", with_reversed(a[0], 0, 2));
  return made;
}

Generators make_topspin(const FamilyArguments& a) {
  const std::uint32_t k = a.size() > 1 ? a[1] : 4;
  if (k < 2 || k > a[0]) throw InputError(fmt::format("topspin:{},{}: the second number must be from 2 to {}", a[0], k, a[0]));
  Generators made = on(a[0]);
  add_rotations(made, true);
  rearrange(made, "X", with_reversed(a[0], 0, k));
  return made;
}

/// Of prefixes, or of any block; Signs: of signed letters, which a reversal of one of them changes, too.
template <bool Prefixes, bool Signs>
Generators make_reversals(const FamilyArguments& a) {
  const std::uint32_t n = a[0];
  Generators made = on(Signs ? 2 * n : n);
  for (std::uint32_t i = 0; i < (Prefixes ? 1 : n); ++i) {
    for (std::uint32_t j = i + (Signs ? 1 : 2); j <= n; ++j) {
      rearrange(made, Prefixes ? fmt::format("r{}", j) : fmt::format("r{}-{}", i + 1, j),
                Signs ? with_reversed_signs(n, i, j) : with_reversed(n, i, j));
    }
  }
  return made;
}

void add_swap(Generators& made, std::uint32_t i, std::uint32_t j) {
  Permutation p = identity_of(made.degree);
  std::swap(p[i], p[j]);
  add_permutation(made, fmt::format("({},{})", std::min(i, j) + 1, std::max(i, j) + 1), p);
}

Generators make_star(const FamilyArguments& a) {
  Generators made = on(a[0]);
  for (std::uint32_t j = 1; j < a[0]; ++j) add_swap(made, 0, j);
  return made;
}

Generators make_coxeter(const FamilyArguments& a) {
  Generators made = on(a[0]);
  for (std::uint32_t j = 0; j + 1 < a[0]; ++j) add_swap(made, j, j + 1);
  return made;
}

Generators make_cyclic_coxeter(const FamilyArguments& a) {
  Generators made = make_coxeter(a);
  if (a[0] > 2) add_swap(made, a[0] - 1, 0);
  return made;
}

Generators make_transpositions(const FamilyArguments& a) {
  Generators made = on(a[0]);
  for (std::uint32_t i = 0; i < a[0]; ++i) {
    for (std::uint32_t j = i + 1; j < a[0]; ++j) add_swap(made, i, j);
  }
  return made;
}

Generators make_block_moves(const FamilyArguments& a) {
  Generators made = on(a[0]);
  for (std::uint32_t i = 0; i < a[0]; ++i) {
    for (std::uint32_t j = i + 1; j < a[0]; ++j) {
      for (std::uint32_t k = j + 1; k <= a[0]; ++k) {
        Permutation p = identity_of(a[0]);
        std::rotate(p.begin() + i, p.begin() + j, p.begin() + k);
        rearrange(made, fmt::format("b{}-{}-{}", i + 1, j, k), p);
      }
    }
  }
  return made;
}

/// Blocks i..j-1 and k..l-1 change places; what is between them moves along.
Generators make_block_interchanges(const FamilyArguments& a) {
  const std::uint32_t n = a[0];
  Generators made = on(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      for (std::uint32_t k = j; k < n; ++k) {
        for (std::uint32_t l = k + 1; l <= n; ++l) {
          Permutation p = identity_of(n);
          std::rotate(p.begin() + i, p.begin() + k, p.begin() + l);  // the second block first
          const std::uint32_t moved = i + (l - k);
          std::rotate(p.begin() + moved, p.begin() + moved + (j - i), p.begin() + l);  // then what was between
          rearrange(made, fmt::format("b{}-{},{}-{}", i + 1, j, k + 1, l), p);
        }
      }
    }
  }
  return made;
}

/// All cycles of k points.
Generators make_k_cycles(const FamilyArguments& a) {
  const std::uint32_t n = a[0];
  const std::uint32_t k = a[1];
  if (k < 2 || k > n) throw InputError(fmt::format("k-cycles:{},{}: the second number must be from 2 to {}", n, k, n));
  Generators made = on(n);
  for (std::uint32_t set = 0; set < 1U << n; ++set) {
    if (static_cast<std::uint32_t>(__builtin_popcount(set)) != k) continue;
    std::vector<std::uint32_t> points;
    for (std::uint32_t i = 0; i < n; ++i) {
      if ((set >> i & 1) != 0) points.push_back(i);
    }
    do {
      Permutation p = identity_of(n);
      for (std::uint32_t i = 0; i < k; ++i) p[points[i]] = points[(i + 1) % k];
      std::string name = "(";
      for (std::uint32_t i = 0; i < k; ++i) name += fmt::format("{}{}", i == 0 ? "" : ",", points[i] + 1);
      add_permutation(made, name + ")", p);
    } while (std::next_permutation(points.begin() + 1, points.end()));
    if (made.count() > 5000) throw InputError(fmt::format("k-cycles:{},{} has more than 5,000 generators", n, k));
  }
  return made;
}

/// (1,2)(3,4)... up to each length, and (2,3)(4,5)... likewise.
Generators make_rapaport_m1(const FamilyArguments& a) {
  Generators made = on(a[0]);
  for (std::uint32_t first : {0U, 1U}) {
    Permutation p = identity_of(a[0]);
    for (std::uint32_t i = first; i + 1 < a[0]; i += 2) {
      std::swap(p[i], p[i + 1]);
      add_permutation(made, fmt::format("{}{}", first == 0 ? 'a' : 'b', i / 2 + 1), p);
    }
  }
  return made;
}

/// (1,2), (1,2)(3,4)... and (2,3)(4,5)...
Generators make_rapaport_m2(const FamilyArguments& a) {
  Generators made = on(a[0]);
  add_permutation(made, "I", with_reversed(a[0], 0, 2));
  for (std::uint32_t first : {0U, 1U}) {
    Permutation p = identity_of(a[0]);
    for (std::uint32_t i = first; i + 1 < a[0]; i += 2) std::swap(p[i], p[i + 1]);
    add_permutation(made, first == 0 ? "S" : "K", p);
  }
  return made;
}

/// Points from 1, -1 ends a cycle.
Permutation from_cycles(std::uint32_t n, std::initializer_list<int> cycles) {
  Permutation p = identity_of(n);
  int first = 0;
  int last = 0;
  for (const int point : cycles) {
    if (point < 0) {
      p[static_cast<std::size_t>(last - 1)] = static_cast<std::uint32_t>(first - 1);
      first = last = 0;
      continue;
    }
    if (last != 0) p[static_cast<std::size_t>(last - 1)] = static_cast<std::uint32_t>(point - 1);
    if (first == 0) first = point;
    last = point;
  }
  return p;
}

Generators make_mathieu(const FamilyArguments& a) {
  const std::uint32_t n = a[0];
  if (n != 11 && n != 12 && n != 23 && n != 24) {
    throw InputError(fmt::format("mathieu:{}: the groups are mathieu:11, mathieu:12, mathieu:23 and mathieu:24", n));
  }
  Generators made = on(n);
  const std::uint32_t turning = n == 11 || n == 12 ? 11 : 23;
  Permutation cycle = identity_of(n);
  std::rotate(cycle.begin(), cycle.begin() + 1, cycle.begin() + turning);
  if (n == 11 || n == 12) {
    add_permutation(made, "a", cycle);
    add_permutation(made, "b", from_cycles(n, {3, 7, 11, 8, -1, 4, 10, 5, 6, -1}));
    if (n == 12) add_permutation(made, "c", from_cycles(n, {1, 12, -1, 2, 11, -1, 3, 6, -1, 4, 8, -1, 5, 9, -1, 7, 10, -1}));
  } else {
    add_permutation(made, "a", cycle);
    add_permutation(made, "b",
                    from_cycles(n, {3, 17, 10, 7, 9, -1, 4, 13, 14, 19, 5, -1, 8, 18, 11, 12, 23, -1, 15, 20, 22, 21, 16, -1}));
    if (n == 24) {
      add_permutation(made, "c", from_cycles(n, {1, 24, -1, 2, 23, -1, 3, 12, -1, 4,  16, -1, 5,  18, -1, 6,  10, -1,
                                                 7, 20, -1, 8, 14, -1, 9, 21, -1, 11, 17, -1, 13, 22, -1, 15, 19, -1}));
    }
  }
  return made;
}

constexpr std::uint32_t kMostLetters = 64;

constexpr Family kWordFamilies[] = {
    {{"lrx", "N", "rotate a word of N letters left or right, or swap its first two"}, make_lrx<true>, 1, 1, 2, kMostLetters},
    {{"lx", "N", "rotate left, or swap the first two; directed"}, make_lrx<false>, 1, 1, 2, kMostLetters},
    {{"topspin", "N,K", "rotate, or reverse the first K letters (4 if K is left out)"}, make_topspin, 1, 2, 4, kMostLetters},
    {{"pancake", "N", "reverse a prefix"}, make_reversals<true, false>, 1, 1, 2, kMostLetters},
    {{"burnt-pancake", "N", "reverse a prefix of signed letters, with their signs"}, make_reversals<true, true>, 1, 1, 1, 32},
    {{"reversals", "N", "reverse any block"}, make_reversals<false, false>, 1, 1, 2, 32},
    {{"signed-reversals", "N", "reverse any block of signed letters, with their signs"},
     make_reversals<false, true>,
     1,
     1,
     1,
     32},
    {{"star", "N", "swap the first letter with another"}, make_star, 1, 1, 2, kMostLetters},
    {{"coxeter", "N", "swap two neighbours"}, make_coxeter, 1, 1, 2, kMostLetters},
    {{"cyclic-coxeter", "N", "swap two neighbours on a circle"}, make_cyclic_coxeter, 1, 1, 2, kMostLetters},
    {{"transpositions", "N", "swap any two letters"}, make_transpositions, 1, 1, 2, 32},
    {{"block-moves", "N", "exchange two adjacent blocks"}, make_block_moves, 1, 1, 2, 20},
    {{"block-interchange", "N", "exchange any two blocks"}, make_block_interchanges, 1, 1, 2, 16},
    {{"k-cycles", "N,K", "all cycles of K letters"}, make_k_cycles, 2, 2, 2, 16},
    {{"rapaport-m1", "N", "(1,2)(3,4)... and (2,3)(4,5)... of any length"}, make_rapaport_m1, 1, 1, 2, kMostLetters},
    {{"rapaport-m2", "N", "(1,2), (1,2)(3,4)... and (2,3)(4,5)... in full"}, make_rapaport_m2, 1, 1, 3, kMostLetters},
    {{"mathieu", "N", "the Mathieu group of degree N = 11, 12, 23 or 24, by two or three generators and their inverses"},
     make_mathieu,
     1,
     1,
     11,
     24},
};

}  // namespace

std::span<const Family> word_families() {
  return kWordFamilies;
}

}  // namespace wreath::orbit
