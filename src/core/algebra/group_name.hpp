// SPDX-License-Identifier: MIT
//
// Names of small finite groups: C6, C2 x C4, D5, S4, A5, Q8, C2 x S4.
//
// A group is given by how some generators act on its elements by multiplication on the right, which determines all products.
// Abelian groups are determined by the orders of their elements; dihedral and dicyclic groups are recognised by a cyclic subgroup
// of index 2 that every other element inverts; A4, S4, A5, S5 and SL(2,3) by their order and the orders of their elements:
//
//   A4      12 elements, 8 of order 3: of the five groups of order 12 the others have 2;
//   S4      24 elements, 8 of order 3 and 9 of order 2: A4 x C2 has 7 of order 2, SL(2,3) has 1, and no other group of order 24
//   has
//           four Sylow subgroups of order 3;
//   A5, S5  60 and 120 elements, 24 of order 5: six Sylow subgroups, which no solvable group of these orders has (Hall); of those
//           that are left, S5 has 25 elements of order 2, A5 x C2 has 31, SL(2,5) has 1.
//
// What is left may be a direct product of normal subgroups with names, each the normal closure of an element.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wreath {

/// The name of a group of `order` elements, numbered from 0, the identity: generators[i][x] is x times generator i. Empty if it
/// is none of those above. Takes order^2 words of memory.
std::string group_name(std::uint32_t order, const std::vector<std::vector<std::uint32_t>>& generators);

}  // namespace wreath
