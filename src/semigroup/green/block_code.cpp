// SPDX-License-Identifier: MIT
//
// A kernel as the number of each point's block, blocks numbered as they appear: degree * 1, 2 or 4 bytes.
#include <algorithm>
#include <numeric>

#include "semigroup/green/kernel_code.hpp"

namespace wreath::semigroup {

namespace {

constexpr Point kNone = ~Point{0};

template <class Label>
class BlockCode final : public KernelCode {
 public:
  explicit BlockCode(const Generators& generators) : generators_(generators) {}

  std::size_t bytes() const override { return generators_.degree * sizeof(Label); }

  void pull_back(const KeySet& kernels, Index first, Index last, std::byte* out) const override {
    std::vector<Point> old(generators_.degree);
    std::vector<Point> fresh(generators_.degree);
    std::vector<Point> number(generators_.degree);
    for (Index kernel = first; kernel < last; ++kernel) {
      labels(kernels[kernel], old);
      for (std::size_t g = 0; g < generators_.count(); ++g, out += bytes()) {
        const std::span<const Point> map = generators_.row(g);
        for (std::size_t p = 0; p < map.size(); ++p) fresh[p] = old[map[p]];
        write_renumbered(fresh, number, out);
      }
    }
  }

  void encode(std::span<const Point> row, std::span<const Point> map, std::byte* key) const override {
    std::vector<Point> mapped(row.size());
    std::vector<Point> number(generators_.degree);
    for (std::size_t p = 0; p < row.size(); ++p) mapped[p] = map[row[p]];
    write_renumbered(mapped, number, key);
  }

  std::vector<Point> transversal(std::span<const std::byte> key) const override {
    std::vector<Point> first;
    for (std::size_t p = 0; p < generators_.degree; ++p) {
      if (label(key, p) == first.size()) first.push_back(static_cast<Point>(p));
    }
    return first;
  }

  void row(std::span<const std::byte> key, std::span<const Point> images, std::span<Point> row) const override {
    for (std::size_t p = 0; p < row.size(); ++p) row[p] = images[label(key, p)];
  }

  void labels(std::span<const std::byte> key, std::span<Point> labels) const override {
    for (std::size_t p = 0; p < labels.size(); ++p) labels[p] = label(key, p);
  }

  std::vector<std::uint32_t> way_to(std::span<const Point> points) const override { return {points.begin(), points.end()}; }
  void labels_at(std::span<const std::byte> key, std::span<const std::uint32_t> way, std::span<Point> labels) const override {
    for (const std::uint32_t p : way) labels[p] = label(key, p);
  }

  bool together(std::span<const std::byte> key, Point p, Point q) const override { return label(key, p) == label(key, q); }
  bool shows_groups() const override { return true; }
  std::string_view name() const override { return "block numbers"; }

 private:
  static Label label(std::span<const std::byte> key, std::size_t p) {
    Label label;
    std::memcpy(&label, key.data() + p * sizeof(Label), sizeof(Label));
    return label;
  }

  void write_renumbered(std::span<const Point> labels, std::vector<Point>& number, std::byte* out) const {
    std::fill(number.begin(), number.end(), kNone);
    Point blocks = 0;
    for (std::size_t p = 0; p < labels.size(); ++p) {
      Point& here = number[labels[p]];
      if (here == kNone) here = blocks++;
      const auto small = static_cast<Label>(here);
      std::memcpy(out + p * sizeof(Label), &small, sizeof(Label));
    }
  }

  const Generators& generators_;
};

}  // namespace

std::unique_ptr<KernelCode> make_block_code(const Generators& generators) {
  return with_width_for(generators.degree, [&](auto label) -> std::unique_ptr<KernelCode> {
    return std::make_unique<BlockCode<decltype(label)>>(generators);
  });
}

}  // namespace wreath::semigroup
