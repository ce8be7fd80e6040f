// SPDX-License-Identifier: MIT
//
// wreath plot: what runs measured, as a picture (by gnuplot) or in letters on the terminal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "cli/common.hpp"
#include "cli/plot_change.hpp"
#include "cli/plot_gnuplot.hpp"
#include "cli/plot_record.hpp"
#include "cli/plot_text.hpp"
#include "cli/programs.hpp"
#include "cli/table.hpp"

namespace wreath::cli {

namespace {

using namespace plot;

constexpr unsigned kTextWidth = 66;
constexpr unsigned kTextHeight = 20;

struct PlotSize {
  unsigned width = 0;
  unsigned height = 0;
};

struct PlotOptions : CommonOptions {
  std::vector<std::string> records;
  std::string output;
  std::string script;
  std::string title;
  std::vector<std::string> figures;
  std::vector<std::string> series;
  std::vector<std::string> labels;
  std::optional<Kind> kind;
  PlotSize size;
  std::string baseline;
  bool list = false;
  bool rows = false;
  bool join = false;
  bool speedup = false;
  bool log_x = false;
  bool log_y = false;
  bool linear = false;
  // a table of the user's choice
  std::string table;
  bool across = false;
  std::string x;
  std::vector<std::string> y;
  std::vector<std::string> by;
  std::string panels;
  std::vector<std::string> where;
  std::string x_label;
  std::string y_label;
};

std::optional<Kind> parse_kind(const std::string& text) {
  return parse_word<Kind>(text,
                          {{"lines", Kind::lines},
                           {"points", Kind::points},
                           {"steps", Kind::steps},
                           {"bars", Kind::bars},
                           {"histogram", Kind::histogram}},
                          "kind of plot");
}

PlotSize parse_plot_size(const std::string& text) {
  PlotSize size;
  const char* end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  const bool has_width = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
  const auto height = has_width ? std::from_chars(width.ptr + 1, end, size.height) : width;
  if (!has_width || height.ec != std::errc{} || height.ptr != end || std::min(size.width, size.height) < 100 ||
      std::max(size.width, size.height) > 10000)
    throw InputError(fmt::format("'{}' is no size: give WIDTHxHEIGHT in pixels, such as 800x500, each from 100 to 10000", text));
  return size;
}

std::pair<std::string, std::string> split(const std::string& text) {
  const std::size_t at = text.find('=');
  return {text.substr(0, at), at == std::string::npos ? "" : text.substr(at + 1)};
}

/// "time (ns)" to a name and a unit.
Axis parse_axis(const std::string& text) {
  const std::size_t open = text.rfind(" (");
  if (open == std::string::npos || !text.ends_with(")")) return {text, ""};
  return {text.substr(0, open), text.substr(open + 2, text.size() - open - 3)};
}

bool asks_for_table(const PlotOptions& options) {
  return options.across || !options.table.empty() || !options.x.empty() || !options.y.empty();
}

TableView asked_view(const PlotOptions& options) {
  if (options.table.empty() == !options.across)
    throw InputError("--x and --y need a table: name one by --table, or take the records as its rows with --across");
  if (options.x.empty() || options.y.empty())
    throw InputError("a table needs --x COLUMN and --y COLUMN; --list shows the columns that there are");
  TableView view;
  view.table = options.table;
  view.group = options.across ? "records" : options.table.substr(options.table.find_last_of('.') + 1);
  view.x = {options.x, ""};
  for (const std::string& column : options.y) view.y.push_back({split(column).first, split(column).second});
  view.by = options.by;
  view.panels = options.panels;
  for (const std::string& condition : options.where) view.where.push_back(split(condition));
  view.log_x = options.log_x;
  view.log_y = options.log_y;
  return view;
}

std::vector<std::string> labels(const std::vector<Record>& records, const PlotOptions& options) {
  if (options.labels.empty()) return labels_of(records);
  if (options.labels.size() != records.size()) {
    throw InputError(
        fmt::format("{} labels for {} records: give each of them one, in their order", options.labels.size(), records.size()));
  }
  return options.labels;
}

std::vector<Figure> read_figures(const std::vector<Record>& records, const PlotOptions& options) {
  if (options.across) {
    std::vector<Json> rows;
    rows.reserve(records.size());
    for (const Record& record : records) rows.push_back(*record.json);
    return figures_of(rows, asked_view(options), rows);
  }
  const auto found = asks_for_table(options) ? table_figures(records, asked_view(options)) : known_figures(records, options.rows);
  return merge(found, labels(records, options), options.join);
}

[[noreturn]] void nothing_to_draw(const PlotOptions& options) {
  const std::string which = options.records.size() == 1 ? options.records.front() + ": this record has" : "these records have";
  if (asks_for_table(options)) throw InputError(fmt::format("{} no rows with these columns; --list shows what there is", which));
  if (options.rows) throw InputError(fmt::format("{} no rows that compare with a paper", which));
  throw InputError(fmt::format("{} nothing to plot: no series, no table that is known, no phases", which));
}

void change(Figure& figure, const PlotOptions& options) {
  if (!options.x_label.empty()) figure.x = {parse_axis(options.x_label).name, parse_axis(options.x_label).unit, figure.x.log};
  if (!options.y_label.empty()) figure.y = {parse_axis(options.y_label).name, parse_axis(options.y_label).unit, figure.y.log};
  if (options.speedup || !options.baseline.empty())
    to_speedup(figure, options.baseline.empty() ? std::nullopt : std::optional(options.baseline));
  if (options.kind) figure.kind = *options.kind;
  if (figure.kind == Kind::histogram) to_histogram(figure);
  if (figure.kind == Kind::bars) to_bars(figure);
  if (options.linear) figure.x.log = figure.y.log = false;
  if (options.log_x && figure.kind != Kind::bars) figure.x.log = true;
  if (options.log_y) figure.y.log = true;
}

/// What was measured, of what, and where: as much as is the same for all.
std::string default_title(const std::vector<Record>& records, const std::vector<Figure>& figures) {
  const auto common = [&](const auto& of_record) {
    const std::string first = of_record(records.front());
    const bool same =
        std::all_of(records.begin(), records.end(), [&](const Record& record) { return of_record(record) == first; });
    return same ? first : std::string();
  };
  const std::string group = figures.front().group;
  const bool one_group = std::all_of(figures.begin(), figures.end(), [&](const Figure& figure) { return figure.group == group; });
  const bool nameless = group == "series" || group == "rows";
  std::string what = one_group && !nameless ? group : "";
  if (nameless && figures.size() == 1) what = figures.front().name;
  std::string title;
  for (const std::string& part : {common(subject), what, common(machine_name)}) {
    if (!part.empty()) title += (title.empty() ? "" : ", ") + part;
  }
  return title;
}

std::string list_text(const std::vector<Record>& records, const std::vector<Figure>& figures) {
  std::vector<std::vector<std::string>> rows{{"group", "figure", "y", "x", "series"}};
  for (const Figure& figure : figures) {
    std::vector<std::string> names;
    for (const Series& series : figure.series) names.push_back(series.name.empty() ? "1" : series.name);
    rows.push_back({figure.group, figure.name, figure.y.label(), figure.x.label(), fmt::format("{}", fmt::join(names, "; "))});
  }
  std::string text = figures.empty() ? "nothing that is known\n" : format_table(rows);
  for (const Record& record : records) {
    for (const TableName& table : tables_of(*record.json)) {
      text += fmt::format("\n--table {} ({} rows in {}): {}\n", table.path, table.rows,
                          std::filesystem::path(record.path).filename().string(), fmt::join(table.columns, " "));
    }
  }
  return text;
}

Json figures_json(const std::vector<Figure>& figures, bool with_data) {
  Json list = Json::array();
  for (const Figure& figure : figures) {
    Json series = Json::array();
    for (const Series& one : figure.series) {
      Json item{{"name", one.name}, {"points", one.x.size()}};
      if (one.from_paper) item["source"] = "paper";
      if (with_data) {
        item["x"] = one.x;
        item["y"] = one.y;
      }
      series.push_back(std::move(item));
    }
    Json item{{"group", figure.group}, {"name", figure.name},   {"x", figure.x.label()}, {"y", figure.y.label()},
              {"log_x", figure.x.log}, {"log_y", figure.y.log}, {"series", series}};
    if (!figure.categories.empty()) item["categories"] = figure.categories;
    list.push_back(std::move(item));
  }
  return list;
}

std::string picture_format(const std::string& path) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end != ".svg" && end != ".png" && end != ".pdf") throw InputError(fmt::format("{}: a plot is .svg, .png or .pdf", path));
  return end.substr(1);
}

