// SPDX-License-Identifier: MIT
//
// Schemes as products, one per line: (a11+a22)*(b11)*(c11+c21).
//
// The three factors of a line may come in any order, with '*' between them or nothing, and a factor of one entry needs no
// parentheses. Factors and entries may have coefficients: 2*a11, -a12, 1/2*b11, 0.5*b11, -3*(a11 + a12), b11/2, and a product may
// be divided at its end: (a11)*(b11)*(3*c11)/45. Indices count from 1 and have one digit each; past nine there is a comma: a1,10.
// The shape is what the largest indices say, or what the caller knows. For a tensor that is not a matrix product the first line
// is
// "# tensor NAME", unless the caller knows it, and an entry has one index, of any length: (a1+a12)*(b3)*(c2).
#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/text/characters.hpp"
#include "core/text/option.hpp"
#include "core/text/text_reader.hpp"
#include "flip/files/text.hpp"
#include "flip/files/formats.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMostDecimals = 100'000'000'000'000'000;  // of a decimal fraction, without its point
constexpr unsigned kMostSide = 64;

struct Entry {
  unsigned row = 0;  // from 0
  unsigned column = 0;
  Rational coefficient;
  std::size_t at = 0;  // where it stands in the text
};
using Product = std::array<std::vector<Entry>, 3>;

class ExpParser {
 public:
  /// of_vectors: entries have one index.
  ExpParser(std::string_view text, std::string_view source, bool of_vectors, StopCheck& stop)
      : reader_(text, source), of_vectors_(of_vectors), stop_(stop) {}

  std::vector<Product> parse() {
    std::vector<Product> products;
    while (!reader_.at_end()) {
      const char next = reader_.peek();
      if (!products.empty() && !begins_factor(next) && next != '+' && next != '-')
        reader_.fail_expected("a new line, '+' or '-' before the next product");
      const std::size_t start = reader_.at();
      products.push_back(parse_product());
      stop_.spend(kReading * (reader_.at() - start));
    }
    if (products.empty()) reader_.fail(0, "no products found; expected lines such as (a11+a22)*(b11)*(c11+c21)");
    return products;
  }
  [[noreturn]] void fail(std::size_t at, const std::string& what) const { reader_.fail(at, what); }

 private:
  /// A linear form in the entries of one matrix, or, where it has no entries, a number.
  struct Form {
    unsigned position = kNumber;
    std::vector<Entry> entries;
    Rational number{1, 1};
  };

  /// Factors with '*', '/' or nothing between them. A number belongs to the factor after it, and to the last one at the end.
  Product parse_product(bool may_be_wrapped = true) {
    Product product;
    const std::size_t begin = reader_.skip_space();
    Rational scale = take_sign();
    if (may_be_wrapped && wraps_product()) {
      const std::size_t open = reader_.skip_space();
      reader_.take("(");
      product = parse_product(false);
      reader_.expect_close(')', open, "the product");
      settle(product, scale, open);
      return product;
    }
    for (unsigned factors = 0; factors < 3;) {
      const std::size_t start = reader_.skip_space();
      Form factor = parse_factor();
      if (factor.position == kNumber) {
        scale = times(scale, factor.number, start);
      } else {
        if (!product[factor.position].empty()) {
          reader_.fail(start, fmt::format("a second factor with entries of {}, and the product that begins at {} has none of {}",
                                          "abc"[factor.position], reader_.place(begin), missing_in(product)));
        }
        multiply(factor.entries, std::exchange(scale, {1, 1}));
        product[factor.position] = std::move(factor.entries);
        ++factors;
      }
      scale = times(scale, take_divisors(), start);
      if (factors < 3 && !reader_.take("*") && !begins_factor(reader_.peek())) reader_.expect("*", "the product");
    }
    const std::size_t start = reader_.at();
    while (reader_.take("*")) {
      const Form factor = parse_factor();
      if (factor.position != kNumber) {
        reader_.fail(start,
                     "a fourth factor: a product has one of each of a, b and c; write the next one on a new line, or after "
                     "'+' or '-'");
      }
      scale = times(scale, factor.number, start);
      scale = times(scale, take_divisors(), start);
    }
    settle(product, scale, start);
    return product;
  }

