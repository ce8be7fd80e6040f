// SPDX-License-Identifier: MIT
#include "coset/low_index/traced_words.hpp"

#include <algorithm>
#include <set>

#include "core/text/option.hpp"
#include "coset/low_index/tuning.hpp"

namespace wreath::coset {

namespace {

Word written_out(const Relator& relator) {
  if (relator.length > tuning::kMostTracedLetters)
    throw InputError("a relator has more letters than a search for subgroups can trace, which are 2^20");
  Word word;
  for (std::uint64_t i = 0; i < relator.length; ++i) word.push_back(relator.forward[i % relator.span]);
  return word;
}

/// All rotations of a relator and its inverse, each once, by their first letters.
void add_rotations(SearchProblem& search, const Relator& relator) {
  const Word word = written_out(relator);
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
  const System system = prepare(problem, false);
  SearchProblem search;
  search.width = system.width;
  search.rows = max_index;
  search.stride = max_index + 1;
  search.inverses = system.inverses;
  search.is_normal = is_normal;
  search.through.resize(system.width);
  for (const Relator& relator : system.relators) {  // shorter ones first
    if (relator.period <= tuning::kLongestRotated) {
      add_rotations(search, relator);
    } else {
      search.late.push_back(traced_word(written_out(relator), search));
    }
  }
  for (const Relator& word : system.subgroup) search.contained.push_back(traced_word(written_out(word), search));
  return search;
}

}  // namespace wreath::coset
