// SPDX-License-Identifier: MIT
//
// The cycles of a permutation: how many of each length, and what follows from that.
//
// To follow a cycle is to chase a pointer: the next point is known only when the last one has come from memory, and a random
// permutation of many points has one cycle through most of them. So each thread follows many cycles at once, a step of each
// in turn, and asks for the line that a walker needs next before it turns to the other walkers. Walkers start at points of
// their own and claim the points they pass in a common bitset. One that comes upon a claimed point is done: it has closed its
// cycle, or it has reached the start of another walker, since every other claimed point was reached from the only point that
// leads there. What it walked is then a fragment of a cycle. The fragments, each leading to the start of one, are themselves
// a permutation, whose cycles give the long ones of x. W walkers make about W*ln(points) fragments in a random permutation.
//
// x is a permutation if and only if every fragment leads to its own start or the open ones permute their starts: then every
// point has exactly one point that leads to it.
//
// A map of some regularity can make walkers meet again and again, each time for a fragment of a point or two. So they begin at
// irregular distances, and one that met another so soon goes on in the middle of its piece. Where fragments become many all the
// same, a thread stops, and one walker that closes every cycle does the rest.
//
// Cost: one random access to x and one to the bitset per point, some dozens under way at once; points/8 bytes of scratch.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/data/bitset.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/rng.hpp"
#include "perm/points.hpp"
#include "perm/plan.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kWalkers = 32;  // of each thread
constexpr std::size_t kShortFragment = 8;
constexpr std::size_t kWorthSplitting = 4096;
constexpr std::size_t kWorthThreads = std::size_t{1} << 16;

/// How many cycles of each length were found. Short ones are the many.
class Tally {
 public:
  void add(std::uint64_t length, std::uint64_t count = 1) {
    if (length < short_.size()) {
      short_[length] += count;
    } else {
      long_[length] += count;
    }
  }
  void add(const Tally& other) {
    for (std::size_t length = 0; length < short_.size(); ++length) short_[length] += other.short_[length];
    for (const auto& [length, count] : other.long_) long_[length] += count;
  }
  std::vector<CycleCount> sorted() const {
    std::vector<CycleCount> counts;
    for (std::size_t length = 0; length < short_.size(); ++length) {
      if (short_[length] != 0) counts.push_back({length, short_[length]});
    }
    const auto first_long = static_cast<std::ptrdiff_t>(counts.size());
    for (const auto& [length, count] : long_) counts.push_back({length, count});
    std::sort(counts.begin() + first_long, counts.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    return counts;
  }

 private:
  std::array<std::uint64_t, 256> short_{};
  std::unordered_map<std::uint64_t, std::uint64_t> long_;
};

/// A part of a cycle: so many points from `start` on, the last of which leads to `next`.
struct Fragment {
  std::uint64_t start = 0;
  std::uint64_t next = 0;
  std::uint64_t length = 0;
};

struct Found {
  Tally cycles;
  std::vector<Fragment> open;
};

/// Where walker k of so many begins to look for starts: nearly equal pieces, at irregular distances.
std::size_t first_start(std::size_t points, std::size_t walker, std::size_t walkers) {
  if (walker == 0 || walker == walkers) return walker == 0 ? 0 : points;
  return piece_of(points, walker, walkers).begin + RandomStream(0, walker).below64(points / walkers / 2 + 1);
}

/// The walkers of one thread.
template <class Point, bool kShared>
class Walk {
 public:
  Walk(std::span<const Point> x, Bitset& visited, std::size_t most_fragments)
      : x_(x), visited_(visited), most_fragments_(most_fragments) {}

  /// Walks from starts in each of the pieces until these are used up or fragments are too many. False: x leaves its points.
  bool cover(std::span<const Range> pieces) {
    std::array<Walker, kWalkers> walkers;
    std::size_t active = 0;
    for (const Range& piece : pieces) {
      walkers[active].piece = piece;
      if (begin(walkers[active])) ++active;
    }
    while (active != 0 && !left_) {
      for (std::size_t i = 0; i < active;) {
        Walker& walker = walkers[i];
        if (visited_.template claim<kShared>(walker.next)) {
          ++walker.length;
          look_at(walker, x_[walker.next]);
        } else {
          finish(walker);
          if (!begin(walker)) {
            walker = walkers[--active];
            continue;
          }
        }
        ++i;
      }
    }
    return !left_;
  }

