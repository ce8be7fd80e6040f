// SPDX-License-Identifier: MIT
#include "group/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "group/builder.hpp"
#include "group/random_elements.hpp"
#include "group/tuning.hpp"
#include "wreath/group/program.hpp"

namespace wreath::group {

namespace {

constexpr std::uint32_t kNoLetter = 0xFFFFFFFF;
constexpr std::uint32_t kRepresentative = 0xFFFFFFFE;
constexpr double kSlice = 2e8;            // look-ups of a step of the proof
constexpr double kFixedSteps = 10;        // of a test, whatever the depth of the trees
constexpr std::size_t kChunk = 1U << 14;  // points that are compared at a time

/// About as many tests as a chain for the stabilizer of a point costs.
double tests_of_chain(std::size_t levels) {
  return 6 + 2 * static_cast<double>(levels);
}

}  // namespace

void Classes::join(const Element& x) {
  const std::span<const Point> images = x.span();
  for (std::size_t i = 0; i < images.size(); ++i)
    if (images[i] != i) join(static_cast<Point>(i), images[i]);
}

std::vector<Step> arrays_below(const Chain& chain, std::size_t level) {
  std::vector<Step> arrays;
  for (std::size_t i = level + 1; i < chain.size(); ++i)
    for (std::size_t k = 0; k < chain[i].arrays.size(); ++k)
      arrays.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k)});
  return arrays;
}

double least_steps_of_proof(const Chain& chain) {
  double tests = 0;
  for (std::size_t i = 0; i < chain.size(); ++i) tests += static_cast<double>(chain[i].arrays.size());
  return tests * static_cast<double>(chain.degree()) * kFixedSteps;
}

std::uint64_t bytes_of_proof(std::uint64_t degree, unsigned threads) {
  // The forest, numbers, classes and marks of LevelProof, what it takes to find them, and a walk for each thread.
  return degree * (37 + threads * sizeof(Point));
}

double steps_of_proof(const Chain& chain, Products& products) {
  Classes classes(chain.degree());
  std::vector<Point> lengths(chain.degree());
  double total = 0;
  double below = 1;
  double arrays = 0;
  double walk = 2;
  for (std::size_t i = chain.size(); i-- > 0;) {
    products.look();
    const Level& here = chain[i];
    std::ranges::fill(lengths, 0);
    for (std::uint64_t p = 0; p < chain.degree(); ++p)
      if (here.tree()[p] != kOut) ++lengths[classes.find(static_cast<Point>(p))];
    double tests = static_cast<double>(here.arrays.size());
    double orbits = 0;
    double shortest = 0;  // of the orbits but that of the base point
    const Point root = classes.find(here.base);
    for (std::uint64_t p = 0; p < chain.degree(); ++p) {
      const auto length = static_cast<double>(lengths[p]);
      if (length == 0 || p == root) continue;
      ++orbits;
      shortest = shortest == 0 ? length : std::min(shortest, length);
      if (length < below) tests += std::min(length * arrays, tests_of_chain(chain.size() - i));
    }
    // One element z or two, and at least as many orbits of the stabilizer as its order allows.
    tests += 1.5 * std::max(orbits, static_cast<double>(here.orbit) * shortest / below);
    total += tests * static_cast<double>(chain.degree()) * (walk + 3.0 * here.depth + kFixedSteps - 2);
    walk += 0.75 * here.depth;
    below *= static_cast<double>(here.orbit);
    arrays += static_cast<double>(here.arrays.size());
    for (const Element& x : here.arrays) {
      products.look();
      classes.join(x);
    }
  }
  return total;
}

/// The test of Schreier generators, with a thread's own memory.
class LevelProof::Comparison {
 public:
  Comparison(const LevelProof& proof, RunControl* run)
      : proof_(proof),
        chain_(proof.chain_),
        stop_(stop_check(run)),
        walk_(chain_.degree()),
        part_(kChunk),
        points_(chain_.size()),
        sources_(chain_.size()) {}

