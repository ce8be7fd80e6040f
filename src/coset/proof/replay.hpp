// SPDX-License-Identifier: MIT
//
// The events of an enumeration, done again one after another, and those steps of them that its result needs.
//
// Forwards, each event is done as a checker would do it: what follows from two equal cosets is worked off at once, and rows keep
// their numbers for ever. The table is then ahead of the one whose events these are, where coincidences wait for the end of a
// loop: an event may change nothing, or define what is there already.
//
// Backwards, steps are undone from the last to the first, and the table is again what it was before each of them. An edge is
// needed if the answer or a later step that is kept reads it. A step is kept if it made such an edge, and then the edges that it
// read are needed, too. If a needed edge came from a dead row, the merging is needed; so are the edge that it came from, the two
// edges at one letter that gave the pair, if it was not the step's own, and the mergings by which the pair's rows became those
// merged.
//
// Memory: 4 bytes for each letter of a row and 8 more for each row that was ever defined, 8 for each step, and for each row that
// died 32 and 8 for each of its edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "coset/proof/journal.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

class Replay {
 public:
  /// The system must outlive it.
  Replay(const System& system, const CycleNumbers& numbers);

  /// Throws LimitReached if the run is stopped, MemoryError if the rows do not fit.
  void repeat(std::span<const Event> events, RunControl& run);
  std::uint64_t live() const { return live_; }

  /// All edges of the table are needed.
  void need_all();
  /// Those that a word reads from row 1; returns the row to which it leads.
  Row need_trace(std::span<const Letter> word);
  /// The steps that are needed, in their order; rows are numbered as a checker numbers them. The replay is used up.
  std::vector<Event> take_steps(RunControl& run);

 private:
  enum class Kind : std::uint8_t { define, deduce, coincide };
  struct Step {
    Row row;
    std::uint32_t code;
    Kind kind;
    bool is_needed;
  };
  /// An edge of a dead row, and what became of it: it moved, or met another at the row that it came to, at either end.
  enum class Met : std::uint8_t { nothing, at_source, at_target };
  struct Move {
    Row target;
    Letter letter;
    Met met;
    bool is_needed;
  };
  static constexpr std::uint64_t kOwnPair = ~std::uint64_t{0};
  struct Merge {
    Row dead;
    Row root;
    Row first;  // the pair for which it was done
    Row second;
    std::uint64_t move;   // which gave the pair; kOwnPair: the step did
    std::uint64_t moves;  // the first of its own
  };
  struct Trace {
    Row front;
    Row back;
    std::uint32_t ahead;
    std::uint64_t gap;
  };

  std::uint32_t& entry(Row c, Letter x) { return entries_[std::size_t{c} * width_ + x]; }
  void look_ahead(std::size_t step, Row row, std::uint32_t code);
  void look_further(std::size_t step);
  Row find(Row c);
  RelatorRef cycle_of(std::uint32_t code) const;
  Trace trace(Row row, const RelatorRef& cycle);
  void connect(Row c, Letter x, Row d);
  void disconnect(Row c, Letter x, Row d);
  void define(Event event);
  void use(Event event);
  void coincide(Row a, Row b);
  void move_edges(Row dead, Row root);

  bool is_needed(Row c, Letter x) { return (entry(c, x) & kNeeded) != 0; }
  void need(Row c, Letter x);
  void need_cycle(Row row, const RelatorRef& cycle);
  void need_merges(Row from, const Merge& merge);
  void undo_define(Step& step);
  void undo_deduce(Step& step);
  void undo_coincide(Step& step);

  static constexpr std::uint32_t kNeeded = std::uint32_t{1} << 31;  // in an entry
  static constexpr std::uint64_t kMostRows = kNeeded - 1;
  static constexpr std::size_t kNames = 24;  // steps before an event is done, at which the row of its name is looked up,
  static constexpr std::size_t kAhead = 16;  // at which the row is fetched,
  static constexpr std::size_t kHop = 5;     // between the next rows of the cycle
  static constexpr std::size_t kHops = 4;
  /// Where a step to come will read, as far as is known now.
  struct Hint {
    const Letter* letters;
    Row at;
    std::uint32_t place;
  };

  const System& system_;
  const CycleNumbers& numbers_;
  std::uint32_t width_;
  std::vector<RelatorRef> cycles_;  // by code
  GrowingArray<std::uint32_t> entries_;
  GrowingArray<Row> parents_;  // with short paths
  GrowingArray<Row> merged_;   // of the dead: with which row
  GrowingArray<Row> rows_of_;  // by names of the journal; some were there already when it defined them
  GrowingArray<Step> steps_;
  GrowingArray<Merge> merges_;
  GrowingArray<Move> moves_;
  std::vector<std::pair<Row, Letter>> closed_;  // the edges that words of the subgroup closed
  struct Pair {
    Row first;
    Row second;
    std::uint64_t move;
  };
  std::vector<Pair> pairs_;
  std::array<Hint, 32> hints_{};
  std::vector<bool> needed_rows_;
  std::vector<bool> needed_merges_;  // by the row that died
  std::uint64_t rows_ = 1;
  std::uint64_t live_ = 1;
};

}  // namespace wreath::coset
