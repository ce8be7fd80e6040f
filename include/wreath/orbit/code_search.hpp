// SPDX-License-Identifier: MIT
//
// Breadth-first search over states of your own (wreath/orbit/space.hpp).
//
//   wreath::orbit::CodeSearch search(wreath::orbit::moves_of(Doubling{101}), {1});
//   search.run();
//   search.levels();  // 1, 1, 2, 3, 5, 8, ...
//
// The search is exact: all codes that were found are kept whole and compared whole.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/orbit/space.hpp"
#include "wreath/run.hpp"

namespace wreath::orbit {

struct CodeSearchOptions {
  /// The backend and the number of threads. The backend cuda needs CodeMoves::on_gpu(), and is what automatic takes, if there is
  /// a GPU and the moves can be made there, once there are many states.
  Machine machine = {};
  /// Keeps the codes of every level, in their order, for level() and path(); otherwise only those of the last level, and the set
  /// of all.
  bool keep_levels = false;
  /// What a checkpoint shows of the moves that it belongs to: one of another name is refused.
  std::string name = "moves";
};

/// A shortest way to a code: codes[0] is a start, codes[(i + 1) * words] is codes[i * words] after move moves[i].
struct CodePath {
  std::vector<unsigned> moves;
  std::vector<std::uint64_t> codes;  // words() for each
};

/// Can be stopped after any level, or within it, and continued. The levels do not depend on the machine.
class CodeSearch {
 public:
  /// `starts`: codes, one after the other; they are level 0. Throws InputError if there is none, or one whose highest bit is set,
  /// and if the moves have another number of words than 1, 2, 4, 8 or 16.
  CodeSearch(std::shared_ptr<const CodeMoves> moves, std::vector<std::uint64_t> starts, const CodeSearchOptions& options = {});
  ~CodeSearch();
  CodeSearch(CodeSearch&& other) noexcept;
  CodeSearch& operator=(CodeSearch&& other) noexcept;

  /// Continues until all states are found, or the run is asked to stop, also for lack of memory. Returns complete(). Keeps
  /// RunControl::files.
  bool run(RunControl* run = nullptr);
  /// The same, until the level `depth` is complete.
  bool run_to(std::uint64_t depth, RunControl* run = nullptr);
  /// The same, until a level has this code. Returns whether one has; of the levels that were made before the call only those
  /// whose codes are kept are looked at: all of them with CodeSearchOptions::keep_levels.
  bool run_until(std::span<const std::uint64_t> code, RunControl* run = nullptr);

  /// Whether all states are found.
  bool complete() const noexcept;
  /// The number of states at each distance from the starts, up to the last complete level.
  const std::vector<std::uint64_t>& levels() const noexcept;
  /// The number of states found, up to the last complete level.
  std::uint64_t states() const noexcept;
  /// Words of a code.
  unsigned words() const noexcept;
  /// Bytes held.
  std::uint64_t memory() const;

  /// The codes of a level in ascending order, at most `most` of them. Throws InputError if they are not kept: without
  /// CodeSearchOptions::keep_levels only the last complete level is.
  std::vector<std::uint64_t> level(std::uint64_t distance, std::uint64_t most = ~std::uint64_t{0}) const;
  /// The distance of a code, or nothing if it is not in a complete level. Needs CodeSearchOptions::keep_levels.
  std::optional<std::uint64_t> distance(std::span<const std::uint64_t> code) const;
  /// A shortest way from a start to a code, checked by making its moves; nothing if the code is not in a complete level. Needs
  /// CodeSearchOptions::keep_levels. Looks at every level before that of the code once. Throws LimitReached if the run is
  /// stopped.
  std::optional<CodePath> path(std::span<const std::uint64_t> code, RunControl* run = nullptr) const;

 private:
  friend class CodeSearchJob;
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace wreath::orbit
