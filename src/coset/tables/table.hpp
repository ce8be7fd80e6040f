// SPDX-License-Identifier: MIT
//
// The table of an enumeration that is under way.
//
// Row c, column x is the coset c*x, or 0 if it is not known (a hole). Cosets are numbered from 1, and row 0 is all holes, so
// that a trace which falls into a hole stays there and needs no test. Rows lie one after another; the entries of a row are in
// one or two cache lines. parent(c) is c while the coset is alive, and a smaller coset that it was merged with afterwards
// (union-find with path halving): coset 1 and cosets that were worked through early survive.
//
// Invariants outside settle(): an edge is there in both directions, no live row names a dead coset, dead rows are empty, rows
// beyond the last are empty, and each live coset but 1 has a neighbour with a smaller number. settle() works off coincidences
// generation by generation on all cores, or coset by coset where new edges are listed; both give the same table.
//
// Memory: 4 bytes for each column of a row and 4 for its parent; beyond 2^32 - 2 rows 5 and 8. Growing moves no row.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/data/growing_array.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "coset/cpu/collapse.hpp"
#include "coset/proof/journal.hpp"
#include "coset/tasks.hpp"
#include "coset/tuning.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

/// How many cosets there are.
struct Counts {
  std::uint64_t rows = 0;
  std::uint64_t live = 0;
  std::uint64_t total = 0;    // defined so far
  std::uint64_t maximum = 0;  // alive at one time

  void append(std::uint64_t count) {
    rows += count;
    live += count;
    total += count;
    if (live > maximum) maximum = live;
  }
};

template <class Entry>
class TableOf {
 public:
  using Row = RowOf<Entry>;

  /// The table of one coset. row_limit: the most rows, dead ones included.
  TableOf(std::span<const Letter> inverses, std::uint64_t row_limit, unsigned threads = 1, const Grain& grain = {});

  unsigned width() const noexcept { return width_; }
  unsigned threads() const noexcept { return threads_; }
  std::uint64_t rows() const noexcept { return counts_.rows; }
  std::uint64_t live() const noexcept { return counts_.live; }
  std::uint64_t dead() const noexcept { return counts_.rows - counts_.live; }
  std::uint64_t total() const noexcept { return counts_.total; }
  std::uint64_t maximum() const noexcept { return counts_.maximum; }
  std::uint64_t row_limit() const noexcept { return row_limit_; }
  /// The most rows that there can be, whatever the memory.
  std::uint64_t most_rows() const noexcept { return most_rows_; }
  void set_row_limit(std::uint64_t rows) noexcept;
  std::uint64_t memory() const noexcept;

  Row at(Row c, Letter x) const noexcept { return entries_[std::size_t{c} * width_ + x]; }
  const Entry* row(Row c) const noexcept { return entries_ + std::size_t{c} * width_; }
  const Entry* entries() const noexcept { return entries_; }
  bool is_alive(Row c) const noexcept { return parents_[c] == c; }
  TableRefOf<Entry> ref() noexcept { return {entries_, parents_, inverses_, width_}; }
  Letter inverse(Letter x) const noexcept { return inverses_[x]; }

  /// c*x becomes a new coset. 0: there is no room.
  Row define(Row c, Letter x) {
    if (counts_.rows >= capacity_ && !make_room(1)) return 0;
    const auto d = static_cast<Row>(counts_.rows + 1);
    parents_[d] = d;
    counts_.append(1);
    set(c, x, d);
    if (keeps_deductions_) deductions_.emplace_back(c, x);
    if (journal_ != nullptr) journal_->define(static_cast<coset::Row>(c), x);
    return d;
  }
  /// c*x = d was found, where both were holes.
  void deduce(Row c, Letter x, Row d) {
    set(c, x, d);
    if (keeps_deductions_) deductions_.emplace_back(c, x);
  }
  /// Two cosets are the same; settle() acts on it.
  void coincide(Row a, Row b) { pending_.emplace_back(a, b); }
  /// Dead cosets whose edges are still to be moved, from a collapse that has begun elsewhere.
  void continue_collapse(std::span<const Row> dying) {
    dying_.insert(dying_.end(), dying.begin(), dying.end());
    in_generations_ = true;
  }
  bool has_pending() const noexcept { return !pending_.empty() || !dying_.empty() || !collapse_.is_done(); }
  /// Pairs of equal cosets that a thread found, for the settle() that follows.
  std::vector<std::pair<Row, Row>>& found_by(unsigned thread) { return collapse_.pairs_of(thread); }
  /// Applies all coincidences and what follows from them. False if the run was asked to stop before that: then the table is good
  /// for nothing but another call of settle(), and to be saved.
  bool settle(RunControl* run = nullptr);

