// SPDX-License-Identifier: MIT
//
// Elements of every kind as text.
#include <fmt/format.h>

#include "open/semigroup/kinds.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/semiring.hpp"

namespace wreath::semigroup {

namespace {

std::string number_text(const ElementKind& kind, Point number) {
  for (const NumberName& name : kind_of(kind).number_names()) {
    if (number == name.number) return std::string(name.text);
  }
  return std::to_string(static_cast<std::int32_t>(number));
}

std::string gap_entry(const ElementKind& kind, Point entry) {
  if (kind.name == KindName::field) {
    if (entry == 0) return fmt::format("0*Z({})", kind.order);
    const Semiring field = make_semiring(kind);
    unsigned exponent = 0;
    for (std::uint8_t power = 1; power != entry; ++exponent)
      power = field.product(power, static_cast<std::uint8_t>(gap_root(kind.order)));
    return fmt::format("Z({})^{}", kind.order, exponent);
  }
  const std::string text = number_text(kind, entry);
  return text.ends_with("inf") ? text + "inity" : text;
}

std::string gap_matrix(const ElementKind& kind, std::span<const Point> row) {
  std::string rows;
  for (std::size_t i = 0; i < kind.size; ++i) {
    std::vector<std::string> entries;
    for (std::size_t j = 0; j < kind.size; ++j) entries.push_back(gap_entry(kind, row[i * kind.size + j]));
    rows += fmt::format("{}[{}]", i == 0 ? "" : ",", fmt::join(entries, ","));
  }
  const bool limited = kind.threshold > 0;
  switch (kind.name) {
    case KindName::field: return fmt::format("Matrix(GF({}), [{}])", kind.order, rows);
    case KindName::natural: return fmt::format("Matrix(IsNTPMatrix, [{}], {}, {})", rows, kind.threshold, kind.period);
    case KindName::max_plus:
      return limited ? fmt::format("Matrix(IsTropicalMaxPlusMatrix, [{}], {})", rows, kind.threshold)
                     : fmt::format("Matrix(IsMaxPlusMatrix, [{}])", rows);
    case KindName::min_plus:
      return limited ? fmt::format("Matrix(IsTropicalMinPlusMatrix, [{}], {})", rows, kind.threshold)
                     : fmt::format("Matrix(IsMinPlusMatrix, [{}])", rows);
    default: return fmt::format("Matrix(IsBooleanMat, [{}])", rows);
  }
}

std::string gap_bipartition(std::span<const Point> row) {
  const auto n = static_cast<std::int64_t>(row.size() / 2);
  std::vector<std::vector<std::int64_t>> blocks;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] >= blocks.size()) blocks.resize(row[i] + 1);
    const auto point = static_cast<std::int64_t>(i);
    blocks[row[i]].push_back(point < n ? point + 1 : n - point - 1);
  }
  std::string text;
  for (const auto& block : blocks) text += fmt::format("{}[{}]", text.empty() ? "" : ",", fmt::join(block, ","));
  return fmt::format("Bipartition([{}])", text);
}

std::string gap_cycles(std::span<const Point> row) {
  std::string text;
  std::vector<bool> seen(row.size());
  for (std::size_t start = 0; start < row.size(); ++start) {
    if (seen[start] || row[start] == start) continue;
    std::vector<std::size_t> cycle;
    for (std::size_t p = start; !seen[p]; p = row[p]) {
      seen[p] = true;
      cycle.push_back(p + 1);
    }
    text += fmt::format("({})", fmt::join(cycle, ","));
  }
  return text.empty() ? "()" : text;
}

/// GAP has no partial transformations: the point n + 1 stands for "undefined".
std::string gap_map(const ElementKind& kind, std::span<const Point> row) {
  std::vector<Point> images;
  const bool partial = kind.name == KindName::partial_transformation;
  for (const Point image : row) images.push_back(image == kUndefined ? static_cast<Point>(row.size() + 1) : image + 1);
  if (partial) images.push_back(static_cast<Point>(row.size() + 1));
  return fmt::format("Transformation([{}])", fmt::join(images, ","));
}

std::string gap_partial_permutation(std::span<const Point> row) {
  std::vector<std::size_t> domain;
  std::vector<Point> images;
  for (std::size_t p = 0; p < row.size(); ++p) {
    if (row[p] == kUndefined) continue;
    domain.push_back(p + 1);
    images.push_back(row[p] + 1);
  }
  return fmt::format("PartialPerm([{}],[{}])", fmt::join(domain, ","), fmt::join(images, ","));
}

}  // namespace

std::string print_element(const ElementKind& kind, std::span<const Point> row, bool gap) {
  if (!gap) {
    std::string text;
    for (const Point number : row) text += (text.empty() ? "" : " ") + number_text(kind, number);
    return text;
  }
  if (kind.is_matrix()) return gap_matrix(kind, row);
  switch (kind.name) {
    case KindName::bipartition: return gap_bipartition(row);
    case KindName::permutation: return gap_cycles(row);
    case KindName::partial_permutation: return gap_partial_permutation(row);
    default: return gap_map(kind, row);
  }
}

}  // namespace wreath::semigroup
