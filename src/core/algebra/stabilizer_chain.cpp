// SPDX-License-Identifier: MIT
#include "core/algebra/stabilizer_chain.hpp"

#include <algorithm>
#include <numeric>

#include "core/algebra/integers.hpp"
#include "core/data/rng.hpp"

namespace wreath {

Permutation multiply(const Permutation& a, const Permutation& b) {
  Permutation product(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) product[i] = b[a[i]];
  return product;
}

Permutation inverse(const Permutation& a) {
  Permutation result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[a[i]] = static_cast<std::uint32_t>(i);
  return result;
}

bool is_odd_permutation(std::span<const std::uint32_t> a) {
  std::vector<bool> seen(a.size());
  bool odd = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (seen[i]) continue;
    odd = !odd;
    for (std::size_t p = i; !seen[p]; p = a[p]) {
      seen[p] = true;
      odd = !odd;
    }
  }
  return odd;
}

namespace {

/// The first point that is moved, or the degree.
std::size_t first_moved(const Permutation& a) {
  std::size_t i = 0;
  while (i < a.size() && a[i] == i) ++i;
  return i;
}

}  // namespace

StabilizerChain::StabilizerChain(std::size_t degree, const std::vector<Permutation>& generators, StopCheck check)
    : degree_(degree), check_(check) {
  for (const Permutation& generator : generators) add(generator);
}

Permutation StabilizerChain::sift(Permutation permutation, std::size_t level) const {
  for (; level < levels_.size(); ++level) {
    const Permutation& to = levels_[level].to[permutation[levels_[level].base]];
    if (to.empty()) break;
    permutation = multiply(permutation, inverse(to));
  }
  return permutation;
}

bool StabilizerChain::contains(const Permutation& permutation) const {
  return first_moved(sift(permutation, 0)) == degree_;
}

void StabilizerChain::add(const Permutation& generator) {
  if (!contains(generator)) extend(0, generator);
}

void StabilizerChain::grow_orbit(Level& level) {
  for (std::size_t i = 0; i < level.orbit.size(); ++i) {
    for (const Permutation& generator : level.generators) {
      check_.spend(degree_);
      const std::uint32_t image = generator[level.orbit[i]];
      if (!level.to[image].empty()) continue;
      level.to[image] = multiply(level.to[level.orbit[i]], generator);
      level.orbit.push_back(image);
    }
  }
}

// `generator` fixes the base points before `level` and is not yet in the group of that level.
void StabilizerChain::extend(std::size_t level, const Permutation& generator) {
  if (level == levels_.size()) {
    Level fresh;
    fresh.base = static_cast<std::uint32_t>(first_moved(generator));
    fresh.orbit = {fresh.base};
    fresh.to.resize(degree_);
    fresh.to[fresh.base].resize(degree_);
    std::iota(fresh.to[fresh.base].begin(), fresh.to[fresh.base].end(), std::uint32_t{0});
    levels_.push_back(std::move(fresh));
  }
  const std::size_t old_orbit = levels_[level].orbit.size();
  levels_[level].generators.push_back(generator);
  grow_orbit(levels_[level]);
  for (std::size_t i = 0; i < levels_[level].orbit.size(); ++i) {
    // Old points with old generators were sifted before.
    const std::size_t first = i < old_orbit ? levels_[level].generators.size() - 1 : 0;
    for (std::size_t g = first; g < levels_[level].generators.size(); ++g) {
      check_.spend(degree_ * levels_.size());
      const Level& here = levels_[level];
      const Permutation product = multiply(here.to[here.orbit[i]], here.generators[g]);
      const Permutation rest = sift(multiply(product, inverse(here.to[product[here.base]])), level + 1);
      if (first_moved(rest) != degree_) extend(level + 1, rest);
    }
  }
}

bool StabilizerChain::is_symmetric() const {
  return levels_.size() + 1 >= degree_ && std::ranges::none_of(levels_, [&](const Level& level) {
           return level.orbit.size() + static_cast<std::size_t>(&level - levels_.data()) != degree_;
         });
}

Natural StabilizerChain::order() const {
  Natural order = 1;
  for (const Level& level : levels_) order *= level.orbit.size();
  return order;
}

