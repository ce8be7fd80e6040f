// SPDX-License-Identifier: MIT
//
// wreath semigroup: semigroups of transformations and other elements. Here the verbs enumerate and generators.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"
#include "wreath/semigroup/levels.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::cli {

using semigroup::Enumeration;
using semigroup::Generators;

namespace {

struct EnumerateOptions : SemigroupOptions {
  bool fingerprint = false;
  bool levels_only = false;
  std::string add;
  bool closure = false;
  std::uint64_t until = 0;
  semigroup::EnumerationFiles files;
};

struct GeneratorsOptions : SemigroupOptions {
  bool gap = false;
  bool small = false;
};

/// The points of a map or a bipartition, the rows of a matrix.
std::uint64_t degree_of(const Generators& generators) {
  return generators.kind.is_transformation() ? generators.degree : generators.kind.size;
}

/// What every way of counting knows.
Json results_of(const EnumerateOptions& options, const Generators& generators, std::uint64_t size, bool complete,
                const std::vector<std::uint64_t>& levels) {
  Json results{{"input", options.input}};
  if (!options.add.empty()) results["add"] = options.add;
  results.update({{"size", size},
                  {"complete", complete},
                  {"kind", to_string(generators.kind)},
                  {"degree", degree_of(generators)},
                  {"generators", generators.count()},
                  {"monoid", generators.monoid},
                  {"levels", levels},
                  {"maximal_length", levels.size() - (generators.monoid && !levels.empty() ? 1 : 0)}});
  return results;
}

/// "full:4", or "full:4 with 2 generators of more.txt".
std::string described_input(const EnumerateOptions& options, std::uint64_t added) {
  if (options.add.empty()) return options.input;
  const std::string from = options.add == "-" ? "standard input" : options.add;
  return fmt::format("{} with {} of {}", options.input == "-" ? "standard input" : options.input, counted(added, "generator"),
                     from);
}

/// The first lines of the result; `added` generators are those of --add.
std::string headline(const EnumerateOptions& options, const Generators& generators, std::uint64_t added,
                     const std::string& extent, const Json& results) {
  const semigroup::ElementKind& kind = generators.kind;
  const std::string of_kind = kind.is_transformation() ? ""
                              : kind.is_matrix()       ? to_string(kind) + " matrices, "
                                                       : to_string(kind) + "s, ";
  const std::string degree =
      kind.is_matrix() ? fmt::format("{0} x {0}", kind.size) : "degree " + format_count(degree_of(generators));
  return fit_columns(fmt::format("{}: {}\n", described_input(options, added), extent)) +
         fit_columns(fmt::format("  {}{}, {}{}, longest word {}\n", of_kind, degree, counted(generators.count(), "generator"),
                                 generators.monoid ? " and the identity" : "", results["maximal_length"].get<std::uint64_t>()));
}

std::string level_table(const std::vector<std::uint64_t>& levels, bool monoid) {
  std::vector<std::uint64_t> sums(levels.size());
  std::partial_sum(levels.begin(), levels.end(), sums.begin());
  const std::size_t first = monoid ? 0 : 1;
  return format_long_table({"length", "elements", "total"}, levels.size(), [&](std::size_t k) -> std::vector<std::string> {
    return {format_count(first + k), format_count(levels[k]), format_count(sums[k])};
  });
}

Generators read_added(const EnumerateOptions& options, RunControl& run) {
  SemigroupOptions more = options;
  more.input = options.add;
  return read_generators(more, run);
}

/// The lengths alone.
int count_levels(Session& session, const EnumerateOptions& options) {
  RunControl& run = session.run();
  Generators generators = read_generators(options, run);
  const std::uint64_t given = generators.count();
  if (!options.add.empty()) generators = semigroup::joined(generators, read_added(options, run));
  const semigroup::LevelCount found =
      semigroup::count_levels(generators, {.machine = options.machine}, &run);
  Json results = results_of(options, generators, found.size, found.complete, found.levels);
  results.update({{"exactness", "one bit for each possible element"},
                  {"method", "bitmaps"},
                  {"backend", run.choice("backend")},
                  {"memory", found.memory},
                  {"seconds", run.seconds()}});
  const std::string extent = (found.complete ? "" : "at least ") + counted(found.size, "element");
  std::string text =
      fmt::format("{}  bitmaps ({}), {}, {}\n\n{}", headline(options, generators, generators.count() - given, extent, results),
                  format_bytes(found.memory), format_seconds(run.seconds()),
                  format_rate(static_cast<double>(found.size) / std::max(1e-9, run.seconds()), "elements"),
                  level_table(found.levels, generators.monoid));
  if (!found.complete) text += fmt::format("stopped ({})\n", to_string(run.stop_reason()));
  return session.finish(found.complete, results, text, {{"levels", found.levels}});
}

/// --closure, in words: how many were added.
std::string describe(const semigroup::ClosureRun& closure) {
  if (!closure.decided) {
    return fmt::format("  {} added so far: stopped before it was known which elements to add\n",
                       counted(closure.added.size(), "generator"));
  }
  return closure.added.empty() ? "  no generator added: all given elements are in the semigroup\n"
                               : fmt::format("  {} added\n", counted(closure.added.size(), "generator"));
}

/// What an incomplete run reports of the files it should write.
std::string about_files(const Enumeration& found, const semigroup::EnumerationFiles& files, const RunControl& run) {
  const bool lists = !files.elements.empty() || !files.words.empty();
  if (!lists && !files.need_graphs()) return {};
  if (found.complete()) return "all elements were found, but the run stopped before the files were written\n";
  if (run.stop_reason() != StopReason::target) return "the output files are written only when all elements have been found\n";
  std::string text;
  if (lists) text += fmt::format("the files contain the {} found so far\n", counted(found.size(), "element"));
  if (files.need_graphs()) text += "graphs and rules are written only when all elements have been found\n";
  return text;
}

/// The last line of an incomplete run: why it stopped, and how to continue.
std::string stopped_line(const RunControl& run) {
  const std::string stopped = fmt::format("stopped ({})", to_string(run.stop_reason()));
  if (run.choice("checkpoint").empty()) return stopped + "\n";
  const std::string raised = run.stop_reason() == StopReason::target ? "a larger --until" : what_to_raise(run);
  const std::string more = raised.empty() ? " and let it run for longer" : " and " + raised;
  const std::string file = run.files().kept_in().string();
  return wrap_words(
      fmt::format("{}; {} is kept as it was before generators were added, because it has more elements than were "
                  "found since. Continue with --resume {}{}\n",
                  stopped, file, file, more));
}

/// Nothing if the run ends first.
std::optional<std::uint64_t> count_idempotents(const Enumeration& found, RunControl& run) try {
  return found.complete() ? std::optional(found.count_idempotents(&run)) : std::nullopt;
} catch (const LimitReached&) {
  return std::nullopt;
}

int enumerate_elements(Session& session, const EnumerateOptions& options, semigroup::Options how) {
  RunControl& run = session.run();
  const semigroup::EnumerationFiles& files = options.files;
  semigroup::require_writable(files, {options.input, options.add}, run.files());
  if (options.fingerprint) how.method = semigroup::Method::fingerprint;
  const bool exact = how.method != semigroup::Method::fingerprint;
  Generators generators;
  Generators added;
  {
    const auto timer = run.phase("read");
    generators = read_generators(options, run);
    if (!options.add.empty()) added = read_added(options, run);
  }
  const std::uint64_t given = generators.count();
  const std::uint64_t until = options.until == 0 ? Enumeration::kAll : options.until;
  if (const std::string why = semigroup::why_infinite(generators); !why.empty() && until == Enumeration::kAll)
    throw InputError(why + "; --until N finds the first N elements");
  Enumeration found(std::move(generators), how);
  semigroup::ClosureRun closure{.decided = true};
  if (options.closure) {
    closure = semigroup::run_closure(found, added, until, &run);
  } else {
    options.add.empty() ? found.run_until(until, &run) : semigroup::run_added(found, added, until, &run);
  }
  bool complete = closure.decided && semigroup::write_files(found, files, until, &run);
  const std::optional<std::uint64_t> idempotents = count_idempotents(found, run);
  if (found.complete() && !idempotents) complete = false;
  Json results = results_of(options, found.generators(), found.size(), found.complete(), found.levels());
  results.update({{"complete_to", found.complete_to()}, {"exactness", found.describe_exactness()}, {"memory", found.memory()}});
  for (const Choice& choice : run.choices()) results[choice.what] = choice.name;
  results["method"] = run.choice("elements");
  if (options.closure) results["added"] = closure.added;
  if (idempotents) results["idempotents"] = *idempotents;
  if (!exact) results["collision_bound"] = found.collision_bound();
  results["seconds"] = run.seconds();
  results["phases"] = phases_to_json(run);

  std::string text = headline(options, found.generators(), found.generators().count() - given, format_extent(found), results);
  if (options.closure) text += describe(closure);
  if (idempotents) text += fmt::format("  idempotents: {}\n", format_count(*idempotents));
  const bool formed = found.exactness() != Exactness::none;
  if (formed)
    text +=
        fit_columns(exact ? fmt::format("  elements compared exactly: {}\n", found.describe_exactness())
                          : fmt::format("  NOT exact: {}\n  probability of an error below {:.1e}, if fingerprints are random\n",
                                        found.describe_exactness(), found.collision_bound()));
  const double seconds = !run.resumes() ? phase_seconds(run, "enumerate") : 0;  // others found the first elements
  if (!formed) {
    text += fmt::format("  {}\n\n", !run.resumes() ? "stopped before the first element was formed"
                                                   : "stopped before the elements of the checkpoint were formed again");
  } else {
    text += fmt::format("  {}, elements kept as {} ({}), {}{}\n\n", run.choice("backend"), run.choice("elements"),
                        format_bytes(found.memory()), format_seconds(run.seconds()),
                        seconds > 0 ? ", " + format_rate(static_cast<double>(found.size()) / seconds, "elements") : "");
  }
  text += level_table(found.levels(), found.generators().monoid);
  if (!complete) text += about_files(found, files, run) + stopped_line(run);
  return session.finish(complete, results, text, {{"levels", found.levels()}});
}

int enumerate(Session& session, const EnumerateOptions& options) {
  if (options.levels_only) {
    session.ranks().together([&] {
      if (session.ranks().several()) throw WrongUsage("--levels-only runs in one process: start it without mpirun");
    });
    return count_levels(session, options);
  }
  return by_all_ranks(session, options, options.files.need_graphs(),
                      [&](const semigroup::Options& how) { return enumerate_elements(session, options, how); });
}

int print_generators(Session& session, const GeneratorsOptions& options) {
  RunControl& run = session.run();
  Generators generators = read_generators(options, run);
  if (options.small) generators = semigroup::without_redundant(generators, &run);
  Json rows = Json::array();
  if (options.json) {
    for (std::size_t g = 0; g < generators.count(); ++g) {
      if (run.should_stop()) throw LimitReached("the run was stopped before the generators were printed");
      rows.push_back(numbers_of(generators.kind, generators.row(g)));
    }
  }
  const Json results{{"input", options.input},
                     {"kind", to_string(generators.kind)},
                     {"degree", degree_of(generators)},
                     {"monoid", generators.monoid},
                     {"generators", rows}};
  return session.finish(true, results, options.json ? "" : semigroup::print_generators(generators, options.gap, &run));
}

std::uint64_t parse_until(const std::string& text) {
  const std::uint64_t elements = parse_count(text);
  if (elements == 0) throw InputError("must be at least 1");
  return elements;
}

void configure_enumerate(Command& command, EnumerateOptions& options) {
  add_input(command, options);
  command.add_flag("--fingerprint", options.fingerprint,
                   "Trust fingerprints and skip comparisons: not exact; prints a bound on the probability of an error");
  const Option levels_only =
      command.add_flag("--levels-only", options.levels_only,
                       "Only count the elements of each length: by one bit for each possible element, three times");
  command.add_rule([levels_only, &options]() -> std::string {
    const auto& files = options.files;
    const bool more =
        options.fingerprint || options.until != 0 || files.need_graphs() || !files.elements.empty() || !files.words.empty();
    if (!levels_only.is_given() || !more) return {};
    return "--levels-only keeps no elements and cannot be used with --elements, --words, --right, --left, --rules, --until or "
           "--fingerprint";
  });
  const Option add = command.add_option("--add", options.add, "Add the generators in FILE, of the same kind and size", "FILE");
  const Option closure =
      command.add_flag("--closure", options.closure, "Add only those elements of --add that are not in the semigroup");
  command.add_rule([add, closure, levels_only, &options]() -> std::string {
    if (options.add == "-" && options.input == "-") {
      return "stdin can be read only once: name a file for SEMIGROUP or for --add";
    }
    if (closure.is_given() && !add.is_given()) return "--closure needs --add FILE";
    return closure.is_given() && levels_only.is_given() ? "--closure and --levels-only cannot be used together" : "";
  });
  command.add_parsed("--until", options.until, parse_until,
                     "Stop after N elements; --elements and --words then contain those found", "N");
  command.add_option("--elements", options.files.elements, "Write the elements, one row of images or entries per element (.npy)",
                     "FILE");
  command.add_option("--words", options.files.words, "Write the least word of each element, one per line", "FILE");
  command.add_option("--right", options.files.right_graph, "Write the right Cayley graph (.npy): row x, column g is x*g", "FILE");
  command.add_option("--left", options.files.left_graph, "Write the left Cayley graph (.npy): row x, column g is g*x", "FILE");
  command.add_option("--rules", options.files.rules, "Write the rules of a presentation, one per line", "FILE");
}

void add_enumerate(Program& program, Command& parent) {
  add_command<EnumerateOptions>(
      program, parent, "enumerate", "Find all elements, in ShortLex order of their words",
      "  wreath semigroup enumerate bihecke:5 --json\n"
      "  wreath semigroup enumerate renner:5 --elements elements.npy --words words.txt\n"
      "  wreath semigroup enumerate full:5 --right right.npy --left left.npy --rules rules.txt\n"
      "  wreath semigroup enumerate full:8 --levels-only      counts the elements of each length, by one bit for each map\n"
      "  wreath semigroup enumerate unitriangular-boolean:7 --levels-only\n"
      "  wreath semigroup enumerate bihecke:6 --time 2 --checkpoint b6.ck      then:\n"
      "  wreath semigroup enumerate bihecke:6 --resume b6.ck\n"
      "  wreath semigroup enumerate full:4 --add more.txt --closure            adds the elements that are not there yet\n"
      "  wreath semigroup enumerate bihecke:6 --add more.txt --resume b6.ck    adds generators to what was found\n"
      "  mpirun -n 4 wreath semigroup enumerate bihecke:6 --memory 100G      by four processes, which share the elements\n"
      "\n"
      "The result is exact unless --fingerprint is given; the output shows how equality was decided. Exit code 2: stopped "
      "early; "
      "the output is a lower bound on the number of elements, and the word length up to which all of them were found.\n"
      "\n"
      "Numbers and words are those of the longer list if generators are added; elements that were found before are kept on the "
      "CPU. A run with --add or --closure is resumed by the same command, which also takes a checkpoint of SEMIGROUP alone. "
      "A resumed run does at least one step beyond its checkpoint, however short --time is. Only if it adds generators must it "
      "find as many elements again as the checkpoint has: a run that ends before leaves the checkpoint as it is.",
      Length::resumable, configure_enumerate, enumerate);
}

void add_generators(Program& program, Command& parent) {
  add_command<GeneratorsOptions>(
      program, parent, "generators", "Print the generators of a family or a file",
      "  wreath semigroup generators full:4                  as an input file: points start at 0\n"
      "  wreath semigroup generators bihecke:3 --gap         for GAP: points start at 1\n"
      "  wreath semigroup generators motzkin:4 --small       without those that are products of the others",
      Length::brief,
      [](Command& command, GeneratorsOptions& options) {
        add_input(command, options);
        command.add_flag("--gap", options.gap, "Print GAP's Monoid([Transformation([2,1,3]), ...])");
        command.add_flag("--small", options.small, "Leave out generators that are products of the others, the last ones first");
      },
      print_generators);
}

}  // namespace

