// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath word` share: how a group or a structure is named, built, cached and described.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/front/common.hpp"
#include "wreath/word.hpp"

namespace wreath::cli {

struct WordOptions : CommonOptions {
  std::string group;  // a structure file, or a group in any form
  std::string output;
  word::Options build;
  bool no_cache = true;         // for verbs that have no such option
  std::size_t base_length = 0;  // of the pieces of a long word
};

/// GROUP: a family, a presentation, or a file with one.
void add_group(Command& command, WordOptions& options, const std::string& description);
/// FILE: a structure, or a group.
void add_structure(Command& command, WordOptions& options);
/// --letter-order and the limits on completion and automata.
void add_build_options(Command& command, WordOptions& options);
/// --base-length.
void add_reduce_options(Command& command, WordOptions& options);

/// The options as the library has them.
word::Options group_options(const WordOptions& options);
word::ReduceOptions reduce_options(const WordOptions& options);

/// A group from its structure file, from the cache, or built now. If its structure is not verified, throws as refuse_answers.
word::Group open_verified(const WordOptions& options, RunControl& run);
void require_verified(const word::Group& group, const WordOptions& options, const RunControl& run);
/// Throws StoppedEarly if a limit ended the build, InputError if a file holds no verified structure.
[[noreturn]] void refuse_answers(const WordOptions& options, const std::string& ending, bool from_file, const RunControl& run);

/// Whether the run was asked to stop.
bool is_stopped(const RunControl& run);

/// A list of words in a result, which may be long. Text is handed over some at a time, so that nothing is left to be done when
/// the run is stopped; JSON is kept if it is asked for.
class WordList {
 public:
  /// `text` is what comes before the list; what is not handed over is left in it. Text is taken by stdout, unless the result is
  /// JSON, or by `take`.
  WordList(const CommonOptions& options, std::string& text, std::string indent = "",
           std::function<void(const std::string&)> take = {});

  /// Of the lines only the first are text; JSON has all of them.
  void limit_text(std::uint64_t lines) noexcept { most_lines_ = lines; }
  /// Whether a further line would go anywhere.
  bool takes_more() const noexcept { return keeps_elements_ || size_ < most_lines_; }

  void add(const std::string& line) { add(line, line); }
  void add(const std::string& line, const Value& element);
  std::uint64_t size() const noexcept { return size_; }
  /// The elements, if there is somebody who reads them. The list has none afterwards.
  Value take_elements() { return elements_.take(); }

 private:
  bool keeps_elements_;
  bool keeps_text_;
  std::string& text_;
  std::string indent_;
  std::function<void(const std::string&)> take_;
  ValueList elements_;
  std::uint64_t size_ = 0;
  std::uint64_t most_lines_ = ~std::uint64_t{0};
};

/// On a terminal a long presentation has its relators on lines of their own; long relators are continued after a '*'.
std::string presentation_lines(const std::string& text);

// The verbs, by file.
void add_word_files(Program& program, Command& word);      // export, import
void add_word_reduce(Program& program, Command& word);     // reduce, inverse
void add_word_elements(Program& program, Command& word);   // equal, multiply, concat, compare, order
void add_word_ball(Program& program, Command& word);       // ball
void add_word_complete(Program& program, Command& word);   // complete
void add_word_automaton(Program& program, Command& word);  // automaton
void add_word_subgroup(Program& program, Command& word);   // subgroup
void add_word_geodesics(Program& program, Command& word);  // geodesics
void add_word_conjugacy(Program& program, Command& word);  // conjugate, class, root

}  // namespace wreath::cli