  Found& found() { return found_; }

 private:
  struct Walker {
    Range piece;  // where it may still start
    std::size_t start = 0;
    std::size_t next = 0;
    std::uint64_t length = 0;
  };

  bool begin(Walker& walker) {
    if (found_.open.size() >= most_fragments_) return false;
    while (true) {
      const std::size_t start = visited_.first_clear(walker.piece.begin, walker.piece.end);
      if (start != walker.piece.end) {
        walker.piece.begin = start + 1;
        if (!visited_.template claim<kShared>(start)) continue;
        if (x_[start] != start) {
          walker.start = start;
          walker.length = 1;
          look_at(walker, x_[start]);
          return true;
        }
        found_.cycles.add(1);
      } else if (!left_over_.empty()) {
        walker.piece = left_over_.back();
        left_over_.pop_back();
      } else {
        return false;
      }
    }
  }

  void look_at(Walker& walker, std::size_t next) {
    if (next >= x_.size()) {
      left_ = true;
      next = walker.start;
    }
    visited_.prefetch(next);
    __builtin_prefetch(&x_[next]);
    walker.next = next;
  }

  void finish(Walker& walker) {
    if (walker.next == walker.start) return found_.cycles.add(walker.length);
    found_.open.push_back({walker.start, walker.next, walker.length});
    if (walker.length < kShortFragment && walker.piece.size() >= kWorthSplitting) {
      const std::size_t middle = walker.piece.begin + walker.piece.size() / 2;
      left_over_.push_back({walker.piece.begin, middle});
      walker.piece.begin = middle;
    }
  }

  std::span<const Point> x_;
  Bitset& visited_;
  std::size_t most_fragments_;
  Found found_;
  std::vector<Range> left_over_;  // pieces that walkers have left
  bool left_ = false;
};

/// Puts the fragments together to cycles. False: they do not permute their starts.
bool join(std::vector<Fragment>& fragments, Tally& cycles) {
  std::sort(fragments.begin(), fragments.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  std::vector<std::size_t> successor(fragments.size());
  std::vector<bool> reached(fragments.size(), false);
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    const auto next = std::lower_bound(fragments.begin(), fragments.end(), fragments[i].next,
                                       [](const Fragment& fragment, std::uint64_t start) { return fragment.start < start; });
    if (next == fragments.end() || next->start != fragments[i].next) return false;
    successor[i] = static_cast<std::size_t>(next - fragments.begin());
    if (reached[successor[i]]) return false;
    reached[successor[i]] = true;
  }
  for (std::size_t first = 0; first < fragments.size(); ++first) {
    if (!reached[first]) continue;
    std::uint64_t length = 0;
    for (std::size_t i = first; reached[i]; i = successor[i]) {
      reached[i] = false;
      length += fragments[i].length;
    }
    cycles.add(length);
  }
  return true;
}

/// The cycles of what no walker has claimed, one at a time. False: one of them does not close.
template <class Point>
bool walk_the_rest(std::span<const Point> x, Bitset& visited, Tally& cycles) {
  std::size_t start = 0;
  while ((start = visited.first_clear(start, x.size())) != x.size()) {
    std::uint64_t length = 0;
    std::size_t point = start;
    while (point < x.size() && visited.claim<false>(point)) {
      ++length;
      point = x[point];
    }
    if (point != start) return false;
    cycles.add(length);
  }
  return true;
}

/// Nothing where x is no permutation.
template <class Point, bool kShared>
std::optional<Tally> count_cycles(std::span<const Point> x, unsigned threads, Bitset& visited) {
  const std::size_t walkers = threads * kWalkers;
  const std::size_t most_fragments = 16 * kWalkers + x.size() / 256 / threads;
  std::vector<Found> found(threads);
  std::atomic<bool> left = false;
  on_threads(threads, [&](unsigned thread, unsigned) {
    std::array<Range, kWalkers> pieces;
    for (std::size_t i = 0; i < kWalkers; ++i) {
      const std::size_t walker = thread * kWalkers + i;
      pieces[i] = {first_start(x.size(), walker, walkers), first_start(x.size(), walker + 1, walkers)};
    }
    Walk<Point, kShared> walk(x, visited, most_fragments);
    if (!walk.cover(pieces)) left = true;
    found[thread] = std::move(walk.found());
  });
  if (left) return std::nullopt;
  Tally cycles;
  std::vector<Fragment> open;
  for (const Found& part : found) {
    cycles.add(part.cycles);
    open.insert(open.end(), part.open.begin(), part.open.end());
  }
  if (!join(open, cycles) || !walk_the_rest(x, visited, cycles)) return std::nullopt;
  return cycles;
}

}  // namespace

