// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "orbit/backend.hpp"
#include "orbit/plan.hpp"
#include "orbit/row_share.hpp"

namespace wreath::orbit {

/// How much work a GPU is given between two looks at the run. Nothing here decides the answer; tests make everything small.
struct GpuPieces {
  std::uint64_t most_reads = std::uint64_t{1} << 34;   // words of sources, in the form cells; a chain's are half as many
  std::uint64_t least_cells = std::uint64_t{1} << 16;  // that are made
};

// Each throws ResourceError if the bitmaps or the tables do not fit the GPU, and Stopped as the check says.
/// `share`: several ranks search together, each on a GPU. The constructor does not communicate.
std::unique_ptr<Backend> make_cuda_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                const StopCheck& check, std::unique_ptr<RowShare> share = nullptr,
                                                GpuPieces pieces = {});
std::unique_ptr<Backend> make_cuda_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options,
                                                 StopCheck check, GpuPieces pieces = {});
/// Words of two letters and at most 56 places.
std::unique_ptr<Backend> make_cuda_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start);

}  // namespace wreath::orbit
