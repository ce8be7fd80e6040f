// SPDX-License-Identifier: MIT
#include "core/run/given_run.hpp"
#include "word/automatic/build.hpp"
#include "word/completion/completion.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

/// What is known of the group so far.
struct WordProblem::State {
  explicit State(const Options& its_options) : options(its_options) {}

  /// The answer by confluent rules, if at most `most` of them suffice.
  std::optional<Equality> by_rules(std::span<const Letter> u, std::span<const Letter> v, std::size_t most, RunControl& run) {
    if (!rewriting) rewriting = ConfluentRewriting::find(*presentation, {most, options.max_length}, run);
    const auto same = rewriting ? rewriting->equal(Word(u.begin(), u.end()), Word(v.begin(), v.end()), run) : std::nullopt;
    if (!same) return std::nullopt;
    run.note_choice("method", "rules", "no automatic structure was found, but the rules are confluent");
    return Equality{same, EqualityProof::confluent_rules, {}};
  }

  const Options options;
  std::optional<Presentation> presentation;  // unless the structure came from a file
  std::optional<Group> group;
  std::optional<ConfluentRewriting> rewriting;
  std::optional<WordText> text;
  std::string name;
};

WordProblem::WordProblem(const Group& group, const Options& options) : state_(std::make_shared<State>(options)) {
  state_->group = group;
  state_->text = group.text();
  state_->name = group.name();
}

WordProblem::WordProblem(Presentation presentation, const Options& options) : state_(std::make_shared<State>(options)) {
  state_->group = find_cached_group(presentation, options);
  state_->text = state_->group ? state_->group->text() : WordText(presentation.alphabet);
  state_->name = state_->group ? state_->group->name() : name_of(presentation);
  state_->presentation = std::move(presentation);
}

const std::string& WordProblem::name() const noexcept {
  return state_->name;
}

const WordText& WordProblem::text() const noexcept {
  return *state_->text;
}

bool WordProblem::from_file() const noexcept {
  return !state_->presentation;
}

std::string WordProblem::presentation() const {
  return state_->presentation ? print_presentation(*state_->presentation) : state_->group->presentation();
}

Equality WordProblem::equal(std::span<const Letter> u, std::span<const Letter> v, const ReduceOptions& how, RunControl* its_run) {
  State& known = *state_;
  GivenRun run(its_run);
  std::optional<Group> found = known.group;
  if (!found) {
    if (auto answer = known.by_rules(u, v, tuning::kRulesBeforeStructure, *run)) return *answer;
    if (!known.presentation->is_group()) {  // rules are all there is
      if (auto answer = known.by_rules(u, v, known.options.max_rules, *run)) return *answer;
      return {std::nullopt, EqualityProof::none, "no confluent rules of this monoid were found within the limits"};
    }
    found = build_group(*known.presentation, known.options, {}, {}, &*run);
    if (found->verified() || !run->should_stop()) known.group = found;  // else a later question tries again
  }
  const Group& group = *found;
  if (group.verified())
    return {group.reduce_letters(u, how, its_run) == group.reduce_letters(v, how, its_run), EqualityProof::normal_forms, {}};
  if (!from_file()) {
    if (auto answer = known.by_rules(u, v, known.options.max_rules, *run)) return *answer;
  }
  return {std::nullopt, EqualityProof::none, group.why_unverified()};
}

Equality WordProblem::equal(std::string_view u, std::string_view v, const ReduceOptions& how, RunControl* run) {
  return equal(text().read(u), text().read(v), how, run);
}

}  // namespace wreath::word
