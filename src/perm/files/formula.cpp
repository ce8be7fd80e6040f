// SPDX-License-Identifier: MIT
//
// Formulas in permutations: from text to a product of powers, and from there to operations on files.
//
// The product is folded from the right, as in power.cpp: a factor costs one product or one quotient, and no inverse is made
// but that of the last factor. A power is made beforehand where its exponent is not 1 or -1.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <memory>

#include "core/io/scratch_folders.hpp"
#include "core/text/characters.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/cycles/exponent.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/files/map_source.hpp"
#include "wreath/perm/expression.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

using Product = std::vector<Factor>;
constexpr std::size_t kMostFactors = 10000;

std::string negative_of(const std::string& exponent) {
  return exponent.starts_with('-') ? exponent.substr(1) : "-" + exponent;
}

Product inverse_of(const Product& product) {
  Product inverse(product.rbegin(), product.rend());
  for (Factor& factor : inverse) factor.exponent = negative_of(factor.exponent);
  return inverse;
}

/// Reads a formula from left to right.
class FormulaReader {
 public:
  explicit FormulaReader(std::string_view text) : in_(text, "formula") {}

  Product read() {
    Product product = read_product();
    if (!in_.at_end()) fail(fmt::format("unexpected '{}'", in_.here()));
    return product;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("formula '{}': at character {}: {}", in_.text(), in_.at() + 1, what));
  }
  void expect(std::string_view token) {
    if (!in_.take(token)) fail(fmt::format("expected '{}'", token));
  }

  Product read_product() {
    Product product = read_power();
    while (true) {
      if (in_.take("*")) {
        append(product, read_power());
      } else if (in_.take("/")) {
        append(product, inverse_of(read_power()));
      } else {
        return product;
      }
    }
  }

  Product read_power() {
    Product base = read_factor();
    while (in_.take("^")) {
      const char next = in_.peek();
      const bool number = next == '-' || next == '+' || is_digit(next);
      base = number ? power_of(base, read_integer()) : conjugate_of(base, read_factor());
    }
    return base;
  }

  Product read_factor() {
    if (in_.take("(")) {
      Product inner = read_product();
      expect(")");
      return inner;
    }
    if (in_.take("[")) {
      const Product x = read_product();
      expect(",");
      const Product y = read_product();
      expect("]");
      Product commutator = inverse_of(x);
      for (const Product& part : {inverse_of(y), x, y}) append(commutator, part);
      return commutator;
    }
    if (in_.take("1")) return {};
    const std::string name(in_.take_name());
    if (name.empty()) fail("expected a name, 1, '(' or '['");
    return {{name, "1"}};
  }

  Exponent read_integer() {
    const std::size_t begin = in_.skip_space();
    in_.advance();  // a sign, or a digit
    while (is_digit(in_.here())) in_.advance();
    return Exponent::parse(in_.text().substr(begin, in_.at() - begin));
  }

  void append(Product& product, const Product& more) const {
    if (product.size() + more.size() > kMostFactors) fail(fmt::format("the product has more than {} factors", kMostFactors));
    product.insert(product.end(), more.begin(), more.end());
  }

  Product conjugate_of(const Product& x, const Product& y) const {
    Product conjugate = inverse_of(y);
    append(conjugate, x);
    append(conjugate, y);
    return conjugate;
  }

  Product power_of(const Product& base, const Exponent& exponent) const {
    if (base.empty() || exponent.is_zero()) return {};
    if (base.size() == 1) return {{base[0].name, Exponent::parse(base[0].exponent).times(exponent).text()}};
    const Product& once = exponent.is_negative() ? inverse_of(base) : base;
    const auto times = exponent.size_below(kMostFactors + 1);
    if (!times) fail(fmt::format("the product has more than {} factors", kMostFactors));
    Product power;
    for (std::uint64_t i = 0; i < *times; ++i) append(power, once);
    return power;
  }

  TextReader in_;
};

using MapsByName = std::map<std::string, std::reference_wrapper<const Map>>;

/// Folds a product from the right, file by file.
class Evaluation {
 public:
  Evaluation(const MapsByName& maps, const std::string& output, const FileOptions& options, RunControl* run)
      : maps_(maps), output_(output), options_(options), run_(run) {
    options_.verify = Verify::none;
    folder_ = options.machine.cluster ? ""
                                      : scratch_folder_list(options.machine.scratch,
                                                            std::filesystem::path(absolute_path(output)).parent_path().string())
                                            .front();
  }

