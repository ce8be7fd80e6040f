// SPDX-License-Identifier: MIT
//
// Tables of a result's text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace wreath {
/// Rows under a heading, each column as wide as its widest cell.
std::string format_table(const std::vector<std::vector<std::string>>& rows);
/// The same for any number of rows: of many, the first and the last are shown, and between them how many were left out and
/// `elsewhere`, where all of them are: with the option json, unless it is given.
std::string format_long_table(const std::vector<std::string>& heading, std::size_t rows,
                              const std::function<std::vector<std::string>(std::size_t)>& row, const std::string& elsewhere = "");
}  // namespace wreath