  /// Whether the parentheses that open here are around entries of all three matrices: -(a11*(b11+b12)*c11).
  bool wraps_product() {
    if (reader_.peek() != '(') return false;
    const std::string_view text = reader_.text();
    std::array<bool, 3> has{};
    int open = 0;
    for (std::size_t at = reader_.skip_space(); at < text.size(); ++at) {
      if (text[at] >= 'a' && text[at] <= 'c') has[static_cast<std::size_t>(text[at] - 'a')] = true;
      open += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
      if (open == 0 || text[at] == '\n') break;
    }
    return has[0] && has[1] && has[2];
  }

  /// "c", "b and c"
  static std::string missing_in(const Product& product) {
    std::string missing;
    for (unsigned position = 0; position < 3; ++position) {
      if (product[position].empty()) missing += (missing.empty() ? "" : " and ") + std::string(1, "abc"[position]);
    }
    return missing;
  }

  /// (a11 - 2*a12), a11, 2, (1/2)
  Form parse_factor() {
    if (reader_.peek() != '(') return parse_term();
    const std::size_t open = reader_.at();
    reader_.advance();
    if (++depth_ > kMostDepth) reader_.fail(open, "too many parentheses are open");
    Form sum = parse_term();
    while (reader_.peek() == '+' || reader_.peek() == '-') {
      const std::size_t start = reader_.at();
      Form term = parse_term();
      if (term.position == kNumber || sum.position == kNumber) reader_.fail(start, "a number is added to an entry");
      if (term.position != sum.position) reader_.fail(term.entries.front().at, "entries of two matrices in one factor");
      sum.entries.insert(sum.entries.end(), term.entries.begin(), term.entries.end());
    }
    reader_.expect_close(')', open, "the factor");
    --depth_;
    return sum;
  }

  /// -a11, 2*a11, 3/2 a11, a11/2, 2*(a11 + a12), or a number alone.
  Form parse_term() {
    const std::size_t start = reader_.skip_space();
    Rational scale = take_sign();
    bool number = false;
    while (is_digit_or_point(reader_.peek())) {
      scale = times(scale, take_number(), start);
      scale = times(scale, take_divisors(), start);
      number = true;
      const std::size_t behind = reader_.at();
      if (!reader_.take("*")) break;
      if (depth_ == 0 && !begins_entry(reader_.peek())) {  // it stands before another factor
        reader_.go_to(behind);
        break;
      }
    }
    Form form;
    if (depth_ > 0 && reader_.peek() == '(') {
      form = parse_factor();
    } else if (begins_entry(reader_.peek())) {
      form = parse_entry();
    } else if (!number) {
      reader_.fail_expected("an entry such as a11, b11 or c11");
    }
    if (form.position == kNumber) {
      form.number = times(form.number, scale, start);
      return form;
    }
    multiply(form.entries, times(scale, take_divisors(), start));
    return form;
  }

  Form parse_entry() {
    const std::size_t at = reader_.skip_space();
    const auto position = static_cast<unsigned>(reader_.here() - 'a');
    reader_.advance();
    const auto [row, column] = parse_indices(at);
    return {position, {{row, column, {1, 1}, at}}, {1, 1}};
  }

  Rational take_sign() {
    Rational sign{1, 1};
    while (reader_.peek() == '+' || reader_.peek() == '-') {
      if (reader_.here() == '-') sign.numerator = -sign.numerator;
      reader_.advance();
    }
    return sign;
  }

  /// 12 or 0.25
  Rational take_number() {
    const std::size_t at = reader_.skip_space();
    std::int64_t whole = reader_.here() == '.' ? 0 : reader_.take_integer("a number", kMost);
    std::int64_t unit = 1;
    if (reader_.here() == '.') {
      reader_.advance();
      if (!is_digit(reader_.here())) reader_.fail_expected("a digit after the point");
      for (; is_digit(reader_.here()); reader_.advance()) {
        if (whole > kMostDecimals || unit > kMostDecimals) reader_.fail(at, "a number has too many digits");
        whole = whole * 10 + (reader_.here() - '0');
        unit *= 10;
      }
    }
    return make_rational(whole, unit);
  }