void write_whole(OutputFile& file, const std::string& text) {
  file.write(bytes_of(text));
  file.commit();
}

void require_other_files(const PlotOptions& options) {
  for (const std::string& record : options.records) {
    for (const std::string* target : {&options.output, &options.script, &options.record}) {
      std::error_code none;
      if (!target->empty() && std::filesystem::equivalent(*target, record, none))
        throw InputError(fmt::format("{}: this is one of the records that are to be drawn; name another file to write", *target));
    }
  }
}

/// Draws with gnuplot; without it shows the letters, and says that the file was not written.
std::string draw_files(const PlotOptions& options, const Picture& picture) {
  std::optional<OutputFile> output;
  std::optional<OutputFile> script;
  const std::string format = options.output.empty() ? "svg" : picture_format(options.output);
  if (!options.output.empty()) output.emplace(options.output);
  if (!options.script.empty()) script.emplace(options.script);
  const std::string commands = gnuplot_script(picture, format);
  if (output && find_program("gnuplot").empty()) {
    print_result(draw_text(picture, kTextWidth, kTextHeight));
    throw ResourceError(
        fmt::format("{}: not written: there is no gnuplot here (sudo apt-get install gnuplot-nox)", options.output));
  }
  std::string text;
  if (output) {
    write_whole(*output, run_gnuplot(commands, format));
    text += fmt::format("written: {}\n", options.output);
  }
  if (script) {
    write_whole(*script, commands);
    text += fmt::format("written: {}\n", options.script);
  }
  return text;
}

