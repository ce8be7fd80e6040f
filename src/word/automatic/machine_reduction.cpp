// SPDX-License-Identifier: MIT
//
// The search runs as in the word acceptor (word_acceptor.hpp): for each place the differences between the word u, from some start
// on, and a word v that begins there. Here each also remembers its predecessor and the letter of v, so that v can be read off
// backwards when the difference comes back to the identity with v the smaller.
#include <algorithm>

#include "word/automatic/differences.hpp"
#include "word/automatic/standings.hpp"

namespace wreath::word {

namespace {

struct Reached {
  Difference before = 0;
  std::uint32_t letter = 0;  // of v, or the padding
  Standing standing = kAbsent;
  bool fresh = false;  // v begins here
};

class Search {
 public:
  Search(const Word& word, const DifferenceMachine& machine) : word_(word), machine_(machine), pad_(machine.pairs().pad()) {}

  /// Replaces a subword by a smaller one that equals it; false where the machine sees none.
  bool replace(Word& word, std::vector<Equation>* used) {
    for (std::size_t i = 0; i < word_.size(); ++i) {
      layers_.emplace_back(machine_.size());
      if (read(i)) {
        splice(word, i, used);
        return true;
      }
    }
    return false;
  }

 private:
  bool read(std::size_t i) {
    if (reach(i, 0, kAbsent)) return true;
    if (i == 0) return false;
    for (Difference d = 1; d < machine_.size(); ++d)
      if (layers_[i - 1][d].standing != kAbsent && reach(i, d, layers_[i - 1][d].standing)) return true;
    return false;
  }

  /// Follows all edges from d that read the i-th letter of u. `standing` is kAbsent where v begins.
  bool reach(std::size_t i, Difference d, Standing standing) {
    const std::uint32_t x = word_[i];
    for (const auto& [symbol, target] : machine_.edges(d)) {
      if (machine_.pairs().first(symbol) != x) continue;
      const std::uint32_t y = machine_.pairs().second(symbol);
      if (y != pad_ && (standing == kEnded || (standing == kAbsent && y == x))) continue;
      Standing next = standing;
      if (y == pad_) {
        next = kEnded;
      } else if (standing == kAbsent) {
        next = y < x ? kLess : kGreater;
      }
      if (target == 0 && next == kGreater) continue;
      Reached& entry = layers_[i][target];
      if (next >= entry.standing) continue;
      entry = {d, y, next, standing == kAbsent};
      if (target == 0) return true;
    }
    return false;
  }

  void splice(Word& word, std::size_t last, std::vector<Equation>* used) {
    Word smaller;
    std::size_t first = last;
    Difference d = 0;
    while (true) {
      const Reached& entry = layers_[first][d];
      if (entry.letter != pad_) smaller.push_back(static_cast<Letter>(entry.letter));
      if (entry.fresh) break;
      d = entry.before;
      --first;
    }
    std::ranges::reverse(smaller);
    const auto begin = word.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = word.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    if (used != nullptr) used->emplace_back(Word(begin, end), smaller);
    Word result(word.begin(), begin);
    result.insert(result.end(), smaller.begin(), smaller.end());
    result.insert(result.end(), end, word.end());
    word = std::move(result);
  }

  const Word word_;
  const DifferenceMachine& machine_;
  std::uint32_t pad_;
  std::vector<std::vector<Reached>> layers_;
};

}  // namespace

void reduce_by_machine(Word& word, const DifferenceMachine& machine, std::vector<Equation>* used) {
  while (Search(word, machine).replace(word, used)) {
  }
}

}  // namespace wreath::word
