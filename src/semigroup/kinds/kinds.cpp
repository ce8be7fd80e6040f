// SPDX-License-Identifier: MIT
//
// The list of kinds (kind.hpp), and what the public header promises of all of them.
#include "wreath/semigroup/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "semigroup/kinds/kind.hpp"

namespace wreath::semigroup {

namespace {

std::vector<const Kind*>& all_kinds() {
  static std::vector<const Kind*> kinds = [] {
    std::vector<const Kind*> made;
    add_maps(made);
    add_bipartitions(made);
    add_matrices(made);
    return made;
  }();
  return kinds;
}

/// "2,1" as numbers; nothing if it is not such a list.
std::optional<std::vector<std::uint32_t>> parse_numbers(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  while (true) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), numbers.emplace_back());
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (error != std::errc{} || (!text.empty() && text.front() != ',')) return std::nullopt;
    if (text.empty()) return numbers;
    text.remove_prefix(1);
  }
}

}  // namespace

const Kind& kind_of(KindName name) {
  const std::vector<const Kind*>& kinds = all_kinds();
  if (const auto at = static_cast<std::size_t>(name); at < kinds.size() && kinds[at]->name == name) return *kinds[at];
  return **std::ranges::find(kinds, name, [](const Kind* kind) { return kind->name; });
}

void add_kind(const Kind& kind) {
  all_kinds().push_back(&kind);
}

void fail_number(const ElementKind& kind, std::string_view who, std::size_t at, const std::string& wrong) {
  if (kind.is_matrix())
    throw InputError(fmt::format("{}: the entry in row {}, column {} {}", who, at / kind.size, at % kind.size, wrong));
  throw InputError(fmt::format("{}: number {} of the row {}", who, at, wrong));
}

std::uint64_t row_length(const ElementKind& kind) noexcept {
  return kind_of(kind).row_length(kind);
}

std::uint64_t size_of_row(KindName name, std::uint64_t length) {
  return kind_of(name).size_of_row(length);
}

std::string to_string(const ElementKind& kind) {
  return std::string(kind_of(kind).text) + kind_of(kind).parameter_text(kind);
}

ElementKind parse_kind(std::string_view text, std::uint64_t size) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto& kinds = all_kinds();
  const auto found = std::ranges::find(kinds, name, [](const Kind* kind) { return kind->text; });
  if (found == kinds.end()) {
    std::vector<std::string> names;
    for (const Kind* known : kinds) names.push_back(std::string(known->text) + std::string(known->parameters));
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; the kinds are {}", fmt::join(names, ", "));
    throw InputError(fmt::format("'{}' is not a kind of elements{}", text, hint));
  }
  const Kind& known = **found;
  ElementKind kind{.name = known.name, .size = size};
  const auto given = colon == std::string_view::npos ? std::vector<std::uint32_t>{} : parse_numbers(text.substr(colon + 1));
  try {
    if (!given || !known.take_parameters(kind, *given))
      throw InputError(fmt::format("the kind is written {}{}", known.text, known.parameters));
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", text, error.what()));
  }
  ElementKind probe = kind;
  probe.size = 1;
  require_valid(probe);
  return kind;
}

std::string kind_help() {
  std::string text;
  for (const Kind* kind : all_kinds())
    text += fmt::format("  {:<24} {}\n", fmt::format("{}{}", kind->text, kind->parameters), kind->meaning);
  return text;
}

void require_valid(const ElementKind& kind) {
  const Kind& known = kind_of(kind);
  std::string wrong = known.wrong_parameters(kind);
  if (kind.size < 1 || kind.size > known.largest_size()) {
    wrong = fmt::format("the {} is {}: it must be from 1 to {}", kind.is_matrix() ? "number of rows" : "degree", kind.size,
                        known.largest_size());
  }
  if (!wrong.empty()) throw InputError(fmt::format("{}: {}", to_string(kind), wrong));
}

void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) {
  if (row.size() != row_length(kind)) {
    throw InputError(fmt::format("{} has {}, but a {} of {} has {}", who, counted(row.size(), "number"), to_string(kind),
                                 kind.is_matrix() ? fmt::format("{0} x {0}", kind.size) : fmt::format("degree {}", kind.size),
                                 row_length(kind)));
  }
  kind_of(kind).require_element(kind, row, who);
}

void normalise(const ElementKind& kind, std::span<Point> row) {
  kind_of(kind).normalise(row);
}

std::vector<Point> identity_of(const ElementKind& kind) {
  return kind_of(kind).identity(kind);
}

std::shared_ptr<const RowProduct> make_row_product(const ElementKind& kind) {
  return kind.is_transformation() ? nullptr : kind_of(kind).make_product(kind);
}

std::vector<Point> multiply(const ElementKind& kind, std::span<const Point> x, std::span<const Point> y) {
  require_valid(kind);
  require_element(kind, x, "x");
  require_element(kind, y, "y");
  std::vector<Point> product(x.size());
  if (kind.is_transformation()) {
    std::ranges::transform(x, product.begin(), [&](Point p) { return y[p]; });
  } else {
    (*make_row_product(kind))(x.data(), y.data(), product.data());
  }
  return product;
}

std::uint64_t rank_of(const ElementKind& kind, std::span<const Point> row) {
  return kind_of(kind).rank(kind, row);
}

}  // namespace wreath::semigroup
