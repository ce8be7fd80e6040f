// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string>

#include "wreath/coset.hpp"

namespace wreath::coset {

/// Random relators; powers of the generators and of a product make many of the groups finite. Each draw is a statement: the order
/// of two in one expression would be the compiler's choice, and the problems would differ between machines.
inline Problem random_problem(std::mt19937& draw) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(draw() % n); };
  const unsigned generators = 1 + below(3);
  std::string names;
  std::string letters;
  for (unsigned g = 0; g < generators; ++g) {
    names += std::string(g == 0 ? "" : ",") + static_cast<char>('a' + g);
    letters += static_cast<char>('a' + g);
    letters += static_cast<char>('A' + g);
  }
  const auto word = [&](unsigned length) {
    std::string text;
    for (unsigned i = 0; i < length; ++i) text += letters[below(static_cast<unsigned>(letters.size()))];
    return text;
  };
  std::string relators;
  for (unsigned g = 0; g < generators; ++g)
    relators += std::string(1, static_cast<char>('a' + g)) + "^" + std::to_string(2 + below(4)) + ", ";
  for (unsigned k = below(4); k-- > 0;) {
    const std::string base = word(1 + below(3));
    relators += "(" + base + ")^" + std::to_string(1 + below(4)) + ", ";
  }
  relators += word(2 + below(6));
  Reading reading;
  if (below(3) == 0) reading.subgroup = word(1 + below(4));
  return open_problem("<" + names + " | " + relators + ">", reading);
}

}  // namespace wreath::coset