  bool holds(Point point, const Element& x) {
    if (!begun_ || point != point_) begin(point);
    if (chain_[proof_.level_].tree()[x[point_]] == kOut) return false;  // the orbit itself is too small
    path_.clear();
    const bool is_fixed = x[point_] == point_;  // then the walk of the image is there already
    if (!is_fixed) proof_.path_of(x[point_], path_);
    for (std::size_t j = proof_.level_ + 1; j < chain_.size(); ++j)
      points_[j] = is_fixed ? walk_[x[sources_[j]]] : chain_.image(x[sources_[j]], path_);
    if (chain_.walk(points_, proof_.level_ + 1, chain_.size(), path_) != chain_.size()) return false;
    const std::span<const Point> images = x.span();
    for (std::size_t from = 0; from < walk_.size(); from += kChunk) {
      stop_.look();
      const std::size_t count = std::min(kChunk, walk_.size() - from);
      std::ranges::copy(images.subspan(from, count), part_.begin());
      const std::span<Point> part = std::span(part_).first(count);
      if (is_fixed) apply(walk_.data(), part);
      apply(path_, part);
      if (!std::equal(part_.begin(), part_.begin() + static_cast<std::ptrdiff_t>(count),
                      walk_.begin() + static_cast<std::ptrdiff_t>(from)))
        return false;
    }
    return true;
  }

 private:
  /// Makes the walk of the point, and finds what it takes to the base points below.
  void begin(Point point) {
    point_ = point;
    begun_ = true;
    path_.clear();
    proof_.path_of(point, path_);
    for (std::size_t from = 0; from < walk_.size(); from += kChunk) {
      stop_.look();
      const std::size_t count = std::min(kChunk, walk_.size() - from);
      const std::span<Point> part = std::span(walk_).subspan(from, count);
      std::iota(part.begin(), part.end(), static_cast<Point>(from));
      apply(path_, part);
      for (std::size_t v = from; v < from + count; ++v) {
        if (proof_.is_base_[walk_[v]] == 0) continue;
        for (std::size_t j = proof_.level_ + 1; j < chain_.size(); ++j)
          if (walk_[v] == chain_[j].base) sources_[j] = static_cast<Point>(v);
      }
    }
  }
  static void apply(const Point* array, std::span<Point> points) {
    for (Point& point : points) point = array[point];
  }
  void apply(std::span<const Step> path, std::span<Point> points) const {
    for (const Step step : path) apply(chain_.array(step).images->data(), points);
  }

  const LevelProof& proof_;
  const Chain& chain_;
  StopCheck stop_;
  bool begun_ = false;
  Point point_ = 0;
  std::vector<Point> walk_;
  std::vector<Point> part_;
  std::vector<Point> points_;
  std::vector<Point> sources_;
  std::vector<Step> path_;
};

LevelProof::LevelProof(const Chain& chain, std::size_t level, Classes classes, std::span<const Element> given, std::uint64_t seed,
                       Products& products, Lines& lines)
    : chain_(chain),
      level_(level),
      given_(given.begin(), given.end()),
      seed_(seed),
      arrays_(arrays_below(chain, level)),
      forest_(chain.degree(), kNoLetter),
      is_base_(chain.degree()) {
  for (std::size_t j = level + 1; j < chain.size(); ++j) {
    below_ *= chain[j].orbit;
    is_base_[chain[j].base] = 1;
  }
  std::vector<bool> is_faithful(chain.degree());
  for (std::size_t j = level + 1; j < chain.size(); ++j) is_faithful[classes.find(chain[j].base)] = true;
  number_.resize(chain.degree());
  for (std::uint64_t p = 0; p < chain.degree(); ++p) {
    if (!is_faithful[classes.find(static_cast<Point>(p))]) continue;
    number_[p] = static_cast<Point>(faithful_.size());
    faithful_.push_back(static_cast<Point>(p));
  }
  find_suborbits(classes);
  if (!escape_) {
    grow_forest(products);
    choose_joins(std::move(classes), products, lines);
  }
  begin(0, products, lines);
}

