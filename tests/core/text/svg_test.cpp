// SPDX-License-Identifier: MIT
#include "core/text/svg.hpp"

#include <gtest/gtest.h>

namespace wreath {
namespace {

TEST(Svg, WordsAreEscapedAndLengthsShort) {
  Svg svg;
  svg.text({1, 2.25}, "<a & \"b\">", {.anchor = Svg::Anchor::end, .bold = true});
  svg.line({0, 0}, {10, 0.05}, {.colour = "#ff0000", .width = 2, .dashes = "1 2"});
  const std::string text = svg.document(10.2, 20);
  EXPECT_NE(text.find("<text x=\"1\" y=\"2.2\" text-anchor=\"end\" font-weight=\"bold\">&lt;a &amp; &quot;b&quot;&gt;</text>"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("stroke=\"#ff0000\" stroke-width=\"2\" stroke-dasharray=\"1 2\""), std::string::npos) << text;
  EXPECT_TRUE(text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\"")) << text;
  EXPECT_NE(text.find("fill=\"#ffffff\""), std::string::npos);  // a ground, so that dark pages do not show through
}

TEST(Svg, TintsMixWithWhite) {
  EXPECT_EQ(tint("#000000", 0), "#FFFFFF");
  EXPECT_EQ(tint("#0072B2", 1), "#0072B2");
  EXPECT_EQ(tint("#004080", 0.5), "#80A0C0");
}

TEST(Svg, WidthsGrowWithLettersNotBytes) {
  EXPECT_GT(Svg::width_of("mmm", 12), Svg::width_of("iii", 12));
  EXPECT_EQ(Svg::width_of("×", 12), Svg::width_of("x", 12));
  EXPECT_DOUBLE_EQ(Svg::width_of("ab", 24), 2 * Svg::width_of("ab", 12));
}

}  // namespace
}  // namespace wreath
