// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "coset/backend.hpp"
#include "coset/table.hpp"

namespace wreath::coset {

/// HLT's bulk operations on the GPU. The rows of the table, which has no coincidences to be settled, are copied there; the table
/// and the system must outlive it. max_rows: the most rows; 0: what fits in the GPU's memory. Throws ResourceError.
std::unique_ptr<Backend> make_cuda_backend(CosetTable& table, const System& system, std::uint64_t max_rows);

}  // namespace wreath::coset
