// SPDX-License-Identifier: MIT
//
// Normal forms of words of any length and number, by whatever machine there is.
//
// One word is cut into pieces, which are reduced side by side and merged (long_word.cpp); many words are reduced side by side
// (batch.cpp). Both exist for CPU threads and for CUDA, and all give the same letters.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/run/stop_check.hpp"
#include "word/reduction/machine.hpp"
#include "wreath/word/group.hpp"

namespace wreath::word {

// --- on one thread, and one long word on several (batch.cpp, long_word.cpp)

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

// --- by whatever machine there is

/// Reduces words of one group. All questions are const and safe from several threads.
class Reducer {
 public:
  /// Of a verified structure. Throws LimitReached if its tables would be too large.
  explicit Reducer(const StructureView& structure, const automata::Limits& limits = {});
  /// Of the least words of cosets: a machine whose words cannot be cut, as only the first piece begins at the subgroup.
  explicit Reducer(std::shared_ptr<const ReductionMachine> cosets);

  /// The normal form of one word, written to out, which has room for as many letters as the word has. Returns its length, or
  /// nothing where the run is to stop.
  std::optional<std::size_t> reduce(std::span<const Letter> word, Letter* out, const ReduceOptions& options = {},
                                    RunControl* run = nullptr) const;
  /// The same; throws LimitReached where the run is to stop.
  Word reduce(std::span<const Letter> word, const ReduceOptions& options = {}, RunControl* run = nullptr) const;
  /// The normal forms of many: that of word i is written to out[offsets[i]...], and its length to lengths[i]. Returns how many
  /// words are done, from the first on: all, unless the run is to stop.
  std::size_t reduce(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths,
                     const ReduceOptions& options = {}, RunControl* run = nullptr) const;

  const ReductionMachine& machine() const noexcept { return *machine_; }

 private:
  struct Device;  // a GPU, from when it is first used

  /// Whether the GPU is to reduce this number of letters; the choice is noted in the run.
  bool use_device(std::uint64_t letters, const ReduceOptions& options, RunControl* run) const;
  void reduce_on_threads(const WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths, std::vector<bool>& done,
                         const ReduceOptions& options, RunControl* run) const;

  std::shared_ptr<const ReductionMachine> machine_;
  bool can_cut_ = true;  // long words into pieces
  std::shared_ptr<Device> device_;
};

}  // namespace wreath::word
