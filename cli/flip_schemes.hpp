// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath flip` that read and write schemes share.
#pragma once

#include <string>
#include <vector>

#include "cli/flip_common.hpp"
#include "format/scheme_files.hpp"

namespace wreath::cli {

struct SchemeOptions : CommonOptions {
  std::vector<std::string> inputs;
  std::string output;
  format::SchemeFileOptions from;  // how the inputs are read
  format::SchemeFileOptions to;    // and the output is written
};

/// --from, --c-transposed, --shape.
void add_reading_options(Command& command, SchemeOptions& options);
/// -o, which is returned, --to, --output-c-transposed.
Option add_writing_options(Command& command, SchemeOptions& options, const std::string& description);
/// One SCHEME, or so many.
void add_scheme(Command& command, SchemeOptions& options);
void add_schemes(Command& command, SchemeOptions& options, int least, int most, const std::string& description);

/// A file, '-', or a shape such as 3x3x3: the standard scheme. Verified.
format::SchemeFile open_scheme(const std::string& input, const SchemeOptions& options);
/// The same over F2.
flip::Scheme open_bits(const std::string& input, const SchemeOptions& options);

Json scheme_json(const format::SchemeFile& file);
/// "F2", "Z, with coefficients -1, 0, 1", ...
std::string ring_words(flip::Ring ring);
/// "4x4x4, rank 47, right over F2; 600 non-zeros, 400 additions".
std::string scheme_text(const format::SchemeFile& file);

void add_flip_verify(Program& program, Command& flip);   // verify, lift, convert
void add_flip_derive(Program& program, Command& flip);   // derive
void add_flip_records(Program& program, Command& flip);  // stats, records
void add_flip_path(Program& program, Command& flip);     // path

}  // namespace wreath::cli
