// SPDX-License-Identifier: MIT
#include "cli/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/text/svg.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

constexpr double kWidth = 640;
constexpr double kPlotHeight = 300;
constexpr double kText = 13;
constexpr double kMargin = 14;
constexpr double kBar = 15;              // the height of one
constexpr std::size_t kMostMarked = 60;  // points of a line that have a mark each
constexpr std::size_t kColours = 8;
constexpr std::string_view kGrid = "#E0E0E0";
constexpr std::string_view kFrame = "#777777";

/// From values to pixels.
struct Axis {
  bool log = false;
  std::vector<double> ticks;
  double least = 0;  // where it begins and ends
  double greatest = 0;
  double from = 0;  // and the pixels there
  double to = 0;

  /// For values in this range. A linear axis begins at 0 unless that would leave most of it empty.
  Axis(bool log_axis, double first, double last, int most) : log(log_axis) {
    if (!log && first > 0 && first < 0.6 * last) first = 0;
    const std::vector<double> round = log ? log_ticks(first, last, 0) : linear_ticks(first, last, most);
    least = round.front();
    greatest = round.back();
    ticks = log ? log_ticks(least, greatest, most) : round;
    std::erase_if(ticks, [this](double tick) { return tick < least * (1 - 1e-9) || tick > greatest * (1 + 1e-9); });
  }

  double place(double value) const {
    const auto scaled = [this](double v) { return log ? std::log10(v) : v; };
    return from + (to - from) * (scaled(value) - scaled(least)) / (scaled(greatest) - scaled(least));
  }
  std::string text(double tick) const { return tick_text(tick, log); }
};

/// The points that can be shown.
std::vector<std::pair<double, double>> shown(const Chart& chart, const ChartSeries& series) {
  std::vector<std::pair<double, double>> points;
  for (const auto& [x, y] : series.points) {
    if (std::isfinite(x) && std::isfinite(y) && (!chart.log_x || x > 0) && (!chart.log_y || y > 0)) points.emplace_back(x, y);
  }
  if (chart.kind != ChartKind::points) std::ranges::stable_sort(points, {}, &std::pair<double, double>::first);
  return points;
}

/// How many values lie between each two of some ticks, as bars.
Chart counted_in_bins(const Chart& chart) {
  Chart bars{.kind = ChartKind::bars, .title = chart.title, .x = chart.y, .y = "how many", .categories = {}, .series = {}};
  double least = INFINITY, greatest = -INFINITY;
  for (const ChartSeries& series : chart.series) {
    for (const auto& [x, y] : series.points) least = std::min(least, y), greatest = std::max(greatest, y);
  }
  if (least > greatest) return bars;
  const std::vector<double> ticks = linear_ticks(least, greatest, 10);
  for (std::size_t i = 0; i + 1 < ticks.size(); ++i)
    bars.categories.push_back(fmt::format("{} to {}", tick_text(ticks[i], false), tick_text(ticks[i + 1], false)));
  for (const ChartSeries& series : chart.series) {
    std::vector<std::pair<double, double>> bins;
    for (std::size_t i = 0; i < bars.categories.size(); ++i) bins.emplace_back(static_cast<double>(i), 0);
    for (const auto& [x, y] : series.points) {
      const auto bin = std::ranges::upper_bound(ticks, y) - ticks.begin() - 1;
      bins[std::clamp<std::size_t>(static_cast<std::size_t>(bin), 0, bins.size() - 1)].second += 1;
    }
    bars.series.push_back({series.name, bins});
  }
  return bars;
}

