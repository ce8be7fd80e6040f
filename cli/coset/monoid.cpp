// SPDX-License-Identifier: MIT
//
// wreath coset monoid: monoids and semigroups by their presentations.
#include <fmt/format.h>

#include "cli/coset/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/option.hpp"
#include "wreath/coset/monoid.hpp"

namespace wreath::cli {

namespace {

struct MonoidCommandOptions : CommonOptions {
  std::string input;
  std::string pairs;
  CongruenceKind kind = CongruenceKind::twosided;
  coset::MonoidOptions how;
  std::string output;
  std::string transformations;
  std::string words;
};

std::vector<std::string> outputs(const MonoidCommandOptions& options) {
  std::vector<std::string> files{options.output, options.transformations, options.words};
  std::erase(files, "");
  return files;
}

void require_outputs(const MonoidCommandOptions& options) {
  wreath::require_distinct_files(
      {{"-o", options.output}, {"--transformations", options.transformations}, {"--words", options.words}},
      {{"the input", options.input}});
  if (!options.output.empty() && !options.output.ends_with(".npy"))
    throw InputError(fmt::format("{}: the table is written as an array; choose a name that ends in .npy", options.output));
  for (const std::string& file : outputs(options)) const OutputFile probe(file);
}

void write_words(const std::string& path, const coset::MonoidTable& table) {
  const word::WordText text(table.problem().monoid.alphabet);
  std::string lines;
  const bool is_semigroup = table.problem().monoid.is_semigroup;
  for (const word::Word& word : table.representatives()) {
    if (!is_semigroup || !word.empty()) lines += text.print(word) + "\n";
  }
  OutputFile file(path);
  file.write(bytes_of(lines));
  file.commit();
}

int monoid_verb(Session& session, const MonoidCommandOptions& options) {
  RunControl& run = session.run();
  require_outputs(options);
  coset::MonoidProblem problem = coset::open_monoid(options.input, options.pairs, options.kind);
  if (!coset::why_infinite(problem).empty()) {
    const std::vector<std::string> files = outputs(options);
    return session.finish(files.empty(), coset::infinite_report(options.input, problem, files));
  }
  coset::MonoidOptions how = options.how;
  how.machine = options.machine;
  coset::MonoidEnumeration found(std::move(problem), how, &run);
  if (found.run(&run)) {
    const auto timer = run.phase("write");
    if (!options.output.empty()) coset::write_monoid_table(options.output, found.table());
    if (!options.transformations.empty()) coset::write_transformations(options.transformations, found.table());
    if (!options.words.empty()) write_words(options.words, found.table());
  }
  return session.finish(found.complete(), coset::monoid_report(options.input, found, how, run, outputs(options)));
}

}  // namespace

void add_coset_monoid(Program& program, Command& coset) {
  add_command<MonoidCommandOptions>(
      program, coset, "monoid", "Find the size of a monoid or semigroup, or the number of classes of a congruence, and the table",
      "  wreath coset monoid 'monoid<a,b | a^3=a, b^2=b, aba=bab>'\n"
      "  wreath coset monoid 'semigroup<a,b | a^3=a, b^2=b, aba=bab>' --words words.txt\n"
      "  wreath coset monoid 'monoid<a,b | a^3=a, b^2=b, aba=bab>' --pairs 'ab = b' --side right\n"
      "  wreath coset monoid m.txt --transformations m.gens && wreath semigroup green m.gens --monoid\n"
      "\n"
      "PRESENTATION is monoid<...>, semigroup<...>, a group, or a file. A row of the table is a class, a column a letter; row 0 "
      "is\n"
      "the identity, which is adjoined to a semigroup and not counted. Exit code 2: a limit was reached first, and the size is "
      "not\n"
      "known: it may be infinite. The enumeration runs on one core, and --threads only speeds up the check of the table. A\n"
      "stopped run cannot be continued: there is no checkpoint.",
      Length::brief,
      [](Command& command, MonoidCommandOptions& options) {
        add_presentation(command, options.input);
        command.add_option("--pairs", options.pairs, "Pairs of words that generate a congruence: 'ab = b, aa = a'", "PAIRS");
        command.add_parsed("--side", options.kind, parse_congruence_kind,
                           "The kind of that congruence: twosided, right or left (twosided)", "SIDE");
        command.add_parsed("--method", options.how.method, coset::parse_monoid_method,
                           "How nodes are defined: auto, hlt or felsch (auto)", "NAME");
        command.add_parsed("--max-nodes", options.how.max_nodes, parse_positive,
                           "The largest number of rows of the table (default: what fits in memory)", "N");
        command.add_option("-o,--output", options.output, "Write the table as an array (.npy)", "FILE");
        command.add_option("--transformations", options.transformations,
                           "Write the action of the letters, for wreath semigroup: text, or an array (.npy)", "FILE");
        command.add_option("--words", options.words, "Write a shortest word of each class, one per line", "FILE");
      },
      monoid_verb);
}

}  // namespace wreath::cli
