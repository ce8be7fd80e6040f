// SPDX-License-Identifier: MIT
//
// wreath word reduce, inverse: from a stream of words to the stream of their normal forms.
#include <fmt/format.h>

#include <optional>

#include "cli/word/stream.hpp"

namespace wreath::cli {

using word::FormOf;

namespace {

struct ReduceCommandOptions : StreamOptions {
  bool geodesic = false;
  bool stats = false;
};

int reduce_stream(Session& session, const ReduceCommandOptions& options, FormOf of) {
  RunControl& run = session.run();
  require_distinct_files(options);
  std::optional<word::WordProblem> opened;
  word::WordForms forms;
  session.ranks().together([&] {
    opened = word::WordProblem::open(options.group, group_options(options));
    forms = opened->normal_forms(&run);
    if (session.ranks().several() && !forms.group) throw LimitReached(opened->name() + ": no automatic structure was found");
  });
  word::WordProblem& problem = *opened;
  if (forms.by == word::EqualityProof::none) refuse_answers(options, forms.why_unverified, problem.from_file(), run);
  if (options.geodesic && !forms.group) {
    throw InputError(fmt::format(
        "{}: shortest words are found by an automatic structure, and none was found for this group; its normal forms are: {}",
        options.group, forms.name));
  }
  const bool reads = session.ranks().is_first();  // the first rank reads and writes for all
  std::vector<std::string> listed;
  std::unique_ptr<word::WordSource> source;
  std::unique_ptr<word::WordSink> sink;
  session.ranks().together([&] {
    source = reads ? open_source(options, problem.text(), run) : word::read_texts({}, problem.text());
    sink = reads ? open_sink(options, problem.text(), listed) : word::write_list(listed, problem.text());
    const auto timer = run.phase("tables");
    if (forms.group) forms.group->prepare({}, &run);
  });
  leave_terminal_to_words(session);
  const word::StreamReport report = forms.group
                                        ? word::reduce_stream(*forms.group, *source, *sink, of, reduce_options(options), &run)
                                        : word::reduce_stream(problem, *source, *sink, of, &run);
  session.ranks().together([&] { sink->finish(); });
  if (!forms.group && !options.json && !options.quiet) print_error(fmt::format("wreath: normal forms: {}\n", forms.name));

  const bool in_report = options.json && options.output.empty();
  const Report answer = word::stream_report(of == FormOf::words ? "reduce" : "inverse", options.group, report, forms.name,
                                            in_report ? &listed : nullptr, options.output, options.stats, run);
  return options.output.empty() ? session.finish_beside_words(report.complete, answer) : session.finish(report.complete, answer);
}

void add_stream_options(Command& command, ReduceCommandOptions& options) {
  add_structure(command, options);
  add_words_in(command, options);
  add_words_out(command, options);
  command.add_flag("--stats", options.stats, "Print the number of words and letters, their lengths, and the speed");
  add_reduce_options(command, options);
}

}  // namespace

void add_word_reduce(Program& program, Command& word) {
  add_command<ReduceCommandOptions>(
      program, word, "reduce", "Print the normal forms of words, one per line; the identity is 1",
      "  wreath word reduce surface:2 abABcd 'a^2*b^-1' '[a,b]'\n"
      "  wreath word reduce s2.wreath --file words.txt --stats -o forms.txt\n"
      "  generate | wreath word reduce s2.wreath - | consume\n"
      "  wreath word reduce s2.wreath --packed letters.npy --offsets offsets.npy -o forms.npy --out-offsets ends.npy\n"
      "\n"
      "Each input line is a word; an empty line is 1. Exit code 2: stopped early; words reduced by then are written. "
      "--stats goes to stderr if the words go to stdout. Errors in words are reported as FILE:LINE:COLUMN.\n"
      "\n"
      "If no automatic structure is found, normal forms are those of a recognised group or of confluent rules, of monoids too: "
      "stderr, and 'form' with --json, names which.",
      Length::brief,
      [](Command& command, ReduceCommandOptions& options) {
        add_stream_options(command, options);
        command.add_flag("--geodesic", options.geodesic,
                         "Print a shortest word of the element (the normal form is one, and is printed)");
      },
      [](Session& session, const ReduceCommandOptions& options) { return reduce_stream(session, options, FormOf::words); });
  add_command<ReduceCommandOptions>(program, word, "inverse", "Print the normal forms of the inverses of words",
                                    "  wreath word inverse surface:2 abAB\n"
                                    "  wreath word inverse s2.wreath --file words.txt -o inverses.txt",
                                    Length::brief, add_stream_options, [](Session& session, const ReduceCommandOptions& options) {
                                      return reduce_stream(session, options, FormOf::inverses);
                                    });
}

}  // namespace wreath::cli
