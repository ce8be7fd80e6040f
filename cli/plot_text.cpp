// SPDX-License-Identifier: MIT
#include "cli/plot_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace wreath::cli {

namespace {

constexpr int kPlotWidth = 66;
constexpr int kPlotHeight = 20;
constexpr int kLongestBar = 46;

char mark_of(std::size_t series) {
  return "*o+x#@%&=~"[series % 10];
}

/// Maps values to places from 0 to `last`, linearly or by logarithms.
struct Scale {
  bool log;
  int last;
  double least = INFINITY;
  double most = -INFINITY;

  double to(double value) const { return log ? std::log(value) : value; }
  void include(double value) {
    least = std::min(least, to(value));
    most = std::max(most, to(value));
  }
  double place(double value) const { return last * (most == least ? 0.5 : (to(value) - least) / (most - least)); }
  std::string label(double place) const {
    const double value = least + place / last * (most - least);
    return fmt::format("{:.3g}", log ? std::exp(value) : value);
  }
};

std::string draw_points(const Figure& figure) {
  Scale across{figure.log_x, kPlotWidth - 1};
  Scale up{figure.log_y, kPlotHeight - 1};
  for (const PlotSeries& series : figure.series) {
    for (const auto& [x, y] : series.points) {
      across.include(x);
      up.include(y);
    }
  }
  std::vector<std::string> lines(kPlotHeight, std::string(kPlotWidth, ' '));
  const auto put = [&](double x, double y, char letter) {
    char& cell = lines[static_cast<std::size_t>(kPlotHeight - 1 - std::lround(y))][static_cast<std::size_t>(std::lround(x))];
    if (letter != '.' || cell == ' ') cell = letter;
  };
  const auto join = [&](double x, double y, double to_x, double to_y) {
    const int steps = static_cast<int>(std::max(std::abs(to_x - x), std::abs(to_y - y)));
    for (int i = 1; i < steps; ++i) put(x + (to_x - x) * i / steps, y + (to_y - y) * i / steps, '.');
  };
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    std::optional<std::pair<double, double>> before;
    for (const auto& point : figure.series[i].points) {
      const double x = across.place(point.first);
      const double y = up.place(point.second);
      if (before && figure.kind == "steps") {
        join(before->first, before->second, x, before->second);
        join(x, before->second, x, y);
      } else if (before && figure.kind == "lines") {
        join(before->first, before->second, x, y);
      }
      put(x, y, mark_of(i));
      before = {x, y};
    }
  }
  std::string text;
  for (int line = 0; line < kPlotHeight; ++line) {
    const bool labelled = line == 0 || line == kPlotHeight / 2 || line == kPlotHeight - 1;
    const std::string& row = lines[static_cast<std::size_t>(line)];
    text += fmt::format("{:>9} |{}\n", labelled ? up.label(kPlotHeight - 1 - line) : "",
                        row.substr(0, row.find_last_not_of(' ') + 1));
  }
  constexpr int kThird = kPlotWidth / 3;
  text += fmt::format("{:>9} +{:-<{}}\n{:11}{:<{}}{:^{}}{:>{}}\n", "", "", kPlotWidth, "", across.label(0), kThird,
                      across.label(0.5 * across.last), kThird, across.label(across.last), kThird);
  const std::string name = figure.x + (figure.log_x ? ", logarithmic" : "");
  return text + fmt::format("{:>{}}\n", name, 11 + (kPlotWidth + static_cast<int>(name.size())) / 2);
}

std::string draw_bars(const Figure& figure) {
  double most = 0;
  double least = INFINITY;
  for (const PlotSeries& series : figure.series) {
    for (const auto& [category, value] : series.points) {
      most = std::max(most, value);
      least = std::min(least, value);
    }
  }
  std::size_t widest = 0;
  for (const std::string& category : figure.categories) widest = std::max(widest, category.size());
  std::string text;
  for (std::size_t place = 0; place < figure.categories.size(); ++place) {
    std::string name = figure.categories[place];
    for (std::size_t i = 0; i < figure.series.size(); ++i) {
      const auto [first, last] = figure.series[i].points.equal_range(static_cast<double>(place));
      for (auto point = first; point != last; ++point) {
        const double value = point->second;
        const double share = figure.log_y ? (1 + std::log(value / least)) / (1 + std::log(most / least)) : value / most;
        const auto cells = static_cast<std::size_t>(value > 0 ? std::lround(share * kLongestBar) : 0);
        text += fmt::format("  {:<{}} |{} {:.3g}\n", name, widest, std::string(cells, mark_of(i)), value);
        name.clear();
      }
    }
  }
  return text;
}

}  // namespace

std::string draw_text(const Figure& figure) {
  const bool bars = figure.kind == "bars";
  const std::string by = bars && !figure.x.empty() ? " by " + figure.x : "";
  std::string text = fmt::format("  {}{}{}\n", figure.y, by, figure.log_y ? ", logarithmic" : "");
  text += bars ? draw_bars(figure) : draw_points(figure);
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    if (!figure.series[i].name.empty()) text += fmt::format("  {} {}\n", mark_of(i), figure.series[i].name);
  }
  return text;
}

}  // namespace wreath::cli
