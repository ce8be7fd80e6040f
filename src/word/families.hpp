// SPDX-License-Identifier: MIT
//
// Groups by name: `surface:2`, `triangle:3,3,4`, `coxeter:5,3,5`.
//
// A family is a function from numbers to the text of a presentation, which is then read as any other: so its letters, their order
// and its relators are what a user would get by typing them. Generators are a, b, c, ... up to 26 of them and x1, x2, ... beyond.
#pragma once

#include "word/assemble.hpp"
#include "wreath/word/presentation.hpp"

#include <string>
#include <string_view>

namespace wreath::word {

/// Whether the text begins with the name of a family, alone or with ':' behind it; "builtin:" may precede it.
bool is_family(std::string_view text);
/// The same, and with arguments if the family takes any: "triangle" alone is not a group.
bool is_group_name(std::string_view text);
/// The family that a misspelled name was probably meant to be, as "; did you mean 'surface:2'?"; or all of them.
std::string family_hint(std::string_view text);

/// The presentation of, say, "surface:2". Throws InputError, with the place, for an unknown family or an invalid argument.
Presentation make_family(std::string_view text, std::string_view source, const GroupReading& reading = {});
/// The text of that presentation, as parse_presentation reads it.
std::string family_text(std::string_view text, std::string_view source);

}  // namespace wreath::word
