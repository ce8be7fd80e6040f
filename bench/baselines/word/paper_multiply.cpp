// SPDX-License-Identifier: MIT
#include "bench/baselines/word/paper_multiply.hpp"

#include <algorithm>

namespace wreath::word {

PaperTables::PaperTables(const StructureView& structure)
    : letters(structure.letters()),
      states(structure.multiplier.states()),
      label(structure.multiplier.labels.begin(), structure.multiplier.labels.end()),
      letter_label(structure.letter_labels.begin(), structure.letter_labels.end()) {
  constexpr std::uint32_t kMostStates = 4096;
  if (states > kMostStates) {
    throw ResourceError("the multiplier has " + std::to_string(states) + " states; path doubling takes matrices of at most " +
                        std::to_string(kMostStates) + ": use the algorithm `scan`");
  }
  const automata::PairSymbols pairs{letters};
  edge.assign((letters + 1) * entries(), kNoPath);
  for (automata::State state = 0; state < states; ++state) {
    const auto symbols = structure.multiplier.table.symbols(state);
    const auto targets = structure.multiplier.table.targets(state);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      edge[(std::size_t{pairs.first(symbols[i])} * states + state) * states + targets[i]] =
          static_cast<PathEntry>(pairs.second(symbols[i]));
    }
    edge[(std::size_t{letters} * states + state) * states + state] = static_cast<PathEntry>(letters);
  }
}

PaperLevels::PaperLevels(std::size_t size) {
  for (; length <= size; length *= 2) ++top;
}

void PaperMultiplier::fill(const Word& u, const PaperLevels& levels) {
  const std::size_t s = tables_.states;
  paths_.assign(levels.begin(levels.top + 1) * tables_.entries(), kNoPath);
  for (std::size_t k = 0; k < levels.length; ++k) {
    const std::size_t x = k < u.size() ? u[k] : tables_.letters;
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t f = 0; f < s; ++f) {
        if (k > u.size() && i != f) continue;
        paths_[k * s * s + i * s + f] = tables_.edge[(x * s + i) * s + f];
      }
    }
  }
}

/// The level's paths, from those of the level below.
void PaperMultiplier::double_paths(const PaperLevels& levels, std::uint32_t level) {
  const std::size_t s = tables_.states;
  for (std::size_t p = 0; p < levels.length >> level; ++p) {
    const PathEntry* const left = paths_.data() + (levels.begin(level - 1) + 2 * p) * s * s;
    const PathEntry* const right = left + s * s;
    PathEntry* const path = paths_.data() + (levels.begin(level) + p) * s * s;
    for (std::size_t i = 0; i < s; ++i) {
      for (std::size_t middle = 0; middle < s; ++middle) {
        if (left[i * s + middle] == kNoPath) continue;
        for (std::size_t f = 0; f < s; ++f) {
          if (right[middle * s + f] != kNoPath) path[i * s + f] = static_cast<PathEntry>(middle);
        }
      }
    }
  }
}

Word PaperMultiplier::times(const Word& u, Letter g) {
  const std::size_t s = tables_.states;
  const PaperLevels levels(u.size());
  fill(u, levels);
  for (std::uint32_t level = 1; level <= levels.top; ++level) double_paths(levels, level);
  const auto at = [&](std::uint32_t level, std::size_t p, std::size_t i, std::size_t f) {
    return paths_[(levels.begin(level) + p) * s * s + i * s + f];
  };
  std::vector<std::uint32_t> state(levels.length + 1, 0);  // between the positions
  std::uint32_t last = 0;
  while (last < s && (at(levels.top, 0, 0, last) == kNoPath || tables_.label[last] != tables_.letter_label[g])) ++last;
  if (last == s) throw InternalError("a normal form has no product with a generator: the automatic structure is not verified");
  state[levels.length] = last;
  for (std::uint32_t level = levels.top; level != 0; --level) {
    const std::size_t step = std::size_t{1} << level;
    for (std::size_t p = 0; p < levels.length >> level; ++p) {
      state[p * step + step / 2] = at(level, p, state[p * step], state[(p + 1) * step]);
    }
  }
  Word product;
  for (std::size_t k = 0; k < levels.length; ++k) {
    const PathEntry y = at(0, k, state[k], state[k + 1]);
    if (y != tables_.letters) product.push_back(static_cast<Letter>(y));
  }
  return product;
}

Word PaperMultiplier::reduce(std::span<const Letter> word) {
  Word product;
  for (const Letter g : word) product = times(product, g);
  return product;
}

}  // namespace wreath::word
