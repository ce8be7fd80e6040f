// SPDX-License-Identifier: MIT
//
// Pictures of small semigroups in Graphviz's language.
#pragma once

#include <string>

#include "wreath/semigroup.hpp"

namespace wreath::semigroup {

/// The right or left Cayley graph; a generator has a colour, an element its word as its name.
std::string cayley_dot(Enumeration& enumeration, bool left);

/// The egg-box diagram: a table for each D-class, a row for each R-class, a column for each L-class, a group in grey with a star;
/// an edge where one D-class lies directly below another.
std::string egg_box_dot(Enumeration& enumeration, const GreenClasses& green);

/// A word as it is shown: generators 0..25 as letters, otherwise numbers with dots between.
std::string show_word(const Word& word, std::size_t generators);

}  // namespace wreath::semigroup