template <PointType Point>
std::vector<CycleCount> cycle_type(std::span<const Point> x, const Options& options) {
  const unsigned threads = x.size() < kWorthThreads ? 1 : resolve_threads(options.threads);
  std::optional<Tally> cycles;
  {
    require_scratch(Bitset::bytes_for(x.size()), options, "finding the cycles");
    Bitset visited(x.size());
    cycles = threads == 1 ? count_cycles<Point, false>(x, 1, visited) : count_cycles<Point, true>(x, threads, visited);
  }
  if (!cycles) {
    const Defect defect = find_defect(x, options);
    if (!defect) throw InternalError("the cycles of a permutation did not close");
    throw InputError(defect.sentence(x.size()));
  }
  return cycles->sorted();
}

int sign(std::span<const CycleCount> cycles) {
  std::uint64_t even_cycles = 0;  // a cycle of even length is an odd permutation
  for (const CycleCount& cycle : cycles) even_cycles += cycle.length % 2 == 0 ? cycle.count : 0;
  return even_cycles % 2 == 0 ? 1 : -1;
}

namespace {

/// A natural number that grows by multiplication: nine decimal digits to a limb, least first.
class DecimalNumber {
 public:
  void multiply(std::uint64_t factor) {
    if (factor >> 32 == 0) {
      multiply_in<std::uint64_t>(factor);
    } else {
      multiply_in<unsigned __int128>(factor);
    }
  }
  std::string text() const {
    std::string digits = std::to_string(limbs_.back());
    for (std::size_t i = limbs_.size() - 1; i-- > 0;) digits += fmt::format("{:09}", limbs_[i]);
    return digits;
  }

 private:
  static constexpr std::uint32_t kBase = 1000000000;

  template <class Wide>
  void multiply_in(std::uint64_t factor) {
    Wide carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += Wide{factor} * limb;
      limb = static_cast<std::uint32_t>(carry % kBase);
      carry /= kBase;
    }
    for (; carry != 0; carry /= kBase) limbs_.push_back(static_cast<std::uint32_t>(carry % kBase));
  }

  std::vector<std::uint32_t> limbs_{1};
};

/// The largest power of each prime that divides one of the lengths.
std::map<std::uint64_t, std::uint64_t> largest_prime_powers(std::span<const CycleCount> cycles) {
  std::map<std::uint64_t, std::uint64_t> powers;
  const auto note = [&](std::uint64_t prime, std::uint64_t power) {
    std::uint64_t& known = powers[prime];
    known = std::max(known, power);
  };
  for (const CycleCount& cycle : cycles) {
    std::uint64_t rest = cycle.length;
    for (std::uint64_t prime = 2; prime <= rest / prime; prime += prime == 2 ? 1 : 2) {
      std::uint64_t power = 1;
      for (; rest % prime == 0; rest /= prime) power *= prime;
      if (power != 1) note(prime, power);
    }
    if (rest > 1) note(rest, rest);
  }
  return powers;
}

}  // namespace

std::string order(std::span<const CycleCount> cycles) {
  DecimalNumber product;
  std::uint64_t pending = 1;  // several small powers make one multiplication
  for (const auto& [prime, power] : largest_prime_powers(cycles)) {
    if (power >> 32 == 0 && (pending * power) >> 32 == 0) {
      pending *= power;
      continue;
    }
    product.multiply(pending);
    pending = power;
  }
  product.multiply(pending);
  return product.text();
}

#define WREATH_INSTANTIATE(Point) template std::vector<CycleCount> cycle_type(std::span<const Point>, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
