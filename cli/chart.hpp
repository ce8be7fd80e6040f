// SPDX-License-Identifier: MIT
//
// Charts for `wreath plot --svg`: lines, points, steps and bars on linear and logarithmic axes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace wreath::cli {

enum class ChartKind { lines, points, steps, bars, histogram };

struct ChartSeries {
  std::string name;  // in the legend; a series of a paper has dashes
  std::vector<std::pair<double, double>> points;
};

struct Chart {
  ChartKind kind = ChartKind::lines;
  std::string title;
  std::string x;  // what is written at the axes
  std::string y;
  bool log_x = false;
  bool log_y = false;
  std::vector<std::string> categories;  // of bars, whose x is the number of one
  std::vector<ChartSeries> series;
};

/// Charts one below the other under a title, 640 pixels wide, as SVG text. Values that a logarithmic axis cannot show are left
/// out.
std::string draw_charts(const std::string& title, const std::vector<Chart>& charts);

/// About `most` round numbers (1, 2 and 5 times powers of 10) from at most `least` to at least `greatest`.
std::vector<double> linear_ticks(double least, double greatest, int most);
/// For a logarithmic axis: powers of 10 from `least` on to at least `greatest`. If there would be few, or if `most` is 0, 1, 2
/// and 5 times these, from at most `least`.
std::vector<double> log_ticks(double least, double greatest, int most);
/// 0.25, 2,500, 2×10⁶
std::string tick_text(double value, bool log);

}  // namespace wreath::cli
