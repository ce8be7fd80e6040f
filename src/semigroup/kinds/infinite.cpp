// SPDX-License-Identifier: MIT
//
// Semigroups of max-plus and min-plus matrices without a threshold that are proven to be infinite.
//
// Entry (i, j) of the k-th power of a max-plus matrix is the greatest weight of a walk of k steps from i to j in the graph of its
// entries. Within a strongly connected component that has a cycle it grows like k times the greatest mean weight of a cycle, so
// the powers are all different unless that is 0; if it is 0 in each component, they are periodic from some power on. For
// min-plus matrices the signs are reversed. A semigroup of such matrices is infinite if and only if some element has infinitely
// many powers (S. Gaubert, On the Burnside problem for semigroups of matrices in the (max,+) algebra, Semigroup Forum 52, 1996).
// The elements that are tried are the first in ShortLex order of their words: a semigroup that passes may still be infinite.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "semigroup/kinds/kind.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kMostElements = 500;
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 24;  // of all elements together: some ten milliseconds
constexpr std::int64_t kNone = INT64_MIN;                     // no walk

/// A row whose diagonal entry in the powers has no bound, and whether it grows.
struct Unbounded {
  std::size_t row;
  bool grows;
};

std::optional<Unbounded> find_unbounded(const ElementKind& kind, std::span<const Point> entries) {
  const std::size_t n = kind.size;
  const bool max_plus = kind.name == KindName::max_plus;
  const Point none = max_plus ? kMinusInfinity : kPlusInfinity;
  std::vector<std::int64_t> weight(n * n, kNone);  // the greatest of a walk, min-plus with the signs reversed
  for (std::size_t k = 0; k < weight.size(); ++k) {
    const std::int64_t value = static_cast<std::int32_t>(entries[k]);
    if (entries[k] != none) weight[k] = max_plus ? value : -value;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      if (weight[i * n + k] == kNone) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (weight[k * n + j] == kNone) continue;
        weight[i * n + j] = std::max(weight[i * n + j], weight[i * n + k] + weight[k * n + j]);
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (weight[i * n + i] > 0) return Unbounded{i, max_plus};  // before sums can grow past 64 bits
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    bool has_cycle = false;
    bool has_zero = false;
    for (std::size_t j = 0; j < n; ++j) {
      const bool together = i == j || (weight[i * n + j] != kNone && weight[j * n + i] != kNone);
      has_cycle = has_cycle || (together && weight[j * n + j] != kNone);
      has_zero = has_zero || (together && weight[j * n + j] == 0);
    }
    if (has_cycle && !has_zero) return Unbounded{i, !max_plus};
  }
  return std::nullopt;
}

std::string sentence(const Word& word, const Unbounded& entry) {
  std::string letters;
  for (const Letter letter : word) letters += fmt::format("{}{}", letters.empty() ? "" : " ", letter);
  return fmt::format(
      "the semigroup is infinite: the powers of {} {} are all different, because their entry in row {}, column {} {} "
      "without bound",
      word.size() == 1 ? "generator" : "the word", letters, entry.row, entry.row, entry.grows ? "grows" : "falls");
}

}  // namespace

std::string why_infinite(const Generators& generators) {
  const ElementKind& kind = generators.kind;
  if ((kind.name != KindName::max_plus && kind.name != KindName::min_plus) || kind.threshold > 0) return {};
  require_valid(generators);
  const std::uint64_t steps = kind.size * kind.size * kind.size;
  const std::size_t most = std::max<std::size_t>(generators.count(), std::min<std::uint64_t>(kMostElements, kMostSteps / steps));
  const auto product = make_row_product(kind);
  std::set<std::vector<Point>> known;
  std::vector<std::pair<std::vector<Point>, Word>> elements{{identity_of(kind), {}}};
  for (std::size_t at = 0; at < elements.size(); ++at) {
    for (std::size_t g = 0; g < generators.count() && elements.size() <= most; ++g) {
      std::vector<Point> row(generators.degree);
      try {
        (*product)(elements[at].first.data(), generators.row(g).data(), row.data());
      } catch (const InputError&) {
        continue;  // its entries are too large to be formed
      }
      if (!known.insert(row).second) continue;
      Word word = elements[at].second;
      word.push_back(static_cast<Letter>(g));
      if (const auto entry = find_unbounded(kind, row)) return sentence(word, *entry);
      elements.emplace_back(std::move(row), std::move(word));
    }
  }
  return {};
}

void require_finite(const Generators& generators) {
  if (const std::string why = why_infinite(generators); !why.empty()) throw InputError(why);
}

}  // namespace wreath::semigroup
