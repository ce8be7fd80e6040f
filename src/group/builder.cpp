// SPDX-License-Identifier: MIT
#include "group/builder.hpp"

#include <algorithm>

#include "core/data/rng.hpp"
#include "group/random_elements.hpp"
#include "group/tuning.hpp"
#include "group/verify.hpp"

namespace wreath::group {

namespace {

constexpr std::size_t kProbes = 16;
constexpr std::uint64_t kCheapCheck = std::uint64_t{1} << 24;  // steps of a walk times points
constexpr std::uint64_t kManyPoints = 65536;
constexpr unsigned kMuchDeeper = 4;
constexpr std::size_t kFixing = 4;  // elements from which a level with a short orbit is made

unsigned batch_for(std::uint64_t degree) {
  return degree < kManyPoints ? 1 : degree < tuning::kLargeDegree ? 4 : 6;
}

/// Of those with more than one point.
Point point_of_shortest_orbit(std::span<const Element> elements, std::uint64_t degree) {
  Classes classes(degree);
  for (const Element& x : elements) classes.join(x);
  std::vector<Point> lengths(degree);
  for (std::uint64_t p = 0; p < degree; ++p) ++lengths[classes.find(static_cast<Point>(p))];
  Point shortest = 0;
  for (std::uint64_t p = 0; p < degree; ++p)
    if (lengths[p] > 1 && (lengths[shortest] <= 1 || lengths[p] < lengths[shortest])) shortest = static_cast<Point>(p);
  return shortest;
}

}  // namespace

Builder::Builder(std::uint64_t degree, std::size_t generators, const std::vector<Point>& base)
    : chain(degree), lines(generators), wanted_base_(base.size()) {
  for (const Point point : base) chain.push(point);
}

std::uint64_t Builder::probe(std::size_t number) const {
  return RandomStream(number, chain.size()).below64(chain.degree());
}

void Builder::take(const Element& x, Products& products) {
  const std::size_t levels = chain.size();
  std::vector<Point> points(levels + kProbes);
  chain.base_images(x, points);
  for (std::size_t i = 0; i < kProbes; ++i) points[levels + i] = x[probe(i)];
  std::vector<Step> path;
  const std::size_t walked = collecting_ ? levels - 1 : levels;
  const std::size_t left_at = chain.walk(points, 0, walked, path);
  if (left_at < walked) {
    chain.add(left_at, {chain.times(x, path, products, lines)}, products);
    idle_ = 0;
    return;
  }
  if (collecting_) return collect(chain.times(x, path, products, lines), products);
  bool moves = false;
  for (std::size_t i = 0; i < kProbes; ++i) moves = moves || points[levels + i] != probe(i);
  const bool is_cheap = chain.degree() * (path.size() + 1) <= kCheapCheck;
  if (!moves && !is_cheap && idle_ % 4 != 0) {
    ++idle_;
    return make_shallow(x, path, products);
  }
  const Element rest = chain.times(x, path, products, lines);
  const std::uint64_t from = chain.degree() < kManyPoints ? 0 : probe(kProbes);
  const std::optional<Point> moved = moved_point(*rest.images, from, products);
  if (!moved) {
    ++idle_;
    return make_shallow(x, path, products);
  }
  chain.push(*moved);
  collecting_ = true;
  collected_ = 0;
  pending_.clear();
  idle_ = 0;
  collect(rest, products);
}

// If the walks, which are as many as the chain has elements, are not a group, or nearly one, many products of two of them are
// none; if they are, but a generator is not in it, its products with them are none. That needs no random elements of the group,
// which product replacement does not make in groups that mix slowly, and only the images of a few points.
std::optional<Element> Builder::missing_product(const std::vector<Element>& given, RandomStream& random, Products& products) {
  const std::size_t levels = chain.size();
  std::vector<Step> path = random_path(chain, 0, random);
  const std::vector<Step> second = random_path(chain, 0, random);
  path.insert(path.end(), second.begin(), second.end());
  const Element& x = given[random.below(static_cast<std::uint32_t>(given.size()))];
  std::vector<Point> points(levels + kProbes);
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = chain.image(x[i < levels ? chain[i].base : probe(i - levels)], path);
  std::vector<Step> rest;
  bool is_there = chain.walk(points, 0, levels, rest) == levels;
  for (std::size_t i = 0; i < kProbes; ++i) is_there = is_there && points[levels + i] == probe(i);
  if (is_there) return {};
  return chain.times(x, path, products, lines);
}

/// The element fixes all base points but perhaps the last.
void Builder::collect(const Element& x, Products& products) {
  std::vector<Element> all = pending_;
  if (moved_point(*x.images, 0, products)) all.push_back(x);
  const unsigned batch = batch_for(chain.degree());
  if (all.size() < batch && collected_ + 1 < 2 * batch) {
    pending_ = std::move(all);
    ++collected_;
    return;
  }
  if (!all.empty()) chain.add(chain.size() - 1, std::move(all), products);
  pending_.clear();
  collecting_ = false;
}

/// At most one level per element.
void Builder::make_shallow(const Element& x, std::span<const Step> path, Products& products) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Level& level = chain[i];
    if (level.depth <= tuning::depth_wanted(level.orbit, chain.degree()) || level.arrays.size() >= tuning::kShortcuts) continue;
    Element made;
    if (level.depth <= kMuchDeeper * tuning::depth_wanted(level.orbit, chain.degree())) {
      const auto before = std::find_if(path.begin(), path.end(), [&](Step step) { return step.level >= i; });
      made = chain.times(x, path.first(static_cast<std::size_t>(before - path.begin())), products, lines);
    } else {  // elements as they come are not random enough: the walks of random points are
      RandomStream random(lines.all().size(), i);
      const std::vector<Step> walks = random_path(chain, i, random);
      if (walks.empty()) return;
      made = chain.times(chain.array(walks[0]), std::span(walks).subspan(1), products, lines);
    }
    if (moved_point(*made.images, 0, products)) chain.add(i, {made}, products);
    return;
  }
}

