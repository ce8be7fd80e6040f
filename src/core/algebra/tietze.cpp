// SPDX-License-Identifier: MIT
#include "core/algebra/tietze.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/algebra/least_rotation.hpp"

namespace wreath {

namespace {

std::ptrdiff_t inverse_letters(const GeneratorWord& word) {
  return std::ranges::count_if(word, [](std::int32_t x) { return x < 0; });
}

/// x^2 or x^-2.
bool is_letter_square(const GeneratorWord& word) {
  return word.size() == 2 && word[0] == word[1];
}

}  // namespace

GeneratorWord Tietze::inverse_of(const GeneratorWord& word) const {
  GeneratorWord result(word.rbegin(), word.rend());
  for (std::int32_t& x : result) x = inverse(x);
  return result;
}

/// Cyclically reduced; of its rotations and those of its inverse, the least among those with the fewest inverse letters.
GeneratorWord Tietze::canonical(const GeneratorWord& given) const {
  GeneratorWord word;
  for (const std::int32_t y : given) {
    const std::int32_t x = y < 0 && involution_[static_cast<std::size_t>(-y)] ? -y : y;
    if (!word.empty() && word.back() == inverse(x)) {
      word.pop_back();
    } else {
      word.push_back(x);
    }
  }
  std::size_t first = 0;
  std::size_t end = word.size();
  while (end - first > 1 && word[first] == inverse(word[end - 1])) ++first, --end;
  word = {word.begin() + static_cast<std::ptrdiff_t>(first), word.begin() + static_cast<std::ptrdiff_t>(end)};
  const GeneratorWord other = inverse_of(word);
  const auto least = [](GeneratorWord side) {
    std::ranges::rotate(side, side.begin() + static_cast<std::ptrdiff_t>(least_rotation<std::int32_t>(side)));
    return side;
  };
  const std::ptrdiff_t here = inverse_letters(word);
  const std::ptrdiff_t there = inverse_letters(other);
  if (here != there) return least(here < there ? std::move(word) : other);
  return std::min(least(std::move(word)), least(other));
}

void append_reduced(GeneratorWord& word, std::int32_t x) {
  if (x == 0) return;
  if (!word.empty() && word.back() == -x) {
    word.pop_back();
  } else {
    word.push_back(x);
  }
}

void Tietze::add(GeneratorWord relator) {
  relator = canonical(relator);
  if (relator.empty()) return;
  if (is_letter_square(relator)) {
    involution_[static_cast<std::size_t>(std::abs(relator[0]))] = true;
    new_involutions_ = true;
  }
  const std::size_t letters = relator.size();
  if (relators_.insert(std::move(relator)).second) length_ += letters;
}

/// The relators as they are now that more generators are known to be involutions; which may show further ones.
void Tietze::use_involutions() {
  while (new_involutions_) {
    new_involutions_ = false;
    std::vector<GeneratorWord> changed;
    for (auto relator = relators_.begin(); relator != relators_.end();) {
      if (is_letter_square(*relator) || canonical(*relator) == *relator) {
        ++relator;
        continue;
      }
      length_ -= relator->size();
      changed.push_back(*relator);
      relator = relators_.erase(relator);
    }
    for (GeneratorWord& word : changed) add(std::move(word));
  }
}

void Tietze::substitute(std::int32_t generator, const GeneratorWord& by) {
  const GeneratorWord inverse = inverse_of(by);
  std::vector<GeneratorWord> changed;
  for (auto relator = relators_.begin(); relator != relators_.end();) {
    if (std::ranges::none_of(*relator, [&](std::int32_t x) { return x == generator || x == -generator; })) {
      ++relator;
      continue;
    }
    GeneratorWord word;
    for (const std::int32_t x : *relator) {
      if (x != generator && x != -generator) {
        append_reduced(word, x);
      } else {
        for (const std::int32_t y : x == generator ? by : inverse) append_reduced(word, y);
      }
    }
    length_ -= relator->size();
    relator = relators_.erase(relator);
    changed.push_back(std::move(word));
  }
  for (GeneratorWord& word : changed) add(std::move(word));
  alive_[static_cast<std::size_t>(generator)] = false;
}

/// Where a relator has the generator that is to be eliminated by it; its size if there is none, or if all relators together would
/// become too long.
std::size_t Tietze::place_to_eliminate(const GeneratorWord& relator, const std::vector<std::uint64_t>& uses) const {
  const auto uses_at = [&](std::size_t k) { return uses[static_cast<std::size_t>(std::abs(relator[k]))]; };
  const auto length_at = [&](std::size_t k) { return lengths_[static_cast<std::size_t>(std::abs(relator[k])) - 1]; };
  const auto fits_at = [&](std::size_t k) {
    return relator.size() <= 2 || length_ + (uses_at(k) - 1) * (relator.size() - 1) <= max_length_;
  };
  GeneratorWord sorted = relator;
  for (std::int32_t& x : sorted) x = std::abs(x);
  std::ranges::sort(sorted);
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < relator.size(); ++k) {
    if (fits_at(k) && std::ranges::equal_range(sorted, std::abs(relator[k])).size() == 1) places.push_back(k);
  }
  if (!lengths_.empty() && std::ranges::any_of(places, length_at))
    std::erase_if(places, [&](std::size_t k) { return length_at(k) == 0; });
  if (places.empty()) return relator.size();
  const std::size_t fewest = *std::ranges::min_element(places, {}, uses_at);
  if (lengths_.empty()) return fewest;
  if (relator.size() > 2) std::erase_if(places, [&](std::size_t k) { return uses_at(k) > 2 * uses_at(fewest); });
  return *std::ranges::max_element(places, {}, length_at);
}

