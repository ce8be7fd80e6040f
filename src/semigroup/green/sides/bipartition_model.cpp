// SPDX-License-Identifier: MIT
//
// Bipartitions as two values: the blocks above, or below, and which of them cross.
#include <numeric>

#include "semigroup/green/sides/value_model.hpp"
#include "semigroup/kinds/kind.hpp"

namespace wreath::semigroup {

namespace {

constexpr Point kNoNumber = kUndefined;

/// Numbers things as they are met first.
class FirstMet {
 public:
  explicit FirstMet(std::size_t things) : numbers_(things, kNoNumber) {}
  Point operator()(Point thing) {
    if (numbers_[thing] == kNoNumber) numbers_[thing] = next_++;
    return numbers_[thing];
  }
  Point find(Point thing) const { return numbers_[thing]; }

 private:
  std::vector<Point> numbers_;
  Point next_ = 0;
};

/// A value has for each of n points twice the number of its block, and one more if the block is a transversal.
class BipartitionModel final : public ValueModel {
 public:
  explicit BipartitionModel(const Generators& generators) : generators_(generators), n_(generators.kind.size) {}

  std::uint64_t degree() const override { return 2 * n_; }
  std::size_t cells() const override { return n_; }
  std::uint64_t most_transversals() const override { return n_; }
  std::uint64_t cell_values() const override { return 2 * n_; }
  std::size_t rank(OrbitSide, std::span<const Point> value) const override { return transversals(value).size(); }

  void act(OrbitSide side, Letter generator, std::span<const Point> value, SideValue& result,
           std::vector<Point>* carried) const override {
    const std::span<const Point> g = generators_.row(generator);
    const std::size_t near = side == OrbitSide::right ? 0 : n_;
    const std::size_t far = n_ - near;
    Blocks blocks(3 * n_);  // the generator's from 0 on, the value's from 2n on
    for (std::size_t p = 0; p < n_; ++p) blocks.unite(g[near + p], static_cast<Point>(2 * n_ + value[p] / 2));
    std::vector<bool> goes_on(3 * n_);
    const std::vector<Point> from = transversals(value);
    for (const Point block : from) goes_on[blocks.find(static_cast<Point>(2 * n_ + block))] = true;
    FirstMet number(3 * n_);
    FirstMet transversal(3 * n_);
    result.clear();
    for (std::size_t p = 0; p < n_; ++p) {
      const Point root = blocks.find(g[far + p]);
      result.push_back(2 * number(root) + (goes_on[root] ? 1 : 0));
      if (goes_on[root]) transversal(root);
    }
    if (carried == nullptr) return;
    carried->clear();
    FirstMet ended(3 * n_);
    for (const Point block : from) {
      const Point root = blocks.find(static_cast<Point>(2 * n_ + block));
      carried->push_back(transversal.find(root) == kNoNumber ? kEnded | ended(root) : transversal.find(root));
    }
  }

  Split split(std::span<const Point> row) const override {
    std::vector<bool> above(2 * n_);
    std::vector<bool> below(2 * n_);
    for (std::size_t p = 0; p < n_; ++p) above[row[p]] = below[row[n_ + p]] = true;
    Split parts;
    FirstMet left_transversal(2 * n_);
    FirstMet right_transversal(2 * n_);
    const auto read = [&](std::size_t first, SideValue& value, FirstMet& transversal) {
      FirstMet number(2 * n_);
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

  Split product(const Split& x, Letter generator) const override {
    return split(multiply(generators_.kind, put_together(x), generators_.row(generator)));
  }

  std::vector<Point> put_together(const Split& parts) const override {
    const std::vector<Point> below = transversals(parts.right);
    const std::vector<Point> above = transversals(parts.left);
    std::vector<Point> joined(n_, kNoNumber);  // the block above of a block below
    for (std::size_t t = 0; t < above.size(); ++t) joined[below[parts.joins[t]]] = above[t];
    FirstMet number(2 * n_);
    std::vector<Point> row;
    for (const Point cell : parts.left) row.push_back(number(cell / 2));
    for (const Point cell : parts.right)
      row.push_back(number(joined[cell / 2] != kNoNumber ? joined[cell / 2] : static_cast<Point>(n_ + cell / 2)));
    return row;
  }

  /// For each pair of values of a D-class, so without memory to ask for.
  bool has_idempotent(std::span<const Point> left, std::span<const Point> right) const override {
    std::uint8_t parent[2 * kMostPoints];  // the right value's blocks from 0 on, the left one's from n on
    std::uint8_t seen[2 * kMostPoints];    // 1: a transversal of the right, 3: of both
    for (std::size_t block = 0; block < 2 * n_; ++block) {
      parent[block] = static_cast<std::uint8_t>(block);
      seen[block] = 0;
    }
    const auto find = [&](std::size_t block) {
      while (parent[block] != block) block = parent[block] = parent[parent[block]];
      return block;
    };
    for (std::size_t p = 0; p < n_; ++p) parent[find(right[p] / 2)] = static_cast<std::uint8_t>(find(n_ + left[p] / 2));
    // Every transversal of one side, once, must meet one of the other.
    const auto meet = [&](std::span<const Point> value, std::size_t first, std::uint8_t from, std::uint8_t to) {
      std::uint64_t done = 0;
      for (const Point cell : value) {
        if (cell % 2 == 0 || (done >> (cell / 2) & 1) != 0) continue;
        done |= std::uint64_t{1} << (cell / 2);
        std::uint8_t& at = seen[find(first + cell / 2)];
        if (at != from) return false;
        at = to;
      }
      return true;
    };
    return meet(right, 0, 0, 1) && meet(left, n_, 1, 3);
  }

 private:
  static constexpr std::size_t kMostPoints = 64;

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

std::unique_ptr<ValueModel> make_bipartition_model(const Generators& generators) {
  return std::make_unique<BipartitionModel>(generators);
}

}  // namespace wreath::semigroup
