// SPDX-License-Identifier: MIT
//
// wreath plot: draws run records as bars of text in the terminal, and as charts (chart.hpp) in SVG files. plot_views.json says
// which columns of which tables are worth drawing; tools/plot.py, for the figures of the documentation, reads it too.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/chart.hpp"
#include "cli/front/common.hpp"
#include "cli/plot_views.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/text/option.hpp"

namespace wreath::cli {

namespace {

constexpr std::size_t kMostBars = 40;  // of a figure; of more, every n-th is drawn

struct PlotOptions : CommonOptions {
  std::vector<std::string> records;
  std::vector<std::string> figures;
  std::string svg;
};

/// The value at a dotted path; null if there is none.
const Json& find(const Json& json, std::string path) {
  static const Json kNone;
  std::replace(path.begin(), path.end(), '.', '/');
  const Json::json_pointer pointer("/" + path);
  return json.contains(pointer) ? json.at(pointer) : kNone;
}

std::string show(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? fmt::format("{}", value.get<double>()) : "";
}

std::string joined(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + ", " + second;
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

/// The rows of the table at a dotted path through objects and arrays; an inner row also has the fields of the outer ones.
void collect_rows(const Json& value, const std::string& path, const Json& outer, std::vector<Json>& rows) {
  const std::size_t dot = path.find('.');
  const std::string rest = dot == std::string::npos ? "" : path.substr(dot + 1);
  if (value.is_object() && !path.empty()) collect_rows(find(value, path.substr(0, dot)), rest, outer, rows);
  for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
    Json row = outer;
    if (value[i].is_number()) row = {{"index", i}, {"value", value[i]}};
    if (value[i].is_object()) row.update(value[i]);
    if (path.empty()) rows.push_back(row);
    if (!path.empty()) collect_rows(find(value[i], path.substr(0, dot)), rest, row, rows);
  }
}

/// Adds the row's bars to the figure with the same axes. A figure is {"axes": ..., "bars": [{x, name, y}, ...]}.
void add_row(std::vector<Json>& figures, const Json& row, const Json& view, const std::string& label) {
  const auto filled = [&](std::string text) {
    for (const auto& [column, value] : row.items()) text = replaced(text, fmt::format("{{{}}}", column), show(value));
    return replaced(text, " ()", "");
  };
  std::string name = show(find(row, view.value("panels", "")));
  if (name.empty()) name = filled(view.value("name", view.at("group").get<std::string>()));
  const Json axes{{"group", view.at("group")},
                  {"name", name},
                  {"x", filled(view.at("x_axis"))},
                  {"y", filled(view.at("y_axis"))},
                  {"kind", view.value("kind", "lines")},
                  {"log_x", view.value("log", "").starts_with("x") || find(row, "log_x") == true},
                  {"log_y", view.value("log", "").ends_with("y") || find(row, "log_y") == true}};
  std::string choice;
  for (const std::string& column : view.value("by", std::vector<std::string>{})) {
    const Json& value = find(row, column);
    choice = joined(choice, value.is_number() ? replaced(column, "_", " ") + " " + show(value) : show(value));
  }
  const auto add = [&](const Json& x, const std::string& series, const Json& y) {
    if (!y.is_number() || !(x.is_number() || x.is_string())) return;
    auto figure = std::ranges::find_if(figures, [&](const Json& other) { return other["axes"] == axes; });
    if (figure == figures.end()) figure = figures.insert(figure, Json::object({{"axes", axes}, {"bars", Json::array()}}));
    (*figure)["bars"].push_back(Json::object({{"x", x}, {"name", joined(joined(series, choice), label)}, {"y", y}}));
  };
  const Json& x = find(row, view.at("x"));
  for (const auto& [column, title] : view.at("y").items()) {
    const Json& y = find(row, column);
    for (const auto& [key, value] : y.items()) {  // a number's only key is empty
      if (!y.is_array()) add(x, replaced(filled(title), "{}", key), value);
    }
    for (std::size_t i = 0; y.is_array() && x.is_array() && i < std::min(x.size(), y.size()); ++i) add(x[i], filled(title), y[i]);
  }
}

/// What the views find in a record. The label distinguishes its bars from those of other records.
void add_record(std::vector<Json>& figures, const Json& record, const std::string& label) {
  static const Json kKnown = parse_json(kPlotViews, "views");
  const bool from_one = find(record, "results.monoid") == false;  // the empty word is in monoids only
  for (const Json& view : kKnown.at("views")) {
    const bool phases = view.at("group") == "phases";  // drawn only if there is nothing better
    if (phases && std::ranges::any_of(figures, [](const Json& other) { return other["axes"]["group"] != "phases"; })) continue;
    std::vector<Json> rows;
    collect_rows(record, view.at("table"), Json::object(), rows);
    for (Json& row : rows) {
      if (Json kept = row; kept.update(view.value("where", Json::object())), kept != row) continue;
      if (from_one && row.contains("index")) row["index"] = row["index"].get<int>() + 1;
      add_row(figures, row, view, label);
    }
  }
}

std::string draw(const Json& axes, std::vector<Json> bars) {
  std::ranges::stable_sort(bars, [](const Json& a, const Json& b) { return a["x"].is_number() && a["x"] < b["x"]; });
  const auto label_of = [](const Json& bar) { return joined(show(bar["x"]), bar["name"]); };
  double most = 0, least = INFINITY;  // the least above zero
  std::size_t widest = 0;
  for (const Json& bar : bars) {
    most = std::max(most, bar["y"].get<double>());
    if (bar["y"] > 0) least = std::min(least, bar["y"].get<double>());
    widest = std::max(widest, label_of(bar).size());
  }
  const bool log = axes["log_y"];
  const double longest = widest < 50 ? static_cast<double>(64 - widest) : 14;  // 80 columns with the value
  std::string text = fmt::format("\n{}: {}{}{}\n", show(axes["name"]), show(axes["y"]),
                                 show(axes["x"]).empty() ? "" : " by " + show(axes["x"]), log ? ", logarithmic" : "");
  const std::size_t step = (bars.size() + kMostBars - 1) / kMostBars;
  for (std::size_t i = 0; i < bars.size(); i += step) {
    const double y = bars[i]["y"];
    const double share = log ? (1 + std::log(y / least)) / (1 + std::log(most / least)) : y / most;
    const auto cells = static_cast<std::size_t>(y > 0 ? std::lround(share * longest) : 0);
    text += fmt::format("  {:>{}} |{} {:.4g}\n", label_of(bars[i]), widest, std::string(cells, '*'), y);
  }
  if (step > 1) text += fmt::format("  one in {} of {} is drawn; --json has them all\n", step, bars.size());
  return text;
}

/// A figure as a chart. Bars, and figures with names along x, have categories.
Chart chart_of(const Json& figure) {
  const Json& axes = figure["axes"];
  static const std::map<std::string, ChartKind> kKinds{{"lines", ChartKind::lines},
                                                       {"points", ChartKind::points},
                                                       {"steps", ChartKind::steps},
                                                       {"bars", ChartKind::bars},
                                                       {"histogram", ChartKind::histogram}};
  Chart chart{.kind = kKinds.at(show(axes["kind"])),
              .title = show(axes["name"]),
              .x = show(axes["x"]),
              .y = show(axes["y"]),
              .log_x = axes["log_x"],
              .log_y = axes["log_y"],
              .categories = {},
              .series = {}};
  if (std::ranges::any_of(figure["bars"], [](const Json& bar) { return bar["x"].is_string(); })) chart.kind = ChartKind::bars;
  for (const Json& bar : figure["bars"]) {
    const std::string name = show(bar["name"]);
    auto series = std::ranges::find(chart.series, name, &ChartSeries::name);
    if (series == chart.series.end()) series = chart.series.insert(series, {name, {}});
    double x = 0;
    if (chart.kind == ChartKind::bars) {
      const auto place = std::ranges::find(chart.categories, show(bar["x"]));
      x = static_cast<double>(place - chart.categories.begin());
      if (place == chart.categories.end()) chart.categories.push_back(show(bar["x"]));
    } else if (bar["x"].is_number()) {
      x = bar["x"];
    }
    series->points.emplace_back(x, bar["y"].get<double>());
  }
  return chart;
}

Json read_record(const std::string& path) {
  const MappedFile file(path);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  Json json = parse_json_or_null(text);
  if (!show(find(json, "format")).starts_with("wreath ") && !find(json, "benchmarks").is_array())
    throw InputError(fmt::format("{}: this is not a run record; every command writes one with --record FILE", path));
  return json;
}

const ReportForm kPlot("plot",
                       {{"figures", "the figures: their axes, and bars (of text, or points of a chart) with x, y and a name"}});

int run_plot(Session& session, const PlotOptions& options) {
  if (!options.svg.empty()) {
    std::vector<FileRole> records;
    for (const std::string& path : options.records) records.push_back({"RECORD", path});
    require_distinct_files({{option("svg"), options.svg}}, records);
    const OutputFile probe(options.svg);
  }
  std::vector<Json> figures;
  std::vector<std::string> titles;
  std::string text;
  for (const std::string& path : options.records) {
    const Json record = read_record(path);
    const std::filesystem::path name(path);
    add_record(figures, record, options.records.size() == 1 ? "" : name.stem().string());
    std::string title;  // what the run was about, and where it was measured
    for (const char* field :
         {"results.experiment", "results.input", "results.group", "results.shape", "machine.cpu", "machine.gpu"})
      title = joined(title, show(find(record, field)));
    text += fmt::format("{}: {}\n", name.filename().string(), title);
    if (std::ranges::find(titles, title) == titles.end()) titles.push_back(title);
  }
  if (figures.empty())
    throw InputError(fmt::format("{}: nothing to plot: no series, no known table, no phases", fmt::join(options.records, ", ")));
  std::set<std::string> wanted(options.figures.begin(), options.figures.end());
  if (wanted.empty()) wanted.insert(figures.front()["axes"]["group"]);
  std::set<std::string> others;
  Json results = Json::array();
  for (const Json& figure : figures) {
    const std::set<std::string> names{figure["axes"]["group"], figure["axes"]["name"]};
    const bool drawn = std::ranges::any_of(names, [&](const std::string& name) { return wanted.contains(name); });
    if (drawn) results.push_back(figure);
    if (drawn) text += draw(figure["axes"], figure["bars"]);
    if (!drawn) others.insert(names.begin(), names.end());
  }
  if (results.empty()) {
    throw InputError(
        fmt::format("'{}' is not a figure of these records; choose from: {}", options.figures.front(), fmt::join(others, "; ")));
  }
  if (!others.empty() && options.figures.empty())
    text += fmt::format("\nnot drawn: {}; --figure NAME draws them\n", fmt::join(others, ", "));
  if (!options.svg.empty()) {
    std::vector<Chart> charts;
    std::ranges::transform(results, std::back_inserter(charts), chart_of);
    OutputFile file(options.svg);
    file.write(bytes_of(draw_charts(fmt::format("{}", fmt::join(titles, "; ")), charts)));
    file.commit();
  }
  return session.finish(true, Report(kPlot, Value::of_json(to_text(results))).block(text));
}

void add_plot_options(Command& command, PlotOptions& options) {
  command.add_option("RECORD", options.records, "Run records, as --record writes them", "FILE...").required();
  command.add_option("--figure", options.figures, "Draw this figure or group; may be repeated (default: the first group)", "NAME")
      .one_at_a_time();
  command.add_option("--svg", options.svg, "Also draw the figures as charts in this file", "FILE");
}

}  // namespace

void add_plot(Program& program) {
  add_command<PlotOptions>(program, program.app, "plot", "Draw run records as text in the terminal, or as an SVG picture",
                           "  wreath plot run.json                         the first group of figures in the record\n"
                           "  wreath plot run.json --figure threads        another one\n"
                           "  wreath plot cpu.json gpu.json                several records in one figure\n"
                           "  wreath plot run.json --svg run.svg           also a picture, for documents and browsers",
                           Length::brief, add_plot_options, run_plot);
}

}  // namespace wreath::cli
