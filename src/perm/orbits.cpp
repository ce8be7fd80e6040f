// SPDX-License-Identifier: MIT
//
// Orbits of points under permutations, in memory.
//
// Breadth-first search fails on a cycle of 2^28 points: its levels have one point each. So the orbits are grown as trees of a
// forest from everywhere at once. The cycles of one generator are walked by many walkers on each thread, which hide the latency
// of memory from one another (cycle_walk.hpp). Some thousand points, chosen by a hash, are heads: a walker starts at a head, puts
// the points that it passes below it, and at the next head joins the two. No other walker comes to the points between, so they
// need no atomic access. In cycles without a head, which are short, walkers claim the points that they pass. For the other
// generators an orbit that is not yet whole has a point whose image lies outside: a permutation that maps a set into itself maps
// it onto itself. So the points of one tree can be left out, and the largest is taken: in a random graph it has nearly all
// points, and what remains are a few passes in order. If the first generator has no tree of some size, the others are tried.
//
// On a GPU all threads join trees at once (cuda/orbits.cu).
//
// Cost: a random access to memory per point for the walk, some dozens under way at once, and five passes in order. Where no
// generator has long cycles, and all of them together do, each point and generator costs a few random accesses.
#include "wreath/perm/orbits.hpp"

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
#include "perm/cycle_walk.hpp"
#include "perm/orbit_forest.hpp"
#include "perm/plan.hpp"
#include "perm/points.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;  // points between two looks at the clock
constexpr std::size_t kAhead = 32;                    // points whose images are fetched before they are needed

/// Throws InputError if a generator is not a permutation: by the sum of a hash of its values, which a permutation of the points
/// has and, up to one case in 2^64, nothing else.
template <class Point>
void require_permutation(std::span<const Point> x, std::size_t number, unsigned threads, const Options& options,
                         RunControl* run) {
  std::atomic<std::uint64_t> difference = 0;
  std::atomic<bool> outside = false;
  parallel_ranges(x.size(), threads, kGrain, [&](Range range, unsigned) {
    std::uint64_t sum = 0;
    bool left = false;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      sum += mix64(x[i]) - mix64(i);
      left |= x[i] >= x.size();
    }
    difference += sum;
    if (left) outside = true;
  });
  if (difference == 0 && !outside) return;
  const Defect defect = find_defect(x, options, run);
  if (!defect) throw InternalError("the values of a permutation do not add up");
  throw InputError(fmt::format("generator {} is not a permutation: {}", number + 1, defect.sentence(x.size())));
}

/// An image that joined two orbits.
struct Joint {
  std::uint64_t point;
  std::size_t generator;
};

