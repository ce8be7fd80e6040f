// SPDX-License-Identifier: MIT
//
// Products of polynomials by the Chinese remainder theorem, over a field of p elements.
//
// A product with k coefficients is known from its residues modulo coprime polynomials whose degrees sum to k; the last
// coefficients, which are its residue modulo a power of x when it is reversed, count as one more place. Modulo a polynomial of
// degree d the product of two residues takes d(d + 1)/2 multiplications: r_i s_i, and (r_i + r_j)(s_i + s_j) for every pair. The
// places that are used are powers of linear polynomials, and irreducible ones, up to degree 3, which are chosen so that the sum
// of the multiplications is least: 19 for 7 terms by 7 over F3.
#include <algorithm>
#include <optional>
#include <vector>

#include "flip/search/starts.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

namespace {

using Numbers = std::vector<unsigned>;  // modulo p; of a polynomial, the lowest coefficient first
using Matrix = std::vector<Numbers>;

constexpr unsigned kMostDegree = 3;

unsigned cost_of_degree(unsigned degree) {
  return degree * (degree + 1) / 2;
}

/// A monic polynomial, or a number of last coefficients.
struct Place {
  Numbers modulus;
  bool is_at_end = false;

  unsigned degree() const { return static_cast<unsigned>(modulus.size()) - 1; }
};

/// x^0 to x^(count - 1) modulo a polynomial.
Matrix powers_modulo(const Numbers& modulus, std::size_t count, unsigned p) {
  const std::size_t degree = modulus.size() - 1;
  Matrix powers;
  Numbers power(degree);
  power[0] = 1;
  for (std::size_t k = 0; k < count; ++k) {
    powers.push_back(power);
    const unsigned top = power.back();
    for (std::size_t i = degree; i-- > 0;) power[i] = ((i == 0 ? 0 : power[i - 1]) + (p - top) * modulus[i]) % p;
  }
  return powers;
}

/// What the coefficients of a polynomial contribute to its residue: a row for each.
Matrix residues(const Place& place, unsigned terms, unsigned p) {
  Matrix rows = powers_modulo(place.modulus, terms, p);
  if (place.is_at_end) std::ranges::reverse(rows);
  return rows;
}

bool has_root(const Numbers& polynomial, unsigned p) {
  for (unsigned x = 0; x < p; ++x) {
    unsigned value = 0;
    for (std::size_t k = polynomial.size(); k-- > 0;) value = (value * x + polynomial[k]) % p;
    if (value == 0) return true;
  }
  return false;
}

/// Those of which one may be chosen at most: the powers of a linear polynomial, or an irreducible one.
std::vector<std::vector<Place>> choices(unsigned p) {
  std::vector<std::vector<Place>> all(p + 1);
  for (unsigned root = 0; root <= p; ++root) {
    const bool is_at_end = root == p;
    Numbers power{1};
    for (unsigned degree = 1; degree <= kMostDegree; ++degree) {
      Numbers next(power.size() + 1);
      for (std::size_t k = 0; k < power.size(); ++k) {
        next[k] = (next[k] + (p - root) * power[k]) % p;
        next[k + 1] = (next[k + 1] + power[k]) % p;
      }
      power = std::move(next);
      all[root].push_back({power, is_at_end});
    }
  }
  unsigned count = p;
  for (unsigned degree = 2; degree <= kMostDegree; ++degree) {  // without a root they are irreducible
    count *= p;
    for (unsigned number = 0; number < count; ++number) {
      Numbers polynomial;
      for (unsigned k = 0, rest = number; k < degree; ++k, rest /= p) polynomial.push_back(rest % p);
      polynomial.push_back(1);
      if (!has_root(polynomial, p)) all.push_back({{polynomial}});
    }
  }
  return all;
}

/// Places of that degree in all, with the fewest multiplications; empty if there are not so many.
std::vector<Place> best_places(unsigned degree, unsigned p) {
  struct Best {
    unsigned cost = 0;
    std::vector<Place> places;
  };
  std::vector<std::optional<Best>> best(degree + 1);
  best[0] = Best{};
  for (const std::vector<Place>& choice : choices(p)) {
    for (unsigned sum = degree; sum > 0; --sum) {
      for (const Place& place : choice) {
        if (place.degree() > sum || !best[sum - place.degree()]) continue;
        const Best& less = *best[sum - place.degree()];
        const unsigned cost = less.cost + cost_of_degree(place.degree());
        if (best[sum] && best[sum]->cost <= cost) continue;
        Best more{cost, less.places};
        more.places.push_back(place);
        best[sum] = std::move(more);
      }
    }
  }
  return best[degree] ? best[degree]->places : std::vector<Place>{};
}

/// Makes the left part of the rows, which is square and invertible, the identity.
void reduce(Matrix& rows, unsigned p) {
  const std::size_t size = rows.size();
  for (std::size_t k = 0; k < size; ++k) {
    std::size_t pivot = k;
    while (rows[pivot][k] == 0) ++pivot;
    std::swap(rows[k], rows[pivot]);
    unsigned inverse = 1;
    while (inverse * rows[k][k] % p != 1) ++inverse;
    for (unsigned& value : rows[k]) value = value * inverse % p;
    for (std::size_t i = 0; i < size; ++i) {
      const unsigned factor = p - rows[i][k];
      if (i == k || factor == p) continue;
      for (std::size_t j = k; j < rows[i].size(); ++j) rows[i][j] = (rows[i][j] + factor * rows[k][j]) % p;
    }
  }
}

bool multiplies_polynomials(const Shape& shape) {
  if (shape.is_matrices()) return false;
  const auto& [n, m, sums] = shape.tensor->sizes();
  const auto is_of_product = [](const TensorEntry& entry) {
    return entry.at[2] == entry.at[0] + entry.at[1] && entry.value == 1;
  };
  const auto& entries = shape.tensor->entries();
  return sums == n + m - 1 && entries.size() == std::size_t{n} * m && std::ranges::all_of(entries, is_of_product);
}

Row as_row(const Numbers& numbers, unsigned p) {
  Row row;
  for (const unsigned value : numbers) row.push_back({value == 2 && p == 3 ? -1 : static_cast<std::int64_t>(value), 1});
  return row;
}

/// Products of residues, with what each contributes to the residue of the product.
struct Products {
  std::vector<std::array<Numbers, 2>> factors;
  Matrix values;  // a row for each product: its share in all residues

