// SPDX-License-Identifier: MIT
//
// Pictures by gnuplot. The data stand in the script, so a script that was kept (--script) is the whole picture. Colours are those
// of Okabe and Ito, which the colour-blind can tell apart; what a paper says is dashed, with hollow marks; floors are grey and
// dotted. The legend stands below, where it hides nothing.
#include "cli/plot_gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/io/scratch_file.hpp"
#include "core/io/temporary_folder.hpp"
#include "wreath/run.hpp"

namespace wreath::cli::plot {

namespace {

constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr int kMarks[] = {7, 5, 9, 13, 11, 15, 3};        // filled: circle, square, triangles, diamond, pentagon
constexpr int kHollowMarks[] = {6, 4, 8, 12, 10, 14, 2};  // the same, hollow
constexpr const char* kNearTics = " offset 0,0.7";        // the x axis's name: away from the legend below
constexpr const char* kGrey = "#808080";
constexpr std::size_t kStyles = std::size(kColours);

/// On one line, whatever a record says: a line of a script is a command.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == 127; }, ' ');
  return text;
}

/// A string of gnuplot's, in which nothing has a meaning.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : on_one_line(text)) {
    result += letter == '\'' ? std::string("''") : std::string(1, letter);
  }
  return result + "'";
}

struct Range {
  double least = 0;
  double most = 0;
  bool powers_of_two = true;
};

Range range_of(const Figure& figure, std::vector<double> Series::*values) {
  Range range{INFINITY, -INFINITY, true};
  for (const Series& series : figure.series) {
    for (const double value : series.*values) {
      range.least = std::min(range.least, value);
      range.most = std::max(range.most, value);
      int exponent = 0;
      range.powers_of_two = range.powers_of_two && value > 0 && std::frexp(value, &exponent) == 0.5;
    }
  }
  return range;
}

/// How an axis is divided and what is written at it.
std::string axis_commands(const char* name, const Axis& axis, const Range& range) {
  const bool seconds = axis.log && axis.unit == "s";
  std::string text = fmt::format("set {}label {}{} noenhanced\n", name, quoted(seconds ? axis.name : axis.label()),
                                 name == std::string("x") ? kNearTics : "");
  if (!axis.log) return text + fmt::format("unset logscale {0}\nset format {0} '%g'\n", name);
  const bool binary = range.powers_of_two && range.most / range.least >= 4;
  text += fmt::format("set logscale {} {}\n", name, binary ? 2 : 10);
  const double decades = std::log10(range.most / range.least);
  if (binary && decades > 4) text += fmt::format("set {}tics {}\n", name, decades > 8 ? 256 : decades > 5 ? 16 : 4);
  const char* format = "10^{%T}";
  if (seconds) {
    format = "%.0s %cs";
  } else if (binary && range.most > 4096) {
    format = "2^{%L}";
  } else if (binary || (range.least >= 1e-3 && range.most <= 2e4)) {
    format = "%g";
  }
  return text + fmt::format("set format {} '{}'\n", name, format);
}

std::string series_name(const Series& series) {
  return series.name + (series.from_paper && series.name.find("paper") == std::string::npos ? " (paper)" : "");
}

bool is_floor(const Series& series) {
  return series.name.starts_with("floor");
}

std::string line_style(const Series& series, std::size_t number, Kind kind) {
  if (is_floor(series) && kind != Kind::points) return fmt::format("with lines lc rgb '{}' lw 1.5 dt '.'", kGrey);
  const std::size_t style = number % kStyles;
  const char* colour = is_floor(series) ? kGrey : kColours[style];
  const int mark = series.from_paper ? kHollowMarks[style] : kMarks[style];
  if (kind == Kind::points) return fmt::format("with points lc rgb '{}' pt {} ps 0.8", colour, mark);
  const char* dash = series.from_paper ? "2" : number >= kStyles ? "4" : "1";
  if (kind == Kind::steps) return fmt::format("with steps lc rgb '{}' lw 2 dt {}", colour, dash);
  return fmt::format("with linespoints lc rgb '{}' lw 2 dt {} pt {} ps 0.6", colour, dash, mark);
}

