// SPDX-License-Identifier: MIT
//
// A forest of points that many threads join at once: its trees are the orbits found so far.
//
// A root is its own parent. Two trees are joined by making the root that comes later a child of the one that comes earlier, in
// one order of all points, with one exchange that succeeds only while it is a root: so there are never cycles, and no locks. Of
// two joins of the same trees only one succeeds, so the joins that did are the edges of a spanning forest.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <utility>

namespace wreath::perm {

/// The parents stand in an array, every `stride` entries.
template <class Label, std::size_t stride = 1>
class OrbitForest {
 public:
  static constexpr Label kNone = std::numeric_limits<Label>::max();  // a point that no tree has yet

  /// The points must be fewer than kNone.
  explicit OrbitForest(Label* parents) : parents_(parents) {}

  Label parent(std::size_t point) const { return std::atomic_ref(at(point)).load(std::memory_order_relaxed); }
  void prefetch(std::size_t point) const { __builtin_prefetch(&at(point), 1); }

  /// Puts a point that no tree has yet below a point, or makes it a root. Whether it was done.
  bool claim(std::size_t point, std::size_t below) {
    Label none = kNone;
    if (parent(point) != kNone) return false;
    return std::atomic_ref(at(point)).compare_exchange_strong(none, static_cast<Label>(below), std::memory_order_relaxed,
                                                              std::memory_order_relaxed);
  }
  void set(std::size_t point, Label parent) { std::atomic_ref(at(point)).store(parent, std::memory_order_relaxed); }

  Label root(std::size_t point) {
    while (true) {
      const Label above = parent(point);
      const Label next = parent(above);
      if (next == above) return above;
      set(point, next);  // not a root, so that nothing else is lost
      point = next;
    }
  }

  /// Whether they were two trees, which are now one. `first` comes before all other points, then they ascend; while threads join,
  /// it must be the same for all.
  bool join(std::size_t one, std::size_t other, Label first) {
    while (true) {
      Label a = root(one);
      Label b = root(other);
      if (a == b) return false;
      if (a == first || (b != first && a < b)) std::swap(a, b);  // a becomes the child
      Label expected = a;
      if (std::atomic_ref(at(a)).compare_exchange_strong(expected, b, std::memory_order_relaxed)) return true;
    }
  }

 private:
  Label& at(std::size_t point) const { return parents_[stride * point]; }

  Label* parents_;
};

}  // namespace wreath::perm
