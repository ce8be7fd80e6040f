// SPDX-License-Identifier: MIT
//
// Pictures of Cayley graphs and of the tables of D-classes: as Graphviz's text, as plain pictures and as text; and the tables of
// a semigroup of any size, page by page.
#include "wreath/semigroup/pictures.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/graphs.hpp"
#include "wreath/semigroup/files.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

/// Colours that the colour-blind tell apart (Okabe and Ito).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"};

const char* picture_colour(std::size_t generator) {
  return kColours[generator % std::size(kColours)];
}

constexpr std::uint64_t kMostDrawn = 2000;

constexpr std::uint64_t kFactorsPerPage = 60;
constexpr std::uint64_t kPageRows = 48;
constexpr std::uint64_t kPageColumns = 48;

constexpr const char* kDotStyle = "  node [fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9];\n";

/// A D-class as a table: a row for each R-class, a column for each L-class. Without rows, its title alone is drawn.
struct EggBox {
  struct Cell {
    std::string text;
    bool group = false;
  };
  std::string title;
  std::vector<std::vector<Cell>> rows;
};

std::string ending_of(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

bool is_graphviz_text(const std::string& ending) {
  return ending == ".dot" || ending == ".gv";
}

void require_drawable(const Enumeration& found) {
  if (found.size() <= kMostDrawn) return;
  throw InputError(
      fmt::format("{} elements are too many for a picture: the limit is {}", format_count(found.size()), kMostDrawn));
}

void require_one_picture(const Enumeration& found) {
  if (found.size() <= kMostDrawn) return;
  throw InputError(fmt::format("{} elements are too many for one picture: the limit is {}; {} 1 draws the egg boxes page by page",
                               format_count(found.size()), kMostDrawn, option("page")));
}

/// Whether PATH has such a program.
bool has_program(const std::string& name) {
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody changes it
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// What Graphviz makes of its text; nothing where it is missing or fails.
std::optional<std::string> draw_by_graphviz(const std::string& dot, const std::string& form) {
  if (!has_program("dot")) return std::nullopt;
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "wreath-picture-");
  const std::string text = folder.path() + "/graph.dot";
  const std::string picture = folder.path() + "/picture";
  write_whole(text, dot);
  const std::string command = fmt::format("dot -T{} -o '{}' '{}' > '{}/messages' 2>&1", form, picture, text, folder.path());
  if (std::system(command.c_str()) != 0) return std::nullopt;  // NOLINT(cert-env33-c,concurrency-mt-unsafe): all of it is ours
  const MappedFile made(picture);
  return std::string(made.text());
}

/// Pairs (upper, lower) of D-classes with none between.
std::vector<Cover> covers(Enumeration& enumeration, const GreenClasses& green) {
  const std::size_t letters = enumeration.generators().count();
  std::set<Cover> steps;
  for (const auto graph : {enumeration.right_graph(), enumeration.left_graph()}) {
    for (std::size_t e = 0; e < green.d.size() * letters; ++e) {
      const Cover step{green.d[e / letters], green.d[graph[e]]};
      if (step.first != step.second) steps.insert(step);
    }
  }
  return covers_of(green.d_classes.size(), {steps.begin(), steps.end()});
}

std::size_t longest_text(const EggBox& box) {
  std::size_t longest = 0;
  for (const auto& row : box.rows) {
    for (const EggBox::Cell& cell : row) longest = std::max(longest, cell.text.size());
  }
  return longest;
}

std::uint64_t pieces_of(std::uint64_t whole, std::uint64_t piece) {
  return (whole + piece - 1) / piece;
}

/// A principal factor in words: a Rees matrix semigroup over a group, or a null semigroup.
std::string factor_title(std::size_t number, const StructureCount::DClass& d) {
  const auto classes = [](const Natural& count, const char* side) {
    return fmt::format("{} {}-class{}", group_digits(count.text()), side, count == 1 ? "" : "es");
  };
  return fmt::format("D-class {}, rank {}: {} x {}, {} {}", number, d.rank, classes(d.r_classes, "R"), classes(d.l_classes, "L"),
                     d.regular ? "groups of order" : "null, H-classes of size", group_digits(d.h_size.text()));
}

/// A part of the table of a regular D-class.
struct TablePart {
  std::uint64_t d_class;
  CellRange rows;
  CellRange columns;
};

/// The part that a page has, counted from 0 after the pages of factors, or how many such pages there are.
struct TablePages {
  std::uint64_t count = 0;
  std::optional<TablePart> part = {};
};
TablePages table_pages(const std::vector<OrbitDClass>& classes, OrbitStructure& structure, std::uint64_t wanted) {
  TablePages pages;
  for (std::size_t d = 0; d < classes.size(); ++d) {
    if (!classes[d].count.regular) continue;
    const auto [rows, columns] = structure.table_size(d);
    const std::uint64_t across = pieces_of(columns, kPageColumns);
    const std::uint64_t here = pieces_of(rows, kPageRows) * across;
    if (wanted >= pages.count && wanted < pages.count + here) {
      const std::uint64_t row = (wanted - pages.count) / across * kPageRows;
      const std::uint64_t column = (wanted - pages.count) % across * kPageColumns;
      pages.part = {d, {row, std::min(rows, row + kPageRows)}, {column, std::min(columns, column + kPageColumns)}};
    }
    pages.count += here;
  }
  return pages;
}

std::string svg_page(double width, double height, const std::string& parts) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"Helvetica,sans-serif\" font-size=\"11\">{2}</svg>\n",
      width, height, parts);
}

