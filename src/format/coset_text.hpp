// SPDX-License-Identifier: MIT
//
// Problems of coset enumeration as two other programs read them.
//
// ACE: statements `gr: abc; rel: a^2, (ab)^3; gen: ab;` with long names as well (Group Generators, Group Relators, Subgroup
// Generators); generators are letters, and a capital is the inverse. Other statements are ignored.
//
// tcenum (L. H. Soicher): five parts, each ended by a full stop: all generators; those that are not involutions; generators of
// the subgroup; Coxeter relators, where a3b5c means (ab)^3 and (bc)^5, and all other pairs commute unless the part is empty or
// a0b excepts them; further relators. Exponents follow without a sign, and `-` inverts. What comes after the fifth part is a
// comment.
#pragma once

#include <string>
#include <string_view>

namespace wreath::format {

/// What both forms come to.
struct CosetText {
  std::string generators;  // one character each
  std::string relators;    // in wreath's syntax, separated by commas
  std::string subgroup;
};

/// Whether a text looks like one of them; a presentation must have been ruled out.
bool looks_like_ace(std::string_view text);
bool looks_like_tcenum(std::string_view text);
/// Throw InputError that begins with the source.
CosetText parse_ace(std::string_view text, std::string_view source);
CosetText parse_tcenum(std::string_view text, std::string_view source);

}  // namespace wreath::format
