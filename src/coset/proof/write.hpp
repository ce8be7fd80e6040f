// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "coset/proof/journal.hpp"
#include "wreath/coset/enumeration.hpp"

namespace wreath::coset {

/// Throws InputError if these words of a problem cannot be in a proof: its checkers allow 2^24 letters, and some names of
/// letters.
void require_provable(const Problem& problem, std::span<const Word> words = {});

/// Writes the proof of a claim that follows from the table of the enumeration with this journal, which has that many rows;
/// pruned: without the steps that the table does not need. Throws LimitReached if the run is stopped first.
void write_table_proof(const std::string& path, const Problem& problem, const System& system, const Journal& journal,
                       std::uint64_t rows, const std::string& claim, bool pruned, RunControl& run);
/// Likewise, that two words lead from the subgroup to one coset.
void write_path_proof(const std::string& path, const Problem& problem, const System& system, const Journal& journal,
                      const Word& u, const Word& v, RunControl& run);
/// That two words act differently on some points, from 0 on. image(x, i): of point i under letter x.
void write_quotient_proof(const std::string& path, const Problem& problem, std::uint64_t points,
                          const std::function<std::uint64_t(Letter, std::uint64_t)>& image, const Word& u, const Word& v);

}  // namespace wreath::coset
