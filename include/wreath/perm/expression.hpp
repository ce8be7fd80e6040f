// SPDX-License-Identifier: MIT
//
// Formulas in permutations that are in files, the identity, and whether two are the same.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/perm/files.hpp"

namespace wreath::perm {

/// One factor of a product: x^-3.
struct Factor {
  std::string name;
  std::string exponent;  // in decimal, of any length; not 0
  bool operator==(const Factor&) const = default;
};

/// The exponent as it is understood, in decimal: "+7" is 7. Throws InputError if it is not an integer.
[[nodiscard]] std::string parse_exponent(std::string_view text);

/// Reads a formula as a product: "x^-1*y*x^3"; also x/y (x*y^-1), parentheses, (x*y)^2, x^y (y^-1*x*y), [x,y] (x^-1*y^-1*x*y) and
/// 1. A name consists of letters, digits and _, and does not begin with a digit. The product of no factors is the identity.
/// Throws InputError at what cannot be read, and for more than 10000 factors.
[[nodiscard]] std::vector<Factor> parse_expression(std::string_view text);

/// output = the formula; `maps` holds a permutation of the same points for each name. The result has points like those of the
/// last factor. Each step is done in memory if it fits, or else on disk. Throws InputError.
FileReport evaluate_files(std::string_view expression, const std::map<std::string, std::reference_wrapper<const Map>>& maps,
                          const std::filesystem::path& output, const FileOptions& options = {}, RunControl* run = nullptr);

/// The identity, as random_file writes a random permutation.
FileReport identity_file(std::uint64_t points, unsigned point_bytes, const std::filesystem::path& output,
                         const FileOptions& options = {}, RunControl* run = nullptr);

/// Whether two maps are the same; points of different widths are compared as numbers.
struct Comparison {
  bool equal = true;
  std::uint64_t index = 0;  // the first that differs; where one ends if it is the beginning of the other
};
/// Nothing if the run was stopped before that was known.
std::optional<Comparison> equal_files(const Map& x, const Map& y, const FileOptions& options = {}, RunControl* run = nullptr);

/// Whether a file is an .npy array of anything but points: of several dimensions, or of a type that is not an integer.
[[nodiscard]] bool is_array_of_rows(const std::filesystem::path& path);
/// output = x*rows: row i is row x[i] of an .npy array of any type and any number of dimensions, in C order; the result has the
/// same type. On disk if it does not fit in memory. Throws InputError for arrays of Python objects, and at a value of x that is
/// not the number of a row.
FileReport multiply_rows(const Map& x, const std::string& rows, const std::filesystem::path& output,
                         const FileOptions& options = {}, RunControl* run = nullptr);

/// output = x*y for a file y: of points, as Map::open reads them, or an array of anything else, whose rows are rearranged.
FileReport multiply_files(const Map& x, const std::string& y, const std::filesystem::path& output,
                          const FileOptions& options = {}, RunControl* run = nullptr);

/// Writes a permutation as GAP text in cycle notation, x := (1,2,3)(4,5);, whose points start at 1.
FileReport write_cycles(const Map& x, const std::filesystem::path& output, const FileOptions& options = {},
                        RunControl* run = nullptr);

}  // namespace wreath::perm
