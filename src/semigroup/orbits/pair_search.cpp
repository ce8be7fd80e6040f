// SPDX-License-Identifier: MIT
#include "semigroup/orbits/pair_search.hpp"

#include <algorithm>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "core/data/key_table.hpp"
#include "semigroup/backend.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint8_t kFar = 255;  // cannot get there

/// For each pair of points that y has as images, how many generators it takes from any pair to there, at most 254.
class PairDistances {
 public:
  PairDistances(const Generators& generators, std::span<const Point> map, StopCheck& check)
      : n_(generators.degree), map_(map.begin(), map.end()) {
    const std::size_t pairs = n_ * n_;
    std::vector<std::uint32_t> starts(pairs + 1);
    const auto each = [&](auto visit) {
      for (std::size_t g = 0; g < generators.count(); ++g) {
        const auto row = generators.row(g);
        for (std::size_t a = 0; a < n_; ++a) {
          for (std::size_t b = 0; b < n_; ++b) visit(a * n_ + b, row[a] * n_ + row[b]);
        }
      }
    };
    each([&](std::size_t, std::size_t to) { ++starts[to + 1]; });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> sources(starts.back());
    std::vector<std::uint32_t> fill(starts.begin(), starts.end() - 1);
    each([&](std::size_t from, std::size_t to) { sources[fill[to]++] = static_cast<std::uint32_t>(from); });
    std::unordered_map<std::size_t, std::uint32_t> tables;  // by target
    std::vector<std::uint32_t> queue;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t target = map_[i] * n_ + map_[j];
        const auto [at, fresh] = tables.try_emplace(target, static_cast<std::uint32_t>(tables.size()));
        table_of_.push_back(at->second);
        if (!fresh) continue;
        check.spend(sources.size());
        distances_.resize(distances_.size() + pairs, kFar);
        std::uint8_t* distance = distances_.data() + distances_.size() - pairs;
        queue.assign(1, static_cast<std::uint32_t>(target));
        distance[target] = 0;
        for (std::size_t k = 0; k < queue.size(); ++k) {
          const auto next = static_cast<std::uint8_t>(std::min(kFar - 1, distance[queue[k]] + 1));
          for (std::uint32_t e = starts[queue[k]]; e < starts[queue[k] + 1]; ++e) {
            if (distance[sources[e]] != kFar) continue;
            distance[sources[e]] = next;
            queue.push_back(sources[e]);
          }
        }
      }
    }
  }

  /// The longest distance and the sum of all, or nothing if some pair cannot get there.
  std::optional<std::uint64_t> of(std::span<const Point> product) const {
    std::uint64_t sum = 0;
    std::uint64_t longest = 0;
    std::size_t k = 0;
    const std::size_t pairs = n_ * n_;
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j, ++k) {
        const std::uint8_t distance = distances_[table_of_[k] * pairs + product[i] * n_ + product[j]];
        if (distance == kFar) return std::nullopt;
        sum += distance;
        longest = std::max<std::uint64_t>(longest, distance);
      }
    }
    return longest << 32 | sum;
  }

 private:
  std::size_t n_;
  std::vector<Point> map_;
  std::vector<std::uint32_t> table_of_;  // for each pair
  std::vector<std::uint8_t> distances_;
};

}  // namespace

PairSearch search_by_pairs(const Generators& generators, std::span<const Point> map, std::uint64_t most, StopCheck check) {
  using Answer = PairSearch::Answer;
  const std::size_t n = generators.degree;
  const PairDistances distances(generators, map, check);
  struct Node {
    Index parent;
    Letter letter;
  };
  KeyTable<std::byte> known;
  std::vector<Node> nodes;
  // The estimate of the whole length first; among equals the nearest.
  using Entry = std::tuple<std::uint64_t, std::uint64_t, Index>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto add = [&](std::span<const Point> row, Index parent, Letter letter) {
    const auto estimate = distances.of(row);
    check.spend(n * n);
    if (!estimate) return;
    const auto fresh = static_cast<Index>(known.size());
    if (known.intern(std::as_bytes(row)) != fresh) return;
    nodes.push_back({parent, letter});
    open.emplace(*estimate & 0xFFFFFFFFU, *estimate >> 32, fresh);
  };
  const auto word_of = [&](Index node) {
    Word word;
    for (; node != 0; node = nodes[node].parent) word.push_back(nodes[node].letter);
    std::ranges::reverse(word);
    return word;
  };
  std::vector<Point> row(n);
  std::iota(row.begin(), row.end(), Point{0});
  add(row, 0, 0);
  std::vector<Point> product(n);
  while (!open.empty() && known.size() < most) {
    const Index node = std::get<2>(open.top());
    open.pop();
    std::memcpy(row.data(), known[node].data(), n * sizeof(Point));
    if (std::ranges::equal(row, map)) return {Answer::word, word_of(node)};
    for (std::size_t g = 0; g < generators.count(); ++g) {
      const auto letter = generators.row(g);
      for (std::size_t i = 0; i < n; ++i) product[i] = letter[row[i]];
      add(product, node, static_cast<Letter>(g));
    }
  }
  return {open.empty() ? Answer::not_a_product : Answer::unknown, {}};
}

}  // namespace wreath::semigroup
