// SPDX-License-Identifier: MIT
//
// A kernel as the number of each point's block, blocks numbered as they appear: degree * 1, 2 or 4 bytes.
#include <algorithm>

#include "semigroup/generators.hpp"
#include "semigroup/green/sides/kernel_code.hpp"

namespace wreath::semigroup {

namespace {

constexpr Point kNone = ~Point{0};

template <class Label>
class BlockCode final : public KernelCode {
 public:
  using KernelCode::KernelCode;

  std::size_t key_bytes() const override { return generators_.degree * sizeof(Label); }

  void act(const KeySet& kernels, Index first, Index last, KeyBatch& batch, std::size_t slot, StopCheck& check) const override {
    std::byte* out = batch.slot(slot);
    std::vector<Point> old(generators_.degree);
    std::vector<Point> fresh(generators_.degree);
    std::vector<Point> number(generators_.degree);
    for (Index kernel = first; kernel < last; ++kernel) {
      check.spend(generators_.count() * key_bytes());
      labels(kernels[kernel], old);
      for (std::size_t g = 0; g < generators_.count(); ++g, out += key_bytes()) {
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

  std::size_t rank(Key key) const override {
    Point most = 0;
    for (std::size_t p = 0; p < generators_.degree; ++p) most = std::max<Point>(most, label(key, p));
    return std::size_t{most} + 1;
  }
  std::vector<Point> marks(Key key) const override {
    std::vector<Point> first;
    for (std::size_t p = 0; p < generators_.degree; ++p) {
      if (label(key, p) == first.size()) first.push_back(static_cast<Point>(p));
    }
    return first;
  }

  void row(Key key, Marks frame, std::span<const Point> images, std::span<Point> row) const override {
    std::vector<Point> of_block(frame.size());
    for (std::size_t i = 0; i < frame.size(); ++i) of_block[label(key, frame[i])] = images[i];
    for (std::size_t p = 0; p < row.size(); ++p) row[p] = of_block[label(key, p)];
  }

  void look_at(Places& places) const override {
    places.labels.resize(generators_.degree);
    places.position.resize(generators_.degree);
    labels(places.key, places.labels);
    for (std::size_t i = 0; i < places.frame.size(); ++i) places.position[places.labels[places.frame[i]]] = static_cast<Point>(i);
  }
  void locate(const Places& places, std::span<Point> marks) const override {
    for (Point& mark : marks) mark = places.position[places.labels[mark]];
  }

  void map(const KeyStep& step, Marks known, const Places& places, std::span<Point> led) const override {
    const std::span<const Point> map = generators_.row(step.letter);
    for (std::size_t i = 0; i < known.size(); ++i) led[i] = places.position[places.labels[map[known[i]]]];
  }

  void labels(Key key, std::span<Point> labels) const override {
    for (std::size_t p = 0; p < labels.size(); ++p) labels[p] = label(key, p);
  }

  std::vector<std::uint32_t> way_to(std::span<const Point> points) const override { return {points.begin(), points.end()}; }
  void labels_at(Key key, std::span<const std::uint32_t> way, std::span<Point> labels) const override {
    for (const std::uint32_t p : way) labels[p] = label(key, p);
  }

  std::string_view name() const override { return "block numbers"; }

 private:
  static Label label(Key key, std::size_t p) {
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
};

}  // namespace

std::vector<std::byte> KernelCode::first() const {
  const std::vector<Point> all = all_points(generators_.degree);
  std::vector<std::byte> key(key_bytes());
  encode(all, all, key.data());
  return key;
}

std::unique_ptr<KernelCode> make_block_code(const Generators& generators) {
  return with_width_for(generators.degree, [&](auto label) -> std::unique_ptr<KernelCode> {
    return std::make_unique<BlockCode<decltype(label)>>(generators);
  });
}

}  // namespace wreath::semigroup
