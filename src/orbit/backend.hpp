// SPDX-License-Identifier: MIT
//
// What a search asks of the machine: the seam between the engine and cpu/, cuda/, disk/ and mpi/.
//
// A backend holds the states found so far, in one of the forms of plan.hpp, and makes a level at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "core/run/rank_here.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/stop_check.hpp"
#include "orbit/spaces/cells.hpp"
#include "orbit/spaces/chain_space.hpp"
#include "orbit/spaces/word_ranks.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

/// Which bits the cell form and the chain form keep.
enum class Bitmaps {
  in_place,   // all generators are odd: one bit per state, the plane of one parity is set from the other
  one_plane,  // all generators are even: two bitmaps of the even states
  both,       // two bitmaps of all states
  one,        // sliding tiles: the blank changes between places of two colours, so that one bitmap is set in place
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// Makes the next level and returns the number of its states. Throws Stopped if the run was asked to stop: then nothing is
  /// lost, and the next call makes the same level. Throws ResourceError, likewise, if memory does not suffice.
  virtual std::uint64_t expand(RunControl& run) = 0;

  /// visit(state) for the states of the last level until it returns false. Cells and chains need Options::keep_last.
  virtual void visit_last_level(FunctionRef<bool(const State&)> visit) const = 0;
  /// The distances of all states modulo 3, by the number of the form: two bits each, 3 for numbers that are not states. Empty if
  /// they were not kept. Throws Stopped if the run stops.
  virtual std::vector<std::uint8_t> distances(StopCheck) const { return {}; }

  /// Before a checkpoint, if several ranks search together: brings all rows to the first rank, which saves. Collective.
  virtual void gather() {}
  virtual void save(ByteWriter& into) const = 0;
  virtual void restore(ByteReader& from) = 0;
  virtual std::uint64_t memory() const = 0;
  virtual DiskTraffic traffic() const { return {}; }

  /// listener(part) is called while a level is made, on the thread that called expand(): the part of it that is done, from 0
  /// to 1.
  void listen(std::function<void(double)> listener) { listener_ = std::move(listener); }

 private:
  friend class LevelParts;
  std::function<void(double)> listener_;
};

/// How much of a level is made: pieces are counted on any thread, and the thread that began reports them.
class LevelParts {
 public:
  LevelParts(const Backend& backend, std::uint64_t all)
      : backend_(backend), all_(std::max<std::uint64_t>(1, all)), thread_(std::this_thread::get_id()) {}
  void add(std::uint64_t pieces) {
    const std::uint64_t done = done_.fetch_add(pieces, std::memory_order_relaxed) + pieces;
    if (backend_.listener_ && std::this_thread::get_id() == thread_)
      backend_.listener_(static_cast<double>(std::min(done, all_)) / static_cast<double>(all_));
  }

 private:
  const Backend& backend_;
  std::uint64_t all_;
  std::thread::id thread_;
  std::atomic<std::uint64_t> done_{0};
};

/// Rows that several ranks search together: each rank makes the rows that it owns, and reads those of others. Implemented by
/// mpi/. All functions that are not const are collective.
class RowShare {
 public:
  virtual ~RowShare() = default;

  virtual bool owns(std::uint64_t row) const = 0;
  /// Whether it owns the row or reads it.
  virtual bool holds(std::uint64_t row) const = 0;
  virtual RankHere here() const = 0;
  /// How many threads this rank should take.
  virtual unsigned threads(unsigned asked) = 0;
  /// Memory that all ranks share, for that many words, zeros at first; nothing if they are on several machines.
  virtual std::span<std::uint64_t> memory(std::uint64_t words, unsigned threads) = 0;
  /// A level is made. `counts` has the new counts of the rows that this rank owns, `before` those that all rows had; afterwards
  /// `counts` has those of all rows, and rows of others that changed and that this rank reads are at row(r).
  virtual void exchange(std::span<std::uint32_t> counts, std::span<const std::uint32_t> before,
                        FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) = 0;
  /// Afterwards the first rank has all rows at row(r); those that it does not own come from their owners.
  virtual void gather(FunctionRef<std::span<std::uint64_t>(std::uint64_t)> row) = 0;
  /// Runs body, which does not communicate, on one rank after the other if they share memory.
  virtual void in_turn(FunctionRef<void()> body) = 0;
  virtual bool any(bool mine) = 0;
  /// Whether a rank was asked to stop; then all are.
  virtual bool stops(RunControl& run) = 0;
};

