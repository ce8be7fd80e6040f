// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath flip` that read and write schemes share.
#pragma once

#include <string>
#include <vector>

#include "cli/front/common.hpp"
#include "core/text/units.hpp"
#include "wreath/flip.hpp"

namespace wreath::cli {

struct SchemeOptions : CommonOptions {
  std::vector<std::string> inputs;
  std::string output;
  flip::SchemeFileOptions from;  // how the inputs are read
  flip::SchemeFileOptions to;    // and the output is written
};

/// How the inputs are read, on the threads that were asked for.
flip::SchemeFileOptions reading(const SchemeOptions& options);
/// --from, --c-transposed, --shape.
void add_reading_options(Command& command, SchemeOptions& options);
/// -o, which is returned, --to, --output-c-transposed.
Option add_writing_options(Command& command, SchemeOptions& options, const std::string& description);
/// One SCHEME, or so many.
void add_scheme(Command& command, SchemeOptions& options);
void add_schemes(Command& command, SchemeOptions& options, int least, int most, const std::string& description);

void add_flip_search(Program& program, Command& flip);       // search
void add_flip_hunt(Program& program, Command& flip);         // hunt
void add_flip_verify(Program& program, Command& flip);       // verify, lift, convert
void add_flip_derive(Program& program, Command& flip);       // derive
void add_flip_records(Program& program, Command& flip);      // stats, records
void add_flip_path(Program& program, Command& flip);         // path
void add_flip_simplify(Program& program, Command& flip);     // simplify
void add_flip_equivalence(Program& program, Command& flip);  // equivalent, automorphisms

}  // namespace wreath::cli
