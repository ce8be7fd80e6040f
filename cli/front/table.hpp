// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/text/table.hpp"

namespace wreath::cli {
/// The columns of a help text, wherever it is printed.
inline constexpr std::size_t kHelpColumns = 80;
/// The columns that lines of a result are folded at: those of the terminal that is the standard output. Files and
/// pipes have no limit: scripts and grep get whole lines.
std::size_t result_columns();
/// The text in lines of at most `columns` columns. A description in a second column stays there if there is room, else it follows
/// on a line of its own; a command is continued after a backslash.
std::string fit_columns(const std::string& text, std::size_t columns = result_columns());
/// Text without columns in lines of at most `columns` columns where it has spaces.
std::string wrap_words(const std::string& text, std::size_t columns = result_columns());
/// A line of a result, folded at spaces, under its second column if it has one; a growth series without spaces between its terms.
std::string fold_result(const std::string& line);
/// Whether a line may end before its character i, which is not the first.
using LineEnd = bool (*)(std::string_view line, std::size_t i);
/// Before the first of the spaces between two words.
bool is_gap(std::string_view line, std::size_t i);
/// The text with the lines of each paragraph joined. A line that is indented, or follows a heading such as "Examples:", stays.
std::string join_paragraphs(const std::string& text);
}  // namespace wreath::cli
