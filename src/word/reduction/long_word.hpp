// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "word/reduction/machine.hpp"

namespace wreath::word {

/// The normal form of one word, in pieces of base_length letters (0: as measured). It is written to out, which has room for as
/// many letters as the word has. Returns its length, or nothing where the run is to stop.
std::optional<std::size_t> reduce_long_word(const ReductionMachine& machine, std::span<const Letter> word, Letter* out,
                                            std::size_t base_length, unsigned threads, RunControl* run);

}  // namespace wreath::word
