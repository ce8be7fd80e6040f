// SPDX-License-Identifier: MIT
//
// wreath coset verify, permutations, representatives, trace, schreier, presentation, order: what a table is good for.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/coset_common.hpp"
#include "cli/table.hpp"
#include "cli/word_common.hpp"
#include "core/run/counted.hpp"
#include "core/run/group_digits.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kPiece = 1 << 18;       // letters between two looks at the clock
constexpr std::size_t kFirstGenerators = 10;  // of a stopped presentation, which may have thousands

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

bool is_stop(const RunControl& run) {
  return run.stop_reason() != StopReason::none;
}

int finish_stopped_coset(Session& session, const TableOptions& options) {
  const std::string stop = fmt::format("stopped ({})", to_string(session.run().stop_reason()));
  return session.finish(false, {{"input", options.input}, {"complete", false}, {"ending", stop}}, stop + "\n");
}

int verify_verb(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = coset::read_table(options.input, &run);
  const coset::Problem problem = coset::open_problem_for(table, options.group, options.reading);
  try {
    const coset::Verification found = coset::verify(table, problem, options.machine.threads, &run);
    Json results{{"table", options.input},     {"presentation", options.group}, {"cosets", table.index()},
                 {"verified", found.verified}, {"problem", found.problem},      {"seconds", run.seconds()}};
    std::string text = fmt::format("NOT a table of this group: {}\n", found.problem);
    if (found.equation) {
      const word::WordText words(problem.group.alphabet);
      const word::Equation& relator = problem.group.equations[*found.equation];
      results["relator"] = words.print(relator.first) + (relator.second.empty() ? "" : " = " + words.print(relator.second));
      text += fit_columns(fmt::format("  relator: {}\n", results["relator"].get<std::string>()));
    }
    if (found.verified) {
      results["proven"] = found.exact ? "exactly" : "at least";
      if (found.exact) results["index"] = table.index();
      text = fmt::format("verified: the index is {} {}\n", found.exact ? "exactly" : "at least", format_count(table.index()));
    }
    session.answer(found.verified);
    return session.finish(true, results, text);
  } catch (const LimitReached&) {
    return finish_stopped_coset(session, options);
  }
}

int permutations(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = open_table(options, run);
  const word::Alphabet& alphabet = table.problem().group.alphabet;
  Json files = Json::object();
  std::string text;
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    if (alphabet.inverses[x] < x) continue;  // an inverse
    if (run.should_stop()) break;
    const std::string path = fmt::format("{}-{}.npy", options.output, alphabet.names[x]);
    coset::write_permutation(path, table, static_cast<word::Letter>(x));
    files[alphabet.names[x]] = path;
    text += fmt::format("{}: {}\n", alphabet.names[x], path);
  }
  return session.finish(
      !is_stop(run), {{"input", options.input}, {"points", table.index()}, {"resumed", table.resumed()}, {"files", files}}, text);
}

int representatives(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  require_output(options);
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  OutputFile* const no_file = nullptr;
  std::unique_ptr<OutputFile> file(options.output.empty() ? no_file : new OutputFile(options.output));
  PrintedList list;
  if (!file) list.name = "representatives";
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
  Json results{{"input", options.input}, {"index", table.index()}, {"resumed", table.resumed()}};
  if (!file) return session.finish(complete, results, text, {}, list);
  if (complete) {
    file->write(bytes_of(text));
    file->commit();
  }
  return session.finish(complete, results,
                        complete ? fmt::format("{}: {}\n", options.output, counted(written, "word")) : "stopped\n");
}

int trace_verb(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  Json answers = Json::array();
  std::string text;
  for (const std::string& given : options.words) {
    coset::AnyCoset coset = 0;
    const word::Word word = words.read(given);
    for (std::size_t first = 0; first == 0 || first < word.size(); first += kPiece) {
      if (run.should_stop()) return finish_stopped_coset(session, options);
      coset = table.trace(std::span(word).subspan(first, std::min(kPiece, word.size() - first)), coset);
    }
    const std::string representative = words.print(table.representative(coset));
    session.answer(coset == 0);
    answers.push_back({{"word", given}, {"coset", coset}, {"representative", representative}, {"member", coset == 0}});
    text += fmt::format("{}: coset {}, that of {}{}\n", given, coset, representative, coset == 0 ? ": in the subgroup" : "");
  }
  return session.finish(
      true, {{"input", options.input}, {"index", table.index()}, {"resumed", table.resumed()}, {"words", answers}}, text);
}

