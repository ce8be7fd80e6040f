// SPDX-License-Identifier: MIT
//
// The numbers that automata count with.
#pragma once

#include "wreath/natural.hpp"

namespace wreath::word::automata {
using wreath::Integer;
using wreath::Natural;
}  // namespace wreath::word::automata
