// SPDX-License-Identifier: MIT
#include "wreath/group/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/run/given_run.hpp"
#include "group/products.hpp"

namespace wreath::group {

Natural Program::length() const {
  if (!result) return 0;
  std::vector<Natural> lengths(generators, Natural(1));
  for (const auto& [a, b] : lines) lengths.push_back(b == kInverse ? lengths[a] : lengths[a] + lengths[b]);
  return lengths[*result];
}

std::optional<std::vector<std::int64_t>> Program::word(std::uint64_t most) const {
  if (length() > Natural(most)) return {};
  std::vector<std::int64_t> letters;
  if (!result) return letters;
  struct Part {
    std::uint32_t value;
    bool inverted;
  };
  std::vector<Part> parts{{*result, false}};  // the last of them comes first in the word
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    if (part.value < generators) {
      letters.push_back(part.inverted ? -std::int64_t{part.value} - 1 : std::int64_t{part.value} + 1);
      continue;
    }
    const auto [a, b] = lines[part.value - generators];
    if (b == kInverse) {
      parts.push_back({a, !part.inverted});
    } else {
      parts.push_back({part.inverted ? a : b, part.inverted});
      parts.push_back({part.inverted ? b : a, part.inverted});
    }
  }
  std::vector<std::int64_t> reduced;
  for (const std::int64_t letter : letters) {
    if (!reduced.empty() && reduced.back() == -letter) {
      reduced.pop_back();
    } else {
      reduced.push_back(letter);
    }
  }
  return reduced;
}

std::string print_word(const std::vector<std::int64_t>& word, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < word.size();) {
    std::size_t end = i;
    while (end < word.size() && word[end] == word[i]) ++end;
    const auto power = static_cast<std::int64_t>(end - i) * (word[i] < 0 ? -1 : 1);
    if (!text.empty()) text += "*";
    text += names[static_cast<std::size_t>(std::abs(word[i]) - 1)];
    if (power != 1) text += fmt::format("^{}", power);
    i = end;
  }
  return text.empty() ? "()" : text;
}

std::string Program::text(const std::vector<std::string>& names) const {
  const auto name = [&](std::uint32_t value) {
    return value < generators ? names[value] : fmt::format("x{}", value - generators + 1);
  };
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto [a, b] = lines[i];
    text += b == kInverse ? fmt::format("x{} = {}^-1\n", i + 1, name(a)) : fmt::format("x{} = {}*{}\n", i + 1, name(a), name(b));
  }
  return text + (result ? name(*result) : "()") + "\n";
}

Permutation evaluate(const Program& program, const Generators& generators, const Machine& machine, RunControl* run) {
  if (program.generators != generators.images.size())
    throw InputError(
        fmt::format("the program is in {} generators, and there are {}", program.generators, generators.images.size()));
  const std::size_t first = program.generators;
  std::vector<std::size_t> last(first + program.lines.size());  // the line that uses a value last
  for (std::size_t i = 0; i < program.lines.size(); ++i) {
    const auto [a, b] = program.lines[i];
    if (a >= first + i || (b >= first + i && b != kInverse))
      throw InputError("a line of the program uses a value that is not made before it");
    last[a] = i;
    if (b != kInverse) last[b] = i;
  }
  if (program.result && *program.result >= last.size()) throw InputError("the program has no such value as its result");
  Permutation made(generators.degree);
  std::iota(made.begin(), made.end(), Point{0});
  if (!program.result) return made;
  last[*program.result] = program.lines.size();
  or_limit_reached([&] {
    Products products(machine, run);
    std::vector<Images> values(program.lines.size());
    const auto value = [&](std::uint32_t number) -> std::span<const Point> {
      return number < first ? std::span<const Point>(generators.images[number])
                            : std::span<const Point>(std::as_const(values[number - first]).span());
    };
    for (std::size_t i = 0; i < program.lines.size(); ++i) {
      const auto [a, b] = program.lines[i];
      values[i] = Images(generators.degree);
      products.look();
      if (b == kInverse) {
        products.inverse(value(a), values[i].span());
      } else {
        products.multiply(value(a), value(b), values[i].span());
      }
      if (a >= first && last[a] == i) values[a - first] = Images();
      if (b != kInverse && b >= first && last[b] == i) values[b - first] = Images();
    }
    std::ranges::copy(value(*program.result), made.begin());
  });
  return made;
}

}  // namespace wreath::group
