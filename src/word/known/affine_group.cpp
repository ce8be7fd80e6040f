// SPDX-License-Identifier: MIT
//
// The Baumslag-Solitar group BS(1,n), t*a*t^-1 = a^n, as maps z -> n^j*z + x of the line, with x in Z[1/n] and |n| > 1.
//
// A word is read with t as a change of height: a letter a at height h adds n^h to x. So x is a sum of powers of n with small
// coefficients, and carrying makes it an expansion in base n with digits from 0 to |n|-1, of -x if n > 0 and x < 0; a negative
// base needs no sign. The normal form t^i a^d_0 t a^d_1 t ... a^d_k t^l has these digits, and is of linear length. No large
// integers are needed, and everything takes linear time.
//
// Conjugacy. c = (s,k) takes (x,j) to (n^k*x + (1 - n^j)*s, j). If j = 0, digits are shifted. Otherwise x counts modulo n^J - 1,
// for J = |j|, and up to multiplication by n. If n > 0 that is a circle of J digits, up to rotation. If n < 0 the base is n^2; if
// J is odd, too, x is multiplied by n^J + 1 and counts modulo n^(2J) - 1, and if J is even n*x is also tried.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/algebra/least_rotation.hpp"
#include "core/words/words.hpp"
#include "word/known/baumslag_solitar.hpp"

namespace wreath::word {

namespace {

/// The number sum of values[i] * n^(low+i).
struct Sum {
  std::int64_t low = 0;
  std::vector<std::int64_t> values;

  std::int64_t high() const { return low + static_cast<std::int64_t>(values.size()); }
  std::int64_t& operator[](std::int64_t power) { return values[static_cast<std::size_t>(power - low)]; }
  /// Makes room for the powers from `from` up to `to`, which is not among them.
  void cover(std::int64_t from, std::int64_t to) {
    if (values.empty()) low = from;
    if (from < low) {
      values.insert(values.begin(), static_cast<std::size_t>(low - from), 0);
      low = from;
    }
    if (to > high()) values.resize(static_cast<std::size_t>(to - low), 0);
  }
  void add(const Sum& other, std::int64_t shift, std::int64_t times) {
    if (other.values.empty()) return;
    cover(other.low + shift, other.high() + shift);
    for (std::size_t i = 0; i < other.values.size(); ++i)
      (*this)[other.low + shift + static_cast<std::int64_t>(i)] += times * other.values[i];
  }
};

/// Carries once from the first digit to the last: they are then from 0 to |base|-1. Returns what is left over.
std::int64_t carry_through(std::vector<std::int64_t>& digits, std::int64_t base) {
  std::int64_t carry = 0;
  for (std::int64_t& digit : digits) {
    const std::int64_t value = digit + carry;
    digit = value % base;
    if (digit < 0) digit += std::abs(base);
    carry = (value - digit) / base;
  }
  return carry;
}

/// x as an expansion; the same for the same number.
struct Expansion {
  bool negative = false;
  std::int64_t low = 0;                   // the first digit is that of n^low, and not 0
  std::vector<std::int64_t> digits = {};  // the last is not 0; none of the number 0

  bool operator==(const Expansion&) const = default;
};

struct AffineMap {
  Sum x;
  std::int64_t j = 0;
};

class AffineGroup final : public BaumslagSolitarGroup {
 public:
  AffineGroup(const Alphabet& alphabet, const BaumslagSolitar& group)
      : BaumslagSolitarGroup(alphabet, group), n_(group.m * group.n) {}

  std::string_view method() const noexcept override { return "affine maps over Z[1/n]"; }

  Word normal_form(std::span<const Letter> word, RunControl& run) const override {
    const AffineMap map = map_of(word, run);
    return word_for(expansion(map.x), map.j);
  }

  bool equal(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    const AffineMap x = map_of(u, run);
    const AffineMap y = map_of(v, run);
    return x.j == y.j && expansion(x.x) == expansion(y.x);
  }

