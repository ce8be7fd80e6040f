// SPDX-License-Identifier: MIT
//
// The kinds of records and what is worth drawing of each. Most are tables: then plot_views.cpp says which columns. The others
// are lists of numbers (levels, balls), series that come with their own axes (results.series, as the experiments of the papers
// write them), comparisons with a paper (results.rows), and Google Benchmark's files.
#include "cli/plot_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/plot_views.hpp"
#include "core/io/mapped_file.hpp"
#include "wreath/run.hpp"

namespace wreath::cli::plot {

namespace {

std::string text_at(const Json& json, const std::string& path) {
  const Json* found = find(json, path);
  return found == nullptr ? "" : show_value(*found);
}

bool flag_at(const Json& json, const char* key) {
  const Json* found = find(json, key);
  return found != nullptr && found->is_boolean() && found->get<bool>();
}

/// A list of numbers, counted from `first`; empty where it is something else.
Figure list_figure(const Json& list, double first, const std::string& name, const Axis& x, const Axis& y) {
  Figure figure{.name = name, .group = name, .x = x, .y = y, .kind = Kind::lines, .categories = {}, .series = {}};
  Series series;
  for (const Json& value : list) {
    if (!value.is_number()) return figure;
    series.x.push_back(first + static_cast<double>(series.x.size()));
    series.y.push_back(value.get<double>());
  }
  if (!series.x.empty()) figure.series.push_back(std::move(series));
  return figure;
}

void add_lists(const Json& json, std::vector<Figure>& figures) {
  const Axis length{"length of the word", ""};
  if (const Json* levels = find(json, "series.levels"); levels != nullptr && levels->is_array()) {
    const double first = text_at(json, "results.monoid") == "no" ? 1 : 0;
    figures.push_back(list_figure(*levels, first, "levels", length, {"elements", "", true}));
  }
  for (const char* name : {"spheres", "balls"}) {
    const Json* list = find(json, std::string("results.") + name);
    if (list != nullptr && list->is_array()) figures.push_back(list_figure(*list, 0, name, length, {"elements", "", true}));
  }
  std::erase_if(figures, [](const Figure& figure) { return figure.series.empty(); });
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) {
    if (!value.is_number()) return {};
    values.push_back(value.get<double>());
  }
  return values;
}

/// Series that say themselves what they are; those with the same axes share a figure.
void add_described(const Json& json, std::vector<Figure>& figures) {
  const std::size_t before = figures.size();
  for (const char* path : {"results.series", "series"}) {
    const Json* list = find(json, path);
    if (list == nullptr || !list->is_array()) continue;
    for (const Json& item : *list) {
      const Json* x = find(item, "x");
      const Json* y = find(item, "y");
      if (x == nullptr || y == nullptr || !x->is_array() || !y->is_array()) continue;
      Series series{text_at(item, "name"), text_at(item, "source") == "paper", numbers(*x), numbers(*y)};
      if (series.x.empty() || series.x.size() != series.y.size()) continue;
      Figure figure{.name = text_at(item, "figure"),
                    .group = "series",
                    .x = {text_at(item, "x_name"), text_at(item, "x_unit"), flag_at(item, "log_x")},
                    .y = {text_at(item, "y_name"), text_at(item, "y_unit"), flag_at(item, "log_y")},
                    .kind = Kind::lines,
                    .categories = {},
                    .series = {}};
      if (figure.name.empty()) figure.name = figure.y.name + " against " + figure.x.name;
      const auto same = std::find_if(figures.begin() + static_cast<std::ptrdiff_t>(before), figures.end(), [&](const Figure& f) {
        return f.name == figure.name && f.x.label() == figure.x.label() && f.y.label() == figure.y.label();
      });
      const std::size_t target = static_cast<std::size_t>(same - figures.begin());
      if (target == figures.size()) figures.push_back(std::move(figure));
      figures[target].series.push_back(std::move(series));
    }
  }
}

/// Ours beside the paper's, a figure for each quantity.
void add_comparisons(const Json& json, std::vector<Figure>& figures) {
  const std::size_t before = figures.size();
  for (const Json& row : rows_at(json, "results.rows")) {
    const Json* ours = find(row, "ours");
    if (ours == nullptr || find(row, "label") == nullptr) continue;
    const Axis y{text_at(row, "quantity"), text_at(row, "unit"), true};
    auto figure = std::find_if(figures.begin() + static_cast<std::ptrdiff_t>(before), figures.end(),
                               [&](const Figure& f) { return f.y.label() == y.label(); });
    if (figure == figures.end()) {
      figure = figures.insert(
          figure, Figure{y.name, "rows", {"", ""}, y, Kind::bars, {}, {{"paper", true, {}, {}}, {"wreath", false, {}, {}}}});
    }
    const double place = static_cast<double>(figure->categories.size());
    figure->categories.push_back(text_at(row, "label"));
    const Json* paper = find(row, "paper");
    const Json* const values[] = {paper, ours};
    for (std::size_t i = 0; i < 2; ++i) {
      if (values[i] == nullptr || !values[i]->is_number()) continue;
      figure->series[i].x.push_back(place);
      figure->series[i].y.push_back(values[i]->get<double>());
    }
  }
  for (Figure& figure : figures) std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
  std::erase_if(figures, [](const Figure& figure) { return figure.series.empty(); });
}

/// Google Benchmark's file: NAME/1024 is a point of NAME's series at 1024, NAME alone a bar.
void add_benchmarks(const Json& json, std::vector<Figure>& figures) {
  std::vector<Json> with_size;
  std::vector<Json> without;
  for (const Json& row : rows_at(json, "benchmarks")) {
    Json copy = row;
    std::string name = text_at(row, "name");
    const std::size_t slash = name.find_last_of('/');
    const bool sized = slash != std::string::npos && name.find_first_not_of("0123456789", slash + 1) == std::string::npos &&
                       slash + 1 < name.size();
    if (sized) {
      copy["size"] = std::stod(name.substr(slash + 1));
      copy["benchmark"] = name.substr(0, slash);
    }
    (sized ? with_size : without).push_back(std::move(copy));
  }
  const std::string unit = json["benchmarks"].empty() ? "ns" : text_at(json["benchmarks"][0], "time_unit");
  const TableView lines{.group = "benchmarks",
                        .table = "",
                        .x = {"size", ""},
                        .y = {{"real_time", ""}},
                        .by = {"benchmark"},
                        .panels = "",
                        .where = {},
                        .log_x = true,
                        .log_y = true,
                        .x_axis = {},
                        .y_axis = {"time", unit}};
  const TableView bars{.group = "benchmarks",
                       .table = "",
                       .x = {"name", ""},
                       .y = {{"real_time", ""}},
                       .by = {},
                       .panels = "",
                       .where = {},
                       .kind = Kind::bars,
                       .log_y = true,
                       .x_axis = {},
                       .y_axis = {"time", unit}};
  for (Figure& figure : figures_of(with_size, lines, with_size)) figures.push_back(std::move(figure));
  for (Figure& figure : figures_of(without, bars, without)) figures.push_back(std::move(figure));
}

bool is_record(const Json& json) {
  if (!json.is_object()) return false;
  const Json* format = find(json, "format");
  if (format != nullptr && format->is_string()) return format->get<std::string>().starts_with("wreath ");
  return json.contains("benchmarks") && json["benchmarks"].is_array();
}

/// "Intel(R) Xeon(R) Processor" is a Xeon, "NVIDIA H200" an H200.
std::string short_name(std::string name) {
  for (const char* noise : {"Intel(R) ", "(R)", "(TM)", " Processor", " CPU", "NVIDIA "}) {
    for (std::size_t at = name.find(noise); at != std::string::npos; at = name.find(noise))
      name.erase(at, std::string(noise).size());
  }
  return name;
}

bool used_gpu(const Json& json) {
  const std::string command = text_at(json, "command");
  if (command.starts_with("wreath_bench_flip_search")) return command.find("--backend cpu") == std::string::npos;
  return text_at(json, "results.backend") == "cuda" || text_at(json, "choices.backend.name") == "cuda";
}

bool used_both(const Json& json) {
  return text_at(json, "choices.backend.name") == "cpu and cuda";
}

}  // namespace

