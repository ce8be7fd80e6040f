// SPDX-License-Identifier: MIT
//
// Trees along the cycles of one permutation, in the array that becomes the labels.
//
// Many walkers on each thread hide the latency of memory from one another (cycle_walk.hpp). Some thousand points, chosen by a
// hash, are heads: a walker starts at a head, puts the points that it passes below it, and at the next head joins the two. No
// other walker comes to the points between, so they need no atomic access. In cycles without a head, which are short, walkers
// claim the points that they pass.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <span>
#include <vector>

#include "core/parallel/loops.hpp"
#include "perm/cycle_walk.hpp"
#include "perm/orbit_forest.hpp"

namespace wreath::perm {

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