std::string svg_text(double x, double y, const std::string& words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", x, y, words);
}

std::string boxes_dot(const std::vector<EggBox>& boxes, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& order) {
  std::string dot =
      fmt::format("digraph \"egg-box diagram\" {{\n{}  node [shape=plaintext];\n  edge [arrowhead=none];\n", kDotStyle);
  for (std::size_t d = 0; d < boxes.size(); ++d) {
    dot += fmt::format("  {} [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">", d);
    dot += fmt::format("<tr><td border=\"0\" colspan=\"{}\">{}</td></tr>",
                       boxes[d].rows.empty() ? 1 : boxes[d].rows.front().size(), boxes[d].title);
    for (const std::vector<EggBox::Cell>& row : boxes[d].rows) {
      dot += "<tr>";
      for (const EggBox::Cell& cell : row)
        dot += fmt::format("<td{}>{}</td>", cell.group ? " bgcolor=\"#D9D9D9\"" : "", cell.text);
      dot += "</tr>";
    }
    dot += "</table>>];\n";
  }
  for (const auto& [upper, lower] : order) dot += fmt::format("  {} -> {};\n", upper, lower);
  return dot + "}\n";
}

std::string boxes_svg(const std::vector<EggBox>& boxes) {
  const auto cell_width = [](const EggBox& box) { return 16 + 7 * static_cast<double>(longest_text(box)); };
  double width = 60;
  for (const EggBox& box : boxes) {
    const std::size_t columns = box.rows.empty() ? 0 : box.rows.front().size();
    width =
        std::max({width, 20 + cell_width(box) * static_cast<double>(columns), 20 + 6.5 * static_cast<double>(box.title.size())});
  }
  std::string parts;
  double top = 10;
  for (const EggBox& box : boxes) {
    const double cell = cell_width(box);
    parts += svg_text(width / 2, top + 10, box.title);
    top += 16;
    for (const auto& row : box.rows) {
      double left = (width - cell * static_cast<double>(row.size())) / 2;
      for (const EggBox::Cell& each : row) {
        parts += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"20\" fill=\"{}\" stroke=\"black\"/>",
                             left, top, cell, each.group ? "#D9D9D9" : "white");
        parts += svg_text(left + cell / 2, top + 14, each.text);
        left += cell;
      }
      top += 20;
    }
    top += 12;
  }
  return svg_page(width, top, parts);
}

std::string boxes_text(const std::vector<EggBox>& boxes) {
  std::string text;
  for (const EggBox& box : boxes) {
    text += box.title + "\n";
    const std::size_t longest = longest_text(box);
    for (const auto& row : box.rows) {
      text += " ";
      for (const EggBox::Cell& cell : row) text += fmt::format(" {:<{}}", cell.text.empty() ? "." : cell.text, longest);
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n";
    }
    text += "\n";
  }
  return text;
}

/// With the word of an element in each cell.
std::vector<EggBox> egg_boxes(const Enumeration& enumeration, const GreenClasses& green) {
  struct Places {
    std::map<std::uint32_t, std::size_t> rows;
    std::map<std::uint32_t, std::size_t> columns;
  };
  std::vector<Places> places(green.d_classes.size());
  std::vector<EggBox> boxes(green.d_classes.size());
  for (std::size_t d = 0; d < boxes.size(); ++d) {
    const GreenClasses::DClass& d_class = green.d_classes[d];
    boxes[d].title = fmt::format("rank {}, {} element{}", d_class.rank, d_class.size, d_class.size == 1 ? "" : "s");
    boxes[d].rows.assign(d_class.r_classes, std::vector<EggBox::Cell>(d_class.l_classes));
  }
  for (std::size_t e = 0; e < green.d.size(); ++e) {
    Places& at = places[green.d[e]];
    const std::size_t row = at.rows.try_emplace(green.r[e], at.rows.size()).first->second;
    const std::size_t column = at.columns.try_emplace(green.l[e], at.columns.size()).first->second;
    EggBox::Cell& cell = boxes[green.d[e]].rows[row][column];
    if (cell.text.empty()) cell.text = print_word(enumeration.word(e));
    cell.group = cell.group || green.idempotent[e];
  }
  for (EggBox& box : boxes) {
    for (auto& row : box.rows) {
      for (EggBox::Cell& cell : row) cell.text += cell.group ? "*" : "";
    }
  }
  return boxes;
}

