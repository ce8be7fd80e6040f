// SPDX-License-Identifier: MIT
//
// Families whose hyperbolicity a theorem decides by a look at the relators.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>

#include "core/words/words.hpp"
#include "word/geometry/coxeter_diagram.hpp"
#include "word/geometry/hyperbolic_proof.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kMaxConnectedSets = 20'000;  // of a diagram: a fraction of a second

std::string names(const Relators& relators, const Nodes& nodes) {
  std::vector<std::string> texts;
  for (const std::uint32_t node : nodes) texts.push_back(relators.name(node));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Hyperbolicity decide_coxeter(const Relators& relators, const CoxeterDiagram& diagram, std::string_view prefix) {
  const auto obstacle = find_obstacle(diagram, kMaxConnectedSets);
  if (!obstacle) return {};
  if (!obstacle->affine.empty()) {
    return answer_with_proof(Answer::no, fmt::format("{}the special subgroup of {} is affine: it contains Z^{}", prefix,
                                                     names(relators, obstacle->affine), obstacle->affine.size() - 1));
  }
  if (!obstacle->infinite.empty()) {
    return answer_with_proof(
        Answer::no, fmt::format("{}the special subgroups of {} and of {} are infinite and commute: they contain Z^2", prefix,
                                names(relators, obstacle->infinite), names(relators, obstacle->commuting)));
  }
  return answer_with_proof(
      Answer::yes, fmt::format("{}Moussong's theorem: no special subgroup is affine with 3 generators or more, and no two "
                               "infinite ones commute",
                               prefix));
}

/// The diagram if the relators are those of a Coxeter group.
std::optional<CoxeterDiagram> coxeter_diagram(const Relators& relators) {
  const Generators& generators = relators.generators;
  const std::size_t size = generators.size();
  std::vector<bool> is_reflection(size);
  for (std::size_t x = 0; x < size; ++x) is_reflection[x] = generators.is_involution(x);
  for (const Word& word : relators.words) {
    const std::int64_t exponent = exponent_of(word, generators);
    if (exponent == 0) continue;
    if (word.size() != 2) return std::nullopt;
    is_reflection[generators.of[word[0]]] = true;
  }
  if (std::ranges::find(is_reflection, false) != is_reflection.end()) return std::nullopt;
  CoxeterDiagram diagram{std::vector(size, std::vector<std::uint64_t>(size))};
  for (const Word& word : relators.words) {
    const std::uint32_t x = generators.of[word[0]];
    if (exponent_of(word, generators) != 0) continue;
    const std::uint32_t y = generators.of[word[1]];
    if (word.size() % 2 != 0 || word.size() < 4 || x == y) return std::nullopt;
    for (std::size_t i = 0; i < word.size(); ++i)  // signs mean nothing
      if (generators.of[word[i]] != (i % 2 == 0 ? x : y)) return std::nullopt;
    diagram.labels[x][y] = diagram.labels[y][x] = std::gcd(diagram.labels[x][y], std::uint64_t{word.size() / 2});
    if (diagram.labels[x][y] == 1) return std::nullopt;  // x = y
  }
  return diagram;
}

/// m if the relator is xyx... = yxy... with m letters on both sides; otherwise 0.
std::size_t artin_label(const Word& word, const Generators& generators) {
  const std::size_t size = word.size();
  for (std::size_t turn = 0; turn < size && size % 2 == 0; ++turn) {
    const Word turned = rotated(word, turn);
    const auto [x, y] = std::pair(turned[0], turned[1]);
    if (size < 4 || generators.of[x] == generators.of[y] || generators.sign[x] < 0 || generators.sign[y] < 0) continue;
    Word expected;
    for (std::size_t i = 0; i < size / 2; ++i) expected.push_back(i % 2 == 0 ? x : y);
    Word other;
    for (std::size_t i = 0; i < size / 2; ++i) other.push_back(i % 2 == 0 ? y : x);
    if (turned == joined(expected, inverted(other, generators.inverses))) return size / 2;
  }
  return 0;
}

/// The exponents p and q of a relator that is x^p * y^q on a circle.
std::optional<std::pair<Syllable, Syllable>> two_powers(const Word& word, const Generators& generators) {
  std::vector<Syllable> syllables = syllables_of(word, generators);
  if (syllables.size() == 3 && syllables[0].generator == syllables[2].generator) {
    syllables[0].exponent += syllables[2].exponent;
    syllables.pop_back();
  }
  return syllables.size() == 2 ? std::optional(std::pair(syllables[0], syllables[1])) : std::nullopt;
}

}  // namespace

