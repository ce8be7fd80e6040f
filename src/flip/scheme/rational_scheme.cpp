// SPDX-License-Identifier: MIT
//
// Exactness. Whether the summands sum to the tensor T over Q is decided modulo primes: with D_r the product of the denominators
// of summand r and L the least common multiple of all D_r, every entry of L (sum - T) is an integer of absolute value at most
//
//     B = L (t + sum over r of the product of the largest coefficients of its factors),
//
// with t the largest coefficient of T (1 for matrix products), and it is zero where it vanishes modulo primes that divide no
// denominator and whose product exceeds B. Usually one prime does. Integers that are small enough are just added up.
#include "wreath/flip/rational_scheme.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/algebra/integers.hpp"
#include "core/text/names.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/scheme/tensor.hpp"
#include "wreath/natural.hpp"

namespace wreath::flip {

namespace {

using Wide = __int128;

constexpr Named<Ring> kRingNames[] = {
    {Ring::f2, "F2"}, {Ring::f3, "F3"}, {Ring::ternary, "ZT"}, {Ring::integers, "Z"}, {Ring::rationals, "Q"}};

Wide absolute(Wide value) {
  return value < 0 ? -value : value;
}

/// The bound B of the essay.
Natural entry_bound(const RationalScheme& scheme) {
  Natural multiple(1);  // of every product of denominators: lcm^3 of the denominators
  Natural most(largest_coefficient(scheme.shape));
  std::vector<std::uint64_t> denominators;
  for (const auto& summand : scheme.summands) {
    Natural product(1);
    for (const Row& row : summand) {
      std::uint64_t largest = 0;
      for (const Rational& value : row) {
        largest = std::max(largest, magnitude(value.numerator));
        if (value.denominator != 1) denominators.push_back(static_cast<std::uint64_t>(value.denominator));
      }
      product *= largest;
    }
    most += product;
  }
  std::ranges::sort(denominators);
  denominators.erase(std::unique(denominators.begin(), denominators.end()), denominators.end());
  for (const std::uint64_t denominator : denominators) {  // their product is a multiple of their lcm, and as good
    for (int t = 0; t < 3; ++t) multiple *= denominator;
  }
  return multiple * most;
}

/// One entry of the sum, where every step fits.
std::optional<Rational> exact_entry(const RationalScheme& scheme, unsigned a, unsigned b, unsigned c) {
  try {
    Rational sum;
    for (const auto& summand : scheme.summands) {
      const Rational term = summand[0][a] * summand[1][b] * summand[2][c];
      sum = lowest_terms(Wide{sum.numerator} * term.denominator + Wide{term.numerator} * sum.denominator,
                         Wide{sum.denominator} * term.denominator);
    }
    return sum;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Whether no factor vanishes modulo the prime, which divides no denominator.
bool has_factors_modulo(std::int64_t prime, const RationalScheme& scheme) {
  return std::ranges::all_of(scheme.summands, [&](const auto& summand) {
    return std::ranges::all_of(summand, [&](const Row& row) {
      return std::ranges::any_of(row, [&](const Rational& x) { return x.numerator % prime != 0; });
    });
  });
}

/// Coefficients that are not zero, but even.
void require_odd_factors(const RationalScheme& scheme, const std::string& name) {
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      if (std::ranges::all_of(scheme.summands[r][position], [](const Rational& x) { return x.numerator % 2 == 0; }))
        throw InputError(fmt::format("{}: factor {} of summand {} is zero modulo 2", name, "abc"[position], r + 1));
    }
  }
}

bool is_defined_modulo(std::int64_t prime, const RationalScheme& scheme) {
  return all_coefficients(scheme, [prime](const Rational& x) { return x.denominator % prime != 0; });
}

/// `check` throws InputError if the scheme is not valid modulo 2; one that is valid modulo 3 is not at fault.
template <class Check>
void require_modulo_2(const RationalScheme& scheme, const std::string& name, const Check& check, unsigned threads = 1,
                      RunControl* run = nullptr) {
  try {
    check();
  } catch (const InputError&) {
    if (!is_defined_modulo(3, scheme) || first_wrong_modulo(scheme, 3, threads, run)) throw;
    throw InputError(
        fmt::format("{}: this scheme is valid over F3 only, and here one that is valid modulo 2 is needed: over F2, over Z, or "
                    "over Q with odd "
                    "denominators",
                    name));
  }
}

void require_factors(const RationalScheme& scheme, const std::string& name) {
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      const Row& row = scheme.summands[r][position];
      if (row.size() != scheme.shape.bits(position)) {
        throw InputError(fmt::format("{}: factor {} of summand {} has {} entries, but a {} x {} matrix has {}", name,
                                     "abc"[position], r + 1, row.size(), scheme.shape.rows(position),
                                     scheme.shape.columns(position), scheme.shape.bits(position)));
      }
      if (std::ranges::all_of(row, &Rational::is_zero)) {
        throw InputError(fmt::format("{}: summand {} has a zero factor {}", name, r + 1, "abc"[position]));
      }
    }
  }
}

}  // namespace

