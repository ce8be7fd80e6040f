// SPDX-License-Identifier: MIT
//
// Tables of D-classes as Graphviz's text, as plain pictures and as text; and those of a semigroup of any size, page by page.
#include <fmt/format.h>

#include <algorithm>

#include "core/text/units.hpp"
#include "core/text/option.hpp"
#include "semigroup/egg_box.hpp"
#include "wreath/semigroup/orbits.hpp"
#include "wreath/semigroup/pictures.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kFactorsPerPage = 60;
constexpr std::uint64_t kPageRows = 48;
constexpr std::uint64_t kPageColumns = 48;

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

}  // namespace

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

}  // namespace wreath::semigroup
