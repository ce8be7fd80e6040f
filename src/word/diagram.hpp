// SPDX-License-Identifier: MIT
//
// Groups that a labelled graph describes: Coxeter groups, Artin groups, and right-angled Artin groups.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wreath {
class TextReader;
}

namespace wreath::word {

/// The most generators of a family, so that they and their inverses are letters.
inline constexpr std::int64_t kMaxGenerators = 125;

/// The trivial group needs a generator, too: words are written with letters.
inline constexpr std::string_view kTrivialText = "<a | a>";

/// a, b, c, ..., or x1, x2, ... where there are more than 26.
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