/// Which style each series has: the next one, or that of an earlier one of the same name, so that a paper's and ours go together.
std::vector<std::size_t> style_numbers(const Figure& figure) {
  std::vector<std::string> names;
  std::vector<std::size_t> numbers;
  for (const Series& series : figure.series) {
    const auto found = std::find(names.begin(), names.end(), series.name);
    numbers.push_back(static_cast<std::size_t>(found - names.begin()));
    if (found == names.end() && !is_floor(series)) names.push_back(series.name);
  }
  return numbers;
}

std::string draw_lines(const Figure& figure, std::size_t panel) {
  std::string data;
  std::string commands;
  const std::vector<std::size_t> numbers = style_numbers(figure);
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Series& series = figure.series[i];
    data += fmt::format("$data{}_{} << end\n", panel, i);
    for (std::size_t j = 0; j < series.x.size(); ++j) data += fmt::format("{} {}\n", series.x[j], series.y[j]);
    data += "end\n";
    const std::string name = series_name(series);
    commands += fmt::format("{}$data{}_{} using 1:2 {} {}", i == 0 ? "plot " : ", \\\n     ", panel, i,
                            line_style(series, numbers[i], figure.kind), name.empty() ? "notitle" : "title " + quoted(name));
  }
  return data + commands + "\n";
}

std::string draw_bars(const Figure& figure, std::size_t panel) {
  std::string text = fmt::format("$data{} << end\n", panel);
  std::size_t widest = 0;
  for (std::size_t place = 0; place < figure.categories.size(); ++place) {
    std::string category = on_one_line(figure.categories[place]);
    std::replace(category.begin(), category.end(), '"', '\'');
    widest = std::max(widest, category.size());
    text += fmt::format("\"{}\"", category);
    for (const Series& series : figure.series) {
      const auto at = std::find(series.x.begin(), series.x.end(), static_cast<double>(place));
      text += at == series.x.end() ? " NaN" : fmt::format(" {}", series.y[static_cast<std::size_t>(at - series.x.begin())]);
    }
    text += "\n";
  }
  text += "end\nset style data histogram\nset style histogram clustered gap 1\nset boxwidth 0.9\n";
  const bool crowded = widest * figure.categories.size() > 60;
  text += fmt::format("set xtics scale 0 {} noenhanced\n", crowded ? "rotate by -35 left" : "norotate autojustify");
  text += figure.y.log ? "set yrange [*:*]\n" : "set yrange [0:*]\n";
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const std::string name = series_name(figure.series[i]);
    text += fmt::format("{}$data{} using {}{} lc rgb '{}' fs {} {}", i == 0 ? "plot " : ", \\\n     ", panel, i + 2,
                        i == 0 ? ":xtic(1)" : "", is_floor(figure.series[i]) ? kGrey : kColours[i % kStyles],
                        figure.series[i].from_paper ? "pattern 4 border -1" : "solid 0.85",
                        name.empty() ? "notitle" : "title " + quoted(name));
  }
  return text + "\n";
}

std::string terminal(const std::string& format, unsigned width, unsigned height) {
  if (format == "svg") {
    return fmt::format(
        "set terminal svg size {},{} font 'DejaVu Sans,Helvetica,Arial,sans-serif,14' background '#ffffff' enhanced", width,
        height);
  }
  if (format == "png")
    return fmt::format("set terminal pngcairo size {},{} font 'DejaVu Sans,12' background '#ffffff' enhanced", width, height);
  return fmt::format("set terminal pdfcairo size {:.3f}in,{:.3f}in font 'DejaVu Sans,10' background '#ffffff' enhanced",
                     width / 100.0, height / 100.0);
}

std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// One word of a shell's, whatever is in it.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

/// The last line that says something.
std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(" ^") != std::string::npos) last = line.substr(line.find_first_not_of(' '));
  }
  return last.empty() ? "it says nothing" : last;
}