/// The groups of figures that are in the records and not in the picture.
std::set<std::string> groups_left_out(const std::vector<Figure>& figures, const std::vector<Figure>& drawn) {
  std::set<std::string> groups;
  for (const Figure& figure : figures) groups.insert(figure.group);
  for (const Figure& figure : drawn) groups.erase(figure.group);
  return groups;
}

int run_plot(Session& session, const PlotOptions& options) {
  if (!options.output.empty()) picture_format(options.output);
  require_other_files(options);
  std::vector<Record> records;
  for (const std::string& path : options.records) records.push_back(read_record(path));
  const std::vector<Figure> figures = read_figures(records, options);
  if (options.list) return session.finish(true, {{"figures", figures_json(figures, false)}}, list_text(records, figures));
  if (figures.empty()) nothing_to_draw(options);
  Picture picture{options.title, choose_figures(figures, options.figures), options.size.width, options.size.height};
  choose_series(picture.panels, options.series);
  if (picture.title.empty()) picture.title = default_title(records, picture.panels);
  std::size_t dropped = 0;
  for (Figure& figure : picture.panels) {
    change(figure, options);
    dropped += drop_unshowable(figure);
  }
  std::erase_if(picture.panels, [](const Figure& figure) { return figure.series.empty(); });
  if (picture.panels.empty()) throw InputError("no point can be shown on logarithmic axes; try --linear");
  std::string text = options.output.empty() && options.script.empty() ? draw_text(picture, kTextWidth, kTextHeight)
                                                                      : draw_files(options, picture);
  if (const auto left = groups_left_out(figures, picture.panels); !left.empty() && options.figures.empty())
    text += fmt::format("not drawn: {}; --figure draws them, and --list shows what they are\n", fmt::join(left, ", "));
  if (dropped > 0)
    text += fmt::format("not shown: {} point{} at zero or below, on a logarithmic axis\n", dropped, dropped == 1 ? "" : "s");
  Json results{{"title", picture.title}, {"figures", figures_json(picture.panels, true)}, {"not_shown", dropped}};
  if (!options.output.empty()) results["output"] = options.output;
  return session.finish(true, results, text);
}

