// SPDX-License-Identifier: MIT
#pragma once

#include "coset/table.hpp"
#include "wreath/coset/table.hpp"

namespace wreath::coset {

/// The closed table of an enumeration, in its standard form, as the public one: cosets from 0 on. The rows are taken, not copied.
Table make_table(const Problem& problem, CosetTable& table);

}  // namespace wreath::coset