  void add(const Place& place, const std::array<unsigned, 2>& terms, std::size_t at, std::size_t all, unsigned p) {
    const unsigned d = place.degree();
    const Matrix powers = powers_modulo(place.modulus, 2 * d - 1, p);
    const std::array<Matrix, 2> of{residues(place, terms[0], p), residues(place, terms[1], p)};
    for (unsigned i = 0; i < d; ++i) {
      for (unsigned j = i; j < d; ++j) {
        auto& [x, y] = factors.emplace_back();
        for (const Numbers& row : of[0]) x.push_back((row[i] + (i == j ? 0 : row[j])) % p);
        for (const Numbers& row : of[1]) y.push_back((row[i] + (i == j ? 0 : row[j])) % p);
        Numbers& value = values.emplace_back(all);
        for (unsigned k = 0; k < d; ++k) {
          value[at + k] = powers[i + j][k];
          for (unsigned other = 0; i == j && other < d; ++other)
            if (other != i) value[at + k] = (value[at + k] + (p - 1) * powers[i + other][k]) % p;
        }
      }
    }
  }
};

}  // namespace

std::optional<RationalScheme> polynomial_start(const Shape& shape, Ring ring) {
  if ((ring != Ring::f2 && ring != Ring::f3) || !multiplies_polynomials(shape)) return std::nullopt;
  const unsigned p = ring == Ring::f2 ? 2 : 3;
  const auto [n, m, all] = shape.tensor->sizes();
  const std::vector<Place> places = best_places(all, p);
  if (places.empty()) return std::nullopt;
  Products products;
  Matrix rows;  // coefficients of the product to its residues, and beside them the products to the residues
  for (const Place& place : places) {
    const std::size_t at = rows.size();
    products.add(place, {n, m}, at, all, p);
    const Matrix of = residues(place, all, p);
    for (unsigned k = 0; k < place.degree(); ++k) {
      Numbers& row = rows.emplace_back();
      for (const Numbers& coefficient : of) row.push_back(coefficient[k]);
    }
  }
  for (std::size_t k = 0; k < all; ++k) {
    for (const Numbers& value : products.values) rows[k].push_back(value[k]);
  }
  reduce(rows, p);
  RationalScheme scheme{shape, {}};
  const auto is_zero = [](const Numbers& numbers) { return std::ranges::all_of(numbers, [](unsigned x) { return x == 0; }); };
  for (std::size_t r = 0; r < products.factors.size(); ++r) {
    Numbers result;
    for (const Numbers& row : rows) result.push_back(row[all + r]);
    const auto& [x, y] = products.factors[r];
    if (!is_zero(x) && !is_zero(y) && !is_zero(result))
      scheme.summands.push_back({as_row(x, p), as_row(y, p), as_row(result, p)});
  }
  return scheme;
}

}  // namespace wreath::flip
