// SPDX-License-Identifier: MIT
//
// Permutations as GAP writes them: `PermList([2,1,3])`, `Transformation([2,2,1])`, a list `[2,1,3]` or `[1..5]`, and cycles
// `(1,2,3)(4,5)`, after `name :=` or not, with `;` at the end or not, and with white space, comments and broken lines anywhere
// GAP allows them. GAP counts points from 1; here, and only here, they become 0-based.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/output_file.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

struct GapReading {
  std::uint64_t least_degree = 0;                      // points that maps have at least: those not named are fixed
  std::uint64_t most_points = std::uint64_t{1} << 32;  // GAP's own limit; a larger point is an error
  bool any_list = false;                               // PermList may be given points that are not a permutation
  bool permutations = false;                           // what is not a permutation is an error, in any notation
  RunControl* run = nullptr;                           // may stop the reading, and limits the memory for it
};

/// The images of the permutation or map that the text is. What PermList is given must be a permutation, and what
/// Transformation is given must map its points to themselves; a list alone may hold any points. Throws InputError, with if it
/// is as `name:line:column`, for anything else; ResourceError where the points do not fit in memory; LimitReached if the run is
/// asked to stop. Linear in text and points.
std::vector<std::uint64_t> parse_gap(std::string_view text, std::string_view name, const GapReading& reading = {});
/// Several of them: a list `[Transformation([2,1]), Transformation([1,1])]`, `Semigroup(...)` or `Monoid(...)` of them, a list of
/// lists, one statement each, or in cycles one per line. All but lists get the degree of the largest: GAP leaves out the points
/// at the end that are fixed.
std::vector<std::vector<std::uint64_t>> parse_gap_maps(std::string_view text, std::string_view name,
                                                       const GapReading& reading = {});

/// PermList([2,1,3]), which is the form for large ones: GAP reads it fast; and (1,2), where fixed points are left out, so that
/// the degree is lost. x must be a permutation for cycles (throws InputError), and for GAP to accept the list.
enum class GapForm { list, cycles };

template <std::unsigned_integral Point>
std::string to_gap(std::span<const Point> x, GapForm form);
/// Streams to a file as `name := ...;`, or as the permutation alone where no name is given, in lines that an editor can show.
/// Does not commit the file. Throws LimitReached if the run is asked to stop.
template <std::unsigned_integral Point>
void write_gap(std::span<const Point> x, GapForm form, OutputFile& file, std::string_view name = {}, RunControl* run = nullptr);

}  // namespace wreath::format
