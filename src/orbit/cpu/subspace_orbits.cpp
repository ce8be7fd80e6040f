// SPDX-License-Identifier: MIT
//
// All subspaces of a dimension, in the order of their echelon forms, and the orbit of each that is not in an orbit before.
//
// An echelon form is a choice of the columns in which rows begin, and of any elements at the free places: behind the beginning of
// a row, in columns where no row begins.
#include <fmt/format.h>

#include <algorithm>

#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces/state_moves.hpp"
#include "wreath/orbit/action.hpp"

namespace wreath::orbit {

namespace {

/// visit(state) for the echelon forms whose rows begin in these columns.
template <class Visit>
void for_echelon_forms(const std::vector<std::uint32_t>& leads, std::uint32_t columns, std::uint32_t order, const Visit& visit) {
  State state(leads.size() * columns);
  std::vector<std::size_t> free;
  for (std::size_t row = 0; row < leads.size(); ++row) {
    state[row * columns + leads[row]] = 1;
    for (std::uint32_t column = leads[row] + 1; column < columns; ++column) {
      if (!std::ranges::binary_search(leads, column)) free.push_back(row * columns + column);
    }
  }
  while (true) {
    visit(state);
    std::size_t at = 0;
    while (at < free.size() && ++state[free[at]] == order) state[free[at++]] = 0;
    if (at == free.size()) return;
  }
}

Natural subspaces(std::uint32_t columns, std::uint32_t dimension, std::uint32_t order) {
  std::vector<Natural> count(dimension + 1, Natural(0));  // Pascal: [n, k] = [n-1, k-1] + q^k [n-1, k]
  count[0] = 1;
  for (std::uint32_t n = 1; n <= columns; ++n) {
    for (std::uint32_t k = std::min(n, dimension); k > 0; --k) {
      for (std::uint32_t i = 0; i < k; ++i) count[k] *= order;
      count[k] += count[k - 1];
    }
  }
  return count[dimension];
}

}  // namespace

std::vector<SubspaceOrbit> subspace_orbits(const Generators& generators, std::uint32_t dimension, unsigned threads,
                                           RunControl* given) {
  GivenRun run(given);
  require_valid(generators);
  const std::uint32_t columns = generators.degree;
  if (generators.moves != Moves::matrices || !ring_of(generators).is_field() || generators.modulus > 256)
    throw InputError("orbits of subspaces need matrices over a field of at most 256 elements");
  if (dimension < 1 || dimension > columns)
    throw InputError(fmt::format("there are no subspaces of dimension {}: it must be from 1 to {}", dimension, columns));
  const Start start{.kind = Start::Kind::subspace, .state = State(std::size_t{dimension} * columns)};
  const KeyCodec codec = codec_of(generators, start);
  const auto moves = make_host_state_moves(generators, codec, start.kind);
  std::vector<SubspaceOrbit> orbits;
  std::uint64_t total = 0;
  or_limit_reached([&] {
    const auto timer = run->phase("search");
    std::unique_ptr<CodeLevels> levels;
    std::vector<std::uint32_t> leads(dimension);
    std::vector<bool> chosen(columns);
    std::fill_n(chosen.begin(), dimension, true);
    StopCheck check(run);
    do {
      leads.clear();
      for (std::uint32_t column = 0; column < columns; ++column) {
        if (chosen[column]) leads.push_back(column);
      }
      for_echelon_forms(leads, columns, generators.modulus, [&](const State& state) {
        check.spend(16);
        CodeList code;
        with_key_words(codec.words(), [&](auto width) {
          const auto key = codec.template pack<width.value>(state.data());
          code.assign(key.words, key.words + width.value);
        });
        if (levels == nullptr) {
          levels = make_code_levels(moves, code, false, threads, false);
        } else if (!levels->restart(code.data())) {
          return;
        }
        std::uint64_t size = 1;
        while (const std::uint64_t found = levels->expand(run)) size += found;
        orbits.push_back({state, size});
        total += size;
        run->report({"search", total, 0, "subspaces"});
      });
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
  });
  if (const Natural all = subspaces(columns, dimension, generators.modulus); all != Natural(total))
    throw InternalError(fmt::format("the orbits have {} subspaces together, and there are {}", total, all.text()));
  return orbits;
}

}  // namespace wreath::orbit
