// SPDX-License-Identifier: MIT
#include "cli/plot_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wreath::cli::plot {

namespace {

constexpr const char* kTextMarks = "*o+x#@%&=~";
constexpr char kBetween = '.';  // on the line from one point to the next

char mark_of(std::size_t series) {
  return kTextMarks[series % 10];
}

/// From values to places 0 .. cells-1, linearly or by logarithms.
class Scale {
 public:
  Scale(const Figure& figure, std::vector<double> Series::*values, const Axis& axis, unsigned cells)
      : log_(axis.log), cells_(cells) {
    bool first = true;
    for (const Series& series : figure.series) {
      for (const double value : series.*values) {
        least_ = first ? value : std::min(least_, value);
        most_ = first ? value : std::max(most_, value);
        first = false;
      }
    }
  }

  double place(double value) const {
    const double span = to(most_) - to(least_);
    return span == 0 ? 0.5 * (cells_ - 1) : (to(value) - to(least_)) / span * (cells_ - 1);
  }
  /// What stands at a part of the way from the least to the most.
  double at(double part) const { return from(to(least_) + part * (to(most_) - to(least_))); }

 private:
  double to(double value) const { return log_ ? std::log(value) : value; }
  double from(double value) const { return log_ ? std::exp(value) : value; }

  double least_ = 0;
  double most_ = 0;
  bool log_;
  unsigned cells_;
};

class Canvas {
 public:
  Canvas(unsigned width, unsigned height) : lines_(height, std::string(width, ' ')) {}

  void put(double x, double y, char letter) {
    char& cell = lines_[lines_.size() - 1 - static_cast<std::size_t>(std::lround(y))][static_cast<std::size_t>(std::lround(x))];
    if (letter != kBetween || cell == ' ') cell = letter;
  }
  void join(double x, double y, double to_x, double to_y) {
    const int steps = static_cast<int>(std::max(std::abs(to_x - x), std::abs(to_y - y)));
    for (int i = 1; i < steps; ++i) put(x + (to_x - x) * i / steps, y + (to_y - y) * i / steps, kBetween);
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

std::string without_end_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string legend(const Figure& figure) {
  std::string text;
  if (figure.series.size() == 1 && figure.series[0].name.empty()) return text;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Series& series = figure.series[i];
    text += fmt::format("  {} {}{}\n", mark_of(i), series.name, series.from_paper && series.name != "paper" ? " (paper)" : "");
  }
  return text;
}

std::string draw_points(const Figure& figure, unsigned width, unsigned height) {
  const Scale across(figure, &Series::x, figure.x, width);
  const Scale up(figure, &Series::y, figure.y, height);
  Canvas canvas(width, height);
  for (std::size_t number = 0; number < figure.series.size(); ++number) {
    const Series& series = figure.series[number];
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      const double x = across.place(series.x[i]);
      const double y = up.place(series.y[i]);
      if (i > 0 && figure.kind == Kind::lines) canvas.join(across.place(series.x[i - 1]), up.place(series.y[i - 1]), x, y);
      if (i > 0 && figure.kind == Kind::steps) {
        canvas.join(across.place(series.x[i - 1]), up.place(series.y[i - 1]), x, up.place(series.y[i - 1]));
        canvas.join(x, up.place(series.y[i - 1]), x, y);
      }
      canvas.put(x, y, mark_of(number));
    }
  }
  std::string text = fmt::format("  {}{}\n", figure.y.label(), figure.y.log ? ", logarithmic" : "");
  const auto& lines = canvas.lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool named = i == 0 || i + 1 == lines.size() || i == lines.size() / 2;
    const double part = lines.size() == 1 ? 0 : 1 - static_cast<double>(i) / static_cast<double>(lines.size() - 1);
    text += without_end_spaces(fmt::format("{:>9} |{}", named ? show_number(up.at(part)) : "", lines[i]));
  }
  text += fmt::format("{:>9} +{}\n", "", std::string(width, '-'));
  const std::string left = show_number(across.at(0));
  const std::string middle = show_number(across.at(0.5));
  const std::string right = show_number(across.at(1));
  text += fmt::format("{:11}{:<{}}{:^{}}{:>{}}\n", "", left, width / 3, middle, width - 2 * (width / 3), right, width / 3);
  text += without_end_spaces(fmt::format("{:11}{:^{}}", "", figure.x.label() + (figure.x.log ? ", logarithmic" : ""), width));
  return text + legend(figure);
}

std::string draw_bars(const Figure& figure, unsigned width) {
  double most = 0;
  double least = 0;
  std::size_t widest = 0;
  for (const Series& series : figure.series) {
    for (const double value : series.y) {
      most = std::max(most, value);
      least = least == 0 ? value : std::min(least, value);
    }
  }
  for (const std::string& category : figure.categories) widest = std::max(widest, category.size());
  const auto length = [&](double value) {
    if (most <= 0) return 0.0;
    if (!figure.y.log) return std::max(0.0, value / most);
    return (1 + std::log(value / least)) / (1 + std::log(most / least));  // the least has some length, too
  };
  std::string text = fmt::format("  {}{}\n", figure.y.label(), figure.y.log ? ", logarithmic" : "");
  for (std::size_t place = 0; place < figure.categories.size(); ++place) {
    std::string name = figure.categories[place];
    for (std::size_t number = 0; number < figure.series.size(); ++number) {
      const Series& series = figure.series[number];
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (series.x[i] != static_cast<double>(place)) continue;
        const auto cells = static_cast<std::size_t>(std::lround(length(series.y[i]) * width));
        text += fmt::format("  {:<{}} |{} {}\n", name, widest, std::string(cells, mark_of(number)), show_number(series.y[i]));
        name.clear();
      }
    }
  }
  return text + legend(figure);
}

}  // namespace

std::string show_number(double value) {
  return fmt::format("{:.3g}", value);
}

std::string draw_text(const Picture& picture, unsigned width, unsigned height) {
  std::string text = picture.title.empty() ? "" : picture.title + "\n";
  for (const Figure& figure : picture.panels) {
    if (!text.empty()) text += "\n";
    if (picture.panels.size() > 1) text += figure.name + "\n";
    text += figure.kind == Kind::bars ? draw_bars(figure, width > 30 ? width - 20 : 10) : draw_points(figure, width, height);
  }
  return text;
}

}  // namespace wreath::cli::plot
