// SPDX-License-Identifier: MIT
#include "semigroup/egg_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/algebra/group_name.hpp"
#include "core/text/svg.hpp"
#include "core/text/units.hpp"
#include "wreath/semigroup/files.hpp"

namespace wreath::semigroup {

namespace {

constexpr double kTextSize = 13;
constexpr double kCellHeight = 24;
constexpr double kTitleHeight = 24;
constexpr double kGap = 28;          // between boxes, in both directions
constexpr double kMostAcross = 900;  // pixels of boxes beside each other; more go to the next line

std::size_t longest_text(const EggBox& box) {
  std::size_t longest = 0;
  for (const auto& row : box.rows) {
    for (const EggBox::Cell& cell : row) longest = std::max(longest, cell.text.size());
  }
  return longest;
}

/// The colour of each kind of group: grey for trivial ones, then colours, with as many elements of the list as there are names.
std::map<std::string, std::string> group_colours(const std::vector<EggBox>& boxes) {
  std::map<std::string, std::string> colours{{"", "#DDDDDD"}};
  for (const EggBox& box : boxes) colours.try_emplace(box.group, tint(picture_colour(colours.size() - 1), 0.4));
  return colours;
}

/// Where a box is, and how large.
struct Frame {
  Spot corner;
  double width = 0;
  double height = 0;
  double cell = 0;  // the width of a cell
};

Frame frame_of(const EggBox& box) {
  Frame frame;
  for (const auto& row : box.rows) {
    for (const EggBox::Cell& cell : row) frame.cell = std::max(frame.cell, 16 + Svg::width_of(cell.text, kTextSize, cell.group));
  }
  frame.cell = std::max(frame.cell, kCellHeight);
  const std::size_t columns = box.rows.empty() ? 0 : box.rows.front().size();
  frame.width = std::max(8 + Svg::width_of(box.title, kTextSize), frame.cell * static_cast<double>(columns));
  frame.height = kTitleHeight + kCellHeight * static_cast<double>(box.rows.size());
  return frame;
}

/// How many boxes are above each, in the longest chain.
std::vector<std::size_t> depths(std::size_t boxes, const BoxOrder& order) {
  std::vector<std::size_t> depth(boxes);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [upper, lower] : order) {
      if (depth[lower] > depth[upper]) continue;
      depth[lower] = depth[upper] + 1;
      changed = true;
    }
  }
  return depth;
}

void draw_box(Svg& svg, const EggBox& box, const Frame& frame, const std::string& colour) {
  svg.rect(frame.corner, frame.width, kTitleHeight - 4, "#ffffff");  // lines end above the title
  svg.text({frame.corner.x + frame.width / 2, frame.corner.y + kTitleHeight - 9}, box.title,
           {.size = kTextSize, .anchor = Svg::Anchor::middle});
  double y = frame.corner.y + kTitleHeight;
  for (const auto& row : box.rows) {
    double x = frame.corner.x + (frame.width - frame.cell * static_cast<double>(row.size())) / 2;
    for (const EggBox::Cell& cell : row) {
      svg.rect({x, y}, frame.cell, kCellHeight, cell.group ? colour : "#ffffff", "#444444");
      svg.text({x + frame.cell / 2, y + kCellHeight - 7.5}, cell.text,
               {.size = kTextSize, .anchor = Svg::Anchor::middle, .bold = cell.group});
      x += frame.cell;
    }
    y += kCellHeight;
  }
}

