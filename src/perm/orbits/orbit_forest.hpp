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

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/parallel/loops.hpp"
#include "perm/cycles/cycle_walk.hpp"

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

// Trees along the cycles of one permutation, in the array that becomes the labels.
//
// Many walkers on each thread hide the latency of memory from one another (cycle_walk.hpp). Some thousand points, chosen by a
// hash, are heads: a walker starts at a head, puts the points that it passes below it, and at the next head joins the two. No
// other walker comes to the points between, so they need no atomic access. In cycles without a head, which are short, walkers
// claim the points that they pass.

/// Which points are heads: about as many as asked for, or none if that is more than one of 64 points.
class Heads {
 public:
  Heads(std::size_t points, std::size_t heads) {
    const int bits = std::bit_width(points) - std::bit_width(heads);
    if (bits >= 6) shift_ = 64U - static_cast<unsigned>(bits);
  }
  bool has(std::size_t point) const { return shift_ != 0 && (point * std::uint64_t{0x9E3779B97F4A7C15}) >> shift_ == 0; }

 private:
  unsigned shift_ = 0;
};

template <class Label>
class OrbitWalk {
 public:
  static constexpr std::size_t kWalkersOfThread = 48;

  /// The heads are to have the numbers of the forest.
  OrbitWalk(OrbitForest<Label>& forest, Heads is_head, std::size_t points, unsigned threads, RunControl* run)
      : forest_(forest), is_head_(is_head), points_(points), threads_(threads), run_(run) {}

  /// How many trees there are, and a point of some that have no head.
  std::size_t trees() const { return trees_; }
  const std::vector<Label>& starts() const { return starts_; }

  /// From each head to the next one. Returns how many points were passed.
  std::size_t from_heads(std::span<const Label> heads) {
    std::vector<Label> ends(heads.size());
    std::atomic<std::size_t> passed = heads.size();
    std::atomic<std::size_t> started = 0;
    on_threads(threads_, [&](unsigned, unsigned) { passed += walk_heads(heads, started, ends); });
    trees_ = heads.size();
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (forest_.join(static_cast<Label>(i), forest_.number_above(ends[i]), OrbitForest<Label>::kNone)) --trees_;
    }
    forest_.flatten_heads();
    return passed;
  }

  /// From all points that are still to be passed.
  void from_the_rest() {
    const std::size_t walkers = threads_ * kWalkers;
    std::vector<RestTrees> found(threads_);
    on_threads(threads_, [&](unsigned thread, unsigned) {
      RestTrees trees;
      std::array<Walker, kWalkers> own;
      std::size_t active = 0;
      for (std::size_t i = 0; i < kWalkers; ++i) {
        const std::size_t number = thread * kWalkers + i;
        own[active].piece = {first_start(points_, number, walkers), first_start(points_, number + 1, walkers)};
        if (begin(own[active], trees)) ++active;
      }
      for (std::size_t turn = 1; active != 0; ++turn) {
        if (turn % kTurns == 0) stop_if_asked();
        for (std::size_t i = 0; i < active;) {
          if (step(own[i], trees)) {
            ++i;
          } else {
            own[i] = own[--active];
          }
        }
      }
      found[thread] = std::move(trees);
    });
    for (const RestTrees& part : found) {
      trees_ = trees_ + part.begun - part.joined;
      starts_.insert(starts_.end(), part.starts.begin(), part.starts.end());
    }
  }

 private:
  struct HeadWalker {
    std::size_t next;
    Label number;
  };
  struct Walker {
    Range piece;  // where it may still start
    Label number = 0;
    std::size_t next = 0;
  };

  /// What the walkers of a thread made of the points without a head.
  struct RestTrees {
    std::size_t begun = 0;
    std::size_t joined = 0;
    std::vector<Label> starts;  // at most kMostStarts
  };
  static constexpr std::size_t kMostStarts = 1024;

  void stop_if_asked() const {
    if (is_asked_to_stop(run_)) throw LimitReached("stopped before all orbits were found");
  }

  /// The walkers of one thread, which take the next head that no one started from.
  std::size_t walk_heads(std::span<const Label> heads, std::atomic<std::size_t>& started, std::span<Label> ends) {
    std::array<HeadWalker, kWalkersOfThread> own;
    std::size_t active = 0;
    const auto start = [&](HeadWalker& walker) {
      const std::size_t number = started++;
      if (number >= heads.size()) return false;
      walker.number = static_cast<Label>(number);
      walker.next = forest_.pass(heads[number], walker.number);
      forest_.prefetch(walker.next);
      return true;
    };
    while (active < kWalkersOfThread && start(own[active])) ++active;
    std::size_t passed = 0;
    for (std::size_t turn = 1; active != 0; ++turn) {
      if (turn % kTurns == 0) stop_if_asked();
      passed += active;
      for (std::size_t i = 0; i < active;) {
        HeadWalker& walker = own[i];
        if (!is_head_.has(walker.next)) {
          walker.next = forest_.pass(walker.next, walker.number);
          forest_.prefetch(walker.next);
          ++i;
          continue;
        }
        --passed;
        ends[walker.number] = static_cast<Label>(walker.next);
        if (start(walker)) {
          ++i;
        } else {
          walker = own[--active];
        }
      }
    }
    return passed;
  }

  bool begin(Walker& walker, RestTrees& trees) {
    for (; walker.piece.begin < walker.piece.end; ++walker.piece.begin) {
      const Label number = forest_.number_of(walker.piece.begin);
      const Label image = forest_.claim(walker.piece.begin, number);
      if (image == OrbitForest<Label>::kNone) continue;
      if (++trees.begun <= kMostStarts) trees.starts.push_back(static_cast<Label>(walker.piece.begin));
      ++walker.piece.begin;
      walker.number = number;
      walker.next = image;
      forest_.prefetch(walker.next);
      return true;
    }
    return false;
  }
  bool step(Walker& walker, RestTrees& trees) {
    const Label image = forest_.claim(walker.next, walker.number);
    if (image != OrbitForest<Label>::kNone) {
      walker.next = image;
      forest_.prefetch(walker.next);
      return true;
    }
    if (forest_.join(walker.number, forest_.number_above(walker.next), OrbitForest<Label>::kNone)) ++trees.joined;
    return begin(walker, trees);
  }

  OrbitForest<Label>& forest_;
  Heads is_head_;
  std::size_t points_;
  unsigned threads_;
  RunControl* run_;
  std::size_t trees_ = 0;
  std::vector<Label> starts_;
};

}  // namespace wreath::perm
