// SPDX-License-Identifier: MIT
#include "word/completion/normal_form_language.hpp"

#include <array>

#include "word/automata/explore.hpp"
#include "word/automata/minimise.hpp"

namespace wreath::word {

automata::Dfa normal_form_language(const RewritingSystem& system, const automata::Limits& limits) {
  const RuleIndex& index = system.index();
  const auto letters = static_cast<std::uint32_t>(system.letters());
  const std::array<std::uint32_t, 1> start{RuleIndex::kStart};
  const automata::Dfa raw = automata::explore(
      letters, start,
      [&](automata::Key key, auto emit) {
        for (std::uint32_t x = 0; x < letters; ++x) {
          const std::array<std::uint32_t, 1> next{index.next(key[0], static_cast<Letter>(x))};
          if (index.match(next[0]) == kNoRule) emit(static_cast<automata::Symbol>(x), next);
        }
      },
      [](automata::Key) { return automata::Label{1}; }, limits);
  return automata::minimise(raw, limits);
}

}  // namespace wreath::word
