// SPDX-License-Identifier: MIT
#include "cli/plot_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "core/run/units.hpp"
#include "wreath/run.hpp"

namespace wreath::cli::plot {

namespace {

std::optional<double> as_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The factors of a formula, each with * or / before it.
std::vector<std::pair<char, std::string>> factors_of(const std::string& formula) {
  std::vector<std::pair<char, std::string>> factors;
  char operation = '*';
  for (std::size_t start = 0;;) {
    const std::size_t end = formula.find_first_of("*/", start);
    factors.emplace_back(operation, formula.substr(start, end - start));
    if (end == std::string::npos) return factors;
    operation = formula[end];
    start = end + 1;
  }
}

std::optional<double> evaluate(const Json& row, const std::string& formula) {
  double value = 1;
  for (const auto& [operation, name] : factors_of(formula)) {
    const Json* found = find(row, name);
    std::optional<double> factor;
    if (found != nullptr && found->is_number()) factor = found->get<double>();
    if (found == nullptr) factor = as_number(name);
    if (!factor) return std::nullopt;
    value = operation == '*' ? value * *factor : value / *factor;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::string last_part(const std::string& path) {
  return path.substr(path.find_last_of('.') + 1);  // npos + 1 is 0
}

std::string with_spaces(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

bool strip_end(std::string& text, const std::string& end) {
  if (!text.ends_with(end)) return false;
  text.erase(text.size() - end.size());
  return true;
}

/// A column's name tells what it measures: walk_seconds is a time in s, of the walk; letters_per_second a rate.
struct Meaning {
  Axis axis;
  std::string what;  // of the several columns of a figure this one: "walk"
};

Meaning meaning_of(const Column& column) {
  std::string name = last_part(factors_of(column.formula).front().second);
  Meaning meaning;
  if (strip_end(name, "ns_per_point")) {
    meaning.axis = {"time per point", "ns"};
  } else if (strip_end(name, "_per_second")) {
    meaning.axis = {with_spaces(name) + " per second", ""};
  } else if (strip_end(name, "seconds")) {
    meaning.axis = {"time", "s"};
  } else if (name == "ms" || name.ends_with("_ms")) {
    strip_end(name, "ms");
    meaning.axis = {"time", "ms"};
  } else if (name == "ns" || name.ends_with("_ns")) {
    strip_end(name, "ns");
    meaning.axis = {"time", "ns"};
  } else {
    meaning.axis = {with_spaces(name), ""};
  }
  strip_end(name, "_");
  meaning.what = column.label.empty() ? with_spaces(name) : column.label;
  return meaning;
}

/// Whether a value is what --where asks for; numbers may be written as 2^27 or 128M.
bool matches(const Json& value, const std::string& text) {
  if (show_value(value) == text) return true;
  if (!value.is_number()) return false;
  try {
    return value.get<double>() == static_cast<double>(parse_count(text));
  } catch (const InputError&) {
    return false;
  }
}

std::vector<Json> filtered(const std::vector<Json>& rows, const std::vector<std::pair<std::string, std::string>>& where) {
  std::vector<Json> kept;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), [&](const Json& row) {
    return std::all_of(where.begin(), where.end(), [&](const auto& condition) {
      const Json* value = find(row, condition.first);
      return value != nullptr && matches(*value, condition.second);
    });
  });
  return kept;
}

std::vector<std::string> values_of(const std::vector<Json>& rows, const std::string& column) {
  std::vector<std::string> values;
  for (const Json& row : rows) {
    const Json* value = find(row, column);
    if (value == nullptr || value->is_structured()) continue;
    std::string text = show_value(*value);
    if (std::find(values.begin(), values.end(), text) == values.end()) values.push_back(std::move(text));
  }
  return values;
}

/// A number in a legend: large powers as such.
std::string show_large(const Json& value) {
  const double number = value.get<double>();
  for (const double base : {10.0, 2.0}) {
    const double exponent = number >= 65536 ? std::round(std::log(number) / std::log(base)) : 0;
    if (exponent > 0 && std::pow(base, exponent) == number) return fmt::format("{}^{}", base, exponent);
  }
  return show_value(value);
}

/// "16 threads", "block 4", "uniform": how the value of a column is told in a legend.
std::string show_choice(const std::string& column, const Json& value) {
  const std::string name = with_spaces(last_part(column));
  if (!value.is_number()) return show_value(value);
  if (name.ends_with("s")) return fmt::format("{} {}", show_large(value), value == 1 ? name.substr(0, name.size() - 1) : name);
  return fmt::format("{} {}", name, show_large(value));
}

/// Builds one figure row by row.
class FigureBuilder {
 public:
  FigureBuilder(const TableView& view, const std::vector<Json>& rows, const std::vector<Json>& all) : view_(view), rows_(rows) {
    for (const std::string& column : view.by) {
      if (values_of(all, column).size() > 1) telling_.push_back(column);  // the others are the same everywhere
    }
    figure_.group = view.group;
    figure_.name = view.group;
    figure_.kind = view.kind;
    figure_.x = axis(view.x_axis, meaning_of(view.x).axis, view.log_x);
    figure_.y = axis(view.y_axis, meaning_of(view.y.front()).axis, view.log_y);
  }

  Figure build(const std::string& panel) {
    if (!panel.empty()) figure_.name = panel;
    for (const Json& row : rows_) {
      const std::string choice = chosen(row);
      for (const Column& column : view_.y) add_column(row, column, choice);
    }
    for (Series& series : figure_.series) sort_by_x(series);
    if (!figure_.categories.empty() && figure_.kind != Kind::histogram) figure_.kind = Kind::bars;
    return std::move(figure_);
  }

 private:
  static Axis axis(const Axis& asked, const Axis& found, bool log) {
    Axis axis = asked.name.empty() ? found : asked;
    axis.log = log;
    return axis;
  }

  std::string chosen(const Json& row) const {
    std::string text;
    for (const std::string& column : telling_) {
      const Json* value = find(row, column);
      if (value != nullptr) text += (text.empty() ? "" : ", ") + show_choice(column, *value);
    }
    return text;
  }

  void add_column(const Json& row, const Column& column, const std::string& choice) {
    const std::string what = view_.y.size() > 1 || !column.label.empty() ? meaning_of(column).what : "";
    const Json* value = find(row, column.formula);
    if (value == nullptr || !value->is_object()) {
      add_point(row, evaluate(row, column.formula), joined(what, choice));
      return;
    }
    for (const auto& [key, inner] : value->items()) {  // a value for each key: a series for each
      if (inner.is_number()) add_point(row, inner.get<double>(), joined(with_key(what, key), choice));
    }
  }

  static std::string with_key(std::string what, const std::string& key) {
    const std::size_t place = what.find("{}");
    return place == std::string::npos ? joined(what, key) : what.replace(place, 2, key);
  }

  static std::string joined(const std::string& first, const std::string& second) {
    return first.empty() || second.empty() ? first + second : first + ", " + second;
  }

  void add_point(const Json& row, std::optional<double> y, const std::string& name) {
    const std::optional<double> x = place(row);
    if (!x || !y) return;
    auto found = std::find_if(figure_.series.begin(), figure_.series.end(), [&](const Series& s) { return s.name == name; });
    if (found == figure_.series.end()) found = figure_.series.insert(found, Series{name, false, {}, {}});
    found->x.push_back(*x);
    found->y.push_back(*y);
  }

  /// x as a number, or the number of its category: where one x is text, all are.
  std::optional<double> place(const Json& row) {
    const auto value = evaluate(row, view_.x.formula);
    if (value && !has_text_) return value;
    const Json* text = find(row, view_.x.formula);
    const bool is_text = text != nullptr && text->is_string();
    if (!value && !is_text) return std::nullopt;
    const std::string name = is_text ? text->get<std::string>() : fmt::format("{}", *value);
    auto& names = figure_.categories;
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) found = names.insert(found, name);
    return static_cast<double>(found - names.begin());
  }

  static bool any_text(const std::vector<Json>& rows, const std::string& column) {
    return std::any_of(rows.begin(), rows.end(), [&](const Json& row) {
      const Json* value = find(row, column);
      return value != nullptr && value->is_string() && !evaluate(row, column);
    });
  }

  static void sort_by_x(Series& series) {
    std::vector<std::size_t> order(series.x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return series.x[a] < series.x[b]; });
    Series sorted{series.name, series.from_paper, {}, {}};
    for (const std::size_t i : order) {
      sorted.x.push_back(series.x[i]);
      sorted.y.push_back(series.y[i]);
    }
    series = std::move(sorted);
  }

