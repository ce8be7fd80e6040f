// SPDX-License-Identifier: MIT
//
// Schemes as straight-line programs.
//
//   P1 := (a11 + a12)*(b22);   t := P1 - 1/2 P2;   c11 := t + P5         names are any but those of entries; '=' does as well
//
// An assignment ends at ';' or at the end of a line. The entries of the factors are a11, b21 (row and column, with a comma past
// nine: a1,10) or, where a name has a single digit and for tensors that are not matrix products, a1, a2, ... in order. Every
// product of a form in a and a form in b is a summand; c11, c12, ... are sums of products, and those that are never assigned are
// 0. Large letters do as well. flip-cpd writes such files, and so do many papers.
//
// plinopt has three files, X_L, X_R and X_P, for the forms in a, those in b, and the sums of products: sparse matrices (.sms,
// lines "row column value" from 1 to "0 0 0" after "rows columns M"), or programs (.slp) with inputs i0, i1, ... and outputs o0,
// o1, ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/run/stop_check.hpp"
#include "wreath/flip/files.hpp"

namespace wreath::flip {

/// Whether the text begins with an assignment.
bool begins_with_assignment(std::string_view text);
RationalScheme parse_program(std::string_view text, const std::string& source, const SchemeFileOptions& options, StopCheck stop);

/// X of X_L.sms or X_L.slp; nothing if it is another name.
std::optional<std::string> stem_of_three(const std::string& path);
/// From X_L.sms, X_R.sms and X_P.sms, or from three .slp files, where `path` is the first.
RationalScheme read_three_files(const std::string& path, const SchemeFileOptions& options, StopCheck stop);

}  // namespace wreath::flip