/// The group of a regular D-class, by its first idempotent: generators are looked for from the shortest words on, since a product
/// takes as long as a word.
std::string group_at(const Enumeration& enumeration, const GreenClasses& green, std::uint64_t idempotent) {
  std::vector<std::uint64_t> elements{idempotent};  // of the H-class
  for (std::uint64_t e = 0; e < green.d.size(); ++e) {
    if (e != idempotent && green.r[e] == green.r[idempotent] && green.l[e] == green.l[idempotent]) elements.push_back(e);
  }
  std::map<std::uint64_t, std::uint32_t> number;
  for (std::size_t i = 0; i < elements.size(); ++i) number.emplace(elements[i], static_cast<std::uint32_t>(i));
  std::vector<std::vector<std::uint32_t>> generators;
  std::vector<bool> reached(elements.size());
  std::vector<std::uint32_t> subgroup{0};
  reached[0] = true;
  for (std::size_t x = 1; x < elements.size(); ++x) {
    if (reached[x]) continue;
    generators.emplace_back();
    for (const std::uint64_t y : elements) generators.back().push_back(number.at(enumeration.multiply(y, elements[x])));
    for (std::size_t i = 0; i < subgroup.size(); ++i) {
      for (const auto& by : generators) {
        const std::uint32_t next = by[subgroup[i]];
        if (!reached[next]) subgroup.push_back(next);
        reached[next] = true;
      }
    }
  }
  return group_name(static_cast<std::uint32_t>(elements.size()), generators);
}

/// Whether the elements of rank r permute r things, which determines those of a group.
bool permutes(const ElementKind& kind) {
  return kind.is_map() || kind.name == KindName::bipartition;
}

bool is_prime(std::uint64_t n) {
  for (std::uint64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) return false;
  }
  return n > 1;
}

}  // namespace

std::string name_by_rank(const ElementKind& kind, std::uint64_t rank, const Natural& order) {
  if (order == 1) return "C1";
  if (order < 1'000'000 && is_prime(std::stoull(order.text()))) return "C" + order.text();
  if (permutes(kind) && rank >= 3 && rank <= 20) {
    std::uint64_t factorial = 1;
    for (std::uint64_t k = 2; k <= rank; ++k) factorial *= k;
    if (order == factorial) return fmt::format("S{}", rank);
    if (order == factorial / 2) return fmt::format("A{}", rank);
  }
  if (kind.name == KindName::field && rank == 1) return "C" + order.text();  // numbers of the field
  if (kind.name == KindName::field) {
    Natural all = 1;
    Natural power = 1;
    for (std::uint64_t k = 0; k < rank; ++k) power = power * kind.order;
    Natural below = 1;  // q^k
    for (std::uint64_t k = 0; k < rank; ++k) {
      all = all * (power - below);
      below = below * kind.order;
    }
    if (order == all) return fmt::format("GL({},{})", rank, kind.order);
  }
  return {};
}

std::string describe_groups(std::string_view name, const Natural& order, bool one) {
  const char* s = one ? "" : "s";
  if (order == 1) return fmt::format("trivial group{}", s);
  return fmt::format("group{}{}{} of order {}", s, name.empty() ? "" : " ", name, group_digits(order.text()));
}

std::vector<EggBox> egg_boxes(const Enumeration& enumeration, const GreenClasses& green) {
  struct Places {
    std::map<std::uint32_t, std::size_t> rows;
    std::map<std::uint32_t, std::size_t> columns;
    bool has_group = false;
  };
  std::vector<Places> places(green.d_classes.size());
  std::vector<EggBox> boxes(green.d_classes.size());
  for (std::size_t d = 0; d < boxes.size(); ++d) {
    const GreenClasses::DClass& d_class = green.d_classes[d];
    boxes[d].title = fmt::format("rank {}, {} element{}", d_class.rank, d_class.size, d_class.size == 1 ? "" : "s");
    boxes[d].rows.assign(d_class.r_classes, std::vector<EggBox::Cell>(d_class.l_classes));
    if (d_class.idempotents == 0) boxes[d].title += ", no groups";
  }
  for (std::size_t e = 0; e < green.d.size(); ++e) {
    const std::uint32_t d = green.d[e];
    Places& at = places[d];
    const std::size_t row = at.rows.try_emplace(green.r[e], at.rows.size()).first->second;
    const std::size_t column = at.columns.try_emplace(green.l[e], at.columns.size()).first->second;
    EggBox::Cell& cell = boxes[d].rows[row][column];
    if (cell.text.empty()) cell.text = print_word(enumeration.word(e));
    if (!green.idempotent[e]) continue;
    cell.group = true;
    if (std::exchange(at.has_group, true)) continue;
    const GreenClasses::DClass& d_class = green.d_classes[d];
    const std::uint64_t order = d_class.h_size();
    std::string name = name_by_rank(enumeration.generators().kind, d_class.rank, order);
    if (name.empty()) name = group_at(enumeration, green, e);
    boxes[d].group = order == 1 ? "" : fmt::format("{} {}", name, order);
    boxes[d].title += fmt::format(", {} {}", d_class.idempotents, describe_groups(name, order, d_class.idempotents == 1));
  }
  for (EggBox& box : boxes) {
    for (auto& row : box.rows) {
      for (EggBox::Cell& cell : row) cell.text += cell.group ? "*" : "";
    }
  }
  return boxes;
}

