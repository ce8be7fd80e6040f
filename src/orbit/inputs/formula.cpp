// SPDX-License-Identifier: MIT
//
// Formulas in the numbers n, m and k of a family, with exact fractions: what a diameter is expected to be.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/algebra/integers.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

namespace {

struct Fraction {
  std::int64_t above = 0;
  std::int64_t below = 1;  // positive, and without a common divisor
};

class FormulaReader {
 public:
  /// Without numbers, the form alone: no value is wrong then.
  FormulaReader(std::string_view text, std::optional<std::span<const std::uint64_t>> numbers)
      : in_(text, "formula"), numbers_(numbers.value_or(std::span<const std::uint64_t>{})), form_only_(!numbers) {}

  Fraction read() {
    const Fraction value = sum();
    if (!in_.at_end()) in_.fail(in_.at(), fmt::format("unexpected {} after the formula", in_.shown_here()));
    return value;
  }

 private:
  using Wide = __int128;
  static constexpr std::string_view kLetters = "nmk";

  Fraction sum() {
    Fraction value = product();
    while (true) {
      if (in_.take("+")) {
        value = add(value, product(), 1);
      } else if (in_.take("-")) {
        value = add(value, product(), -1);
      } else {
        return value;
      }
    }
  }
  Fraction product() {
    Fraction value = power();
    while (true) {
      if (in_.take("*")) {
        const Fraction other = power();
        value = made(Wide{value.above} * other.above, Wide{value.below} * other.below);
      } else if (in_.take("/")) {
        const std::size_t at = in_.skip_space();
        const Fraction other = power();
        if (form_only_) continue;
        if (other.above == 0) in_.fail(at, fmt::format("division by zero at {}", where()));
        value = made(Wide{value.above} * other.below, Wide{value.below} * other.above);
      } else {
        return value;
      }
    }
  }
  Fraction power() {
    const Fraction base = atom();
    if (!in_.take("^")) return base;
    const std::size_t at = in_.skip_space();
    const Fraction exponent = atom();
    if (exponent.below != 1 || exponent.above < 0 || exponent.above > 64)
      in_.fail(at, "an exponent must be a number from 0 to 64");
    Fraction value{1, 1};
    for (std::int64_t i = 0; i < exponent.above; ++i)
      value = made(Wide{value.above} * base.above, Wide{value.below} * base.below);
    return value;
  }
  Fraction atom() {
    if (++depth_ > 100) in_.fail(in_.at(), "the brackets are nested too deeply");
    Fraction value;
    const std::size_t at = in_.skip_space();
    const char next = in_.peek();
    if (next == '-') {
      in_.advance();
      value = power();
      value.above = -value.above;
    } else if (next == '(') {
      value = bracket();
    } else if (next >= '0' && next <= '9') {
      value.above = in_.take_integer("a number", std::int64_t{1} << 53);
    } else {
      const std::string_view name = in_.take_name();
      if (name.size() == 1 && kLetters.find(name[0]) != std::string_view::npos) {
        value.above = number(name[0], at);
      } else if (name == "floor" || name == "ceil") {
        value = rounded(bracket(), name == "ceil");
      } else {
        in_.fail(at, "a formula has numbers, the letters n, m and k, + - * / ^, brackets, floor(...) and ceil(...)");
      }
    }
    --depth_;
    return value;
  }
  /// The first, second or third number of the family.
  std::int64_t number(char letter, std::size_t at) {
    const std::size_t which = kLetters.find(letter);
    if (form_only_) return 1;
    if (which >= numbers_.size()) {
      in_.fail(at, numbers_.empty() ? fmt::format("the graph has no number that {} could be", letter)
                                    : fmt::format("{} is number {} of a family, and this one has {}", letter, which + 1,
                                                  counted(numbers_.size(), "number")));
    }
    return static_cast<std::int64_t>(std::min<std::uint64_t>(numbers_[which], std::uint64_t{1} << 53));
  }
  std::string where() const {
    std::string text;
    for (std::size_t i = 0; i < numbers_.size() && i < kLetters.size(); ++i)
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", kLetters[i], numbers_[i]);
    return text.empty() ? "this graph" : text;
  }
  Fraction bracket() {
    const std::size_t open = in_.skip_space();
    in_.expect("(", "the formula");
    const Fraction value = sum();
    in_.expect_close(')', open, "the formula");
    return value;
  }
  static Fraction rounded(const Fraction& value, bool up) {
    const std::int64_t rest = ((value.above % value.below) + value.below) % value.below;
    return {(value.above - rest) / value.below + (up && rest != 0 ? 1 : 0), 1};
  }
  Fraction add(const Fraction& a, const Fraction& b, int sign) {
    return made(Wide{a.above} * b.below + sign * Wide{b.above} * a.below, Wide{a.below} * b.below);
  }
  Fraction made(Wide above, Wide below) {
    if (form_only_) return {1, 1};
    if (below < 0) {
      above = -above;
      below = -below;
    }
    const Wide divisor = common_divisor(above < 0 ? -above : above, below);
    above /= divisor;
    below /= divisor;
    constexpr Wide kMost = Wide{1} << 62;
    if (above > kMost || -above > kMost || below > kMost)
      in_.fail(in_.at(), fmt::format("a value of the formula at {} does not fit in 64 bits", where()));
    return {static_cast<std::int64_t>(above), static_cast<std::int64_t>(below)};
  }

  TextReader in_;
  std::span<const std::uint64_t> numbers_;
  bool form_only_;
  int depth_ = 0;
};

}  // namespace

Formula::Formula(std::string text) : text_(std::move(text)) {
  FormulaReader(text_, std::nullopt).read();
}

std::string Formula::value(std::span<const std::uint64_t> numbers) const {
  const Fraction value = FormulaReader(text_, numbers).read();
  return value.below == 1 ? std::to_string(value.above) : fmt::format("{}/{}", value.above, value.below);
}

}  // namespace wreath::orbit
