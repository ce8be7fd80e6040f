// SPDX-License-Identifier: MIT
//
// From F2 to the integers: Hensel lifting of a scheme.
//
// Let the factors be right modulo 2^k: T - sum a (x) b (x) c = 2^k E. Adding 2^k d to them is right modulo 2^(k+1) where
//
//     J d = E over F2,    J d = sum (da (x) b (x) c + a (x) db (x) c + a (x) b (x) dc),
//
// and J depends on the factors modulo 2 only: it is factored once. The unknowns that depend on others stay as they are in every
// step, so that what the steps converge to is a solution of polynomial equations with as many unknowns as equations, often small
// integers or fractions: after each step the residues nearest to zero are tried, now and then fractions too, and what is found is
// verified over Q. Coefficients that are 0 come last among the unknowns, so that most of them stay 0: this matters more than
// anything else. (With the unknowns in the order of the file, 9 of 20 random 2x3x4 schemes of rank 20 led to no fraction that was
// right; so, all 20 lift to Z.)
//
// A lift to -1, 0, 1 has just the zeros of the scheme. So first only the coefficients that are 1 are unknown: modulo 4 such a
// step chooses signs, and where it has no solution there is no lift to -1, 0, 1. Then all of them are unknown.
//
// A scheme that is a Kronecker product (split_product.hpp) has the products of lifts of its parts among its lifts: they come
// before all others.
//
// Of a large tensor most entries are in no summand: while only signs change, these are left out of the equations.
//
// Where J d = E has no solution at the first step the scheme has no lift to Z/4, hence none to Z or to fractions with odd
// denominators: that is a proof. At a later step it is not, as other choices before might have led on; a few are tried.
#include "wreath/flip/lift.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "flip/lift/equations.hpp"
#include "flip/lift/from_3.hpp"
#include "flip/lift/row_space.hpp"
#include "flip/lift/split_product.hpp"
#include "flip/scheme/rational.hpp"
#include "wreath/flip/derive.hpp"

