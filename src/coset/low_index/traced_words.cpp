// SPDX-License-Identifier: MIT
#include "coset/low_index/traced_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text/option.hpp"
#include "coset/low_index/tuning.hpp"

namespace wreath::coset {

namespace {

/// The letters of a word that acts on at most `points` points as u^m does: u^gcd(m, e), where e is the least common multiple of
/// all numbers up to `points`.
std::uint64_t length_on(std::uint32_t points, const Relator& relator) {
  std::uint64_t length = relator.period;
  std::uint64_t rest = relator.length / relator.period;
  for (std::uint64_t p = 2; p <= points && rest > 1; ++p) {
    for (std::uint64_t power = p; rest % p == 0; rest /= p, power *= p) {
      if (power > points) break;
      length *= p;
    }
    while (rest % p == 0) rest /= p;
  }
  return length;
}

Word written_out(const Relator& relator, std::uint32_t points) {
  const std::uint64_t length = length_on(points, relator);
  if (length > tuning::kMostTracedLetters)
    throw InputError(
        fmt::format("a relator or a word to contain has {} letters, and a search for subgroups of index at most {} "
                    "traces words of at most {}",
                    length, points, tuning::kMostTracedLetters));
  Word word;
  for (std::uint64_t i = 0; i < length; ++i) word.push_back(relator.forward[i % relator.span]);
  return word;
}

/// All rotations of a relator and its inverse, each once, by their first letters.
void add_rotations(SearchProblem& search, const Relator& relator) {
  const Word word = written_out(relator, search.rows);
  std::set<Word> rotations;
  for (const Word& each : {word, inverted(word, search.inverses)}) {
    for (std::size_t by = 0; by < relator.period; ++by) rotations.insert(word::rotated(each, by));
  }
  for (const Word& each : rotations) search.through[each.front()].push_back(traced_word(each, search));
}

}  // namespace

TracedWord traced_word(std::span<const Letter> word, const SearchProblem& search) {
  TracedWord traced{{word.begin(), word.end()}, {}, {}};
  for (const Letter x : word) {
    traced.forward.push_back(x * search.stride);
    traced.backward.push_back(search.inverses[x] * search.stride);
  }
  return traced;
}

SearchProblem prepare_search(const Problem& problem, std::uint32_t max_index, bool is_normal) {
  System system = prepare(problem, false);
  SearchProblem search;
  search.width = system.width;
  search.rows = max_index;
  search.stride = max_index + 1;
  search.inverses = system.inverses;
  search.is_normal = is_normal;
  search.through.resize(system.width);
  std::ranges::stable_sort(system.relators, {}, [&](const Relator& relator) { return length_on(max_index, relator); });
  for (const Relator& relator : system.relators) {
    if (relator.period <= tuning::kLongestRotated) {
      add_rotations(search, relator);
    } else {
      search.late.push_back(traced_word(written_out(relator, max_index), search));
    }
  }
  for (const Relator& word : system.subgroup) search.contained.push_back(traced_word(written_out(word, max_index), search));
  return search;
}

}  // namespace wreath::coset