  /// The number by which what comes next divides: /3 or /3/5.
  Rational take_divisors() {
    Rational scale{1, 1};
    while (reader_.peek() == '/') {
      const std::size_t at = reader_.at();
      reader_.advance();
      reader_.skip_space();
      if (!is_digit_or_point(reader_.here())) reader_.fail_expected("a denominator");
      const Rational divisor = take_number();
      if (divisor.is_zero()) reader_.fail(at, "a fraction has the denominator 0");
      scale = times(scale, {divisor.denominator, divisor.numerator}, at);
    }
    return scale;
  }

  Rational times(const Rational& a, const Rational& b, std::size_t at) const {
    try {
      return a * b;
    } catch (const InputError& error) {
      reader_.fail(at, error.message());
    }
  }
  void multiply(std::vector<Entry>& entries, const Rational& scale) const {
    for (Entry& entry : entries) entry.coefficient = times(entry.coefficient, scale, entry.at);
  }

  /// Scales the product, by way of factors that the denominator divides as far as there are such, and of the last otherwise.
  void settle(Product& product, Rational scale, std::size_t at) const {
    for (unsigned position = 3; position-- > 0;) {
      std::int64_t common = scale.denominator;
      for (const Entry& entry : product[position]) {
        common = entry.coefficient.denominator == 1 ? std::gcd(common, entry.coefficient.numerator) : 1;
      }
      if (common == 1) continue;
      multiply(product[position], {1, common});
      scale = times(scale, {common, 1}, at);
    }
    multiply(product[2], scale);
  }

  static bool begins_entry(char letter) { return letter >= 'a' && letter <= 'c'; }
  static bool is_digit_or_point(char letter) { return is_digit(letter) || letter == '.'; }
  static bool begins_factor(char letter) { return letter == '(' || begins_entry(letter) || is_digit_or_point(letter); }

  std::pair<unsigned, unsigned> parse_indices(std::size_t at) {
    if (of_vectors_) {
      const std::int64_t index = is_digit(reader_.here()) ? reader_.take_integer("an index", kMostOfVector) : 0;
      if (index == 0) reader_.fail(at, "an entry has one index, from 1, such as a12");
      return {static_cast<unsigned>(index - 1), 0};
    }
    std::string digits;
    std::optional<std::size_t> comma;
    while (is_digit(reader_.here()) || (reader_.here() == ',' && !comma)) {
      if (reader_.here() == ',') {
        comma = digits.size();
      } else {
        digits += reader_.here();
      }
      reader_.advance();
    }
    if (!comma && digits.size() != 2) {
      reader_.fail(at, "an entry has two indices of one digit, such as a12, or a comma between them, such as a1,12");
    }
    const std::size_t cut = comma.value_or(1);
    return {parse_index(digits.substr(0, cut), at), parse_index(digits.substr(cut), at)};
  }

  unsigned parse_index(const std::string& digits, std::size_t at) const {
    const unsigned index = digits.empty() || digits.size() > 2 ? 0 : static_cast<unsigned>(std::stoul(digits));
    if (index == 0 || index > kMostSide) reader_.fail(at, fmt::format("an index must be from 1 to {}", kMostSide));
    return index - 1;
  }

  static constexpr unsigned kNumber = 3;
  static constexpr unsigned kMostDepth = 100;
  static constexpr std::int64_t kMostOfVector = 65536;

  TextReader reader_;
  bool of_vectors_;
  StopCheck& stop_;
  unsigned depth_ = 0;  // of the parentheses that are open
};

constexpr std::string_view kTensorLine = "# tensor ";

/// What the first line names.
std::optional<std::string_view> tensor_line(std::string_view text) {
  if (!text.starts_with(kTensorLine)) return std::nullopt;
  text.remove_prefix(kTensorLine.size());
  return text.substr(0, text.find_first_of("\r\n"));
}

