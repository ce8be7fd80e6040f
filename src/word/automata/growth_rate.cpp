// SPDX-License-Identifier: MIT
//
// The rate of growth of a language is the largest eigenvalue of its counting matrix, and that is the largest of the eigenvalues
// of its strongly connected parts. For such a part A the matrix A+I is primitive, so that x -> (A+I)x, scaled, converges to its
// eigenvector, and for every positive x the eigenvalue lies between the least and the greatest ((A+I)x)[i]/x[i] (Collatz,
// Wielandt). Rounding widens the bounds by some units in the last place, for which they are stretched.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/data/strong_components.hpp"
#include "word/automata/counting_matrix.hpp"
#include "word/automata/growth.hpp"

namespace wreath::word::automata {
namespace {

/// Bounds for the eigenvalue of one part.
GrowthRate rate_of_part(const CountingMatrix& matrix, const Components& parts, const std::vector<State>& rows,
                        std::vector<double>& x, const Limits& limits) {
  constexpr int kMostSteps = 100000;
  constexpr double kEnough = 1e-13;
  const std::uint32_t part = parts.of[rows[0]];
  for (const State row : rows) x[row] = 1;
  std::vector<double> y(rows.size());
  GrowthRate best{0, std::numeric_limits<double>::infinity()};
  for (int step = 0; step < kMostSteps; ++step) {
    check_limits(limits, 0);
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    double largest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (std::uint64_t at = matrix.row_begin[rows[i]]; at < matrix.row_begin[rows[i] + 1]; ++at) {
        const auto [column, value] = matrix.entries[at];
        if (parts.of[column] == part) sum += value * x[column];
      }
      least = std::min(least, sum / x[rows[i]]);
      greatest = std::max(greatest, sum / x[rows[i]]);
      y[i] = sum + x[rows[i]];
      largest = std::max(largest, y[i]);
    }
    best = {std::max(best.lower, least), std::min(best.upper, greatest)};
    if (best.upper - best.lower <= kEnough * best.upper) break;
    for (std::size_t i = 0; i < rows.size(); ++i) x[rows[i]] = y[i] / largest;
  }
  return best;
}

}  // namespace

GrowthRate growth_rate(const Dfa& dfa, const Limits& limits) {
  const CountingMatrix matrix = counting_matrix(dfa, limits);
  const auto degree = [&](std::size_t row) { return matrix.row_begin[row + 1] - matrix.row_begin[row]; };
  const auto edge = [&](std::size_t row, std::size_t k) { return matrix.entries[matrix.row_begin[row] + k].column; };
  const Components parts = strong_components(matrix.size(), degree, edge);
  std::vector<std::vector<State>> rows_of(parts.count);
  for (State row = 0; row < matrix.size(); ++row) rows_of[parts.of[row]].push_back(row);
  std::vector<double> x(matrix.size(), 0);
  GrowthRate rate;
  for (const auto& rows : rows_of) {
    const GrowthRate of_part = rate_of_part(matrix, parts, rows, x, limits);
    rate = {std::max(rate.lower, of_part.lower), std::max(rate.upper, of_part.upper)};
  }
  constexpr double kRounding = 1e-12;
  const bool is_integer =
      rate.lower == rate.upper && rate.lower == std::round(rate.lower);  // such as 0, 1 and the free groups' 2k-1
  return is_integer ? rate : GrowthRate{rate.lower * (1 - kRounding), rate.upper * (1 + kRounding)};
}

}  // namespace wreath::word::automata
