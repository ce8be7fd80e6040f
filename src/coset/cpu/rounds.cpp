// SPDX-License-Identifier: MIT
//
// Scans and definitions in bulk on all cores, by the rules of coset/tasks.hpp.
//
// A round has three loops over the pieces: traces continue and claim their slots; winners are counted; winners write their paths.
// Tasks that are left close up within their piece, and pieces are joined when most of them are nearly empty.
#include <algorithm>
#include <atomic>

#include "core/parallel/radix_partition.hpp"
#include "coset/cpu/bulk_scan.hpp"
#include "coset/cpu/cpu_backend.hpp"
#include "coset/verify.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kLettersForAThread = 16;  // letters of the relators that make a piece worth a thread of its own
constexpr std::size_t kJoinedTasks = 256;         // of a piece that is joined of others

/// Lists the live cosets of first..last-1 without a neighbour that is smaller, and below the bound, from which the same cycle of
/// the relator is read.
void list_unknown(const TableRef& table, const RelatorRef& relator, Range range, Row bound, std::vector<Row>& list) {
  list.resize(range.size());
  std::size_t count = 0;
  const std::size_t width = table.width;
  const Row* row = table.entries + range.begin * width;
  const auto is_smaller = [bound](Row d, Row c) { return d - 1U < std::min(c, bound) - 1U; };  // and not a hole
  const auto collect = [&](auto known) {
    for (auto c = static_cast<Row>(range.begin); c != range.end; ++c, row += width) {
      list[count] = c;
      count += !known(row, c) && table.is_alive(c) ? 1 : 0;
    }
  };
  const Letter x = relator.neighbours[0];
  const Letter y = relator.neighbours[1];
  if (relator.neighbour_count == 0) collect([](const Row*, Row) { return false; });
  if (relator.neighbour_count == 1) collect([&](const Row* at, Row c) { return is_smaller(at[x], c); });
  if (relator.neighbour_count == 2) {
    collect([&](const Row* at, Row c) { return is_smaller(at[x], c) || is_smaller(at[y], c); });
  }
  list.resize(count);
}

void claim_slot(std::uint32_t& place, std::uint32_t task) {
  std::atomic_ref<std::uint32_t> holder(place);
  std::uint32_t known = holder.load(std::memory_order_relaxed);
  while (task < known && !holder.compare_exchange_weak(known, task, std::memory_order_relaxed)) {
  }
}

}  // namespace

struct CpuBackend::Worker {
  BulkScan scan;
  std::vector<Row> list;
};

CpuBackend::CpuBackend(CosetTable& table, const System& system, const Grain& grain)
    : table_(table), system_(system), threads_(table.threads()), grain_(grain), workers_(threads_) {
  for (const Relator& relator : system.relators) relators_.push_back(ref_of(relator));
}
CpuBackend::~CpuBackend() = default;

std::uint64_t CpuBackend::memory() const {
  std::uint64_t bytes = least_.size() * sizeof(std::uint32_t);
  for (const Piece& piece : pieces_) bytes += piece.tasks.capacity() * sizeof(Task) + piece.equal.capacity() * sizeof(Row) * 2;
  return bytes;
}

std::string CpuBackend::first_fault(RunControl& run) {
  return coset::first_fault({table_.saved_rows(), 1, table_.rows()}, system_, threads_, run);
}

/// body(piece) for all pieces.
template <class Body>
void CpuBackend::each_piece(std::uint64_t tasks, const Body& body) {
  parallel_tasks(piece_count_, grain_.threads_for(tasks, threads_), [&](std::size_t k) { body(pieces_[k]); });
}

