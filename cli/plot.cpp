// SPDX-License-Identifier: MIT
//
// wreath plot: draws run records as text in the terminal; tools/plot.py draws them as pictures. Both read in plot_views.json
// which columns of which tables are worth drawing.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/common.hpp"
#include "cli/plot_text.hpp"
#include "cli/plot_views.hpp"
#include "core/io/mapped_file.hpp"

namespace wreath::cli {

namespace {

struct PlotOptions : CommonOptions {
  std::vector<std::string> records;
  std::vector<std::string> figures;
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

/// "16 threads", "block 4", "uniform": the value of a column in a legend.
std::string show_choice(const std::string& column, const Json& value) {
  if (!value.is_number()) return show(value);
  const std::string name = replaced(column, "_", " ");
  if (!name.ends_with("s")) return name + " " + show(value);
  return show(value) + " " + (value == 1 ? name.substr(0, name.size() - 1) : name);
}

void collect_rows(const Json& value, const std::string& path, const Json& outer, std::vector<Json>& rows) {
  const std::size_t dot = path.find('.');
  const std::string rest = dot == std::string::npos ? "" : path.substr(dot + 1);
  if (value.is_object() && !path.empty()) collect_rows(find(value, path.substr(0, dot)), rest, outer, rows);
  for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
    Json row = outer;
    if (value[i].is_number()) row = {{"index", i}, {"value", value[i]}};
    for (const auto& [column, field] : value[i].is_object() ? value[i].items() : outer.items()) {
      if (path.empty() || field.is_primitive()) row[column] = field;
    }
    if (path.empty()) rows.push_back(row);
    if (value[i].is_object() && !path.empty()) collect_rows(find(value[i], path.substr(0, dot)), rest, row, rows);
  }
}

/// What the views find in records. Figures with the same name and axes are one.
class Figures {
 public:
  /// The label distinguishes this record's series from those of other records.
  void add(const Json& record, const std::string& label) {
    static const Json kKnown = Json::parse(kPlotViews);
    label_ = label;
    found_ = false;
    for (const Json& view : kKnown.at("views")) {
      if (!found_ || view.at("group") != "phases") add_view(record, view);  // phases are for want of anything better
    }
  }

  /// All figures with something to show.
  std::vector<Figure> shown() const {
    std::vector<Figure> figures = all_;
    std::erase_if(figures, [](const Figure& figure) { return figure.series.empty(); });
    return figures;
  }

 private:
  void add_view(const Json& record, const Json& view) {
    std::vector<Json> rows;
    collect_rows(record, view.at("table"), Json::object(), rows);
    for (const auto& condition : find(view, "where").items())
      std::erase_if(rows, [&](const Json& row) { return find(row, condition.key()) != condition.value(); });
    std::vector<std::string> by = view.value("by", std::vector<std::string>{});
    std::erase_if(by, [&](const std::string& column) {  // a value that all rows share distinguishes nothing
      return std::ranges::all_of(rows, [&](const Json& row) { return find(row, column) == find(rows.front(), column); });
    });
    const bool from_one = find(record, "results.monoid") == false;  // the empty word is in monoids only
    for (Json& row : rows) {
      if (from_one && row.contains("index")) row["index"] = row["index"].get<int>() + 1;
      add_row(row, view, by);
    }
  }

  void add_row(const Json& row, const Json& view, const std::vector<std::string>& by) {
    const auto filled = [&](std::string text) {
      for (const auto& [column, value] : row.items()) text = replaced(text, fmt::format("{{{}}}", column), show(value));
      return replaced(text, " ()", "");
    };
    const auto log = [&](const char* name) {
      return view.value("log", "").find(name) != std::string::npos || find(row, std::string("log_") + name) == true;
    };
    Figure axes{.group = view.at("group"),
                .name = show(find(row, view.value("panels", ""))),
                .kind = view.value("kind", "lines"),
                .x = filled(view.at("x_axis")),
                .y = filled(view.at("y_axis")),
                .log_x = log("x"),
                .log_y = log("y")};
    if (axes.kind == "histogram") axes.kind = "bars";
    if (axes.name.empty()) axes.name = filled(view.value("name", axes.group));
    std::string choice;
    for (const std::string& column : by) choice = joined(choice, show_choice(column, find(row, column)));
    const Json& x = find(row, view.at("x"));
    for (const auto& [column, label] : view.at("y").items()) {
      const Json& y = find(row, column);
      const std::string name = filled(label);
      if (y.is_object()) {
        for (const auto& [key, value] : y.items()) add_point(axes, joined(replaced(name, "{}", key), choice), x, value);
      } else if (y.is_array() && x.is_array() && x.size() == y.size()) {
        for (std::size_t i = 0; i < x.size(); ++i) add_point(axes, joined(name, choice), x[i], y[i]);
      } else {
        add_point(axes, joined(name, choice), x, y);
      }
    }
  }

