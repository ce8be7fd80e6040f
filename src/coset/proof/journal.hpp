// SPDX-License-Identifier: MIT
//
// What an enumeration did, event by event, for a proof of its result (docs/proofs.md).
//
// There are two kinds of events: a coset was defined, and a relator or a word of the subgroup was used, because one edge of its
// cycle was missing or because it led to two cosets that are equal. What follows from two equal cosets is not listed: it can be
// repeated. Cosets are named in the order in which they were defined, and keep their names when the table is compacted.
//
// In bulk operations a thread lists the events of each piece, with the numbers of rows. Those of one loop do not depend on each
// other, so that the lists are put one after another at its end, in the order of the pieces and so of the new rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/data/growing_array.hpp"
#include "coset/tasks.hpp"
#include "coset/words/relators.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

/// code: a letter if the coset's neighbour was defined, otherwise the number of letters plus that of a cycle.
struct Event {
  Row row;
  std::uint32_t code;
};

/// The words that can be used at a coset: each relator from each letter of its root, then the words of the subgroup.
class CycleNumbers {
 public:
  explicit CycleNumbers(const System& system) : width_(system.width), relators_(system.relators.size()) {
    std::uint64_t next = width_;
    for (const Relator& relator : system.relators) {
      firsts_.push_back(next);
      periods_.push_back(relator.period);
      next += relator.period;
    }
    for (std::size_t k = 0; k <= system.subgroup.size(); ++k) firsts_.push_back(next + k);
  }

  std::size_t relators() const { return relators_; }
  /// The codes that there are.
  std::uint64_t codes() const { return firsts_.back(); }
  std::uint32_t of(std::uint32_t relator, std::uint32_t place) const {
    return static_cast<std::uint32_t>(firsts_[relator] + place % periods_[relator]);
  }
  /// Of the relators' codes.
  std::uint32_t relator_of(std::uint32_t code) const {
    const auto end = firsts_.begin() + static_cast<std::ptrdiff_t>(relators_);
    return static_cast<std::uint32_t>(std::upper_bound(firsts_.begin(), end, code) - firsts_.begin() - 1);
  }
  std::uint32_t of_subgroup(std::size_t word) const { return static_cast<std::uint32_t>(firsts_[relators_ + word]); }

 private:
  std::uint32_t width_;
  std::size_t relators_;
  std::vector<std::uint64_t> firsts_;  // of the relators, then of the subgroup's words, and the end
  std::vector<std::uint32_t> periods_;
};

class Journal {
 public:
  explicit Journal(const System& system) : cycles_(system), width_(system.width) {
    names_.resize(2);
    names_[1] = 1;
  }

  const CycleNumbers& cycles() const { return cycles_; }
  void add(Event event) {
    events_.push_back({names_[event.row], event.code});
    if (event.code >= width_) return;
    if (last_ == ~Row{0}) throw ResourceError("a proof has at most 2^32 - 1 definitions, and this enumeration needs more");
    names_.push_back(++last_);
  }
  void define(Row coset, Letter letter) { add({coset, letter}); }
  /// moved: the new numbers of the rows from 0 on, 0 for those that are left out; the order stays.
  template <class Row>
  void compact(std::span<const Row> moved) {
    std::size_t kept = 0;
    for (std::size_t row = 1; row < moved.size(); ++row) {
      if (moved[row] != 0) names_[++kept] = names_[row];
    }
    names_.resize(kept + 1);
  }
  /// The event of a trace at its last hole, or around its cycle: the coset where it stands, and the cycle from there. Words of
  /// the subgroup have the numbers after the relators', and are about coset 1.
  template <class Row>
  Event closing(const TaskOf<Row>& task) const {
    if (task.relator >= cycles_.relators()) return {1, cycles_.of_subgroup(task.relator - cycles_.relators())};
    return {static_cast<coset::Row>(task.gap == 0 ? task.back : task.front), cycles_.of(task.relator, task.ahead)};
  }
  /// Those of a path that was written (tasks.hpp).
  template <class Row>
  void list_path(const RelatorRef& relator, const TaskOf<Row>& task, Row fresh, std::uint32_t rows,
                 std::vector<Event>& list) const {
    std::uint32_t place = relator.place_of(task.ahead);
    auto at = static_cast<coset::Row>(task.front);
    for (std::uint32_t k = 0; k < rows; ++k) {
      list.push_back({at, relator.forward[place]});
      at = static_cast<coset::Row>(fresh + k);
      if (++place == relator.span) place = 0;
    }
    if (is_whole(task, rows)) list.push_back({at, cycles_.of(task.relator, task.ahead + rows)});
  }
  void take(std::vector<Event>& list) {
    for (const Event& event : list) add(event);
    list.clear();
  }

  std::span<const Event> events() const { return events_.span(); }
  std::uint64_t memory() const { return events_.memory() + names_.memory(); }

 private:
  CycleNumbers cycles_;
  std::uint32_t width_;
  Row last_ = 1;
  GrowingArray<Row> names_;  // of the rows that there are
  GrowingArray<Event> events_;
};

}  // namespace wreath::coset
