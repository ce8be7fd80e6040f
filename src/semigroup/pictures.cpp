// SPDX-License-Identifier: MIT
#include "wreath/semigroup/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/io/temporary_folder.hpp"
#include "core/run/units.hpp"
#include "wreath/semigroup/files.hpp"

namespace wreath::semigroup {

namespace {

/// Colours that the colour-blind tell apart (Okabe and Ito).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"};

constexpr const char* kStyle = "  node [fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9];\n";

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
      fmt::format("{} elements are too many for a picture: up to {} are drawn", format_count(found.size()), kMostDrawn));
}

void write_content(const std::string& path, std::string_view content) {
  OutputFile file(path);
  file.write(bytes_of(content));
  file.commit();
}

/// Pairs (upper, lower) of D-classes with none between.
std::set<std::pair<std::uint32_t, std::uint32_t>> covers(Enumeration& enumeration, const GreenClasses& green) {
  const std::size_t letters = enumeration.generators().count();
  const std::size_t count = green.d_classes.size();
  std::vector<std::set<std::uint32_t>> below(count);
  for (const auto graph : {enumeration.right_graph(), enumeration.left_graph()}) {
    for (std::size_t e = 0; e < green.d.size(); ++e) {
      for (std::size_t g = 0; g < letters; ++g) {
        const std::uint32_t to = green.d[graph[e * letters + g]];
        if (to != green.d[e]) below[green.d[e]].insert(to);
      }
    }
  }
  // Everything below, through any number of steps; then what is reached in one step and in no other way.
  std::vector<std::set<std::uint32_t>> all(count);
  std::vector<bool> done(count);
  const auto close = [&](auto&& self, std::uint32_t d) -> const std::set<std::uint32_t>& {
    if (!done[d]) {
      done[d] = true;
      for (const std::uint32_t next : below[d]) {
        all[d].insert(next);
        const auto& further = self(self, next);
        all[d].insert(further.begin(), further.end());
      }
    }
    return all[d];
  };
  std::set<std::pair<std::uint32_t, std::uint32_t>> result;
  for (std::uint32_t d = 0; d < count; ++d) close(close, d);
  for (std::uint32_t d = 0; d < count; ++d) {
    for (const std::uint32_t next : below[d]) {
      const bool direct = std::none_of(below[d].begin(), below[d].end(),
                                       [&](std::uint32_t other) { return other != next && all[other].contains(next); });
      if (direct) result.emplace(d, next);
    }
  }
  return result;
}

}  // namespace

std::string show_word(const Word& word, std::size_t generators) {
  if (word.empty()) return "1";
  std::string text;
  for (const Letter letter : word) {
    if (generators <= 26) {
      text += static_cast<char>('a' + letter);
    } else {
      text += fmt::format("{}{}", text.empty() ? "" : ".", letter);
    }
  }
  return text;
}

std::string cayley_dot(Enumeration& enumeration, bool left) {
  const std::size_t letters = enumeration.generators().count();
  const auto graph = left ? enumeration.left_graph() : enumeration.right_graph();
  std::string dot = fmt::format("digraph \"{} Cayley graph\" {{\n{}", left ? "left" : "right", kStyle);
  for (std::uint64_t e = 0; e < enumeration.size(); ++e) {
    dot += fmt::format("  {} [label=\"{}\"];\n", e, show_word(enumeration.word(e), letters));
  }
  for (std::uint64_t e = 0; e < enumeration.size(); ++e) {
    for (std::size_t g = 0; g < letters; ++g) {
      dot += fmt::format("  {} -> {} [color=\"{}\", tooltip=\"{}\"];\n", e, graph[e * letters + g],
                         kColours[g % std::size(kColours)], show_word({static_cast<Letter>(g)}, letters));
    }
  }
  return dot + "}\n";
}

