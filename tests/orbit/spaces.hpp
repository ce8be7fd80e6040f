// SPDX-License-Identifier: MIT
//
// Spaces for tests, and a search by the definition.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "wreath/orbit/code_search.hpp"

namespace wreath::orbit::test {

/// Numbers modulo a prime: x -> 2x and x -> x+1.
struct Doubling {
  using Code = orbit::Code<1>;
  std::uint64_t prime;
  WREATH_HD unsigned moves() const { return 2; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t*) const {
    return {{(move == 0 ? 2 * x.words[0] : x.words[0] + 1) % prime}};
  }
};

/// The numbers 0..count-1 with moves to anywhere, or, undirected, forward and back by the steps of a table. Few values of the
/// last word, or as many as there are numbers: then many codes differ in other words alone.
template <unsigned Words>
struct Scattered {
  using Code = orbit::Code<Words>;
  std::uint64_t count;
  std::uint64_t last_words;
  std::uint64_t seed;
  std::uint32_t steps;  // of the table, forward and back; 0: directed

  WREATH_HD static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 31) * 0x9E3779B97F4A7C15U;
    return (x ^ x >> 29) * 0xD6E8FEB86659FD93U;
  }
  WREATH_HD Code code_of(std::uint64_t number) const {
    Code code{};
    for (unsigned w = 0; w + 1 < Words; ++w) code.words[w] = w == 0 ? number : mixed(number + w);
    code.words[Words - 1] = Words == 1 ? number : number % last_words;
    return code;
  }
  WREATH_HD unsigned moves() const { return steps == 0 ? 3 : 2 * steps; }
  WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t* tables) const {
    const std::uint64_t number = x.words[0];
    if (steps == 0) return code_of(mixed(number * 3 + move + seed) % count);
    const std::uint64_t step = tables[move / 2] % count;
    return code_of((move % 2 == 0 ? number + step : number + count - step) % count);
  }
};

/// The codes of each level.
inline std::vector<std::vector<std::uint64_t>> levels_by_definition(const CodeMoves& moves,
                                                                    const std::vector<std::uint64_t>& starts) {
  using State = std::vector<std::uint64_t>;
  const std::size_t words = moves.words();
  std::set<State> seen;
  std::vector<std::set<State>> levels(1);
  for (std::size_t at = 0; at < starts.size(); at += words) {
    const State start(starts.begin() + static_cast<std::ptrdiff_t>(at), starts.begin() + static_cast<std::ptrdiff_t>(at + words));
    seen.insert(start);
    levels[0].insert(start);
  }
  while (true) {
    std::set<State> next;
    for (const State& state : levels.back()) {
      std::vector<std::uint64_t> products(moves.moves() * words);
      moves.act(state.data(), 1, products.data());
      for (std::size_t m = 0; m < moves.moves(); ++m) {
        const State made(products.begin() + static_cast<std::ptrdiff_t>(m * words),
                         products.begin() + static_cast<std::ptrdiff_t>((m + 1) * words));
        if (seen.insert(made).second) next.insert(made);
      }
    }
    if (next.empty()) break;
    levels.push_back(std::move(next));
  }
  std::vector<std::vector<std::uint64_t>> flat;
  for (const auto& level : levels) {
    std::vector<std::uint64_t>& codes = flat.emplace_back();
    for (const State& state : level) codes.insert(codes.end(), state.begin(), state.end());
  }
  return flat;
}

}  // namespace wreath::orbit::test
