// SPDX-License-Identifier: MIT
//
// wreath coset verify, permutations, representatives, trace, schreier, presentation, order: what a table is good for.
#include <fmt/format.h>

#include "cli/coset/common.hpp"
#include "cli/word/common.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kPiece = 1 << 18;  // letters between two looks at the clock

struct TableOptions : CosetOptions {
  std::string group;  // of verify
  std::vector<std::string> words;
  bool no_simplify = false;
};

/// Looks at the clock after a number of letters, however they are divided into words.
class StopAfterLetters {
 public:
  explicit StopAfterLetters(RunControl& run) : run_(run) {}

  void count(std::size_t letters) { letters_ += letters; }
  bool is_due() {
    if (letters_ < kPiece) return false;
    letters_ = 0;
    return run_.should_stop();
  }

 private:
  RunControl& run_;
  std::size_t letters_ = kPiece;
};

bool wants_list(const TableOptions& options) {
  return options.json || !options.record.empty();
}

int verify_verb(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = coset::read_table(options.input, &run);
  const coset::Problem problem = coset::open_problem_for(table, options.group, options.reading);
  const coset::Verification found = coset::verify(table, problem, options.machine.threads, &run);
  session.answer(found.verified);
  std::string relator;
  if (found.equation) {
    const word::WordText words(problem.group.alphabet);
    const word::Equation& equation = problem.group.equations[*found.equation];
    relator = words.print(equation.first) + (equation.second.empty() ? "" : " = " + words.print(equation.second));
  }
  return session.finish(true, coset::verification_report(options.input, options.group, table, found, relator));
}

int permutations(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = open_table(options, run);
  const word::Alphabet& alphabet = table.problem().group.alphabet;
  std::vector<coset::WrittenPermutation> files;
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    if (alphabet.inverses[x] < x) continue;  // an inverse
    if (run.should_stop()) break;
    files.push_back({alphabet.names[x], fmt::format("{}-{}.npy", options.output, alphabet.names[x])});
    coset::write_permutation(files.back().file, table, static_cast<word::Letter>(x));
  }
  return session.finish(run.stop_reason() == StopReason::none, coset::permutations_report(options.input, table, files));
}

int representatives(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  require_output(options);
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  std::unique_ptr<OutputFile> file;
  if (!options.output.empty()) file = std::make_unique<OutputFile>(options.output);
  ValueList list;
  std::string text;
  std::uint64_t written = 0;
  StopAfterLetters stop(run);
  for (coset::AnyCoset c = 0; c < table.index() && !stop.is_due(); ++c, ++written) {
    const std::string word = words.print(table.representative(c));
    stop.count(word.size() + 1);
    if (wants_list(options) && !file) list.add(word);
    if (file || !options.json) text += word + "\n";
    if (file && text.size() > std::size_t{1} << 20) {
      file->write(bytes_of(text));
      text.clear();
    }
  }
  const bool complete = written == table.index();
  if (file && complete) {
    file->write(bytes_of(text));
    file->commit();
  }
  Report report = coset::words_report("representatives", options.input, table, file ? Value() : list.take(),
                                      complete ? options.output : "", written);
  if (!file) report.block(text);
  return session.finish(complete, report);
}

int trace_verb(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  std::vector<coset::Traced> traced;
  for (const std::string& given : options.words) {
    coset::AnyCoset coset = 0;
    const word::Word word = words.read(given);
    for (std::size_t first = 0; first == 0 || first < word.size(); first += kPiece) {
      if (run.should_stop()) return session.finish(false, coset::words_report("trace", options.input, table, {}));
      coset = table.trace(std::span(word).subspan(first, std::min(kPiece, word.size() - first)), coset);
    }
    session.answer(coset == 0);
    traced.push_back({given, coset, words.print(table.representative(coset))});
  }
  return session.finish(true, coset::trace_report(options.input, table, traced));
}

int schreier(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  ValueList list;
  std::string text;
  try {
    StopAfterLetters stop(run);
    for (const word::Word& word : coset::schreier_generators(table, &run)) {
      if (stop.is_due()) throw LimitReached("the run was stopped");
      stop.count(word.size() + 1);
      if (wants_list(options)) list.add(words.print(word));
      if (!options.json) text += words.print(word) + "\n";
    }
  } catch (const LimitReached&) {
    return session.finish(false, coset::words_report("schreier", options.input, table, {}));
  }
  return session.finish(true, coset::words_report("schreier", options.input, table, list.take()).block(text));
}

int presentation(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  require_output(options);
  const coset::Table table = open_table(options, run);
  coset::SubgroupPresentation found;
  try {
    found = coset::subgroup_presentation(table, {.simplify = !options.no_simplify}, &run);
  } catch (const LimitReached&) {
    return session.finish(false, coset::words_report("presentation", options.input, table, {}));
  }
  if (!options.output.empty()) {
    OutputFile file(options.output);
    file.write(bytes_of(found.text() + "\n"));
    file.commit();
  }
  const bool complete = options.no_simplify || found.simplified;
  const word::WordText words(table.problem().group.alphabet);
  std::vector<std::string> generators;
  for (const word::Word& word : found.generators) generators.push_back(words.print(word));
  return session.finish(complete, coset::presentation_report(options.input, table, found, generators, complete, options.output,
                                                             presentation_lines(found.text()) + "\n"));
}

