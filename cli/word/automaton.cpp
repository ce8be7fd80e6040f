// SPDX-License-Identifier: MIT
//
// wreath word automaton: operations on finite automata.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "cli/word/stream.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct AutomatonOptions : WordOptions {
  std::string operation;
  std::vector<std::string> inputs;
  std::uint64_t tape = 1;
  bool labels = false;
  std::uint64_t count = 20;
  std::uint64_t shortest = 0;
  std::uint64_t longest = 0;
  std::vector<std::string> words;
};

/// What an operation is called, and how many automata it takes.
struct Operation {
  std::string_view name;
  std::size_t inputs;
  bool writes = true;  // with -o
};
constexpr std::array<Operation, 19> kOperations{{{"and", 2},
                                                 {"or", 2},
                                                 {"andnot", 2},
                                                 {"not", 1},
                                                 {"concatenate", 2},
                                                 {"star", 1},
                                                 {"reverse", 1},
                                                 {"minimise", 1},
                                                 {"exists", 1},
                                                 {"swap", 1},
                                                 {"compose", 2},
                                                 {"diagonal", 1},
                                                 {"equal", 2, false},
                                                 {"subset", 2, false},
                                                 {"count", 1, false},
                                                 {"growth", 1, false},
                                                 {"enumerate", 1},
                                                 {"accepts", 1, false},
                                                 {"info", 1}}};

std::string parse_automaton_operation(const std::string& text) {
  std::map<std::string, std::string> names;
  for (const Operation& operation : kOperations) names.emplace(operation.name, operation.name);
  return parse_word<std::string>(text, names, "operation");
}

const Operation& operation_of(const std::string& name) {
  return *std::ranges::find(kOperations, name, &Operation::name);
}

/// The operations whose result is an automaton.
std::optional<word::Automaton> combine(const AutomatonOptions& options, const std::vector<word::Automaton>& in, RunControl& run) {
  const word::AutomatonLimits limits{.max_states = options.build.max_states};
  const std::string& name = options.operation;
  if (name == "and") return intersect(in[0], in[1], limits, &run);
  if (name == "or") return unite(in[0], in[1], limits, &run);
  if (name == "andnot") return subtract(in[0], in[1], limits, &run);
  if (name == "not") return complement(in[0], limits, &run);
  if (name == "concatenate") return concatenate(in[0], in[1], limits, &run);
  if (name == "star") return star(in[0], limits, &run);
  if (name == "reverse") return reverse(in[0], limits, &run);
  if (name == "minimise") return minimise(in[0], options.labels, limits, &run);
  if (name == "exists") return exists(in[0], static_cast<int>(std::min<std::uint64_t>(options.tape, 3)), limits, &run);
  if (name == "swap") return swap(in[0], limits, &run);
  if (name == "compose") return compose(in[0], in[1], limits, &run);
  if (name == "diagonal") return diagonal(in[0], limits, &run);
  return std::nullopt;
}

Report compare_automata(const AutomatonOptions& options, const std::vector<word::Automaton>& in, Session& session) {
  const word::AutomatonLimits limits{.max_states = options.build.max_states};
  const auto word = options.operation == "equal" ? first_difference(in[0], in[1], limits, &session.run())
                                                 : first_outside(in[0], in[1], limits, &session.run());
  session.answer(!word);
  return word::automaton_comparison(options.operation, in[0], word);
}

Report list_words(const AutomatonOptions& options, const word::Automaton& automaton, RunControl& run) {
  std::optional<OutputFile> file;
  if (!options.output.empty()) file.emplace(options.output);
  std::function<void(const std::string&)> take;
  if (file) take = [&](const std::string& lines) { file->write(bytes_of(lines)); };
  std::string text;
  WordList list(options, text, "", take);
  const auto add = [&](const word::AutomatonWord& word) {
    list.add(word::print_word(automaton, word), word::word_value(automaton, word));
    return list.size() < options.count;
  };
  if (options.count != 0) automaton.for_each_word(add, options.shortest, options.longest == 0 ? SIZE_MAX : options.longest, &run);
  if (file) {
    file->write(bytes_of(text));
    file->commit();
    text.clear();
  }
  return word::automaton_words(options.operation, list.take_elements(), list.size(), options.output).block(text);
}

Report test_words(const AutomatonOptions& options, const word::Automaton& automaton, Session& session) {
  const word::WordText words = automaton.text();
  const auto tapes = static_cast<std::size_t>(automaton.tapes());
  if (options.words.size() % tapes != 0) throw InputError("this automaton accepts pairs of words: give two words for each pair");
  std::vector<bool> answers;
  for (std::size_t i = 0; i < options.words.size(); i += tapes) {
    const word::Word first = words.read(options.words[i]);
    answers.push_back(tapes == 1 ? automaton.accepts(first) : automaton.accepts(first, words.read(options.words[i + 1])));
    session.answer(answers.back());
  }
  return word::automaton_accepts(options.operation, answers);
}