Rational lowest_terms(Wide numerator, Wide denominator) {
  if (denominator == 0) throw InputError("a fraction has the denominator 0");
  const Wide divisor = common_divisor(absolute(numerator), absolute(denominator)) * (denominator < 0 ? -1 : 1);
  numerator /= divisor;
  denominator /= divisor;
  if (absolute(numerator) > INT64_MAX || denominator > INT64_MAX) throw InputError("a coefficient does not fit in 64 bits");
  return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

Rational make_rational(std::int64_t numerator, std::int64_t denominator) {
  return lowest_terms(numerator, denominator);
}

Rational operator*(const Rational& a, const Rational& b) {
  return lowest_terms(Wide{a.numerator} * b.numerator, Wide{a.denominator} * b.denominator);
}

std::string to_string(const Rational& value) {
  return value.denominator == 1 ? std::to_string(value.numerator) : fmt::format("{}/{}", value.numerator, value.denominator);
}

std::string_view to_string(Ring ring) noexcept {
  return name_of<Ring>(ring, kRingNames);
}

Ring parse_ring(std::string_view name) {
  return value_of<Ring>(name, kRingNames, "ring");
}

std::string_view describe(Ring ring) noexcept {
  return ring == Ring::ternary ? "Z, with coefficients -1, 0, 1" : to_string(ring);
}

Ring ring_of_coefficients(const RationalScheme& scheme) {
  Ring ring = Ring::ternary;
  for (const auto& summand : scheme.summands) {
    for (const Row& row : summand) {
      for (const Rational& value : row) {
        if (value.denominator != 1) return Ring::rationals;
        if (value.numerator < -1 || value.numerator > 1) ring = Ring::integers;
      }
    }
  }
  return ring;
}

RationalScheme to_rational(const Scheme& scheme) {
  return scheme_of(scheme.shape, scheme.rank(), [&](std::size_t r, unsigned position, unsigned k) {
    return Rational{static_cast<std::int64_t>(scheme.summands[r].factor[position] >> k & 1), 1};
  });
}

Row transposed(const Row& row, unsigned rows, unsigned columns) {
  Row result(row.size());
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned j = 0; j < columns; ++j) result[j * rows + i] = row[i * columns + j];
  }
  return result;
}

RationalScheme standard_rational_scheme(const Shape& shape) {
  if (fits_words(shape) && shape.is_matrices()) return to_rational(standard_scheme(shape));
  constexpr std::uint64_t kMost = std::uint64_t{1} << 27;
  const std::uint64_t rank = volume(shape);
  if (rank * (std::uint64_t{shape.bits(0)} + shape.bits(1) + shape.bits(2)) > kMost) {
    throw InputError(fmt::format("{} is too large for a standard scheme: {} summands would have more than {} coefficients",
                                 to_string(shape), rank, kMost));
  }
  if (!shape.is_matrices()) return {shape, as_factors(standard_summands(shape.tensor->entries(), 0), shape)};
  RationalScheme scheme{shape, std::vector<std::array<Row, 3>>(rank)};
  for (std::size_t r = 0; r < rank; ++r) {
    const auto i = static_cast<unsigned>(r / shape.p / shape.m);
    const auto j = static_cast<unsigned>(r / shape.p % shape.m);
    const auto k = static_cast<unsigned>(r % shape.p);
    const unsigned ones[] = {i * shape.m + j, j * shape.p + k, k * shape.n + i};
    for (unsigned position = 0; position < 3; ++position) {
      scheme.summands[r][position].resize(shape.bits(position));
      scheme.summands[r][position][ones[position]].numerator = 1;
    }
  }
  return scheme;
}

