// SPDX-License-Identifier: MIT
//
// Orbits of points under permutations, in memory.
//
// Breadth-first search fails on a cycle of 2^28 points: its levels have one point each. So the orbits are grown as trees of a
// forest from everywhere at once. First walkers put the cycles of one generator into trees (orbit_forest.hpp). For the other
// generators an orbit that is not yet whole has a point whose image lies outside: a permutation that maps a set into itself maps
// it onto itself. So the points of one tree can be left out, and the largest is taken: in a random graph it has nearly all
// points, and what remains are a few passes in order. If the first generator has no tree of some size, the others are tried.
//
// On a GPU all threads join trees at once (cuda/orbits.cu).
//
// Cost: a random access to memory per point for the walk, some dozens under way at once, and four passes in order. Where no
// generator has long cycles, and all of them together do, each point and generator costs a few random accesses.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>
#include <utility>

#include "core/data/bitset.hpp"
#include "core/data/hash.hpp"
#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "perm/backend.hpp"
#include "perm/cycles/cycle_walk.hpp"
#include "perm/orbits/cycle_joints.hpp"
#include "perm/orbits/orbit_forest.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/gpu.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::perm {

std::vector<CycleEntry> entries_of(std::vector<bool> is_reached, const std::vector<CycleJoint>& joints) {
  std::vector<std::uint64_t> first(is_reached.size());
  std::vector<std::uint64_t> next(2 * joints.size());
  std::vector<std::uint64_t> reached;
  for (std::uint64_t cycle = 0; cycle < is_reached.size(); ++cycle) {
    if (is_reached[cycle]) reached.push_back(cycle);
  }
  std::vector<CycleEntry> entries;
  entries.reserve(joints.size());
  follow_joints(
      std::move(reached), first, next, [&](std::uint64_t end) { return joints[end / 2].cycles[end % 2]; },
      [&](std::uint64_t cycle) {
        if (is_reached[cycle]) return false;
        is_reached[cycle] = true;
        return true;
      },
      [&](std::uint64_t end) {
        const CycleJoint& joint = joints[end / 2];
        entries.push_back({end % 2 == 0 ? joint.point : joint.image, value_at_end(end, joint.generator)});
      },
      [] {});
  std::ranges::sort(entries, {}, &CycleEntry::point);
  return entries;
}

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;  // points between two looks at the clock
constexpr std::size_t kAhead = 64;                    // points whose images are fetched before they are needed

/// Sums of hashes of the points and of the values of a map: equal for a permutation and, up to one case in 2^64, for nothing
/// else.
struct Sums {
  std::atomic<std::uint64_t> points = 0;
  std::atomic<std::uint64_t> values = 0;
  std::atomic<bool> outside = false;  // a value is not a point
};

/// An image that joined two orbits.
struct Joint {
  std::uint64_t point;
  std::size_t generator;
};

/// Of generator g.
template <class Point>
[[noreturn]] void throw_bad_generator(std::span<const Point> x, std::size_t g, const Options& options, RunControl* run) {
  const Defect defect = find_defect(x, options, run);
  if (!defect) throw InternalError("the values of a permutation do not add up");
  throw InputError(fmt::format("generator {} is not a permutation: {}", g + 1, defect.sentence(x.size())));
}

template <class Point, class Label>
class OrbitFinder {
 public:
  OrbitFinder(std::span<const std::span<const Point>> generators, std::span<Label> labels, std::span<std::int8_t> schreier,
              const Options& options, RunControl* run)
      : generators_(generators),
        labels_(labels),
        schreier_(schreier),
        options_(options),
        run_(run),
        threads_(walking_threads(labels.size(), options.machine.threads)),
        forest_(labels),
        joints_(threads_) {}

  std::uint64_t find() {
    choose_base();
    if (!schreier_.empty()) keep_cycles();
    for (std::size_t g = 0; g < generators_.size(); ++g) {
      if (g != base_) join_images(g);
    }
    const std::uint64_t orbits = name_by_least_points();
    if (!schreier_.empty()) orient_joints();
    return orbits;
  }

 private:
  static constexpr std::size_t kSampled = 4096;

  void stop_if_asked() const {
    if (is_asked_to_stop(run_)) throw LimitReached("stopped before all orbits were found");
  }
  template <class Body>
  void for_all_points(const Body& body) {
    const std::size_t blocks = (labels_.size() + kGrain - 1) / kGrain;
    parallel_ranges(blocks, threads_, 1, [&](Range range, unsigned thread) {
      for (std::size_t block = range.begin; block < range.end; ++block) {
        stop_if_asked();
        body(Range{block * kGrain, std::min(labels_.size(), (block + 1) * kGrain)}, thread);
      }
    });
  }

