// SPDX-License-Identifier: MIT
#include "core/proof/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath {

std::string proof_word(std::span<const word::Letter> word, std::span<const std::string> names) {
  if (word.empty()) return "1";
  const std::size_t period = word::period_of(word);
  std::string text;
  for (const word::Letter x : word.first(period)) text += (text.empty() ? "" : " ") + names[x];
  return period == word.size() ? text : fmt::format("({})^{}", text, word.size() / period);
}

void require_proof_names(std::span<const std::string> names) {
  const auto allows = [](char c) { return c > ' ' && c <= '~' && c != '(' && c != ')'; };
  for (const std::string& name : names) {
    if (name == "1" || name == "=" || !std::ranges::all_of(name, allows))
      throw InputError(fmt::format("a proof cannot name the letter '{}': choose a name without spaces and parentheses", name));
  }
}

}  // namespace wreath
