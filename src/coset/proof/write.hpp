// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "coset/proof/journal.hpp"
#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

/// Writes the proof that the enumeration with this journal gives the index. Throws LimitReached if the run is stopped first.
void write_index_proof(const std::string& path, const Problem& problem, const System& system, const Journal& journal,
                       std::uint64_t index, RunControl& run);

}  // namespace wreath::coset
