// SPDX-License-Identifier: MIT
//
// The families of tensors, from their names.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <utility>

#include "core/text/characters.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr unsigned kMostSide = 64;    // of a structured matrix
constexpr unsigned kMostTerms = 512;  // of a polynomial
constexpr unsigned kMostGroup = 512;  // elements

[[noreturn]] void fail(std::string_view name, std::string_view problem) {
  throw InputError(fmt::format("'{}' is not a tensor: {}", name, problem));
}

/// Reads a number at the front.
std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view token) {
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  if (!text.starts_with(token)) return false;
  text.remove_prefix(token.size());
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  return true;
}

unsigned number_of(std::string_view name, std::string_view& text, unsigned most, std::string_view what) {
  const auto number = take_number(text);
  if (!number || *number == 0 || *number > most) fail(name, fmt::format("{} must be a number from 1 to {}", what, most));
  return *number;
}

// --- matrices with structure

constexpr std::string_view kKinds = "gulskw";

/// Where an entry of a structured matrix comes from: a coordinate, with a sign, or nothing if it is 0.
struct Place {
  unsigned at = 0;
  int sign = 0;
};

struct Structured {
  char kind = 'g';
  unsigned rows = 0;
  unsigned columns = 0;

  Place operator()(unsigned i, unsigned j) const {
    const unsigned low = std::min(i, j);
    const unsigned high = std::max(i, j);
    const unsigned in_triangle = low * (2 * rows - low - 1) / 2 + high;
    switch (kind) {
      case 'u': return {in_triangle, i <= j ? 1 : 0};
      case 'l': return {in_triangle, i >= j ? 1 : 0};
      case 's': return {in_triangle, 1};
      case 'w': return {in_triangle, i <= j ? 1 : -1};
      case 'k': return {i == j ? 0 : in_triangle - low - 1, i == j ? 0 : i < j ? 1 : -1};
      default: return {i * columns + j, 1};
    }
  }
  unsigned size() const {
    if (kind == 'g') return rows * columns;
    return kind == 'k' ? rows * (rows - 1) / 2 : rows * (rows + 1) / 2;
  }
};

/// Row and column of every coordinate: of the first entry that it is.
std::vector<CoordinateLabel> labels_of(const Structured& matrix) {
  std::vector<CoordinateLabel> labels(matrix.size());
  for (unsigned i = matrix.rows; i-- > 0;) {
    for (unsigned j = matrix.columns; j-- > 0;) {
      if (const Place place = matrix(i, j); place.sign != 0) labels[place.at] = {i, j, 0};
    }
  }
  return labels;
}

/// How the result is numbered: all entries, or those of the upper or lower triangle, where the others are 0 or not computed.
char kind_of_result(char left, char right) {
  if (right == 't') return 'u';
  return left == right && (left == 'u' || left == 'l') ? left : 'g';
}

Tensor structured(std::string_view name, char left, char right, std::array<unsigned, 3> sides, std::string_view part) {
  const auto [n, m, p] = sides;
  const Structured first{left, n, m};
  const Structured second{right == 't' ? left : right, right == 't' ? p : m, right == 't' ? m : p};
  const Structured result{kind_of_result(left, right), n, p};
  std::vector<TensorEntry> entries;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned k = 0; k < p; ++k) {
      const Place c = result(i, k);
      const bool is_left_out =
          (c.at == 0 && (part == "a" || part == "c")) || (c.at + 1 == result.size() && (part == "b" || part == "c"));
      if (c.sign == 0 || is_left_out) continue;
      for (unsigned j = 0; j < m; ++j) {
        const Place a = first(i, j);
        const Place b = right == 't' ? second(k, j) : second(j, k);
        if (a.sign * b.sign != 0) entries.push_back({{a.at, b.at, c.at}, a.sign * b.sign});
      }
    }
  }
  const unsigned left_out = part.empty() ? 0 : part == "c" ? 2 : 1;
  return {std::string(name),
          {first.size(), second.size(), result.size()},
          std::move(entries),
          n == m && m == p ? std::optional(MatrixKinds{left, right, n, left_out}) : std::nullopt,
          {labels_of(first), labels_of(second), labels_of(result)}};
}

Tensor structured_of(std::string_view name, std::string_view text) {
  const char left = name[0];
  const char right = name[1];
  std::array<unsigned, 3> sides{};
  sides[0] = number_of(name, text, kMostSide, "the size of the matrices");
  sides[1] = sides[2] = sides[0];
  if (take(text, "x")) {
    if (left != 'g' || right != 't') fail(name, "only gt:NxM has matrices that need not be square");
    sides[1] = number_of(name, text, kMostSide, "the number of columns");
  }
  const std::string_view part = text;
  if (!part.empty() && part != "a" && part != "b" && part != "c")
    fail(name, "after the size there may be a (without the first entry of the result), b (without the last) or c (without both)");
  if (left == 'g' && right == 'g' && part.empty()) fail(name, fmt::format("write {0}x{0}x{0} for general matrices", sides[0]));
  return structured(name, left, right, sides, part);
}

// --- algebras

