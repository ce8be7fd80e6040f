// SPDX-License-Identifier: MIT
//
// One enumeration by one strategy, in turns.
//
// HLT (Haselgrove, Leech and Trotter) works through the cosets in order: every relator is closed at the coset by defining what is
// missing, and then its row is filled. It is fast and defines many cosets. Felsch defines one coset at a time, for the first
// hole, and tests each new edge in all places of all relators where it occurs. It defines few and scans more. Mixed alternates.
// Lookahead scans relators without defining anything, when the table has doubled.
//
// A turn has a budget of table steps, a count and not a time: the table after a number of turns is a function of the input.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "coset/table.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

class Trace;
struct Claims;
struct Ends;

class Enumerator {
 public:
  enum class End {
    complete,  // the table is closed: its live rows are the cosets
    budget,    // the turn is over
    full,      // the row limit was reached, and lookahead made no room
    stopped,   // the run was asked to
  };

  /// The system must outlive it.
  Enumerator(const System& system, Strategy strategy, std::uint64_t row_limit, unsigned threads, const Grain& grain = {});
  ~Enumerator();

  End turn(std::uint64_t budget, RunControl& run);

  void set_row_limit(std::uint64_t rows);

  Strategy strategy() const noexcept { return strategy_; }
  const CosetTable& table() const noexcept { return table_; }
  CosetTable& table() noexcept { return table_; }
  std::uint64_t worked_through() const noexcept { return next_ - 1; }
  std::uint64_t lookaheads() const noexcept { return lookaheads_; }
  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t begun_paths() const noexcept { return begun_paths_; }  // in bulk: those with both ends in one slot

  /// Without dead rows.
  /// False if the run was asked to stop before anything was changed.
  bool compact(RunControl* run = nullptr);
  /// What besides the table there is to save.
  std::vector<std::uint64_t> saved_state() const;
  /// Throws InputError if the state is not one of these.
  void restore(std::span<const std::uint64_t> state);

 private:
  // --- scans
  bool fill(Trace trace);
  template <bool Prefer>
  void scan(Trace trace);
  void prefer(Row c, Letter x);

  // --- HLT
  End hlt_turn(std::uint64_t until, RunControl& run);
  bool work_through(std::uint64_t first, std::uint64_t last, RunControl& run);
  bool close(const Relator& relator, std::uint64_t first, std::uint64_t last, RunControl& run);
  bool lookahead(std::uint64_t from, RunControl& run);
  bool make_room(RunControl& run);

  // --- definitions in bulk
  bool fill_in_rounds(const Relator& relator);
  bool fill_rows(std::uint64_t first, std::uint64_t last);

  // --- Felsch
  End felsch_turn(std::uint64_t until, std::uint64_t definitions, RunControl& run);
  End mixed_turn(std::uint64_t until, RunControl& run);
  bool test_deductions(std::uint64_t until, RunControl& run);
  std::pair<Row, Letter> next_definition();

  bool start(RunControl& run);
  bool stop_requested(RunControl& run);

  const System& system_;
  Strategy strategy_;
  unsigned threads_;
  Grain grain_;
  CosetTable table_;
  std::uint64_t next_ = 1;        // cosets before it are closed under all relators
  std::uint64_t hole_ = 1;        // rows before it have no holes
  std::uint64_t most_batch_ = 1;  // cosets that are scanned together
  std::uint64_t threshold_ = 0;   // rows at which to look ahead
  std::uint64_t steps_ = 0;
  std::uint64_t lookaheads_ = 0;
  std::uint64_t begun_paths_ = 0;
  std::uint64_t asked_at_ = 0;  // steps when the run was last asked
  bool started_ = false;
  bool dropped_ = false;   // deductions: what looks complete has to be scanned again
  bool checking_ = false;  // which is under way
  bool fruitful_ = true;   // the last lookahead
  std::vector<Ends> ends_;
  std::unique_ptr<Claims> claims_;
  std::array<std::pair<Row, Letter>, 256> preferred_{};
  std::uint8_t preferred_at_ = 0;
  unsigned preferred_count_ = 0;
};

}  // namespace wreath::coset