Scheme reduce_modulo_2(const RationalScheme& scheme, const std::string& name) {
  if (!fits_words(scheme.shape)) {
    throw InputError(
        fmt::format("{}: {} is too large for this: its factors have more than 64 entries", name, to_string(scheme.shape)));
  }
  Scheme result{scheme.shape, {}};
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    Summand& summand = result.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      const Row& row = scheme.summands[r][position];
      for (unsigned k = 0; k < row.size(); ++k) {
        if (row[k].denominator % 2 == 0) {
          throw InputError(
              fmt::format("{}: {} in factor {} of summand {} has an even denominator: the scheme is not defined over F2", name,
                          to_string(row[k]), "abc"[position], r + 1));
        }
        if (row[k].numerator % 2 != 0) summand.factor[position] |= Factor{1} << k;
      }
    }
  }
  return result;
}

Scheme require_valid_modulo_2(const RationalScheme& scheme, const std::string& name) {
  Scheme bits = reduce_modulo_2(scheme, name);
  require_modulo_2(scheme, name, [&] {
    require_odd_factors(scheme, name);
    require_valid(bits, name);
  });
  return bits;
}

namespace {

WrongRationalEntry described(const RationalScheme& scheme, std::size_t at) {
  const Shape& shape = scheme.shape;
  const auto a = static_cast<unsigned>(at / shape.bits(2) / shape.bits(1));
  const auto b = static_cast<unsigned>(at / shape.bits(2) % shape.bits(1));
  const auto c = static_cast<unsigned>(at % shape.bits(2));
  return {places_of(shape, a, b, c), coefficient_of(shape, a, b, c), exact_entry(scheme, a, b, c)};
}

}  // namespace

std::optional<WrongRationalEntry> first_wrong_entry(const RationalScheme& scheme, unsigned threads, RunControl* run) {
  constexpr std::size_t kExactBits = 62;
  const Natural bound = entry_bound(scheme);
  if (ring_of_coefficients(scheme) != Ring::rationals && bound.bits() <= kExactBits) {
    const auto at = first_wrong_modulo(scheme, 0, threads, run);
    return at ? std::optional(described(scheme, *at)) : std::nullopt;
  }
  Natural product(1);
  std::uint64_t prime = std::uint64_t{1} << 62;
  while (product <= bound) {
    do {
      --prime;
    } while (!is_prime(prime));
    if (!is_defined_modulo(static_cast<std::int64_t>(prime), scheme)) continue;
    if (const auto at = first_wrong_modulo(scheme, prime, threads, run)) return described(scheme, *at);
    product *= prime;
  }
  return std::nullopt;
}

void require_valid(const RationalScheme& scheme, const std::string& name, unsigned threads, RunControl* run) {
  require_factors(scheme, name);
  if (const auto wrong = first_wrong_entry(scheme, threads, run)) {
    throw InputError(fmt::format("{}: not a decomposition of {}: the coefficient of {} is {} and must be {} (over {})", name,
                                 to_string(scheme.shape), entry_name(scheme.shape, wrong->at),
                                 wrong->found ? to_string(*wrong->found) : "another number", wrong->expected,
                                 ring_of_coefficients(scheme) == Ring::rationals ? "Q" : "Z"));
  }
}

namespace {

void require_none_wrong(const RationalScheme& scheme, std::optional<std::size_t> wrong, const std::string& name,
                        const char* ring) {
  if (!wrong) return;
  throw InputError(fmt::format("{}: not a decomposition of {} over {}: the coefficient of {} is wrong", name,
                               to_string(scheme.shape), ring, entry_name(scheme.shape, described(scheme, *wrong).at, true)));
}

/// The residues -1, 0, 1.
RationalScheme require_valid_modulo_3(RationalScheme scheme, const std::string& name, unsigned threads, RunControl* run) {
  if (!is_defined_modulo(3, scheme))
    throw InputError(fmt::format("{}: a coefficient has a denominator divisible by 3: the scheme is not defined over F3", name));
  for (auto& summand : scheme.summands) {
    for (Row& row : summand) {
      for (Rational& value : row) {
        const std::int64_t residue = (value.numerator % 3) * (value.denominator % 3) % 3;  // 1/2 = 2
        value = {(residue + 4) % 3 - 1, 1};
      }
    }
  }
  require_factors(scheme, name);
  require_none_wrong(scheme, first_wrong_modulo(scheme, 3, threads, run), name, "F3");
  return scheme;
}

}  // namespace

