// SPDX-License-Identifier: MIT
//
// States that are presentations (relators.hpp), as States and as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/run/stop_check.hpp"
#include "orbit/spaces/relators.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::orbit {

/// A State has the lengths of the two relators, then their letters, then zeros: generators.degree + 2 numbers.
State state_of_pair(const RelatorPair& pair, std::uint32_t cap);
RelatorPair pair_of_state(const State& state);
/// Whether presentations that differ by the names of the generators are one state.
inline bool has_renamings(const Generators& generators) {
  return generators.modulus > 1;
}

/// The relators as they are written, cyclically reduced but neither rotated nor inverted. Throws InputError.
std::pair<Relator, Relator> parse_relators(std::string_view text, const Generators& generators);
std::string print_relator(const Relator& word);  // "abA"; 1 if there is none

/// Of StopCheck::spend, for each move that is made.
inline constexpr std::uint64_t kRelatorMoveSteps = 64;
/// A move that leads from one state to the next, if there is one. Throws Stopped.
std::optional<RelatorMove> find_relator_step(const RelatorPair& from, const RelatorPair& to, const Generators& generators,
                                             StopCheck& check);

}  // namespace wreath::orbit
