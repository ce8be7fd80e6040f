// SPDX-License-Identifier: MIT
//
// What a search over codes asks of the machine: all codes that are known, and the codes of the last levels.
//
// A code that is made is looked up in a table of all codes, and appended to a list if it is new. Codes are their own proof of
// equality: the table has them whole. When memory gives out and the moves are undirected, the table forgets all but the last two
// levels and the one that is being made: a move leads from level k to the levels k-1, k and k+1 alone, so that nothing else is
// looked up (docs/mathematics/orbit.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "wreath/machine.hpp"
#include "wreath/orbit/search.hpp"
#include "wreath/orbit/space.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

/// The move that leads from a code of a level to another code.
struct CodeStep {
  std::vector<std::uint64_t> from;
  unsigned move = 0;
};

class CodeLevels {
 public:
  virtual ~CodeLevels() = default;

  /// Makes the next level and returns the number of its codes. Throws Stopped if the run was asked to stop: then nothing is lost,
  /// and the next call continues within the level. Throws MemoryError, likewise, if memory does not suffice.
  virtual std::uint64_t expand(RunControl& run) = 0;
  /// Puts codes into the level that is being made, for states that have more neighbours than moves. Throws MemoryError.
  virtual void add(const std::vector<std::uint64_t>& codes, RunControl& run) = 0;
  /// A new level 0 beside what is known, unless the code is known: then false.
  virtual bool restart(const std::uint64_t* code) = 0;

  /// Levels made so far, level 0 included; and the number of codes of one.
  virtual std::uint64_t count() const = 0;
  virtual std::uint64_t size(std::uint64_t level) const = 0;
  /// The codes from..from+n-1 of a level, which must be kept.
  virtual void read(std::uint64_t level, std::uint64_t from, std::span<std::uint64_t> codes) const = 0;
  virtual bool keeps(std::uint64_t level) const = 0;
  /// Whether a kept level has the code.
  virtual bool has(std::uint64_t level, const std::uint64_t* code) const = 0;
  /// A code of a kept level that a move takes to this one. Throws Stopped.
  virtual std::optional<CodeStep> step_to(std::uint64_t level, const std::uint64_t* code, RunControl& run) const = 0;

  virtual void save(ByteWriter& into) const = 0;
  /// Throws InputError, and MemoryError if the memory does not suffice.
  virtual void restore(ByteReader& from) = 0;
  virtual std::uint64_t memory() const = 0;
  virtual DiskTraffic traffic() const { return {}; }
};

/// Codes, one after the other.
using CodeList = std::vector<std::uint64_t>;
void sort_codes(CodeList& codes, unsigned words);

/// Level 0 is `starts`, without repetitions. If codes may not be forgotten, as those of a search that is restarted may not, a
/// full memory is a MemoryError.
std::unique_ptr<CodeLevels> make_code_levels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels,
                                             unsigned threads, bool may_forget = true);
/// On a GPU, for moves that can be made there. Throws ResourceError if the GPU has no memory for the least tables. The results do
/// not depend on how much is done between two looks at the run; tests make it small.
std::unique_ptr<CodeLevels> make_cuda_code_levels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts,
                                                  bool keep_levels, std::uint64_t products_at_once = std::uint64_t{1} << 25);

/// On a disk, in the first of the scratch folders, with at most `memory` bytes of memory.
std::unique_ptr<CodeLevels> make_disk_code_levels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts,
                                                  bool keep_levels, const Machine& machine, std::uint64_t memory);
/// On the machine that is asked for, or chosen. Throws Stopped.
std::unique_ptr<CodeLevels> make_levels_of_codes(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels,
                                                 const Machine& machine, RunControl& run);

}  // namespace wreath::orbit
