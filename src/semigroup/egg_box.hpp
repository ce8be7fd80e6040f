// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace wreath::semigroup {

/// A D-class as a table: a row for each R-class, a column for each L-class. Without rows, its title alone is drawn.
struct EggBox {
  struct Cell {
    std::string text;
    bool group = false;
  };
  std::string title;
  std::vector<std::vector<Cell>> rows;
};

std::string boxes_dot(const std::vector<EggBox>& boxes, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& order);
std::string boxes_svg(const std::vector<EggBox>& boxes);
std::string boxes_text(const std::vector<EggBox>& boxes);

inline constexpr const char* kDotStyle =
    "  node [fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9];\n";
std::string svg_page(double width, double height, const std::string& parts);
std::string svg_text(double x, double y, const std::string& words);

}  // namespace wreath::semigroup