std::string egg_box_dot(Enumeration& enumeration, const GreenClasses& green) {
  const std::size_t letters = enumeration.generators().count();
  struct Cell {
    std::uint64_t first = 0;
    bool group = false;
  };
  struct Box {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> columns;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Cell> cells;
  };
  std::vector<Box> boxes(green.d_classes.size());
  for (std::size_t e = 0; e < green.d.size(); ++e) {
    Box& box = boxes[green.d[e]];
    const auto [cell, fresh] = box.cells.try_emplace({green.r[e], green.l[e]}, Cell{e, false});
    cell->second.group = cell->second.group || green.idempotent[e];
    if (std::find(box.rows.begin(), box.rows.end(), green.r[e]) == box.rows.end()) box.rows.push_back(green.r[e]);
    if (std::find(box.columns.begin(), box.columns.end(), green.l[e]) == box.columns.end()) box.columns.push_back(green.l[e]);
  }
  std::string dot =
      fmt::format("digraph \"egg-box diagram\" {{\n{}  node [shape=plaintext];\n  edge [arrowhead=none];\n", kStyle);
  for (std::size_t d = 0; d < boxes.size(); ++d) {
    const GreenClasses::DClass& d_class = green.d_classes[d];
    dot += fmt::format("  {} [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">", d);
    dot += fmt::format("<tr><td border=\"0\" colspan=\"{}\">rank {}, {} elements</td></tr>", boxes[d].columns.size(),
                       d_class.rank, d_class.size);
    for (const std::uint32_t row : boxes[d].rows) {
      dot += "<tr>";
      for (const std::uint32_t column : boxes[d].columns) {
        const Cell& cell = boxes[d].cells.at({row, column});
        dot += fmt::format("<td{}>{}{}</td>", cell.group ? " bgcolor=\"#D9D9D9\"" : "",
                           show_word(enumeration.word(cell.first), letters), cell.group ? "*" : "");
      }
      dot += "</tr>";
    }
    dot += "</table>>];\n";
  }
  for (const auto& [upper, lower] : covers(enumeration, green)) dot += fmt::format("  {} -> {};\n", upper, lower);
  return dot + "}\n";
}

void require_picture_output(const std::string& path) {
  const std::string ending = ending_of(path);
  if (!is_graphviz_text(ending) && ending != ".svg" && ending != ".png" && ending != ".pdf")
    throw InputError(fmt::format("{}: a picture is .dot, .svg, .png or .pdf", path));
  const OutputFile probe(path);
}

void write_picture(const std::string& path, const std::string& dot) {
  require_picture_output(path);
  const std::string ending = ending_of(path);
  if (is_graphviz_text(ending)) return write_content(path, dot);
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "wreath-picture-");
  const std::string text = folder.path() + "/graph.dot";
  const std::string picture = folder.path() + "/picture";
  write_content(text, dot);
  const std::string command = fmt::format("dot -T{} -o '{}' '{}' 2>/dev/null", ending.substr(1), picture, text);
  if (std::system(command.c_str()) != 0)  // NOLINT(cert-env33-c,concurrency-mt-unsafe): all of it is ours
    throw ResourceError("Graphviz's program 'dot' failed or is not installed; write a .dot file instead");
  const MappedFile made(picture);
  write_content(path, {reinterpret_cast<const char*>(made.bytes().data()), made.bytes().size()});
}

void require_graph_output(const std::string& path) {
  if (ending_of(path) != ".npy") return require_picture_output(path);
  const OutputFile probe(path);
}

void write_cayley_graph(const std::string& path, Enumeration& enumeration, bool left) {
  if (ending_of(path) == ".npy") return write_graph(path, enumeration, left);
  require_drawable(enumeration);
  write_picture(path, cayley_dot(enumeration, left));
}

void write_egg_box(const std::string& path, Enumeration& enumeration, const GreenClasses& green) {
  require_drawable(enumeration);
  write_picture(path, egg_box_dot(enumeration, green));
}

}  // namespace wreath::semigroup
