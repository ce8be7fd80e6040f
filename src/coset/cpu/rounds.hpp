// SPDX-License-Identifier: MIT
//
// Deductions and definitions in bulk on all cores, by the rules of coset/tasks.hpp.
//
// A round has three loops over the pieces: traces continue and claim their slots; the rows of winners are counted; winners write
// their paths. Tasks that are left close up within their piece. When few are left they become one piece, for one thread. As long
// as tasks claim in their order it comes to them in that order, so that the first claim of a place is the least: two loops are
// enough, and one bit for each place, which stay in the cache.
#pragma once

#include <algorithm>
#include <utility>

#include "core/arrays/counted_partition.hpp"
#include "coset/cpu/cpu_backend.hpp"
#include "coset/cpu/shared_row.hpp"

namespace wreath::coset {

namespace detail {

inline constexpr std::size_t kTasksTogether = 32;                 // tasks whose places are fetched ahead
inline constexpr std::uint32_t kWinner = std::uint32_t{1} << 31;  // in Task::relator

inline void fetch_for_reading(const void* address) {
  __builtin_prefetch(address, 0);
}
inline void fetch_for_writing(const void* address) {
  __builtin_prefetch(address, 1);
}
/// The rows at which a trace stands.
template <bool Write, class Entry>
void fetch_ends(const TableRefOf<Entry>& table, const TaskOf<RowOf<Entry>>& task) {
  __builtin_prefetch(table.entries + std::size_t{task.front} * table.width, Write ? 1 : 0);
  __builtin_prefetch(table.entries + std::size_t{task.back} * table.width, Write ? 1 : 0);
}

/// Continues a trace to its holes, unless it is at them. False if it has come around: its ends are then equal.
template <class Entry, class Row>
bool stays_open(const TableRefOf<Entry>& table, const RelatorRef& relator, bool at_holes, TaskOf<Row>& task, std::uint64_t& steps,
                std::vector<std::pair<Row, Row>>& equal, const Journal* journal, std::vector<Event>& events) {
  steps += at_holes ? 1 : advance(table, relator, task);
  if (task.gap != 0) return true;
  if (task.front == task.back) return false;
  equal.emplace_back(task.front, task.back);
  if (journal != nullptr) events.push_back(journal->closing(task));
  return false;
}

}  // namespace detail

/// The events of all pieces, in their order.
template <class Entry>
void CpuBackendOf<Entry>::write_journal() {
  if (table_.journal() == nullptr) return;
  for (Tasks& tasks : tasks_) table_.journal()->take(tasks.events);
}

template <class Entry>
void CpuBackendOf<Entry>::start_round(std::uint64_t tasks) {
  const std::uint64_t size = Places::size_for(tasks);
  if (least_.size() < size || round_ == Places::kMostRounds) {
    if (least_.size() < size) least_ = HugeArray<Places::Claim>(size);
    parallel_ranges(least_.size(), threads_, std::size_t{1} << 15, [&](Range range, unsigned) {
      std::fill(least_.begin() + range.begin, least_.begin() + range.end, Places::kFree);
    });
    round_ = 0;
  }
  ++round_;
  places_ = Places::of_size(size);
}

/// Applies the tasks of some pieces that a scan has led to a coincidence, or to one missing edge; the others become the list of
/// the first piece. Deductions need no claims: if several tasks want one slot, their cosets are equal.
template <class Entry>
template <bool Shared>
void CpuBackendOf<Entry>::deduce(Range pieces, unsigned thread) {
  std::vector<Task>& left = tasks_[pieces.begin].list;
  auto& equal = table_.found_by(thread);
  const HostMemory<Shared, Row> memory{&equal};
  struct Edge {
    Entry* front_slot;
    Entry* back_slot;
    Row front;
    Row back;
  } edges[detail::kTasksTogether];  // whose slots are fetched, in turn
  const auto write = [&](const Edge& edge) {
    put_least(memory, *edge.front_slot, edge.back);
    put_least(memory, *edge.back_slot, edge.front);
  };
  const Journal* journal = table_.journal();
  std::vector<Event>& events = tasks_[pieces.begin].events;
  std::size_t fetched = 0;
  std::size_t kept = 0;
  for (std::size_t piece = pieces.begin; piece < pieces.end; ++piece) {
    const std::vector<Task>& tasks = tasks_[piece].list;
    if (piece != pieces.begin) left.resize(kept + tasks.size());
    workers_[thread].steps += tasks.size();
    for (const Task task : std::span(tasks).first(sizes_[piece])) {
      if (task.gap > 1) {
        left[kept++] = task;
        continue;
      }
      if (journal != nullptr) events.push_back(journal->closing(task));
      if (task.gap == 1) {
        const Slots slots = slots_of(ref_, relators_[task.relator], task);
        Edge& edge = edges[fetched % detail::kTasksTogether];
        if (fetched >= detail::kTasksTogether) write(edge);
        edge = {ref_.slot(slots.front), ref_.slot(slots.back), task.front, task.back};
        detail::fetch_for_writing(edge.front_slot);
        detail::fetch_for_writing(edge.back_slot);
        ++fetched;
      } else {
        equal.emplace_back(task.front, task.back);
      }
    }
  }
  for (std::size_t k = fetched - std::min(fetched, detail::kTasksTogether); k < fetched; ++k) {
    write(edges[k % detail::kTasksTogether]);
  }
  left.resize(kept);
  sizes_[pieces.begin] = static_cast<std::uint32_t>(kept);
}

template <class Entry>
void CpuBackendOf<Entry>::advance_and_claim(std::size_t piece, unsigned thread, bool at_holes) {
  std::vector<Task>& tasks = tasks_[piece].list;
  auto& equal = table_.found_by(thread);
  Places::Claim* places[2 * detail::kTasksTogether];
  std::uint32_t turns[detail::kTasksTogether];
  std::uint64_t steps = 0;
  std::uint32_t kept = 0;
  for (std::size_t begin = 0; begin < tasks.size(); begin += detail::kTasksTogether) {
    const std::size_t end = std::min(tasks.size(), begin + detail::kTasksTogether);
    for (std::size_t k = end; !at_holes && k < std::min(tasks.size(), end + detail::kTasksTogether); ++k)
      detail::fetch_ends<false>(ref_, tasks[k]);
    const std::uint32_t first = kept;
    for (std::size_t k = begin; k < end; ++k) {
      Task task = tasks[k];
      const RelatorRef& relator = relators_[task.relator];
      if (!detail::stays_open(ref_, relator, at_holes, task, steps, equal, table_.journal(), tasks_[piece].events)) continue;
      const Slots slots = slots_of(ref_, relator, task);
      const std::size_t at = kept - first;
      places[2 * at] = &least_[places_.of(slots.front)];
      places[2 * at + 1] = &least_[places_.of(slots.back)];
      turns[at] = Places::turn(list_rounds_, slots);
      detail::fetch_for_writing(places[2 * at]);
      detail::fetch_for_writing(places[2 * at + 1]);
      tasks[kept++] = task;
    }
    for (std::uint32_t k = first; k < kept; ++k) {
      const Places::Claim claim = Places::claim(round_, turns[k - first], bases_[piece] + k);
      claim_least(*places[2 * (k - first)], claim);
      claim_least(*places[2 * (k - first) + 1], claim);
    }
  }
  tasks.resize(kept);
  workers_[thread].steps += steps;
}

/// For one thread: traces continue, claim their slots, and win or lose at once.
template <class Entry>
void CpuBackendOf<Entry>::advance_and_mark(bool at_holes) {
  std::vector<Task>& tasks = tasks_.front().list;
  auto& equal = table_.found_by(0);
  const std::uint64_t size = Places::size_for(open_tasks_);
  places_ = Places::of_size(size);
  taken_.assign(size / 64, 0);
  const auto is_taken = [&](std::uint64_t place) { return (taken_[place / 64] >> place % 64 & 1) != 0; };
  const auto take = [&](std::uint64_t place) { taken_[place / 64] |= std::uint64_t{1} << place % 64; };
  std::uint64_t steps = 0;
  std::uint64_t rows = 0;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    if (!at_holes && k + detail::kTasksTogether < tasks.size())
      detail::fetch_ends<false>(ref_, tasks[k + detail::kTasksTogether]);
    Task task = tasks[k];
    const RelatorRef& relator = relators_[task.relator];
    if (!detail::stays_open(ref_, relator, at_holes, task, steps, equal, table_.journal(), tasks_.front().events)) continue;
    const Slots slots = slots_of(ref_, relator, task);
    const std::uint64_t front = places_.of(slots.front);
    const std::uint64_t back = places_.of(slots.back);
    if (!is_taken(front) && !is_taken(back)) {
      rows += rows_of(task, slots);
      task.relator |= detail::kWinner;
    }
    take(front);
    take(back);
    tasks[kept++] = task;
  }
  tasks.resize(kept);
  rows_.front() = rows;
  workers_.front().steps += steps;
}

