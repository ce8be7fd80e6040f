// SPDX-License-Identifier: MIT
//
// Membership in a subgroup without its coset structure. A yes is the element as a product of generators; a no is an image in
// which it is not in that of the subgroup, or the list of all elements of the subgroup.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "core/words/words.hpp"
#include "word/conjugacy/element_search.hpp"
#include "word/internals.hpp"
#include "word/problem/state.hpp"
#include "word/subgroup/find_subgroup.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

/// "h1*h2^-1": the path as a product of the generators.
std::string product_of(const std::vector<std::uint32_t>& path) {
  if (path.empty()) return "1";
  std::string text;
  for (const std::uint32_t move : path)
    text += fmt::format("{}h{}{}", text.empty() ? "" : "*", move / 2 + 1, move % 2 == 0 ? "" : "^-1");
  return text;
}

/// Whether the image of a word is in the group of the images of the generators.
bool image_contains(const PermutationImage& image, const std::vector<Word>& generators, const Word& word) {
  StabilizerChain chain(image.points());
  for (const Word& generator : generators) chain.add(image.of(generator));
  return chain.contains(image.of(word));
}

}  // namespace

std::optional<Membership> WordProblem::State::contains_cheaply(const std::vector<Word>& generators, const Word& word,
                                                               RunControl& run) {
  Word reduced = word;
  reduce_freely(reduced, presentation.alphabet.inverses);
  if (reduced.empty()) return Membership{true, "it reduces freely to 1"};
  if (AbelianImage(presentation, generators).order_of(reduced).value_or(1) != 1)
    return Membership{false, "its image in the abelianised group is not in that of the subgroup"};
  std::size_t letters = reduced.size();
  for (const Word& generator : generators) letters += generator.size();
  if (letters > tuning::kMostCheapLetters) return std::nullopt;
  for (const PermutationImage& image : images(run)) {
    if (!image_contains(image, generators, reduced)) {
      return Membership{false, fmt::format("{} takes it to a permutation of {} points that is not in the image of the subgroup",
                                           image.text(), image.points())};
    }
  }
  for (const FormsOfWords& way : forms(run)) {
    try {
      const auto form_of = [&](const Word& each) { return way.of(each, run); };
      const Word to = form_of(reduced);
      const std::vector<Move> moves = multiplications(generators, presentation.alphabet);
      ElementSearch search(form_of, moves, most_searched(letters, moves.size()), &run);
      if (search.explore({}, SIZE_MAX, &to))
        return Membership{true, fmt::format("it is {} for the generators h1, h2, ...: {}", product_of(search.path()), way.name)};
      if (way.canonical)
        return Membership{false,
                          fmt::format("the subgroup has {} in all, and this is not one of them: {}",
                                      search.size() == 1 ? "1 element" : fmt::format("{} elements", search.size()), way.name)};
    } catch (const LimitReached&) {
      if (run.should_stop()) throw;
    }
  }
  return std::nullopt;
}

Memberships WordProblem::contains(const std::vector<Word>& generators, const std::vector<Word>& words,
                                  const SubgroupOptions& options, const ReduceOptions& how, RunControl* its_run) {
  GivenRun run(its_run);
  State& known = *state_;
  known.require_group("subgroups are found");
  for (const Word& word : generators) known.require(word);
  for (const Word& word : words) known.require(word);
  Memberships answer;
  const auto by_cosets = [&](Subgroup found, const std::string& proof) {
    answer.subgroup = std::move(found);
    answer.words.clear();
    if (!answer.subgroup->verified()) return;
    for (const Word& word : words) answer.words.push_back({answer.subgroup->contains(word, how, &*run), proof});
  };
  if (known.from_file) {
    by_cosets(known.structure() != nullptr ? Subgroup::build(*known.group, generators, options, &*run)
                                           : without_cosets(*known.group, generators, *run),
              "the coset automatic structure");
    return answer;
  }
  if (auto found = find_finite_index(known.presentation, generators, known.options, options, tuning::kFewRows, *run)) {
    by_cosets(std::move(*found),
              known.presentation.equations.empty() ? "the folded graph of the generators" : "all cosets were enumerated");
    return answer;
  }
  for (const Word& word : words) {
    if (run->should_stop()) break;
    auto found = known.contains_cheaply(generators, word, *run);
    if (!found) break;
    answer.words.push_back(std::move(*found));
  }
  if (answer.words.size() == words.size()) return answer;
  by_cosets(find_subgroup(known.presentation, generators, known.options, options, *run), "the coset automatic structure");
  return answer;
}

std::optional<Membership> WordProblem::contains(std::string_view generators, std::string_view word, RunControl* run) {
  Memberships answer = contains(parse_words(text(), generators), {text().read(word)}, {}, {}, run);
  if (answer.words.empty()) return std::nullopt;
  return std::move(answer.words.front());
}

}  // namespace wreath::word