Ring require_right_somewhere(const RationalScheme& scheme, const std::string& name, unsigned threads, RunControl* run) {
  require_factors(scheme, name);
  if (!first_wrong_entry(scheme, threads, run)) return ring_of_coefficients(scheme);
  std::optional<Scheme> bits;
  bool is_right_modulo_2 = false;
  if (is_defined_modulo(2, scheme)) {
    if (fits_words(scheme.shape)) bits = reduce_modulo_2(scheme, name);
    is_right_modulo_2 = bits ? !first_wrong_entry(*bits) : !first_wrong_modulo(scheme, 2, threads, run);
  }
  if (is_right_modulo_2 && has_factors_modulo(2, scheme)) return Ring::f2;
  if (is_defined_modulo(3, scheme) && has_factors_modulo(3, scheme) && !first_wrong_modulo(scheme, 3, threads, run))
    return Ring::f3;
  if (is_right_modulo_2) require_odd_factors(scheme, name);  // throws, as the others do
  const auto is_bit = [](const Rational& x) { return x.denominator == 1 && (x.numerator | 1) == 1; };
  if (bits && all_coefficients(scheme, is_bit)) require_valid(*bits, name);
  require_valid(scheme, name, threads, run);
  throw InternalError("a scheme is both valid and not valid");
}

std::optional<Ring> find_ring(const RationalScheme& scheme, unsigned threads, RunControl* run) {
  try {
    return require_right_somewhere(scheme, "", threads, run);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

namespace {

/// The residues of a scheme that does not fit words.
RationalScheme require_large_modulo_2(const RationalScheme& scheme, const std::string& name, unsigned threads, RunControl* run) {
  RationalScheme bits = scheme;
  for (auto& summand : bits.summands) {
    for (Row& row : summand) {
      for (Rational& value : row) {
        if (value.denominator % 2 == 0)
          throw InputError(
              fmt::format("{}: {} has an even denominator: the scheme is not defined over F2", name, to_string(value)));
        value = {value.numerator % 2 != 0 ? 1 : 0, 1};
      }
    }
  }
  const auto check = [&] {
    require_odd_factors(bits, name);
    require_none_wrong(bits, first_wrong_modulo(bits, 2, threads, run), name, "F2");
  };
  require_modulo_2(scheme, name, check, threads, run);
  return bits;
}

}  // namespace

VerifiedScheme require_right_over(Ring ring, const RationalScheme& scheme, const std::string& name, unsigned threads,
                                  RunControl* run) {
  require_factors(scheme, name);
  if (ring == Ring::f2 && fits_words(scheme.shape)) return {to_rational(require_valid_modulo_2(scheme, name)), ring};
  if (ring == Ring::f2) return {require_large_modulo_2(scheme, name, threads, run), ring};
  if (ring == Ring::f3) return {require_valid_modulo_3(scheme, name, threads, run), ring};
  require_valid(scheme, name, threads, run);
  const Ring least = ring_of_coefficients(scheme);
  if (least > ring) {
    throw InputError(fmt::format("{}: valid over {}, but not all of its coefficients are in {}", name, describe(least),
                                 ring == Ring::ternary ? "-1, 0, 1" : "Z"));
  }
  return {scheme, least};
}

Cost cost_of(const RationalScheme& scheme) {
  Cost cost;
  for (const auto& summand : scheme.summands) {
    for (unsigned position = 0; position < 3; ++position) {
      const auto nonzeros =
          static_cast<std::uint64_t>(std::ranges::count_if(summand[position], [](const Rational& x) { return !x.is_zero(); }));
      cost.nonzeros += nonzeros;
      cost.additions += position == 2 ? nonzeros : nonzeros - 1;
    }
  }
  unsigned computed = 0;  // entries of the result that are not always 0
  for (unsigned c = 0; c < scheme.shape.bits(2); ++c) {
    if (std::ranges::any_of(scheme.summands, [c](const auto& summand) { return !summand[2][c].is_zero(); })) ++computed;
  }
  cost.additions -= computed;
  return cost;
}

}  // namespace wreath::flip