/// Marks the winners, and adds up the rows that they need.
template <class Entry>
void CpuBackendOf<Entry>::mark_winners(std::size_t piece) {
  std::vector<Task>& tasks = tasks_[piece].list;
  std::uint64_t rows = 0;
  Slots slots[detail::kTasksTogether];
  for (std::size_t begin = 0; begin < tasks.size(); begin += detail::kTasksTogether) {
    const std::size_t end = std::min(tasks.size(), begin + detail::kTasksTogether);
    for (std::size_t k = begin; k < end; ++k) {
      Slots& own = slots[k - begin];
      own = slots_of(ref_, relators_[tasks[k].relator], tasks[k]);
      detail::fetch_for_reading(&least_[places_.of(own.front)]);
      detail::fetch_for_reading(&least_[places_.of(own.back)]);
    }
    for (std::size_t k = begin; k < end; ++k) {
      Task& task = tasks[k];
      const Slots& own = slots[k - begin];
      if (!wins(own, static_cast<std::uint32_t>(bases_[piece] + k))) continue;
      rows += rows_of(task, own);
      task.relator |= detail::kWinner;
      detail::fetch_for_writing(ref_.slot(own.front));
      detail::fetch_for_writing(ref_.slot(own.back));
    }
  }
  rows_[piece] = rows;
}

