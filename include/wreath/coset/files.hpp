// SPDX-License-Identifier: MIT
//
// Presentations with subgroups as text and in files; tables and permutations in files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

/// How a problem is read.
struct Reading {
  /// Generators of the subgroup as text, separated by commas: "a, b*a". A text without words, or "1", names the trivial
  /// subgroup. Nothing: those of the file; if it has none, no subgroup is named.
  std::optional<std::string> subgroup = {};
  /// A relator a^2 does not make a its own inverse.
  bool keep_inverses = false;
  /// "auto", "ace" or "tcenum": the form of a file that is neither a presentation nor GAP's nor kbmag's.
  std::string format = "auto";
};

/// A family of groups, a presentation, or a file: with a presentation, GAP's or kbmag's text, input of ACE (gr:, rel:, gen:) or a
/// file of tcenum in five parts. The last two may name the subgroup. Throws InputError with the place.
[[nodiscard]] Problem open_problem(const std::string& source, const Reading& reading = {});
/// The same for text; never opens a file.
[[nodiscard]] Problem parse_problem(std::string_view text, std::string_view name, const Reading& reading = {});
/// Words separated by commas, over the letters of a group.
[[nodiscard]] std::vector<word::Word> parse_words(std::string_view text, const word::Alphabet& alphabet, std::string_view name);

/// Whether a file is a table of write_table.
bool is_table_file(const std::filesystem::path& path);
/// Throws LimitReached, and leaves no file, if the run is stopped first.
void write_table(const std::filesystem::path& path, const Table& table, RunControl* run = nullptr);
/// Throws InputError if it is not a table, or damaged; ResourceError if the run's limit leaves too little memory for it;
/// LimitReached if the run is stopped first.
[[nodiscard]] Table read_table(const std::filesystem::path& path, RunControl* run = nullptr);

/// What a table is checked against: the problem, with the table's own subgroup if it names none. Throws InputError if its letters
/// are not those of the table.
[[nodiscard]] Problem open_problem_for(const Table& table, const std::string& source, const Reading& reading = {});

/// A permutation of 0..index-1 as an array (.npy) of numbers of 4 bytes, or of 8 if the table is wide.
void write_permutation(const std::filesystem::path& path, const Table& table, word::Letter letter);

/// A table, or how far its enumeration came.
struct OpenedTable {
  std::optional<Table> table = {};              // none: a limit came first
  std::optional<Enumeration> enumeration = {};  // none: the table was in a file
};
/// The table in a file, or that of a problem, whose cosets are then enumerated. A file has its subgroup, and is
/// complete: throws InputError if a subgroup is named or the run has files. Throws InputError if the index is infinite.
[[nodiscard]] OpenedTable open_table(const std::string& input, const Reading& reading = {}, const Options& options = {},
                                     RunControl* run = nullptr);

}  // namespace wreath::coset
