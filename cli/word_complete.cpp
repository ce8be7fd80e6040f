// SPDX-License-Identifier: MIT
//
// wreath word complete: rewriting systems of groups and monoids.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/word_stream.hpp"
#include "core/run/counted.hpp"
#include "core/run/group_digits.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

struct CompleteOptions : WordOptions {
  word::Ordering ordering = word::Ordering::shortlex;
  std::vector<std::uint32_t> weights;
  std::vector<std::string> words;
  std::uint64_t enumerate = 0;
};

word::Ordering parse_ordering(const std::string& text) {
  return parse_word<word::Ordering>(text,
                                    {{"shortlex", word::Ordering::shortlex},
                                     {"wtlex", word::Ordering::weighted_lex},
                                     {"recursive", word::Ordering::recursive},
                                     {"rt_recursive", word::Ordering::recursive_from_left},
                                     {"wreathprod", word::Ordering::wreath_product}},
                                    "order of words");
}

std::string why_not_confluent(word::CompletionEnding ending, const RunControl& run) {
  if (ending == word::CompletionEnding::stopped) return stopped_text(run);
  if (ending == word::CompletionEnding::max_rules) return "the limit on rules was reached";
  return "an equation exceeded --max-length";
}

int complete(Session& session, const CompleteOptions& options) {
  RunControl& run = session.run();
  const word::Options how = group_options(options);
  word::Presentation presentation = word::read_presentation(options.group, how);
  if (options.ordering != word::Ordering::shortlex) presentation.ordering = options.ordering;
  if (!options.weights.empty()) presentation.weights = options.weights;
  if (!options.weights.empty() && presentation.ordering != word::Ordering::weighted_lex &&
      presentation.ordering != word::Ordering::wreath_product) {
    throw UsageError{"--weights needs --word-order wtlex or wreathprod: the other orders have no weights"};
  }
  const word::RuleSystem system = word::complete(presentation, how, &run);
  const word::WordText words(presentation.alphabet);
  constexpr std::size_t kShownUnlessConfluent = 100;
  Json results{{"group", word::name_of(presentation)}, {"confluent", system.confluent()}};
  std::string text;
  WordList list(options, text);
  const std::size_t shown = system.confluent() ? system.rules().size() : std::min(kShownUnlessConfluent, system.rules().size());
  list.limit_text(shown);
  for (const auto& [left, right] : system.rules()) {
    if (!list.takes_more()) break;
    const std::string rule[] = {words.print(left), words.print(right)};
    list.add(fmt::format("{} -> {}", rule[0], rule[1]), Json(rule));
  }
  results["rules"] = list.take_elements();
  const std::string count = counted(system.rules().size(), "rule");
  if (system.rules().size() > shown)
    text += fmt::format("... and {} more; --json lists all\n", group_digits(std::to_string(system.rules().size() - shown)));
  if (system.confluent()) {
    add_unless_stopped(results, "order", [&] {
      const Cardinal order = system.order(&run);
      text += fmt::format("{}, confluent; order {}\n", count, group_digits(order.text()));
      return number_to_json(order);
    });
    if (!results.contains("order")) text += fmt::format("{}, confluent; {}\n", count, stopped_text(run));
    WordList forms(options, text);
    const auto add = [&](std::span<const word::Letter> form) {
      forms.add(words.print(form));
      return forms.size() < options.enumerate;
    };
    if (options.enumerate != 0) {
      leave_terminal_to_words(session);
      system.for_each_normal_form(add, &run);
      results["normal_forms"] = forms.take_elements();
    }
  } else {
    const std::string why = why_not_confluent(system.ending(), run);
    results["ending"] = why;
    text += fmt::format("{}, not confluent: {}\n", count, why);
  }
  Json reduced = Json::array();
  for (const std::string& argument : options.words) {
    const auto word = system.reduce(words.read(argument, "command line"), &run);
    reduced.push_back(word ? Json(words.print(*word)) : Json());
    text += word ? fmt::format("{} = {}\n", argument, words.print(*word))
                 : fmt::format("{}: not reduced, because the word grew too long\n", argument);
  }
  if (!options.words.empty()) results["reduced"] = reduced;
  return session.finish(system.confluent() && !is_stopped(run), results, text);
}

}  // namespace

void add_word_complete(Program& program, Command& word) {
  add_command<CompleteOptions>(
      program, word, "complete", "Complete a rewriting system of a group or monoid: rules, order, normal forms",
      "  wreath word complete 'monoid<a,b | ab=ba, a^3=a>' --enumerate 10\n"
      "  wreath word complete symmetric:5 --reduce abab\n"
      "  wreath word complete baumslag-solitar:1,2 --word-order recursive\n"
      "\n"
      "Exit code 2: a limit was reached first; the rules are valid, but not confluent.",
      Length::brief,
      [](Command& command, CompleteOptions& options) {
        add_group(command, options, "A group or a monoid");
        add_build_options(command, options);
        command.add_parsed("--word-order", options.ordering, parse_ordering,
                           "shortlex, wtlex, recursive, rt_recursive or wreathprod", "ORDER");
        command
            .add_option("--weights", options.weights, "The weight of each letter, for wtlex, or its level, for wreathprod",
                        "N,...")
            .separated_by(',');
        command.add_option("--reduce", options.words, "Words to rewrite", "WORD");
        command.add_parsed("--enumerate", options.enumerate, parse_count, "Print the first N normal forms", "N");
      },
      complete);
}

}  // namespace wreath::cli