StabilizerChain StabilizerChain::with_small_orbits(std::uint64_t most) const {
  StabilizerChain chain(degree_, check_);
  std::size_t kept = levels_.size();
  std::uint64_t order = 1;
  while (kept > 0 && order * levels_[kept - 1].orbit.size() <= most) order *= levels_[--kept].orbit.size();
  chain.levels_.assign(levels_.begin(), levels_.begin() + static_cast<std::ptrdiff_t>(kept));
  std::vector<Permutation> generators;
  for (std::size_t i = kept; i < levels_.size(); ++i)
    generators.insert(generators.end(), levels_[i].generators.begin(), levels_[i].generators.end());
  while (order > 1) {
    chain.levels_.push_back(chain.smallest_orbit(generators));
    const Level& level = chain.levels_.back();
    order /= level.orbit.size();
    StabilizerChain rest(degree_, check_);  // of Schreier generators, until there are enough
    for (std::size_t i = 0; i < level.orbit.size() && rest.order() != Natural(order); ++i) {
      for (const Permutation& generator : generators) {
        const Permutation product = multiply(level.to[level.orbit[i]], generator);
        rest.add(multiply(product, inverse(level.to[product[level.base]])));
      }
    }
    if (order > 1) generators = rest.levels_.front().generators;
  }
  return chain;
}

/// A level whose base point has the smallest orbit of those that are moved.
StabilizerChain::Level StabilizerChain::smallest_orbit(const std::vector<Permutation>& generators) {
  std::vector<bool> seen(degree_);
  Level best;
  for (std::uint32_t point = 0; point < degree_; ++point) {
    if (seen[point]) continue;
    Level level{.base = point, .generators = generators, .orbit = {point}, .to = std::vector<Permutation>(degree_)};
    level.to[point].resize(degree_);
    std::iota(level.to[point].begin(), level.to[point].end(), std::uint32_t{0});
    grow_orbit(level);
    for (const std::uint32_t other : level.orbit) seen[other] = true;
    if (level.orbit.size() > 1 && (best.orbit.empty() || level.orbit.size() < best.orbit.size())) best = std::move(level);
  }
  return best;
}

void StabilizerChain::canonicalise(std::vector<std::uint32_t>& tuple) const {
  std::vector<std::uint32_t> moved(tuple.size());
  for (const Level& level : levels_) {
    const std::uint32_t best = *std::min_element(level.orbit.begin(), level.orbit.end(),
                                                 [&](std::uint32_t a, std::uint32_t b) { return tuple[a] < tuple[b]; });
    const Permutation& to = level.to[best];
    for (std::size_t i = 0; i < tuple.size(); ++i) moved[i] = tuple[to[i]];
    tuple.swap(moved);
  }
}

namespace {

bool is_transitive(std::size_t degree, const std::vector<Permutation>& generators) {
  std::vector<std::uint32_t> orbit{0};
  std::vector<bool> seen(degree);
  seen[0] = true;
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    for (const Permutation& generator : generators) {
      const std::uint32_t image = generator[orbit[i]];
      if (!seen[image]) orbit.push_back(image);
      seen[image] = true;
    }
  }
  return orbit.size() == degree;
}

/// Whether it has a cycle of prime length between n/2 and n-2.
bool has_jordan_cycle(const Permutation& element) {
  const std::size_t n = element.size();
  std::vector<bool> seen(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t length = 0;
    for (std::size_t p = i; !seen[p]; p = element[p], ++length) seen[p] = true;
    if (2 * length > n) return length + 2 < n && is_prime(length);  // there is no other cycle that is as long
  }
  return false;
}

}  // namespace

Giant recognise_giant(std::size_t degree, const std::vector<Permutation>& generators, StopCheck check) {
  if (degree < 8 || generators.empty() || !is_transitive(degree, generators)) return Giant::none;
  // Product replacement: a few elements that generate the group, of which one is multiplied by another again and again.
  constexpr std::size_t kElements = 10;
  constexpr std::size_t kFirst = 60;  // products before elements count as random
  constexpr std::size_t kMost = 400;  // of 400 elements none has such a cycle with probability below 10^-9 at n = 10^5
  std::vector<Permutation> elements;
  for (std::size_t i = 0; i < std::max(kElements, generators.size()); ++i) elements.push_back(generators[i % generators.size()]);
  RandomStream random(degree, generators.size());
  Permutation product = elements.front();  // of all that were made: closer to random than any of them
  for (std::size_t step = 0; step < kFirst + generators.size() + kMost; ++step) {
    const auto one = random.below(static_cast<std::uint32_t>(elements.size()));
    auto other = random.below(static_cast<std::uint32_t>(elements.size() - 1));
    if (other >= one) ++other;
    elements[one] = multiply(elements[one], elements[other]);
    product = multiply(product, elements[one]);
    check.spend(4 * degree);
    if (step < kFirst + generators.size() || !has_jordan_cycle(product)) continue;
    const bool odd = std::ranges::any_of(generators, [](const Permutation& g) { return is_odd_permutation(g); });
    return odd ? Giant::symmetric : Giant::alternating;
  }
  return Giant::none;
}

}  // namespace wreath