  std::optional<Conjugate> conjugate(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    const AffineMap x = map_of(u, run);
    const AffineMap y = map_of(v, run);
    Conjugate result;
    if (x.j != y.j) {
      result.proof = fmt::format("the exponents of {} in them add up to {} and {}", alphabet_.names[group_.t], x.j, y.j);
      return result;
    }
    const auto shift = shift_between(x.x, y.x, x.j);
    require_time(run);
    if (!shift) {
      const std::string family =
          fmt::format("as maps z -> n^{0}*z + x with n = {1}, their x are not powers of n times each other", x.j, n_);
      result.proof = x.j == 0 ? family : fmt::format("{} modulo n^{} - 1", family, std::abs(x.j));
      return result;
    }
    Sum difference = y.x;
    difference.add(x.x, *shift, -1);
    const Sum s = x.j == 0 ? Sum() : quotient(std::move(difference), x.j);
    result.conjugate = true;
    result.conjugator = normal_form(inverted(word_for(expansion(s), *shift), alphabet_.inverses), run);
    if (!equal(conjugated(u, result.conjugator, alphabet_.inverses), v, run))
      throw InternalError("a conjugator in a Baumslag-Solitar group failed its check");
    return result;
  }

 private:
  AffineMap map_of(std::span<const Letter> word, RunControl& run) const {
    AffineMap map;
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    std::int64_t height = 0;
    for (const Letter x : word) {
      if (!is_t(x)) continue;
      height += sign(x);
      least = std::min(least, height);
      greatest = std::max(greatest, height);
    }
    map.j = height;
    map.x.cover(least, greatest + 1);
    height = 0;
    std::uint64_t step = 0;
    for (const Letter x : word) {
      stop_now_and_then(run, ++step);
      (is_t(x) ? height : map.x[height]) += sign(x);
    }
    return map;
  }

  Expansion expansion(Sum x) const {
    Expansion result{false, x.low, x.values};
    std::int64_t left = carry_through(result.digits, n_);
    if (n_ > 0 && left < 0) {
      result.negative = true;
      result.digits = x.values;
      for (std::int64_t& digit : result.digits) digit = -digit;
      left = carry_through(result.digits, n_);
    }
    while (left != 0) {
      std::vector<std::int64_t> digit{left};
      left = carry_through(digit, n_);
      result.digits.push_back(digit[0]);
    }
    while (!result.digits.empty() && result.digits.back() == 0) result.digits.pop_back();
    const auto first = std::ranges::find_if(result.digits, [](std::int64_t digit) { return digit != 0; });
    result.low += first - result.digits.begin();
    result.digits.erase(result.digits.begin(), first);
    return result.digits.empty() ? Expansion() : result;
  }

  Word word_for(const Expansion& x, std::int64_t j) const {
    std::vector<Syllable> syllables;
    std::int64_t height = 0;
    const auto climb = [&](std::int64_t to) {
      if (to != height) syllables.push_back(power_of_t(to - height));
      height = to;
    };
    for (std::size_t i = 0; i < x.digits.size(); ++i) {
      if (x.digits[i] == 0) continue;
      climb(x.low + static_cast<std::int64_t>(i));
      syllables.push_back(power_of_a(x.negative ? -x.digits[i] : x.digits[i]));
    }
    climb(j);
    return word_of(syllables, generators_);
  }

