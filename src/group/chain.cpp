// SPDX-License-Identifier: MIT
#include "group/chain.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "core/parallel/loops.hpp"
#include "group/gpu.hpp"
#include "group/tuning.hpp"

namespace wreath::group {

namespace {

constexpr std::uint64_t kLargeTree = std::uint64_t{1} << 20;
constexpr std::size_t kWord = 64;

/// Fills tree with the way to the base from each point of its orbit.
Grown grow(std::uint8_t* tree, std::uint64_t degree, Point base, std::span<const Element> arrays, Products& products) {
  const std::size_t words = degree / kWord + 1;
  std::vector<std::uint64_t> reached(words);
  std::vector<std::uint64_t> fresh(words);
  std::vector<const Point*> images;
  for (const Element& array : arrays) images.push_back(array.images->data());
  const unsigned threads = degree < tuning::kGrain ? 1 : products.threads();
  std::fill(tree, tree + degree, kOut);
  tree[base] = kRoot;
  reached[base / kWord] |= std::uint64_t{1} << base % kWord;
  Grown grown;
  for (;;) {
    products.look();
    std::atomic<std::uint64_t> found{0};
    parallel_chunks(words, tuning::kGrain / kWord, threads, [&](Range range, std::size_t, unsigned) {
      std::uint64_t count = 0;
      for (std::size_t word = range.begin; word < range.end; ++word) {
        std::uint64_t made = 0;
        std::uint64_t open = ~reached[word];
        if (word + 1 == words) open &= (std::uint64_t{1} << degree % kWord) - 1;
        for (; open != 0; open &= open - 1) {
          const std::size_t point = word * kWord + static_cast<std::size_t>(std::countr_zero(open));
          for (std::size_t k = 0; k < images.size(); ++k) {
            const Point image = images[k][point];
            if ((reached[image / kWord] >> image % kWord & 1) == 0) continue;
            tree[point] = static_cast<std::uint8_t>(k);
            made |= std::uint64_t{1} << point % kWord;
            break;
          }
        }
        fresh[word] = made;
        count += static_cast<std::uint64_t>(std::popcount(made));
      }
      found += count;
    });
    if (found == 0) return grown;
    for (std::size_t word = 0; word < words; ++word) reached[word] |= fresh[word];
    grown.orbit += found;
    ++grown.depth;
  }
}

}  // namespace

Natural Chain::order() const {
  Natural order = 1;
  for (const Level& level : levels_) order *= level.orbit;
  return order;
}

std::uint64_t Chain::bytes() const {
  std::uint64_t bytes = 0;
  for (const Level& level : levels_) bytes += degree_ * (1 + sizeof(Point) * level.arrays.size());
  return bytes;
}

void Chain::push(Point base) {
  Level level{.base = base};
  if (degree_ < kLargeTree) {
    level.small_tree.assign(degree_, kOut);
  } else {
    level.large_tree = HugeArray<std::uint8_t>(degree_);
    std::fill(level.large_tree.begin(), level.large_tree.end(), kOut);
  }
  level.tree()[base] = kRoot;
  levels_.push_back(std::move(level));
}

void Chain::add(std::size_t level, std::vector<Element> arrays, Products& products) {
  Level& here = levels_[level];
  std::vector<Element> all = here.arrays;
  for (Element& array : arrays) all.push_back(std::move(array));
  if (all.size() > kMostArrays) throw InternalError("a level of the stabilizer chain has too many generators");
  Level made{.base = here.base, .arrays = std::move(all)};
  if (degree_ < kLargeTree) {
    made.small_tree.resize(degree_);
  } else {
    made.large_tree = HugeArray<std::uint8_t>(degree_);
  }
  const Grown grown = products.on_gpu() ? grow_on_gpu(made.tree(), degree_, made.base, made.arrays, products)
                                        : grow(made.tree(), degree_, made.base, made.arrays, products);
  for (const Element& array : made.arrays) static_cast<void>(array.span());  // walks look up points in the host's memory
  made.orbit = grown.orbit;
  made.depth = grown.depth;
  here = std::move(made);
}

std::size_t Chain::walk(std::span<Point> points, std::size_t from, std::size_t to, std::vector<Step>& path) const {
  for (std::size_t i = from; i < to; ++i) {
    const Level& level = levels_[i];
    const std::uint8_t* const tree = level.tree();
    while (points[i] != level.base) {
      const std::uint8_t letter = tree[points[i]];
      if (letter == kOut) return i;
      const Point* const images = level.arrays[letter].images->data();
      for (std::size_t j = i; j < points.size(); ++j) points[j] = images[points[j]];
      path.push_back({static_cast<std::uint32_t>(i), letter});
    }
  }
  return to;
}

void Chain::walk_point(std::size_t level, Point point, std::vector<Step>& path) const {
  const Level& here = levels_[level];
  while (point != here.base) {
    const std::uint8_t letter = here.tree()[point];
    path.push_back({static_cast<std::uint32_t>(level), letter});
    point = here.arrays[letter][point];
  }
}

Images Chain::times(const Images& x, std::span<const Step> path, Products& products) const {
  if (path.empty()) return Images(std::vector<Point>(x.span().begin(), x.span().end()));
  Images made = products.room(degree_);
  products.multiply(x, *array(path[0]).images, made);
  for (const Step step : path.subspan(1)) products.multiply_by(made, *array(step).images);
  return made;
}

Element Chain::times(const Element& x, std::span<const Step> path, Products& products, Lines& lines) const {
  if (path.empty()) return x;
  Images made = times(*x.images, path, products);
  std::uint32_t line = x.line;
  for (const Step step : path) line = lines.product(line, array(step).line);
  return {std::make_shared<const Images>(std::move(made)), line};
}

Point random_point(const Chain& chain, std::size_t level, RandomStream& random) {
  const std::uint8_t* const tree = chain[level].tree();
  for (unsigned tries = 0; tries < 1000; ++tries) {
    const std::uint64_t tried = random.below64(chain.degree());
    if (tree[tried] != kOut) return static_cast<Point>(tried);
  }
  std::uint64_t left = random.below64(chain[level].orbit);  // a small orbit: the point of that number in it
  std::uint64_t point = 0;
  while (tree[point] == kOut || left-- != 0) ++point;
  return static_cast<Point>(point);
}

std::optional<Point> moved_point(const Images& x, std::uint64_t from, const Products& products) {
  if (x.is_on_gpu() && products.on_gpu()) return moved_point_on_gpu(x, from);
  return moved_point(x.span(), from, products.threads());
}

std::optional<Point> moved_point(std::span<const Point> x, std::uint64_t from, unsigned threads) {
  const auto first_of = [&](std::uint64_t begin, std::uint64_t end) {
    std::atomic<std::uint64_t> first{end};
    parallel_chunks(end - begin, tuning::kGrain, end - begin < tuning::kGrain ? 1 : threads,
                    [&](Range range, std::size_t, unsigned) {
                      if (begin + range.begin >= first) return;
                      for (std::uint64_t i = begin + range.begin; i < begin + range.end; ++i) {
                        if (x[i] == i) continue;
                        std::uint64_t known = first;
                        while (i < known && !first.compare_exchange_weak(known, i)) {
                        }
                        return;
                      }
                    });
    return first.load();
  };
  if (x.empty()) return {};
  from %= x.size();
  std::uint64_t found = first_of(from, x.size());
  if (found < x.size()) return static_cast<Point>(found);
  found = first_of(0, from);
  if (found < from) return static_cast<Point>(found);
  return {};
}

}  // namespace wreath::group