/// first: the first new row of its winners.
template <class Entry>
void CpuBackendOf<Entry>::write_paths(std::size_t piece, std::uint64_t first, unsigned thread) {
  std::vector<Task>& tasks = tasks_[piece].list;
  const Journal* journal = table_.journal();
  std::uint32_t kept = 0;
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    if (k + detail::kTasksTogether < tasks.size()) detail::fetch_ends<true>(ref_, tasks[k + detail::kTasksTogether]);
    Task task = tasks[k];
    if ((task.relator & detail::kWinner) == 0) {
      tasks[kept++] = task;
      continue;
    }
    task.relator &= ~detail::kWinner;
    const RelatorRef& relator = relators_[task.relator];
    const std::uint32_t rows = rows_of(task, slots_of(ref_, relator, task));
    write_path(ref_, relator, task, static_cast<Row>(first), rows);
    if (journal != nullptr) journal->list_path(relator, task, static_cast<Row>(first), rows, tasks_[piece].events);
    first += rows;
    if (is_whole(task, rows)) continue;
    ++workers_[thread].begun;
    tasks[kept++] = task;
  }
  tasks.resize(kept);
  sizes_[piece] = kept;
}

template <class Entry>
void CpuBackendOf<Entry>::gather_tasks() {
  std::vector<Task>& all = tasks_.front().list;
  for (std::size_t piece = 1; piece < pieces_; ++piece) {
    if (sizes_[piece] != 0) all.insert(all.end(), tasks_[piece].list.begin(), tasks_[piece].list.end());
  }
  pieces_ = 1;
  sizes_[0] = static_cast<std::uint32_t>(all.size());
}

/// Returns how many threads the tasks are worth; 0 without tasks.
template <class Entry>
unsigned CpuBackendOf<Entry>::number_tasks() {
  std::uint64_t tasks = 0;
  for (std::size_t piece = 0; piece < pieces_; ++piece) {
    bases_[piece] = static_cast<std::uint32_t>(tasks);
    tasks += sizes_[piece];
  }
  open_tasks_ = tasks;
  if (tasks == 0) return 0;
  return grain_.threads_for(tasks, threads_);
}

