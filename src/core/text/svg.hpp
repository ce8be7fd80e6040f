// SPDX-License-Identifier: MIT
//
// Pictures as SVG text, for all that draws. A picture has a white ground of its own, so that it can be read on light and dark
// pages alike, and its text keeps its size if it is not wider than the column it stands in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wreath {

/// Of eight colours that the colour-blind tell apart (Okabe and Ito), one after another.
const char* picture_colour(std::size_t number) noexcept;

/// A colour "#rrggbb" mixed with white; the share of the colour is 0..1.
std::string tint(std::string_view colour, double share);

struct Spot {
  double x = 0;
  double y = 0;
};

class Svg {
 public:
  enum class Anchor { start, middle, end };
  struct TextStyle {
    double size = 12;
    Anchor anchor = Anchor::start;
    bool bold = false;
    bool upright = false;  // read from below: the title of a vertical axis
    std::string_view fill = "#222222";
  };
  struct Stroke {
    std::string_view colour = "#222222";
    double width = 1;
    std::string_view dashes = {};  // "6 3"; none for a solid line
  };

  void rect(Spot corner, double width, double height, std::string_view fill, std::string_view stroke = "none", double radius = 0);
  void circle(Spot centre, double radius, std::string_view fill, std::string_view stroke = "none");
  void line(Spot from, Spot to, const Stroke& stroke);
  void polyline(const std::vector<Spot>& spots, const Stroke& stroke);
  /// An outline in SVG's own words: "M0,0 Q1,1 2,0".
  void path(std::string_view outline, const Stroke& stroke);
  void text(Spot at, std::string_view words, const TextStyle& style);

  /// The picture, of this size.
  std::string document(double width, double height) const;

  /// How wide a text is drawn, nearly, in UTF-8.
  static double width_of(std::string_view words, double size, bool bold = false) noexcept;

 private:
  std::string parts_;
};

}  // namespace wreath