int order_verb(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  coset::OrderProgress progress;
  require_output(options);
  const coset::Problem problem = coset::open_problem(options.input, options.reading);
  const auto found = coset::group_order(problem, enumeration_options(options), &run, &progress, options.proof);
  if (found) {
    Report report = coset::order_report(options.input, *found, options.reading);
    if (!options.proof.empty()) report.line("proof: {}", {options.proof});
    return session.finish(true, report);
  }
  return session.finish(false, coset::order_report(options.input, problem, progress, options.how, run));
}

/// What turns a table into another form, or checks it.
void add_action_verbs(Program& program, Command& coset) {
  add_command<TableOptions>(
      program, coset, "verify", "Check a table against a presentation",
      "  wreath coset verify a5.coset '<a,b | a^2, b^3, (ab)^5>' --subgroup ab\n"
      "\n"
      "Checked: the columns are permutations, inverses agree, every relator holds at every coset, the subgroup's generators fix\n"
      "coset 0, and all cosets are reached from it. Then the index is at least the number of cosets of the table. It is exactly\n"
      "that if the table follows from the relators without further cosets, and 'exactly' is then printed in place of 'at least'\n"
      "('proven' of --json). Without --subgroup, the generators are those that the table was made with.\n"
      "The exit code is 0 for either answer; 'verified' of --json is true or false. With --test it is 0 or 3.",
      Length::brief,
      [](Command& command, TableOptions& options) {
        command.add_option("TABLE", options.input, "A file of 'wreath coset enumerate'").required();
        add_presentation(command, options.group);
        command.add_parsed(
            "--subgroup", options.reading.subgroup, [](const std::string& text) { return text; },
            "Words that generate the subgroup", "WORDS");
        add_test(command, options);
      },
      verify_verb);
  add_command<TableOptions>(
      program, coset, "permutations", "Write the action of each generator on the cosets as an array",
      "  wreath coset permutations m24.coset -o m24            m24-a.npy, m24-b.npy, ...\n"
      "  wreath perm cycles m24-a.npy\n"
      "  wreath orbit growth m24-a.npy m24-b.npy --start 1     distances from coset 0, which is point 1",
      Length::resumable,
      [](Command& command, TableOptions& options) {
        add_table(command, options);
        command
            .add_option("-o,--output", options.output, "The start of the file names: PREFIX-a.npy, PREFIX-b.npy, ...", "PREFIX")
            .required();
      },
      permutations);
  add_command<TableOptions>(
      program, coset, "representatives", "Print the least word that leads to each coset",
      "  wreath coset representatives '<a,b | a^2, b^3, (ab)^5>' --subgroup ab", Length::resumable,
      [](Command& command, TableOptions& options) {
        add_table(command, options);
        command.add_option("-o,--output", options.output, "Write them to a file, one per line", "FILE");
      },
      representatives);
  add_command<TableOptions>(
      program, coset, "trace", "Find the cosets of words, and whether they are in the subgroup",
      "  wreath coset trace a5.coset ab abab\n"
      "  wreath coset trace a5.coset abab --test && echo 'in the subgroup'",
      Length::resumable,
      [](Command& command, TableOptions& options) {
        add_table(command, options);
        command.add_option("WORD", options.words, "Words of the group, such as a*b").required();
        add_test(command, options);
      },
      trace_verb);
}

void add_subgroup_verbs(Program& program, Command& coset) {
  add_command<TableOptions>(
      program, coset, "schreier", "Print generators of the subgroup, one for each edge outside a tree of cosets",
      "  wreath coset schreier '<a,b | a^2, b^3>' --subgroup '[a,b], [a,B]'", Length::resumable,
      [](Command& command, TableOptions& options) { add_table(command, options); }, schreier);
  add_command<TableOptions>(
      program, coset, "presentation", "Print a presentation of the subgroup (Reidemeister-Schreier, simplified)",
      "  wreath coset presentation '<a,b | a^2, b^2>' --subgroup ab\n"
      "  wreath coset presentation '<a,b | a^2, b^3>' --subgroup '[a,b], [a,B]'\n"
      "  wreath coset presentation m22.coset -o h.txt && wreath coset order h.txt",
      Length::resumable,
      [](Command& command, TableOptions& options) {
        add_table(command, options);
        command.add_flag("--no-simplify", options.no_simplify, "Print what rewriting gives");
        command.add_option("-o,--output", options.output, "Write the presentation to a file, which the other verbs can read",
                           "FILE");
      },
      presentation);
  add_command<TableOptions>(
      program, coset, "order", "Find the order of the group, as a product of indices",
      "  wreath coset order '<a,b | a^2, b^3, (ab)^5>'\n"
      "  wreath coset order '<a,b | a^2, b^3, (ab)^7, [a,b]^8>' --subgroup ab\n"
      "  wreath coset order '<a,b | a^2, b^3, (ab)^5>' --proof order.proof\n"
      "  wreath coset order group.txt --time 600 --checkpoint g.ck      then, to resume:\n"
      "  wreath coset order group.txt --resume g.ck\n"
      "\n"
      "The order is the index of a subgroup, by default a cyclic one, times the order of the subgroup, which is found from a\n"
      "presentation of it if need be. A group with an infinite abelian quotient, or with a subgroup of small index that has\n"
      "one, is reported as infinite. Exit code 2: a limit was reached first, and the group may be infinite.",
      Length::resumable,
      [](Command& command, TableOptions& options) {
        add_presentation(command, options.input);
        add_enumeration_options(command, options, "a generator with a power among the relators");
        command.add_option("--proof", options.proof, "Write a proof of the order, for wreath-check", "FILE");
      },
      order_verb);
}

}  // namespace

void add_coset_tables(Program& program, Command& coset) {
  add_action_verbs(program, coset);
  add_subgroup_verbs(program, coset);
}

}  // namespace wreath::cli