std::string boxes_dot(const std::vector<EggBox>& boxes, const BoxOrder& order) {
  std::map<std::string, std::string> colours = group_colours(boxes);
  std::string dot =
      "digraph \"egg-box diagram\" {\n  node [shape=plaintext, fontname=\"Helvetica\", fontsize=13];\n  edge [arrowhead=none];\n";
  for (std::size_t d = 0; d < boxes.size(); ++d) {
    dot += fmt::format("  {} [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"4\">", d);
    dot += fmt::format("<tr><td border=\"0\" colspan=\"{}\">{}</td></tr>",
                       boxes[d].rows.empty() ? 1 : boxes[d].rows.front().size(), boxes[d].title);
    for (const std::vector<EggBox::Cell>& row : boxes[d].rows) {
      dot += "<tr>";
      for (const EggBox::Cell& cell : row)
        dot += fmt::format("<td{}>{}</td>", cell.group ? fmt::format(" bgcolor=\"{}\"", colours[boxes[d].group]) : "", cell.text);
      dot += "</tr>";
    }
    dot += "</table>>];\n";
  }
  for (const auto& [upper, lower] : order) dot += fmt::format("  {} -> {};\n", upper, lower);
  return dot + "}\n";
}

std::string boxes_svg(const std::vector<EggBox>& boxes, const BoxOrder& order) {
  std::vector<Frame> frames;
  std::ranges::transform(boxes, std::back_inserter(frames), frame_of);
  const std::vector<std::size_t> depth = depths(boxes.size(), order);
  // The lines of boxes: those of a depth, as many beside each other as there is room for.
  std::vector<std::vector<std::size_t>> lines;
  std::vector<std::size_t> by_depth(boxes.size());
  for (std::size_t d = 0; d < boxes.size(); ++d) by_depth[d] = d;
  std::ranges::stable_sort(by_depth, {}, [&](std::size_t d) { return order.empty() ? d : depth[d]; });
  double across = 0;
  for (const std::size_t d : by_depth) {
    const bool same = !lines.empty() && !order.empty() && depth[lines.back().back()] == depth[d];
    if (!same || across + kGap + frames[d].width > kMostAcross) {
      lines.emplace_back();
      across = -kGap;
    }
    lines.back().push_back(d);
    across += kGap + frames[d].width;
  }
  const auto width_of = [&](const std::vector<std::size_t>& line) {
    double width = -kGap;
    for (const std::size_t d : line) width += kGap + frames[d].width;
    return width;
  };
  double width = 60;
  for (const auto& line : lines) width = std::max(width, 20 + width_of(line));
  double y = 6;
  for (const auto& line : lines) {
    double x = (width - width_of(line)) / 2;
    double height = 0;
    for (const std::size_t d : line) {
      frames[d].corner = {x, y};
      x += frames[d].width + kGap;
      height = std::max(height, frames[d].height);
    }
    y += height + (order.empty() ? 6 : kGap);
  }
  Svg svg;
  for (const auto& [upper, lower] : order) {
    const Frame& from = frames[upper];
    const Frame& to = frames[lower];
    svg.line({from.corner.x + from.width / 2, from.corner.y + from.height}, {to.corner.x + to.width / 2, to.corner.y + 2},
             {.colour = "#777777", .width = 1.5});
  }
  std::map<std::string, std::string> colours = group_colours(boxes);
  for (std::size_t d = 0; d < boxes.size(); ++d) draw_box(svg, boxes[d], frames[d], colours[boxes[d].group]);
  return svg.document(width, y - (order.empty() ? 0 : kGap) + 10);
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

}  // namespace wreath::semigroup
