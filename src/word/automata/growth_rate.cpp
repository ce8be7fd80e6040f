// SPDX-License-Identifier: MIT
//
// The rate of growth of a language is the largest eigenvalue of its counting matrix, and that is the largest of the eigenvalues
// of its strongly connected parts. For such a part A the matrix A+I is primitive, so that x -> (A+I)x, scaled, converges to its
// eigenvector, and for every positive x the eigenvalue lies between the least and the greatest ((A+I)x)[i]/x[i] (Collatz,
// Wielandt). Rounding widens the bounds by some units in the last place, for which they are stretched.
#include <algorithm>
#include <cmath>
#include <limits>

#include "word/automata/counting_matrix.hpp"
#include "word/automata/growth.hpp"

namespace wreath::word::automata {
namespace {

/// The strongly connected part of each row (Tarjan's algorithm, with the stack of calls kept by hand).
class Parts {
 public:
  explicit Parts(const CountingMatrix& matrix)
      : matrix_(matrix), index_(matrix.size(), 0), low_(matrix.size()), part_(matrix.size(), kNoState) {
    for (State row = 0; row < matrix.size(); ++row) {
      if (index_[row] == 0) visit(row);
    }
  }
  /// The rows of each part.
  const std::vector<std::vector<State>>& rows() const { return rows_; }
  State part_of(State row) const { return part_[row]; }

 private:
  void visit(State root) {
    std::vector<std::pair<State, std::uint64_t>> calls;  // a row and its next entry
    const auto enter = [&](State row) {
      index_[row] = low_[row] = ++count_;
      open_.push_back(row);
      calls.emplace_back(row, matrix_.row_begin[row]);
    };
    enter(root);
    while (!calls.empty()) {
      const State row = calls.back().first;
      if (calls.back().second < matrix_.row_begin[row + 1]) {
        const State next = matrix_.entries[calls.back().second++].column;
        if (index_[next] == 0) {
          enter(next);
        } else if (part_[next] == kNoState) {
          low_[row] = std::min(low_[row], index_[next]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) low_[calls.back().first] = std::min(low_[calls.back().first], low_[row]);
      if (low_[row] == index_[row]) close(row);
    }
  }

  void close(State first) {
    rows_.emplace_back();
    State row = kNoState;
    do {
      row = open_.back();
      open_.pop_back();
      part_[row] = static_cast<State>(rows_.size() - 1);
      rows_.back().push_back(row);
    } while (row != first);
  }

  const CountingMatrix& matrix_;
  std::vector<State> index_;
  std::vector<State> low_;
  std::vector<State> part_;
  std::vector<State> open_;
  std::vector<std::vector<State>> rows_;
  State count_ = 0;
};

/// Bounds for the eigenvalue of one part.
GrowthRate rate_of_part(const CountingMatrix& matrix, const Parts& parts, const std::vector<State>& rows,
                        std::vector<double>& x) {
  constexpr int kMostSteps = 100000;
  constexpr double kEnough = 1e-13;
  const State part = parts.part_of(rows[0]);
  for (const State row : rows) x[row] = 1;
  std::vector<double> y(rows.size());
  GrowthRate best{0, std::numeric_limits<double>::infinity()};
  for (int step = 0; step < kMostSteps; ++step) {
    double least = std::numeric_limits<double>::infinity();
    double greatest = 0;
    double largest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (std::uint64_t at = matrix.row_begin[rows[i]]; at < matrix.row_begin[rows[i] + 1]; ++at) {
        const auto [column, value] = matrix.entries[at];
        if (parts.part_of(column) == part) sum += value * x[column];
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

GrowthRate growth_rate(const Dfa& dfa) {
  const CountingMatrix matrix = counting_matrix(dfa, {});
  const Parts parts(matrix);
  std::vector<double> x(matrix.size(), 0);
  GrowthRate rate;
  for (const auto& rows : parts.rows()) {
    const GrowthRate of_part = rate_of_part(matrix, parts, rows, x);
    rate = {std::max(rate.lower, of_part.lower), std::max(rate.upper, of_part.upper)};
  }
  constexpr double kRounding = 1e-12;
  const bool is_integer =
      rate.lower == rate.upper && rate.lower == std::round(rate.lower);  // such as 0, 1 and the free groups' 2k-1
  return is_integer ? rate : GrowthRate{rate.lower * (1 - kRounding), rate.upper * (1 + kRounding)};
}

}  // namespace wreath::word::automata