  void add_point(const Figure& axes, const std::string& name, const Json& x, const Json& y) {
    const bool bars = axes.kind == "bars";
    if (!y.is_number() || !(x.is_number() || (bars && x.is_string()))) return;
    found_ = true;
    auto figure = std::ranges::find_if(all_, [&](const Figure& other) {
      return other.group == axes.group && other.name == axes.name && other.x == axes.x && other.y == axes.y;
    });
    if (figure == all_.end()) figure = all_.insert(figure, axes);
    if ((axes.log_y && y <= 0) || (axes.log_x && x <= 0)) {
      ++figure->not_shown;
      return;
    }
    auto series = std::ranges::find(figure->series, joined(name, label_), &PlotSeries::name);
    if (series == figure->series.end()) series = figure->series.insert(series, {joined(name, label_)});
    const auto category = std::ranges::find(figure->categories, show(x));
    const auto place = static_cast<double>(category - figure->categories.begin());
    if (bars && category == figure->categories.end()) figure->categories.push_back(show(x));
    series->points.emplace(bars ? place : x.get<double>(), y.get<double>());
  }

  std::vector<Figure> all_;
  std::string label_;
  bool found_ = false;
};

Json read_record(const std::string& path) {
  const MappedFile file(path);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw InputError(fmt::format("{}: this file is not JSON, so it is not a run record", path));
  if (!show(find(json, "format")).starts_with("wreath ") && !find(json, "benchmarks").is_array())
    throw InputError(fmt::format("{}: this is not a run record; every command writes one with --record FILE", path));
  return json;
}

/// What the run was about, and where it was measured.
std::string title_of(const Json& record) {
  std::string title;
  for (const char* path : {"results.experiment", "results.input", "results.group", "results.shape", "machine.cpu", "machine.gpu"})
    title = joined(title, show(find(record, path)));
  return title;
}

Json to_json(const Figure& figure) {
  Json json{{"group", figure.group}, {"name", figure.name},          {"x", figure.x}, {"y", figure.y}, {"log_x", figure.log_x},
            {"log_y", figure.log_y}, {"not_shown", figure.not_shown}};
  if (!figure.categories.empty()) json["categories"] = figure.categories;
  for (const PlotSeries& series : figure.series) {
    Json points = Json::array();
    for (const auto& [x, y] : series.points) points.push_back({x, y});
    json["series"].push_back({{"name", series.name}, {"points", points}});
  }
  return json;
}

int run_plot(Session& session, const PlotOptions& options) {
  Figures found;
  std::string text;
  for (const std::string& path : options.records) {
    const Json record = read_record(path);
    const std::filesystem::path name(path);
    std::error_code missing;
    if (std::filesystem::equivalent(options.record, name, missing))
      throw InputError(fmt::format("{}: this record is to be drawn; name another file with --record", path));
    found.add(record, options.records.size() == 1 ? "" : name.stem().string());
    text += fmt::format("{}: {}\n", name.filename().string(), title_of(record));
  }
  const std::vector<Figure> figures = found.shown();
  if (figures.empty()) {
    throw InputError(fmt::format("{}: nothing to plot: no series, no known table, no phases", fmt::join(options.records, ", ")));
  }
  std::set<std::string> names;
  for (const Figure& figure : figures) names.insert({figure.group, figure.name});
  for (const std::string& name : options.figures) {
    if (!names.contains(name))
      throw InputError(fmt::format("there is no figure '{}' here; there are: {}", name, fmt::join(names, "; ")));
  }
  std::set<std::string> wanted(options.figures.begin(), options.figures.end());
  if (wanted.empty()) wanted.insert(figures.front().group);
  std::set<std::string> others;
  Json results = Json::array();
  for (const Figure& figure : figures) {
    if (!wanted.contains(figure.group) && !wanted.contains(figure.name)) {
      others.insert(figure.group);
      continue;
    }
    results.push_back(to_json(figure));
    text += fmt::format("\n{}{}\n{}", figure.group, figure.name == figure.group ? "" : ": " + figure.name, draw_text(figure));
    if (figure.not_shown > 0) text += fmt::format("  values at or below zero, not shown: {}\n", figure.not_shown);
  }
  if (!others.empty() && options.figures.empty())
    text += fmt::format("\nnot drawn: {}; --figure NAME draws them\n", fmt::join(others, ", "));
  return session.finish(true, {{"figures", results}}, text);
}

void add_plot_options(Command& command, PlotOptions& options) {
  command.add_option("RECORD", options.records, "Run records, as --record writes them").required().type_name("FILE...");
  command
      .add_option("--figure", options.figures,
                  "Draw this figure, or group of figures; may be repeated (default: the first group)")
      .type_name("NAME")
      .one_at_a_time();
  command.explain_unknown_options(
      "it draws text in the terminal. For svg, png and pdf files use tools/plot.py, in wreath's source tree");
}

}  // namespace

void add_plot(Program& program) {
  add_command<PlotOptions>(program, program.app, "plot", "Draw run records as text in the terminal",
                           "  wreath plot run.json                         the first group of figures in the record\n"
                           "  wreath plot run.json --figure threads        another one\n"
                           "  wreath plot cpu.json gpu.json                several records in one figure\n"
                           "  tools/plot.py run.json -o run.svg            a picture, by matplotlib (in wreath's sources)",
                           Length::brief, add_plot_options, run_plot);
}

}  // namespace wreath::cli
