// SPDX-License-Identifier: MIT
#include "cli/table.hpp"

#include <algorithm>

namespace wreath::cli {

std::string format_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) widths[column] = std::max(widths[column], row[column].size());
  }
  std::string text;
  const auto add_line = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      const std::string cell = cell_of(column);
      line += cell + std::string(widths[column] - cell.size() + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  for (std::size_t row = 0; row < rows.size(); ++row) {
    add_line([&](std::size_t column) { return column < rows[row].size() ? rows[row][column] : std::string(); });
    if (row == 0) add_line([&](std::size_t column) { return std::string(widths[column], '-'); });
  }
  return text;
}

}  // namespace wreath::cli
