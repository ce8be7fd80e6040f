// SPDX-License-Identifier: MIT
//
// From tables to figures. A table is an array of objects somewhere in a record: its rows. A row's fields are its columns; those
// of an inner object are reached by dots (`best.seconds`), and of an array within an array every inner row also has the fields of
// the outer one
// (`results.cases.runs`). A TableView says which columns are drawn: all of wreath's own records are described so, in
// plot_record.cpp, and so is what a user asks for by --table, --x, --y, --by, --panels and --where.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/plot_figure.hpp"
#include "core/run/json.hpp"

namespace wreath::cli::plot {

/// A column, or a product of columns and numbers: `floor_ms*1e6/points`.
struct Column {
  std::string formula;
  std::string label;  // in the legend, with {} for the key where the column is an object; empty: made from the name
};

struct TableView {
  std::string group{};
  std::string table{};  // dotted path in the record
  Column x{};
  std::vector<Column> y{};
  std::vector<std::string> by{};                             // one series for each combination of their values
  std::string panels{};                                      // one figure for each of its values
  std::vector<std::pair<std::string, std::string>> where{};  // only rows with these values
  Kind kind = Kind::lines;
  bool log_x = false;
  bool log_y = false;
  Axis x_axis{};  // where a name is given it replaces the one that comes from the column
  Axis y_axis{};
};

/// The value at a dotted path, or nothing.
const Json* find(const Json& object, const std::string& path);
/// The rows at a dotted path; none where there is no such table.
std::vector<Json> rows_at(const Json& record, const std::string& path);
/// A value as people write it: 2, 0.5, surface:2, yes.
std::string show_value(const Json& value);

/// The figures of these rows; none where no row has the columns. Series are named by those columns of `by` in which the rows of
/// `all` differ, so that they have the same names in every record that is drawn together with this one.
std::vector<Figure> figures_of(const std::vector<Json>& rows, const TableView& view, const std::vector<Json>& all);

/// Every table of a record: its path, and its columns in the order in which they come.
struct TableName {
  std::string path;
  std::size_t rows = 0;
  std::vector<std::string> columns;
};
std::vector<TableName> tables_of(const Json& record);

}  // namespace wreath::cli::plot
