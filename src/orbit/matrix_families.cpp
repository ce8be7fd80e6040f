// SPDX-License-Identifier: MIT
//
// Families that are not permutations: matrices, and puzzles whose moves are not always possible.
#include <fmt/format.h>

#include <bit>

#include "orbit/families.hpp"
#include "orbit/keys.hpp"

namespace wreath::orbit {

Generators make_sliding(const FamilyArguments& a) {
  Generators made{.moves = Moves::sliding, .degree = a[0] * a[1], .modulus = a[1], .images = {0, 1, 2, 3}};
  made.names = {"up", "down", "left", "right"};  // where a tile goes
  made.blank = a.size() > 2 ? a[2] - 1 : made.degree - 1;
  if (made.degree < 2 || made.degree > 64 || made.blank >= made.degree) {
    throw InputError(
        fmt::format("sliding:{}x{}: the board must have 2 to 64 places, and the blank must be on one of them", a[0], a[1]));
  }
  return made;
}

Generators make_hanoi(const FamilyArguments& a) {
  if (a[0] < 2 || a[0] > 16) throw InputError(fmt::format("hanoi:{},{}: the number of pegs must be from 2 to 16", a[0], a[1]));
  const std::uint32_t most_discs = (KeyCodec::kMostWords * 64 - 1) / static_cast<std::uint32_t>(std::bit_width(a[0] - 1));
  if (a[1] > most_discs) {
    throw InputError(
        fmt::format("hanoi:{},{}: the number of discs must be from 1 to {} with {} pegs", a[0], a[1], most_discs, a[0]));
  }
  Generators made{.moves = Moves::hanoi, .degree = a[1], .modulus = a[0]};
  for (std::uint32_t from = 0; from < a[0]; ++from) {
    for (std::uint32_t to = 0; to < a[0]; ++to) {
      if (from == to) continue;
      made.images.insert(made.images.end(), {from, to});
      made.names.push_back(fmt::format("{}-{}", from + 1, to + 1));
    }
  }
  return made;
}

namespace {

void add_elementary(Generators& made, std::uint32_t i, std::uint32_t j, std::uint32_t entry, std::string name) {
  const std::uint32_t n = made.degree;
  std::vector<std::uint32_t> matrix(std::size_t{n} * n);
  for (std::uint32_t k = 0; k < n; ++k) matrix[k * n + k] = 1;
  matrix[i * n + j] = entry;
  made.images.insert(made.images.end(), matrix.begin(), matrix.end());
  made.names.push_back(std::move(name));
}

void add_root(Generators& made, std::uint32_t i, std::uint32_t j) {
  const std::string name = fmt::format("e{}{}", i + 1, j + 1);
  add_elementary(made, i, j, 1, name);
  if (made.modulus > 2) add_elementary(made, i, j, made.modulus - 1, name + "'");
}

Generators matrices(std::string_view family, std::uint32_t n, std::uint32_t modulus) {
  if (n < 2 || n > 32 || modulus < 2 || modulus > 65536) {
    throw InputError(fmt::format("{}:{},{}: the matrices must have 2 to 32 rows, and the modulus must be from 2 to 65536", family,
                                 n, modulus));
  }
  return {.moves = Moves::matrices, .degree = n, .modulus = modulus};
}

}  // namespace

Generators make_sl(const FamilyArguments& a) {
  Generators made = matrices("sl", a[0], a[1]);
  for (std::uint32_t i = 0; i + 1 < a[0]; ++i) {
    add_root(made, i, i + 1);
    add_root(made, i + 1, i);
  }
  return made;
}

Generators make_gl(const FamilyArguments& a) {
  Generators made = make_sl(a);
  const std::uint32_t q = a[1];
  const auto order = [&](std::uint64_t x) {
    std::uint32_t k = 1;
    for (std::uint64_t power = x; power != 1; power = power * x % q) {
      if (++k > q) return 0U;
    }
    return k;
  };
  for (std::uint32_t d = 2; d * d <= q; ++d) {
    if (q % d == 0) throw InputError(fmt::format("gl:{},{}: the modulus must be a prime", a[0], q));
  }
  if (q == 2) return made;
  std::uint32_t root = 2;
  while (order(root) != q - 1) ++root;
  std::uint32_t back = 1;
  while (std::uint64_t{root} * back % q != 1) ++back;
  add_elementary(made, 0, 0, root, "d");
  if (back != root) add_elementary(made, 0, 0, back, "d'");
  return made;
}

Generators make_heisenberg(const FamilyArguments& a) {
  Generators made = matrices("heisenberg", a[0], a[1]);
  for (std::uint32_t i = 1; i + 1 < a[0]; ++i) {
    add_root(made, 0, i);
    add_root(made, i, a[0] - 1);
  }
  return made;
}

}  // namespace wreath::orbit