/// Products of basis elements: x_i x_j = sign * x_k.
using Algebra = std::vector<TensorEntry>;

Tensor of_algebra(std::string name, unsigned size, Algebra products) {
  return {std::move(name), {size, size, size}, std::move(products)};
}

Tensor polynomials(std::string_view name, std::string_view text) {
  const unsigned n = number_of(name, text, kMostTerms, "the number of terms");
  if (!take(text, ",")) fail(name, "write poly:3,4 for polynomials with 3 and with 4 terms");
  const unsigned m = number_of(name, text, kMostTerms, "the number of terms");
  unsigned size = n + m - 1;
  if (take(text, "mod")) {
    if (!take(text, "x^")) fail(name, "write poly:3,4 mod x^3");
    size = std::min(size, number_of(name, text, 2 * kMostTerms, "the exponent"));
  }
  if (!text.empty()) fail(name, "write poly:3,4 or 'poly:3,4 mod x^3'");
  std::vector<TensorEntry> entries;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < m && i + j < size; ++j) entries.push_back({{i, j, i + j}, 1});
  }
  return {std::string(name), {n, m, size}, std::move(entries)};
}

/// Modulo x^n - sign.
Tensor cyclic(std::string_view name, std::string_view text, int sign) {
  const unsigned n = number_of(name, text, kMostTerms, "the length");
  if (!text.empty()) fail(name, "expected one number");
  std::vector<TensorEntry> entries;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < n; ++j) entries.push_back({{i, j, (i + j) % n}, i + j < n ? 1 : sign});
  }
  return of_algebra(std::string(name), n, std::move(entries));
}

Algebra complex_numbers() {
  return {{{0, 0, 0}, 1}, {{0, 1, 1}, 1}, {{1, 0, 1}, 1}, {{1, 1, 0}, -1}};
}

/// With the basis 1, i, j, k.
Algebra quaternions() {
  Algebra products;
  constexpr int kSigns[4][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};
  for (unsigned x = 0; x < 4; ++x) {
    for (unsigned y = 0; y < 4; ++y) products.push_back({{x, y, x ^ y}, kSigns[x][y]});
  }
  return products;
}

/// Matrices with entries of an algebra: coordinate k of all entries before coordinate k + 1 of any; c is n x p.
Tensor matrices_over(std::string_view name, std::string_view text, unsigned size, const Algebra& algebra) {
  const Shape shape = text.empty() ? Shape{1, 1, 1} : parse_large_shape(text);
  std::vector<TensorEntry> entries;
  for (const auto& [at, value] : algebra) {
    for (unsigned i = 0; i < shape.n; ++i) {
      for (unsigned j = 0; j < shape.m; ++j) {
        for (unsigned k = 0; k < shape.p; ++k) {
          entries.push_back({{at[0] * shape.n * shape.m + i * shape.m + j, at[1] * shape.m * shape.p + j * shape.p + k,
                              at[2] * shape.n * shape.p + i * shape.p + k},
                             value});
        }
      }
    }
  }
  return {std::string(name), {size * shape.n * shape.m, size * shape.m * shape.p, size * shape.n * shape.p}, std::move(entries)};
}

// --- groups, as permutations

using Images = std::vector<unsigned>;

struct Generators {
  unsigned points = 0;
  std::vector<Images> images;
};

Images cycle(unsigned points, std::vector<unsigned> moved) {
  Images images(points);
  std::iota(images.begin(), images.end(), 0U);
  for (std::size_t k = 0; k < moved.size(); ++k) images[moved[k]] = moved[(k + 1) % moved.size()];
  return images;
}

Images rotation(unsigned points) {
  std::vector<unsigned> all(points);
  std::iota(all.begin(), all.end(), 0U);
  return cycle(points, all);
}

Generators group_of_letter(std::string_view name, std::string_view text) {
  if (text.empty()) fail(name, "name a group: cN, dN, sN, aN or q8");
  const char letter = text[0];
  text.remove_prefix(1);
  const unsigned n = number_of(name, text, kMostGroup, "the number after the letter of a group");
  if (!text.empty()) fail(name, "write products of groups with x between them: c2xc4");
  switch (letter) {
    case 'c': return {n, {rotation(n)}};
    case 'd': {
      if (n < 3) fail(name, "dN needs N of at least 3");
      Images mirror(n);
      for (unsigned k = 0; k < n; ++k) mirror[k] = (n - k) % n;
      return {n, {rotation(n), mirror}};
    }
    case 's': return {n, n == 1 ? std::vector<Images>{} : std::vector<Images>{rotation(n), cycle(n, {0, 1})}};
    case 'a': {
      std::vector<Images> cycles;
      for (unsigned k = 2; k < n; ++k) cycles.push_back(cycle(n, {0, 1, k}));
      return {n, cycles};
    }
    case 'q':
      if (n != 8) fail(name, "of the quaternion groups there is q8");
      return {8, {{1, 2, 3, 0, 5, 6, 7, 4}, {4, 7, 6, 5, 2, 1, 0, 3}}};
    default: fail(name, "the groups are cN, dN (of order 2N), sN, aN and q8, and products such as c2xc4");
  }
}

