// SPDX-License-Identifier: MIT
#include "semigroup/green/image_orbit.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "semigroup/green/small_set.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostImages = std::size_t{1} << 16;

/// Sorts points and drops repetitions, by bits in two levels.
class SortingBitmap {
 public:
  explicit SortingBitmap(std::size_t degree) : words_(degree / 64 + 1, 0), summary_(words_.size() / 64 + 1, 0) {}

  void mark(Point point) {
    words_[point / 64] |= std::uint64_t{1} << point % 64;
    summary_[point / 4096] |= std::uint64_t{1} << point / 64 % 64;
  }
  /// visit(point) in ascending order, and clears.
  template <class Visit>
  void drain(const Visit& visit) {
    for (std::size_t s = 0; s < summary_.size(); ++s) {
      for (std::uint64_t left = std::exchange(summary_[s], 0); left != 0; left &= left - 1) {
        const std::size_t word = s * 64 + static_cast<std::size_t>(std::countr_zero(left));
        for (std::uint64_t bits = std::exchange(words_[word], 0); bits != 0; bits &= bits - 1)
          visit(static_cast<Point>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> summary_;
};

}  // namespace

ImageOrbit::ImageOrbit(const Generators& generators)
    : ActionOrbit(KeySet()), generators_(generators), packing_(generators.degree) {
  std::vector<Point> all(generators.degree);
  std::iota(all.begin(), all.end(), Point{0});
  std::vector<std::byte> key(all.size() * packing_.width());
  packing_.pack(all, key.data());
  nodes_.insert(key);
}

// Points in the order of their component are sorted again: as sets they are found.
void ImageOrbit::restore(ByteReader& saved, unsigned threads) {
  std::vector<Point> points;
  restore_orbit(saved, nodes_, generators_.count(), edges_, threads, [&](std::span<std::byte> key) {
    points.resize(key.size() / packing_.width());
    packing_.unpack(key, points.data());
    std::ranges::sort(points);
    packing_.pack(points, key.data());
  });
}

void ImageOrbit::enumerate(unsigned threads, RunControl& run, Pause pause) {
  if (generators_.count() == 0) return;
  const auto batch_end = [&](Index first) {
    Index last = first;
    for (std::size_t bytes = 0; last < size() && last - first < kMostImages && bytes < batch_bytes(threads); ++last)
      bytes += nodes_[last].size() * generators_.count();
    return last;
  };
  close_orbit(nodes_, generators_.count(), batch_end, edges_, threads, run, pause, "images",
              [&](Index first, Index last, KeyBatch& batch) { fill(first, last, batch, threads, run); });
}

void ImageOrbit::fill(Index first, Index last, KeyBatch& batch, unsigned threads, RunControl& run) const {
  const std::size_t letters = generators_.count();
  batch.reset(
      last - first, letters, [&](std::size_t i) { return nodes_[first + static_cast<Index>(i)].size(); }, threads);
  struct Worker {
    StopCheck check;
    SortingBitmap bitmap;
    std::vector<Point> points;
  };
  std::vector<Worker> workers(resolve_threads(threads),
                              {StopCheck(run), SortingBitmap(generators_.degree), std::vector<Point>(generators_.degree)});
  parallel_chunks(last - first, 64, threads, [&](Range range, std::size_t, unsigned thread) {
    auto& [check, bitmap, points] = workers[thread];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Index node = first + static_cast<Index>(i);
      const std::size_t rank = this->rank(node);
      packing_.unpack(nodes_[node], points.data());
      for (std::size_t g = 0; g < letters; ++g) {
        check.spend(2 * rank + 16);
        const std::span<const Point> map = generators_.row(g);
        for (std::size_t k = 0; k < rank; ++k) bitmap.mark(map[points[k]]);
        std::byte* out = batch.slot(i * letters + g);
        std::size_t found = 0;
        bitmap.drain([&](Point point) { packing_.put(out, found++, point); });
        batch.set_length(i * letters + g, found * packing_.width());
      }
    }
  });
}

void ImageOrbit::find_components(RunControl& run) {
  nodes_.forget_table();
  components_ = semigroup::find_components(edges_.span(), size(), generators_.count(), StopCheck(run));
}

void ImageOrbit::find_arrows(unsigned threads, RunControl& run) {
  const std::size_t count = components_.count();
  arrows_.resize(count);
  struct Worker {
    StopCheck check;
    std::vector<Point> position;
  };
  std::vector<Worker> workers(resolve_threads(threads), Worker{StopCheck(run), std::vector<Point>(generators_.degree)});
  const auto for_each = [&](auto&& work) {
    std::atomic<std::size_t> next{0};
    on_threads(threads, [&](unsigned thread, unsigned) {
      for (std::size_t c = next++; c < count; c = next++) work(static_cast<Index>(c), workers[thread]);
    });
  };
  for_each([&](Index component, Worker& worker) { order_points(component, worker.check); });
  for_each([&](Index component, Worker& worker) { arrows_[component] = arrows_of(component, worker.position, worker.check); });
  if (!keep_edges_) edges_ = {};
}

// Carries the representative's points along a tree to every image of the component.
void ImageOrbit::order_points(Index component, StopCheck& check) {
  if (components_.size(component) == 1) return;
  const std::size_t letters = generators_.count();
  const std::span<const Index> members = components_.nodes(component);
  const auto local = [&](Index node) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), node) - members.begin());
  };
  std::vector<char> seen(members.size(), 0);
  seen[0] = 1;
  std::vector<Index> queue{members[0]};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::size_t g = 0; g < letters; ++g) {
      check.spend(component_rank(component) + 16);
      const Index to = edges_[queue[i] * letters + g];
      if (components_.of[to] != component || std::exchange(seen[local(to)], 1) != 0) continue;
      const std::span<const std::byte> from = nodes_[queue[i]];
      std::byte* out = nodes_.overwrite(to).data();
      for (std::size_t k = 0; k < from.size() / packing_.width(); ++k)
        packing_.put(out, k, generators_.row(g)[packing_.get(from.data(), k)]);
      queue.push_back(to);
    }
  }
}

