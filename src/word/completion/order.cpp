// SPDX-License-Identifier: MIT
#include "word/completion/completion.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

/// The recursive path order of words (Sims, "Computation with finitely presented groups", 2.1; from the right). Strip the common
/// tail. If one is empty then, it is the smaller. Otherwise let x < y end them: then u*x is the greater exactly if u is at least
/// the other word. So letters that are smaller than the other's are passed over, and if the words meet, the one that was passed
/// over last is longer by that letter. From the left, the words are read backwards.
template <bool FromLeft>
std::strong_ordering compare_recursive(std::span<const Letter> u, std::span<const Letter> v) {
  auto if_they_meet = std::strong_ordering::equal;
  std::size_t i = u.size();
  std::size_t j = v.size();
  while (true) {
    if (i == 0) return j == 0 ? if_they_meet : std::strong_ordering::less;
    if (j == 0) return std::strong_ordering::greater;
    const Letter x = FromLeft ? u[u.size() - i] : u[i - 1];
    const Letter y = FromLeft ? v[v.size() - j] : v[j - 1];
    if (x <= y) --i;
    if (y <= x) --j;
    if (x != y) if_they_meet = x < y ? std::strong_ordering::greater : std::strong_ordering::less;
  }
}

/// By the definition: the word with fewer letters of the highest level is the smaller one; then these letters are compared, and
/// then the parts between them.
std::strong_ordering compare_wreath(std::span<const Letter> u, std::span<const Letter> v,
                                    const std::vector<std::uint32_t>& levels) {
  std::uint32_t top = 0;
  for (const auto& word : {u, v})
    for (const Letter x : word) top = std::max(top, levels[x]);
  if (top == 0) return std::strong_ordering::equal;  // both are empty
  const auto next_top = [&](std::span<const Letter> word, std::size_t at) {
    while (at < word.size() && levels[word[at]] != top) ++at;
    return at;
  };
  auto by_letters = std::strong_ordering::equal;
  auto by_parts = std::strong_ordering::equal;
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    const std::size_t i_end = next_top(u, i);
    const std::size_t j_end = next_top(v, j);
    const bool is_last = i_end == u.size() || j_end == v.size();
    if (is_last && (i_end != u.size() || j_end != v.size()))
      return j_end != v.size() ? std::strong_ordering::less : std::strong_ordering::greater;
    if (by_letters == 0 && by_parts == 0) by_parts = compare_wreath(u.subspan(i, i_end - i), v.subspan(j, j_end - j), levels);
    if (is_last) return by_letters != 0 ? by_letters : by_parts;
    if (by_letters == 0) by_letters = u[i_end] <=> v[j_end];
    i = i_end + 1;
    j = j_end + 1;
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
  if (ordering_ != Ordering::weighted_lex && ordering_ != Ordering::wreath_product) return;
  const bool has_levels = ordering_ == Ordering::wreath_product;
  if (weights_.size() != presentation.alphabet.size()) {
    throw InputError(fmt::format("the {} order needs one {} for each of the {} letters, but {} given",
                                 has_levels ? "wreath product" : "weighted", has_levels ? "level" : "weight",
                                 presentation.alphabet.size(), counted(weights_.size(), "was", "were")));
  }
  if (std::ranges::find(weights_, 0U) != weights_.end()) {
    throw InputError(fmt::format("a letter has {0} 0: {0}s must be at least 1", has_levels ? "level" : "weight"));
  }
}

std::strong_ordering WordOrder::compare(std::span<const Letter> u, std::span<const Letter> v) const {
  if (ordering_ == Ordering::shortlex) return compare_shortlex(u, v);
  if (ordering_ == Ordering::recursive) return compare_recursive<false>(u, v);
  if (ordering_ == Ordering::recursive_from_left) return compare_recursive<true>(u, v);
  if (ordering_ == Ordering::wreath_product) return compare_wreath(u, v, weights_);
  const auto weight = [&](std::span<const Letter> word) {
    std::uint64_t sum = 0;
    for (const Letter x : word) sum += weights_[x];
    return sum;
  };
  if (const auto by_weight = weight(u) <=> weight(v); by_weight != 0) return by_weight;
  return compare_letters(u, v);
}

}  // namespace wreath::word
