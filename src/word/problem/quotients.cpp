// SPDX-License-Identifier: MIT
//
// An action on n points is a covering of the presentation complex with n vertices, and the elements that fix a point are the
// loops there. The abelianization of that subgroup is the first homology of the covering: loops as sums of edges, modulo the
// relators as loops from each vertex. So no generators of the subgroup are needed, and no tree (Reidemeister and Schreier, made
// abelian).
#include "word/problem/quotients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/algebra/integer_rows.hpp"
#include "word/tuning.hpp"
#include "wreath/coset/subgroups.hpp"

namespace wreath::word {

namespace {

/// "(1,2)(3,4)", or "()".
std::string cycles_text(const Permutation& permutation) {
  std::string text;
  std::vector<bool> seen(permutation.size());
  for (std::uint32_t i = 0; i < permutation.size(); ++i) {
    if (seen[i] || permutation[i] == i) continue;
    text += fmt::format("({}", i + 1);
    seen[i] = true;
    for (std::uint32_t j = permutation[i]; j != i; j = permutation[j]) {
      text += fmt::format(",{}", j + 1);
      seen[j] = true;
    }
    text += ')';
  }
  return text.empty() ? "()" : text;
}

std::uint64_t letters_of(const Presentation& group) {
  std::uint64_t letters = 0;
  for (const auto& [u, v] : group.equations) letters += u.size() + v.size();
  return letters;
}

}  // namespace

PermutationImage::PermutationImage(const Presentation& group, std::vector<Permutation> letters)
    : group_(&group), points_(letters.empty() ? 1 : letters.front().size()), letters_(std::move(letters)) {}

Permutation PermutationImage::of(std::span<const Letter> word) const {
  Permutation image = identity_of(points_);
  for (const Letter x : word)
    for (std::uint32_t& point : image) point = letters_[x][point];
  return image;
}

std::string PermutationImage::text() const {
  std::string text;
  const Alphabet& alphabet = group_->alphabet;
  for (std::size_t x = 0; x < letters_.size(); ++x) {
    if (alphabet.inverses[x] < x) continue;
    text += fmt::format("{}{} -> {}", text.empty() ? "" : ", ", alphabet.names[x], cycles_text(letters_[x]));
  }
  return text;
}

bool PermutationImage::shows_infinite_order(std::span<const Letter> word) const {
  const auto& inverses = group_->alphabet.inverses;
  IntegerRows boundaries(points_ * letters_.size());
  // An edge from i by x is the edge back by the inverse letter, with the other sign. A loop by an involution has finite order.
  const auto follow = [&](std::uint32_t point, std::span<const Letter> along, int sign, IntegerRows::Row& row) {
    for (const Letter x : along) {
      const std::uint32_t next = letters_[x][point];
      const std::size_t forward = point * letters_.size() + x;
      const std::size_t back = next * letters_.size() + inverses[x];
      if (forward != back) row[std::min(forward, back)] += forward < back ? sign : -sign;
      point = next;
    }
    return point;
  };
  for (const auto& [u, v] : group_->equations) {
    for (std::uint32_t point = 0; point < points_; ++point) {
      IntegerRows::Row row(points_ * letters_.size());
      follow(point, u, 1, row);
      follow(point, v, -1, row);
      if (!boundaries.add(std::move(row))) return false;
    }
  }
  const Permutation image = of(word);
  for (std::uint32_t start = 0; start < points_; ++start) {
    IntegerRows::Row loop(points_ * letters_.size());
    std::uint32_t point = start;
    do point = follow(point, word, 1, loop);
    while (point != start);
    const auto rest = boundaries.reduced(std::move(loop));
    if (rest && IntegerRows::first_nonzero(*rest) < rest->size()) return true;
  }
  return false;
}

std::vector<std::uint32_t> cycle_type(const Permutation& permutation) {
  std::vector<std::uint32_t> lengths;
  std::vector<bool> seen(permutation.size());
  for (std::uint32_t i = 0; i < permutation.size(); ++i) {
    std::uint32_t length = 0;
    for (std::uint32_t j = i; !seen[j]; j = permutation[j], ++length) seen[j] = true;
    if (length != 0) lengths.push_back(length);
  }
  std::ranges::sort(lengths);
  return lengths;
}

std::uint64_t order_of(const Permutation& permutation) {
  std::uint64_t order = 1;
  for (const std::uint32_t length : cycle_type(permutation)) order = std::lcm(order, std::uint64_t{length});
  return order;
}

std::vector<PermutationImage> find_images(const Presentation& group, RunControl& run) {
  std::vector<PermutationImage> images;
  if (letters_of(group) > tuning::kMostLettersOfImages) return images;
  for (std::uint32_t index = 2; index <= tuning::kMostPointsOfImages && !run.should_stop(); ++index) {
    coset::LowIndexSubgroups search({group}, {.max_index = index, .machine = {.backend = BackendChoice::cpu, .threads = 1}});
    // The limit is a number of choices, so that what is found does not depend on the machine. Classes are handed on after the
    // report, so that the search is stopped one report later.
    RunControl limited;
    bool is_last = false;
    limited.listen([&](const Progress&) {
      if (is_last || run.should_stop()) limited.request_stop(StopReason::steps);
      is_last = search.choices() >= tuning::kChoicesOfImages;
    });
    const bool complete = search.run(&limited, [&](const coset::SubgroupClass& found) {
      if (found.index != index) return;
      std::vector<Permutation> letters(group.alphabet.size(), Permutation(index));
      for (std::size_t i = 0; i < found.entries.size(); ++i) letters[i % letters.size()][i / letters.size()] = found.entries[i];
      images.emplace_back(group, std::move(letters));
      if (images.size() >= tuning::kMostImages) limited.request_stop(StopReason::steps);
    });
    if (!complete || search.choices() >= tuning::kChoicesOfImages) break;
  }
  return images;
}

}  // namespace wreath::word