template <class Point, class Label>
class OrbitFinder {
 public:
  OrbitFinder(std::span<const std::span<const Point>> generators, std::span<Label> labels, std::span<std::int8_t> schreier,
              const Options& options, RunControl* run)
      : generators_(generators),
        labels_(labels),
        schreier_(schreier),
        run_(run),
        threads_(walking_threads(labels.size(), options.threads)),
        forest_(labels.data()),
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
      walk(generators_[base_]);
      if (share_of_largest() * 8 >= kSampled || base_ + 1 == generators_.size()) return;
    }
  }

  /// While a generator is walked, images and parents stand side by side: a step costs one access to memory.
  struct Node {
    Label parent;
    Label image;
  };
  using WalkForest = OrbitForest<Label, 2>;

  void walk(std::span<const Point> x) {
    nodes_ = HugeArray<Node>(x.size());
    const auto bits = static_cast<unsigned>(std::bit_width(x.size()));
    head_shift_ = bits < kHeadsBits + kLeastHeadBits ? 0 : 64 - (bits - kHeadsBits);
    std::vector<std::vector<Label>> found(threads_);
    for_all_points([&](Range range, unsigned thread) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const bool head = is_head(i);
        nodes_[i] = {head ? static_cast<Label>(i) : WalkForest::kNone, static_cast<Label>(x[i])};
        if (head) found[thread].push_back(static_cast<Label>(i));
      }
    });
    WalkForest forest(x.empty() ? nullptr : &nodes_[0].parent);
    walk_from_heads(found, forest);
    const std::size_t walkers = threads_ * kWalkers;
    on_threads(threads_, [&](unsigned thread, unsigned) {
      std::array<Walker, kWalkers> own;
      std::size_t active = 0;
      for (std::size_t i = 0; i < kWalkers; ++i) {
        const std::size_t number = thread * kWalkers + i;
        own[active].piece = {first_start(x.size(), number, walkers), first_start(x.size(), number + 1, walkers)};
        if (begin(own[active], forest)) ++active;
      }
      for (std::size_t turn = 1; active != 0; ++turn) {
        if (turn % kTurns == 0) stop_if_asked();
        for (std::size_t i = 0; i < active;) {
          if (step(own[i], forest)) {
            ++i;
          } else {
            own[i] = own[--active];
          }
        }
      }
    });
    for_all_points([&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) labels_[i] = forest.root(i);
    });
    nodes_ = {};
  }

  static constexpr unsigned kHeadsBits = 15;     // about 2^14 heads
  static constexpr unsigned kLeastHeadBits = 6;  // the least number of points to a head, as a power of two

  bool is_head(std::size_t point) const {
    return head_shift_ != 0 && (point * std::uint64_t{0x9E3779B97F4A7C15}) >> head_shift_ == 0;
  }

  /// From each head to the next one. Each point between is passed by one walker alone.
  void walk_from_heads(const std::vector<std::vector<Label>>& found, WalkForest& forest) {
    std::vector<Label> heads;
    for (const auto& part : found) heads.insert(heads.end(), part.begin(), part.end());
    on_threads(threads_, [&](unsigned thread, unsigned) {
      Range left = piece_of(heads.size(), thread, threads_);
      std::array<Walker, kWalkers> own;
      std::size_t active = 0;
      const auto start = [&](Walker& walker) {
        if (left.begin == left.end) return false;
        walker.start = heads[left.begin++];
        walker.next = nodes_[walker.start].image;
        forest.prefetch(walker.next);
        return true;
      };
      while (active < kWalkers && start(own[active])) ++active;
      for (std::size_t turn = 1; active != 0; ++turn) {
        if (turn % kTurns == 0) stop_if_asked();
        for (std::size_t i = 0; i < active;) {
          Walker& walker = own[i];
          if (!is_head(walker.next)) {
            Node& node = nodes_[walker.next];
            node.parent = static_cast<Label>(walker.start);
            walker.next = node.image;
            forest.prefetch(walker.next);
            ++i;
            continue;
          }
          forest.join(walker.start, walker.next, WalkForest::kNone);
          if (!start(walker)) walker = own[--active];
        }
      }
    });
  }

  struct Walker {
    Range piece;  // where it may still start
    std::size_t start = 0;
    std::size_t next = 0;
  };
  bool begin(Walker& walker, WalkForest& forest) {
    for (; walker.piece.begin < walker.piece.end; ++walker.piece.begin) {
      if (!forest.claim(walker.piece.begin, walker.piece.begin)) continue;
      walker.start = walker.piece.begin++;
      walker.next = nodes_[walker.start].image;
      forest.prefetch(walker.next);
      return true;
    }
    return false;
  }
  bool step(Walker& walker, WalkForest& forest) {
    if (forest.claim(walker.next, walker.start)) {
      walker.next = nodes_[walker.next].image;
      forest.prefetch(walker.next);
      return true;
    }
    forest.join(walker.start, walker.next, WalkForest::kNone);
    return begin(walker, forest);
  }

  /// How many of the sampled points are in the largest tree, whose root becomes first_.
  std::size_t share_of_largest() {
    std::unordered_map<Label, std::size_t> seen;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < kSampled && !labels_.empty(); ++i) {
      const Label root = forest_.root(i * labels_.size() / kSampled);
      const std::size_t count = ++seen[root];
      if (count <= largest) continue;
      largest = count;
      first_ = root;
    }
    return largest;
  }

  /// Joins the points that are not in the largest tree with their images.
  void join_images(std::size_t g) {
    const std::span<const Point> x = generators_[g];
    share_of_largest();
    for (std::size_t i = 0; i < kSampled && !labels_.empty(); ++i) {  // so that the largest tree is larger yet
      join(i * labels_.size() / kSampled, g, 0);
    }
    share_of_largest();
    for_all_points([&](Range range, unsigned thread) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (forest_.parent(i) == first_) continue;
        if (i + kAhead < range.end && forest_.parent(i + kAhead) != first_) forest_.prefetch(x[i + kAhead]);
        if (forest_.root(i) != first_) join(i, g, thread);
      }
    });
  }
  void join(std::size_t point, std::size_t g, unsigned thread) {
    const bool joined = forest_.join(point, generators_[g][point], first_);
    if (joined && !schreier_.empty()) joints_[thread].push_back({point, g});
  }

  /// Every label becomes the least point of the orbit. Returns the number of orbits.
  std::uint64_t name_by_least_points() {
    Bitset is_root(labels_.size());
    std::atomic<std::uint64_t> roots = 0;
    std::atomic<bool> lower = false;
    for_all_points([&](Range range, unsigned) {
      std::uint64_t count = 0;
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Label root = forest_.root(i);
        if (root == i) {
          is_root.template claim<false>(i);  // the words of a range are its own
          ++count;
        } else {
          forest_.set(i, root);
          if (i < root && !lower) lower = true;
        }
      }
      roots += count;
    });
    if (!lower) return roots;
    for_all_points([&](Range range, unsigned) {  // the label of a root: the least point so far
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const Label root = forest_.parent(i);
        if (i >= root || is_root.test(i)) continue;
        std::atomic_ref least(labels_[root]);
        Label known = least.load(std::memory_order_relaxed);
        while (i < known && !least.compare_exchange_weak(known, static_cast<Label>(i), std::memory_order_relaxed)) {
        }
      }
    });
    for_all_points([&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (!is_root.test(i)) forest_.set(i, forest_.parent(forest_.parent(i)));
      }
    });
    return roots;
  }

  // --- Schreier vectors: along the cycles of the base, and from one cycle to the next by the images that joined them

  void keep_cycles() {
    cycles_ = HugeArray<Label>(labels_.size());
    for_all_points([&](Range range, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) cycles_[i] = forest_.root(i);
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
    require_scratch((labels_.size() + ends) * sizeof(std::uint64_t) + Bitset::bytes_for(labels_.size()), run_,
                    "the Schreier vector");
    // The joints at each cycle, as a list: end 2k is the point of joint k, end 2k + 1 its image.
    HugeArray<std::uint64_t> first(labels_.size());  // 1 + an end, 0 for none
    HugeArray<std::uint64_t> next(ends);
    std::ranges::fill(first, 0);
    const auto point_at = [&](std::uint64_t end) {
      const Joint& joint = joints[end / 2];
      return end % 2 == 0 ? joint.point : std::uint64_t{generators_[joint.generator][joint.point]};
    };
    for (std::uint64_t end = 0; end < ends; ++end) {
      if (end % kGrain == 0) stop_if_asked();
      next[end] = std::exchange(first[cycles_[point_at(end)]], end + 1);
    }
    Bitset is_reached(labels_.size());
    std::vector<Label> reached;
    for (const Joint& joint : joints) {
      const Label cycle = cycles_[labels_[joint.point]];
      if (is_reached.template claim<false>(cycle)) reached.push_back(cycle);
    }
    for (std::uint64_t turn = 1; !reached.empty(); ++turn) {
      if (turn % kGrain == 0) stop_if_asked();
      const Label cycle = reached.back();
      reached.pop_back();
      for (std::uint64_t end = first[cycle]; end != 0; end = next[end - 1]) {
        const std::uint64_t entry = point_at((end - 1) ^ 1U);
        if (!is_reached.template claim<false>(cycles_[entry])) continue;
        const auto g = static_cast<std::int8_t>(joints[(end - 1) / 2].generator + 1);
        schreier_[entry] = (end - 1) % 2 == 0 ? g : static_cast<std::int8_t>(-g);
        reached.push_back(cycles_[entry]);
      }
    }
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
  RunControl* run_;
  unsigned threads_;
  OrbitForest<Label> forest_;
  HugeArray<Node> nodes_;
  unsigned head_shift_ = 0;                  // 0: there are no heads
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

/// On a GPU if it was asked for and can do it, with the labels alone as a result.
template <class Point>
std::optional<std::uint64_t> try_gpu(std::span<const std::span<const Point>> generators, std::span<Point> labels, bool schreier,
                                     const Options& options, RunControl* run) {
  if (options.backend != BackendChoice::cuda) return std::nullopt;
  require_gpu();
  const bool narrow = sizeof(Point) == 4 && labels.size() < std::numeric_limits<Point>::max();
  const char* why_not = schreier  ? "Schreier vectors are made on the CPU"
                        : !narrow ? "on a GPU points have 4 bytes, and there are fewer than 2^32 - 1"
                                  : nullptr;
  if (run != nullptr)
    run->note_choice("backend", why_not == nullptr ? "cuda" : "cpu", why_not == nullptr ? "asked for" : why_not);
  if constexpr (sizeof(Point) == 4) {
    if (why_not == nullptr) return orbits_on_gpu(generators, labels, run);
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
  const unsigned threads = walking_threads(labels.size(), options.threads);
  for (std::size_t g = 0; g < generators.size(); ++g) {
    if (generators[g].size() != labels.size())
      detail::throw_sizes("a generator and the labels", generators[g].size(), labels.size());
  }
  if (const auto found = try_gpu(generators, labels, !schreier.empty(), options, run)) return *found;
  for (std::size_t g = 0; g < generators.size(); ++g) {
    require_permutation(generators[g], g, threads, options, run);
  }
  using Wide = std::conditional_t<sizeof(Point) == 4, std::uint64_t, std::uint32_t>;
  const bool in_place = sizeof(Point) == 8 || (sizeof(Point) == 4 && labels.size() < std::numeric_limits<Point>::max());
  const std::uint64_t scratch = labels.size() / 8 + labels.size() * 2 * (in_place ? sizeof(Point) : sizeof(Wide)) +
                                (in_place ? 0 : labels.size() * sizeof(Wide)) +
                                (schreier.empty() ? 0 : labels.size() * (in_place ? sizeof(Point) : sizeof(Wide)));
  require_scratch(scratch, run, "finding the orbits");
  if (in_place) {
    if constexpr (sizeof(Point) >= 4) return find_orbits<Point, Point>(generators, labels, schreier, options, run);
  }
  HugeArray<Wide> wide(labels.size());
  const std::uint64_t count = find_orbits<Point, Wide>(generators, wide.span(), schreier, options, run);
  std::ranges::transform(wide, labels.begin(), [](Wide label) { return static_cast<Point>(label); });
  return count;
}

#define WREATH_INSTANTIATE(Point)                                                                                  \
  template std::uint64_t orbits(std::span<const std::span<const Point>>, std::span<Point>, std::span<std::int8_t>, \
                                const Options&, RunControl*);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