int automaton(Session& session, const AutomatonOptions& options) {
  RunControl& run = session.run();
  if (!options.output.empty()) const OutputFile probe(options.output);  // a bad name must show at once
  std::vector<word::Automaton> in;
  for (const std::string& input : options.inputs) in.push_back(word::open_automaton(input, group_options(options), &run));
  const std::string& operation = options.operation;
  if (const auto made = combine(options, in, run)) {
    if (!options.output.empty()) word::write_automaton(*made, options.output, &run);
    const Report report = word::automaton_report(operation, *made, options.output);
    if (!options.output.empty() || options.json) return session.finish(true, report);
    print_result(word::print_automaton(*made, &run));
    return session.finish_beside_words(true, Report(report).without_text());
  }
  if (operation == "enumerate") {
    leave_terminal_to_words(session);
    const Report report = list_words(options, in[0], run);
    return session.finish(!is_stopped(run), report);
  }
  if (operation == "equal" || operation == "subset") return session.finish(true, compare_automata(options, in, session));
  if (operation == "growth")
    return session.finish(true, word::automaton_growth(operation, in[0], options.longest == 0 ? 20 : options.longest, run));
  if (operation == "accepts") return session.finish(true, test_words(options, in[0], session));
  if (operation == "count") return session.finish(true, word::automaton_size(operation, in[0].size(&run)));
  if (!options.output.empty()) word::write_automaton(in[0], options.output, &run);  // info
  return session.finish(true, word::automaton_report(operation, in[0], options.output));
}

}  // namespace

void add_word_automaton(Program& program, Command& word) {
  add_command<AutomatonOptions>(
      program, word, "automaton", "Combine, compare, count and list languages of finite automata, also those of kbmag",
      "  wreath word automaton and first.fsa second.fsa -o both.fsa\n"
      "  wreath word automaton not wa:surface:2 -o reducible.fsa       the words that are not normal forms\n"
      "  wreath word automaton compose gm/a:surface:2 gm/b:surface:2   pairs (u,v) of normal forms with u*a*b = v\n"
      "  wreath word automaton equal group.wa wa:surface:2\n"
      "  wreath word automaton growth geodesics:triangle:3,3,4 --longest 30\n"
      "  wreath word automaton enumerate reducible.fsa --count 5\n"
      "  wreath word automaton minimise group.gm -o group.dot           a picture for Graphviz\n"
      "\n"
      "With two inputs: and, or, andnot, concatenate, compose; equal and subset print a word that shows a \"no\". With one: not, "
      "star, reverse, minimise, exists, swap, diagonal, count, growth, enumerate, accepts, info. exists, swap and compose are "
      "for "
      "automata on two tapes, concatenate, star, reverse and diagonal for one. Results are minimal. Without -o the automaton is "
      "printed.\n"
      "Exit code 2: a limit was reached first; nothing is written.",
      Length::brief,
      [](Command& command, AutomatonOptions& options) {
        std::vector<std::string> names;
        for (const Operation& operation : kOperations) names.emplace_back(operation.name);
        command.add_parsed("OPERATION", options.operation, parse_automaton_operation, "What to do: see below")
            .required()
            .suggests([names] { return names; });
        command
            .add_option("AUTOMATON", options.inputs,
                        "A file with kbmag's rec(isFSA := true, ...), - for stdin, or an automaton of a group: wa:GROUP (word "
                        "acceptor),\n"
                        "gm:GROUP (general multiplier), gm/x:GROUP (for a letter x), geodesics:GROUP, geodesic-pairs:GROUP")
            .required();
        command.add_option("-o,--output", options.output,
                           "The file to write: kbmag's form, or a picture (.dot); enumerate: words", "FILE");
        command.add_parsed("--tape", options.tape, parse_count, "exists: the tape that is kept, 1 or 2 (1)", "N");
        command.add_flag("--labels", options.labels, "minimise: keep the labels of the states apart");
        command.add_parsed("--count", options.count, parse_count, "enumerate: at most N words (20)", "N");
        command.add_parsed("--shortest", options.shortest, parse_count, "enumerate: words of at least this length", "N");
        command.add_parsed("--longest", options.longest, parse_count, "enumerate, growth: words of at most this length", "N");
        command.add_option("--word", options.words, "accepts: the word to test, and for pairs the second word; may be repeated",
                           "WORD");
        add_build_options(command, options);
        options.no_cache = false;
        command.add_flag("--no-cache", options.no_cache, "Do not read or write the cache of built structures");
        add_test(command, options);
        command.add_rule([&options] {
          constexpr std::array<std::string_view, 3> kQuestions{"equal", "subset", "accepts"};
          if (options.operation.empty()) return std::string();
          const Operation& operation = operation_of(options.operation);
          if (options.inputs.size() != operation.inputs)
            return fmt::format("{} takes {}, not {}", options.operation, counted(operation.inputs, "automaton", "automata"),
                               options.inputs.size());
          if (!options.output.empty() && !operation.writes)
            return fmt::format("{} prints its answer and writes no file: omit -o", options.operation);
          if (options.operation == "accepts" && options.words.empty())
            return std::string("accepts needs a word to test: give it with --word");
          if (options.test && std::ranges::find(kQuestions, options.operation) == kQuestions.end())
            return fmt::format("{} has no answer yes or no: --test is for equal, subset and accepts", options.operation);
          return std::string();
        });
      },
      automaton);
}

}  // namespace wreath::cli