  /// For definitions in bulk: `count` new rows without edges, of which the first is returned, or 0 if there is no room. Whoever
  /// writes their edges writes their parents.
  Row append(std::uint64_t count);

  // While the rows are elsewhere: their numbers are set from there, and the memory is given back.
  void set_counts(const Counts& counts) noexcept { counts_ = counts; }
  const Counts& counts() const noexcept { return counts_; }
  /// Memory for `rows` rows, whose entries and parents are to be written. Throws MemoryError.
  void make_rows(std::uint64_t rows);

  /// Definitions and compactions are events of it from now on; other events are added by whoever finds them. It must outlive the
  /// table.
  void keep(Journal* journal) noexcept { journal_ = journal; }
  Journal* journal() const noexcept { return journal_; }

  /// New edges are listed from now on, for whoever tests them.
  void keep_deductions(bool keep) noexcept { keeps_deductions_ = keep; }
  std::vector<std::pair<Row, Letter>>& deductions() noexcept { return deductions_; }

  /// Drops dead rows; the order of the others stays. Each of `marks` is a row (or the one after the last) and becomes the number
  /// of the first live row from there on. Listed deductions are renumbered, those of dead rows dropped.
  /// False if the run was asked to stop while the rows were numbered: then nothing has changed.
  bool compact(std::span<std::uint64_t> marks, RunControl* run = nullptr);
  /// Numbers the rows of a table without holes and dead rows in the order of a breadth-first search from coset 1, columns in
  /// order: the table is then a function of the group, the subgroup and the letters alone.
  /// Throws LimitReached, and the table is what it was, if the run is stopped while the order is found.
  void standardise(RunControl* run = nullptr);

  /// The entries of all rows, from that of coset 1 on.
  std::span<const Entry> saved_rows() const noexcept { return {entries_ + width_, counts_.rows * width_}; }
  /// All that there is to save: the rows, the parents if there are dead rows, and coincidences that are not applied yet.
  void save_rows(ByteWriter& into) const;
  void save_coincidences(ByteWriter& into) const;
  /// False if what follows is not such a table, as far as a table shows it (restore.cpp).
  bool restore(ByteReader& reader, std::uint64_t total, std::uint64_t maximum);
  /// The rows of a table without holes and dead rows, cosets from 0 on. The table is then of no use.
  GrowingArray<Entry> take_rows();
  /// The rows of a table with other entries, with all its coincidences. They are moved within their memory, and the other table
  /// is left without rows. Throws MemoryError, and nothing has changed, if there is no memory for them.
  template <class Other>
  void take(TableOf<Other>& other);

 private:
  template <class Other>
  friend class TableOf;

  void set(Row c, Letter x, Row d) noexcept {
    entries_[std::size_t{c} * width_ + x] = d;
    entries_[std::size_t{d} * width_ + inverses_[x]] = c;
  }
  Row root(Row c) noexcept {
    while (parents_[c] != c) {
      parents_[c] = parents_[parents_[c]];
      c = parents_[c];
    }
    return c;
  }
  void merge(Row a, Row b);
  void move_edges(Row dead);
  bool settle_one_by_one(RunControl* run);
  bool settle_in_generations(RunControl* run);
  /// Which of 64 rows are alive, and how many are before them.
  struct Ranks {
    std::uint64_t alive;  // a bit for each
    std::uint64_t before;
  };
  void move_rows_down(std::uint64_t kept, std::span<Ranks> ranks, std::span<Entry> aside);
  void reset_parents();
  bool restore_parents(std::span<const std::byte> saved);
  bool restore_coincidences(std::span<const Row> list);
  bool is_settled_table() const;
  bool is_settling_table() const;
  bool make_room(std::uint64_t more);
  void reserve(std::uint64_t rows);

  unsigned width_;
  Letter inverses_[256] = {};
  Entry* entries_ = nullptr;  // of the arrays below
  Row* parents_ = nullptr;
  Counts counts_;
  std::uint64_t capacity_ = 0;
  std::uint64_t most_rows_;
  std::uint64_t row_limit_;
  unsigned threads_;
  Collapse<Entry> collapse_;
  Journal* journal_ = nullptr;
  bool keeps_deductions_ = false;
  bool in_generations_ = false;  // edges may be there in one direction only
  GrowingArray<Entry> entry_memory_;
  GrowingArray<Row> parent_memory_;
  std::vector<std::pair<Row, Row>> pending_;
  std::vector<Row> dying_;  // merged, with edges still to be moved
  std::vector<std::pair<Row, Letter>> deductions_;
};

using CosetTable = TableOf<Row>;
using WideTable = TableOf<WideEntry>;

}  // namespace wreath::coset
