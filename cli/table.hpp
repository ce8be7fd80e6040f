// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace wreath::cli {
/// Rows under a heading, each column as wide as its widest cell.
std::string format_table(const std::vector<std::vector<std::string>>& rows);
/// The text in lines of at most so many columns. A description in a second column stays there if there is room, else it follows
/// on a line of its own; a command is continued after a backslash.
std::string fit_columns(const std::string& text, std::size_t columns = 80);
}  // namespace wreath::cli
