// SPDX-License-Identifier: MIT
#include "word/subgroup/find_subgroup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "word/internals.hpp"
#include "word/subgroup/build_cosets.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

Group unbuilt_group(const Presentation& presentation) {
  AutomaticStructure none;
  none.presentation = presentation;
  return Internals::make_group(std::move(none), Origin::none, {.ending = BuildEnding::not_built});
}

}  // namespace

Subgroup without_cosets(const Group& group, const std::vector<Word>& generators, RunControl& run) {
  CosetStructure none;
  none.ending = run.should_stop() ? fmt::format("stopped ({})", to_string(run.stop_reason())) : group.why_unverified();
  return Internals::make_subgroup(group, generators, std::move(none));
}

std::optional<Subgroup> find_finite_index(const Presentation& presentation, const std::vector<Word>& generators,
                                          const Options& how, const SubgroupOptions& options, std::size_t rows, RunControl& run) {
  if (!presentation.is_group() || run.should_stop()) return std::nullopt;
  std::optional<CosetStructure> cosets;
  try {
    cosets = enumerate_cosets(presentation, generators, std::min(rows, options.max_vertices),
                              {.run = &run, .states = options.max_states});
  } catch (const LimitReached&) {  // the structure of the group may need fewer states
    if (run.should_stop()) throw;
  }
  if (!cosets) return std::nullopt;
  const auto open_group = [presentation, how](RunControl* later, std::size_t rules) {
    Options options_then = how;
    options_then.max_rules = std::min(how.max_rules, rules);
    return Group::build(presentation, options_then, later);
  };
  return Internals::make_subgroup(unbuilt_group(presentation), generators, std::move(*cosets), open_group);
}

Subgroup find_subgroup(const Presentation& presentation, const std::vector<Word>& generators, const Options& how,
                       const SubgroupOptions& options, RunControl& run) {
  const auto enumerated = [&](std::size_t rows) { return find_finite_index(presentation, generators, how, options, rows, run); };
  if (const auto found = enumerated(tuning::kFewRows)) return *found;
  const bool in_steps = run.files().empty();
  const auto step = [&](std::size_t rules) {
    Options first = how;
    if (in_steps) first.max_rules = std::min(first.max_rules, rules);
    return first;
  };
  Options last = step(tuning::kFewRules);
  Group group = Group::build(presentation, last, &run);
  for (const auto& [rows, rules] : {std::pair{tuning::kMoreRows, tuning::kMoreRules}, {options.max_vertices, how.max_rules}}) {
    if (group.verified() || run.should_stop()) break;
    if (const auto found = enumerated(rows)) return *found;
    const Options next = step(rules);
    if (next.max_rules > last.max_rules && !run.should_stop()) group = group.build_further(next, &run);
    last = next;
  }
  return group.verified() ? Subgroup::build(group, generators, options, &run) : without_cosets(group, generators, run);
}

}  // namespace wreath::word
