// SPDX-License-Identifier: MIT
//
// Words on their way through a command: read in batches of some megabytes, and written as they come, so that a stream of any
// length takes constant memory.
//
// They come as arguments, as text (a word on each line of a file or of stdin) or packed (.npy: bytes that are letters, and
// offsets at which words begin); and go as text, as JSON or packed. A line is always a word: an empty one, or one that is only a
// comment, is the identity. Where a line is wrong, the words before it are answered first.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/word_common.hpp"
#include "word/reduction/batch.hpp"
#include "word/word_text.hpp"

namespace wreath::cli {

struct StreamOptions : WordOptions {
  std::vector<std::string> words;
  std::string file;         // of text
  std::string packed;       // .npy: the letters
  std::string offsets;      // .npy
  std::string out_offsets;  // .npy
};

void add_words_in(Command& command, StreamOptions& options);   // WORD, --file, --words, --offsets
void add_words_out(Command& command, StreamOptions& options);  // -o, --out-offsets

class WordSource {
 public:
  virtual ~WordSource() = default;
  /// The next words, valid until the next call; nothing at the end, and where the run is to stop.
  virtual std::optional<word::WordsRef> next() = 0;
  /// Whether all words were read.
  virtual bool at_end() const = 0;
};

class WordSink {
 public:
  virtual ~WordSink() = default;
  /// The normal forms of the first words: form i begins at offsets[i] of `forms`, for as many as there are lengths.
  virtual void add(std::span<const word::Letter> forms, std::span<const std::uint64_t> offsets,
                   std::span<const std::uint64_t> lengths) = 0;
  /// Puts files in place.
  virtual void finish() {}
};

/// Throws InputError where the command would write over what it needs.
void require_distinct_files(const StreamOptions& options);

/// The words that the options name. The text reader and the run must outlive the source.
std::unique_ptr<WordSource> open_source(const StreamOptions& options, const word::WordText& text, RunControl& run);
/// Words on the lines of a file; "-" is stdin.
std::unique_ptr<WordSource> open_text(const std::string& path, const word::WordText& text, RunControl& run);
/// Where the words go: `-o`, or else stdout, or else (with --json) this array.
std::unique_ptr<WordSink> open_sink(const StreamOptions& options, const word::WordText& text, Json& listed);

/// The words of a command that takes a few: as they stand there, or of the file whose name follows a '@'.
std::vector<word::Word> read_words(const std::vector<std::string>& arguments, const word::WordText& text, RunControl& run);

}  // namespace wreath::cli
