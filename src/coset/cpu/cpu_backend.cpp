// SPDX-License-Identifier: MIT
//
// The scans of HLT on all cores: the open traces of a range of cosets become lists of tasks, one for each piece.
#include "coset/cpu/cpu_backend.hpp"

#include "coset/cpu/rounds.hpp"
#include "coset/tables/closed_table.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kLettersForAThread = 16;  // letters of the relators that make a piece worth a thread of its own
constexpr std::uint32_t kRelatorsTogether = 8;    // whose starts are listed before they are scanned

/// Lists the live cosets of a piece without a neighbour that is smaller, and below the bound, from which the same cycle of the
/// relator is read. If gaps must be small, those with holes on both sides are left out, too. Returns how many there are.
template <class Entry>
std::size_t list_unknown(const TableRefOf<Entry>& table, const RelatorRef& relator, PieceFlags<Entry>& flags,
                         std::uint32_t largest_gap, StartOf<RowOf<Entry>>* list) {
  std::size_t count = 0;
  const std::size_t width = table.width;
  const Letter ends[2] = {relator.forward[0], relator.backward[relator.span - 1]};
  flags.each_unknown(std::span(relator.neighbours).first(relator.neighbour_count), relator.length > largest_gap ? ends : nullptr,
                     [&](RowOf<Entry> c) {
                       const Entry* row = table.entries + std::size_t{c} * width;
                       list[count++] = {c, row[ends[0]], row[ends[1]]};
                     });
  return count;
}

}  // namespace

template <class Entry>
CpuBackendOf<Entry>::CpuBackendOf(TableOf<Entry>& table, const System& system, const Grain& grain)
    : table_(table), system_(system), threads_(table.threads()), grain_(grain), workers_(threads_) {
  for (const Relator& relator : system.relators) relators_.push_back(ref_of(relator));
}

template <class Entry>
std::uint64_t CpuBackendOf<Entry>::memory() const {
  std::uint64_t bytes = least_.size() * sizeof(Places::Claim);
  for (const Tasks& tasks : tasks_) bytes += tasks.list.capacity() * sizeof(Task);
  return bytes;
}

template <class Entry>
std::string CpuBackendOf<Entry>::first_fault(RunControl& run) {
  return coset::first_fault<Entry>({table_.saved_rows(), 1, table_.rows()}, system_, threads_, run);
}

template <class Entry>
Table CpuBackendOf<Entry>::take_table(const Problem& problem, bool resumed, RunControl* run) {
  table_.standardise(run);
  return TableMaker::make(problem, table_, resumed);
}

/// Appends the open traces of some relators, from the first on, to the tasks of a piece. Returns the steps.
template <class Entry>
std::uint64_t CpuBackendOf<Entry>::scan_relators(const ScanRequest& request, std::uint32_t first, Range cosets, Row bound,
                                                 Worker& mine, std::vector<Task>& tasks) {
  const std::uint32_t last = std::min(request.last_relator, first + kRelatorsTogether);
  if (mine.starts.size() < kRelatorsTogether * cosets.size()) mine.starts.resize(kRelatorsTogether * cosets.size());
  std::size_t ends[kRelatorsTogether];
  std::size_t count = 0;
  for (std::uint32_t r = first; r < last; ++r) {
    count += list_unknown(ref_, relators_[r], mine.flags, request.largest_gap, mine.starts.data() + count);
    ends[r - first] = count;
  }
  std::uint64_t steps = (last - first) * cosets.size();
  std::size_t begin = 0;
  for (std::uint32_t r = first; r < last; ++r) {
    const std::size_t end = ends[r - first];
    const auto list = std::span(mine.starts).subspan(begin, end - begin);
    steps += mine.scan->scan(ref_, relators_[r], r, list, count - end, bound, request.largest_gap, tasks);
    begin = end;
  }
  return steps;
}

/// The open traces become the tasks of the pieces. Returns the steps.
template <class Entry>
std::uint64_t CpuBackendOf<Entry>::scan_pieces(const ScanRequest& request) {
  ref_ = table_.ref();
  const auto bound = static_cast<Row>(std::min<std::uint64_t>(request.bound, ~Row{0}));
  pieces_ = (request.last - request.first + grain_.piece - 1) / grain_.piece;
  need_pieces(pieces_);
  std::uint64_t letters = 0;
  for (std::uint32_t r = request.first_relator; r < request.last_relator; ++r)
    letters += std::min<std::uint64_t>(relators_[r].length, kLettersForAThread);
  const std::uint64_t useful = std::max<std::uint64_t>(1, pieces_ * letters / kLettersForAThread);
  for (Worker& worker : workers_) worker.steps = worker.begun = 0;
  each_piece(static_cast<unsigned>(std::min<std::uint64_t>(threads_, useful)), [&](std::size_t piece, unsigned thread) {
    Worker& mine = workers_[thread];
    if (!mine.scan) mine.scan = std::make_unique<BulkScan<Entry>>();
    std::vector<Task>& tasks = tasks_[piece].list;
    const std::uint64_t begin = request.first + piece * grain_.piece;
    const Range cosets{begin, std::min(request.last, begin + grain_.piece)};
    tasks.clear();
    mine.flags.start(ref_, cosets, bound);
    std::uint64_t steps = 0;
    for (std::uint32_t r = request.first_relator; r < request.last_relator; r += kRelatorsTogether)
      steps += scan_relators(request, r, cosets, bound, mine, tasks);
    mine.steps += steps;
    sizes_[piece] = static_cast<std::uint32_t>(tasks.size());
  });
  std::uint64_t steps = 0;
  for (const Worker& worker : workers_) steps += worker.steps;
  return steps;
}

template <class Entry>
std::uint64_t CpuBackendOf<Entry>::scan(const ScanRequest& request, std::vector<Task>& tasks) {
  const std::uint64_t steps = scan_pieces(request);
  tasks.clear();
  for (std::size_t piece = 0; piece < pieces_; ++piece)
    tasks.insert(tasks.end(), tasks_[piece].list.begin(), tasks_[piece].list.end());
  return steps;
}

template class CpuBackendOf<Row>;
template class CpuBackendOf<WideEntry>;

}  // namespace wreath::coset
