// SPDX-License-Identifier: MIT
#pragma once

#include "core/data/key_table.hpp"

namespace wreath::word::automata {

/// Keys are sequences of 32-bit words.
using KeyTable = wreath::KeyTable<std::uint32_t>;

}  // namespace wreath::word::automata