void add_semigroup(Program& program) {
  Command& parent = program.app.add_subcommand("semigroup", "Semigroups: all elements, words, Green's structure", "Engines");
  parent.require_subcommand();
  parent.footer(
      "SEMIGROUP is a family or a file: plain text (number of generators, degree, one row of images per generator), GAP's "
      "[Transformation([2,1,3]), ...], or a 2-D numpy array (.npy). '-' reads a file from stdin. "
      "A text with elements of another kind starts with a line 'kind NAME' and has '-' for undefined, '-inf' and 'inf'; GAP's "
      "PartialPerm, Bipartition and Matrix(IsBooleanMat, ...) are read as well; --kind names the kind of an array. "
      "Points start at 0 in arguments and in files; in GAP's notation they start at 1, as in GAP. "
      "x*y is x first, then y. A word lists the numbers of its generators, which start at 0; '()' is the empty word.\n\n"
      "Families:\n" +
      semigroup::family_help() + "\nKinds of elements:\n" + semigroup::kind_help() +
      "\nExamples:\n"
      "  wreath semigroup enumerate bihecke:5\n"
      "  wreath semigroup enumerate boolean:4\n"
      "  wreath semigroup enumerate relations.npy --kind boolean\n"
      "  wreath semigroup enumerate generators.txt --elements elements.npy --words words.txt\n"
      "  wreath semigroup factor full:4 3,3,1,0\n"
      "  wreath semigroup green order:4 --egg-box order4.svg");

  add_enumerate(program, parent);
  add_semigroup_questions(program, parent);
  add_generators(program, parent);
  add_semigroup_structure(program, parent);
}

}  // namespace wreath::cli
