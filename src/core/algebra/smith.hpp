// SPDX-License-Identifier: MIT
//
// The Smith normal form of an integer matrix: the structure of an abelian group that is given by relations.
//
// Rows are added one at a time. A row in which some entry is 1 or -1 eliminates a generator; what has none is kept for the end,
// where rows and columns are reduced by their least entries. This is done in 64 bits, and again with numbers of any size if they
// do not suffice.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/stop_check.hpp"
#include "wreath/natural.hpp"

namespace wreath {

/// The diagonal of the Smith normal form, without its zeros and ones; each divides the next. `rank` is the number of all entries
/// that are not zero.
struct SmithForm {
  std::size_t rank = 0;
  std::vector<Natural> divisors = {};
};

/// Of a matrix of `columns` columns, row after row. Throws Stopped if the run of `stop` is asked to stop.
SmithForm smith_form(const std::vector<std::int64_t>& entries, std::size_t columns, StopCheck stop = {});

}  // namespace wreath
