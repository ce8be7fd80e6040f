// SPDX-License-Identifier: MIT
//
// wreath word complete: rewriting systems of groups and monoids.
#include <fmt/format.h>

#include "cli/word/stream.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct CompleteOptions : WordOptions {
  word::Ordering ordering = word::Ordering::shortlex;
  std::vector<std::uint32_t> weights;
  std::vector<std::string> words;
  std::uint64_t enumerate = 0;
  std::string proof;
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

int complete(Session& session, const CompleteOptions& options) {
  RunControl& run = session.run();
  word::Options how = group_options(options);
  how.keeps_proof = !options.proof.empty();
  wreath::require_distinct_files({{"--proof", options.proof}}, {{"the input", options.group}});
  if (how.keeps_proof) const OutputFile probe(options.proof);  // a bad name must show at once
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
  word::CompletionAnswer answer;
  std::string text;
  WordList list(options, text);
  const std::size_t shown = system.confluent() ? system.rules().size() : std::min(kShownUnlessConfluent, system.rules().size());
  list.limit_text(shown);
  for (const auto& [left, right] : system.rules()) {
    if (!list.takes_more()) break;
    const std::vector<std::string> rule{words.print(left), words.print(right)};
    list.add(fmt::format("{} -> {}", rule[0], rule[1]), rule);
  }
  answer.rules = list.take_elements();
  const std::string count = counted(system.rules().size(), "rule");
  if (system.rules().size() > shown)
    text += fmt::format("... and {} more; --json lists all\n", format_count(system.rules().size() - shown));
  if (system.confluent()) {
    try {
      answer.order = system.order(&run);
    } catch (const LimitReached&) {  // it is not known
    }
    text += fmt::format("{}, confluent{}\n", count, !answer.order ? "" : "; order " + group_digits(answer.order->text()));
    WordList forms(options, text);
    const auto add = [&](std::span<const word::Letter> form) {
      forms.add(words.print(form));
      return forms.size() < options.enumerate;
    };
    if (options.enumerate != 0) {
      leave_terminal_to_words(session);
      system.for_each_normal_form(add, &run);
      answer.normal_forms = forms.take_elements();
    }
  }
  for (const std::string& argument : options.words) {
    const auto word = system.reduce(words.read(argument), &run);
    answer.reduced.push_back(word ? std::optional(words.print(*word)) : std::nullopt);
    text += word ? fmt::format("{} = {}\n", argument, words.print(*word))
                 : fmt::format("{}: not reduced, because the word grew too long\n", argument);
  }
  bool is_proven = system.confluent() && how.keeps_proof;
  try {
    if (is_proven) system.write_proof(options.proof, &run);
  } catch (const LimitReached&) {
    is_proven = false;
  }
  Report report = word::completion_report(options.group, system, answer);
  report.block(text);
  if (is_proven) report.line("proof: {}", {options.proof});
  if (!is_proven && how.keeps_proof)
    print_error(fmt::format("wreath: the rules are not confluent, so no proof was written to {}\n", options.proof));
  if (!system.confluent()) report.line("{}, not confluent[: {reason}]", {count});
  return session.finish(system.confluent() && !is_stopped(run), report);
}

}  // namespace

void add_word_complete(Program& program, Command& word) {
  add_command<CompleteOptions>(
      program, word, "complete", "Complete a rewriting system of a group or monoid: rules, order, normal forms",
      "  wreath word complete 'monoid<a,b | ab=ba, a^3=a>' --enumerate 10\n"
      "  wreath word complete symmetric:5 --reduce abab\n"
      "  wreath word complete baumslag-solitar:1,2 --word-order recursive\n"
      "  wreath word complete symmetric:5 --proof rules.proof     then: wreath-check rules.proof\n"
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
        command.add_option("--proof", options.proof, "Write a proof that the rules are confluent, for wreath-check", "FILE");
        command.add_parsed("--enumerate", options.enumerate, parse_count, "Print the first N normal forms", "N");
      },
      complete);
}

}  // namespace wreath::cli
