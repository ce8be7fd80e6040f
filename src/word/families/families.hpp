// SPDX-License-Identifier: MIT
//
// Groups by name: `surface:2`, `triangle:3,3,4`, `coxeter:5,3,5`.
//
// A family is a function from numbers to the text of a presentation, which is then read as any other: so its letters, their order
// and its relators are what a user would get by typing them. Generators are a, b, c, ... up to 26 of them and x1, x2, ... beyond.
#pragma once

#include "core/words/parse_presentation.hpp"
#include "wreath/word/presentation.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

// --- groups that a labelled graph describes: Coxeter groups, Artin groups, and right-angled Artin groups (diagram.cpp)

/// The most generators of a family, so that they and their inverses are letters.
inline constexpr std::int64_t kMaxGenerators = 125;

/// The trivial group needs a generator, too: words are written with letters.
inline constexpr std::string_view kTrivialText = "<a | a>";

/// a, b, c, ..., or x1, x2, ... if there are more than 26.
std::vector<std::string> generator_names(std::int64_t count);

/// Presentations as text, each after the diagram that comes next in the reader: ':' and then
///     5,3,5                   a line of four nodes; 2 means no edge, 0 or inf an edge without relation
///     4:1-2=5,2-3,3-4=5       four nodes and their edges; an edge without a label has 3; the nodes that no edge joins commute
std::string coxeter_text(TextReader& reader);
std::string artin_text(TextReader& reader);
/// 4:1-2,2-3: edges have no labels and mean that the generators commute; without an edge there is no relation.
std::string raag_text(TextReader& reader);
/// A number of strands or points: the line of n-1 nodes with label 3.
std::string braid_text(TextReader& reader);
std::string symmetric_text(TextReader& reader);

}  // namespace wreath::word