/// How many pixels the legends take beyond what the usual height has room for.
unsigned legend_height(const Picture& picture, unsigned panel_width) {
  std::size_t most = 0;
  for (const Figure& figure : picture.panels) {
    std::size_t longest = 1;
    for (const Series& series : figure.series) longest = std::max(longest, series_name(series).size());
    const std::size_t columns = std::max<std::size_t>(1, panel_width / (60 + 9 * longest));
    most = std::max(most, (figure.series.size() + columns - 1) / columns);
  }
  return most > 4 ? 21 * static_cast<unsigned>(most - 4) : 0;
}

}  // namespace

std::string gnuplot_script(const Picture& picture, const std::string& format) {
  const auto panels = static_cast<unsigned>(picture.panels.size());
  const unsigned columns = panels <= 3 ? panels : panels == 4 ? 2 : 3;
  const unsigned rows = (panels + columns - 1) / columns;
  const unsigned width = picture.width != 0 ? picture.width : columns == 1 ? 800 : 480 * columns;
  const unsigned panel = (rows == 1 ? 520 : 460) + legend_height(picture, width / columns);
  const unsigned height = picture.height != 0 ? picture.height : panel * rows;
  std::string text = "# by wreath plot\nset encoding utf8\n" + terminal(format, width, height) + "\n";
  text += "set grid lc rgb '#dddddd' lw 1\nset border 3 lc rgb '#555555'\nset tics nomirror\n";
  text += "set key bmargin center horizontal Left reverse noenhanced samplen 2 width 1 title ' '\n";
  if (panels > 1) {
    text += fmt::format("set multiplot layout {},{} title {} noenhanced\n", rows, columns, quoted(picture.title));
  } else {
    text += fmt::format("set title {} noenhanced\n", quoted(picture.title));
  }
  for (std::size_t i = 0; i < picture.panels.size(); ++i) {
    const Figure& figure = picture.panels[i];
    if (panels > 1) text += fmt::format("set title {} noenhanced\n", quoted(figure.name));
    text += "set xtics norotate autojustify autofreq\nset ytics autofreq\nset yrange [*:*]\n";
    const bool room = figure.kind == Kind::steps && !figure.y.log;  // the last step would lie on the frame
    text += room ? "set offsets graph 0, graph 0, graph 0.05, graph 0.05\n" : "set offsets 0, 0, 0, 0\n";
    const bool bars = figure.kind == Kind::bars;
    text += bars ? fmt::format("unset logscale x\nset xlabel {}{} noenhanced\n", quoted(figure.x.label()), kNearTics)
                 : axis_commands("x", figure.x, range_of(figure, &Series::x));
    text += axis_commands("y", figure.y, range_of(figure, &Series::y));
    text += bars ? draw_bars(figure, i) : draw_lines(figure, i);
  }
  return text + (panels > 1 ? "unset multiplot\n" : "");
}

std::string run_gnuplot(const std::string& script, const std::string& format) {
  const TemporaryFolder folder(scratch_folder(""), "wreath-plot-");
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // should gnuplot end before it has read all: an error of ours, not our end
  FILE* pipe = popen(fmt::format("cd {} && exec gnuplot - > picture 2> errors", shell_word(folder.path())).c_str(),
                     "w");  // NOLINT(cert-env33-c)
  if (pipe == nullptr) throw ResourceError("gnuplot cannot be started");
  const bool written = std::fwrite(script.data(), 1, script.size(), pipe) == script.size();
  const int status = pclose(pipe);
  std::signal(SIGPIPE, before);
  std::string picture = read_whole(folder.path() + "/picture");
  const std::string errors = read_whole(folder.path() + "/errors");
  if (errors.find("unknown or ambiguous terminal") != std::string::npos) {
    throw ResourceError(fmt::format(
        "this gnuplot cannot write {}: Debian's gnuplot-nox can; or name a file of another kind: svg, png, pdf", format));
  }
  if (!written || status != 0 || picture.empty()) throw ResourceError(fmt::format("gnuplot failed: {}", last_line(errors)));
  return picture;
}

}  // namespace wreath::cli::plot