/// The rows that the next level must look at, of those that this rank makes.
inline std::vector<std::uint32_t> active_rows(const CellSpace& space, const RowCounts& rows, Bitmaps bitmaps,
                                              const RowShare* share) {
  std::vector<std::uint32_t> active;
  for (std::uint64_t row = 0; row < space.rows(); ++row) {
    if (share != nullptr && !share->owns(row)) continue;
    if (rows.is_active(row, space.steps(row), bitmaps == Bitmaps::one)) active.push_back(static_cast<std::uint32_t>(row));
  }
  return active;
}

/// Throws Stopped if a level was not made; of several ranks, if one did not make its part.
inline void throw_if_stopped(RowShare* share, bool stopped, RunControl& run) {
  if (share != nullptr ? !share->any(stopped) : !stopped) return;
  if (share != nullptr) share->stops(run);  // on all ranks
  throw Stopped{};
}

/// Throws ResourceError if wreath was built without MPI.
std::unique_ptr<RowShare> make_row_share(mpi::Communicator& ranks, const CellSpace& space);

std::unique_ptr<Backend> make_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                           std::unique_ptr<RowShare> share = {});
std::unique_ptr<Backend> make_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options);
std::unique_ptr<Backend> make_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start,
                                           const Options& options);
std::unique_ptr<Backend> make_key_backend(const Generators& generators, const Start& start, const StabilizerChain* chain,
                                          const Options& options, RunControl& run);

/// Presentations, whose moves are not all alike.
std::unique_ptr<Backend> make_presentation_backend(const Generators& generators, const Start& start, const Options& options,
                                                   RunControl& run);

/// How much work a GPU is given between two looks at the run. Nothing here decides the answer; tests make everything small.
struct GpuPieces {
  std::uint64_t most_reads = std::uint64_t{1} << 34;   // words of sources, in the form cells; a chain's are half as many
  std::uint64_t least_cells = std::uint64_t{1} << 16;  // that are made
};

// Each throws ResourceError if the bitmaps or the tables do not fit the GPU, and Stopped if the run stops.
/// `share`: several ranks search together, each on a GPU. The constructor does not communicate.
std::unique_ptr<Backend> make_cuda_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                const StopCheck& check, std::unique_ptr<RowShare> share = nullptr,
                                                GpuPieces pieces = {});
std::unique_ptr<Backend> make_cuda_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options,
                                                 StopCheck check, GpuPieces pieces = {});
/// Words of two letters and at most 56 places.
std::unique_ptr<Backend> make_cuda_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start);

/// The least memory for the rows of a search on disk, without the tables of the space.
std::uint64_t least_disk_memory(std::uint64_t row_bytes, std::size_t generators);
/// Of this much memory that is left, what a search takes beside its bitmaps: threads, and the pages of the program itself, which
/// count as memory once they are used.
constexpr std::uint64_t beside_bitmaps(std::uint64_t left, unsigned threads) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  return left > kMebibyte ? std::min(left / 2, 2 * kMebibyte + threads * (kMebibyte / 8)) : 0;
}
/// How much of the memory that is left the rows may take.
constexpr std::uint64_t disk_room(std::uint64_t left, unsigned threads) {
  return left - std::max(left / 10, beside_bitmaps(left, threads));
}
/// What the files will take.
std::uint64_t disk_bytes(std::uint64_t rows, std::uint64_t row_bytes);

/// Throws InputError or ResourceError if the scratch folder cannot be used or has no room.
std::unique_ptr<Backend> make_disk_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                std::uint64_t memory);

}  // namespace wreath::orbit
