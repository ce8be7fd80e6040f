// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/natural.hpp"
#include "wreath/word/growth.hpp"

namespace wreath::word::automata {

/// A rational function in lowest terms, with integer coefficients from the constant one on; the denominator begins with 1.
struct RationalSeries {
  std::vector<Integer> numerator;
  std::vector<Integer> denominator;

  /// Such as "(1+x)/(1-3x)", or "1+2x+x^2" where the denominator is 1.
  std::string text() const;
  bool operator==(const RationalSeries&) const = default;
};

/// The growth series of the language: the coefficient of x^n is the number of accepted words of length n. Proven, not guessed.
RationalSeries growth_series(const Dfa& dfa, const Limits& limits = {});

/// The limit superior of the n-th root of the number of accepted words of length n.
GrowthRate growth_rate(const Dfa& dfa, const Limits& limits = {});

}  // namespace wreath::word::automata