class Drawing {
 public:
  /// A text in lines of at most this width.
  void heading(const std::string& words, double size) {
    std::string line;
    const auto flush = [&] {
      if (line.empty()) return;
      y_ += size + 5;
      svg_.text({kMargin, y_}, line, {.size = size, .bold = true});
      line.clear();
    };
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = std::min(words.find(' ', at), words.size());
      const std::string next = line + (line.empty() ? "" : " ") + words.substr(at, end - at);
      if (Svg::width_of(next, size, true) > kWidth - 2 * kMargin) {
        flush();
        line = words.substr(at, end - at);
      } else {
        line = next;
      }
      at = end + 1;
    }
    flush();
    y_ += 6;
  }

  void chart(const Chart& chart) {
    if (chart.kind == ChartKind::histogram) return this->chart(counted_in_bins(chart));
    y_ += 4;
    heading(chart.title, kText);
    legend(chart);
    if (chart.kind == ChartKind::bars) {
      bars(chart);
    } else {
      curves(chart);
    }
  }

  std::string document() const { return svg_.document(kWidth, y_ + 6); }

 private:
  static Svg::Stroke stroke_of(const ChartSeries& series, std::size_t number) {
    constexpr std::array<std::string_view, 4> kDashes{"", "7 3", "2 3", "9 3 2 3"};
    const bool paper = (", " + series.name + ",").find(", paper,") != std::string::npos;
    return {.colour = picture_colour(number), .width = 2, .dashes = kDashes[paper ? 1 : number / kColours % kDashes.size()]};
  }

  void legend(const Chart& chart) {
    if (chart.series.size() < 2 && (chart.series.empty() || chart.series[0].name.empty())) return;
    double x = kMargin;
    y_ += 12;
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
      const double width = 42 + Svg::width_of(chart.series[i].name, kText);
      if (x > kMargin && x + width > kWidth - kMargin) {
        x = kMargin;
        y_ += kText + 6;
      }
      if (chart.kind == ChartKind::bars || chart.kind == ChartKind::points) {
        svg_.rect({x + 6, y_ - 10}, 11, 11, picture_colour(i));
      } else {
        svg_.line({x, y_ - 4.5}, {x + 22, y_ - 4.5}, stroke_of(chart.series[i], i));
      }
      svg_.text({x + 27, y_}, chart.series[i].name, {.size = kText});
      x += width;
    }
    y_ += 8;
  }

  void curves(const Chart& chart) {
    std::vector<std::vector<std::pair<double, double>>> all;
    double least_x = INFINITY, greatest_x = -INFINITY, least_y = INFINITY, greatest_y = -INFINITY;
    for (const ChartSeries& series : chart.series) {
      all.push_back(shown(chart, series));
      for (const auto& [x, y] : all.back()) {
        least_x = std::min(least_x, x), greatest_x = std::max(greatest_x, x);
        least_y = std::min(least_y, y), greatest_y = std::max(greatest_y, y);
      }
    }
    if (least_x > greatest_x) return nothing();
    y_ += 8;
    Axis y(chart.log_y, least_y, greatest_y, 7);
    y.from = y_ + kPlotHeight;
    y.to = y_;
    double labels = 0;
    for (const double tick : y.ticks) labels = std::max(labels, Svg::width_of(y.text(tick), kText));
    Axis x(chart.log_x, least_x, greatest_x, 8);
    x.from = kMargin + kText + 14 + labels;
    x.to = kWidth - kMargin - 20;
    for (const double tick : y.ticks) {
      svg_.line({x.from, y.place(tick)}, {x.to, y.place(tick)}, {.colour = kGrid});
      svg_.text({x.from - 7, y.place(tick) + 4.5}, y.text(tick), {.size = kText, .anchor = Svg::Anchor::end});
    }
    for (const double tick : x.ticks) {
      svg_.line({x.place(tick), y.from}, {x.place(tick), y.to}, {.colour = kGrid});
      svg_.text({x.place(tick), y.from + 19}, x.text(tick), {.size = kText, .anchor = Svg::Anchor::middle});
    }
    svg_.polyline({{x.from, y.to}, {x.from, y.from}, {x.to, y.from}}, {.colour = kFrame});
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<Spot> spots;
      for (const auto& point : all[i]) {
        const Spot spot{x.place(point.first), y.place(point.second)};
        if (chart.kind == ChartKind::steps && !spots.empty()) spots.push_back({spot.x, spots.back().y});
        spots.push_back(spot);
      }
      if (chart.kind != ChartKind::points) svg_.polyline(spots, stroke_of(chart.series[i], i));
      if (chart.kind == ChartKind::steps || spots.size() > kMostMarked) continue;
      for (const Spot& spot : spots) svg_.circle(spot, chart.kind == ChartKind::points ? 4 : 3, picture_colour(i), "#ffffff");
    }
    svg_.text({(x.from + x.to) / 2, y.from + 40}, chart.x, {.size = kText, .anchor = Svg::Anchor::middle});
    svg_.text({kMargin + kText - 3, (y.from + y.to) / 2}, chart.y,
              {.size = kText, .anchor = Svg::Anchor::middle, .upright = true});
    y_ = y.from + 48;
  }

  /// Horizontal bars, so that their names can be read; a group of them for each category.
  void bars(const Chart& chart) {
    double least = INFINITY, greatest = 0, labels = 0;
    for (const ChartSeries& series : chart.series) {
      for (const auto& [x, y] : series.points) {
        if (y > 0) least = std::min(least, y);
        greatest = std::max(greatest, y);
      }
    }
    if (greatest == 0) return nothing();
    constexpr double kMostLabel = 0.45 * kWidth;
    std::vector<std::string> names;
    for (std::string name : chart.categories) {
      while (Svg::width_of(name, kText) > kMostLabel) {
        if (name.ends_with("…")) name.resize(name.size() - 3);
        do name.pop_back();
        while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0U) == 0x80U);
        name += "…";
      }
      labels = std::max(labels, Svg::width_of(name, kText));
      names.push_back(name);
    }
    // A logarithmic axis begins below the least value, so that its bar can be seen.
    Axis axis(chart.log_y, chart.log_y ? least / 2 : 0, greatest, 6);
    axis.from = kMargin + labels + 8;
    axis.to = kWidth - kMargin - 56;
    y_ += 6;
    const double top = y_;
    const double group = kBar * static_cast<double>(chart.series.size()) + 8;
    const double bottom = top + group * static_cast<double>(names.size());
    for (const double tick : axis.ticks) {
      svg_.line({axis.place(tick), top}, {axis.place(tick), bottom}, {.colour = kGrid});
      svg_.text({axis.place(tick), bottom + 18}, axis.text(tick), {.size = kText, .anchor = Svg::Anchor::middle});
    }
    for (std::size_t c = 0; c < names.size(); ++c) {
      const double begin = top + group * static_cast<double>(c);
      svg_.text({axis.from - 6, begin + group / 2 + 4.5}, names[c], {.size = kText, .anchor = Svg::Anchor::end});
      for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const auto found = std::ranges::find(chart.series[s].points, static_cast<double>(c), &std::pair<double, double>::first);
        if (found == chart.series[s].points.end()) continue;
        const double y = begin + 4 + kBar * static_cast<double>(s);
        const double end = found->second > 0 ? axis.place(found->second) : axis.from;
        svg_.rect({axis.from, y}, std::max(0.0, end - axis.from), kBar - 2, picture_colour(s));
        svg_.text({end + 5, y + kBar - 4}, tick_text(std::stod(fmt::format("{:.3g}", found->second)), false),
                  {.size = kText - 1});
      }
    }
    svg_.line({axis.from, top}, {axis.from, bottom}, {.colour = kFrame});
    const std::string what = chart.x.empty() ? chart.y : fmt::format("{} by {}", chart.y, chart.x);
    svg_.text({(axis.from + axis.to) / 2, bottom + 38}, what, {.size = kText, .anchor = Svg::Anchor::middle});
    y_ = bottom + 46;
  }

  void nothing() {
    y_ += 24;
    svg_.text({kMargin, y_}, "no value can be shown", {.size = kText});
    y_ += 12;
  }

  Svg svg_;
  double y_ = 4;  // where the next part begins
};

}  // namespace