  /// k with y = n^k * x, modulo n^|j| - 1 unless j = 0; nothing if there is none.
  std::optional<std::int64_t> shift_between(const Sum& x, const Sum& y, std::int64_t j) const {
    const Expansion a = expansion(x);
    const Expansion b = expansion(y);
    if (j == 0 && a.digits.empty()) return b.digits.empty() ? std::optional<std::int64_t>(0) : std::nullopt;
    if (j == 0) return a.digits == b.digits && a.negative == b.negative ? std::optional(b.low - a.low) : std::nullopt;
    const std::int64_t size = std::abs(j);
    const std::vector<std::int64_t> circle = circle_of(y, 0, size);
    for (std::int64_t odd = 0; odd < (n_ < 0 && size % 2 == 0 ? 2 : 1); ++odd) {
      const std::vector<std::int64_t> other = circle_of(x, odd, size);
      const std::size_t from = least_rotation(std::span<const std::int64_t>(other));
      const std::size_t to = least_rotation(std::span<const std::int64_t>(circle));
      if (rotated_copy(other, from) != rotated_copy(circle, to)) continue;
      const std::int64_t turns = static_cast<std::int64_t>(to) - static_cast<std::int64_t>(from);
      return odd + (n_ < 0 ? 2 * turns : turns);
    }
    return std::nullopt;
  }

  static std::vector<std::int64_t> rotated_copy(const std::vector<std::int64_t>& digits, std::size_t by) {
    std::vector<std::int64_t> copy(digits.size());
    std::ranges::rotate_copy(digits, digits.begin() + static_cast<std::ptrdiff_t>(by), copy.begin());
    return copy;
  }

  /// n^shift * x modulo n^size - 1 as digits on a circle: multiplication by the base rotates them.
  std::vector<std::int64_t> circle_of(const Sum& x, std::int64_t shift, std::int64_t size) const {
    const bool squared = n_ < 0;
    const std::int64_t base = squared ? n_ * n_ : n_;
    const std::int64_t length = squared && size % 2 == 0 ? size / 2 : size;
    std::vector<std::int64_t> digits(static_cast<std::size_t>(length), 0);
    const auto add = [&](std::int64_t power, std::int64_t value) {
      const std::int64_t odd = squared ? ((power % 2) + 2) % 2 : 0;
      const std::int64_t place = squared ? (power - odd) / 2 : power;
      digits[static_cast<std::size_t>(((place % length) + length) % length)] += odd != 0 ? value * n_ : value;
    };
    for (std::size_t i = 0; i < x.values.size(); ++i) {
      const std::int64_t power = x.low + shift + static_cast<std::int64_t>(i);
      add(power, x.values[i]);
      if (squared && size % 2 != 0) add(power + size, x.values[i]);  // times n^size + 1
    }
    while (const std::int64_t left = carry_through(digits, base)) digits[0] += left;
    if (std::ranges::all_of(digits, [&](std::int64_t digit) { return digit == base - 1; })) std::ranges::fill(digits, 0);
    return digits;
  }

  /// x / (1 - n^j), which must be in Z[1/n]; j is not 0.
  Sum quotient(Sum x, std::int64_t j) const {
    const std::int64_t size = std::abs(j);
    Sum result;  // of x / (n^size - 1)
    x.cover(x.low, x.low + size);
    result.cover(x.low, x.high());
    for (std::int64_t power = x.high() - 1; power >= x.low + size; --power) {  // n^p = n^(p-size) * (n^size - 1) + n^(p-size)
      result[power - size] += x[power];
      x[power - size] += x[power];
    }
    std::vector<std::int64_t> rest(x.values.begin(), x.values.begin() + size);
    for (int round = 0; round < 200; ++round) {
      const std::int64_t left = carry_through(rest, n_);
      result[x.low] += left;
      rest[0] += left;
      if (left == 0) break;
    }
    if (n_ > 1 && std::ranges::all_of(rest, [&](std::int64_t digit) { return digit == n_ - 1; })) ++result[x.low];
    if (j > 0) {  // 1 - n^j = -(n^size - 1)
      for (std::int64_t& value : result.values) value = -value;
    } else {  // 1 - n^-size = n^-size * (n^size - 1)
      result.low += size;
    }
    return result;
  }

  std::int64_t n_;
};

}  // namespace

std::unique_ptr<const KnownGroup> make_affine_group(const Alphabet& alphabet, const BaumslagSolitar& group) {
  return std::make_unique<AffineGroup>(alphabet, group);
}

}  // namespace wreath::word
