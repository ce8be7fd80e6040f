// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>

#include "core/parallel/loops.hpp"
#include "coset/cpu/bulk_scan.hpp"
#include "coset/cpu/cpu_backend.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kScanPiece = 1024;        // cosets
constexpr std::uint64_t kLettersForAThread = 16;  // letters of a relator that make a piece worth a thread of its own

/// Lists the live cosets of first..last-1 without a neighbour that is smaller, and below the bound, from which the same cycle of
/// the relator is read.
void list_unknown(const CosetTable& table, const Relator& relator, Range range, Row bound, std::vector<Row>& list) {
  list.resize(range.size());
  std::size_t count = 0;
  const std::size_t width = table.width();
  const Row* row = table.row(static_cast<Row>(range.begin));
  const auto is_smaller = [bound](Row d, Row c) { return d - 1U < std::min(c, bound) - 1U; };  // and not a hole
  const auto collect = [&](auto known) {
    for (auto c = static_cast<Row>(range.begin); c != range.end; ++c, row += width) {
      list[count] = c;
      count += !known(row, c) && table.is_alive(c) ? 1 : 0;
    }
  };
  const std::vector<Letter>& near = relator.neighbours;
  if (near.empty()) collect([](const Row*, Row) { return false; });
  if (near.size() == 1) collect([&, x = near[0]](const Row* at, Row c) { return is_smaller(at[x], c); });
  if (near.size() == 2) {
    collect([&, x = near[0], y = near[1]](const Row* at, Row c) { return is_smaller(at[x], c) || is_smaller(at[y], c); });
  }
  list.resize(count);
}

}  // namespace

struct CpuBackend::Worker {
  BulkScan scan;
  std::vector<Row> list;
};

CpuBackend::CpuBackend(unsigned threads)
    : threads_(resolve_threads(threads)), workers_(threads_), died_(threads_), pairs_(threads_) {}
CpuBackend::~CpuBackend() = default;

std::uint64_t CpuBackend::memory() const {
  std::uint64_t bytes = 0;
  for (const Piece& piece : pieces_) bytes += piece.ends.capacity() * sizeof(Ends);
  for (const auto& each : died_) bytes += each.capacity() * sizeof(Row);
  for (const auto& each : pairs_) bytes += each.capacity() * sizeof(each[0]);
  return bytes;
}

CpuBackend::Worker& CpuBackend::worker(unsigned thread) {
  if (!workers_[thread]) workers_[thread] = std::make_unique<Worker>();
  return *workers_[thread];
}

std::uint64_t CpuBackend::scan(const CosetTable& table, const Relator& relator, const ScanRequest& request,
                               std::vector<Ends>& ends) {
  const std::uint64_t cosets = request.last - request.first;
  const auto scan_piece = [&](Worker& mine, Range range, std::vector<Ends>& found) {
    list_unknown(table, relator, range, request.bound, mine.list);
    return range.size() + mine.scan.scan(table, relator, mine.list, request.bound, request.largest_gap, found);
  };
  ends.clear();
  const std::uint64_t pieces = (cosets + kScanPiece - 1) / kScanPiece;
  const std::uint64_t useful =
      std::max<std::uint64_t>(1, pieces * std::min(relator.length, kLettersForAThread) / kLettersForAThread);
  const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(threads_, useful));
  if (threads == 1) return scan_piece(worker(0), {request.first, request.last}, ends);
  if (pieces_.size() < pieces) pieces_.resize(pieces);
  std::atomic<std::uint64_t> taken = 0;
  on_threads(threads, [&](unsigned thread, unsigned) {
    Worker& mine = worker(thread);
    for (std::uint64_t k = 0; (k = taken.fetch_add(1, std::memory_order_relaxed)) < pieces;) {
      const std::uint64_t begin = request.first + k * kScanPiece;
      pieces_[k].ends.clear();
      pieces_[k].steps = scan_piece(mine, {begin, std::min(request.last, begin + kScanPiece)}, pieces_[k].ends);
    }
  });
  std::uint64_t steps = 0;
  for (std::uint64_t k = 0; k < pieces; ++k) {
    ends.insert(ends.end(), pieces_[k].ends.begin(), pieces_[k].ends.end());
    steps += pieces_[k].steps;
  }
  return steps;
}

}  // namespace wreath::coset
