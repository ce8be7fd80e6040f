// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "coset/backend.hpp"
#include "coset/table.hpp"

namespace wreath::coset {

/// HLT's bulk operations on the GPU. The rows of the table, which has no coincidences to be settled, are copied there; the table
/// and the system must outlive it. most: as Backend::limit_rows() has it. Throws ResourceError.
std::unique_ptr<Backend> make_cuda_backend(CosetTable& table, const System& system, std::uint64_t most);

}  // namespace wreath::coset
