// SPDX-License-Identifier: MIT
//
// What `wreath plot` draws. A figure is one pair of axes with its series; several figures side by side are the panels of one
// picture.
//
//     record -> figures (plot_record, plot_table) -> changed (plot_change) -> text (plot_text) or gnuplot (plot_gnuplot)
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace wreath::cli::plot {

enum class Kind { lines, points, steps, bars, histogram };

struct Axis {
  std::string name;
  std::string unit;  // empty: a number
  bool log = false;

  std::string label() const { return unit.empty() ? name : name + " (" + unit + ")"; }
  /// Whether less is better: then a speed-up is the old value over the new one.
  bool is_time() const { return unit == "s" || unit == "ms" || unit == "us" || unit == "ns"; }
};

struct Series {
  std::string name;
  bool from_paper = false;  // quoted, not measured by us: drawn dashed
  std::vector<double> x;    // bars: the number of the category
  std::vector<double> y;
};

struct Figure {
  std::string name;   // what --figure chooses it by
  std::string group;  // figures of one group are the panels of one picture
  Axis x;
  Axis y;
  Kind kind = Kind::lines;
  std::vector<std::string> categories;  // bars: what stands at 0, 1, 2, ...
  std::vector<Series> series;
};

/// What is drawn, and how large.
struct Picture {
  std::string title;
  std::vector<Figure> panels;
  unsigned width = 0;  // 0: as the panels need it
  unsigned height = 0;
};

}  // namespace wreath::cli::plot