template <class Entry>
void CpuBackendOf<Entry>::deduce_all() {
  const unsigned threads = number_tasks();
  if (threads > 1) each_piece(threads, [&](std::size_t piece, unsigned thread) { deduce<true>({piece, piece + 1}, thread); });
  if (threads == 1) {
    deduce<false>({0, pieces_}, 0);
    pieces_ = 1;
  }
  write_journal();
}

/// at_holes: all traces of the tasks have come to holes. Few tasks become those of one piece, for one thread.
template <class Entry>
void CpuBackendOf<Entry>::fill_in_rounds(bool at_holes, Work& work) {
  list_rounds_ = 0;
  for (unsigned threads = 0; (threads = number_tasks()) != 0; ++list_rounds_) {
    if (threads == 1) gather_tasks();
    if (threads == 1 && list_rounds_ < Places::kInOrder) {
      advance_and_mark(at_holes);
    } else {
      start_round(open_tasks_);
      each_piece(threads, [&](std::size_t piece, unsigned thread) { advance_and_claim(piece, thread, at_holes); });
      each_piece(threads, [&](std::size_t piece, unsigned) { mark_winners(piece); });
    }
    at_holes = false;
    write_journal();
    std::uint64_t rows = 0;
    for (std::size_t piece = 0; piece < pieces_; ++piece) rows += std::exchange(rows_[piece], rows);
    const std::uint64_t first = table_.append(rows);
    if (first == 0) {
      work.has_room = false;
      return;
    }
    ref_ = table_.ref();
    each_piece(threads, [&](std::size_t piece, unsigned thread) { write_paths(piece, first + rows_[piece], thread); });
    write_journal();
  }
}

template <class Entry>
Work CpuBackendOf<Entry>::close(const ScanRequest& request) {
  Work work;
  scan_pieces(request);
  deduce_all();
  // A path of edges of one letter, or of two involutions in turn, is the same for all traces of such a relator that lie on it,
  // and what a deduction joins are its own ends: the traces of other paths are where the scan left them.
  const auto group = std::span(relators_).subspan(request.first_relator, request.last_relator - request.first_relator);
  fill_in_rounds(std::ranges::all_of(group, [](const RelatorRef& relator) { return relator.neighbour_count == 2; }), work);
  for (const Worker& worker : workers_) {
    work.steps += worker.steps;
    work.begun_paths += worker.begun;
  }
  return work;
}

template <class Entry>
Work CpuBackendOf<Entry>::fill_rows(std::uint64_t first, std::uint64_t last) {
  ref_ = table_.ref();
  const std::uint64_t count = last - first;
  std::vector<std::uint64_t> holes((count + grain_.piece - 1) / grain_.piece);
  const auto each_hole = [&](auto body) {  // body(c, x) for those of a piece, whose sum it adds up
    parallel_chunks(count, grain_.piece, grain_.threads_for(count, threads_), [&](Range range, std::size_t piece, unsigned) {
      std::uint64_t own = holes[piece];
      for (std::uint64_t c = first + range.begin; c < first + range.end; ++c) {
        if (!ref_.is_alive(static_cast<Row>(c))) continue;
        for (std::uint32_t x = 0; x < ref_.width; ++x) {
          if (ref_.at(static_cast<Row>(c), static_cast<Letter>(x)) == 0) body(own++, static_cast<Row>(c), static_cast<Letter>(x));
        }
      }
      holes[piece] = own;
    });
  };
  each_hole([](std::uint64_t, Row, Letter) {});
  const std::uint64_t rows = exclusive_scan_in_place(holes);
  const Row fresh = table_.append(rows);
  if (fresh == 0) return {.has_room = false};
  ref_ = table_.ref();
  const bool keeps_journal = table_.journal() != nullptr;
  if (keeps_journal) need_pieces(holes.size());
  each_hole([&](std::uint64_t at, Row c, Letter x) {
    const auto row = static_cast<Row>(fresh + at);
    ref_.parents[row] = row;
    ref_.connect(c, x, row);
    if (keeps_journal) tasks_[(c - first) / grain_.piece].events.push_back({static_cast<coset::Row>(c), x});
  });
  write_journal();
  return {.steps = count * ref_.width};
}

}  // namespace wreath::coset
