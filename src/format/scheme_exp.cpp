// SPDX-License-Identifier: MIT
//
// Schemes as products, one a line: (a11+a22)*(b11)*(c11+c21).
//
// The three factors of a line may come in any order, a factor of one entry needs no parentheses, and an entry may have a
// coefficient before it: 2*a11, -a12, 1/2*b11. Indices count from 1 and have one digit each; past nine there is a comma: a1,10.
// The shape is what the largest indices say, or what the caller knows.
#include <fmt/format.h>

#include <optional>

#include "core/io/text_reader.hpp"
#include "core/run/option.hpp"
#include "format/scheme_formats.hpp"

namespace wreath::format {

using flip::Rational;
using flip::RationalScheme;
using flip::SchemeFileOptions;

namespace {

constexpr std::int64_t kMost = 1'000'000'000'000;
constexpr unsigned kMostSide = 64;

struct Entry {
  unsigned row = 0;  // from 0
  unsigned column = 0;
  Rational coefficient;
  std::size_t at = 0;  // where it stands in the text
};
using Product = std::array<std::vector<Entry>, 3>;

bool is_decimal(char letter) {
  return letter >= '0' && letter <= '9';
}

class ExpParser {
 public:
  ExpParser(std::string_view text, std::string_view source) : reader_(text, source) {}

  std::vector<Product> parse() {
    std::vector<Product> products;
    while (!reader_.at_end()) products.push_back(parse_product());
    if (products.empty()) reader_.fail(0, "there are no products such as (a11+a22)*(b11)*(c11+c21)");
    return products;
  }
  [[noreturn]] void fail(std::size_t at, const std::string& what) const { reader_.fail(at, what); }

 private:
  Product parse_product() {
    Product product;
    for (unsigned t = 0; t < 3; ++t) {
      if (t != 0) reader_.expect("*", "the product");
      const std::size_t start = reader_.skip_space();
      auto [position, entries] = parse_factor();
      if (!product[position].empty()) {
        reader_.fail(start,
                     fmt::format("a second factor with entries of {}: a product has one of each of a, b, c", "abc"[position]));
      }
      product[position] = std::move(entries);
    }
    return product;
  }

  std::pair<unsigned, std::vector<Entry>> parse_factor() {
    const std::size_t open = reader_.skip_space();
    const bool parentheses = reader_.take("(");
    std::vector<Entry> entries;
    unsigned position = 3;
    do {
      const std::size_t start = reader_.skip_space();
      const auto [letter, entry] = parse_entry();
      if (position == 3) position = letter;
      if (letter != position) reader_.fail(start, "entries of two matrices in one factor");
      entries.push_back(entry);
    } while (parentheses && (reader_.peek() == '+' || reader_.peek() == '-'));
    if (parentheses) reader_.expect_close(')', open, "the factor");
    return {position, entries};
  }

  std::pair<unsigned, Entry> parse_entry() {
    std::int64_t sign = 1;
    while (reader_.peek() == '+' || reader_.peek() == '-') {
      if (reader_.here() == '-') sign = -sign;
      reader_.advance();
    }
    Rational coefficient{sign, 1};
    if (is_decimal(reader_.peek())) {
      const std::int64_t numerator = reader_.take_integer("a coefficient", kMost);
      const std::size_t at = reader_.at();
      const std::int64_t denominator = reader_.take("/") ? reader_.take_integer("a denominator", kMost) : 1;
      if (denominator == 0) reader_.fail(at, "a fraction has the denominator 0");
      coefficient = flip::make_rational(sign * numerator, denominator);
      reader_.take("*");
    }
    const std::size_t at = reader_.skip_space();
    const char letter = reader_.here();
    if (letter != 'a' && letter != 'b' && letter != 'c') reader_.fail_expected("an entry such as a11, b11 or c11");
    reader_.advance();
    const auto [row, column] = parse_indices(at);
    return {static_cast<unsigned>(letter - 'a'), {row, column, coefficient, at}};
  }

  std::pair<unsigned, unsigned> parse_indices(std::size_t at) {
    std::string digits;
    std::optional<std::size_t> comma;
    while (is_decimal(reader_.here()) || (reader_.here() == ',' && !comma)) {
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

  TextReader reader_;
};

flip::Shape shape_of(const std::vector<Product>& products, std::string_view source) {
  flip::Shape shape;
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
    return flip::parse_shape(to_string(shape));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", source, error.message()));
  }
}

}  // namespace

RationalScheme parse_exp(std::string_view text, std::string_view source, const SchemeFileOptions& options) {
  ExpParser parser(text, source);
  const std::vector<Product> products = parser.parse();
  RationalScheme scheme{options.shape.value_or(shape_of(products, source)), {}};
  const flip::Shape& shape = scheme.shape;
  for (const Product& product : products) {
    auto& summand = scheme.summands.emplace_back();
    for (unsigned position = 0; position < 3; ++position) {
      summand[position].resize(shape.bits(position));
      for (Entry entry : product[position]) {
        const std::string name = fmt::format("{}{},{}", "abc"[position], entry.row + 1, entry.column + 1);
        const bool turned = position == 2 && !options.c_transposed;
        if (turned) std::swap(entry.row, entry.column);
        if (entry.row >= shape.rows(position) || entry.column >= shape.columns(position)) {
          const bool other = position == 2 && entry.column < shape.rows(2) && entry.row < shape.columns(2);
          parser.fail(
              entry.at,
              fmt::format("{} is outside the {} x {} matrix {} of a scheme of shape {}{}", name,
                          turned ? shape.n : shape.rows(position), turned ? shape.p : shape.columns(position), "abc"[position],
                          to_string(shape),
                          other ? "; the other way round it fits: say " + option("c-transposed", turned ? "yes" : "no") : ""));
        }
        Rational& value = summand[position][entry.row * shape.columns(position) + entry.column];
        if (!value.is_zero()) parser.fail(entry.at, fmt::format("{} comes twice in one factor", name));
        value = entry.coefficient;
      }
    }
  }
  return scheme;
}

std::string print_exp(const RationalScheme& scheme, bool c_transposed) {
  const flip::Shape& shape = scheme.shape;
  const char* const comma = std::max({shape.n, shape.m, shape.p}) > 9 ? "," : "";
  std::string text;
  for (const auto& summand : scheme.summands) {
    for (unsigned position = 0; position < 3; ++position) {
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
        if (position == 2 && !c_transposed) std::swap(row, column);
        text += fmt::format("{}{}{}{}", "abc"[position], row, comma, column);
      }
      text += ')';
    }
    text += '\n';
  }
  return text;
}

}  // namespace wreath::format
