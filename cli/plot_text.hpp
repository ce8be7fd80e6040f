// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace wreath::cli {

struct PlotSeries {
  std::string name;
  std::multimap<double, double> points{};  // of bars: x is the index of the category
};

/// One pair of axes with its series.
struct Figure {
  std::string group;
  std::string name;
  std::string kind;  // lines, points, steps or bars
  std::string x;     // what is written at the axes
  std::string y;
  bool log_x = false;
  bool log_y = false;
  std::vector<std::string> categories{};
  std::vector<PlotSeries> series{};
  std::size_t not_shown = 0;  // points that a logarithmic axis cannot show
};

/// The figure, in 80 columns unless its names are long.
std::string draw_text(const Figure& figure);

}  // namespace wreath::cli
