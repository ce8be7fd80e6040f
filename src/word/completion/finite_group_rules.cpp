// SPDX-License-Identifier: MIT
//
// The rules of a finite group, from its Cayley graph.
//
// If the enumeration of the elements closes (Todd and Coxeter), the normal forms under shortlex are the paths of the
// breadth-first tree of the Cayley graph. A word is the left-hand side of a rule of the reduced confluent system exactly if it is
// not a normal form but its proper subwords are: so the rules are w*x for a normal form w and a letter x such that w*x is not
// one, but w*x without its first letter is. No overlap is looked at. As the reduced confluent system of an order is unique, a
// completion would find the same rules in the end: for the Mathieu group M22 and two generators 94,150, after a minute in place
// of some seconds.
//
// In the presentation of a monoid, the letters with inverses that are joined by equations among such letters alone are the
// letters of a group. If it is finite, its rules hold in the monoid, and are a start for the completion of the rest.
#include "word/completion/completion.hpp"

#include <algorithm>

#include "core/data/classes.hpp"
#include "word/subgroup/coset_tree.hpp"

namespace wreath::word {

namespace {

/// The letters that equations join, if all of them have inverses; each part in the order of letters.
std::vector<std::vector<Letter>> group_parts(const Presentation& presentation) {
  const Alphabet& alphabet = presentation.alphabet;
  JoinedClasses<Letter> joined(alphabet.size());
  const auto has_inverse = [&](Letter x) { return alphabet.inverses[x] != kNoLetter; };
  for (std::size_t x = 0; x < alphabet.size(); ++x)
    if (has_inverse(static_cast<Letter>(x))) joined.join(static_cast<Letter>(x), alphabet.inverses[x]);
  for (const auto& [u, v] : presentation.equations) {
    Word letters = u;
    letters.insert(letters.end(), v.begin(), v.end());
    if (!std::ranges::all_of(letters, has_inverse)) continue;
    for (const Letter x : letters) joined.join(letters.front(), x);
  }
  std::vector<std::vector<Letter>> parts(alphabet.size());
  for (std::size_t x = 0; x < alphabet.size(); ++x)
    if (has_inverse(static_cast<Letter>(x))) parts[joined.find(static_cast<Letter>(x))].push_back(static_cast<Letter>(x));
  std::erase_if(parts, [](const auto& part) { return part.empty(); });
  return parts;
}

bool is_shortlex_on(const std::vector<Letter>& part, const Presentation& presentation) {
  if (presentation.ordering == Ordering::shortlex) return true;
  if (presentation.ordering != Ordering::weighted_lex && presentation.ordering != Ordering::wreath_product) return false;
  const auto& weights = presentation.weights;
  return std::ranges::all_of(part, [&](Letter x) { return weights.at(x) == weights.at(part.front()); });
}

Word renamed_to(Word word, const std::vector<Letter>& names) {
  for (Letter& x : word) x = names[x];
  return word;
}

/// The group of these letters alone.
Presentation part_of(const Presentation& presentation, const std::vector<Letter>& part) {
  std::vector<Letter> place(presentation.alphabet.size(), kNoLetter);
  for (std::size_t i = 0; i < part.size(); ++i) place[part[i]] = static_cast<Letter>(i);
  Presentation group;
  for (const Letter x : part) {
    group.alphabet.names.push_back(presentation.alphabet.names[x]);
    group.alphabet.inverses.push_back(place[presentation.alphabet.inverses[x]]);
  }
  const auto is_here = [&](const Word& word) {
    return std::ranges::all_of(word, [&](Letter x) { return place[x] != kNoLetter; });
  };
  for (const auto& [u, v] : presentation.equations)
    if (is_here(u) && is_here(v)) group.equations.emplace_back(renamed_to(u, place), renamed_to(v, place));
  return group;
}

}  // namespace

std::vector<Equation> finite_group_rules(const Presentation& presentation, const FiniteGroupLimits& limits, RunControl& run) {
  constexpr std::uint32_t kPerLook = 1U << 12;
  std::vector<Equation> rules;
  for (const std::vector<Letter>& part : group_parts(presentation)) {
    const Presentation group = part_of(presentation, part);
    if (group.equations.empty() || !is_shortlex_on(part, presentation)) continue;
    const auto found = enumerate_tree(group, {}, limits.entries / part.size(), run);
    if (!found) continue;
    const CosetTree& tree = *found;
    const std::size_t before = rules.size();
    std::vector<std::uint32_t> suffix(tree.size(), 0);  // the normal form without its first letter
    for (std::uint32_t i = 0; i < tree.size() && rules.size() <= limits.rules; ++i) {
      if (i % kPerLook == 0 && run.should_stop()) return {};
      if (tree.depth(i) > 1) suffix[i] = tree.step(suffix[tree.parent(i)], tree.last(i));
      for (std::uint32_t x = 0; x < tree.letters(); ++x) {
        if (tree.grows(i, x) || (i != 0 && !tree.grows(suffix[i], x))) continue;
        Word left = tree.word(i);
        left.push_back(static_cast<Letter>(x));
        rules.emplace_back(renamed_to(std::move(left), part), renamed_to(tree.word(tree.step(i, x)), part));
      }
    }
    if (rules.size() > limits.rules) rules.resize(before);
  }
  return rules;
}

}  // namespace wreath::word
