// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace wreath::cli {
/// Rows under a heading, each column as wide as its widest cell.
std::string format_table(const std::vector<std::vector<std::string>>& rows);
}  // namespace wreath::cli
