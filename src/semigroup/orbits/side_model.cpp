// SPDX-License-Identifier: MIT
#include "semigroup/orbits/side_model.hpp"

#include <algorithm>
#include <numeric>

namespace wreath::semigroup {

namespace {

constexpr Point kNoNumber = kUndefined;

/// Numbers things as they are met first.
class Numbering {
 public:
  explicit Numbering(std::size_t things) : numbers_(things, kNoNumber) {}
  Point operator()(Point thing) {
    if (numbers_[thing] == kNoNumber) numbers_[thing] = next_++;
    return numbers_[thing];
  }
  Point find(Point thing) const { return numbers_[thing]; }

 private:
  std::vector<Point> numbers_;
  Point next_ = 0;
};

/// A left value is the block of each point, a right value the images in ascending order.
class MapSides final : public SideModel {
 public:
  explicit MapSides(const Generators& generators) : generators_(generators) {
    for (Point p = 0; p < generators.degree; ++p) {
      std::size_t g = 0;
      while (g < generators.count() && generators.row(g)[p] == p) ++g;
      if (g == generators.count()) ++fixed_;
    }
  }
  /// Points that all generators fix: in a partial map, "undefined" is one.
  std::size_t fixed() const override { return fixed_; }

  std::uint64_t degree() const override { return generators_.degree; }
  std::uint64_t cell_values() const override { return generators_.degree; }
  std::size_t rank(OrbitSide side, std::span<const Point> value) const override {
    return side == OrbitSide::right ? value.size() : std::size_t{*std::ranges::max_element(value)} + 1;
  }

  void act(OrbitSide side, Letter generator, std::span<const Point> value, SideValue& result,
           std::vector<Point>& carried) const override {
    const std::span<const Point> g = generators_.row(generator);
    result.clear();
    if (side == OrbitSide::left) {
      Numbering number(value.size());
      for (const Point image : g) result.push_back(number(value[image]));
      carried.resize(rank(side, value));
      for (Point block = 0; block < carried.size(); ++block)
        carried[block] = number.find(block) == kNoNumber ? kEnded | block : number.find(block);
      return;
    }
    for (const Point point : value) result.push_back(g[point]);
    carried = result;
    std::ranges::sort(result);
    result.erase(std::ranges::unique(result).begin(), result.end());
    for (Point& to : carried) to = static_cast<Point>(std::ranges::lower_bound(result, to) - result.begin());
  }

  void merge(OrbitSide side, std::span<const Point> value, std::vector<Point>& classes, SideValue& result) const override {
    result.clear();
    if (side == OrbitSide::left) {
      Numbering number(degree());
      for (const Point block : value) result.push_back(number(classes[block]));
      for (Point& block : classes) block = number.find(block);
      return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (is_ended(classes[i])) continue;
      classes[i] = static_cast<Point>(result.size());
      result.push_back(value[i]);
    }
  }

  Split split(std::span<const Point> row) const override {
    Split parts;
    parts.right.assign(row.begin(), row.end());
    std::ranges::sort(parts.right);
    parts.right.erase(std::ranges::unique(parts.right).begin(), parts.right.end());
    Numbering number(degree());
    for (const Point image : row) {
      const Point block = number(image);
      if (block == parts.joins.size())
        parts.joins.push_back(static_cast<Point>(std::ranges::lower_bound(parts.right, image) - parts.right.begin()));
      parts.left.push_back(block);
    }
    return parts;
  }

  std::vector<Point> put_together(const Split& parts) const override {
    std::vector<Point> row;
    for (const Point block : parts.left) row.push_back(parts.right[parts.joins[block]]);
    return row;
  }

  bool has_idempotent(std::span<const Point> left, std::span<const Point> right) const override {
    std::vector<bool> met(right.size());
    for (const Point point : right) {
      if (met[left[point]]) return false;
      met[left[point]] = true;
    }
    return true;
  }

 private:
  const Generators& generators_;
  std::size_t fixed_ = 0;
};

/// A value has for each of n points twice the number of its block, and one more if the block is a transversal.
class BipartitionSides final : public SideModel {
 public:
  explicit BipartitionSides(const Generators& generators) : generators_(generators), n_(generators.kind.size) {}

  std::uint64_t degree() const override { return 2 * n_; }
  std::size_t fixed() const override { return 0; }
  std::uint64_t cell_values() const override { return 2 * n_; }
  std::size_t rank(OrbitSide, std::span<const Point> value) const override { return transversals(value).size(); }

  void act(OrbitSide side, Letter generator, std::span<const Point> value, SideValue& result,
           std::vector<Point>& carried) const override {
    const std::span<const Point> g = generators_.row(generator);
    const std::size_t near = side == OrbitSide::right ? 0 : n_;
    const std::size_t far = n_ - near;
    Blocks blocks(3 * n_);  // the generator's from 0 on, the value's from 2n on
    for (std::size_t p = 0; p < n_; ++p) blocks.unite(g[near + p], static_cast<Point>(2 * n_ + value[p] / 2));
    std::vector<bool> goes_on(3 * n_);
    const std::vector<Point> from = transversals(value);
    for (const Point block : from) goes_on[blocks.find(static_cast<Point>(2 * n_ + block))] = true;
    Numbering number(3 * n_);
    Numbering transversal(3 * n_);
    result.clear();
    for (std::size_t p = 0; p < n_; ++p) {
      const Point root = blocks.find(g[far + p]);
      result.push_back(2 * number(root) + (goes_on[root] ? 1 : 0));
      if (goes_on[root]) transversal(root);
    }
    carried.clear();
    Numbering ended(3 * n_);
    for (const Point block : from) {
      const Point root = blocks.find(static_cast<Point>(2 * n_ + block));
      carried.push_back(transversal.find(root) == kNoNumber ? kEnded | ended(root) : transversal.find(root));
    }
  }

