// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "core/run/stop_check.hpp"
#include "word/reduction/machine.hpp"
#include "wreath/word/words.hpp"

namespace wreath::word {

/// The normal forms of many words, on one thread: that of word i is written to out[offsets[i]...], and its length to lengths[i].
/// out must not overlap the letters. Throws Stopped.
void reduce_words(const ReductionMachine& machine, const WordsRef& words, Letter* out, std::uint64_t* lengths,
                  StopCheck stop = {});

/// The same, but what is written are the marks of the normal forms. Cell must hold all marks: fits_cell.
template <class Cell>
void reduce_to_marks(const ReductionMachine& machine, const WordsRef& words, Cell* out, std::uint64_t* lengths,
                     StopCheck stop = {});
template <class Cell>
bool fits_cell(const MachineRef& machine) {
  return machine.marks - 1 <= static_cast<Cell>(-1);
}
/// Calls with_cell(Cell{}) with the narrowest type that holds all marks.
template <class WithCell>
auto dispatch_cell(const MachineRef& machine, const WithCell& with_cell) {
  if (fits_cell<std::uint8_t>(machine)) return with_cell(std::uint8_t{});
  if (fits_cell<std::uint16_t>(machine)) return with_cell(std::uint16_t{});
  return with_cell(std::uint32_t{});
}

/// The normal form of one word, in pieces of base_length letters (0: as measured). It is written to out, which has room for as
/// many letters as the word has. Returns its length, or nothing where the run is to stop.
std::optional<std::size_t> reduce_long_word(const ReductionMachine& machine, std::span<const Letter> word, Letter* out,
                                            std::size_t base_length, unsigned threads, RunControl* run);

}  // namespace wreath::word