/// The open traces become the tasks of the pieces. Returns the steps.
std::uint64_t CpuBackend::scan_pieces(const ScanRequest& request) {
  ref_ = table_.ref();
  piece_count_ = (request.last - request.first + grain_.piece - 1) / grain_.piece;
  if (pieces_.size() < piece_count_) pieces_.resize(piece_count_);
  std::uint64_t letters = 0;
  for (std::uint32_t r = request.first_relator; r < request.last_relator; ++r)
    letters += std::min<std::uint64_t>(relators_[r].length, kLettersForAThread);
  const std::uint64_t useful = std::max<std::uint64_t>(1, piece_count_ * letters / kLettersForAThread);
  const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(threads_, useful));
  parallel_chunks(piece_count_, 1, threads, [&](Range range, std::size_t, unsigned thread) {
    if (!workers_[thread]) workers_[thread] = std::make_unique<Worker>();
    Worker& mine = *workers_[thread];
    Piece& piece = pieces_[range.begin];
    const std::uint64_t begin = request.first + range.begin * grain_.piece;
    const Range cosets{begin, std::min(request.last, begin + grain_.piece)};
    piece.tasks.clear();
    piece.equal.clear();
    piece.steps = piece.begun = 0;
    for (std::uint32_t r = request.first_relator; r < request.last_relator; ++r) {
      list_unknown(ref_, relators_[r], cosets, request.bound, mine.list);
      piece.steps += cosets.size();
      piece.steps += mine.scan.scan(ref_, relators_[r], r, mine.list, request.bound, request.largest_gap, piece.tasks);
    }
  });
  std::uint64_t steps = 0;
  for (std::size_t k = 0; k < piece_count_; ++k) steps += pieces_[k].steps;
  return steps;
}

std::uint64_t CpuBackend::scan(const ScanRequest& request, std::vector<Task>& tasks) {
  const std::uint64_t steps = scan_pieces(request);
  tasks.clear();
  for (std::size_t k = 0; k < piece_count_; ++k) tasks.insert(tasks.end(), pieces_[k].tasks.begin(), pieces_[k].tasks.end());
  return steps;
}

void CpuBackend::clear_claims(std::uint64_t tasks) {
  const std::uint64_t size = ClaimsRef::size_for(tasks);
  if (least_.size() < size) least_ = HugeArray<std::uint32_t>(size);
  claims_ = {least_.data(), ClaimsRef::shift_for(size)};
  parallel_ranges(size, threads_, std::size_t{1} << 16, [&](Range range, unsigned) {
    std::fill(least_.begin() + range.begin, least_.begin() + range.end, ClaimsRef::kFree);
  });
}

/// fresh: a scan has just led the traces to their holes.
void CpuBackend::advance_and_claim(Piece& piece, bool fresh) {
  std::size_t kept = 0;
  for (Task task : piece.tasks) {
    const RelatorRef& relator = relators_[task.relator];
    piece.steps += fresh ? 1 : advance(ref_, relator, task);
    if (task.gap == 0) {
      if (task.front != task.back) piece.equal.emplace_back(task.front, task.back);
      continue;
    }
    const Slots slots = slots_of(ref_, relator, task);
    const auto number = static_cast<std::uint32_t>(piece.base + kept);
    claim_slot(claims_.least[claims_.place_of(slots.front)], number);
    claim_slot(claims_.least[claims_.place_of(slots.back)], number);
    piece.tasks[kept++] = task;
  }
  piece.tasks.resize(kept);
}

void CpuBackend::count_rows(Piece& piece) const {
  piece.rows = 0;
  for (std::size_t k = 0; k < piece.tasks.size(); ++k) {
    const Task& task = piece.tasks[k];
    const Slots slots = slots_of(ref_, relators_[task.relator], task);
    if (claims_.wins(slots, static_cast<std::uint32_t>(piece.base + k))) piece.rows += rows_of(task, slots);
  }
}

/// The rows of its winners begin at piece.rows.
void CpuBackend::write_paths(Piece& piece) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < piece.tasks.size(); ++k) {
    const Task task = piece.tasks[k];
    const RelatorRef& relator = relators_[task.relator];
    const Slots slots = slots_of(ref_, relator, task);
    if (!claims_.wins(slots, static_cast<std::uint32_t>(piece.base + k))) {
      piece.tasks[kept++] = task;
      continue;
    }
    const std::uint32_t rows = rows_of(task, slots);
    write_path(ref_, relator, task, static_cast<Row>(piece.rows), rows);
    piece.rows += rows;
    if (is_whole(task, rows)) continue;
    ++piece.begun;
    piece.tasks[kept++] = task;
  }
  piece.tasks.resize(kept);
}

