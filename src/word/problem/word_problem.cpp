// SPDX-License-Identifier: MIT
//
// Questions about the elements of a group, from the cheapest proof to the dearest; word_problem.hpp lists them. Here: whether two
// words are equal, and normal forms.
#include "wreath/word/word_problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "core/text/names.hpp"
#include "core/words/words.hpp"
#include "word/automatic/build.hpp"
#include "word/internals.hpp"
#include "word/problem/state.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

constexpr Named<EqualityProof> kProofs[] = {{EqualityProof::none, "none"},
                                            {EqualityProof::normal_forms, "normal forms"},
                                            {EqualityProof::confluent_rules, "confluent rules"},
                                            {EqualityProof::derivation, "a derivation"},
                                            {EqualityProof::quotient, "a quotient"},
                                            {EqualityProof::free_reduction, "free reduction"},
                                            {EqualityProof::abelianization, "abelianization"},
                                            {EqualityProof::rules, "rules"},
                                            {EqualityProof::enumeration, "enumeration"},
                                            {EqualityProof::known_group, "a recognised group"}};

}  // namespace

std::string_view to_string(EqualityProof proof) noexcept {
  return name_of<EqualityProof>(proof, kProofs);
}

WordProblem::WordProblem(const Group& group, const Options& options)
    : state_(std::make_shared<State>(options, Internals::structure(group).presentation, group, true)) {}

WordProblem::WordProblem(Presentation presentation, const Options& options) {
  auto cached = find_cached_group(presentation, options);
  state_ = std::make_shared<State>(options, std::move(presentation), std::move(cached), false);
}

const std::string& WordProblem::name() const noexcept {
  return state_->name;
}

const WordText& WordProblem::text() const noexcept {
  return state_->text;
}

bool WordProblem::from_file() const noexcept {
  return state_->from_file;
}

std::string WordProblem::presentation() const {
  return print_presentation(state_->presentation);
}

const std::string& WordProblem::why_unverified() const noexcept {
  return state_->why_unverified;
}

// --- equality

std::optional<Equality> WordProblem::State::equal_cheaply(const Word& u, const Word& v, RunControl& run) {
  Word first = u;
  Word second = v;
  reduce_freely(first, presentation.alphabet.inverses);
  reduce_freely(second, presentation.alphabet.inverses);
  if (first == second)
    return Equality{true, EqualityProof::free_reduction, {}, fmt::format("both reduce freely to {}", shown(first))};
  if (is_group() && abelian().order_of(first, second).value_or(1) != 1) {
    return Equality{
        false, EqualityProof::abelianization, {}, "their exponent sums differ by more than sums of those of the relators"};
  }
  for (const FormsOfWords& forms : cheap_forms(run)) {
    if (auto answer = compare(forms, first, second, run)) return answer;
  }
  if (!is_group()) return std::nullopt;
  for (const PermutationImage& image : images(run)) {
    if (image.of(first) != image.of(second)) {
      return Equality{false,
                      EqualityProof::quotient,
                      {},
                      fmt::format("{} takes them to different permutations of {} points", image.text(), image.points())};
    }
  }
  return std::nullopt;
}

/// By forms; nothing if they do not decide.
std::optional<Equality> WordProblem::State::compare(const FormsOfWords& forms, const Word& u, const Word& v,
                                                    RunControl& run) const {
  try {
    if (forms.equal) {
      const bool same = forms.equal(u, v, run);
      return Equality{same, forms.by, {}, fmt::format("they are {}: {}", same ? "equal" : "different", forms.name)};
    }
    const Word first = forms.of(u, run);
    const Word second = forms.of(v, run);
    if (forms.by == EqualityProof::confluent_rules) run.note_choice("method", "rules", "the rules are confluent");
    if (first == second) return Equality{true, forms.by, {}, fmt::format("both are brought to {}: {}", shown(first), forms.name)};
    if (!forms.canonical) return std::nullopt;
    return Equality{
        false, forms.by, {}, fmt::format("they are brought to {} and {}: {}", shown(first), shown(second), forms.name)};
  } catch (const LimitReached&) {
    return std::nullopt;
  } catch (const ResourceError&) {  // exponents or forms that are too large
    return std::nullopt;
  }
}

