// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "word/automata/dfa.hpp"
#include "wreath/natural.hpp"

namespace wreath::word::automata {

bool is_empty(const Dfa& dfa);
bool is_finite(const Dfa& dfa);
/// The number of accepted words; nothing where they are infinitely many. Throws LimitReached.
std::optional<Natural> language_size(const Dfa& dfa, const Limits& limits = {});
/// Counts the accepted words of length 0, 1, 2, ...
class CountsByLength {
 public:
  explicit CountsByLength(const Dfa& dfa);
  /// The number of words of the next length. Throws LimitReached, and is of no use then.
  Natural next(const Limits& limits = {});
  /// Whether there are no words of the next length, nor longer ones.
  bool exhausted() const;

 private:
  Dfa useful_;
  std::vector<Natural> now_;  // the number of words of this length that lead to each state
  std::vector<Natural> next_;
};
/// The number of accepted words of each length 0..longest.
std::vector<Natural> count_by_length(const Dfa& dfa, std::size_t longest, const Limits& limits = {});

/// Calls visit for the accepted words of length shortest..longest, in ShortLex order, until it returns false.
void for_each_word(const Dfa& dfa, std::size_t shortest, std::size_t longest, const std::function<bool(const SymbolWord&)>& visit,
                   const Limits& limits = {});

}  // namespace wreath::word::automata
