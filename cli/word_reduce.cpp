// SPDX-License-Identifier: MIT
//
// wreath word reduce, inverse: from a stream of words to the stream of their normal forms.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/word_answers.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using word::Letter;
using word::Word;
using word::WordsRef;

namespace {

struct ReduceCommandOptions : AnswerOptions {
  bool geodesic = false;
  bool stats = false;
};

/// Lengths of words, and how many there are of them.
struct Lengths {
  std::uint64_t letters = 0;
  std::uint64_t shortest = ~std::uint64_t{0};
  std::uint64_t longest = 0;

  void add(std::uint64_t length) {
    letters += length;
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  Json to_json(std::uint64_t words) const {
    if (words == 0) return {{"letters", 0}};
    return {{"letters", letters},
            {"shortest", shortest},
            {"mean", static_cast<double>(letters) / static_cast<double>(words)},
            {"longest", longest}};
  }
};

struct Statistics {
  std::uint64_t words = 0;
  std::uint64_t identities = 0;
  Lengths in;
  Lengths out;

  void add(const WordsRef& before, std::span<const std::uint64_t> after) {
    words += after.size();
    for (std::size_t i = 0; i < after.size(); ++i) {
      in.add(before.offsets[i + 1] - before.offsets[i]);
      out.add(after[i]);
      identities += after[i] == 0;
    }
  }
  Json to_json(const RunControl& run) const {
    const double seconds = phase_seconds(run, "reduce");
    return {{"words", words},
            {"identities", identities},
            {"in", in.to_json(words)},
            {"out", out.to_json(words)},
            {"backend", std::string(run.choice("backend"))},
            {"seconds", {{"read", phase_seconds(run, "read")}, {"reduce", seconds}, {"write", phase_seconds(run, "write")}}},
            {"letters_per_second", seconds > 0 ? static_cast<double>(in.letters) / seconds : 0}};
  }
  std::string text(const RunControl& run) const {
    const auto line = [&](const char* name, const Lengths& lengths) {
      if (words == 0) return std::string{};
      return fmt::format("{:8} {} letters; a word has {} to {}, {:.1f} on average\n", name, format_count(lengths.letters),
                         format_count(lengths.shortest), format_count(lengths.longest),
                         static_cast<double>(lengths.letters) / static_cast<double>(words));
    };
    const double seconds = phase_seconds(run, "reduce");
    std::string text = fmt::format("{:8} {}, of which {} are 1\n", "words", format_count(words), format_count(identities));
    text += line("in", in) + line("out", out);
    if (!run.choice("backend").empty()) text += fmt::format("{:8} {}\n", "backend", run.choice("backend"));
    text += fmt::format("{:8} read {}, reduce {}, write {}", "time", format_seconds(phase_seconds(run, "read")),
                        format_seconds(seconds), format_seconds(phase_seconds(run, "write")));
    if (seconds > 0) text += "; " + format_rate(static_cast<double>(in.letters) / seconds, "letters");
    return text + "\n";
  }
};

/// The formal inverses, word by word, in `letters`.
void invert(const WordsRef& words, const word::Alphabet& alphabet, std::vector<Letter>& letters) {
  letters.resize(words.letters.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto word = words[i];
    Letter* out = letters.data() + words.offsets[i + 1];
    for (const Letter x : word) *--out = alphabet.inverses[x];
  }
}

enum class Of { words, inverses };

/// Reads, reduces and writes batch after batch. True where that came to the end.
bool pass(const word::Group& group, const word::ReduceOptions& how, Of of, WordSource& source, WordSink& sink,
          Statistics& statistics, RunControl& run) {
  std::vector<Letter> inverted;
  std::vector<Letter> forms;
  std::vector<std::uint64_t> lengths;
  const auto read = [&] {
    const auto timer = run.phase("read");
    return source.next();
  };
  while (!run.should_stop()) {
    auto words = read();
    if (!words) break;
    if (of == Of::inverses) {
      invert(*words, group.alphabet(), inverted);
      words->letters = inverted;
    }
    forms.resize(words->letters.size());
    lengths.resize(words->size());
    std::size_t done = 0;
    {
      const auto timer = run.phase("reduce");
      done = group.reduce_words(*words, forms, lengths, how);
    }
    const auto timer = run.phase("write");
    sink.add(forms, words->offsets, std::span(lengths).first(done));
    statistics.add(*words, std::span(lengths).first(done));
    if (isatty(STDOUT_FILENO) == 0) run.report({"reduce", statistics.words, 0, "words"});  // there are words, otherwise
    if (done < words->size()) return false;
  }
  return source.at_end();
}

int reduce_stream(Session& session, const ReduceCommandOptions& options, Of of) {
  RunControl& run = session.run();
  require_distinct_files(options);
  const word::Group group = open_verified(options, run);
  Json listed;
  const auto source = open_source(options, group.text(), run);
  const auto sink = open_sink(options, group.text(), listed);
  Statistics statistics;
  {
    const auto timer = run.phase("tables");
    group.prepare(&run);
  }
  const bool complete = pass(group, reduce_options(options, run), of, *source, *sink, statistics, run);
  sink->finish();

  Json results = results_of(group);
  results["words"] = statistics.words;
  if (!listed.is_null()) results["normal_forms"] = listed;
  if (!options.output.empty()) results["output"] = options.output;
  results["stats"] = statistics.to_json(run);
  const std::string stats = options.stats ? statistics.text(run) : "";
  std::string stop =
      complete ? "" : fmt::format("stopped ({}) after {} words\n", to_string(run.stop_reason()), format_count(statistics.words));
  if (options.output.empty()) {  // stdout belongs to the words
    const int code = session.finish(complete, results, "");
    if (!options.json) print_error(stats + (stop.empty() ? "" : "wreath: " + stop));
    return code;
  }
  return session.finish(complete, results,
                        fmt::format("{}: {} words\n", options.output, format_count(statistics.words)) + stats + stop);
}

/// A run that ends before there are words to speak of.
int guarded(Session& session, const ReduceCommandOptions& options, Of of) {
  try {
    return reduce_stream(session, options, of);
  } catch (const LimitReached&) {
    return session.finish(false, {{"words", 0}}, stopped_text(session.run()) + " before the first word\n");
  }
}

void add_stream_options(Command& command, ReduceCommandOptions& options) {
  add_structure(command, options);
  add_words_in(command, options);
  add_words_out(command, options);
  command.add_flag("--stats", options.stats, "Tell how many words and letters there were, how long they are, and the speed");
  add_answer_options(command, options);
}

}  // namespace

void add_word_reduce(Program& program, Command& word) {
  add_command<ReduceCommandOptions>(
      program, word, "reduce", "Print the normal forms of words, one a line; the identity is 1",
      "  wreath word reduce surface:2 abABcd 'a^2*b^-1' '[a,b]'\n"
      "  wreath word reduce s2.wreath --file words.txt --stats -o forms.txt\n"
      "  generate | wreath word reduce s2.wreath - | consume\n"
      "  wreath word reduce s2.wreath --words letters.npy --offsets offsets.npy -o forms.npy --out-offsets ends.npy\n"
      "\n"
      "A line is a word, and an empty one is 1. Exit code 2: stopped early; what was reduced by then is written.\n"
      "--stats goes to stderr where the words go to stdout. A word that is wrong is named as FILE:LINE:COLUMN.",
      Length::brief,
      [](Command& command, ReduceCommandOptions& options) {
        add_stream_options(command, options);
        command.add_flag("--geodesic", options.geodesic,
                         "Any shortest word of the element will do (the normal form is one: it is printed)");
      },
      [](Session& session, const ReduceCommandOptions& options) { return guarded(session, options, Of::words); });
  add_command<ReduceCommandOptions>(program, word, "inverse", "Print the normal forms of the inverses of words",
                                    "  wreath word inverse surface:2 abAB\n"
                                    "  wreath word inverse s2.wreath --file words.txt -o inverses.txt",
                                    Length::brief, add_stream_options, [](Session& session, const ReduceCommandOptions& options) {
                                      return guarded(session, options, Of::inverses);
                                    });
}

}  // namespace wreath::cli