/// Neighbouring pieces become one if there are few tasks left in each. What else they hold stays where it is.
void CpuBackend::join_pieces(std::uint64_t tasks) {
  const std::size_t together = piece_count_ * kJoinedTasks / std::max<std::uint64_t>(1, tasks);
  if (together < 2) return;
  std::size_t into = 0;
  for (std::size_t begin = 0; begin < piece_count_; begin += together, ++into) {
    Piece& target = pieces_[into];
    for (std::size_t k = begin; k < std::min(piece_count_, begin + together); ++k) {
      if (k == into) continue;
      if (k == begin) {
        target.tasks.swap(pieces_[k].tasks);
      } else {
        target.tasks.insert(target.tasks.end(), pieces_[k].tasks.begin(), pieces_[k].tasks.end());
      }
      target.equal.insert(target.equal.end(), pieces_[k].equal.begin(), pieces_[k].equal.end());
      target.steps += pieces_[k].steps;
      target.begun += pieces_[k].begun;
      pieces_[k].equal.clear();
      pieces_[k].steps = pieces_[k].begun = 0;
    }
  }
  piece_count_ = into;
}

Work CpuBackend::fill_in_rounds() {
  Work work;
  for (bool fresh = true;; fresh = false) {
    std::uint64_t tasks = 0;
    for (std::size_t k = 0; k < piece_count_; ++k) {
      pieces_[k].base = static_cast<std::uint32_t>(tasks);
      tasks += pieces_[k].tasks.size();
    }
    if (tasks == 0) break;
    clear_claims(tasks);
    each_piece(tasks, [&](Piece& piece) { advance_and_claim(piece, fresh); });
    each_piece(tasks, [&](Piece& piece) { count_rows(piece); });
    std::uint64_t rows = 0;
    for (std::size_t k = 0; k < piece_count_; ++k) {
      const std::uint64_t own = pieces_[k].rows;
      pieces_[k].rows = rows;
      rows += own;
    }
    const Row first = table_.append(rows);
    if (first == 0) {
      work.has_room = false;
      break;
    }
    ref_ = table_.ref();
    for (std::size_t k = 0; k < piece_count_; ++k) pieces_[k].rows += first;
    each_piece(tasks, [&](Piece& piece) { write_paths(piece); });
    join_pieces(tasks);
  }
  for (std::size_t k = 0; k < piece_count_; ++k) {
    work.steps += pieces_[k].steps;
    work.begun_paths += pieces_[k].begun;
    for (const auto& [a, b] : pieces_[k].equal) table_.coincide(a, b);
  }
  return work;
}

Work CpuBackend::close(const ScanRequest& request) {
  scan_pieces(request);
  return fill_in_rounds();
}

Work CpuBackend::fill_rows(std::uint64_t first, std::uint64_t last) {
  ref_ = table_.ref();
  const std::uint64_t count = last - first;
  std::vector<std::uint64_t> holes((count + grain_.piece - 1) / grain_.piece);
  const auto each_hole = [&](auto body) {
    parallel_tasks(holes.size(), grain_.threads_for(count, threads_), [&](std::size_t k) {
      for (std::uint64_t c = first + k * grain_.piece; c < std::min(last, first + (k + 1) * grain_.piece); ++c) {
        if (!ref_.is_alive(static_cast<Row>(c))) continue;
        for (std::uint32_t x = 0; x < ref_.width; ++x) {
          if (ref_.at(static_cast<Row>(c), static_cast<Letter>(x)) == 0)
            body(holes[k], static_cast<Row>(c), static_cast<Letter>(x));
        }
      }
    });
  };
  each_hole([](std::uint64_t& own, Row, Letter) { ++own; });
  const std::uint64_t rows = exclusive_scan_in_place(holes);
  const Row fresh = table_.append(rows);
  if (fresh == 0) return {.has_room = false};
  ref_ = table_.ref();
  each_hole([&](std::uint64_t& at, Row c, Letter x) {
    const auto row = static_cast<Row>(fresh + at++);
    ref_.parents[row] = row;
    ref_.connect(c, x, row);
  });
  return {.steps = count * ref_.width};
}

}  // namespace wreath::coset