Hyperbolicity coxeter_hyperbolicity(const Relators& relators) {
  const auto diagram = coxeter_diagram(relators);
  return diagram ? decide_coxeter(relators, *diagram, "") : Hyperbolicity();
}

Hyperbolicity von_dyck_hyperbolicity(const Relators& relators) {
  const Generators& generators = relators.generators;
  if (generators.size() != 2) return {};
  std::array<std::uint64_t, 3> orders{};  // of both generators and their product
  for (std::size_t x = 0; x < 2; ++x) orders[x] = generators.is_involution(x) ? 2 : 0;
  int sign = 0;  // of the second generator in the product, where the first has 1: of those that are not involutions
  for (const Word& word : relators.words) {
    if (exponent_of(word, generators) != 0) {
      std::uint64_t& order = orders[generators.of[word[0]]];
      order = std::gcd(order, std::uint64_t{word.size()});
      continue;
    }
    if (word.size() % 2 != 0 || generators.of[word[0]] == generators.of[word[1]]) return {};
    for (std::size_t i = 2; i < word.size(); ++i)
      if (word[i] != word[i - 2]) return {};
    const int its_sign = generators.sign[word[0]] * generators.sign[word[1]];
    const bool one_sign = generators.is_involution(0) || generators.is_involution(1) || sign == 0 || sign == its_sign;
    if (!one_sign) return {};
    sign = its_sign;
    orders[2] = std::gcd(orders[2], std::uint64_t{word.size() / 2});
  }
  if (std::ranges::find(orders, 1U) != orders.end()) return {};
  const auto [p, q, r] = orders;
  const CoxeterDiagram diagram{{{1, p, r}, {p, 1, q}, {r, q, 1}}};
  const auto text = [](std::uint64_t order) { return order == 0 ? "inf" : std::to_string(order); };
  const std::string triangle = fmt::format("({},{},{})", text(p), text(q), text(r));
  const auto obstacle = find_obstacle(diagram, kMaxConnectedSets);
  const bool is_affine = !obstacle->affine.empty();  // with three nodes nothing commutes with an infinite subgroup but a node
  return answer_with_proof(is_affine ? Answer::no : Answer::yes,
                           fmt::format("the rotations of the triangle group {}: {}", triangle,
                                       is_affine ? "it is affine and contains Z^2" : "it has no affine subgroup (Moussong)"));
}

Hyperbolicity artin_hyperbolicity(const Relators& relators) {
  const Generators& generators = relators.generators;
  for (std::size_t x = 0; x < generators.size(); ++x)
    if (generators.is_involution(x)) return {};
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> labels;  // of two generators
  for (const Word& word : relators.words) {
    const std::size_t label = artin_label(word, generators);
    if (label == 0) return {};
    const auto [least, greatest] = std::ranges::minmax(word, {}, [&](Letter x) { return generators.of[x]; });
    if (labels.emplace(std::pair(generators.of[least], generators.of[greatest]), label).first->second != label) return {};
  }
  if (relators.words.empty()) return answer_with_proof(Answer::yes, "it is a free group");
  const Word& word = relators.words[0];
  const Letter x = word[0];
  const auto other = std::ranges::find_if(word, [&](Letter y) { return generators.of[y] != generators.of[x]; });
  const std::size_t label = artin_label(word, generators);
  return answer_with_proof(Answer::no,
                           fmt::format("{} and {} generate an Artin group of two generators with label {} (van der Lek), which "
                                       "contains Z^2",
                                       relators.name(generators.of[x]), relators.name(generators.of[*other]), label));
}

Hyperbolicity one_relator_hyperbolicity(const Relators& relators) {
  const Generators& generators = relators.generators;
  if (relators.words.size() != 1) return {};
  for (std::size_t x = 0; x < generators.size(); ++x)
    if (generators.is_involution(x)) return {};
  const Word& word = relators.words[0];
  const std::size_t period = period_of(word);
  if (period < word.size()) {
    return answer_with_proof(Answer::yes, fmt::format("Newman's spelling theorem: the only relator is a power, with exponent {}",
                                                      word.size() / period));
  }
  const auto powers = two_powers(word, generators);
  if (!powers || std::abs(powers->first.exponent) < 2 || std::abs(powers->second.exponent) < 2) return {};
  const std::string x = relators.name(powers->first.generator);
  const std::string y = relators.name(powers->second.generator);
  return answer_with_proof(
      Answer::no, fmt::format("{0} and {1} generate an amalgam of two infinite cyclic groups, in which {0}^{2} is central "
                              "and of infinite order, as is {0}*{1} modulo it: they generate Z^2",
                              x, y, std::abs(powers->first.exponent)));
}

}  // namespace wreath::word