/// Of all factors, side by side on points of their own.
Generators group_of(std::string_view name, std::string_view text) {
  Generators whole;
  while (true) {
    const std::size_t cut = text.find('x');
    const Generators part = group_of_letter(name, text.substr(0, cut));
    for (Images& images : whole.images) {
      for (unsigned k = 0; k < part.points; ++k) images.push_back(whole.points + k);
    }
    for (const Images& images : part.images) {
      Images& shifted = whole.images.emplace_back(whole.points);
      std::iota(shifted.begin(), shifted.end(), 0U);
      for (const unsigned image : images) shifted.push_back(whole.points + image);
    }
    whole.points += part.points;
    if (cut == std::string_view::npos) return whole;
    text.remove_prefix(cut + 1);
  }
}

Images product(const Images& x, const Images& y) {
  Images images;
  for (const unsigned point : x) images.push_back(y[point]);
  return images;
}

Tensor group_algebra(std::string_view name, std::string_view text) {
  const Generators group = group_of(name, text);
  Images identity(group.points);
  std::iota(identity.begin(), identity.end(), 0U);
  std::vector<Images> elements{identity};
  std::map<Images, unsigned> numbers{{identity, 0}};
  for (std::size_t k = 0; k < elements.size(); ++k) {
    for (const Images& generator : group.images) {
      Images next = product(elements[k], generator);
      if (!numbers.emplace(next, static_cast<unsigned>(elements.size())).second) continue;
      elements.push_back(std::move(next));
      if (elements.size() > kMostGroup) fail(name, fmt::format("the group has more than {} elements", kMostGroup));
    }
  }
  Algebra products;
  for (unsigned x = 0; x < elements.size(); ++x) {
    for (unsigned y = 0; y < elements.size(); ++y) products.push_back({{x, y, numbers.at(product(elements[x], elements[y]))}, 1});
  }
  return of_algebra(std::string(name), static_cast<unsigned>(elements.size()), std::move(products));
}

}  // namespace

std::string_view tensor_families() noexcept {
  return "  NxMxP                 the product of general matrices\n"
         "  gt:N, gt:NxM          A times its own transpose\n"
         "  ug:N ss:N ut:N ...    structured N x N matrices, one letter each: g general, u upper, l lower triangular,\n"
         "                        s symmetric, k skew-symmetric, w skew-symmetric but for its diagonal; as the second letter\n"
         "                        t, the transpose of the first\n"
         "  poly:N,M              polynomials with N and M terms; 'poly:N,M mod x^K' the first K coefficients\n"
         "  cyclic:N, negacyclic:N   modulo x^N - 1, modulo x^N + 1\n"
         "  complex:NxMxP, quaternion, quaternion:NxMxP   in real numbers\n"
         "  group:G               the algebra of a group: cN, dN, sN, aN, q8, c2xc4 ...\n"
         "  file:PATH             lines 'a b c value' that count from 0, or an .npy of flip-cpd";
}

std::optional<Tensor> tensor_of_family(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string_view family = name.substr(0, colon);
  if (name == "quaternion") return matrices_over(name, "", 4, quaternions());
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view text = name.substr(colon + 1);
  if (family.size() == 2 && kKinds.find(family[0]) != std::string_view::npos &&
      (family[1] == 't' || kKinds.find(family[1]) != std::string_view::npos))
    return structured_of(name, text);
  if (family == "poly") return polynomials(name, text);
  if (family == "cyclic") return cyclic(name, text, 1);
  if (family == "negacyclic") return cyclic(name, text, -1);
  if (family == "complex") return matrices_over(name, text, 2, complex_numbers());
  if (family == "quaternion") return matrices_over(name, text, 4, quaternions());
  if (family == "group") return group_algebra(name, text);
  return std::nullopt;
}

std::optional<Shape> cpd_tensor(std::string_view file) {
  const std::string_view stem = file.substr(file.find_last_of('/') == std::string_view::npos ? 0 : file.find_last_of('/') + 1);
  if (stem.size() < 6 || stem[2] != '-' || (stem.size() > 6 && stem[6] != '-' && stem[6] != '.' && !is_letter(stem[6])))
    return std::nullopt;
  const std::string_view sizes = stem.substr(3, 3);
  if (kKinds.find(stem[0]) == std::string_view::npos || sizes.find_first_not_of("123456789") != std::string_view::npos)
    return std::nullopt;
  const std::string part = stem.size() > 6 && is_letter(stem[6]) ? std::string(1, stem[6]) : "";
  if (stem.starts_with("gg") && part.empty()) return parse_large_shape(fmt::format("{}x{}x{}", sizes[0], sizes[1], sizes[2]));
  if (sizes[0] != sizes[2] || (sizes[0] != sizes[1] && (!stem.starts_with("gt") || !part.empty()))) return std::nullopt;
  const std::string size = sizes[0] == sizes[1] ? fmt::format("{}{}", sizes[0], part) : fmt::format("{}x{}", sizes[0], sizes[1]);
  try {
    return open_tensor(fmt::format("{}:{}", stem.substr(0, 2), size));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace wreath::flip
