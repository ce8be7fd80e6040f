// SPDX-License-Identifier: MIT
#include "word/ball_pictures.hpp"

#include <fmt/format.h>

#include "word/words.hpp"

namespace wreath::word {

std::string ball_dot(const Ball& ball, std::span<const Ball::Element> edges, const Alphabet& alphabet) {
  constexpr const char* kColours[] = {"#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#17becf"};
  std::string text = "digraph ball {\n  node [shape=plaintext];\n";
  for (Ball::Element e = 0; e < ball.size(); ++e)
    text += fmt::format("  {} [label=\"{}\"];\n", e, print_word(ball.word(e), alphabet));
  std::size_t colour = 0;
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const auto letter = static_cast<Letter>(x);
    if (is_inverse_letter(letter, alphabet)) continue;
    const bool involution = alphabet.inverses[x] == letter;
    text += fmt::format("  edge [color=\"{}\"{}];\n", kColours[colour++ % std::size(kColours)],
                        involution ? ", dir=none" : ", dir=forward");
    for (Ball::Element e = 0; e < ball.size(); ++e) {
      const Ball::Element to = edges[e * alphabet.size() + x];
      if (to == Ball::kOutside || (involution && to < e)) continue;
      text += fmt::format("  {} -> {} [tooltip=\"{}\"];\n", e, to, alphabet.names[x]);
    }
  }
  return text + "}\n";
}

}  // namespace wreath::word