void add_plot_options(Command& command, PlotOptions& options) {
  const auto several = [&](const char* name, std::vector<std::string>& target, const char* text, const char* shown) {
    command.add_option(name, target, text).type_name(shown).one_at_a_time();
  };
  command.add_option("RECORD", options.records, "Run records, as --record writes them").required().type_name("FILE...");
  command.add_option("-o,--output", options.output, "The picture: .svg, .png or .pdf; without it a plot in letters")
      .type_name("FILE");
  command.add_flag("--list", options.list, "Show what can be plotted, and draw nothing");
  several("--figure", options.figures,
          "Draw this figure, or group of figures as panels; may be repeated (default: the first group)", "NAME");
  several("--series", options.series, "Draw this series, or all that have this in their name; may be repeated (default: all)",
          "NAME");
  several("--label", options.labels, "What to call a record's series; one for each record, in their order", "NAME");
  command.add_option("--title", options.title, "The title (default: what was measured, and where)").type_name("TEXT");
  command.add_flag("--log-x", options.log_x, "Logarithmic x axis");
  command.add_flag("--log-y", options.log_y, "Logarithmic y axis");
  command.add_flag("--linear", options.linear, "Linear axes, except where --log-x or --log-y is given");
  command.add_flag("--speedup", options.speedup, "How many times as fast as the first point of each series");
  command.add_option("--baseline", options.baseline, "How many times as fast as this series at the same x").type_name("SERIES");
  command.add_parsed("--kind", options.kind, parse_kind, "lines, points, steps, bars or histogram (default: what suits the data)")
      .type_name("KIND");
  command.add_flag("--rows", options.rows, "The comparisons with a paper, as bars");
  command.add_flag("--join", options.join, "Series of the same name in several records are parts of one");
  command.add_parsed("--size", options.size, parse_plot_size, "In pixels, such as 800x500 (of a pdf: hundredths of an inch)")
      .type_name("WxH");
  command.add_option("--script", options.script, "Keep gnuplot's script in this file").type_name("FILE.gp");
  command.add_option("--x-label", options.x_label, "What to write at the x axis, such as 'time (s)'").type_name("TEXT");
  command.add_option("--y-label", options.y_label, "What to write at the y axis").type_name("TEXT");
  command.add_option("--table", options.table, "Draw columns of this table of the record; --list shows tables and columns")
      .type_name("PATH");
  command.add_flag("--across", options.across, "Take the records themselves for the rows of a table");
  command.add_option("--x", options.x, "The column for x; a product such as ms*1e6/points will do, too").type_name("COLUMN");
  several("--y", options.y, "A column for y, and its name in the legend; may be repeated", "COLUMN[=NAME]");
  several("--by", options.by, "A series for each value of this column; may be repeated", "COLUMN");
  command.add_option("--panels", options.panels, "A figure for each value of this column").type_name("COLUMN");
  several("--where", options.where, "Only rows with this value in this column; may be repeated", "COLUMN=VALUE");
}

}  // namespace

void add_plot(Program& program) {
  add_command<PlotOptions>(
      program, program.app, "plot", "Draw what runs measured, from their records",
      "  wreath plot run.json                                        in letters, on the terminal\n"
      "  wreath plot run.json --list                                 what can be plotted\n"
      "  wreath plot run.json -o run.svg                             a picture, by gnuplot\n"
      "  wreath plot cpu.json gpu.json --log-y -o both.pdf           several records in one plot\n"
      "  wreath plot run.json --figure threads --speedup             speed-up against threads\n"
      "  wreath plot run.json --table series.ram --x points --y implicit_ns --by threads --where operation=inverse --log-x\n"
      "  wreath plot *.json --across --x results.size --y results.seconds --by results.backend --kind points --log-x --log-y",
      Length::brief, add_plot_options, run_plot);
}

}  // namespace wreath::cli
