// SPDX-License-Identifier: MIT
//
// From F3 to the integers or to fractions: as from F2 (lift.cpp), with digits -1, 0, 1 in base 3. This is how schemes whose
// coefficients need 1/2 are found, which have no image over F2.
//
// Residues modulo 3^k are held as the least in absolute value, so that a small integer is reached after a few digits and has
// zeros from then on; fractions are tried after every step from the fourth on.
#include "flip/lift/from_3.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "flip/lift/equations.hpp"
#include "flip/lift/trit_space.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/scheme/tensor.hpp"

namespace wreath::flip {

namespace {

using Wide = __int128;

constexpr unsigned kMostDigits = 38;        // 3^38 < 2^61
constexpr unsigned kLeastForFractions = 4;  // digits

using Digits = std::vector<std::array<std::vector<std::int64_t>, 3>>;  // residues of least absolute value

std::int64_t power_of_3(unsigned exponent) {
  std::int64_t power = 1;
  while (exponent-- > 0) power *= 3;
  return power;
}

/// Of least absolute value, modulo an odd number.
std::int64_t centred(Wide value, std::int64_t modulus) {
  auto rest = static_cast<std::int64_t>(value % modulus);
  if (rest > modulus / 2) rest -= modulus;
  if (rest < -(modulus / 2)) rest += modulus;
  return rest;
}

class From3 {
 public:
  From3(const RationalScheme& scheme, RunControl& run) : scheme_(scheme), run_(run), columns_(scheme.shape) {}

  /// The tensor that a change of the coefficient adds, modulo 3.
  TritRow change_by(const Unknown& unknown) const {
    TritRow row(columns_.count());
    std::array<Row, 3> factors = scheme_.summands[unknown.summand];
    for (Rational& value : factors[unknown.position]) value = {};
    factors[unknown.position][unknown.entry] = {1, 1};
    for (std::size_t a = 0; a < factors[0].size(); ++a) {
      if (factors[0][a].is_zero()) continue;
      for (std::size_t b = 0; b < factors[1].size(); ++b) {
        const std::int64_t ab = factors[0][a].numerator * factors[1][b].numerator;
        for (std::size_t c = 0; ab != 0 && c < factors[2].size(); ++c) {
          if (!factors[2][c].is_zero()) row.add(columns_.number(a, b, c), static_cast<int>(ab * factors[2][c].numerator));
        }
      }
    }
    return row;
  }

  Digits digits() const {
    Digits digits(scheme_.rank());
    for (std::size_t r = 0; r < scheme_.rank(); ++r) {
      for (unsigned position = 0; position < 3; ++position) {
        for (const Rational& value : scheme_.summands[r][position]) digits[r][position].push_back(value.numerator);
      }
    }
    return digits;
  }

  /// Digit `power` of T - sum, the lower ones of which are 0.
  TritRow error(const Digits& digits, unsigned power) const {
    const std::int64_t modulus = power_of_3(power + 1);
    const std::int64_t below = power_of_3(power);
    std::vector<std::int64_t> rest(columns_.count());
    for (const TensorEntry& entry : entries_of(scheme_.shape))
      rest[columns_.number(entry.at[0], entry.at[1], entry.at[2])] = entry.value;
    for (const auto& [first, second, third] : digits) {
      if (run_.should_stop()) throw LimitReached("the run was stopped before the scheme was lifted");
      for (std::size_t a = 0; a < first.size(); ++a) {
        for (std::size_t b = 0; first[a] != 0 && b < second.size(); ++b) {
          const std::int64_t product = centred(Wide{first[a]} * second[b], modulus);
          for (std::size_t c = 0; product != 0 && c < third.size(); ++c) {
            std::int64_t& value = rest[columns_.number(a, b, c)];
            if (third[c] != 0) value = centred(value - Wide{product} * third[c], modulus);
          }
        }
      }
    }
    TritRow row(columns_.count());
    for (std::size_t at = 0; at < rest.size(); ++at) {
      const std::int64_t value = centred(rest[at], modulus);
      if (value % below != 0) throw InternalError("a step of a lift from F3 is wrong");
      if (value != 0) row.add(at, static_cast<int>(value / below));
    }
    return row;
  }

  std::optional<RationalScheme> exact(const Digits& digits, unsigned count) const {
    RationalScheme integers = scheme_of(scheme_.shape, scheme_.rank(), [&](std::size_t r, unsigned position, unsigned k) {
      return Rational{digits[r][position][k], 1};
    });
    if (!first_wrong_entry(integers, 1, &run_)) return integers;
    if (count < kLeastForFractions) return std::nullopt;
    bool found = true;
    const std::int64_t modulus = power_of_3(count);
    RationalScheme fractions = scheme_of(scheme_.shape, scheme_.rank(), [&](std::size_t r, unsigned position, unsigned k) {
      const std::int64_t value = digits[r][position][k];
      const auto fraction = found ? reconstruct_modulo(static_cast<std::uint64_t>(value < 0 ? value + modulus : value),
                                                       static_cast<std::uint64_t>(modulus))
                                  : std::nullopt;
      found = fraction.has_value();
      return fraction.value_or(Rational{});
    });
    if (!found || first_wrong_entry(fractions, 1, &run_)) return std::nullopt;
    return fractions;
  }

  /// As far up as it goes.
  Climb climb(const std::vector<Unknown>& unknowns) const {
    std::vector<TritRow> rows;
    for (const Unknown& unknown : unknowns) rows.push_back(change_by(unknown));
    const TritSpace space(std::move(rows), run_);
    Digits digits = this->digits();
    Climb result;
    for (unsigned power = 1; power < kMostDigits; ++power) {
      const auto change = space.express(error(digits, power), run_);
      if (!change) break;
      const std::int64_t unit = power_of_3(power);
      for (std::size_t u = 0; u < unknowns.size(); ++u)
        digits[unknowns[u].summand][unknowns[u].position][unknowns[u].entry] += (*change)[u] * unit;
      result.power = power + 1;
      result.scheme = exact(digits, power + 1);
      if (result.scheme) break;
    }
    return result;
  }

 private:
  const RationalScheme& scheme_;
  RunControl& run_;
  Columns columns_;
};

}  // namespace

std::uint64_t bytes_from_3(const Shape& shape, std::size_t rank) {
  const std::uint64_t unknowns = rank * (std::uint64_t{shape.bits(0)} + shape.bits(1) + shape.bits(2));
  return unknowns * (Columns(shape).count() / 4 + unknowns);
}

void climb_from_3(Lift& best, const RationalScheme& residues, const LiftOptions& options, RunControl& run) {
  const auto timer = run.phase("all coefficients");
  RandomStream random(options.seed, 1);
  best.prime = 3;
  best.bytes_needed = bytes_from_3(residues.shape, residues.rank());
  if (best.bytes_needed > run.memory_left()) return;
  best.bytes_needed = 0;
  const From3 from(residues, run);
  const BitScheme support(residues);  // of coefficients -1, 0, 1 the odd ones are those that are not 0
  for (unsigned attempt = 0; attempt < options.tries; ++attempt) {
    Climb found = from.climb(unknowns_in_order(support, attempt, random));
    if (found.power == 1) {
      best.impossible = true;
      return;
    }
    keep(best, std::move(found), attempt);
    if (best.scheme) return;
  }
}

}  // namespace wreath::flip
