// SPDX-License-Identifier: MIT
//
// Presentations of groups and monoids as text.
//
//     <a,b | a^3, b^3, (a*b)^4>            a group by relators; words as in words.hpp
//     <a,b | a^2 = b^3 = 1, ab = ba>       equations and chains of them
//     <a,b>                                the free group
//     <x/y, t/t | x*t = t*y>               y is the name of x's inverse; t is its own
//     monoid<a,b | ab=ba, a^2=1>           a monoid: letters have no inverses but those that are declared by '/'
//
// and a quotient of a free group as GAP's users write it:
//
//     F := FreeGroup("a","b");; a := F.1;; b := F.2;; G := F/[ a^3, b^3, (a*b)^4 ];
//
// The letters are ordered as they stand there, each followed by its inverse, unless an order is given. A relator a^2 makes `a`
// its own inverse: then A is not a letter.
#pragma once

#include "word/assemble.hpp"
#include "wreath/word/presentation.hpp"

#include <string>
#include <string_view>

namespace wreath::word {

/// Whether the text looks like one of the two forms: for those who must choose between a presentation, a family and a file.
bool looks_like_presentation(std::string_view text);

/// Throws InputError as `source:line:column: ...`.
Presentation parse_presentation(std::string_view text, std::string_view source, const GroupReading& reading = {});
/// GAP's form alone.
Presentation parse_gap_group(std::string_view text, std::string_view source, const GroupReading& reading = {});

}  // namespace wreath::word
