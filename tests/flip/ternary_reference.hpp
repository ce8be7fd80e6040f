// SPDX-License-Identifier: MIT
//
// Flips and pluses over Z and modulo 3 on plain vectors of integers: what the walks of two bit planes must agree with.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "flip/walk/moves.hpp"
#include "wreath/flip/ternary.hpp"

namespace wreath::flip {

class TernaryReference {
 public:
  TernaryReference(const Scheme& start, Ring ring) : shape_(start.shape), ring_(ring) {
    for (const Summand& summand : start.summands) {
      auto& rows = summands_.emplace_back();
      for (unsigned p = 0; p < 3; ++p) {
        for (unsigned k = 0; k < shape_.bits(p); ++k)
          rows[p].push_back(static_cast<int>(summand.factor[p] >> k & 1) - static_cast<int>(summand.factor[p] >> (32 + k) & 1));
      }
    }
  }

  /// As walks log them: position in bits 0 and 1, signs in bits 2 and 3.
  void apply(const Move& move) {
    const unsigned p = move.position & 3;
    const int sign = (move.position & 4) != 0 ? -1 : 1;
    if (move.kind == MoveKind::plus) return plus(p, move.first, move.second, sign, (move.position & 8) != 0 ? -1 : 1);
    auto& i = summands_.at(move.first);
    auto& j = summands_.at(move.second);
    const int s = i[p] == j[p] ? 1 : -1;
    if (i[p] != times(s, j[p])) throw std::logic_error("a flip of summands that share no factor");
    const auto y = i[next_position(p)];
    add(i[last_position(p)], sign, j[last_position(p)]);
    add(j[next_position(p)], -s * sign, y);
    const bool drop_i = is_zero(i[last_position(p)]);
    const bool drop_j = is_zero(j[next_position(p)]);
    const unsigned later = std::max(move.first, move.second);
    const unsigned earlier = std::min(move.first, move.second);
    if (later == move.first ? drop_i : drop_j) drop(later);
    if (earlier == move.first ? drop_i : drop_j) drop(earlier);
  }

  Scheme scheme() const {
    Scheme packed{shape_, {}};
    for (const auto& rows : summands_) {
      Summand& summand = packed.summands.emplace_back();
      for (unsigned p = 0; p < 3; ++p) {
        for (unsigned k = 0; k < rows[p].size(); ++k) {
          if (rows[p][k] < -1 || rows[p][k] > 1) throw std::logic_error("a coefficient is not -1, 0 or 1");
          if (rows[p][k] != 0) summand.factor[p] |= Factor{1} << (rows[p][k] > 0 ? k : 32 + k);
        }
      }
    }
    return packed;
  }

 private:
  using Entries = std::vector<int>;

  static Entries times(int s, Entries row) {
    for (int& value : row) value *= s;
    return row;
  }
  static bool is_zero(const Entries& row) {
    return std::ranges::all_of(row, [](int value) { return value == 0; });
  }
  void add(Entries& row, int s, const Entries& other) const {
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] += s * other[k];
      if (ring_ == Ring::f3) row[k] = (row[k] + 4) % 3 - 1;
      if (row[k] < -1 || row[k] > 1) throw std::logic_error("a move leaves -1, 0, 1");
    }
  }
  void plus(unsigned p, unsigned first, unsigned second, int w, int u) {
    auto& i = summands_.at(first);
    auto& j = summands_.at(second);
    std::array<Entries, 3> fresh;
    fresh[p] = i[p];
    fresh[next_position(p)] = j[next_position(p)];
    fresh[last_position(p)] = times(w, j[last_position(p)]);
    add(fresh[last_position(p)], -u, i[last_position(p)]);
    add(j[p], -w, i[p]);
    add(i[next_position(p)], u, j[next_position(p)]);
    summands_.push_back(fresh);
  }
  void drop(unsigned summand) {
    summands_[summand] = summands_.back();
    summands_.pop_back();
  }

  Shape shape_;
  Ring ring_;
  std::vector<std::array<Entries, 3>> summands_;
};

}  // namespace wreath::flip
