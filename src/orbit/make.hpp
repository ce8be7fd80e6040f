// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "orbit/backend.hpp"
#include "orbit/plan.hpp"
#include "orbit/row_share.hpp"

namespace wreath::orbit {

std::unique_ptr<Backend> make_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                           std::unique_ptr<RowShare> share = {});
std::unique_ptr<Backend> make_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options);
std::unique_ptr<Backend> make_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start,
                                           const Options& options);
std::unique_ptr<Backend> make_key_backend(const Generators& generators, const Start& start, const StabilizerChain* chain,
                                          const Options& options);

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
