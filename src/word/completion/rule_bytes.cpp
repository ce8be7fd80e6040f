// SPDX-License-Identifier: MIT
#include "word/completion/rule_bytes.hpp"

#include <fmt/format.h>

#include "wreath/run.hpp"

namespace wreath::word {

std::vector<std::byte> pack_rules(const std::vector<Equation>& rules) {
  std::vector<std::byte> bytes;
  const auto add = [&](const Word& word) {
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::byte>(word.size() >> shift & 255));
    for (const Letter x : word) bytes.push_back(static_cast<std::byte>(x));
  };
  for (const auto& [u, v] : rules) {
    add(u);
    add(v);
  }
  return bytes;
}

std::vector<Equation> unpack_rules(std::span<const std::byte> bytes, std::size_t letters, const std::string& source) {
  const auto take = [&](std::size_t count) {
    if (count > bytes.size()) throw InputError(fmt::format("{}: the checkpoint is damaged", source));
    const auto piece = bytes.first(count);
    bytes = bytes.subspan(count);
    return piece;
  };
  const auto take_word = [&] {
    std::size_t length = 0;
    const auto size = take(4);
    for (std::size_t i = 0; i < 4; ++i) length |= std::to_integer<std::size_t>(size[i]) << 8 * i;
    Word word;
    for (const std::byte x : take(length)) {
      word.push_back(std::to_integer<Letter>(x));
      if (word.back() >= letters) throw InputError(fmt::format("{}: the checkpoint is damaged", source));
    }
    return word;
  };
  std::vector<Equation> rules;
  while (!bytes.empty()) {
    Word u = take_word();
    rules.emplace_back(std::move(u), take_word());
  }
  return rules;
}

}  // namespace wreath::word
