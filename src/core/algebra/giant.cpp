// SPDX-License-Identifier: MIT
#include "core/algebra/giant.hpp"

#include <algorithm>

#include "core/run/rng.hpp"

namespace wreath {

namespace {

bool is_prime(std::size_t n) {
  for (std::size_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return n > 1;
}

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