Record read_record(const std::string& path) {
  const MappedFile file(path);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  auto json = std::make_shared<Json>(Json::parse(text, nullptr, false));
  if (json->is_discarded()) throw InputError(fmt::format("{}: this is no JSON, so it is no run record", path));
  if (!is_record(*json))
    throw InputError(fmt::format("{}: this is no run record: every command writes one with --record FILE", path));
  return {path, std::move(json)};
}

std::string machine_name(const Record& record) {
  std::string gpu = short_name(text_at(*record.json, "machine.gpu"));
  if (used_gpu(*record.json) && !gpu.empty()) return gpu;
  const std::string cpu = short_name(text_at(*record.json, "machine.cpu"));
  if (cpu.empty()) return gpu;
  const std::string threads = text_at(*record.json, "threads");
  const bool one_number = !threads.empty() && threads != "0" && text_at(*record.json, "command").starts_with("wreath ");
  const std::string cores = one_number ? threads : text_at(*record.json, "machine.cores");
  const std::string also = used_both(*record.json) && !gpu.empty() ? gpu + " and " : "";
  return fmt::format("{}{}, {} {}{}", also, cpu, cores, one_number ? "thread" : "core", cores == "1" ? "" : "s");
}

std::string subject(const Record& record) {
  for (const char* path : {"results.experiment", "results.input", "results.group", "results.shape", "results.x"}) {
    if (std::string text = text_at(*record.json, path); !text.empty()) return text;
  }
  return "";
}