// --- pictures without Graphviz: plain, but complete

struct Spot {
  double x = 0;
  double y = 0;
};

/// A curve that bends to its right, so that two between the same nodes can be distinguished, with a dot near its end.
std::string curve(Spot from, Spot to, std::size_t generator) {
  const std::string colour = picture_colour(generator);
  const auto number = static_cast<double>(generator);
  if (from.x == to.x && from.y == to.y) {
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"none\" stroke=\"{}\"/>", from.x + 12, from.y - 12,
                       6 + 2 * generator, colour);
  }
  const double bend = (24 + 10 * number) / std::hypot(to.x - from.x, to.y - from.y);
  const Spot middle{(from.x + to.x) / 2 - (to.y - from.y) * bend, (from.y + to.y) / 2 + (to.x - from.x) * bend};
  const auto near = [](double a, double b, double c) { return 0.05 * a + 0.35 * b + 0.6 * c; };
  return fmt::format(
      "<path d=\"M{:.1f},{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"none\" stroke=\"{}\"/><circle cx=\"{:.1f}\" cy=\"{:.1f}\" "
      "r=\"3\" fill=\"{}\"/>",
      from.x, from.y, middle.x, middle.y, to.x, to.y, colour, near(from.x, middle.x, to.x), near(from.y, middle.y, to.y), colour);
}

}  // namespace

std::string cayley_dot(Enumeration& enumeration, bool left) {
  const std::size_t letters = enumeration.generators().count();
  const auto graph = left ? enumeration.left_graph() : enumeration.right_graph();
  std::string dot = fmt::format("digraph \"{} Cayley graph\" {{\n{}", left ? "left" : "right", kDotStyle);
  for (std::uint64_t e = 0; e < enumeration.size(); ++e) {
    dot += fmt::format("  {} [label=\"{}\"];\n", e, print_word(enumeration.word(e)));
  }
  for (std::uint64_t e = 0; e < enumeration.size(); ++e) {
    for (std::size_t g = 0; g < letters; ++g) {
      dot += fmt::format("  {} -> {} [color=\"{}\", tooltip=\"{}\"];\n", e, graph[e * letters + g], picture_colour(g), g);
    }
  }
  return dot + "}\n";
}

std::string egg_box_dot(Enumeration& enumeration, const GreenClasses& green) {
  const auto order = covers(enumeration, green);
  return boxes_dot(egg_boxes(enumeration, green), {order.begin(), order.end()});
}

std::string egg_box_svg(Enumeration& enumeration, const GreenClasses& green) {
  return boxes_svg(egg_boxes(enumeration, green));
}

std::string cayley_svg(Enumeration& enumeration, bool left) {
  const std::size_t letters = enumeration.generators().count();
  const auto graph = left ? enumeration.left_graph() : enumeration.right_graph();
  const std::vector<std::uint64_t> levels = enumeration.levels();
  std::vector<std::string> names;
  std::size_t longest = 1;
  for (std::uint64_t e = 0; e < enumeration.size(); ++e) {
    names.push_back(print_word(enumeration.word(e)));
    longest = std::max(longest, names.back().size());
  }
  const double width = (48 + 7 * static_cast<double>(longest)) * (1 + static_cast<double>(std::ranges::max(levels)));
  std::vector<Spot> places;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (std::uint64_t k = 0; k < levels[level]; ++k) {
      places.push_back(
          {width * static_cast<double>(k + 1) / static_cast<double>(levels[level] + 1), 40 + 80 * static_cast<double>(level)});
    }
  }
  std::string parts;
  for (std::size_t e = 0; e < names.size(); ++e) {
    for (std::size_t g = 0; g < letters; ++g) parts += curve(places[e], places[graph[e * letters + g]], g);
  }
  for (std::size_t e = 0; e < names.size(); ++e) {
    const double half = 8 + 3.5 * static_cast<double>(names[e].size());
    parts +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"20\" rx=\"10\" fill=\"white\" stroke=\"black\"/>",
                    places[e].x - half, places[e].y - 10, 2 * half);
    parts += svg_text(places[e].x, places[e].y + 4, names[e]);
  }
  return svg_page(width, 80 * static_cast<double>(levels.size()) + 20, parts);
}

