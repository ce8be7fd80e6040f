// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath word` share: how a group or a structure is named, built, cached and described.
#pragma once

#include <string>

#include "cli/common.hpp"
#include "core/data/natural.hpp"
#include "word/automatic/build.hpp"
#include "wreath/word.hpp"

namespace wreath::cli {

struct WordOptions : CommonOptions {
  std::string group;  // a structure file, or a group in any form
  std::string output;
  std::string order;
  std::uint64_t rules = 1U << 20;
  std::uint64_t length = 4096;
  std::uint64_t states = 1U << 24;
  bool keep_inverses = false;  // a relator a^2 does not make A = a one letter
  bool no_cache = false;
};

/// GROUP: a family, a presentation, or a file with one.
void add_group(Command& command, WordOptions& options, const std::string& description);
/// FILE: a structure, or a group.
void add_structure(Command& command, WordOptions& options);
/// --order and the limits on completion and automata.
void add_build_options(Command& command, WordOptions& options);
void add_cache_option(Command& command, WordOptions& options);

word::Presentation read_presentation(const WordOptions& options);
word::BuildOptions build_options(const WordOptions& options);
/// The options as the library has them.
word::Options group_options(const WordOptions& options, RunControl& run);

/// A group from its structure file, from the cache, or built now.
word::Group open_group(const WordOptions& options, RunControl& run);
/// The same; if its structure is not verified, throws as refuse_answers does.
word::Group open_verified(const WordOptions& options, RunControl& run);
/// Throws StoppedEarly where a limit ended the build, InputError where a file holds no verified structure.
[[noreturn]] void refuse_answers(const WordOptions& options, const std::string& group, const std::string& ending, bool from_file);

/// Whether the run was told to stop, and the sentence that says why.
bool is_stopped(const RunControl& run);
std::string stopped_text(const RunControl& run);

/// A number, or a string of digits where it is large.
Json natural_to_json(const Natural& number);
/// The number of elements: a number, a string of digits where it is large, or "infinite".
Json order_to_json(const word::AutomaticStructure& structure);

// The verbs, by file.
void add_word_files(Program& program, Command& word);     // export, import
void add_word_reduce(Program& program, Command& word);    // reduce, inverse
void add_word_elements(Program& program, Command& word);  // equal, multiply, concat, compare, order
void add_word_ball(Program& program, Command& word);      // ball
void add_word_complete(Program& program, Command& word);  // complete

}  // namespace wreath::cli
