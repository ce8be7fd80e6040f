// SPDX-License-Identifier: MIT
#include "coset/words/relators.hpp"

#include <algorithm>
#include <set>

#include "core/algebra/least_rotation.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kMostWordLetters = 0xFFFFFFFFU;
constexpr std::size_t kSpan = 64;  // letters of a short root's power that are written out

Word canonical(std::span<const Letter> word, std::span<const Letter> inverses) {
  const Word other = inverted(word, inverses);
  return std::min(word::rotated(word, least_rotation<Letter>(word)), word::rotated(other, least_rotation<Letter>(other)));
}

/// The place in the root from which the cycle reads backwards as it does forwards from the start; 0 if there is none.
std::size_t mirror_of(std::span<const Letter> root, std::span<const Letter> inverses) {
  const Word other = inverted(root, inverses);
  Word twice = other;
  twice.insert(twice.end(), other.begin(), other.end());
  const auto found = std::search(twice.begin(), twice.end(), root.begin(), root.end());
  if (found == twice.end()) return 0;
  const auto shift = static_cast<std::size_t>(found - twice.begin()) % root.size();
  return (root.size() - shift) % root.size();
}

Relator make_relator(std::span<const Letter> word, std::span<const Letter> inverses, bool cyclic) {
  if (word.size() > kMostWordLetters) throw InputError("a relator or a generator of the subgroup has more than 2^32 - 1 letters");
  Relator relator;
  relator.length = word.size();
  relator.period = static_cast<std::uint32_t>(word::period_of(word));
  const std::size_t period = relator.period;
  std::size_t span = (kSpan + period - 1) / period * period;
  span = std::min<std::size_t>(span, word.size());
  relator.span = static_cast<std::uint32_t>(span);
  for (std::size_t i = 0; i < 2 * span; ++i) {
    relator.forward.push_back(word[i % span]);
    relator.backward.push_back(inverses[word[i % span]]);
  }
  relator.returns.resize(span + 1);
  if (!cyclic) return relator;
  const auto root = word.first(period);
  const std::size_t mirror = mirror_of(root, inverses);
  for (std::size_t i = 0; i <= span; ++i) relator.returns[i] = i % period == 0 || i % period == mirror ? 1 : 0;
  const auto add_neighbour = [&](Letter x) {
    if (std::ranges::find(relator.neighbours, x) == relator.neighbours.end()) relator.neighbours.push_back(x);
  };
  if (word.size() > 1 && relator.returns[1] != 0) add_neighbour(root.front());
  if (word.size() > 1 && relator.returns[period - 1] != 0) add_neighbour(inverses[root.back()]);
  return relator;
}

/// Relators of one length without a common letter want different edges of a coset: they are put side by side, and traced
/// together. as_is: they stay where they are.
void add_groups(System& system, bool as_is) {
  std::vector<std::vector<Relator>> groups;
  std::vector<std::set<Letter>> letters;  // and their inverses
  for (Relator& relator : system.relators) {
    std::set<Letter> own(relator.forward.begin(), relator.forward.end());
    own.insert(relator.backward.begin(), relator.backward.end());
    std::size_t k = as_is && !groups.empty() ? groups.size() - 1 : 0;
    for (; k < groups.size(); ++k) {
      const Relator& other = groups[k].front();
      if (other.length != relator.length || other.neighbours.size() != relator.neighbours.size()) continue;
      if (std::ranges::none_of(own, [&](Letter x) { return letters[k].contains(x); })) break;
    }
    if (k == groups.size()) {
      groups.emplace_back();
      letters.emplace_back();
    }
    groups[k].push_back(std::move(relator));
    letters[k].insert(own.begin(), own.end());
  }
  system.relators.clear();
  for (std::vector<Relator>& group : groups) {
    const auto first = static_cast<std::uint32_t>(system.relators.size());
    system.groups.push_back({first, first + static_cast<std::uint32_t>(group.size())});
    std::ranges::move(group, std::back_inserter(system.relators));
  }
}

}  // namespace

std::vector<Cycle> cycles_of(const System& system) {
  std::vector<Cycle> cycles;
  for (std::uint32_t r = 0; r < system.relators.size(); ++r) {
    const Relator& relator = system.relators[r];
    cycles.push_back({relator, r, false});
    const auto word = std::span(relator.forward).first(relator.span);
    const auto root = word.first(relator.period);
    const Word other = inverted(root, system.inverses);
    if (word::rotated(root, least_rotation<Letter>(root)) == word::rotated(other, least_rotation<Letter>(other))) continue;
    const Word turned = inverted(word, system.inverses);
    Relator cycle = relator;
    for (std::size_t i = 0; i < cycle.forward.size(); ++i) {
      cycle.forward[i] = turned[i % cycle.span];
      cycle.backward[i] = system.inverses[cycle.forward[i]];
    }
    cycles.push_back({std::move(cycle), r, true});
  }
  return cycles;
}

Word relator_of(const word::Equation& equation, std::span<const Letter> inverses) {
  Word word = equation.first;
  const Word right = inverted(equation.second, inverses);
  word.insert(word.end(), right.begin(), right.end());
  word::reduce_freely(word, inverses);
  std::size_t first = 0;
  std::size_t end = word.size();
  while (end - first > 1 && word[first] == inverses[word[end - 1]]) ++first, --end;
  return {word.begin() + static_cast<std::ptrdiff_t>(first), word.begin() + static_cast<std::ptrdiff_t>(end)};
}

System prepare(const Problem& problem, bool as_is) {
  System system;
  const word::Alphabet& alphabet = problem.group.alphabet;
  if (std::ranges::find(alphabet.inverses, word::kNoLetter) != alphabet.inverses.end())
    throw InputError("coset enumeration needs a group, but this is the presentation of a monoid");
  system.width = static_cast<unsigned>(alphabet.size());
  system.inverses = alphabet.inverses;
  const std::span<const Letter> inverses = system.inverses;

  std::set<Word> seen;
  for (const word::Equation& equation : problem.group.equations) {
    const Word word = relator_of(equation, inverses);
    if (word.empty()) continue;
    if (word.size() == 2 && word[0] == word[1] && inverses[word[0]] == word[0]) continue;  // the column says so
    if (!as_is && !seen.insert(canonical(word, inverses)).second) continue;
    system.relators.push_back(make_relator(word, inverses, true));
    system.relator_letters += word.size();
  }
  if (!as_is) {
    std::ranges::stable_sort(system.relators, {}, &Relator::length);
  }
  for (Word word : problem.subgroup) {
    word::reduce_freely(word, inverses);
    if (!word.empty()) system.subgroup.push_back(make_relator(word, inverses, false));
  }
  add_groups(system, as_is);
  return system;
}

}  // namespace wreath::coset