  const TableView& view_;
  const std::vector<Json>& rows_;
  std::vector<std::string> telling_;
  bool has_text_ = any_text(rows_, view_.x.formula);
  Figure figure_;
};

std::string below(const std::string& path, const std::string& key) {
  return path.empty() ? key : fmt::format("{}.{}", path, key);
}

void collect_tables(const Json& value, const std::string& path, std::vector<TableName>& tables) {
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) collect_tables(inner, below(path, key), tables);
  }
  if (!value.is_array() || value.empty() || !value.front().is_object()) return;
  TableName table{path, value.size(), {}};
  for (const auto& [key, inner] : value.front().items()) {
    if (!inner.is_array()) table.columns.push_back(key);
  }
  tables.push_back(table);
  for (const auto& [key, inner] : value.front().items()) {
    if (inner.is_array()) collect_tables(inner, below(path, key), tables);
  }
}

void collect_rows(const Json& value, const std::string& path, const Json& outer, std::vector<Json>& rows) {
  if (value.is_array()) {
    for (const Json& row : value) {
      if (!row.is_object()) continue;
      Json inherited = outer;
      for (const auto& [key, inner] : row.items()) {
        if (path.empty() || !inner.is_structured()) inherited[key] = inner;
      }
      if (path.empty()) {
        rows.push_back(std::move(inherited));
      } else {
        collect_rows(row, path, inherited, rows);
      }
    }
  } else if (value.is_object() && !path.empty()) {
    const std::size_t dot = path.find('.');
    const auto found = value.find(path.substr(0, dot));
    if (found != value.end()) collect_rows(*found, dot == std::string::npos ? "" : path.substr(dot + 1), outer, rows);
  }
}

}  // namespace

