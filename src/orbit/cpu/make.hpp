// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace wreath::orbit