std::vector<Step> random_path(const Chain& chain, std::size_t level, RandomStream& random) {
  std::vector<Step> path;
  for (std::size_t j = level; j < chain.size(); ++j) chain.walk_point(j, random_point(chain, j, random), path);
  return path;
}

Builder with_short_orbits(const Builder& from, const std::vector<Point>& base, RandomElements& elements, Products& products) {
  Builder made(from.chain.degree(), from.lines.generators(), base);
  made.lines = from.lines;
  const Natural order = from.chain.order();
  std::vector<Element> fixing;  // elements that fix all base points
  for (unsigned step = 0; made.chain.order() < order; ++step) {
    products.look();
    std::vector<Step> path;
    Element x;
    if (step % 4 == 3) {  // those of the chain are uniformly random, but take many products
      RandomStream random(elements.steps(), step);
      path = random_path(from.chain, 0, random);
      if (path.empty()) continue;
      x = from.chain.times(from.chain.array(path[0]), std::span(path).subspan(1), products, made.lines);
      path.clear();
    } else {
      elements.advance(products, made.lines);
      x = elements.element();
    }
    std::vector<Point> points(made.chain.size());
    made.chain.base_images(x, points);
    const std::size_t left_at = made.chain.walk(points, 0, points.size(), path);
    const Element rest = made.chain.times(x, path, products, made.lines);
    if (left_at < points.size()) {
      made.chain.add(left_at, {rest}, products);
      continue;
    }
    if (!moved_point(*rest.images, 0, products)) continue;
    fixing.push_back(rest);
    if (fixing.size() < kFixing) continue;
    made.chain.push(point_of_shortest_orbit(fixing, made.chain.degree()));
    made.chain.add(made.chain.size() - 1, std::move(fixing), products);
    fixing.clear();
  }
  return made;
}

void Builder::save(ByteWriter& into) const {
  std::vector<std::uint32_t> flat;
  for (const auto& [a, b] : lines.all()) flat.insert(flat.end(), {a, b});
  into.put_all(std::span<const std::uint32_t>(flat));
  into.put(std::uint64_t{chain.size()});
  for (std::size_t i = 0; i < chain.size(); ++i) {
    into.put(std::uint64_t{chain[i].base});
    into.put(std::uint64_t{chain[i].arrays.size()});
    for (const Element& array : chain[i].arrays) save_element(into, array);
  }
  into.put(std::uint64_t{pending_.size()});
  for (const Element& element : pending_) save_element(into, element);
  into.put(std::uint64_t{collected_});
  into.put(std::uint64_t{collecting_});
  into.put(std::uint64_t{idle_});
}

void Builder::restore(ByteReader& from, Products& products) {
  std::vector<std::uint32_t> flat;
  from.array_into<std::uint32_t>(flat);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) all.emplace_back(flat[i], flat[i + 1]);
  lines.restore(std::move(all));
  const std::uint64_t degree = chain.degree();
  chain = Chain(degree);
  const std::uint64_t levels = from.number();
  for (std::uint64_t i = 0; i < levels; ++i) {
    const std::uint64_t base = from.number();
    const std::uint64_t count = from.number();
    if (base >= degree || count > kMostArrays) from.fail("the checkpoint is damaged");
    chain.push(static_cast<Point>(base));
    std::vector<Element> arrays;
    for (std::uint64_t k = 0; k < count; ++k) arrays.push_back(restore_element(from, degree));
    if (!arrays.empty()) chain.add(i, std::move(arrays), products);
  }
  pending_.clear();
  const std::uint64_t count = from.number();
  if (count > kMostArrays) from.fail("the checkpoint is damaged");
  for (std::uint64_t k = 0; k < count; ++k) pending_.push_back(restore_element(from, degree));
  collected_ = static_cast<unsigned>(from.number());
  collecting_ = from.number() != 0;
  idle_ = static_cast<unsigned>(from.number());
}

}  // namespace wreath::group
