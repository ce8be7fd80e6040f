// SPDX-License-Identifier: MIT
#include "core/algebra/stabilizer_chain.hpp"

#include <algorithm>
#include <numeric>

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

}  // namespace wreath
