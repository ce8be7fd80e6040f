// SPDX-License-Identifier: MIT
//
// Streams of words: read in batches of some megabytes, and written as they come, so that a stream of any length takes constant
// memory.
//
// Words are text (one on each line) or packed (.npy: bytes that are letters, and offsets at which words begin). A line is always
// a word: an empty one, or one that is only a comment, is the identity. If a line is wrong, the words before it are handed out
// first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/word/group.hpp"

namespace wreath::word {

class WordSource {
 public:
  virtual ~WordSource() = default;
  /// The next words, valid until the next call; nothing at the end, and if the run is to stop. Throws InputError if a word is
  /// wrong, ResourceError if one is too long.
  virtual std::optional<WordsRef> next() = 0;
  /// Whether all words were read.
  virtual bool at_end() const = 0;
};

/// The words in these texts. Messages quote the text, or name `source` if it is given. Throws InputError if one is wrong.
[[nodiscard]] std::unique_ptr<WordSource> read_texts(const std::vector<std::string>& texts, const WordText& text,
                                                     const std::string& source = {});
/// The lines of a file, or of stdin ("-"). A batch ends when there is nothing to read at the moment, so that typed lines are
/// answered at once. The run, which may be null, can stop it while it waits.
[[nodiscard]] std::unique_ptr<WordSource> read_lines(const std::filesystem::path& path, const WordText& text,
                                                     RunControl* run = nullptr);
/// Packed words: an .npy file of letters (bytes) and one of offsets (64 bits, one more than words).
[[nodiscard]] std::unique_ptr<WordSource> read_packed(const std::string& letters, const std::string& offsets,
                                                      const Alphabet& alphabet, RunControl* run = nullptr);
/// All words of a source. Throws LimitReached if the run was to stop first.
[[nodiscard]] std::vector<Word> read_all(WordSource& source);

class WordSink {
 public:
  virtual ~WordSink() = default;
  /// The normal forms of the first words: form i begins at offsets[i] of `forms`, for as many as there are lengths.
  virtual void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
                   std::span<const std::uint64_t> lengths) = 0;
  /// Puts files in place.
  virtual void finish() {}
};

/// Lines of a file, which appears when the sink is finished.
std::unique_ptr<WordSink> write_lines(const std::filesystem::path& path, const WordText& text);
/// Lines for whoever takes them, some at a time.
std::unique_ptr<WordSink> write_lines(std::function<void(const std::string&)> take, const WordText& text);
/// Texts in a list.
std::unique_ptr<WordSink> write_list(std::vector<std::string>& list, const WordText& text);
/// Packed words, as read_packed reads them.
std::unique_ptr<WordSink> write_packed(const std::string& letters, const std::string& offsets);

/// How long words are.
struct WordLengths {
  std::uint64_t letters = 0;  // of all words together
  std::uint64_t shortest = ~std::uint64_t{0};
  std::uint64_t longest = 0;
};

struct StreamReport {
  bool complete = false;  // whether the stream came to its end
  std::uint64_t words = 0;
  std::uint64_t identities = 0;  // words that are 1
  WordLengths in = {};
  WordLengths out = {};
};

/// Whether words or their inverses are reduced.
enum class FormOf { words, inverses };

/// Reads words, reduces them (or their inverses) and writes the normal forms, batch after batch, until the run is to stop. Then
/// call sink.finish(): until then no file is in place. Its phases are "read", "reduce" and "write". Throws what the source
/// throws, after what came before it was written.
///
/// With ReduceOptions::machine.cluster all ranks call it together. Rank 0's source and sink are used; the others may be empty,
/// and their reports are.
StreamReport reduce_stream(const Group& group, WordSource& source, WordSink& sink, FormOf of = FormOf::words,
                           const ReduceOptions& options = {}, RunControl* run = nullptr);

/// Writes the elements of length at most `radius` in shortlex order, until the run is to stop.
StreamReport list_ball(const Group& group, std::size_t radius, WordSink& sink, RunControl* run = nullptr);

}  // namespace wreath::word
