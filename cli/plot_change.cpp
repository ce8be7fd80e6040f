// SPDX-License-Identifier: MIT
#include "cli/plot_change.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "wreath/run.hpp"

namespace wreath::cli::plot {

namespace {

bool same_axes(const Figure& a, const Figure& b) {
  return a.name == b.name && a.group == b.group && a.x.label() == b.x.label() && a.y.label() == b.y.label();
}

/// The place of each of a figure's categories in another's, which gets those that it has not.
std::vector<double> merge_categories(std::vector<std::string>& into, const std::vector<std::string>& from) {
  std::vector<double> places;
  for (const std::string& name : from) {
    auto found = std::find(into.begin(), into.end(), name);
    if (found == into.end()) found = into.insert(found, name);
    places.push_back(static_cast<double>(found - into.begin()));
  }
  return places;
}

void append(Series& series, const Series& more) {
  std::vector<std::pair<double, double>> points;
  for (const Series* part : {static_cast<const Series*>(&series), &more}) {
    for (std::size_t i = 0; i < part->x.size(); ++i) points.emplace_back(part->x[i], part->y[i]);
  }
  std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  series.x.clear();
  series.y.clear();
  for (const auto& [x, y] : points) {
    series.x.push_back(x);
    series.y.push_back(y);
  }
}

/// Which names of a figure's series come in more than one record.
std::set<std::string> shared_names(const std::vector<std::vector<Figure>>& of_records, const Figure& like) {
  std::map<std::string, int> records_with;
  for (const auto& figures : of_records) {
    std::set<std::string> names;
    for (const Figure& figure : figures) {
      if (!same_axes(figure, like)) continue;
      for (const Series& series : figure.series) names.insert(series.name);
    }
    for (const std::string& name : names) ++records_with[name];
  }
  std::set<std::string> shared;
  for (const auto& [name, count] : records_with) {
    if (count > 1) shared.insert(name);
  }
  return shared;
}

std::string with_label(const std::string& name, const std::string& label) {
  if (name.empty() || label.empty()) return name + label;
  return name + ", " + label;
}

std::string list_of(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, "; "));
}

}  // namespace

std::vector<Figure> merge(const std::vector<std::vector<Figure>>& of_records, const std::vector<std::string>& labels, bool join) {
  std::vector<Figure> merged;
  for (std::size_t record = 0; record < of_records.size(); ++record) {
    for (const Figure& figure : of_records[record]) {
      auto target = std::find_if(merged.begin(), merged.end(), [&](const Figure& f) { return same_axes(f, figure); });
      if (target == merged.end()) {
        target = merged.insert(target, figure);
        target->series.clear();
        target->categories.clear();
      }
      const auto shared = shared_names(of_records, figure);
      const std::vector<double> places = merge_categories(target->categories, figure.categories);
      for (Series series : figure.series) {
        for (double& x : series.x) x = places.empty() ? x : places[static_cast<std::size_t>(x)];
        if (shared.contains(series.name) && !join) series.name = with_label(series.name, labels[record]);
        auto same = std::find_if(target->series.begin(), target->series.end(), [&](const Series& other) {
          return join && other.name == series.name && other.from_paper == series.from_paper;
        });
        if (same == target->series.end()) {
          target->series.push_back(std::move(series));
        } else {
          append(*same, series);
        }
      }
    }
  }
  return merged;
}

std::vector<Figure> choose_figures(const std::vector<Figure>& figures, const std::vector<std::string>& names) {
  std::vector<Figure> chosen;
  if (names.empty()) {
    std::copy_if(figures.begin(), figures.end(), std::back_inserter(chosen),
                 [&](const Figure& figure) { return figure.group == figures.front().group; });
    return chosen;
  }
  for (const std::string& name : names) {
    const std::size_t before = chosen.size();
    std::copy_if(figures.begin(), figures.end(), std::back_inserter(chosen), [&](const Figure& figure) {
      return figure.name == name || figure.group == name || figure.group + ": " + figure.name == name || name == "all";
    });
    if (chosen.size() > before) continue;
    std::vector<std::string> known;
    known.reserve(figures.size());
    for (const Figure& figure : figures)
      known.push_back(figure.name == figure.group ? figure.name : figure.group + ": " + figure.name);
    throw InputError(fmt::format("there is no figure '{}' here: there is {}", name, list_of(known)));
  }
  return chosen;
}

