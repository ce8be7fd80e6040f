// SPDX-License-Identifier: MIT
//
// Random problems with subgroups of every kind, and the slow answers: what the matrices over strategies and tables share.
#pragma once

#include "coset/random_problem.hpp"
#include "coset/reference.hpp"
#include "coset/words/relators.hpp"

namespace wreath::coset {

using word::Letter;
using word::Word;
using Entries = std::vector<std::uint32_t>;

enum class SubgroupKind {
  trivial,
  cyclic,
  repeated,  // cyclic, by a word, nothing, the word again and its square
  several,
  whole,
};

/// Random generators of a subgroup of the kind.
inline std::vector<Word> draw_subgroup(const Problem& problem, std::mt19937& draw, SubgroupKind kind) {
  const auto letters = static_cast<unsigned>(problem.group.alphabet.size());
  const auto word = [&] {
    Word result;
    for (unsigned k = 1 + draw() % 4; k-- > 0;) result.push_back(static_cast<Letter>(draw() % letters));
    return result;
  };
  std::vector<Word> subgroup;
  switch (kind) {
    case SubgroupKind::trivial: break;
    case SubgroupKind::cyclic: subgroup = {word()}; break;
    case SubgroupKind::several: subgroup = {word(), word(), {}, word()}; break;
    case SubgroupKind::repeated:
      subgroup = {word(), {}};
      subgroup.push_back(subgroup[0]);
      subgroup.push_back(subgroup[0]);
      subgroup.back().insert(subgroup.back().end(), subgroup[0].begin(), subgroup[0].end());
      break;
    case SubgroupKind::whole:
      for (unsigned x = 0; x < letters; ++x) subgroup.push_back({static_cast<Letter>(x)});
      break;
  }
  return subgroup;
}

inline Problem draw_problem(std::mt19937& draw, SubgroupKind kind) {
  Problem problem = random_problem(draw);
  problem.subgroup = draw_subgroup(problem, draw, kind);
  return problem;
}

/// Of all words that lead to a coset the first by length and then by letters.
inline std::vector<Word> least_words(const Entries& rows, std::size_t letters) {
  std::vector<Word> words(rows.size() / letters);
  std::vector<Coset> found{0};
  std::vector<bool> seen(words.size());
  seen[0] = true;
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (std::size_t x = 0; x < letters; ++x) {
      const Coset d = rows[found[k] * letters + x];
      if (seen[d]) continue;
      seen[d] = true;
      words[d] = words[found[k]];
      words[d].push_back(static_cast<Letter>(x));
      found.push_back(d);
    }
  }
  return words;
}

inline std::optional<Entries> reference_rows(Problem problem, std::vector<Word> subgroup) {
  problem.subgroup = std::move(subgroup);
  return ReferenceEnumerator(problem).run(400);
}

}  // namespace wreath::coset
