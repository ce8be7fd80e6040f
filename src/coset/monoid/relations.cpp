// SPDX-License-Identifier: MIT
#include "coset/monoid/relations.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace wreath::coset::monoid {

namespace {

constexpr std::uint64_t kStepsOfALetter = 16;  // that is put into a trie, for StopCheck

/// The longer side first, or that which is later in the order of its letters.
void add_relation(std::vector<Equation>& relations, Equation relation, bool reversed) {
  if (relation.first == relation.second) return;
  if (reversed) {
    std::ranges::reverse(relation.first);
    std::ranges::reverse(relation.second);
  }
  auto& [u, v] = relation;
  if (u.size() < v.size() || (u.size() == v.size() && u < v)) std::swap(u, v);
  relations.push_back(std::move(relation));
}

/// Each relation stays where it first stands.
void remove_repeated(std::vector<Equation>& relations) {
  std::map<Equation, bool> seen;
  std::erase_if(relations, [&](const Equation& relation) { return !seen.emplace(relation, true).second; });
}

Relations::Trie make_trie(const std::vector<Equation>& relations, StopCheck& stop) {
  Relations::Trie trie;
  std::unordered_map<std::uint64_t, std::uint32_t> children;
  const auto end_of = [&](const Word& word) {
    std::uint32_t at = 0;
    for (const Letter x : word) {
      stop.spend(kStepsOfALetter);
      const auto [found, is_new] = children.emplace(std::uint64_t{at} << 8 | x, static_cast<std::uint32_t>(trie.size()));
      if (is_new) {
        trie.parents.push_back(at);
        trie.letters.push_back(x);
      }
      at = found->second;
    }
    return at;
  };
  for (const auto& [u, v] : relations) {
    trie.left.push_back(end_of(u));
    trie.right.push_back(end_of(v));
  }
  return trie;
}

}  // namespace

Relations prepare(const MonoidProblem& problem, StopCheck& stop) {
  const word::Alphabet& alphabet = problem.monoid.alphabet;
  const bool reversed = problem.kind == CongruenceKind::left;
  Relations relations;
  relations.letters = static_cast<unsigned>(alphabet.size());
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const Letter inverse = alphabet.inverses[x];
    if (inverse != word::kNoLetter) add_relation(relations.everywhere, {{static_cast<Letter>(x), inverse}, {}}, reversed);
  }
  for (const Equation& equation : problem.monoid.equations) add_relation(relations.everywhere, equation, reversed);
  auto& paired = problem.kind == CongruenceKind::twosided ? relations.everywhere : relations.at_start;
  for (const Equation& pair : problem.pairs) add_relation(paired, pair, reversed);
  remove_repeated(relations.everywhere);
  remove_repeated(relations.at_start);
  relations.beginnings = make_trie(relations.everywhere, stop);
  return relations;
}

std::uint64_t BackwardTrie::size_for(const Relations& relations) noexcept {
  std::uint64_t letters = 0;
  for (const auto& [u, v] : relations.everywhere) letters += u.size() * (u.size() + 1) / 2 + v.size() * (v.size() + 1) / 2;
  return letters;
}

BackwardTrie::BackwardTrie(const Relations& relations, StopCheck& stop) : states(1) {
  std::unordered_map<std::uint64_t, std::uint32_t> children;
  const auto add = [&](const Word& word, std::uint32_t relation) {
    for (std::size_t length = 1; length <= word.size(); ++length) {
      std::uint32_t at = 0;
      stop.spend(kStepsOfALetter * length);
      for (std::size_t i = length; i-- > 0;) {
        const auto [found, is_new] =
            children.emplace(std::uint64_t{at} << 8 | word[i], static_cast<std::uint32_t>(states.size()));
        if (is_new) {
          states[at].children.push_back({word[i], found->second});
          states.emplace_back();
        }
        at = found->second;
      }
      auto& here = states[at].relations;
      if (here.empty() || here.back() != relation) here.push_back(relation);
    }
  };
  for (std::size_t r = 0; r < relations.everywhere.size(); ++r) {
    add(relations.everywhere[r].first, static_cast<std::uint32_t>(r));
    add(relations.everywhere[r].second, static_cast<std::uint32_t>(r));
  }
}

}  // namespace wreath::coset::monoid