  FileReport fold(const Product& product) {
    std::unique_ptr<StepFile> behind;
    std::optional<Map> behind_map;
    FileReport report;
    for (std::size_t i = product.size(); i-- > 0;) {
      const bool last = i == 0;
      const std::string& exponent = product[i].exponent;
      const Map& named = maps_.at(product[i].name);
      std::unique_ptr<StepFile> file = last ? nullptr : make();  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): it is freed
      const std::string& to = last ? output_ : file->path();
      if (!behind_map) {
        report = power_file(named, std::string_view(exponent), to, options_, run_);
      } else if (exponent == "1" || exponent == "-1") {
        report = exponent == "1" ? multiply_files(named, *behind_map, to, options_, run_)
                                 : divide_files(named, *behind_map, to, options_, run_);
      } else {
        const bool inverted = exponent.starts_with('-');
        const auto power = make();
        const std::string size = inverted ? exponent.substr(1) : exponent;
        report = power_file(named, std::string_view(size), power->path(), options_, run_);
        if (report.done != report.points) return report;
        const Map made = power->open();
        report = inverted ? divide_files(made, *behind_map, to, options_, run_)
                          : multiply_files(made, *behind_map, to, options_, run_);
      }
      if (last || report.done != report.points) return report;
      behind_map.emplace(file->open());
      behind = std::move(file);
    }
    return report;
  }

 private:
  std::unique_ptr<StepFile> make() {
    return options_.machine.cluster ? std::make_unique<StepFile>(output_, 10 + number_++ % 4)
                                    : std::make_unique<StepFile>(folder_);
  }

  const MapsByName& maps_;
  const std::string& output_;
  FileOptions options_;
  RunControl* run_;
  std::string folder_;
  int number_ = 0;
};

}  // namespace

std::string parse_exponent(std::string_view text) {
  return Exponent::parse(text).text();
}

std::vector<Factor> parse_expression(std::string_view text) {
  return FormulaReader(text).read();
}

FileReport evaluate_files(std::string_view expression, const MapsByName& given, const std::filesystem::path& output,
                          const FileOptions& options, RunControl* run) {
  const Product product = parse_expression(expression);
  for (const Factor& factor : product) {
    if (!given.contains(factor.name)) {
      throw InputError(
          fmt::format("formula '{}': no permutation is given for '{}'; add {}=FILE", expression, factor.name, factor.name));
    }
  }
  if (given.empty())
    throw InputError(fmt::format("formula '{}': no permutation is given, so the number of points is not known", expression));
  std::uint64_t points = 0;
  for (const auto& [name, map] : given) points = std::max(points, map.get().size());
  std::map<std::string, Map> longer;  // those that are typed as cycles fix the points that they do not name
  MapsByName maps = given;
  for (const auto& [name, map] : given) {
    if (auto source = Internals::source(map).fixing_points_up_to(points))
      maps.at(name) = longer.emplace(name, Internals::map(std::move(*source))).first->second;
  }
  const Map& first = maps.begin()->second;
  for (const auto& [name, map] : maps) {
    if (map.get().size() != first.size()) {
      throw InputError(fmt::format("{} has {} and {} has {}: they must be permutations of the same points", first.name(),
                                   plural(first.size(), "point"), map.get().name(), map.get().size()));
    }
  }
  if (product.empty()) return power_file(first, 0, output, options, run);
  return Evaluation(maps, output, options, run).fold(product);
}

namespace {

Natural parse_digits(std::string_view digits) {
  constexpr std::size_t kDigits = 18;  // of a step
  Natural number;
  for (std::size_t at = 0; at < digits.size(); at += kDigits) {
    std::uint64_t step = 0;
    std::uint64_t scale = 1;
    for (const char digit : digits.substr(at, kDigits)) {
      step = step * 10 + static_cast<std::uint64_t>(digit - '0');
      scale *= 10;
    }
    number *= scale;
    number += step;
  }
  return number;
}

}  // namespace

Exponent::Exponent(std::int64_t value)
    : value_{value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value), value < 0} {}

Exponent Exponent::parse(std::string_view text) {
  const bool sign = text.starts_with('-') || text.starts_with('+');
  const std::string_view digits = text.substr(sign ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    throw InputError(fmt::format("'{}' is not an exponent: give an integer in decimal, such as 1000 or -3", text));
  Exponent exponent(0);
  exponent.value_.magnitude = parse_digits(digits);
  exponent.value_.negative = text.starts_with('-') && !exponent.is_zero();
  return exponent;
}

std::vector<bool> Exponent::digits() const {
  std::vector<bool> digits(value_.magnitude.bits());
  Natural rest = value_.magnitude;
  for (std::size_t end = digits.size(); end != 0;) {
    std::uint64_t low = rest.divide(std::uint64_t{1} << 32);
    for (std::size_t bit = 0; bit < 32 && end != 0; ++bit, low >>= 1) digits[--end] = (low & 1) != 0;
  }
  return digits;
}

std::size_t Exponent::products() const {
  if (is_zero()) return 0;
  const std::vector<bool> all = digits();
  return all.size() - 1 + static_cast<std::size_t>(std::count(all.begin() + 1, all.end(), true)) + (is_negative() ? 1 : 0);
}

Exponent Exponent::times(const Exponent& other) const {
  Exponent product(0);
  product.value_.magnitude = value_.magnitude * other.value_.magnitude;
  product.value_.negative = !product.is_zero() && is_negative() != other.is_negative();
  return product;
}

std::optional<std::uint64_t> Exponent::size_below(std::uint64_t limit) const {
  const auto size = value_.magnitude.small();
  return size && *size < limit ? size : std::nullopt;
}

Exponent Exponent::reduced(const Natural& order) const {
  Exponent rest = *this;
  rest.value_.magnitude -= order * (value_.magnitude / order);
  if (rest.is_zero()) rest.value_.negative = false;
  return rest;
}

}  // namespace wreath::perm