void LevelProof::find_suborbits(Classes& classes) {
  const Level& here = chain_[level_];
  const std::uint64_t n = chain_.degree();
  std::vector<Point> number(n, kNoLetter);  // of the class of a root
  std::vector<std::uint64_t> outside(n);
  for (std::uint64_t p = 0; p < n; ++p) {
    const Point root = classes.find(static_cast<Point>(p));
    if (here.tree()[p] == kOut) {
      ++outside[root];
      continue;
    }
    if (number[root] == kNoLetter) {
      number[root] = static_cast<Point>(suborbits_.size());
      suborbits_.push_back({static_cast<Point>(p), 0});
    }
    ++suborbits_[number[root]].length;
  }
  for (const Suborbit& orbit : suborbits_) {
    if (outside[classes.find(orbit.point)] == 0) continue;
    for (std::uint64_t p = 0; p < n && !escape_; ++p) {
      if (here.tree()[p] == kOut) continue;
      for (std::size_t k = 0; k < arrays_.size(); ++k)
        if (here.tree()[chain_.array(arrays_[k])[p]] == kOut)
          escape_ = Test{static_cast<Point>(p), static_cast<std::uint32_t>(k)};
    }
    suborbits_.clear();
    return;
  }
  std::erase_if(suborbits_, [&](const Suborbit& orbit) { return orbit.point == here.base; });
  std::ranges::stable_sort(suborbits_, {}, &Suborbit::length);
}

/// By pulling, as the trees of the chain: in each round a point takes the first array whose image was reached before.
void LevelProof::grow_forest(Products& products) {
  const Level& here = chain_[level_];
  std::vector<Point> open;
  forest_[here.base] = kRepresentative;
  for (const Suborbit& orbit : suborbits_) forest_[orbit.point] = kRepresentative;
  for (std::uint64_t p = 0; p < chain_.degree(); ++p)
    if (here.tree()[p] != kOut && forest_[p] == kNoLetter) open.push_back(static_cast<Point>(p));
  std::vector<std::uint32_t> found(open.size());
  const unsigned threads = open.size() * arrays_.size() < tuning::kGrain ? 1 : products.threads();
  while (!open.empty()) {
    products.look();
    parallel_chunks(open.size(), tuning::kGrain / 16, threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        found[i] = kNoLetter;
        for (std::size_t k = 0; k < arrays_.size(); ++k) {
          if (forest_[chain_.array(arrays_[k])[open[i]]] == kNoLetter) continue;
          found[i] = static_cast<std::uint32_t>(k);
          break;
        }
      }
    });
    std::size_t left = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (found[i] == kNoLetter) {
        open[left++] = open[i];
      } else {
        forest_[open[i]] = found[i];
      }
    }
    open.resize(left);
  }
}

/// Elements which together with H take the base point to all of its orbit, each to the shortest orbit of H that is left.
void LevelProof::choose_joins(Classes classes, Products& products, Lines& lines) {
  const Level& here = chain_[level_];
  for (std::size_t i = 0; i < suborbits_.size(); ++i) {
    if (classes.find(suborbits_[i].point) == classes.find(here.base)) continue;
    std::vector<Step> path;
    chain_.walk_point(level_, suborbits_[i].point, path);
    joins_.push_back({i, chain_.times(chain_.array(path[0]), std::span(path).subspan(1), products, lines)});
    classes.join(joins_.back().element);
  }
}

void LevelProof::path_of(Point point, std::vector<Step>& path) const {
  for (std::uint32_t letter = forest_[point]; letter < kRepresentative; letter = forest_[point]) {
    path.push_back(arrays_[letter]);
    point = chain_.array(arrays_[letter])[point];
  }
  chain_.walk_point(level_, point, path);
}

