// SPDX-License-Identifier: MIT
#include "core/text/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "core/text/units.hpp"

namespace wreath {

namespace {
constexpr std::size_t kFirstRows = 24;
constexpr std::size_t kLastRows = 6;
}  // namespace

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

std::string format_long_table(const std::vector<std::string>& heading, std::size_t rows,
                              const std::function<std::vector<std::string>(std::size_t)>& row, const std::string& elsewhere) {
  const bool folded = rows > kFirstRows + kLastRows;
  const std::size_t first = folded ? kFirstRows : rows;
  std::vector<std::vector<std::string>> shown{heading};
  for (std::size_t i = 0; i < first; ++i) shown.push_back(row(i));
  for (std::size_t i = folded ? rows - kLastRows : rows; i < rows; ++i) shown.push_back(row(i));
  std::string text = format_table(shown);
  if (!folded) return text;
  std::size_t at = 0;
  for (std::size_t line = 0; line < first + 2; ++line) at = text.find('\n', at) + 1;
  return text.insert(at, fmt::format("... {} more ({})\n", format_count(rows - kFirstRows - kLastRows),
                                     elsewhere.empty() ? "all of them with " + option("json") : elsewhere));
}

}  // namespace wreath
