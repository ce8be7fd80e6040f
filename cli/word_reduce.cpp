// SPDX-License-Identifier: MIT
//
// wreath word reduce, inverse: from a stream of words to the stream of their normal forms.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "cli/word_stream.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using word::FormOf;

namespace {

struct ReduceCommandOptions : StreamOptions {
  bool geodesic = false;
  bool stats = false;
};

double mean(const word::WordLengths& lengths, std::uint64_t words) {
  return static_cast<double>(lengths.letters) / static_cast<double>(words);
}

Json lengths_to_json(const word::WordLengths& lengths, std::uint64_t words) {
  if (words == 0) return {{"letters", 0}};
  return {
      {"letters", lengths.letters}, {"shortest", lengths.shortest}, {"mean", mean(lengths, words)}, {"longest", lengths.longest}};
}

Json statistics_to_json(const word::StreamReport& report, const RunControl& run) {
  const double seconds = phase_seconds(run, "reduce");
  return {{"words", report.words},
          {"identities", report.identities},
          {"in", lengths_to_json(report.in, report.words)},
          {"out", lengths_to_json(report.out, report.words)},
          {"backend", std::string(run.choice("backend"))},
          {"seconds", {{"read", phase_seconds(run, "read")}, {"reduce", seconds}, {"write", phase_seconds(run, "write")}}},
          {"letters_per_second", seconds > 0 ? static_cast<double>(report.in.letters) / seconds : 0}};
}

std::string statistics_text(const word::StreamReport& report, const RunControl& run) {
  const auto line = [&](const char* name, const word::WordLengths& lengths) {
    if (report.words == 0) return std::string{};
    return fmt::format("{:8} {}; {} to {} per word, {:.1f} on average\n", name, counted(lengths.letters, "letter"),
                       format_count(lengths.shortest), format_count(lengths.longest), mean(lengths, report.words));
  };
  const double seconds = phase_seconds(run, "reduce");
  std::string text =
      fmt::format("{:8} {}, of which {} reduced to 1\n", "words", format_count(report.words), format_count(report.identities));
  text += line("in", report.in) + line("out", report.out);
  if (!run.choice("backend").empty()) text += fmt::format("{:8} {}\n", "backend", run.choice("backend"));
  text += fmt::format("{:8} read {}, reduce {}, write {}", "time", format_seconds(phase_seconds(run, "read")),
                      format_seconds(seconds), format_seconds(phase_seconds(run, "write")));
  if (seconds > 0) text += "; " + format_rate(static_cast<double>(report.in.letters) / seconds, "letters");
  return text + "\n";
}

int reduce_stream(Session& session, const ReduceCommandOptions& options, FormOf of) {
  RunControl& run = session.run();
  require_distinct_files(options);
  std::optional<word::Group> opened;
  session.ranks().together([&] {
    opened = word::Group::open(options.group, group_options(options), &run);
    if (session.ranks().several() && !opened->verified()) throw LimitReached(opened->name() + ": " + opened->why_unverified());
  });
  const word::Group& group = *opened;
  require_verified(group, options, run);
  const bool reads = session.ranks().is_first();  // the first rank reads and writes for all
  std::vector<std::string> listed;
  std::unique_ptr<word::WordSource> source;
  std::unique_ptr<word::WordSink> sink;
  session.ranks().together([&] {
    source = reads ? open_source(options, group.text(), run) : word::read_texts({}, group.text(), "");
    sink = reads ? open_sink(options, group.text(), listed) : word::write_list(listed, group.text());
    const auto timer = run.phase("tables");
    group.prepare({}, &run);
  });
  leave_terminal_to_words(session);
  const word::StreamReport report = word::reduce_stream(group, *source, *sink, of, reduce_options(options), &run);
  session.ranks().together([&] { sink->finish(); });

  Json results{{"group", group.name()}, {"words", report.words}};
  if (options.json && options.output.empty()) results["normal_forms"] = listed;
  if (!options.output.empty()) results["output"] = options.output;
  results["stats"] = statistics_to_json(report, run);
  const std::string stats = options.stats ? statistics_text(report, run) : "";
  const std::string stop = report.complete ? "" : fmt::format("{} after {}\n", stopped_text(run), counted(report.words, "word"));
  if (options.output.empty()) {  // stdout belongs to the words
    const int code = session.finish(report.complete, results, "");
    if (!options.json) print_error(stats + (stop.empty() ? "" : "wreath: " + stop));
    return code;
  }
  return session.finish(report.complete, results,
                        fmt::format("{}: {}\n", options.output, counted(report.words, "word")) + stats + stop);
}

/// Reduces the words, and finishes properly if the run is stopped before the first one.
int guarded(Session& session, const ReduceCommandOptions& options, FormOf of) {
  try {
    return reduce_stream(session, options, of);
  } catch (const LimitReached& error) {
    const bool stopped = session.run().stop_reason() != StopReason::none;
    return session.finish(false, {{"words", 0}},
                          stopped ? stopped_text(session.run()) + " before the first word\n" : error.message() + "\n");
  }
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
      "--stats goes to stderr if the words go to stdout. Errors in words are reported as FILE:LINE:COLUMN.",
      Length::brief,
      [](Command& command, ReduceCommandOptions& options) {
        add_stream_options(command, options);
        command.add_flag("--geodesic", options.geodesic,
                         "Print a shortest word of the element (the normal form is one, and is printed)");
      },
      [](Session& session, const ReduceCommandOptions& options) { return guarded(session, options, FormOf::words); });
  add_command<ReduceCommandOptions>(program, word, "inverse", "Print the normal forms of the inverses of words",
                                    "  wreath word inverse surface:2 abAB\n"
                                    "  wreath word inverse s2.wreath --file words.txt -o inverses.txt",
                                    Length::brief, add_stream_options, [](Session& session, const ReduceCommandOptions& options) {
                                      return guarded(session, options, FormOf::inverses);
                                    });
}

}  // namespace wreath::cli