Equality WordProblem::State::equal(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& how,
                                   RunControl& run) {
  const Word first(u.begin(), u.end());
  const Word second(v.begin(), v.end());
  if (from_file && structure() == nullptr) return {.why_unverified = why_unverified};
  if (structure() == nullptr) {
    if (auto answer = equal_cheaply(first, second, run)) return *answer;
    if (!is_group()) {  // rules are all there is
      if (const FormsOfWords* forms = confluent_forms(options.max_rules, run)) {
        if (auto answer = compare(*forms, first, second, run)) return *answer;
      }
      return {.why_unverified = "no confluent rules of this monoid were found within the limits"};
    }
  }
  if (const Group* found = build(options.max_rules, run)) {
    return {found->reduce_letters(u, how, &run) == found->reduce_letters(v, how, &run),
            EqualityProof::normal_forms,
            {},
            "by normal forms of the automatic structure"};
  }
  if (const FormsOfWords* forms = confluent_forms(options.max_rules, run)) {
    if (auto answer = compare(*forms, first, second, run)) return *answer;
  }
  return {.why_unverified = why_unverified};
}

Equality WordProblem::equal(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& how, RunControl* its_run) {
  GivenRun run(its_run);
  state_->require(u);
  state_->require(v);
  return state_->equal(u, v, how, *run);
}

Equality WordProblem::equal(std::string_view u, std::string_view v, const ReduceOptions& how, RunControl* run) {
  return equal(text().read(u), text().read(v), how, run);
}

// --- normal forms

WordForms WordProblem::normal_forms(RunControl* its_run) {
  GivenRun run(its_run);
  State& known = *state_;
  if (known.normal_forms) return *known.normal_forms;
  WordForms answer;
  const auto of_structure = [&](const Group* group) {
    if (group != nullptr) answer = {.by = EqualityProof::normal_forms, .name = "shortlex", .group = *group};
    return group != nullptr;
  };
  const auto of_forms = [&](const FormsOfWords* forms) {
    if (forms == nullptr || !forms->canonical) return false;
    answer = {.by = forms->by, .name = forms->name};
    known.chosen_forms = *forms;
    return true;
  };
  const auto cheap_one = [&]() -> const FormsOfWords* {
    const auto& forms = known.cheap_forms(*run);
    return forms.empty() ? nullptr : &forms.front();
  };
  const auto in_turn = [&] {
    if (!known.is_group()) return of_forms(cheap_one()) || of_forms(known.confluent_forms(known.options.max_rules, *run));
    const bool is_recognised = known.structure() == nullptr && known.recognised() != nullptr;
    const std::size_t few_rules = is_recognised ? tuning::kRulesBeforeKnownForms : tuning::kRulesBeforeOtherForms;
    const bool is_long = is_recognised && std::ranges::any_of(known.presentation.equations, [](const Equation& each) {
                           return each.first.size() + each.second.size() > tuning::kLettersBeforeKnownForms;
                         });
    return (!is_long && of_structure(known.build(few_rules, *run))) || (!known.from_file && of_forms(cheap_one())) ||
           of_structure(known.build(known.options.max_rules, *run)) ||
           (!known.from_file && of_forms(known.confluent_forms(known.options.max_rules, *run)));
  };
  if (!in_turn()) {
    answer.why_unverified =
        known.is_group() ? known.why_unverified : "no confluent rules of this monoid were found within the limits";
  }
  if (answer.by != EqualityProof::none || !run->should_stop()) known.normal_forms = answer;  // else a later call tries again
  return answer;
}

Word WordProblem::normal_form(std::span<const Letter> word, RunControl* its_run) {
  GivenRun run(its_run);
  state_->require(word);
  if (!state_->normal_forms || state_->normal_forms->by == EqualityProof::none) {
    const WordForms found = normal_forms(&*run);
    if (found.by == EqualityProof::none) throw LimitReached(name() + ": no normal forms were found: " + found.why_unverified);
  }
  if (const auto& group = state_->normal_forms->group) return group->reduce_letters(word, {}, &*run);
  return state_->chosen_forms.of(Word(word.begin(), word.end()), *run);
}

std::string WordProblem::normal_form(std::string_view word, RunControl* run) {
  return text().print(normal_form(text().read(word), run));
}

}  // namespace wreath::word
