// SPDX-License-Identifier: MIT
//
// Transformations, partial ones, partial permutations, permutations: the images of n points.
#include <fmt/format.h>

#include <numeric>

#include "semigroup/kinds/cell_kind.hpp"

namespace wreath::semigroup {

namespace {

class Maps final : public CellKind<Maps> {
 public:
  Maps(KindName of, std::string_view named, std::string_view means, bool partial, bool injective)
      : CellKind(of, named, means), partial_(partial), injective_(injective) {}

  template <class Visit>
  static decltype(auto) with_cells(const ElementKind& kind, const Visit& visit) {
    return kind.size < 256 ? visit(MapCells<std::uint8_t>(kind)) : visit(MapCells<std::uint32_t>(kind));
  }

  std::uint64_t largest_size() const override { return std::uint64_t{1} << 30; }
  void require_element(const ElementKind& kind, std::span<const Point> row, std::string_view who) const override {
    std::vector<bool> hit(kind.size);
    for (std::size_t p = 0; p < row.size(); ++p) {
      if (partial_ && row[p] == kUndefined) continue;
      if (row[p] >= kind.size) {
        throw InputError(fmt::format("{} sends point {} to {}, which is not a point: points are 0..{}", who, p,
                                     static_cast<std::int32_t>(row[p]), kind.size - 1));
      }
      if (injective_ && hit[row[p]])
        throw InputError(fmt::format("{} sends two points to {}: it is not a {}", who, row[p], text));
      hit[row[p]] = true;
    }
  }
  std::vector<Point> identity(const ElementKind& kind) const override {
    std::vector<Point> row(kind.size);
    std::iota(row.begin(), row.end(), Point{0});
    return row;
  }
  /// The number of images.
  std::uint64_t rank(const ElementKind& /*kind*/, std::span<const Point> row) const override {
    std::vector<bool> seen(row.size());
    std::uint64_t images = 0;
    for (const Point image : row) {
      if (image == kUndefined || seen[image]) continue;
      seen[image] = true;
      ++images;
    }
    return images;
  }
  std::span<const NumberName> number_names() const override {
    static constexpr NumberName kNames[] = {{kUndefined, "-", "-1"}};
    return partial_ ? std::span<const NumberName>(kNames) : std::span<const NumberName>();
  }
  std::uint64_t number_limit(const ElementKind& kind) const override { return kind.size; }
  bool acts(const ElementKind&, std::size_t) const override { return true; }

 private:
  bool partial_;
  bool injective_;
};

}  // namespace

void add_maps(std::vector<const Kind*>& kinds) {
  static const Maps maps[] = {
      {KindName::transformation, "transformation", "the images of n points", false, false},
      {KindName::partial_transformation, "partial-transformation", "the same, '-' for a point that has none", true, false},
      {KindName::partial_permutation, "partial-permutation", "the same, injective", true, true},
      {KindName::permutation, "permutation", "the images of n points, or cycles (0 1 2)(3 4)", false, true},
  };
  for (const Maps& each : maps) kinds.push_back(&each);
}

}  // namespace wreath::semigroup
