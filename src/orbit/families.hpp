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

/// The numbers after the colon of a name.
using FamilyArguments = std::vector<std::uint32_t>;

// Words (word_families.cpp).
Generators make_lrx(const FamilyArguments& a);
Generators make_lx(const FamilyArguments& a);
Generators make_topspin(const FamilyArguments& a);
Generators make_pancake(const FamilyArguments& a);
Generators make_burnt_pancake(const FamilyArguments& a);
Generators make_reversals(const FamilyArguments& a);
Generators make_signed_reversals(const FamilyArguments& a);
Generators make_star(const FamilyArguments& a);
Generators make_coxeter(const FamilyArguments& a);
Generators make_cyclic_coxeter(const FamilyArguments& a);
Generators make_transpositions(const FamilyArguments& a);
Generators make_block_moves(const FamilyArguments& a);
Generators make_k_cycles(const FamilyArguments& a);
Generators make_rapaport_m1(const FamilyArguments& a);
Generators make_rapaport_m2(const FamilyArguments& a);
Generators make_mathieu(const FamilyArguments& a);

// Matrices, and puzzles that are not groups (matrix_families.cpp).
Generators make_sliding(const FamilyArguments& a);
Generators make_hanoi(const FamilyArguments& a);
Generators make_sl(const FamilyArguments& a);
Generators make_gl(const FamilyArguments& a);
Generators make_heisenberg(const FamilyArguments& a);

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

/// The generators, if they are permutations.
std::vector<Permutation> permutations_of(const Generators& generators);

/// Whether a generator moves what is at place i of a state to the image of i; otherwise it moves the points of the state.
constexpr bool acts_on_places(Start::Kind kind) {
  return kind == Start::Kind::word || kind == Start::Kind::arrangement;
}
/// Permutations and arrangements are numbered by the element e of the group that leads to them: the search starts at the
/// identity. From the permutation x, e leads to x*e; from the arrangement x, whose places it permutes, to e^-1*x.
bool has_elements(const Start& start);
Start origin_of(const Start& start);
State element_of(const State& state, const Start& start);
State state_of(const State& element, const Start& start);

/// Adds inverses and powers as the options say; `has_inverses`: what automatic stands for is that none are missing.
void complete_generators(Generators& generators, const InputOptions& options, bool has_inverses);

}  // namespace wreath::orbit
