// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "word/automata/operations.hpp"
#include "word/completion/completion.hpp"
#include "word/proof/write.hpp"
#include "wreath/word/completion.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

struct RuleSystem::State {
  State(const Presentation& its_presentation, const CompletionLimits& limits, RunControl& run, const std::vector<Equation>& known,
        std::unique_ptr<Journal> its_journal)
      : presentation(its_presentation),
        journal(std::move(its_journal)),
        completion(presentation, limits, &run, known, journal.get()) {}

  /// The normal forms.
  const automata::Dfa& language(RunControl* run) {
    if (!completion.confluent())
      throw InputError("the rules are not confluent, so they do not determine the elements; complete them with higher limits");
    if (!known_language) {
      const automata::Limits limits{.run = run};
      known_language = normal_form_language(completion.system(), limits);
      if (presentation.is_semigroup) known_language = automata::difference(*known_language, only_identity(), limits);
    }
    return *known_language;
  }

  automata::Dfa only_identity() const {
    automata::Dfa dfa = automata::empty_language(static_cast<std::uint32_t>(presentation.alphabet.size()));
    dfa.labels[0] = 1;
    return dfa;
  }

  const Presentation presentation;
  const std::unique_ptr<Journal> journal;  // if a proof was asked for
  Completion completion;
  std::vector<Equation> rules;
  CompletionEnding ending = CompletionEnding::confluent;
  std::optional<automata::Dfa> known_language;
};

RuleSystem::RuleSystem(std::shared_ptr<State> state) : state_(std::move(state)) {}

RuleSystem complete(const Presentation& presentation, const Options& options, RunControl* its_run) {
  constexpr std::uint64_t kPairsPerReport = 1U << 14;
  GivenRun run(its_run);
  static_cast<void>(WordOrder(presentation));  // throws if weights are missing
  const CompletionLimits limits{options.max_rules, options.max_length};
  if (options.keeps_proof) require_provable(presentation);
  const auto start = [&](std::size_t entries) {
    // The rules of a finite group come from its elements, not from equations.
    if (options.keeps_proof)
      return std::make_shared<RuleSystem::State>(presentation, limits, *run, std::vector<Equation>{},
                                                 std::make_unique<Journal>(presentation));
    const auto known = finite_group_rules(presentation, {.entries = entries, .rules = limits.rules}, *run);
    return known.empty() && entries != tuning::kFewEntries
               ? nullptr
               : std::make_shared<RuleSystem::State>(presentation, limits, *run, known, nullptr);
  };
  auto state = start(tuning::kFewEntries);
  std::size_t tried = tuning::kFewEntries;
  while (state->completion.advance(kPairsPerReport, *run)) {
    const Completion& completion = state->completion;
    run->report({"completion", completion.pairs(), 0, "equations", fmt::format("{} rules", completion.system().alive())});
    const std::size_t entries = tuning::kEntriesPerRule * completion.made();
    if (options.keeps_proof || tried == tuning::kManyEntries || entries < 4 * tried) continue;
    tried = std::min(entries, tuning::kManyEntries);
    if (auto again = start(tried)) {
      state = std::move(again);
      tried = tuning::kManyEntries;
    }
  }
  Completion& completion = state->completion;
  state->rules = completion.rules();
  if (!completion.confluent()) {
    state->ending = run->stop_reason() != StopReason::none ? CompletionEnding::stopped
                    : completion.at_limit()                ? CompletionEnding::max_rules
                                                           : CompletionEnding::max_length;
  }
  return RuleSystem(std::move(state));
}

const Presentation& RuleSystem::presentation() const noexcept {
  return state_->presentation;
}

bool RuleSystem::confluent() const noexcept {
  return state_->completion.confluent();
}

CompletionEnding RuleSystem::ending() const noexcept {
  return state_->ending;
}

const std::vector<Equation>& RuleSystem::rules() const noexcept {
  return state_->rules;
}

void RuleSystem::write_proof(const std::string& path, RunControl* run) const {
  if (!confluent()) throw InputError("the rules are not confluent, so that there is nothing to prove");
  if (state_->journal == nullptr) throw InputError("nothing was kept for a proof: ask for it before the completion begins");
  GivenRun control(run);
  write_rewriting_proof(path, state_->presentation, *state_->journal, state_->completion.lemmas(), *control);
}

std::optional<Word> RuleSystem::reduce(std::span<const Letter> word, RunControl* run) const {
  GivenRun control(run);
  Word reduced(word.begin(), word.end());
  if (!state_->completion.system().reduce(reduced, *control)) return std::nullopt;
  return reduced;
}

Cardinal RuleSystem::order(RunControl* run) const {
  return automata::language_size(state_->language(run), {.run = run});
}

std::vector<Word> RuleSystem::normal_forms(std::uint64_t count, RunControl* run) const {
  std::vector<Word> forms;
  const auto add = [&](std::span<const Letter> form) {
    forms.emplace_back(form.begin(), form.end());
    return forms.size() < count;
  };
  if (count != 0) for_each_normal_form(add, run);
  return forms;
}

void RuleSystem::for_each_normal_form(const std::function<bool(std::span<const Letter>)>& visit, RunControl* run) const {
  constexpr std::size_t kPerLook = 1024;
  std::size_t seen = 0;
  Word form;
  const auto take = [&](const automata::SymbolWord& symbols) {
    if (run != nullptr && seen++ % kPerLook == 0 && run->should_stop()) return false;
    form.assign(symbols.begin(), symbols.end());
    return visit(form);
  };
  try {
    automata::for_each_word(state_->language(run), 0, SIZE_MAX, take, {.run = run});
  } catch (const LimitReached&) {  // what is known by then is the answer
  }
}

}  // namespace wreath::word
