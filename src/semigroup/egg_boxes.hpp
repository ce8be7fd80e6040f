// SPDX-License-Identifier: MIT
//
// Egg-box diagrams: a table for each D-class, a row for each R-class, a column for each L-class. All group H-classes of a D-class
// are isomorphic; cells that are groups are coloured by their isomorphism type, and the title names it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

/// A D-class. Without rows, its title alone is drawn.
struct EggBox {
  struct Cell {
    std::string text;
    bool group = false;
  };
  std::string title;
  std::string group = {};  // the name of its groups, for their colour; empty if they are trivial or have none
  std::vector<std::vector<Cell>> rows;
};
/// Pairs (upper, lower) of boxes, one directly below the other.
using BoxOrder = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// The name of the group of units of rank `rank` elements: C2, S4, GL(2,3). It follows from the order alone if all permutations
/// of the images (blocks), all even ones, or all invertible matrices are there, or if the order is a prime; otherwise it is
/// empty.
std::string name_by_rank(const ElementKind& kind, std::uint64_t rank, const Natural& order);
/// "groups S3 of order 6", "group C2 of order 2" (of one), "trivial groups", "groups of order 360" if there is no name.
std::string describe_groups(std::string_view name, const Natural& order, bool one);

/// With the word of an element in each cell. The enumeration must be complete and have its graphs.
std::vector<EggBox> egg_boxes(const Enumeration& enumeration, const GreenClasses& green);

std::string boxes_dot(const std::vector<EggBox>& boxes, const BoxOrder& order);
/// Boxes in rows by the longest chain of boxes above them, with a line where one lies directly below another.
std::string boxes_svg(const std::vector<EggBox>& boxes, const BoxOrder& order);
std::string boxes_text(const std::vector<EggBox>& boxes);

}  // namespace wreath::semigroup
