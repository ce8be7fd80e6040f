// SPDX-License-Identifier: MIT
#include "cli/word/stream.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "core/io/distinct_files.hpp"

namespace wreath::cli {

using word::Word;

namespace {

bool is_npy(const std::string& path) {
  return std::filesystem::path(path).extension() == ".npy";
}

/// The words of several sources.
class OneAfterTheOther : public word::WordSource {
 public:
  void add(std::unique_ptr<word::WordSource> source) { sources_.push_back(std::move(source)); }
  std::optional<word::WordsRef> next() override {
    for (; at_ < sources_.size(); ++at_) {
      if (auto words = sources_[at_]->next()) return words;
      if (!sources_[at_]->at_end()) return std::nullopt;
    }
    return std::nullopt;
  }
  bool at_end() const override { return at_ == sources_.size() || (at_ + 1 == sources_.size() && sources_[at_]->at_end()); }

 private:
  std::vector<std::unique_ptr<word::WordSource>> sources_;
  std::size_t at_ = 0;
};

/// Words as they were typed, and those of files: @FILE.
std::unique_ptr<word::WordSource> open_arguments(const std::vector<std::string>& arguments, const word::WordText& text,
                                                 RunControl& run) {
  auto all = std::make_unique<OneAfterTheOther>();
  std::vector<std::string> typed;
  const auto add_typed = [&] {
    if (!typed.empty()) all->add(word::read_texts(std::exchange(typed, {}), text));
  };
  for (const std::string& argument : arguments) {
    if (!argument.starts_with('@')) {
      typed.push_back(argument);
      continue;
    }
    add_typed();
    all->add(word::read_lines(argument.substr(1), text, &run));
  }
  add_typed();
  return all;
}

std::string wrong_inputs(const StreamOptions& options) {
  const int sources = (options.words.empty() ? 0 : 1) + (options.file.empty() ? 0 : 1) + (options.packed.empty() ? 0 : 1);
  if (sources > 1) return "give words in one way only: as arguments, with --file, or with --packed";
  if (options.packed.empty() != options.offsets.empty()) return "--packed and --offsets must be given together";
  if (sources == 0 && isatty(STDIN_FILENO) == 1) return "no words given: pass them as arguments, with --file FILE, or on stdin";
  return {};
}

std::string wrong_outputs(const StreamOptions& options) {
  if (is_npy(options.output) && options.out_offsets.empty())
    return "a .npy output needs a second file for the offsets: name it with --out-offsets";
  if (!options.out_offsets.empty() && !is_npy(options.output)) return "--out-offsets needs a .npy output: add -o NAME.npy";
  return {};
}

}  // namespace

void add_words_in(Command& command, StreamOptions& options) {
  command.add_option("WORD", options.words,
                     "Words: abAB, a*b^-2, (a*b)^4, [a,b]; - reads lines from stdin; @FILE: the words of a file, one per line");
  command.add_option("--file", options.file, "A file with one word per line; - is stdin", "FILE");
  command.add_option("--packed", options.packed, "Packed words (.npy): one byte per letter, numbered as in 'wreath word info'",
                     "FILE");
  command.add_option("--offsets", options.offsets,
                     "Offsets of packed words: the start of each, and the end of the last (.npy, uint64)", "FILE");
}

void add_words_out(Command& command, StreamOptions& options) {
  command.add_option("-o,--output", options.output, "Write the words to this file: text, or packed if it ends in .npy", "FILE");
  command.add_option("--out-offsets", options.out_offsets, "The offsets of packed output (.npy)", "FILE");
  const bool reads = command.has_flag("--packed");
  command.add_rule([&options, reads] {
    const std::string wrong = wrong_outputs(options);
    return wrong.empty() && reads ? wrong_inputs(options) : wrong;
  });
}

void require_distinct_files(const StreamOptions& options) try {
  wreath::require_distinct_files({{"--out-offsets", options.out_offsets}, {"-o", options.output}},
                                 {{"the structure", options.group}});  // a result may replace its input, but nothing else
} catch (const InputError& error) {
  throw UsageError{error.text(OptionStyle::flag)};
}

std::unique_ptr<word::WordSource> open_source(const StreamOptions& options, const word::WordText& text, RunControl& run) {
  if (!options.packed.empty()) return word::read_packed(options.packed, options.offsets, text.alphabet(), &run);
  if (!options.file.empty()) return word::read_lines(options.file, text, &run);
  if (options.words.empty() || options.words == std::vector<std::string>{"-"}) return word::read_lines("-", text, &run);
  return open_arguments(options.words, text, run);
}

std::unique_ptr<word::WordSink> open_sink(const StreamOptions& options, const word::WordText& text,
                                          std::vector<std::string>& listed) {
  if (is_npy(options.output)) return word::write_packed(options.output, options.out_offsets);
  if (!options.output.empty()) return word::write_lines(options.output, text);
  if (options.json) return word::write_list(listed, text);
  return word::write_lines(print_result, text);
}

void leave_terminal_to_words(Session& session) {
  if (isatty(STDOUT_FILENO) == 1) session.hide_progress();
}

std::vector<Word> read_words(const std::vector<std::string>& arguments, const word::WordText& text, RunControl& run) {
  return word::read_all(*open_arguments(arguments, text, run));
}

}  // namespace wreath::cli