int schreier(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  try {
    PrintedList list{"generators"};
    std::string text;
    StopAfterLetters stop(run);
    for (const word::Word& word : coset::schreier_generators(table, &run)) {
      if (stop.is_due()) return finish_stopped_coset(session, options);
      stop.count(word.size() + 1);
      if (wants_list(options)) list.add(words.print(word));
      if (!options.json) text += words.print(word) + "\n";
    }
    return session.finish(true, {{"input", options.input}, {"index", table.index()}, {"resumed", table.resumed()}}, text, {},
                          list);
  } catch (const LimitReached&) {
    return finish_stopped_coset(session, options);
  }
}

std::string size_text(const coset::SubgroupPresentation& found) {
  std::uint64_t letters = 0;
  for (const auto& relator : found.relators) letters += relator.size();
  return fmt::format("{}, {} with {} in total", counted(found.generators.size(), "generator"),
                     counted(found.relators.size(), "relator"), counted(letters, "letter"));
}

/// The presentation, or where it is, and its generators; of many that are not simplified the first ones. stop: why they are not.
std::string presentation_text(const coset::SubgroupPresentation& found, const Json& generators, const std::string& output,
                              const std::string& stop) {
  const bool is_cut = !stop.empty() && generators.size() > kFirstGenerators;
  std::string text = output.empty() ? "" : fmt::format("{}: {}\n", output, size_text(found));
  if (!stop.empty()) {
    std::string where = output.empty() ? "" : fmt::format("; all of them are in {}", output);
    if (is_cut && output.empty()) where = "; use -o FILE or --json to get all of them";
    text = fit_columns(fmt::format("{}: {}, not yet simplified{}\n", stop, size_text(found), where));
  }
  if (output.empty() && !is_cut) text += presentation_lines(found.text()) + "\n";
  for (std::size_t k = 0; k < (is_cut ? kFirstGenerators : generators.size()); ++k)
    text += fmt::format("  x{} = {}\n", k + 1, generators[k].get<std::string>());
  return text + (is_cut ? "  ...\n" : "");
}

int presentation(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  require_output(options);
  const coset::Table table = open_table(options, run);
  const word::WordText words(table.problem().group.alphabet);
  try {
    const coset::SubgroupPresentation found = coset::subgroup_presentation(table, {.simplify = !options.no_simplify}, &run);
    Json generators = Json::array();
    for (const word::Word& word : found.generators) generators.push_back(words.print(word));
    if (!options.output.empty()) {
      OutputFile file(options.output);
      file.write(bytes_of(found.text() + "\n"));
      file.commit();
    }
    const bool complete = options.no_simplify || found.simplified;
    const std::string stop = complete ? "" : fmt::format("stopped ({})", to_string(run.stop_reason()));
    const std::string text = presentation_text(found, generators, options.output, stop);
    const Json results{{"input", options.input},        {"index", table.index()},   {"resumed", table.resumed()},
                       {"presentation", found.text()},  {"generators", generators}, {"relators", found.relators.size()},
                       {"simplified", found.simplified}};
    return session.finish(complete, results, text);
  } catch (const LimitReached&) {
    return finish_stopped_coset(session, options);
  }
}

std::string factors_text(const std::vector<std::uint64_t>& factors) {
  std::string product;
  for (const std::uint64_t factor : factors) product += (product.empty() ? "" : " * ") + format_count(factor);
  return product;
}

/// How far a search for the order came.
int finish_stopped_order(Session& session, const TableOptions& options, const coset::Problem& problem,
                         const coset::OrderProgress& progress) {
  RunControl& run = session.run();
  const std::string limit = ending_text(progress.ending, problem, options, run);
  Json results{{"input", options.input}, {"complete", false}, {"ending", limit}, {"factors", progress.factors}};
  std::string text = fmt::format("{}: the order is not known: {}\n", options.input, limit);
  if (!progress.factors.empty()) text += fmt::format("  known factors: {}\n", factors_text(progress.factors));
  if (progress.enumeration) {
    results["live"] = progress.enumeration->live();
    results["total"] = progress.enumeration->total();
    results["max"] = progress.enumeration->maximum();
    results["method"] = to_string(progress.enumeration->method());
    text += counts_text(*progress.enumeration, run);
  }
  results["seconds"] = run.seconds();
  return session.finish(false, results, fit_columns(text));
}