/// A few random elements of H that fix the point, and a chain of the group that they generate, until it has the order. H acts
/// faithfully on the orbits of its base points, and so that chain has no other points.
std::vector<Element> LevelProof::stabilizer(const Suborbit& orbit, Products& products, Lines& lines) const {
  std::vector<Element> found;
  if (orbit.length == 1) {
    for (const Step step : arrays_) found.push_back(chain_.array(step));
    return found;
  }
  Natural order = below_;
  if (order.divide(orbit.length) != 0)
    throw InternalError("an orbit of a proven group has a length that does not divide its order");
  RandomStream random(seed_, level_, std::uint64_t{orbit.point} << 32);
  std::vector<Element> small;
  Builder builder(faithful_.size(), 0, {});
  while (builder.chain.order() != order) {
    for (std::size_t more = std::max<std::size_t>(found.empty() ? 2 : 1, found.size() / 2); more != 0; --more) {
      std::vector<Step> path = random_path(chain_, level_ + 1, random);
      for (Point p = chain_.image(orbit.point, path); forest_[p] != kRepresentative; p = chain_.array(path.back())[p])
        path.push_back(arrays_[forest_[p]]);
      if (path.empty()) continue;
      found.push_back(chain_.times(chain_.array(path[0]), std::span(path).subspan(1), products, lines));
      std::vector<Point> images;
      for (const Point p : faithful_) images.push_back(number_[found.back()[p]]);
      small.push_back({std::make_shared<const Images>(std::move(images)), 0});
      builder.take(small.back(), products);
    }
    if (found.empty()) continue;
    RandomElements elements(small, tuning::kSlots, seed_ + found.size());
    for (unsigned idle = 0; idle < tuning::kSureSifts && builder.chain.order() != order; ++idle) {
      elements.advance(products, builder.lines);
      const Natural before = builder.chain.order();
      builder.take(elements.element(), products);
      if (builder.chain.order() != before) idle = 0;
    }
  }
  return found;
}

void LevelProof::begin(std::size_t task, Products& products, Lines& lines) {
  std::vector<Element> elements;
  std::vector<Test> tests;
  const Level& here = chain_[level_];
  const auto test_all = [&](Point point) {
    for (std::size_t k = 0; k < elements.size(); ++k) tests.push_back({point, static_cast<std::uint32_t>(k)});
  };
  if (escape_) {
    elements = {chain_.array(arrays_[escape_->element])};
    tests = {{escape_->point, 0}};
  } else if (task < suborbits_.size()) {
    const Suborbit& orbit = suborbits_[task];
    if (!is_free(orbit.length)) {
      const auto schreier = static_cast<double>(orbit.length) * static_cast<double>(arrays_.size());
      if (schreier > tests_of_chain(chain_.size() - level_)) {
        elements = stabilizer(orbit, products, lines);
        test_all(orbit.point);
      } else {
        for (const Step step : arrays_) elements.push_back(chain_.array(step));
        std::vector<Point> points{orbit.point};
        const auto is_in = [&](Point p) { return std::ranges::find(points, p) != points.end(); };
        for (std::size_t i = 0; i < points.size(); ++i) {
          test_all(points[i]);
          for (const Element& x : elements)
            if (!is_in(x[points[i]])) points.push_back(x[points[i]]);
        }
      }
    }
  } else if (task < suborbits_.size() + joins_.size()) {
    const Join& join = joins_[task - suborbits_.size()];
    const Suborbit& orbit = suborbits_[join.suborbit];
    elements = {join.element};
    Classes classes(is_free(orbit.length) ? 0 : chain_.degree());
    if (!is_free(orbit.length))
      for (const Element& x : stabilizer(orbit, products, lines)) classes.join(x);
    for (std::uint64_t p = 0; p < chain_.degree(); ++p)
      if (here.tree()[p] != kOut && (is_free(orbit.length) || classes.find(static_cast<Point>(p)) == p))
        tests.push_back({static_cast<Point>(p), 0});
  } else if (task == suborbits_.size() + joins_.size()) {
    elements = here.arrays;
    elements.insert(elements.end(), given_.begin(), given_.end());
    test_all(here.base);
  }
  task_ = task;
  next_ = 0;
  elements_ = std::move(elements);
  tests_ = std::move(tests);
}

