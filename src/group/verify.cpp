// SPDX-License-Identifier: MIT
#include "group/verify.hpp"

#include <algorithm>
#include <mutex>

#include "group/tuning.hpp"
#include "wreath/group/program.hpp"

namespace wreath::group {

namespace {

/// The comparison for one point and one generator, with a thread's own memory.
class Comparison {
 public:
  Comparison(const Chain& chain, std::size_t level)
      : chain_(chain), level_(level), walk_(chain.degree()), product_(chain.degree()), points_(chain.size()) {}

  /// Makes the walk of the point.
  void begin(Point point) {
    point_ = point;
    path_.clear();
    chain_.walk_point(level_, point, path_);
    for (std::size_t v = 0; v < walk_.size(); ++v) walk_[v] = static_cast<Point>(v);
    apply(path_, walk_);
    sources_.assign(chain_.size(), 0);
    for (std::size_t v = 0; v < walk_.size(); ++v) {
      for (std::size_t j = level_ + 1; j < chain_.size(); ++j)
        if (walk_[v] == chain_[j].base) sources_[j] = static_cast<Point>(v);
    }
  }
  bool holds(const Element& x) {
    if (chain_[level_].tree()[x[point_]] == kOut) return false;  // the orbit itself is too small
    std::copy(x.span().begin(), x.span().end(), product_.begin());
    path_.clear();
    chain_.walk_point(level_, x[point_], path_);
    apply(path_, product_);
    for (std::size_t j = level_ + 1; j < chain_.size(); ++j) points_[j] = product_[sources_[j]];
    path_.clear();
    if (chain_.walk(points_, level_ + 1, chain_.size(), path_) != chain_.size()) return false;
    apply(path_, product_);
    return product_ == walk_;
  }

 private:
  void apply(std::span<const Step> path, std::vector<Point>& images) const {
    for (const Step step : path) {
      const Point* const array = chain_.array(step).images->data();
      for (Point& image : images) image = array[image];
    }
  }

  const Chain& chain_;
  std::size_t level_;
  Point point_ = 0;
  std::vector<Point> walk_;
  std::vector<Point> product_;
  std::vector<Point> points_;
  std::vector<Point> sources_;  // what the walk takes to the base points below
  std::vector<Step> path_;
};

}  // namespace

Element random_schreier_element(const Chain& chain, const std::vector<Element>& given, RandomStream& random, Products& products,
                                Lines& lines) {
  if (chain.size() == 0) return given.front();
  const std::size_t level = random.below(static_cast<std::uint32_t>(chain.size()));
  const std::vector<Element> generators = generators_of(chain, level, given);
  if (generators.empty()) return given.front();
  const auto generator = random.below(static_cast<std::uint32_t>(generators.size()));
  return missing_element(chain, level, generators, {random_point(chain, level, random), generator}, products, lines);
}

std::vector<Element> generators_of(const Chain& chain, std::size_t level, const std::vector<Element>& given) {
  if (level == 0) return given;
  std::vector<Element> all;
  for (std::size_t i = level; i < chain.size(); ++i) all.insert(all.end(), chain[i].arrays.begin(), chain[i].arrays.end());
  return all;
}

double steps_of_proof(const Chain& chain, std::size_t level, const std::vector<Element>& given) {
  double walk = 2 + 1.5 * chain[level].depth;
  for (std::size_t j = level + 1; j < chain.size(); ++j) walk += 0.75 * chain[j].depth;
  std::size_t generators = given.size();
  if (level != 0) {
    generators = 0;
    for (std::size_t j = level; j < chain.size(); ++j) generators += chain[j].arrays.size();
  }
  return static_cast<double>(chain[level].orbit) * static_cast<double>(generators) * static_cast<double>(chain.degree()) * walk;
}

std::optional<Missing> find_missing(const Chain& chain, std::size_t level, std::span<const Element> generators, Range points,
                                    Products& products) {
  const Level& here = chain[level];
  std::vector<Point> orbit;
  for (std::size_t p = points.begin; p < points.end; ++p)
    if (here.tree()[p] != kOut) orbit.push_back(static_cast<Point>(p));
  const unsigned threads = orbit.size() * generators.size() * chain.degree() < tuning::kGrain ? 1 : products.threads();
  std::mutex guard;
  std::optional<Missing> first;
  const std::size_t chunk = std::max<std::size_t>(1, tuning::kGrain / (chain.degree() + 1));
  parallel_chunks(orbit.size(), chunk, threads, [&](Range range, std::size_t, unsigned thread) {
    Comparison comparison(chain, level);
    for (const Point p : std::span(orbit).subspan(range.begin, range.size())) {
      if (thread == 0) products.look();
      comparison.begin(p);
      for (std::size_t g = 0; g < generators.size(); ++g) {
        // The tree's own edges: there is nothing to compare.
        const std::uint8_t letter = here.tree()[p];
        if (letter != kRoot && here.arrays[letter].images == generators[g].images) continue;
        if (comparison.holds(generators[g])) continue;
        const std::lock_guard lock(guard);
        if (!first || p < first->point) first = Missing{p, g};
        return;
      }
    }
  });
  return first;
}

Element missing_element(const Chain& chain, std::size_t level, std::span<const Element> generators, const Missing& missing,
                        Products& products, Lines& lines) {
  const Element& x = generators[missing.generator];
  std::vector<Step> path;
  const Point image = x[missing.point];
  if (chain[level].tree()[image] != kOut) chain.walk_point(level, image, path);
  const Element right = chain.times(x, path, products, lines);
  path.clear();
  chain.walk_point(level, missing.point, path);
  if (path.empty()) return right;
  const Element walk = chain.times(chain.array(path[0]), std::span(path).subspan(1), products, lines);
  Images made(chain.degree());
  products.inverse(walk.span(), made.span());
  products.multiply(made.span(), right.span(), made.span());
  const std::uint32_t inverse = lines.product(walk.line, kInverse);
  return {std::make_shared<const Images>(std::move(made)), lines.product(inverse, right.line)};
}

}  // namespace wreath::group