int order_verb(Session& session, const TableOptions& options) {
  RunControl& run = session.run();
  coset::OrderProgress progress;
  const coset::Problem problem = coset::open_problem(options.input, options.reading);
  const auto found = coset::group_order(problem, enumeration_options(options), &run, &progress);
  if (!found) return finish_stopped_order(session, options, problem, progress);
  Json results{{"input", options.input}, {"complete", true}, {"resumed", found->resumed}};
  const std::string_view resumed = found->resumed ? ", resumed: it depends on the checkpoint" : "";
  results["order"] = found->order.text();
  results["factors"] = found->factors;
  results["seconds"] = run.seconds();
  if (found->is_infinite()) {
    results["proof"] = found->proof;
    return session.finish(true, results, fit_columns(fmt::format("{}: infinite: {}{}\n", options.input, found->proof, resumed)));
  }
  const std::string product = found->factors.size() < 2 ? "" : " = " + factors_text(found->factors);
  return session.finish(
      true, results,
      fit_columns(fmt::format("{}: order {}{}{}\n", options.input, group_digits(found->order.text()), product, resumed)));
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
        command.add_option("TABLE", options.input, "A file of 'wreath coset enumerate'").required().type_name("");
        command.add_option("PRESENTATION", options.group, "A family, a presentation, or a file with one")
            .required()
            .type_name("");
        command
            .add_parsed(
                "--subgroup", options.reading.subgroup, [](const std::string& text) { return text; },
                "Words that generate the subgroup")
            .type_name("WORDS");
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
        command.add_option("-o,--output", options.output, "The start of the file names: PREFIX-a.npy, PREFIX-b.npy, ...")
            .required()
            .type_name("PREFIX");
      },
      permutations);
  add_command<TableOptions>(
      program, coset, "representatives", "Print the least word that leads to each coset",
      "  wreath coset representatives '<a,b | a^2, b^3, (ab)^5>' --subgroup ab", Length::resumable,
      [](Command& command, TableOptions& options) {
        add_table(command, options);
        command.add_option("-o,--output", options.output, "Write them to a file, one per line").type_name("FILE");
      },
      representatives);
  add_command<TableOptions>(
      program, coset, "trace", "Find the cosets of words, and whether they are in the subgroup",
      "  wreath coset trace a5.coset ab abab\n"
      "  wreath coset trace a5.coset abab --test && echo 'in the subgroup'",
      Length::resumable,
      [](Command& command, TableOptions& options) {
        add_table(command, options);
        command.add_option("WORD", options.words, "Words of the group, such as a*b").required().type_name("");
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
        command.add_option("-o,--output", options.output, "Write the presentation to a file, which the other verbs can read")
            .type_name("FILE");
      },
      presentation);
  add_command<TableOptions>(
      program, coset, "order", "Find the order of the group, as a product of indices",
      "  wreath coset order '<a,b | a^2, b^3, (ab)^5>'\n"
      "  wreath coset order '<a,b | a^2, b^3, (ab)^7, [a,b]^8>' --subgroup ab\n"
      "  wreath coset order group.txt --time 600 --checkpoint g.ck      then, to resume:\n"
      "  wreath coset order group.txt --resume g.ck\n"
      "\n"
      "The order is the index of a subgroup, by default a cyclic one, times the order of the subgroup, which is found from a\n"
      "presentation of it if need be. A group with an infinite abelian quotient is reported as infinite. Exit code 2: a limit\n"
      "was reached first, and the group may be infinite.",
      Length::resumable,
      [](Command& command, TableOptions& options) {
        command.add_option("PRESENTATION", options.input, "A family, a presentation, or a file with one")
            .suggests(family_starts)
            .required()
            .type_name("");
        add_enumeration_options(command, options, "a generator with a power among the relators");
      },
      order_verb);
}

}  // namespace

void add_coset_tables(Program& program, Command& coset) {
  add_action_verbs(program, coset);
  add_subgroup_verbs(program, coset);
}

}  // namespace wreath::cli