namespace wreath::flip {

namespace {

constexpr unsigned kMostBits = 62;

}  // namespace

std::vector<Unknown> unknowns_in_order(const BitScheme& scheme, unsigned attempt, RandomStream& random) {
  std::vector<Unknown> unknowns = all_unknowns(scheme);
  for (std::size_t k = unknowns.size(); attempt > 3 && k > 1; --k) {
    std::swap(unknowns[k - 1], unknowns[random.below(static_cast<std::uint32_t>(k))]);
  }
  std::ranges::stable_sort(unknowns, {}, [&](const Unknown& unknown) {
    const bool later = attempt >= 1 && attempt <= 3 && unknown.position + attempt != 3;
    return 2 * int{later} + int{!unknown.is_one};
  });
  return unknowns;
}

namespace {

/// The residues of least absolute value modulo 2^bits.
RationalScheme nearest_integers(const Shape& shape, const Residues& residues, unsigned bits) {
  return scheme_of(shape, residues.size(), [&](std::size_t r, unsigned position, unsigned k) {
    const auto high = static_cast<std::int64_t>(residues[r][position][k] << (64 - bits));
    return Rational{high >> (64 - bits), 1};
  });
}

std::optional<RationalScheme> fractions(const Shape& shape, const Residues& residues, unsigned bits) {
  bool found = true;
  RationalScheme scheme = scheme_of(shape, residues.size(), [&](std::size_t r, unsigned position, unsigned k) {
    const auto fraction = found ? reconstruct(residues[r][position][k], bits) : std::nullopt;
    found = fraction.has_value();
    return fraction.value_or(Rational{});
  });
  return found ? std::optional(std::move(scheme)) : std::nullopt;
}

std::optional<RationalScheme> exact_scheme(const Shape& shape, const Residues& residues, unsigned bits, RunControl& run) {
  RationalScheme integers = nearest_integers(shape, residues, bits);
  if (!first_wrong_entry(integers, 1, &run)) return integers;
  if (bits % 6 != 0 && bits != kMostBits) return std::nullopt;
  auto rationals = fractions(shape, residues, bits);
  if (rationals && !first_wrong_entry(*rationals, 1, &run)) return rationals;
  return std::nullopt;
}

/// The same summands with factors of coprime integers; what is left over goes to the third.
RationalScheme rescaled(RationalScheme scheme) {
  for (auto& summand : scheme.summands) {
    Rational left{1, 1};
    for (unsigned position = 0; position < 3; ++position) {
      std::int64_t divisor = 0;
      std::int64_t multiple = 1;
      for (const Rational& value : summand[position]) {
        divisor = std::gcd(divisor, value.numerator);
        multiple =
            lowest_terms(static_cast<__int128>(multiple) * value.denominator, std::gcd(multiple, value.denominator)).numerator;
      }
      for (Rational& value : summand[position]) value = value * make_rational(multiple, divisor);
      left = left * make_rational(divisor, multiple);
    }
    for (Rational& value : summand[2]) value = value * left;
  }
  return scheme;
}

/// Rescaled, where that needs less.
void simplify(RationalScheme& scheme) {
  if (ring_of_coefficients(scheme) == Ring::ternary) return;
  try {
    RationalScheme other = rescaled(scheme);
    if (ring_of_coefficients(other) < ring_of_coefficients(scheme)) scheme = std::move(other);
  } catch (const InputError&) {  // a coefficient that does not fit: the scheme stays as it is
  }
}

/// From F2 as far up as it goes. The stream, where there is one, chooses the free unknowns of the first step. Throws LimitReached
/// if the run is to stop.
Climb climb(const BitScheme& scheme, const RowSpace& space, const std::vector<Unknown>& unknowns, const Columns& columns,
            RandomStream* random, RunControl& run) {
  Residues residues = residues_of(scheme);
  Climb result;
  for (unsigned power = 1; power < kMostBits; ++power) {
    const auto change = space.express(error_bits(columns, residues, power, run), run, power == 1 ? random : nullptr);
    if (!change) break;
    for (std::size_t u = 0; u < unknowns.size(); ++u) {
      if (!(*change)[u]) continue;
      const Unknown& unknown = unknowns[u];
      residues[unknown.summand][unknown.position][unknown.entry] += std::uint64_t{1} << power;
    }
    result.power = power + 1;
    result.scheme = exact_scheme(scheme.shape, residues, power + 1, run);
    if (result.scheme) break;
  }
  return result;
}

}  // namespace

void keep(Lift& best, Climb found, unsigned attempt) {
  if (attempt != 0) ++best.tries;
  best.power = std::max(best.power, found.power);
  if (!found.scheme) return;
  simplify(*found.scheme);
  const Ring ring = ring_of_coefficients(*found.scheme);
  if (best.scheme && best.ring <= ring) return;
  best.ring = ring;
  best.scheme = std::move(found.scheme);
}

namespace {

/// Signs alone: a lift with coefficients -1, 0, 1 has the zeros of the scheme.
void choose_signs(Lift& best, const BitScheme& scheme, const LiftOptions& options, RunControl& run) {
  const auto timer = run.phase("signs");
  RandomStream random(options.seed, 0);
  const std::vector<Unknown> unknowns = signs_of(scheme);
  const Columns columns = Columns::of_summands(scheme, run);
  const RowSpace space(derivative(scheme, unknowns, columns, run), options.threads, run);
  for (unsigned attempt = 0; attempt < options.tries; ++attempt) {
    Climb found = climb(scheme, space, unknowns, columns, attempt == 0 ? nullptr : &random, run);
    if (found.power == 1) {
      best.no_ternary = true;
      return;
    }
    keep(best, std::move(found), attempt);
    if (best.ring == Ring::ternary) return;
  }
}

/// All coefficients; which of them stay as they are is another choice in every attempt.
void choose_all(Lift& best, const BitScheme& scheme, const LiftOptions& options, RunControl& run) {
  const auto timer = run.phase("all coefficients");
  RandomStream random(options.seed, 1);
  const Columns columns(scheme.shape);
  if (!fits_words(scheme.shape)) {
    best.bytes_needed = bytes_of(all_unknowns(scheme), columns);
    if (best.bytes_needed > run.memory_left()) return;
    best.bytes_needed = 0;
  }
  for (unsigned attempt = 0; attempt < options.tries; ++attempt) {
    const std::vector<Unknown> unknowns = unknowns_in_order(scheme, attempt, random);
    const RowSpace space(derivative(scheme, unknowns, columns, run), options.threads, run);
    Climb found = climb(scheme, space, unknowns, columns, nullptr, run);
    if (found.power == 1) {  // no choice comes before the first step
      best.impossible = true;
      return;
    }
    keep(best, std::move(found), attempt);
    if (best.scheme && best.ring != Ring::rationals) return;
  }
}

}  // namespace

std::optional<Rational> reconstruct(std::uint64_t value, unsigned bits) {
  const std::uint64_t modulus = std::uint64_t{1} << bits;
  return reconstruct_modulo(value & (modulus - 1), modulus);
}

std::optional<Rational> reconstruct_modulo(std::uint64_t value, std::uint64_t modulus) {
  // Euclid's algorithm on the modulus and the value: every remainder is s * value modulo the modulus; stop at the first small
  // one.
  auto limit = static_cast<std::int64_t>(std::sqrt(static_cast<double>(modulus)));
  auto before = static_cast<std::int64_t>(modulus);
  auto rest = static_cast<std::int64_t>(value);
  std::int64_t factor_before = 0;
  std::int64_t factor = 1;
  while (rest >= limit) {
    const std::int64_t quotient = before / rest;
    before = std::exchange(rest, before - quotient * rest);
    factor_before = std::exchange(factor, factor_before - quotient * factor);
  }
  if (std::gcd(factor, static_cast<std::int64_t>(modulus)) != 1 || factor >= limit || factor <= -limit) return std::nullopt;
  return make_rational(rest, factor);
}

namespace {

Lift lift_bits(const BitScheme& scheme, const LiftOptions& options, RunControl& run);

/// If the scheme is a product, the product of lifts of its parts, which modulo 4 is one of very many lifts, but valid over Z.
void lift_parts(Lift& best, const BitScheme& scheme, const LiftOptions& options, RunControl& run) {
  const auto parts = split_product(scheme, options.threads, &run);
  if (!parts) return;
  const Lift first = lift_bits(parts->first, options, run);
  if (!first.scheme) return;
  const Lift second = lift_bits(parts->second, options, run);
  if (!second.scheme) return;
  try {
    RationalScheme all = product(*first.scheme, *second.scheme);
    RationalScheme found{scheme.shape, {}};  // in the order of the scheme
    for (const auto& [k, l] : parts->pairs) found.summands.push_back(std::move(all.summands[k * parts->second.rank() + l]));
    if (!first_wrong_entry(found, 1, &run)) keep(best, {std::move(found), 2}, 0);
  } catch (const InputError&) {  // a coefficient that does not fit
  }
}

Lift lift_bits(const BitScheme& scheme, const LiftOptions& options, RunControl& run) {
  if (options.tries == 0) throw InputError(option("tries") + " must be at least 1");
  Lift best;
  try {
    if (RationalScheme same = to_rational(scheme); !first_wrong_entry(same, options.threads, &run)) {
      best.ring = Ring::ternary;
      best.scheme = std::move(same);
      return best;
    }
    lift_parts(best, scheme, options, run);
    if (!best.scheme || best.ring != Ring::ternary) choose_signs(best, scheme, options, run);
    if (!best.scheme || best.ring == Ring::rationals) choose_all(best, scheme, options, run);
  } catch (const LimitReached&) {  // what was found by then is the answer
  }
  return best;
}

/// From F3.
Lift lift_residues(const RationalScheme& scheme, const LiftOptions& options, RunControl& run) {
  if (options.tries == 0) throw InputError(option("tries") + " must be at least 1");
  Lift best;
  best.prime = 3;
  try {
    RationalScheme residues = require_right_over(Ring::f3, scheme, "the scheme", options.threads, &run).scheme;
    if (!first_wrong_entry(residues, options.threads, &run)) {
      best.ring = Ring::ternary;
      best.scheme = std::move(residues);
    } else {
      climb_from_3(best, residues, options, run);
    }
  } catch (const LimitReached&) {  // what was found by then is the answer
  }
  return best;
}

}  // namespace

Lift lift(const Scheme& scheme, const LiftOptions& options, RunControl* given) {
  GivenRun run(given);
  return lift_bits(scheme, options, run);
}

Lift lift(const RationalScheme& scheme, const LiftOptions& options, RunControl* given) {
  GivenRun run(given);
  try {
    if (find_ring(scheme, options.threads, &*run) == Ring::f3) return lift_residues(scheme, options, run);
    require_right_over(Ring::f2, scheme, "the scheme", options.threads, &*run);
  } catch (const LimitReached&) {
    return {};
  }
  return lift_bits(BitScheme(scheme), options, run);
}

Lift lift_from_3(const RationalScheme& scheme, const LiftOptions& options, RunControl* given) {
  GivenRun run(given);
  return lift_residues(scheme, options, run);
}

}  // namespace wreath::flip
