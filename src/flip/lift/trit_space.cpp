// SPDX-License-Identifier: MIT
#include "flip/lift/trit_space.hpp"

#include <bit>
#include <utility>

namespace wreath::flip {

namespace {

void stop_if_asked(RunControl& run) {
  if (run.should_stop()) throw LimitReached("the run was stopped before the scheme was lifted");
}

}  // namespace

void TritRow::add(std::size_t k, int value) {
  const int sum = (at(k) + value + 4) % 3 - 1;
  const std::uint64_t bit = std::uint64_t{1} << k % 64;
  plus_[k / 64] = (plus_[k / 64] & ~bit) | (sum == 1 ? bit : 0);
  minus_[k / 64] = (minus_[k / 64] & ~bit) | (sum == -1 ? bit : 0);
}

void TritRow::add(const TritRow& other, int times) {
  if (times == 0) return;
  const std::uint64_t* const plus = times > 0 ? other.plus_.data() : other.minus_.data();
  const std::uint64_t* const minus = times > 0 ? other.minus_.data() : other.plus_.data();
  for (std::size_t w = 0; w < plus_.size(); ++w) {
    const std::uint64_t x = plus_[w];
    const std::uint64_t y = minus_[w];
    const std::uint64_t unequal = (x | minus[w]) ^ (y | plus[w]);
    plus_[w] = (y | minus[w]) ^ unequal;
    minus_[w] = (x | plus[w]) ^ unequal;
  }
}

std::optional<std::size_t> TritRow::first() const {
  for (std::size_t w = 0; w < plus_.size(); ++w) {
    if (const std::uint64_t any = plus_[w] | minus_[w]; any != 0) return 64 * w + static_cast<std::size_t>(std::countr_zero(any));
  }
  return std::nullopt;
}

TritSpace::TritSpace(std::vector<TritRow> rows, RunControl& run) : rows_(rows.size()) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    stop_if_asked(run);
    std::vector<std::int8_t> taken = reduce(rows[k]);
    const auto column = rows[k].first();
    if (!column) continue;
    const int sign = rows[k].at(*column);
    if (sign < 0) rows[k].negate();
    pivots_.push_back({std::move(rows[k]), *column, k, sign, std::move(taken)});
  }
}

std::vector<std::int8_t> TritSpace::reduce(TritRow& row) const {
  std::vector<std::int8_t> taken(pivots_.size());
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const int times = row.at(pivots_[k].column);
    if (times == 0) continue;
    taken[k] = static_cast<std::int8_t>(times);
    row.add(pivots_[k].row, -times);
  }
  return taken;
}

std::optional<std::vector<std::int8_t>> TritSpace::express(TritRow vector, RunControl& run) const {
  std::vector<std::int8_t> left = reduce(vector);
  if (vector.first()) return std::nullopt;
  std::vector<std::int8_t> times(rows_);
  const auto modulo_3 = [](int value) { return static_cast<std::int8_t>((value + 6) % 3 - ((value + 6) % 3 == 2 ? 3 : 0)); };
  for (std::size_t k = pivots_.size(); k-- > 0;) {
    if (left[k] == 0) continue;
    stop_if_asked(run);
    const Pivot& pivot = pivots_[k];
    const int count = left[k] * pivot.sign;
    times[pivot.number] = modulo_3(count);
    for (std::size_t j = 0; j < k; ++j) left[j] = modulo_3(left[j] - count * pivot.taken[j]);
  }
  return times;
}

}  // namespace wreath::flip