std::vector<std::string> labels_of(const std::vector<Record>& records) {
  std::vector<std::string> labels(records.size());
  if (records.size() < 2) return labels;
  const auto add_where_it_tells = [&](const auto& part_of) {
    std::set<std::string> values;
    for (const Record& record : records) values.insert(part_of(record));
    if (values.size() < 2) return;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const std::string part = part_of(records[i]);
      if (!part.empty()) labels[i] += (labels[i].empty() ? "" : ", ") + part;
    }
  };
  add_where_it_tells(subject);
  add_where_it_tells(machine_name);
  if (std::set<std::string>(labels.begin(), labels.end()).size() < labels.size()) {
    for (std::size_t i = 0; i < records.size(); ++i) labels[i] = std::filesystem::path(records[i].path).stem().string();
  }
  return labels;
}

std::vector<std::vector<Figure>> table_figures(const std::vector<Record>& records, const TableView& view) {
  std::vector<std::vector<Json>> rows;
  std::vector<Json> all;
  for (const Record& record : records) {
    rows.push_back(rows_at(*record.json, view.table));
    all.insert(all.end(), rows.back().begin(), rows.back().end());
  }
  std::vector<std::vector<Figure>> figures;
  figures.reserve(records.size());
  for (const auto& of_record : rows) figures.push_back(figures_of(of_record, view, all));
  return figures;
}

std::vector<std::vector<Figure>> known_figures(const std::vector<Record>& records, bool rows) {
  std::vector<std::vector<Figure>> figures(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json& json = *records[i].json;
    if (rows) {
      add_comparisons(json, figures[i]);
      continue;
    }
    if (json.contains("benchmarks")) add_benchmarks(json, figures[i]);
    add_described(json, figures[i]);
    add_lists(json, figures[i]);
    if (figures[i].empty()) add_comparisons(json, figures[i]);
  }
  if (rows) return figures;
  for (const TableView& view : known_views()) {
    const auto of_records = table_figures(records, view);
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (view.group == "phases" && !figures[i].empty()) continue;
      figures[i].insert(figures[i].end(), of_records[i].begin(), of_records[i].end());
    }
  }
  return figures;
}

}  // namespace wreath::cli::plot
