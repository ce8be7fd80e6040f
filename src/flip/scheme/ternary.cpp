// SPDX-License-Identifier: MIT
#include "wreath/flip/ternary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "flip/scheme/rational.hpp"
#include "flip/walk/ternary_word.hpp"

namespace wreath::flip {

namespace {

constexpr unsigned kMinus = 32;  // the first bit of the entries -1

}  // namespace

Ring parse_walk_ring(std::string_view name) {
  const Ring ring = parse_ring(name);
  if (ring == Ring::rationals)
    throw InputError("there are no walks over Q: choose F2, F3, or Z (walks with coefficients -1, 0, 1)");
  return ring == Ring::integers ? Ring::ternary : ring;
}

void require_walk_shape(const Shape& shape, Ring ring) {
  const unsigned most = std::max({shape.bits(0), shape.bits(1), shape.bits(2)});
  if (ring == Ring::f2 || most <= kMostTernaryEntries) return;
  throw InputError(fmt::format("{}: walks over {} need factors of at most {} entries, and these have {}; search over F2 and lift",
                               to_string(shape), ring == Ring::f3 ? "F3" : "Z", kMostTernaryEntries, most));
}

Scheme to_walk_scheme(const RationalScheme& scheme, Ring ring, const std::string& name) {
  if (ring == Ring::f2) return require_valid_modulo_2(scheme, name);
  require_walk_shape(scheme.shape, ring);
  const VerifiedScheme verified = require_right_over(ring, scheme, name);  // with coefficients -1, 0, 1
  Scheme result{scheme.shape, {}};
  for (const auto& summand : verified.scheme.summands) {
    Summand& packed = result.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      for (unsigned k = 0; k < summand[position].size(); ++k) {
        const std::int64_t value = summand[position][k].numerator;
        if (value != 0) packed.factor[position] |= Factor{1} << (value > 0 ? k : kMinus + k);
      }
    }
  }
  return result;
}

RationalScheme from_walk_scheme(const Scheme& scheme, Ring ring) {
  if (ring == Ring::f2) return to_rational(scheme);
  return scheme_of(scheme.shape, scheme.rank(), [&](std::size_t r, unsigned position, unsigned k) {
    const Factor factor = scheme.summands[r].factor[position];
    return Rational{static_cast<int>(factor >> k & 1) - static_cast<int>(factor >> (kMinus + k) & 1), 1};
  });
}

Scheme modulo_2(Scheme scheme, Ring ring) {
  if (ring == Ring::f2) return scheme;
  for (Summand& summand : scheme.summands) {
    for (Factor& factor : summand.factor) factor = (factor | factor >> kMinus) & 0xFFFFFFFFU;
  }
  return scheme;
}

bool is_valid_over(const Scheme& scheme, Ring ring) {
  if (ring == Ring::f2) return !first_wrong_entry(scheme);
  const RationalScheme plain = from_walk_scheme(scheme, ring);
  return ring == Ring::f3 ? !first_wrong_modulo(plain, 3, 1, nullptr) : !first_wrong_entry(plain, 1);
}

Scheme with_usual_signs(Scheme scheme) {
  for (Summand& summand : scheme.summands) {
    for (unsigned position = 0; position < 2; ++position) {
      Factor& factor = summand.factor[position];
      const Factor entries = (factor | factor >> kMinus) & 0xFFFFFFFFU;
      if ((factor & entries & (~entries + 1)) != 0) continue;  // the first entry is 1
      factor = ternary::negative(factor);
      summand.factor[2] = ternary::negative(summand.factor[2]);
    }
  }
  return scheme;
}

}  // namespace wreath::flip
