// SPDX-License-Identifier: MIT
//
// What the verbs of `wreath semigroup` share: their input, and how elements and words are written.
#pragma once

#include <string>
#include <vector>

#include "cli/common.hpp"
#include "wreath/semigroup.hpp"

namespace wreath::cli {

inline constexpr std::size_t kShownClasses = 30;  // in a table; JSON has all

struct SemigroupOptions : CommonOptions {
  std::string input;
  bool monoid = false;
  bool semigroup = false;
  semigroup::Keep keep = semigroup::Keep::automatic;
  std::string scratch;
};

/// INPUT, --monoid, --semigroup, --keep, --scratch.
void add_input(Command& command, SemigroupOptions& options);

/// A family, a file of text, GAP's lists or a 2-D .npy, or '-' for such a file on stdin.
semigroup::Generators read_generators(const SemigroupOptions& options);
/// One map: images in text, GAP's Transformation([...]), or a file of either or a 1-D .npy.
std::vector<semigroup::Point> read_map(const std::string& argument);

semigroup::Options semigroup_options(const SemigroupOptions& options, bool graphs);

/// Letters by their numbers, with spaces between; "()" for the empty word.
std::string format_word(const semigroup::Word& word);

/// Writes a 2-D array row by row: fill(first, last, rows) gives rows first..last-1.
void write_rows(const std::string& path, std::uint64_t rows, std::uint64_t columns, unsigned item_bytes,
                const std::function<void(std::uint64_t, std::uint64_t, std::span<std::uint32_t>)>& fill);
void write_text(const std::string& path, std::uint64_t lines, const std::function<std::string(std::uint64_t)>& line);

/// Throws InputError where one of these files could not be written: before the work, not after it.
void require_writable(const std::vector<std::string>& paths);
void require_picture_name(const std::string& path);
/// Writes Graphviz text to a .dot file, or the picture that Graphviz makes of it to .svg, .png or .pdf.
void write_picture(const std::string& path, const std::string& dot);

/// "done" or why not, in words for people: "at least 31,103 elements, complete to length 12".
std::string format_extent(const semigroup::Enumeration& found);

/// green --count: Green's structure without elements.
int count_green_classes(Session& session, const SemigroupOptions& options, bool classes);

void add_semigroup_structure(Program& program, Command& parent);  // cayley, green

}  // namespace wreath::cli