namespace {

/// Of a picture, or of a file with another ending.
void require_ending(const std::string& path, std::string_view other) {
  const std::string ending = ending_of(path);
  if (!is_graphviz_text(ending) && ending != ".svg" && ending != ".png" && ending != ".pdf" &&
      (other.empty() || ending != other)) {
    throw InputError(fmt::format("{}: the name of a picture must end in .dot, .svg, .png{}", path,
                                 other.empty() ? " or .pdf" : fmt::format(", .pdf or {}", other)));
  }
  const OutputFile probe(path);
}

}  // namespace

void require_picture_output(const std::filesystem::path& path) {
  require_ending(path, {});
}

void write_picture(const std::filesystem::path& path, const std::string& dot, const std::string& plain) {
  require_picture_output(path);
  const std::string ending = ending_of(path);
  if (is_graphviz_text(ending)) return write_whole(path, dot);
  if (const auto drawn = draw_by_graphviz(dot, ending.substr(1))) return write_whole(path, *drawn);
  if (ending == ".svg" && !plain.empty()) return write_whole(path, plain);
  throw ResourceError("Graphviz's 'dot' failed or is not installed; write a .dot or .svg file instead");
}

void require_egg_box_output(const std::filesystem::path& path) {
  require_ending(path, ".txt");
}

void require_graph_output(const std::filesystem::path& path) {
  require_ending(path, ".npy");
}

void write_cayley_graph(const std::filesystem::path& path, Enumeration& enumeration, bool left, RunControl* run) {
  if (ending_of(path) == ".npy") return write_graph(path, enumeration, left, run);
  require_drawable(enumeration);
  write_picture(path, cayley_dot(enumeration, left), cayley_svg(enumeration, left));
}

void write_egg_box(const std::filesystem::path& path, Enumeration& enumeration, const GreenClasses& green) {
  require_one_picture(enumeration);
  if (ending_of(path) == ".txt") return write_whole(path, boxes_text(egg_boxes(enumeration, green)));
  write_picture(path, egg_box_dot(enumeration, green), egg_box_svg(enumeration, green));
}

EggBoxPage egg_box_page(OrbitStructure& structure, std::uint64_t page, RunControl* run) {
  const std::vector<OrbitDClass> classes = structure.classes(false, run);
  const std::uint64_t factor_pages = pieces_of(classes.size(), kFactorsPerPage);
  const TablePages tables = table_pages(classes, structure, page > factor_pages ? page - factor_pages - 1 : ~std::uint64_t{0});
  EggBoxPage drawn{.pages = factor_pages + tables.count};
  if (page == 0 || page > drawn.pages) {
    throw InputError(
        fmt::format("{} {}: the egg boxes have {} pages, numbered from 1: {} of principal factors, then {} of tables",
                    option("page"), page, drawn.pages, factor_pages, tables.count));
  }
  std::vector<EggBox> boxes;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;
  if (tables.part) {
    const auto& [d, rows, columns] = *tables.part;
    EggBox box{.title = fmt::format("{}; rows {}..{}, columns {}..{}", factor_title(d, classes[d].count), rows.begin,
                                    rows.end - 1, columns.begin, columns.end - 1),
               .rows = {}};
    const std::vector<bool> groups = structure.group_cells(d, rows, columns, run);
    for (std::uint64_t i = 0; i < rows.end - rows.begin; ++i) {
      box.rows.emplace_back();
      for (std::uint64_t j = 0; j < columns.end - columns.begin; ++j) {
        const bool group = groups[i * (columns.end - columns.begin) + j];
        box.rows.back().push_back({group ? "*" : "", group});
      }
    }
    boxes.push_back(std::move(box));
  } else {
    const std::uint64_t first = (page - 1) * kFactorsPerPage;
    const std::uint64_t last = std::min<std::uint64_t>(classes.size(), first + kFactorsPerPage);
    for (std::uint64_t d = first; d < last; ++d) boxes.push_back({.title = factor_title(d, classes[d].count), .rows = {}});
    for (const auto& [upper, lower] : structure.order(run)) {
      if (upper >= first && upper < last && lower >= first && lower < last) order.emplace_back(upper - first, lower - first);
    }
  }
  drawn.dot = boxes_dot(boxes, order);
  drawn.svg = boxes_svg(boxes);
  drawn.text = boxes_text(boxes);
  return drawn;
}

std::uint64_t write_egg_box_page(const std::filesystem::path& path, OrbitStructure& structure, std::uint64_t page,
                                 RunControl* run) {
  require_egg_box_output(path);
  const EggBoxPage drawn = egg_box_page(structure, page, run);
  if (ending_of(path) == ".txt") {
    write_whole(path, drawn.text);
  } else {
    write_picture(path, drawn.dot, drawn.svg);
  }
  return drawn.pages;
}

}  // namespace wreath::semigroup
