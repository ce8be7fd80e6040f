// SPDX-License-Identifier: MIT
#include "semigroup/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace wreath::semigroup {

namespace {

/// Colours that the colour-blind tell apart (Okabe and Ito).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"};

constexpr const char* kStyle = "  node [fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9];\n";

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

}  // namespace wreath::semigroup