std::vector<double> linear_ticks(double least, double greatest, int most) {
  if (greatest <= least) greatest = least + (least == 0 ? 1 : std::abs(least));
  const double about = (greatest - least) / most;
  const double power = std::pow(10, std::floor(std::log10(about)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (step > 9 * power && factor * power >= about * 0.999) step = factor * power;
  }
  std::vector<double> ticks;
  const auto last = std::llround(std::ceil(greatest / step - 1e-9));
  for (auto i = std::llround(std::floor(least / step + 1e-9)); i <= last; ++i) ticks.push_back(static_cast<double>(i) * step);
  return ticks;
}

std::vector<double> log_ticks(double least, double greatest, int most) {
  const auto power_below = [](double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); };
  int first = power_below(least);
  int last = power_below(greatest);
  if (std::pow(10, last) < greatest * (1 - 1e-9)) ++last;
  std::vector<double> ticks;
  if (last - first <= 2 || most == 0) {  // from the last of them at most the least to the first at least the greatest
    for (int power = first; power <= last; ++power) {
      for (const double factor : {1.0, 2.0, 5.0}) ticks.push_back(factor * std::pow(10, power));
    }
    while (ticks.size() > 2 && ticks[1] <= least * (1 + 1e-9)) ticks.erase(ticks.begin());
    while (ticks.size() > 2 && ticks[ticks.size() - 2] >= greatest * (1 - 1e-9)) ticks.pop_back();
    return ticks;
  }
  const int step = (last - first + most - 1) / most;
  if (std::pow(10, first) < least * (1 - 1e-9)) ++first;
  for (int power = first; power <= last; power += step) ticks.push_back(std::pow(10, power));
  return ticks;
}

std::string tick_text(double value, bool log) {
  const double size = std::abs(value);
  if (size < 1e-12) return "0";
  if (size >= (log ? 0.0099 : 0.00099) && size < (log ? 9999 : 1e5)) {
    const double whole = std::round(value);
    if (std::abs(value - whole) < 1e-9 * size)
      return (value < 0 ? "-" : "") + format_count(static_cast<std::uint64_t>(std::abs(whole)));
    return fmt::format("{:.4g}", value);
  }
  const int power = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  constexpr std::array<const char*, 10> kRaised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string raised = power < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(power))) raised += kRaised[static_cast<std::size_t>(digit - '0')];
  const std::string factor = fmt::format("{:.3g}", value / std::pow(10, power));
  return factor == "1" ? "10" + raised : factor + "×10" + raised;
}

std::string draw_charts(const std::string& title, const std::vector<Chart>& charts) {
  Drawing drawing;
  drawing.heading(title, kText + 2);
  for (const Chart& chart : charts) drawing.chart(chart);
  return drawing.document();
}

}  // namespace wreath::cli
