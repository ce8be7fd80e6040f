// SPDX-License-Identifier: MIT
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
#include "semigroup/orbits/covers.hpp"
#include "semigroup/egg_box.hpp"
#include "wreath/semigroup/files.hpp"

namespace wreath::semigroup {

namespace {

/// Colours that the colour-blind tell apart (Okabe and Ito).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"};

const char* picture_colour(std::size_t generator) {
  return kColours[generator % std::size(kColours)];
}

constexpr std::uint64_t kMostDrawn = 2000;

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

void write_content(const std::string& path, std::string_view content) {
  OutputFile file(path);
  file.write(bytes_of(content));
  file.commit();
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
  write_content(text, dot);
  const std::string command = fmt::format("dot -T{} -o '{}' '{}' > '{}/messages' 2>&1", form, picture, text, folder.path());
  if (std::system(command.c_str()) != 0) return std::nullopt;  // NOLINT(cert-env33-c,concurrency-mt-unsafe): all of it is ours
  const MappedFile made(picture);
  return std::string(reinterpret_cast<const char*>(made.bytes().data()), made.bytes().size());
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

/// A curve that bends to its right, so that two between the same nodes are told apart, with a dot near its end.
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
  if (is_graphviz_text(ending)) return write_content(path, dot);
  if (const auto drawn = draw_by_graphviz(dot, ending.substr(1))) return write_content(path, *drawn);
  if (ending == ".svg" && !plain.empty()) return write_content(path, plain);
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
  if (ending_of(path) == ".txt") return write_content(path, boxes_text(egg_boxes(enumeration, green)));
  write_picture(path, egg_box_dot(enumeration, green), egg_box_svg(enumeration, green));
}

std::uint64_t write_egg_box_page(const std::filesystem::path& path, OrbitStructure& structure, std::uint64_t page,
                                 RunControl* run) {
  require_egg_box_output(path);
  const EggBoxPage drawn = egg_box_page(structure, page, run);
  if (ending_of(path) == ".txt") {
    write_content(path, drawn.text);
  } else {
    write_picture(path, drawn.dot, drawn.svg);
  }
  return drawn.pages;
}

}  // namespace wreath::semigroup
