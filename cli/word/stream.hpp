// SPDX-License-Identifier: MIT
//
// Where the words of a command come from and go to: arguments, text files, stdin and stdout, packed words in .npy files, JSON.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/word/common.hpp"

namespace wreath::cli {

struct StreamOptions : WordOptions {
  std::vector<std::string> words;
  std::string file;         // of text
  std::string packed;       // .npy: the letters
  std::string offsets;      // .npy
  std::string out_offsets;  // .npy
};

void add_words_in(Command& command, StreamOptions& options);   // WORD, --file, --packed, --offsets
void add_words_out(Command& command, StreamOptions& options);  // -o, --out-offsets

/// Throws InputError if the command would overwrite a file that it needs.
void require_distinct_files(const StreamOptions& options);

/// The words that the options name.
std::unique_ptr<word::WordSource> open_source(const StreamOptions& options, const word::WordText& text, RunControl& run);
/// Where the words go: `-o`, or else (with --json) this list, or else stdout.
std::unique_ptr<word::WordSink> open_sink(const StreamOptions& options, const word::WordText& text,
                                          std::vector<std::string>& listed);
/// From now on words may come to the terminal, and no progress is shown between them.
void leave_terminal_to_words(Session& session);

/// The words of a command that takes a few: as given, or the words of the file whose name follows a '@'.
std::vector<word::Word> read_words(const std::vector<std::string>& arguments, const word::WordText& text, RunControl& run);

}  // namespace wreath::cli
