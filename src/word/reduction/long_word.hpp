// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "word/reduction/machine.hpp"

namespace wreath::word {

/// The normal form of one word, in pieces of base_length letters (0: as measured). Empty where the run is to stop.
Word reduce_long_word(const Machine& machine, std::span<const Letter> word, std::size_t base_length, unsigned threads,
                      RunControl* run);

}  // namespace wreath::word