  void merge(OrbitSide, std::span<const Point> value, std::vector<Point>& classes, SideValue& result) const override {
    const std::vector<Point> from = transversals(value);
    std::vector<Point> class_of(n_, kNoNumber);
    for (std::size_t t = 0; t < from.size(); ++t) class_of[from[t]] = classes[t];
    const auto n = static_cast<Point>(n_);
    Numbering number(3 * n_);  // of blocks that are not transversals, then of classes, then of those that are ended
    Numbering transversal(n_);
    result.clear();
    for (const Point cell : value) {
      const Point to = class_of[cell / 2];
      const bool goes_on = to != kNoNumber && !is_ended(to);
      if (goes_on) transversal(to);
      result.push_back(goes_on ? 2 * number(n + to) + 1 : 2 * number(to == kNoNumber ? cell / 2 : 2 * n + (to & ~kEnded)));
    }
    for (Point& each : classes) each = is_ended(each) ? each : transversal.find(each);
  }

  Split split(std::span<const Point> row) const override {
    std::vector<bool> above(2 * n_);
    std::vector<bool> below(2 * n_);
    for (std::size_t p = 0; p < n_; ++p) above[row[p]] = below[row[n_ + p]] = true;
    Split parts;
    Numbering left_transversal(2 * n_);
    Numbering right_transversal(2 * n_);
    const auto read = [&](std::size_t first, SideValue& value, Numbering& transversal) {
      Numbering number(2 * n_);
      for (std::size_t p = 0; p < n_; ++p) {
        const Point block = row[first + p];
        const bool joined = above[block] && below[block];
        value.push_back(2 * number(block) + (joined ? 1 : 0));
        if (joined) transversal(block);
      }
    };
    read(0, parts.left, left_transversal);
    read(n_, parts.right, right_transversal);
    for (Point block = 0; block < 2 * n_; ++block) {
      const Point t = left_transversal.find(block);
      if (t == kNoNumber) continue;
      if (parts.joins.size() <= t) parts.joins.resize(t + 1);
      parts.joins[t] = right_transversal.find(block);
    }
    return parts;
  }

  std::vector<Point> put_together(const Split& parts) const override {
    const std::vector<Point> below = transversals(parts.right);
    const std::vector<Point> above = transversals(parts.left);
    std::vector<Point> joined(n_, kNoNumber);  // the block above of a block below
    for (std::size_t t = 0; t < above.size(); ++t) joined[below[parts.joins[t]]] = above[t];
    Numbering number(2 * n_);
    std::vector<Point> row;
    for (const Point cell : parts.left) row.push_back(number(cell / 2));
    for (const Point cell : parts.right)
      row.push_back(number(joined[cell / 2] != kNoNumber ? joined[cell / 2] : static_cast<Point>(n_ + cell / 2)));
    return row;
  }

  bool has_idempotent(std::span<const Point> left, std::span<const Point> right) const override {
    Blocks blocks(2 * n_);  // the right value's from 0 on, the left one's from n on
    for (std::size_t p = 0; p < n_; ++p) blocks.unite(right[p] / 2, static_cast<Point>(n_ + left[p] / 2));
    std::vector<std::uint8_t> seen(2 * n_);  // 1: a transversal of the right, 2: of the left
    for (const Point block : transversals(right)) {
      std::uint8_t& at = seen[blocks.find(block)];
      if (at != 0) return false;
      at = 1;
    }
    for (const Point block : transversals(left)) {
      std::uint8_t& at = seen[blocks.find(static_cast<Point>(n_ + block))];
      if (at != 1) return false;
      at = 3;
    }
    return true;
  }

 private:
  /// Union-find.
  class Blocks {
   public:
    explicit Blocks(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), Point{0}); }
    Point find(Point block) {
      while (parent_[block] != block) block = parent_[block] = parent_[parent_[block]];
      return block;
    }
    void unite(Point a, Point b) { parent_[find(a)] = find(b); }

   private:
    std::vector<Point> parent_;
  };

  /// The blocks that are transversals, by their numbers, which is the order in which they are met.
  std::vector<Point> transversals(std::span<const Point> value) const {
    std::vector<bool> is_one(n_);
    for (const Point cell : value) is_one[cell / 2] = cell % 2 != 0;
    std::vector<Point> found;
    for (Point block = 0; block < n_; ++block) {
      if (is_one[block]) found.push_back(block);
    }
    return found;
  }

  const Generators& generators_;
  std::size_t n_;
};

}  // namespace

std::unique_ptr<SideModel> make_side_model(const Generators& generators) {
  if (generators.kind.name == KindName::bipartition) return std::make_unique<BipartitionSides>(generators);
  if (generators.kind.name == KindName::boolean) return make_boolean_sides(generators);
  return std::make_unique<MapSides>(generators);
}

}  // namespace wreath::semigroup
