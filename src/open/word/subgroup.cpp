// SPDX-License-Identifier: MIT
//
// A subgroup from whatever a user has: a group in any form and words, or kbmag's record of a group with a subgroup.
//
// In a coset system as kbmag's makecosfile writes it, the letters of the group come first, then a letter _H without an inverse,
// then, perhaps, names x of the generators of the subgroup. The equations are those of the group, and _H*w = x*_H or _H*w = _H
// for each generator w.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "open/word/group.hpp"
#include "word/subgroup/find_subgroup.hpp"
#include "wreath/word/subgroup.hpp"

namespace wreath::word {

namespace {

struct CosetSystem {
  Presentation group;
  std::vector<Word> generators;
};

/// What a coset system contains. Throws InputError if it is none.
CosetSystem as_coset_system(const Presentation& given, const std::string& source) {
  const auto& inverses = given.alphabet.inverses;
  const auto fail = [&](const std::string& why) {
    throw InputError(fmt::format(
        "{}: the generators of the subgroup are missing: only a coset system in kbmag's form has them in the file, and {}",
        source, why));
  };
  const auto count = std::ranges::count(inverses, kNoLetter);
  if (count == 0) fail("this is a group without a letter _H for the subgroup");
  if (count > 1) fail(fmt::format("{} letters have no inverse; only the one for the subgroup, such as _H, may have none", count));
  const auto h = static_cast<Letter>(std::ranges::find(inverses, kNoLetter) - inverses.begin());
  const auto in_group = [&](std::span<const Letter> word) { return std::ranges::all_of(word, [&](Letter x) { return x < h; }); };
  const auto names = [&](std::span<const Letter> word) { return std::ranges::all_of(word, [&](Letter x) { return x > h; }); };
  CosetSystem system;
  system.group.name = given.name;
  system.group.alphabet = {{given.alphabet.names.begin(), given.alphabet.names.begin() + h},
                           {inverses.begin(), inverses.begin() + h}};
  if (!in_group(system.group.alphabet.inverses))
    fail(fmt::format("letters before {} have their inverses after it", given.alphabet.names[h]));
  for (const auto& [u, v] : given.equations) {
    if (in_group(u) && in_group(v)) {
      system.group.equations.emplace_back(u, v);
    } else if (!u.empty() && u.front() == h && in_group(std::span(u).subspan(1)) && !v.empty() && v.back() == h &&
               names(std::span(v).first(v.size() - 1))) {
      system.generators.emplace_back(u.begin() + 1, u.end());
    } else if (!names(u) || !names(v)) {
      const WordText text(given.alphabet);
      const std::string& letter = given.alphabet.names[h];
      fail(fmt::format("the equation {} = {} is not one of the group, nor {}*w = {} or {}*w = x*{} for a word w of the group",
                       text.print(u), text.print(v), letter, letter, letter, letter));
    }
  }
  return system;
}

}  // namespace

Subgroup Subgroup::open(const std::string& source, std::string_view generators, const Options& how,
                        const SubgroupOptions& options, RunControl* given) {
  GivenRun run(given);
  if (const auto group = open::find_group_file(source, how)) {
    const std::vector<Word> words = parse_words(group->text(), generators);
    return group->verified() ? build(*group, words, options, &*run) : without_cosets(*group, words, *run);
  }
  const Presentation presentation = read_presentation(source, how);
  return find_subgroup(presentation, parse_words(WordText(presentation.alphabet), generators), how, options, *run);
}

Subgroup Subgroup::open(const std::string& source, const Options& how, const SubgroupOptions& options, RunControl* given) {
  GivenRun run(given);
  const CosetSystem system = as_coset_system(read_presentation(source, how), source);
  return find_subgroup(system.group, system.generators, how, options, *run);
}

}  // namespace wreath::word
