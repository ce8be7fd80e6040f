// SPDX-License-Identifier: MIT
#include "core/text/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace wreath {

namespace {

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) {
    switch (c) {
      case '&': text += "&amp;"; break;
      case '<': text += "&lt;"; break;
      case '>': text += "&gt;"; break;
      case '"': text += "&quot;"; break;
      default: text += c;
    }
  }
  return text;
}

/// A length with one decimal, which is left out if it is 0.
std::string shown(double length) {
  std::string text = fmt::format("{:.1f}", length);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string stroked(const Svg::Stroke& stroke) {
  std::string text = fmt::format(" fill=\"none\" stroke=\"{}\"", stroke.colour);
  if (stroke.width != 1) text += fmt::format(" stroke-width=\"{}\"", shown(stroke.width));
  if (!stroke.dashes.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", stroke.dashes);
  return text;
}

std::string outlined(std::string_view fill, std::string_view stroke) {
  return fmt::format(" fill=\"{}\"", fill) + (stroke == "none" ? "" : fmt::format(" stroke=\"{}\"", stroke));
}

}  // namespace

const char* picture_colour(std::size_t number) noexcept {
  static constexpr std::array kColours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"};
  return kColours[number % kColours.size()];
}

std::string tint(std::string_view colour, double share) {
  std::string mixed = "#";
  for (std::size_t i = 1; i + 1 < colour.size(); i += 2) {
    int value = 0;
    std::from_chars(colour.data() + i, colour.data() + i + 2, value, 16);
    mixed += fmt::format("{:02X}", static_cast<int>(255 - share * (255 - value) + 0.5));
  }
  return mixed;
}

void Svg::rect(Spot corner, double width, double height, std::string_view fill, std::string_view stroke, double radius) {
  parts_ +=
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>\n", shown(corner.x), shown(corner.y), shown(width),
                  shown(height), radius == 0 ? "" : fmt::format(" rx=\"{}\"", shown(radius)), outlined(fill, stroke));
}

void Svg::circle(Spot centre, double radius, std::string_view fill, std::string_view stroke) {
  parts_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", shown(centre.x), shown(centre.y), shown(radius),
                        outlined(fill, stroke));
}

void Svg::line(Spot from, Spot to, const Stroke& stroke) {
  path(fmt::format("M{},{} L{},{}", shown(from.x), shown(from.y), shown(to.x), shown(to.y)), stroke);
}

void Svg::polyline(const std::vector<Spot>& spots, const Stroke& stroke) {
  std::string outline;
  for (const Spot& spot : spots) outline += fmt::format("{}{},{}", outline.empty() ? "M" : " L", shown(spot.x), shown(spot.y));
  if (!outline.empty()) path(outline, stroke);
}

void Svg::path(std::string_view outline, const Stroke& stroke) {
  parts_ += fmt::format("<path d=\"{}\"{}/>\n", outline, stroked(stroke));
}

void Svg::text(Spot at, std::string_view words, const TextStyle& style) {
  static constexpr std::array kAnchors{"start", "middle", "end"};
  std::string how = fmt::format("x=\"{}\" y=\"{}\"", shown(at.x), shown(at.y));
  if (style.size != 12) how += fmt::format(" font-size=\"{}\"", shown(style.size));
  if (style.anchor != Anchor::start) how += fmt::format(" text-anchor=\"{}\"", kAnchors[static_cast<std::size_t>(style.anchor)]);
  if (style.bold) how += " font-weight=\"bold\"";
  if (style.fill != TextStyle{}.fill) how += fmt::format(" fill=\"{}\"", style.fill);
  if (style.upright) how += fmt::format(" transform=\"rotate(-90 {} {})\"", shown(at.x), shown(at.y));
  parts_ += fmt::format("<text {}>{}</text>\n", how, escaped(words));
}

std::string Svg::document(double width, double height) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"12\" fill=\"{2}\">\n"
      "<path d=\"M0,0 H{0:.0f} V{1:.0f} H0 Z\" fill=\"#ffffff\"/>\n{3}</svg>\n",
      width, height, TextStyle{}.fill, parts_);
}

double Svg::width_of(std::string_view words, double size, bool bold) noexcept {
  double width = 0;  // in thousandths of the size: nearly that of DejaVu's letters, which are wider than Helvetica's
  for (const char c : words) {
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;  // the rest of a letter
    if (std::string_view(" .,:;'|!il/ftIj()[]").find(c) != std::string_view::npos) {
      width += 340;
    } else if (std::string_view("mwMW@%").find(c) != std::string_view::npos) {
      width += 930;
    } else {
      width += c >= 'A' && c <= 'Z' ? 700 : 620;
    }
  }
  return width * size / 1000 * (bold ? 1.07 : 1);
}

}  // namespace wreath