Arrows ImageOrbit::arrows_of(Index component, std::vector<Point>& position, StopCheck& check) const {
  const std::size_t letters = generators_.count();
  const std::size_t rank = component_rank(component);
  Arrows arrows;
  std::vector<std::byte> key(sizeof(Index) + rank * packing_.width());  // target and map
  SmallSet known(key.size());
  std::vector<Point> points(rank);
  std::vector<Point> target(rank);
  for (const Index node : components_.nodes(component)) {
    packing_.unpack(nodes_[node], points.data());
    for (std::size_t g = 0; g < letters; ++g) {
      check.spend(4 * rank + 16);
      const Index to = edges_[node * letters + g];
      const std::span<const Point> map = generators_.row(g);
      packing_.unpack(nodes_[to], target.data());
      for (std::size_t k = 0; k < this->rank(to); ++k) position[target[k]] = static_cast<Point>(k);
      std::memcpy(key.data(), &components_.of[to], sizeof(Index));
      bool identity = components_.of[to] == component;
      for (std::size_t k = 0; k < rank; ++k) {
        const Point image = position[map[points[k]]];
        identity = identity && image == k;
        packing_.put(key.data() + sizeof(Index), k, image);
      }
      if (identity || !known.insert(key)) continue;
      if (components_.of[to] == component) {
        Permutation permutation(rank);
        packing_.unpack(std::span(key).subspan(sizeof(Index)), permutation.data());
        arrows.group.push_back(std::move(permutation));
      } else {
        arrows.targets.push_back(components_.of[to]);
        arrows.maps.insert(arrows.maps.end(), key.begin() + sizeof(Index), key.end());
      }
    }
  }
  return arrows;
}

}  // namespace wreath::semigroup
