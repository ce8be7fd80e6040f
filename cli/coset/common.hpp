// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath coset` share.
#pragma once

#include <string>
#include <string_view>

#include "cli/front/common.hpp"
#include "wreath/coset.hpp"

namespace wreath::cli {

struct CosetOptions : CommonOptions {
  std::string input;  // a group, or a file of a table
  std::string output;
  std::string proof;
  coset::Reading reading;
  coset::Options how;
};

/// PRESENTATION: a group.
void add_presentation(Command& command, std::string& target);
/// --subgroup, --format, --keep-inverses and what an enumeration takes. default_subgroup: in words.
void add_enumeration_options(Command& command, CosetOptions& options, std::string_view default_subgroup = "the trivial subgroup");
/// TABLE: a file, or a group, whose cosets are then enumerated.
void add_table(Command& command, CosetOptions& options);

/// A bad name of the output, or one of a file that is read, must show at once.
void require_output(const CosetOptions& options);
coset::Options enumeration_options(const CosetOptions& options);
/// The table in a file, or the one that is enumerated now. Throws StoppedEarly if a limit comes first.
coset::Table open_table(const CosetOptions& options, RunControl& run);

void add_coset_subgroups(Program& program, Command& coset);
void add_coset_tables(Program& program, Command& coset);  // verify, permutations, representatives, trace, schreier, presentation
void add_coset_monoid(Program& program, Command& coset);  // monoid

}  // namespace wreath::cli