  /// The first generator that has a cycle through a good part of the points, or else the last one.
  void choose_base() {
    for (base_ = 0; base_ < generators_.size(); ++base_) {
      walk(base_);
      if (share_of_largest() * 8 >= kSampled || base_ + 1 == generators_.size()) return;
    }
  }

  void walk(std::size_t g) {
    const Heads is_head(labels_.size(), std::bit_floor(std::min(64 * kWalkers * threads_, OrbitForest<Label>::kMostHeads / 4)));
    const std::vector<Label> heads = copy(g, is_head);
    forest_.start(heads.size());
    OrbitWalk<Label> walk(forest_, is_head, labels_.size(), threads_, run_);
    const std::size_t passed = heads.empty() ? 0 : walk.from_heads(heads);
    if (passed != labels_.size()) walk.from_the_rest();
    trees_ = walk.trees();
    starts_ = walk.starts();
  }

  /// Puts the images into the array of the walk, and checks that they are those of a permutation. Returns the heads.
  std::vector<Label> copy(std::size_t g, Heads is_head) {
    const std::span<const Point> x = generators_[g];
    Sums sums;
    std::vector<std::vector<Label>> found(threads_);
    for_all_points([&](Range range, unsigned thread) {
      std::uint64_t points = 0;
      std::uint64_t values = 0;
      bool outside = false;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        labels_[i] = static_cast<Label>(x[i]);
        points += mix64(i);
        values += mix64(x[i]);
        outside |= x[i] >= x.size();
        if (is_head.has(i)) found[thread].push_back(static_cast<Label>(i));
      }
      sums.points += points;
      sums.values += values;
      if (outside) sums.outside = true;
    });
    points_sum_ = sums.points;
    require_permutation(g, sums);
    std::vector<Label> heads;
    for (const auto& part : found) heads.insert(heads.end(), part.begin(), part.end());
    return heads;
  }

  void require_permutation(std::size_t g, const Sums& sums) const {
    if (sums.values == points_sum_ && !sums.outside) return;
    throw_bad_generator(generators_[g], g, options_, run_);
  }

  /// How many of the sampled points are in the largest tree, whose root becomes first_.
  std::size_t share_of_largest() {
    std::unordered_map<Label, std::size_t> seen;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < kSampled && !labels_.empty(); ++i) {
      const Label root = forest_.root_of(i * labels_.size() / kSampled);
      const std::size_t count = ++seen[root];
      if (count <= largest) continue;
      largest = count;
      first_ = root;
    }
    return largest;
  }

  /// Joins the points that are not in the largest tree with their images, which are checked to be those of a permutation.
  void join_images(std::size_t g) {
    const std::span<const Point> x = generators_[g];
    Sums sums;
    if (trees_ > 1) {
      share_of_largest();
      for (std::size_t i = 0; i < kSampled; ++i) trees_ -= join(i * labels_.size() / kSampled, g, 0);
      for (const Label start : starts_) trees_ -= join(start, g, 0);  // so that the largest tree is larger yet, or the only one
      share_of_largest();
      forest_.flatten_heads();
    }
    const bool several = trees_ > 1;
    std::atomic<std::size_t> joined = 0;
    for_all_points([&](Range range, unsigned thread) {
      std::uint64_t values = 0;
      bool outside = false;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        values += mix64(x[i]);
        outside |= x[i] >= x.size();
      }
      sums.values += values;
      if (outside) sums.outside = true;
      if (!several || outside) return;
      std::size_t count = 0;
      for (std::size_t i = range.begin; i < range.end; i += kAhead) {
        count += join_few({i, std::min(range.end, i + kAhead)}, g, thread);
      }
      if (count != 0) joined += count;
    });
    trees_ -= joined;
    forest_.flatten_heads();
    require_permutation(g, sums);
  }
  /// Some points that follow one another, at most kAhead: memory is asked for all images before the first is needed. Returns how
  /// many trees there are less.
  std::size_t join_few(Range range, std::size_t g, unsigned thread) {
    std::array<std::size_t, kAhead> points;
    std::size_t count = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      points[count] = i;
      count += forest_.above(i) != first_ ? 1 : 0;
    }
    for (std::size_t k = 0; k < count; ++k) forest_.prefetch(generators_[g][points[k]]);
    std::size_t joined = 0;
    for (std::size_t k = 0; k < count; ++k) {
      if (forest_.root_of(points[k]) != first_) joined += join(points[k], g, thread);
    }
    return joined;
  }
  /// 1 if the point and its image were in two trees.
  std::size_t join(std::size_t point, std::size_t g, unsigned thread) {
    const std::size_t image = generators_[g][point];
    if (image >= labels_.size()) return 0;
    if (!forest_.join(forest_.above(point), forest_.above(image), first_)) return 0;
    if (!schreier_.empty()) joints_[thread].push_back({point, g});
    return 1;
  }

  /// Every label becomes the least point of the orbit. Returns the number of orbits.
  std::uint64_t name_by_least_points() {
    if (trees_ == 1) {
      for_all_points([&](Range range, unsigned) { std::ranges::fill(labels_.subspan(range.begin, range.size()), Label{0}); });
      return 1;
    }
    const std::vector<Label> least = least_points_of_heads();
    Bitset is_root(labels_.size());
    std::atomic<std::uint64_t> roots = 0;
    std::atomic<bool> lower = false;
    for_all_points([&](Range range, unsigned) {
      std::uint64_t count = 0;
      bool some_lower = false;
      const auto name = [&](Label root) {
        return forest_.is_head(root) ? least[root] : static_cast<Label>(forest_.point_of(root));
      };
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Label label = forest_.name_point(i, name);
        if (label == i) {
          is_root.template claim<false>(i);  // the words of a range are its own
          ++count;
        }
        some_lower |= i < label;
        std::atomic_ref(labels_[i]).store(label, std::memory_order_relaxed);
      }
      roots += count;
      if (some_lower) lower = true;
    });
    if (lower) lower_names(is_root);
    return roots;
  }

  /// Of the trees whose root is a head: the first points show most of them.
  std::vector<Label> least_points_of_heads() {
    std::vector<Label> least(forest_.heads(), OrbitForest<Label>::kNone);
    const auto look_at = [&](Range range, std::vector<Label>& at) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Label root = forest_.root_of(i);
        if (forest_.is_head(root) && i < at[root]) at[root] = static_cast<Label>(i);
      }
    };
    look_at({0, std::min(labels_.size(), kGrain)}, least);
    for (std::size_t head = 0; head < least.size(); ++head) {
      if (forest_.root(static_cast<Label>(head)) != head || least[head] != OrbitForest<Label>::kNone) continue;
      std::vector<std::vector<Label>> of_threads(threads_, least);
      for_all_points([&](Range range, unsigned thread) { look_at(range, of_threads[thread]); });
      for (const auto& part : of_threads) {
        for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], part[i]);
      }
      break;
    }
    return least;
  }

  /// The label of a tree whose root is a point, and that is not yet its least one.
  void lower_names(const Bitset& is_root) {
    for_all_points([&](Range range, unsigned) {  // the label of a root: the least point so far
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Label root = std::atomic_ref(labels_[i]).load(std::memory_order_relaxed);
        if (i >= root || is_root.test(i)) continue;
        std::atomic_ref least(labels_[root]);
        Label known = least.load(std::memory_order_relaxed);
        while (i < known && !least.compare_exchange_weak(known, static_cast<Label>(i), std::memory_order_relaxed)) {
        }
      }
    });
    for_all_points([&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (is_root.test(i)) continue;
        const Label root = labels_[i];
        std::atomic_ref(labels_[i])
            .store(std::atomic_ref(labels_[root]).load(std::memory_order_relaxed), std::memory_order_relaxed);
      }
    });
  }

  // --- Schreier vectors: along the cycles of the base, and from one cycle to the next by the images that joined them

  void keep_cycles() {
    cycles_ = HugeArray<Label>(labels_.size());
    for_all_points([&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) cycles_[i] = forest_.root_of(i);
    });
  }

  void orient_joints() {
    for_all_points([&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        schreier_[i] = labels_[i] == i ? std::int8_t{0} : static_cast<std::int8_t>(base_ + 1);
      }
    });
    const std::vector<Joint> joints = take_joints();
    const std::size_t ends = 2 * joints.size();
    const std::size_t numbers = forest_.heads() + labels_.size();
    require_scratch((numbers + ends) * sizeof(std::uint64_t) + Bitset::bytes_for(numbers), run_, "the Schreier vector");
    HugeArray<std::uint64_t> first(numbers);
    HugeArray<std::uint64_t> next(ends);
    const auto point_at = [&](std::uint64_t end) {
      const Joint& joint = joints[end / 2];
      return end % 2 == 0 ? joint.point : std::uint64_t{generators_[joint.generator][joint.point]};
    };
    Bitset is_reached(numbers);
    std::vector<Label> reached;
    for (const Joint& joint : joints) {
      const Label cycle = cycles_[labels_[joint.point]];
      if (is_reached.template claim<false>(cycle)) reached.push_back(cycle);
    }
    follow_joints(
        std::move(reached), first.span(), next.span(), [&](std::uint64_t end) { return cycles_[point_at(end)]; },
        [&](Label cycle) { return is_reached.template claim<false>(cycle); },
        [&](std::uint64_t end) { schreier_[point_at(end)] = value_at_end(end, joints[end / 2].generator); },
        [&] { stop_if_asked(); });
  }

  std::vector<Joint> take_joints() {
    std::vector<Joint> all = std::move(joints_.front());
    for (std::size_t thread = 1; thread < joints_.size(); ++thread) {
      all.insert(all.end(), joints_[thread].begin(), joints_[thread].end());
      joints_[thread] = {};
    }
    return all;
  }

  std::span<const std::span<const Point>> generators_;
  std::span<Label> labels_;
  std::span<std::int8_t> schreier_;
  const Options& options_;
  RunControl* run_;
  unsigned threads_;
  OrbitForest<Label> forest_;                // in the labels
  std::uint64_t points_sum_ = 0;             // of the hashes of all points
  std::size_t trees_ = 0;                    // how many there are
  std::vector<Label> starts_;                // points of some trees without a head
  std::size_t base_ = 0;                     // the generator whose cycles were walked
  Label first_ = OrbitForest<Label>::kNone;  // the root of the largest tree
  HugeArray<Label> cycles_;                  // of the base, for each point
  std::vector<std::vector<Joint>> joints_;   // by thread
};