std::string LevelProof::progress() const {
  return fmt::format("{} of {} parts of level {}", task_, tasks(), level_ + 1);
}

bool LevelProof::continue_from(std::size_t task, std::size_t next, Products& products, Lines& lines) {
  if (task > tasks()) return false;
  begin(task, products, lines);
  next_ = next;
  return next_ <= tests_.size();
}

std::optional<Element> LevelProof::step(Products& products, Lines& lines) {
  while (next_ == tests_.size()) {
    if (done()) return {};
    products.look();
    begin(task_ + 1, products, lines);
  }
  double walk = 4 + 4.0 * chain_[level_].depth;
  for (std::size_t j = level_ + 1; j < chain_.size(); ++j) walk += chain_[j].depth;
  const double each = static_cast<double>(chain_.degree()) * walk;
  const std::size_t count =
      std::min(tests_.size() - next_, static_cast<std::size_t>(std::max(2.0 * products.threads(), kSlice / each)));
  const unsigned threads = static_cast<double>(count) * each < static_cast<double>(tuning::kGrain) ? 1 : products.threads();
  std::mutex guard;
  std::optional<std::size_t> first;
  std::vector<std::optional<Comparison>> comparisons(threads);
  const std::size_t chunk = std::max<std::size_t>(1, tuning::kGrain / (chain_.degree() + 1));
  parallel_chunks(count, chunk, threads, [&](Range range, std::size_t, unsigned thread) {
    if (!comparisons[thread]) comparisons[thread].emplace(*this, products.run());
    for (std::size_t i = next_ + range.begin; i < next_ + range.end; ++i) {
      if (comparisons[thread]->holds(tests_[i].point, elements_[tests_[i].element])) continue;
      const std::lock_guard lock(guard);
      if (!first || i < *first) first = i;
      return;
    }
  });
  if (!first) {
    next_ += count;
    return {};
  }
  const Element& x = elements_[tests_[*first].element];
  std::vector<Step> walk_of_point;
  std::vector<Step> walk_of_image;
  path_of(tests_[*first].point, walk_of_point);
  const Point image = x[tests_[*first].point];
  if (chain_[level_].tree()[image] != kOut) path_of(image, walk_of_image);
  return schreier_element(chain_, x, walk_of_point, walk_of_image, products, lines);
}

Element schreier_element(const Chain& chain, const Element& x, std::span<const Step> w, std::span<const Step> v,
                         Products& products, Lines& lines) {
  const Element right = chain.times(x, v, products, lines);
  if (w.empty()) return right;
  const Element walk = chain.times(chain.array(w[0]), w.subspan(1), products, lines);
  Images made(chain.degree());
  products.inverse(walk.span(), made.span());
  products.multiply(made.span(), right.span(), made.span());
  const std::uint32_t inverse = lines.product(walk.line, kInverse);
  return {std::make_shared<const Images>(std::move(made)), lines.product(inverse, right.line)};
}

Element random_schreier_element(const Chain& chain, const std::vector<Element>& given, RandomStream& random, Products& products,
                                Lines& lines) {
  if (chain.size() == 0) return given.front();
  const std::size_t level = random.below(static_cast<std::uint32_t>(chain.size()));
  std::vector<Element> generators = given;
  if (level != 0) {
    generators = chain[level].arrays;
    for (const Step step : arrays_below(chain, level)) generators.push_back(chain.array(step));
  }
  if (generators.empty()) return given.front();
  const Element& x = generators[random.below(static_cast<std::uint32_t>(generators.size()))];
  const Point point = random_point(chain, level, random);
  std::vector<Step> walk_of_point;
  std::vector<Step> walk_of_image;
  chain.walk_point(level, point, walk_of_point);
  if (chain[level].tree()[x[point]] != kOut) chain.walk_point(level, x[point], walk_of_image);
  return schreier_element(chain, x, walk_of_point, walk_of_image, products, lines);
}

}  // namespace wreath::group