const Json* find(const Json& object, const std::string& path) {
  const Json* at = &object;
  for (std::size_t start = 0;;) {
    if (!at->is_object()) return nullptr;
    if (const auto whole = at->find(path.substr(start)); whole != at->end()) return &*whole;  // a key may have dots in it
    const std::size_t dot = path.find('.', start);
    if (dot == std::string::npos) return nullptr;
    const auto found = at->find(path.substr(start, dot - start));
    if (found == at->end()) return nullptr;
    at = &*found;
    start = dot + 1;
  }
}

std::vector<Json> rows_at(const Json& record, const std::string& path) {
  std::vector<Json> rows;
  collect_rows(record, path, Json::object(), rows);
  return rows;
}

std::string show_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number()) return fmt::format("{}", value.get<double>());
  return "";
}

std::vector<Figure> figures_of(const std::vector<Json>& rows, const TableView& view, const std::vector<Json>& all) {
  const std::vector<Json> kept = filtered(rows, view.where);
  const std::vector<Json> all_kept = filtered(all, view.where);
  std::vector<Figure> figures;
  const auto add = [&](const std::vector<Json>& part, const std::string& panel) {
    Figure figure = FigureBuilder(view, part, all_kept).build(panel);
    if (!figure.series.empty()) figures.push_back(std::move(figure));
  };
  if (view.panels.empty()) {
    add(kept, "");
  } else {
    for (const std::string& value : values_of(kept, view.panels)) add(filtered(kept, {{view.panels, value}}), value);
  }
  return figures;
}

std::vector<TableName> tables_of(const Json& record) {
  std::vector<TableName> tables;
  collect_tables(record, "", tables);
  return tables;
}

}  // namespace wreath::cli::plot
