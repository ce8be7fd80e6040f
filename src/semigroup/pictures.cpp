// SPDX-License-Identifier: MIT
//
// Pictures of Cayley graphs, as Graphviz's text and as plain pictures; files of them and of egg boxes; and the egg boxes of a
// semigroup of any size, page by page.
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
#include "core/text/svg.hpp"
#include "core/text/units.hpp"
#include "semigroup/egg_boxes.hpp"
#include "semigroup/graphs.hpp"
#include "wreath/semigroup/files.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostDrawn = 2000;

constexpr std::uint64_t kFactorsPerPage = 60;
constexpr std::uint64_t kPageRows = 48;
constexpr std::uint64_t kPageColumns = 48;

constexpr double kWordSize = 13;
constexpr const char* kDotStyle =
    "  node [fontname=\"Helvetica\", fontsize=13];\n  edge [fontname=\"Helvetica\", fontsize=11];\n";

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
BoxOrder box_order(Enumeration& enumeration, const GreenClasses& green) {
  const std::size_t letters = enumeration.generators().count();
  std::set<Cover> steps;
  for (const auto graph : {enumeration.right_graph(), enumeration.left_graph()}) {
    for (std::size_t e = 0; e < green.d.size() * letters; ++e) {
      const Cover step{green.d[e / letters], green.d[graph[e]]};
      if (step.first != step.second) steps.insert(step);
    }
  }
  const std::vector<Cover> order = covers_of(green.d_classes.size(), {steps.begin(), steps.end()});
  return {order.begin(), order.end()};
}

std::uint64_t pieces_of(std::uint64_t whole, std::uint64_t piece) {
  return (whole + piece - 1) / piece;
}

/// A principal factor in words: a Rees matrix semigroup over a group, or a null semigroup.
EggBox factor_box(std::size_t number, const StructureCount::DClass& d, const ElementKind& kind) {
  const auto classes = [](const Natural& count, const char* side) {
    return fmt::format("{} {}-class{}", group_digits(count.text()), side, count == 1 ? "" : "es");
  };
  const std::string name = d.regular ? name_by_rank(kind, d.rank, d.h_size) : "";
  return {.title = fmt::format(
              "D-class {}, rank {}: {} x {}, {}", number, d.rank, classes(d.r_classes, "R"), classes(d.l_classes, "L"),
              d.regular ? describe_groups(name, d.h_size, false) : "null, H-classes of size " + group_digits(d.h_size.text())),
          .group = d.h_size == 1 ? "" : fmt::format("{} {}", name, d.h_size.text()),
          .rows = {}};
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

/// A curve that bends to its right, so that two between the same nodes can be distinguished, with a dot near its end.
void draw_edge(Svg& svg, Spot from, Spot to, std::size_t generator) {
  const std::string_view colour = picture_colour(generator);
  const auto number = static_cast<double>(generator);
  if (from.x == to.x && from.y == to.y) return svg.circle({from.x + 12, from.y - 12}, 6 + 2 * number, "none", colour);
  const double bend = (24 + 10 * number) / std::hypot(to.x - from.x, to.y - from.y);
  const Spot middle{(from.x + to.x) / 2 - (to.y - from.y) * bend, (from.y + to.y) / 2 + (to.x - from.x) * bend};
  const auto near = [](double a, double b, double c) { return 0.05 * a + 0.35 * b + 0.6 * c; };
  svg.path(fmt::format("M{:.1f},{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f}", from.x, from.y, middle.x, middle.y, to.x, to.y),
           {.colour = colour});
  svg.circle({near(from.x, middle.x, to.x), near(from.y, middle.y, to.y)}, 3, colour);
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
  return boxes_dot(egg_boxes(enumeration, green), box_order(enumeration, green));
}

std::string egg_box_svg(Enumeration& enumeration, const GreenClasses& green) {
  return boxes_svg(egg_boxes(enumeration, green), box_order(enumeration, green));
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
  Svg svg;
  for (std::size_t e = 0; e < names.size(); ++e) {
    for (std::size_t g = 0; g < letters; ++g) draw_edge(svg, places[e], places[graph[e * letters + g]], g);
  }
  for (std::size_t e = 0; e < names.size(); ++e) {
    const double half = 8 + Svg::width_of(names[e], kWordSize) / 2;
    svg.rect({places[e].x - half, places[e].y - 10}, 2 * half, 20, "#ffffff", "#444444", 10);
    svg.text({places[e].x, places[e].y + 4.5}, names[e], {.size = kWordSize, .anchor = Svg::Anchor::middle});
  }
  return svg.document(width, 80 * static_cast<double>(levels.size()) + 20);
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
  if (ending_of(path) == ".svg") return write_whole(path, egg_box_svg(enumeration, green));
  write_picture(path, egg_box_dot(enumeration, green));
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
  BoxOrder order;
  const ElementKind kind = structure.generators().kind;
  if (tables.part) {
    const auto& [d, rows, columns] = *tables.part;
    EggBox box = factor_box(d, classes[d].count, kind);
    box.title += fmt::format("; rows {}..{}, columns {}..{}", rows.begin, rows.end - 1, columns.begin, columns.end - 1);
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
    for (std::uint64_t d = first; d < last; ++d) boxes.push_back(factor_box(d, classes[d].count, kind));
    for (const auto& [upper, lower] : structure.order(run)) {
      if (upper >= first && upper < last && lower >= first && lower < last) order.emplace_back(upper - first, lower - first);
    }
  }
  drawn.dot = boxes_dot(boxes, order);
  drawn.svg = boxes_svg(boxes, order);
  drawn.text = boxes_text(boxes);
  return drawn;
}

std::uint64_t write_egg_box_page(const std::filesystem::path& path, OrbitStructure& structure, std::uint64_t page,
                                 RunControl* run) {
  require_egg_box_output(path);
  const EggBoxPage drawn = egg_box_page(structure, page, run);
  const std::string ending = ending_of(path);
  if (ending == ".txt" || ending == ".svg") {
    write_whole(path, ending == ".txt" ? drawn.text : drawn.svg);
  } else {
    write_picture(path, drawn.dot);
  }
  return drawn.pages;
}

}  // namespace wreath::semigroup
