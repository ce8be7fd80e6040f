// SPDX-License-Identifier: MIT
#include "format/equality.hpp"

#include "format/group_input.hpp"
#include "word/completion/confluent_rewriting.hpp"
#include "word/parse_presentation.hpp"
#include "word/word_text.hpp"

namespace wreath::format {

namespace {

constexpr std::size_t kFewRules = 256;

}  // namespace

Equality decide_equality(const std::string& source,
                         const std::function<std::pair<word::Word, word::Word>(const word::WordText&)>& read,
                         const word::Options& options, const word::ReduceOptions& how) {
  RunControl unlimited;
  RunControl& run = options.run != nullptr ? *options.run : unlimited;
  const auto by_rules = [&](std::size_t rules) -> std::optional<Equality> {
    const word::Presentation presentation = read_group(source, reading_of(options));
    const auto [u, v] = read(word::WordText(presentation.alphabet));
    const auto rewriting = word::ConfluentRewriting::find(presentation, {rules, options.max_length}, run);
    const auto same = rewriting ? rewriting->equal(u, v, run) : std::nullopt;
    if (!same) return std::nullopt;
    run.note_choice("algorithm", "rules", "the group has no automatic structure, or none that was found, but confluent rules");
    return Equality{same, word::name_of(presentation), "confluent rules", {}};
  };
  if (!is_at_hand(source, options)) {
    if (auto answer = by_rules(kFewRules)) return *answer;
  }
  const word::Group group = word::Group::open(source, options);
  if (group.verified()) {
    const auto [u, v] = read(group.text());
    return {group.reduce_letters(u, how) == group.reduce_letters(v, how), group.name(), "normal forms", {}};
  }
  if (group.origin() == "file") return {std::nullopt, group.name(), {}, group.ending(), true};
  if (auto answer = by_rules(options.max_rules)) return *answer;
  return {std::nullopt, group.name(), {}, group.ending()};
}

}  // namespace wreath::format
