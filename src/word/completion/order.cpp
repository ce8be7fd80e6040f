// SPDX-License-Identifier: MIT
#include "word/completion/order.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/run/counted.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

/// The recursive path order of words (Sims, "Computation with finitely presented groups", 2.1; from the right). Strip the common
/// tail. If one is empty then, it is the smaller. Otherwise let x < y end them: then u*x is the greater exactly if u is at least
/// the other word. So letters that are smaller than the other's are passed over, and if the words meet, the one that was passed
/// over last is longer by that letter.
std::strong_ordering compare_recursive(std::span<const Letter> u, std::span<const Letter> v) {
  auto if_they_meet = std::strong_ordering::equal;
  std::size_t i = u.size();
  std::size_t j = v.size();
  while (true) {
    if (i == 0) return j == 0 ? if_they_meet : std::strong_ordering::less;
    if (j == 0) return std::strong_ordering::greater;
    const Letter x = u[i - 1];
    const Letter y = v[j - 1];
    if (x <= y) --i;
    if (y <= x) --j;
    if (x != y) if_they_meet = x < y ? std::strong_ordering::greater : std::strong_ordering::less;
  }
}

std::strong_ordering compare_letters(std::span<const Letter> u, std::span<const Letter> v) {
  for (std::size_t i = 0; i < std::min(u.size(), v.size()); ++i)
    if (u[i] != v[i]) return u[i] <=> v[i];
  return u.size() <=> v.size();
}

}  // namespace

std::strong_ordering compare_shortlex(std::span<const Letter> u, std::span<const Letter> v) {
  if (u.size() != v.size()) return u.size() <=> v.size();
  return compare_letters(u, v);
}

WordOrder::WordOrder(const Presentation& presentation) : ordering_(presentation.ordering), weights_(presentation.weights) {
  if (ordering_ != Ordering::weighted_lex) return;
  if (weights_.size() != presentation.alphabet.size()) {
    throw InputError(fmt::format("the weighted order needs one weight for each of the {} letters, but {} given",
                                 presentation.alphabet.size(), counted(weights_.size(), "was", "were")));
  }
  if (std::ranges::find(weights_, 0U) != weights_.end()) throw InputError("a letter has weight 0: weights must be at least 1");
}

std::strong_ordering WordOrder::compare(std::span<const Letter> u, std::span<const Letter> v) const {
  if (ordering_ == Ordering::shortlex) return compare_shortlex(u, v);
  if (ordering_ == Ordering::recursive) return compare_recursive(u, v);
  const auto weight = [&](std::span<const Letter> word) {
    std::uint64_t sum = 0;
    for (const Letter x : word) sum += weights_[x];
    return sum;
  };
  if (const auto by_weight = weight(u) <=> weight(v); by_weight != 0) return by_weight;
  return compare_letters(u, v);
}

}  // namespace wreath::word
