// SPDX-License-Identifier: MIT
//
// Bipartitions: the block of each of 2n points, n above, then n below. Blocks are numbered as they are met first.
#include <fmt/format.h>

#include <set>

#include "semigroup/kinds/cell_kind.hpp"

namespace wreath::semigroup {

namespace {

class Bipartitions final : public CellKind<Bipartitions> {
 public:
  Bipartitions() : CellKind(KindName::bipartition, "bipartition", "the block of each of 2n points, n above and then n below") {}

  template <class Visit>
  static decltype(auto) with_cells(const ElementKind& kind, const Visit& visit) {
    return kind.size <= BipartitionWord::kMost ? visit(BipartitionWord(kind)) : visit(BipartitionCells(kind));
  }

  std::uint64_t largest_size() const override { return BipartitionCells::kMost; }
  std::uint64_t row_length(const ElementKind& kind) const noexcept override { return 2 * kind.size; }
  std::uint64_t size_of_row(std::uint64_t length) const override {
    if (length % 2 == 0) return length / 2;
    throw InputError(fmt::format("a bipartition has an even number of points, not {}", length));
  }
  void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) const override {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] >= row.size())
        fail_number(kind, who, i,
                    fmt::format("is {}: blocks are numbered 0..{}", static_cast<std::int32_t>(row[i]), row.size() - 1));
    }
  }
  void normalise(std::span<Point> row) const override {
    std::vector<Point> numbers(row.size(), kUndefined);
    Point next = 0;
    for (Point& block : row) {
      if (numbers[block] == kUndefined) numbers[block] = next++;
      block = numbers[block];
    }
  }
  std::vector<Point> identity(const ElementKind& kind) const override {
    std::vector<Point> row(row_length(kind));
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = static_cast<Point>(k % kind.size);
    return row;
  }
  /// The number of blocks with points above and below.
  std::uint64_t rank(const ElementKind& kind, std::span<const Point> row) const override {
    const std::set<Point> above(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(kind.size));
    const std::set<Point> below(row.begin() + static_cast<std::ptrdiff_t>(kind.size), row.end());
    return static_cast<std::uint64_t>(std::ranges::count_if(above, [&](Point block) { return below.contains(block); }));
  }
  std::uint64_t number_limit(const ElementKind& kind) const override { return 2 * kind.size; }
  MakeValues values() const override { return make_bipartition_model; }
  const char* why_orbits(const ElementKind&) const override { return "bipartitions have few values on each side"; }
  bool has_device_form(const ElementKind& kind) const override { return row_length(kind) <= kDeviceBytes; }
};

}  // namespace

void add_bipartitions(std::vector<const Kind*>& kinds) {
  static const Bipartitions bipartitions;
  kinds.push_back(&bipartitions);
}

}  // namespace wreath::semigroup