template <class Point, class Label>
std::uint64_t find_orbits(std::span<const std::span<const Point>> generators, std::span<Label> labels,
                          std::span<std::int8_t> schreier, const Options& options, RunControl* run) {
  return OrbitFinder<Point, Label>(generators, labels, schreier, options, run).find();
}

/// On a GPU if it was asked for and can do it.
template <class Point>
std::optional<std::uint64_t> try_gpu(std::span<const std::span<const Point>> generators, std::span<Point> labels,
                                     std::span<std::int8_t> schreier, const Options& options, RunControl* run) {
  if (options.machine.backend != BackendChoice::cuda) return std::nullopt;
  require_gpu();
  const bool narrow = sizeof(Point) == 4 && labels.size() < std::numeric_limits<Point>::max();
  if (run != nullptr) {
    run->note_choice("backend", narrow ? "cuda" : "cpu",
                     narrow ? "asked for" : "on a GPU points have 4 bytes, and there are fewer than 2^32 - 1");
  }
  if constexpr (sizeof(Point) == 4) {
    if (narrow) return orbits_on_gpu(generators, labels, schreier, run);
  }
  return std::nullopt;
}

}  // namespace

template <PointType Point>
std::uint64_t orbits(std::span<const std::span<const Point>> generators, std::span<Point> labels, std::span<std::int8_t> schreier,
                     const Options& options, RunControl* run) {
  if (generators.empty()) throw InputError("orbits need at least one generator");
  if (!schreier.empty() && (schreier.size() != labels.size() || generators.size() > 127)) {
    throw InputError("a Schreier vector has one entry per point, for at most 127 generators");
  }
  for (std::size_t g = 0; g < generators.size(); ++g) {
    if (generators[g].size() != labels.size())
      detail::throw_sizes("a generator and the labels", generators[g].size(), labels.size());
  }
  if (const auto found = try_gpu(generators, labels, schreier, options, run)) return *found;
  if constexpr (sizeof(Point) < 4) {
    // Before copies are made of them.
    if (labels.size() > most_points<Point>()) throw_bad_generator(generators.front(), 0, options, run);
  }
  using Wide = std::conditional_t<sizeof(Point) == 4, std::uint64_t, std::uint32_t>;
  const bool in_place = sizeof(Point) >= 4 && OrbitForest<Point>::has_room_for(labels.size());
  const std::uint64_t scratch = labels.size() / 8 + (in_place ? 0 : labels.size() * sizeof(Wide)) +
                                (schreier.empty() ? 0 : labels.size() * (in_place ? sizeof(Point) : sizeof(Wide)));
  require_scratch(scratch, run, "finding the orbits");
  if (in_place) {
    if constexpr (sizeof(Point) >= 4) return find_orbits<Point, Point>(generators, labels, schreier, options, run);
  }
  HugeArray<Wide> wide(labels.size());
  std::uint64_t count = 0;
  if constexpr (sizeof(Point) < 4) {
    std::vector<std::vector<Wide>> copies;
    for (const auto& generator : generators) copies.push_back(widened(generator));
    const std::vector<std::span<const Wide>> wider(copies.begin(), copies.end());
    count = find_orbits<Wide, Wide>(wider, wide.span(), schreier, options, run);
  } else {
    count = find_orbits<Point, Wide>(generators, wide.span(), schreier, options, run);
  }
  std::ranges::transform(wide, labels.begin(), [](Wide label) { return static_cast<Point>(label); });
  return count;
}

#define WREATH_INSTANTIATE(Point)                                                                                  \
  template std::uint64_t orbits(std::span<const std::span<const Point>>, std::span<Point>, std::span<std::int8_t>, \
                                const Options&, RunControl*);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
