// SPDX-License-Identifier: MIT
//
// wreath word complete: rewriting systems of groups and monoids.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/word_common.hpp"
#include "core/run/units.hpp"
#include "word/automata/language.hpp"
#include "word/completion/normal_form_language.hpp"
#include "word/parse_presentation.hpp"
#include "word/words.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kAnyLength = ~std::size_t{0};

struct CompleteOptions : WordOptions {
  word::Ordering ordering = word::Ordering::shortlex;
  std::vector<std::uint32_t> weights;
  std::vector<std::string> words;
  std::uint64_t enumerate = 0;
};

word::Ordering parse_ordering(const std::string& text) {
  if (text == "shortlex") return word::Ordering::shortlex;
  if (text == "wtlex") return word::Ordering::weighted_lex;
  if (text == "recursive") return word::Ordering::recursive;
  throw InputError(fmt::format("'{}' is no order of words: give shortlex, wtlex (with --weights) or recursive", text));
}

int complete(Session& session, const CompleteOptions& options) {
  word::Presentation presentation = read_presentation(options);
  if (options.ordering != word::Ordering::shortlex) presentation.ordering = options.ordering;
  if (!options.weights.empty()) presentation.weights = options.weights;
  RunControl& run = session.run();
  word::Completion completion(presentation, {options.rules, options.length}, &run);
  while (completion.advance(1U << 14, run)) {
    const std::string note = fmt::format("{} rules", completion.system().alive());
    run.report({"completion", completion.pairs(), 0, "equations", note});
  }
  const word::Alphabet& alphabet = presentation.alphabet;
  const auto print = [&](const word::Word& word) { return word::print_word(word, alphabet); };
  const std::vector<word::Equation> rules = completion.rules();
  Json listed = Json::array();
  std::string text;
  for (const auto& [left, right] : rules) {
    listed.push_back({print(left), print(right)});
    text += fmt::format("{} -> {}\n", print(left), print(right));
  }
  Json results{{"group", word::name_of(presentation)}, {"confluent", completion.confluent()}, {"rules", listed}};
  if (completion.confluent()) {
    const auto language = word::normal_form_language(completion.system());
    const auto size = word::automata::language_size(language);
    results["order"] = size ? natural_to_json(*size) : Json("infinite");
    text += fmt::format("{} rules, confluent; order {}\n", format_count(rules.size()), size ? size->text() : "infinite");
    Json forms = Json::array();
    word::automata::for_each_word(language, 0, kAnyLength, [&](const word::automata::SymbolWord& symbols) {
      if (forms.size() >= options.enumerate || run.should_stop()) return false;
      forms.push_back(print(word::Word(symbols.begin(), symbols.end())));
      text += forms.back().get<std::string>() + "\n";
      return true;
    });
    if (options.enumerate != 0) results["normal_forms"] = forms;
  } else {
    results["ending"] = is_stopped(run)         ? stopped_text(run)
                        : completion.at_limit() ? "the limit on rules was reached"
                                                : "an equation was longer than --max-length";
    text += fmt::format("{} rules, not confluent: {}\n", format_count(rules.size()), results["ending"].get<std::string>());
  }
  Json reduced = Json::array();
  for (const std::string& argument : options.words) {
    word::Word word = word::parse_word(argument, alphabet, "command line");
    const bool whole = completion.system().reduce(word, run);
    reduced.push_back(whole ? Json(print(word)) : Json());
    text += whole ? fmt::format("{} = {}\n", argument, print(word))
                  : fmt::format("{}: not reduced, for it grew too long\n", argument);
  }
  if (!options.words.empty()) results["reduced"] = reduced;
  return session.finish(completion.confluent() && !is_stopped(run), results, text);
}

}  // namespace

void add_word_complete(Program& program, Command& word) {
  add_command<CompleteOptions>(
      program, word, "complete", "Complete a rewriting system of a group or monoid: rules, order, normal forms",
      "  wreath word complete 'monoid<a,b | ab=ba, a^3=a>' --enumerate 10\n"
      "  wreath word complete symmetric:5 --reduce abab\n"
      "  wreath word complete baumslag-solitar:1,2 --word-order recursive\n"
      "\n"
      "Exit code 2: a limit was reached first; the rules hold, but need not suffice.",
      Length::brief,
      [](Command& command, CompleteOptions& options) {
        add_group(command, options, "A group or a monoid");
        add_build_options(command, options);
        command.add_parsed("--word-order", options.ordering, parse_ordering, "shortlex, wtlex or recursive").type_name("ORDER");
        command.add_option("--weights", options.weights, "For wtlex: the weight of each letter")
            .separated_by(',')
            .type_name("N,...");
        command.add_option("--reduce", options.words, "Words to rewrite").type_name("WORD");
        command.add_parsed("--enumerate", options.enumerate, parse_count, "Print the first so many normal forms").type_name("N");
      },
      complete);
}

}  // namespace wreath::cli
