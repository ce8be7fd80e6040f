// SPDX-License-Identifier: MIT
//
// wreath semigroup: semigroups of transformations and other elements. Here the verbs enumerate and generators.
#include <optional>

#include "cli/semigroup/common.hpp"
#include "core/text/units.hpp"
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
  const semigroup::LevelCount found = semigroup::count_levels(generators, {.machine = options.machine}, &run);
  run.note_choice("method", "bitmaps", "only the elements of each length are counted");
  return session.finish(found.complete, semigroup::levels_report({options.input, options.add, given}, generators, found, run));
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
  const bool written = closure.decided && semigroup::write_files(found, files, until, &run);
  const std::optional<std::uint64_t> idempotents = count_idempotents(found, run);
  const bool complete = written && (!found.complete() || idempotents);
  return session.finish(
      complete, semigroup::enumeration_report({options.input, options.add, given}, found, options.closure ? &closure : nullptr,
                                              idempotents, written ? nullptr : &files, run));
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
  Report report = semigroup::generators_report(options.input, generators, options.json || !options.record.empty(), run);
  if (!options.json) report.block(semigroup::print_generators(generators, options.gap, &run));
  return session.finish(true, report);
}

void configure_enumerate(Command& command, EnumerateOptions& options) {
  add_input(command, options);
  command.add_flag("--fingerprint", options.fingerprint,
                   "Trust fingerprints and skip comparisons: not exact; prints a bound on the probability of an error");
  const Option levels_only =
      command.add_flag("--levels-only", options.levels_only,
                       "Only count the elements of each length, in three bits of memory per possible element");
  command.add_rule([levels_only, &options]() -> std::string {
    const auto& files = options.files;
    const bool more =
        options.fingerprint || options.until != 0 || files.need_graphs() || !files.elements.empty() || !files.words.empty();
    if (!levels_only.is_given() || !more) return {};
    return "--levels-only keeps no elements and cannot be used with --elements, --words, --right, --left, --rules, --proof, "
           "--until or --fingerprint";
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
  const Option until = command.add_parsed("--until", options.until, parse_positive,
                                          "Stop after N elements; --elements and --words then contain those found", "N");
  command.add_option("--elements", options.files.elements, "Write the elements, one row of images or entries per element (.npy)",
                     "FILE");
  command.add_option("--words", options.files.words, "Write the least word of each element, one per line", "FILE");
  command.add_option("--right", options.files.right_graph, "Write the right Cayley graph (.npy): row x, column g is x*g", "FILE");
  command.add_option("--left", options.files.left_graph, "Write the left Cayley graph (.npy): row x, column g is g*x", "FILE");
  command.add_option("--rules", options.files.rules, "Write the rules of a presentation, one per line", "FILE");
  command.add_option("--proof", options.files.proof, "Write a proof of the number of elements, for wreath-check", "FILE")
      .excludes(until);
}

void add_enumerate(Program& program, Command& parent) {
  add_command<EnumerateOptions>(
      program, parent, "enumerate", "Find all elements, in ShortLex order of their words",
      "  wreath semigroup enumerate bihecke:5 --json\n"
      "  wreath semigroup enumerate renner:5 --elements elements.npy --words words.txt\n"
      "  wreath semigroup enumerate full:5 --right right.npy --left left.npy --rules rules.txt\n"
      "  wreath semigroup enumerate boolean:4 --proof size.proof            then: wreath-check size.proof\n"
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
      "A resumed run does at least one step beyond its checkpoint, however short --time is. A run that adds "
      "generators replaces its checkpoint once it has found at least as many elements as the checkpoint holds.",
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
      "x*y is x first, then y. In a word the generators are s1, s2, ... in their order, and 1 is the "
      "empty word.\n\n"
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
  add_semigroup_congruence(program, parent);
}

}  // namespace wreath::cli
