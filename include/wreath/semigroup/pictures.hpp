// SPDX-License-Identifier: MIT
//
// Pictures of small semigroups, and of egg boxes of any size page by page. Graphviz arranges Cayley graphs, and draws .png and
// .pdf files; without it Cayley graphs are plain.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "wreath/semigroup/green.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

/// The right or left Cayley graph in Graphviz's language; a generator has a colour, an element its word as its name.
[[nodiscard]] std::string cayley_dot(Enumeration& enumeration, bool left);

/// The egg-box diagram: a table for each D-class, a row for each R-class, a column for each L-class; an edge where one D-class
/// lies directly below another. A group has a star and a colour, the same for isomorphic groups, and the title of its table names
/// it (C4, C2 x C2, S3, D4, ...) where the name is found.
[[nodiscard]] std::string egg_box_dot(Enumeration& enumeration, const GreenClasses& green);

/// The picture of cayley_dot as SVG, drawn plainly, without Graphviz: one row of nodes per length of words.
[[nodiscard]] std::string cayley_svg(Enumeration& enumeration, bool left);
/// The picture of egg_box_dot as SVG, without Graphviz: the tables in rows, each below those that lie above it.
[[nodiscard]] std::string egg_box_svg(Enumeration& enumeration, const GreenClasses& green);

/// Throws InputError if a picture cannot be written there: before the work, not after it.
void require_picture_output(const std::filesystem::path& path);
/// Writes Graphviz's text to a .dot file, or the picture that its program `dot` makes of it to .svg, .png or .pdf. Where there is
/// none, a .svg file gets the plain picture, and for the others ResourceError is thrown.
void write_picture(const std::filesystem::path& path, const std::string& dot, const std::string& plain = {});
/// Throws InputError if a Cayley graph cannot be written there.
void require_graph_output(const std::filesystem::path& path);
/// The right or left Cayley graph: numbers in a .npy file, otherwise a picture. Throws InputError if that would have more than
/// 2000 elements, and LimitReached if the run is stopped first.
void write_cayley_graph(const std::filesystem::path& path, Enumeration& enumeration, bool left, RunControl* run = nullptr);
/// The egg-box diagram as a picture, or as text (.txt), with the same limit. A .svg file is that of egg_box_svg.
void write_egg_box(const std::filesystem::path& path, Enumeration& enumeration, const GreenClasses& green);
/// Throws InputError if egg boxes cannot be written there.
void require_egg_box_output(const std::filesystem::path& path);

/// The egg boxes of a semigroup of any size, page by page. The first pages list the principal factors, with the order of those on
/// the page; each of the others has a part of the table of a regular D-class, 48 x 48 cells at most, with a star for each group.
/// (No H-class of the other D-classes is a group.)
struct EggBoxPage {
  std::uint64_t pages = 0;  // of the whole
  std::string dot = {};
  std::string svg = {};
  std::string text = {};
};
/// A page, counted from 1. Throws InputError if there is none of that number, and LimitReached if the run is stopped first.
[[nodiscard]] EggBoxPage egg_box_page(OrbitStructure& structure, std::uint64_t page, RunControl* run = nullptr);
/// The same in a file: a picture, or text (.txt). Returns the number of pages.
std::uint64_t write_egg_box_page(const std::filesystem::path& path, OrbitStructure& structure, std::uint64_t page,
                                 RunControl* run = nullptr);

}  // namespace wreath::semigroup
