// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "core/algebra/stabilizer_chain.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

/// Whether the text is the name of a family, with its arguments; "builtin:" may precede it.
bool is_family_name(std::string_view text);

/// Adds a permutation generator.
void add_permutation(Generators& generators, std::string name, const Permutation& images);

// Turning puzzles, by the geometry of their pieces (puzzles.cpp).
Generators make_cube_faces(std::string_view arguments);  // of the 3x3x3 cube: "U,R", "U2,M"
Generators make_pocket_cube();                           // 2x2x2 with one corner held
Generators make_cube_corners();
Generators make_cube_edges();
Generators make_pyraminx();
Generators make_tetraminx();
Generators make_pyraminx_with_tips();
Generators make_skewb();
Generators make_skewb_diamond();
Generators make_dino();

/// Adds inverses and powers as the options say; `has_inverses`: what automatic stands for is that none are missing.
void complete_generators(Generators& generators, const InputOptions& options, bool has_inverses);

}  // namespace wreath::orbit