/// One round over the relators, shortest first; false if none of them eliminates a generator.
bool Tietze::eliminate(RunControl& run) {
  use_involutions();
  std::vector<GeneratorWord> order(relators_.begin(), relators_.end());
  std::ranges::stable_sort(order, {}, &GeneratorWord::size);
  std::vector<std::uint64_t> uses(alive_.size());  // in all relators
  for (const GeneratorWord& relator : order) {
    for (const std::int32_t x : relator) ++uses[static_cast<std::size_t>(std::abs(x))];
  }
  bool any = false;
  for (const GeneratorWord& relator : order) {
    if (run.should_stop()) return any;
    if (!relators_.contains(relator)) continue;  // changed in this round
    const std::size_t best = place_to_eliminate(relator, uses);
    if (best == relator.size()) continue;
    // u x v = 1 gives x = (v u)^-1.
    GeneratorWord rest(relator.begin() + static_cast<std::ptrdiff_t>(best) + 1, relator.end());
    rest.insert(rest.end(), relator.begin(), relator.begin() + static_cast<std::ptrdiff_t>(best));
    const std::int32_t x = relator[best];
    substitute(std::abs(x), x > 0 ? inverse_of(rest) : rest);
    any = true;
  }
  return any;
}

/// More than half of a relator, wherever it appears in another one, is replaced by the inverse of the rest. One such step, with
/// the shortest relator that allows one; false if none does.
bool Tietze::shorten(RunControl& run) {
  use_involutions();
  std::vector<GeneratorWord> order(relators_.begin(), relators_.end());
  std::ranges::stable_sort(order, {}, &GeneratorWord::size);
  for (const GeneratorWord& relator : order) {
    for (GeneratorWord rotated : {relator, inverse_of(relator)}) {
      for (std::size_t k = 0; k < relator.size(); ++k) {
        if (run.should_stop()) return false;
        const auto half = static_cast<std::ptrdiff_t>(relator.size() / 2 + 1);
        for (const GeneratorWord& other : order) {
          if (other.size() < relator.size() || other == relator) continue;
          GeneratorWord twice = other;
          twice.insert(twice.end(), other.begin(), other.end() - 1);
          const auto at = std::search(twice.begin(), twice.end(), rotated.begin(), rotated.begin() + half);
          if (at == twice.end()) continue;
          GeneratorWord word = inverse_of({rotated.begin() + half, rotated.end()});
          word.insert(word.end(), at + half, at + static_cast<std::ptrdiff_t>(other.size()));
          length_ -= other.size();
          relators_.erase(other);
          add(std::move(word));
          return true;
        }
        std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
      }
    }
  }
  return false;
}

bool Tietze::simplify(std::uint64_t max_length, RunControl& run) {
  constexpr std::uint64_t kMostToShorten = 20000;  // letters: the search is quadratic
  max_length_ = max_length;
  do {
    while (eliminate(run)) {
      if (run.should_stop()) return false;
    }
  } while (length_ <= kMostToShorten && shorten(run));
  use_involutions();
  return !run.should_stop();
}

std::vector<std::int32_t> Tietze::generators() const {
  std::vector<std::int32_t> kept;
  for (std::size_t k = 1; k < alive_.size(); ++k) {
    if (alive_[k]) kept.push_back(static_cast<std::int32_t>(k));
  }
  return kept;
}

std::vector<GeneratorWord> Tietze::relators(const std::vector<std::int32_t>& kept) const {
  std::vector<std::int32_t> names(alive_.size());
  for (std::size_t k = 0; k < kept.size(); ++k) names[static_cast<std::size_t>(kept[k])] = static_cast<std::int32_t>(k + 1);
  std::vector<GeneratorWord> result;
  for (const GeneratorWord& relator : relators_) {
    GeneratorWord word;
    for (const std::int32_t x : relator)
      word.push_back(x > 0 ? names[static_cast<std::size_t>(x)] : -names[static_cast<std::size_t>(-x)]);
    result.push_back(std::move(word));
  }
  std::ranges::stable_sort(result, {}, &GeneratorWord::size);
  return result;
}

}  // namespace wreath
