// SPDX-License-Identifier: MIT
//
// The moves of presentations on the CPU: those of RelatorSpace, found by a table.
//
// Of the hundreds of products of rotations of two relators a few are short enough. Which they are follows from how many letters
// cancel, and these numbers are runs of equal letters along the diagonals of a table whose rows are the letters of one relator
// and whose columns are those of the other: one pass fills it, and only products that are short enough are made.
#include <algorithm>
#include <array>

#include "orbit/spaces/presentations.hpp"
#include "orbit/spaces/relator_space.hpp"

namespace wreath::orbit {

namespace {

class HostRelatorMoves final : public SpaceMoves<RelatorSpace> {
 public:
  using SpaceMoves<RelatorSpace>::SpaceMoves;

  void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const override {
    const unsigned moves = space_.moves();
    for (std::size_t i = 0; i < count; ++i) {
      for (unsigned m = 0; m < moves; ++m) {
        products[2 * (m * count + i)] = codes[2 * i];
        products[2 * (m * count + i) + 1] = codes[2 * i + 1];
      }
      const RelatorPair pair = pair_of(Code<2>{{codes[2 * i], codes[2 * i + 1]}});
      visit_moves(pair, [&](unsigned number, const Code<2>& found) {
        products[2 * (number * count + i)] = found.words[0];
        products[2 * (number * count + i) + 1] = found.words[1];
      });
    }
  }

 private:
  /// visit(number, code) for the moves that lead to a state.
  template <class Visit>
  void visit_moves(const RelatorPair& pair, const Visit& visit) const {
    // Of the relators that are kept, if names do not count.
    const RenamedForms forms[2] = {forms_of(pair.second), forms_of(pair.first)};
    for (unsigned way = 0; way < 4; ++way) {
      const bool second = (way & 2) != 0;
      const Relator& replaced = second ? pair.second : pair.first;
      const Relator kept = second ? pair.first : pair.second;
      const Relator factor = (way & 1) != 0 ? inverse_of(kept) : kept;
      const std::uint32_t n = replaced.length;
      const std::uint32_t m = factor.length;
      const std::uint32_t least = std::min(n, m);
      const std::uint32_t needed = n + 2 * m > space_.cap ? (n + 2 * m - space_.cap + 1) / 2 : 0;
      const Table runs = make_runs(replaced, factor);
      for (std::uint32_t at = 0; at < n; ++at) {
        const auto& cancelled = runs[at == 0 ? n - 1 : at - 1];
        const auto& back = runs[at];
        for (std::uint32_t other = 0; other < m; ++other) {
          const std::uint32_t run = std::min<std::uint32_t>(cancelled[other], least);
          if (run < needed && run < least) continue;
          if (back[other == 0 ? m - 1 : other - 1] != 0 && !(run == least && at == 0)) continue;
          Relator product;
          const RelatorMove move{.second = second, .inverted = (way & 1) != 0, .at = at, .other_at = other, .between = {}};
          if (!multiplied(pair, move, space_.cap, product)) continue;
          visit(4 * (at * m + other) + way, code_of(space_.renamings ? least_pair(product, forms[second ? 1 : 0])
                                                                     : ordered(canonical_relator(product), kept)));
        }
      }
    }
  }

  RenamedForms forms_of(const Relator& kept) const { return RenamedForms(space_.renamings ? kept : Relator{}); }

  static constexpr std::size_t kMostLetters = RelatorPair::kMostLetters;
  using Table = std::array<std::array<std::uint8_t, kMostLetters>, kMostLetters>;

  /// How many letters cancel if the first word ends with its letter i, and the second begins with its letter j: at most all of
  /// the shorter one count.
  static Table make_runs(const Relator& first, const Relator& second) {
    Table runs;
    const std::uint32_t n = first.length;
    const std::uint32_t m = second.length;
    const std::uint32_t most = std::min(n, m);
    std::array<std::uint8_t, kMostLetters> x;
    std::array<std::uint8_t, kMostLetters> y;
    for (std::uint32_t i = 0; i < n; ++i) x[i] = static_cast<std::uint8_t>(first.letter(i) ^ 3U);
    for (std::uint32_t j = 0; j < m; ++j) y[j] = static_cast<std::uint8_t>(second.letter(j));
    // A run that goes round the shorter word once is as long as runs get; so the rows are gone through until then.
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < m; ++j) runs[i][j] = 0;
    }
    for (std::uint32_t step = 0; step < n + most; ++step) {
      const std::uint32_t i = step % n;
      const auto& before = runs[i == 0 ? n - 1 : i - 1];
      std::array<std::uint8_t, kMostLetters> row;
      for (std::uint32_t j = 0; j < m; ++j) {
        const std::uint32_t next = j + 1 == m ? 0 : j + 1;
        row[j] = x[i] == y[j] ? static_cast<std::uint8_t>(std::min<std::uint32_t>(before[next] + 1U, most)) : 0;
      }
      std::copy_n(row.begin(), m, runs[i].begin());
    }
    return runs;
  }
};

}  // namespace

std::shared_ptr<const CodeMoves> make_host_relator_moves(const Generators& generators) {
  return std::make_shared<HostRelatorMoves>(RelatorSpace{generators.degree, has_renamings(generators)},
                                            std::vector<std::uint64_t>{}, true);
}

}  // namespace wreath::orbit