void choose_series(std::vector<Figure>& figures, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<std::string> known;
  for (const Figure& figure : figures) {
    for (const Series& series : figure.series) {
      if (std::find(known.begin(), known.end(), series.name) == known.end()) known.push_back(series.name);
    }
  }
  std::vector<std::string> order;
  for (const std::string& name : names) {
    const bool exact = std::find(known.begin(), known.end(), name) != known.end();
    const std::size_t before = order.size();
    std::copy_if(known.begin(), known.end(), std::back_inserter(order),
                 [&](const std::string& have) { return exact ? have == name : have.find(name) != std::string::npos; });
    if (order.size() == before) throw InputError(fmt::format("there is no series '{}' here: there is {}", name, list_of(known)));
  }
  for (Figure& figure : figures) {
    std::vector<Series> chosen;
    for (const std::string& name : order) {
      for (const Series& series : figure.series) {
        if (series.name == name) chosen.push_back(series);
      }
    }
    figure.series = std::move(chosen);
  }
  std::erase_if(figures, [](const Figure& figure) { return figure.series.empty(); });
}

void to_speedup(Figure& figure, const std::optional<std::string>& baseline) {
  std::map<double, double> at;
  if (baseline) {
    const auto base =
        std::find_if(figure.series.begin(), figure.series.end(), [&](const Series& s) { return s.name == *baseline; });
    if (base == figure.series.end()) {
      std::vector<std::string> names;
      for (const Series& series : figure.series) names.push_back(series.name);
      throw InputError(
          fmt::format("{}: there is no series '{}' to compare with: there is {}", figure.name, *baseline, list_of(names)));
    }
    for (std::size_t i = 0; i < base->x.size(); ++i) at[base->x[i]] = base->y[i];
  }
  for (Series& series : figure.series) {
    Series relative{series.name, series.from_paper, {}, {}};
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (baseline && !at.contains(series.x[i])) continue;
      const double reference = baseline ? at[series.x[i]] : series.y.front();
      if (series.y[i] == 0 || reference == 0) continue;
      relative.x.push_back(series.x[i]);
      relative.y.push_back(figure.y.is_time() ? reference / series.y[i] : series.y[i] / reference);
    }
    series = std::move(relative);
  }
  std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
  figure.y = {baseline ? fmt::format("speed-up over {}", *baseline) : "speed-up", "", false};
}

void to_bars(Figure& figure) {
  if (figure.categories.empty()) {
    std::set<double> values;
    for (const Series& series : figure.series) values.insert(series.x.begin(), series.x.end());
    for (const double value : values) figure.categories.push_back(fmt::format("{:g}", value));
    for (Series& series : figure.series) {
      for (double& x : series.x) x = static_cast<double>(std::distance(values.begin(), values.find(x)));
    }
  }
  figure.x.log = false;
  figure.kind = Kind::bars;
}

void to_histogram(Figure& figure) {
  std::vector<double> all;
  for (const Series& series : figure.series) all.insert(all.end(), series.y.begin(), series.y.end());
  if (all.empty()) return;
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  // A round width that makes about as many bins as Sturges' rule asks for.
  const double wanted = (*most - *least) / (1 + std::log2(static_cast<double>(all.size())));
  const double power = wanted > 0 ? std::pow(10, std::floor(std::log10(wanted))) : 1;
  const double width = wanted > 0 ? power * (wanted / power < 1.5   ? 1
                                             : wanted / power < 3.5 ? 2
                                             : wanted / power < 7.5 ? 5
                                                                    : 10)
                                  : 1;
  const double first = std::floor(*least / width);
  const auto bins = static_cast<std::size_t>(std::floor(*most / width) - first) + 1;
  figure.categories.clear();
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double start = (first + static_cast<double>(bin)) * width;
    figure.categories.push_back(fmt::format("{:.4g}-{:.4g}", start, start + width));
  }
  for (Series& series : figure.series) {
    std::vector<double> counts(bins);
    for (const double value : series.y) counts[static_cast<std::size_t>(std::floor(value / width) - first)] += 1;
    series.x.resize(bins);
    for (std::size_t bin = 0; bin < bins; ++bin) series.x[bin] = static_cast<double>(bin);
    series.y = std::move(counts);
  }
  figure.x = {figure.y.name, figure.y.unit, false};
  figure.y = {"how often", "", false};
  figure.kind = Kind::bars;
}

std::size_t drop_unshowable(Figure& figure) {
  std::size_t dropped = 0;
  for (Series& series : figure.series) {
    Series kept{series.name, series.from_paper, {}, {}};
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if ((figure.x.log && series.x[i] <= 0) || (figure.y.log && series.y[i] <= 0)) {
        ++dropped;
        continue;
      }
      kept.x.push_back(series.x[i]);
      kept.y.push_back(series.y[i]);
    }
    series = std::move(kept);
  }
  std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
  return dropped;
}

}  // namespace wreath::cli::plot
