// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "orbit/backend.hpp"
#include "orbit/plan.hpp"
#include "orbit/row_share.hpp"

namespace wreath::orbit {

// Each throws ResourceError if the bitmaps or the tables do not fit the GPU, and Stopped as the check says.
/// `share`: several ranks search together, each on a GPU. The constructor does not communicate.
std::unique_ptr<Backend> make_cuda_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                const StopCheck& check, std::unique_ptr<RowShare> share = nullptr);
std::unique_ptr<Backend> make_cuda_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options,
                                                 StopCheck check);
/// Words of two letters and at most 56 places.
std::unique_ptr<Backend> make_cuda_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start);

}  // namespace wreath::orbit
