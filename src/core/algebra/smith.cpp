// SPDX-License-Identifier: MIT
#include "core/algebra/smith.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace wreath {

namespace {

struct Overflow {};

/// A number of 64 bits that throws where it does not suffice.
class Checked {
 public:
  Checked(std::int64_t value = 0) : value_(value) {}
  bool is_zero() const { return value_ == 0; }
  Natural magnitude() const {
    return value_ < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value_) : static_cast<std::uint64_t>(value_);
  }
  bool is_smaller(const Checked& other) const { return size() < other.size(); }
  bool is_unit() const { return value_ == 1 || value_ == -1; }
  /// Rounded to zero.
  Checked quotient(const Checked& by) const {
    if (by.value_ == -1) return Checked().minus(*this, 1);
    return value_ / by.value_;
  }
  /// This number less factor * other.
  Checked minus(const Checked& other, const Checked& factor) const {
    Checked result;
    std::int64_t product = 0;
    if (__builtin_mul_overflow(other.value_, factor.value_, &product) || __builtin_sub_overflow(value_, product, &result.value_))
      throw Overflow{};
    return result;
  }

 private:
  std::uint64_t size() const {
    return value_ < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value_) : static_cast<std::uint64_t>(value_);
  }
  std::int64_t value_;
};

/// A number of any size.
class Unlimited {
 public:
  Unlimited(std::int64_t value = 0)
      : value_{Natural(value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)),
               value < 0} {}
  bool is_zero() const { return value_.is_zero(); }
  const Natural& magnitude() const { return value_.magnitude; }
  bool is_smaller(const Unlimited& other) const { return value_.magnitude < other.value_.magnitude; }
  bool is_unit() const { return value_.magnitude == Natural(1); }
  Unlimited quotient(const Unlimited& by) const {
    Unlimited result;
    result.value_ = {value_.magnitude / by.value_.magnitude, value_.negative != by.value_.negative};
    return result;
  }
  Unlimited minus(const Unlimited& other, const Unlimited& factor) const {
    Natural product = other.value_.magnitude * factor.value_.magnitude;
    const bool negative = other.value_.negative == factor.value_.negative;  // of what is added
    Unlimited result = *this;
    if (is_zero() || negative == value_.negative) {
      result.value_.magnitude += product;
      result.value_.negative = negative;
    } else if (product <= value_.magnitude) {
      result.value_.magnitude -= product;
    } else {
      product -= value_.magnitude;
      result.value_ = {std::move(product), negative};
    }
    return result;
  }

 private:
  Integer value_;
};

template <class Number>
class Matrix {
 public:
  Matrix(const std::vector<std::int64_t>& entries, std::size_t columns, const StopCheck& stop)
      : entries_(entries.begin(), entries.end()),
        columns_(columns),
        rows_(columns == 0 ? 0 : entries.size() / columns),
        stop_(stop) {}

  SmithForm form() {
    SmithForm form;
    for (; find_pivot(form.rank); ++form.rank) {
      while (!clear(form.rank)) find_least(form.rank);
      if (!at(form.rank, form.rank).is_unit()) form.divisors.push_back(at(form.rank, form.rank).magnitude());
    }
    return form;
  }

 private:
  Number& at(std::size_t row, std::size_t column) { return entries_[row * columns_ + column]; }

  void swap_rows(std::size_t a, std::size_t b) {
    if (a != b) std::swap_ranges(&at(a, 0), &at(a, 0) + columns_, &at(b, 0));
  }
  void swap_columns(std::size_t a, std::size_t b) {
    for (std::size_t row = 0; a != b && row < rows_; ++row) std::swap(at(row, a), at(row, b));
  }

  /// Brings the least entry from row and column `step` on to their crossing. False if all are zero.
  bool find_pivot(std::size_t step) {
    std::optional<std::pair<std::size_t, std::size_t>> best;
    for (std::size_t row = step; row < rows_; ++row) {
      stop_.spend(columns_);
      for (std::size_t column = step; column < columns_; ++column) {
        const Number& entry = at(row, column);
        if (entry.is_zero() || (best && !entry.is_smaller(at(best->first, best->second)))) continue;
        best = {row, column};
        if (entry.is_unit()) return move_pivot(step, row, column);
      }
    }
    return best && move_pivot(step, best->first, best->second);
  }
  bool move_pivot(std::size_t step, std::size_t row, std::size_t column) {
    swap_rows(step, row);
    swap_columns(step, column);
    return true;
  }
  /// The same in the row and the column of the pivot alone.
  void find_least(std::size_t step) {
    for (std::size_t row = step + 1; row < rows_; ++row)
      if (!at(row, step).is_zero() && at(row, step).is_smaller(at(step, step))) swap_rows(step, row);
    for (std::size_t column = step + 1; column < columns_; ++column)
      if (!at(step, column).is_zero() && at(step, column).is_smaller(at(step, step))) swap_columns(step, column);
  }

  /// Reduces by the pivot. True if all else in its row and column is zero and it divides all entries that are left.
  bool clear(std::size_t step) {
    bool is_clear = true;
    for (std::size_t row = step + 1; row < rows_; ++row) {
      stop_.spend(1);
      if (at(row, step).is_zero()) continue;
      stop_.spend(columns_);
      const Number factor = at(row, step).quotient(at(step, step));
      for (std::size_t column = step; column < columns_; ++column)
        if (!at(step, column).is_zero()) at(row, column) = at(row, column).minus(at(step, column), factor);
      is_clear = is_clear && at(row, step).is_zero();
    }
    if (!is_clear) return false;
    for (std::size_t column = step + 1; column < columns_; ++column) {  // the pivot's column is zero below it
      if (at(step, column).is_zero()) continue;
      at(step, column) = at(step, column).minus(at(step, step), at(step, column).quotient(at(step, step)));
      is_clear = is_clear && at(step, column).is_zero();
    }
    return is_clear && (at(step, step).is_unit() || divides_rest(step));
  }

  /// If the pivot does not divide an entry, the row of that is added to its own.
  bool divides_rest(std::size_t step) {
    for (std::size_t row = step + 1; row < rows_; ++row) {
      stop_.spend(columns_);
      for (std::size_t column = step + 1; column < columns_; ++column) {
        const Number& entry = at(row, column);
        if (entry.minus(at(step, step), entry.quotient(at(step, step))).is_zero()) continue;
        for (std::size_t k = step + 1; k < columns_; ++k) at(step, k) = at(row, k);
        return false;
      }
    }
    return true;
  }

  std::vector<Number> entries_;
  std::size_t columns_;
  std::size_t rows_;
  StopCheck stop_;
};

}  // namespace

SmithForm smith_form(const std::vector<std::int64_t>& entries, std::size_t columns, StopCheck stop) {
  try {
    return Matrix<Checked>(entries, columns, stop).form();
  } catch (const Overflow&) {
    return Matrix<Unlimited>(entries, columns, stop).form();
  }
}

}  // namespace wreath