Shape shape_of(const std::vector<Product>& products, std::string_view source) {
  Shape shape;
  for (const Product& product : products) {
    for (const Entry& entry : product[0]) {
      shape.n = std::max(shape.n, entry.row + 1);
      shape.m = std::max(shape.m, entry.column + 1);
    }
    for (const Entry& entry : product[1]) {
      shape.m = std::max(shape.m, entry.row + 1);
      shape.p = std::max(shape.p, entry.column + 1);
    }
  }
  try {
    return parse_large_shape(to_string(shape));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", source, error.message()));
  }
}

}  // namespace

RationalScheme parse_exp(std::string_view text, std::string_view source, const SchemeFileOptions& options, StopCheck stop) {
  std::optional<Shape> known = options.shape;
  if (const std::optional<std::string_view> name = tensor_line(text); name && !known) known = open_tensor(*name);
  ExpParser parser(text, source, known && !known->is_matrices(), stop);
  const std::vector<Product> products = parser.parse();
  RationalScheme scheme{known ? *known : shape_of(products, source), {}};
  const Shape& shape = scheme.shape;
  for (const Product& product : products) {
    auto& summand = scheme.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      summand[position].resize(shape.bits(position));
      stop.spend(shape.bits(position));
      for (Entry entry : product[position]) {
        if (!shape.is_matrices() && entry.row >= shape.rows(position)) {
          parser.fail(entry.at, fmt::format("{}{} is beyond the {} coordinates of {}", "abc"[position], entry.row + 1,
                                            shape.rows(position), to_string(shape)));
        }
        const auto name = [&, written = entry] {
          return fmt::format("{}{},{}", "abc"[position], written.row + 1, written.column + 1);
        };
        const bool turned = position == 2 && !options.c_transposed && shape.is_matrices();
        if (turned) std::swap(entry.row, entry.column);
        if (entry.row >= shape.rows(position) || entry.column >= shape.columns(position)) {
          const bool other = position == 2 && entry.column < shape.rows(2) && entry.row < shape.columns(2);
          parser.fail(entry.at, fmt::format("{} is outside the {} x {} matrix {} of a scheme of shape {}{}", name(),
                                            turned ? shape.n : shape.rows(position), turned ? shape.p : shape.columns(position),
                                            "abc"[position], to_string(shape),
                                            other ? "; it fits if c is read the other way: use " +
                                                        option("c-transposed", turned ? "yes" : "no")
                                                  : ""));
        }
        Rational& value = summand[position][entry.row * shape.columns(position) + entry.column];
        if (!value.is_zero()) parser.fail(entry.at, fmt::format("{} appears twice in one factor", name()));
        value = entry.coefficient;
      }
    }
  }
  return scheme;
}

std::string print_exp(const RationalScheme& scheme, bool c_transposed, StopCheck stop) {
  const Shape& shape = scheme.shape;
  const char* const comma = std::max({shape.n, shape.m, shape.p}) > 9 ? "," : "";
  std::string text = shape.is_matrices() ? "" : fmt::format("{}{}\n", kTensorLine, to_string(shape));
  for (const auto& summand : scheme.summands) {
    for (unsigned position = 0; position < 3; ++position) {
      stop.spend(summand[position].size());
      text += position == 0 ? "(" : "*(";
      bool first = true;
      for (unsigned k = 0; k < summand[position].size(); ++k) {
        const Rational& value = summand[position][k];
        if (value.is_zero()) continue;
        if (value.numerator < 0) {
          text += '-';
        } else if (!first) {
          text += '+';
        }
        first = false;
        const Rational size{value.numerator < 0 ? -value.numerator : value.numerator, value.denominator};
        if (size != Rational{1, 1}) text += to_string(size) + "*";
        unsigned row = k / shape.columns(position) + 1;
        unsigned column = k % shape.columns(position) + 1;
        if (!shape.is_matrices()) {
          text += fmt::format("{}{}", "abc"[position], k + 1);
          continue;
        }
        if (position == 2 && !c_transposed) std::swap(row, column);
        text += fmt::format("{}{}{}{}", "abc"[position], row, comma, column);
      }
      text += ')';
    }
    text += '\n';
  }
  return text;
}

}  // namespace wreath::flip
