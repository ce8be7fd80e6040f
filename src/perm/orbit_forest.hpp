// SPDX-License-Identifier: MIT
//
// A forest of points that many threads join at once: its trees are the orbits found so far.
//
// One array serves a walk and the forest. The entry of a point is its image, less than the number n of points, until a walker
// passes it, and then n + the number of its parent: a walk costs one access to memory per point. Most points are below a head, a
// point from which a walker started; heads have the numbers 0 to H - 1 and a table of parents of their own, which stays in the
// cache, and point p has the number H + p.
//
// A root is its own parent. Two trees are joined by making the root that comes later a child of the one that comes earlier, in
// one order of all numbers, with one exchange that succeeds only while it is a root: so there are never cycles, and no locks. Of
// two joins of the same trees only one succeeds, so the joins that did are the edges of a spanning forest.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace wreath::perm {

template <class Label>
class OrbitForest {
 public:
  static constexpr Label kNone = std::numeric_limits<Label>::max();
  static constexpr std::size_t kMostHeads = std::size_t{1} << 17;

  /// Whether the numbers of a forest of this size fit a label.
  static bool has_room_for(std::size_t points) { return points <= (kNone - kMostHeads) / 2; }

  explicit OrbitForest(std::span<Label> entries) : entries_(entries), points_(static_cast<Label>(entries.size())) {}

  void start(std::size_t heads) {
    heads_ = static_cast<Label>(heads);
    head_parents_.resize(heads);
    std::iota(head_parents_.begin(), head_parents_.end(), Label{0});
  }
  std::size_t heads() const { return heads_; }
  bool is_head(Label number) const { return number < heads_; }
  Label number_of(std::size_t point) const { return static_cast<Label>(heads() + point); }
  std::size_t point_of(Label number) const { return number - heads(); }
  void prefetch(std::size_t point) const { __builtin_prefetch(&entries_[point], 1); }

  /// Puts a point that no walker has passed below a number. Returns its image, or kNone if one has.
  Label claim(std::size_t point, Label below) {
    Label image = load(entries_[point]);
    if (image >= points_) return kNone;
    const auto claimed = static_cast<Label>(points_ + below);
    return std::atomic_ref(entries_[point]).compare_exchange_strong(image, claimed, std::memory_order_relaxed) ? image : kNone;
  }
  /// The same if no other walker can come to the point.
  Label pass(std::size_t point, Label below) { return std::exchange(entries_[point], static_cast<Label>(points_ + below)); }

  /// Of a point that was passed.
  Label number_above(std::size_t point) const { return static_cast<Label>(load(entries_[point]) - points_); }
  /// The same, or what is above that if it is a head: a root if the heads are flat and it is one.
  Label above(std::size_t point) const {
    const Label number = number_above(point);
    return is_head(number) ? load(head_parents_[number]) : number;
  }
  Label root_of(std::size_t point) {
    const Label number = above(point);
    return is_head(number) && load(head_parents_[number]) == number ? number : root(number);
  }
  Label root(Label number) {
    while (true) {
      const Label above = parent(number);
      const Label next = parent(above);
      if (next == above) return above;
      set(number, next);  // not a root, so that nothing else is lost
      number = next;
    }
  }
  void flatten_heads() {
    for (std::size_t head = 0; head < heads(); ++head) {
      const Label top = root(static_cast<Label>(head));
      if (top != head) set(static_cast<Label>(head), top);
    }
  }

  /// Whether the trees of these numbers were two, which are now one. `first` comes before all other numbers, then they ascend;
  /// while threads join, it must be the same for all.
  bool join(Label one, Label other, Label first) {
    while (true) {
      Label a = root(one);
      Label b = root(other);
      if (a == b) return false;
      if (a == first || (b != first && a < b)) std::swap(a, b);  // a becomes the child
      const bool head = is_head(a);
      Label expected = head ? a : static_cast<Label>(points_ + a);
      const Label below = head ? b : static_cast<Label>(points_ + b);
      if (std::atomic_ref(head ? head_parents_[a] : entries_[point_of(a)])
              .compare_exchange_strong(expected, below, std::memory_order_relaxed))
        return true;
    }
  }

  /// The label of a point while entries become labels, which are less than n: name(root), or the label of the first point on the
  /// way to the root that has one already. The heads are flat.
  template <class Name>
  Label name_point(std::size_t point, const Name& name) {
    Label value = load(entries_[point]);
    while (value >= points_) {
      const auto number = static_cast<Label>(value - points_);
      const Label above = is_head(number) ? load(head_parents_[number]) : number;
      if (is_head(above) || point_of(above) == point) {
        value = name(above);
        break;
      }
      point = point_of(above);
      value = load(entries_[point]);
    }
    return value;
  }

 private:
  static Label load(const Label& entry) { return std::atomic_ref(const_cast<Label&>(entry)).load(std::memory_order_relaxed); }
  Label parent(Label number) const {
    return is_head(number) ? load(head_parents_[number]) : static_cast<Label>(load(entries_[point_of(number)]) - points_);
  }
  void set(Label number, Label above) {
    if (is_head(number)) {
      std::atomic_ref(head_parents_[number]).store(above, std::memory_order_relaxed);
    } else {
      std::atomic_ref(entries_[point_of(number)]).store(static_cast<Label>(points_ + above), std::memory_order_relaxed);
    }
  }

  std::span<Label> entries_;
  Label points_;
  Label heads_ = 0;
  std::vector<Label> head_parents_;
};

}  // namespace wreath::perm
