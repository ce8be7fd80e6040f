// SPDX-License-Identifier: MIT
#include "word/known/garside/artin_diagram.hpp"

#include <algorithm>

#include "core/algebra/least_rotation.hpp"
#include "core/words/words.hpp"

namespace wreath::word::garside {

namespace {

/// The relator without what cancels, at its ends, too, and rotated to its least form.
Word cyclic_form(Word relator, std::span<const Letter> inverses) {
  reduce_freely(relator, inverses);
  std::size_t ends = 0;
  while (2 * ends + 1 < relator.size() && inverses[relator[ends]] == relator[relator.size() - 1 - ends]) ++ends;
  const std::span<const Letter> core = std::span<const Letter>(relator).subspan(ends, relator.size() - 2 * ends);
  return rotated(core, least_rotation(core));
}

/// aba...*(bab...)^-1, with m letters from each side.
Word braid_relator(Letter a, Letter b, std::size_t m, std::span<const Letter> inverses) {
  Word left;
  Word right;
  for (std::size_t i = 0; i < m; ++i) {
    left.push_back(i % 2 == 0 ? a : b);
    right.push_back(i % 2 == 0 ? b : a);
  }
  return joined(left, inverted(right, inverses));
}

}  // namespace

std::optional<ArtinDiagram> artin_diagram(const Presentation& presentation) {
  if (!presentation.is_group()) return std::nullopt;
  const auto& inverses = presentation.alphabet.inverses;
  ArtinDiagram diagram;
  std::vector<std::size_t> generator_of(inverses.size());
  for (std::size_t x = 0; x < inverses.size(); ++x) {
    if (inverses[x] == x) return std::nullopt;
    if (is_inverse_letter(static_cast<Letter>(x), presentation.alphabet)) continue;
    generator_of[x] = generator_of[inverses[x]] = diagram.generators.size();
    diagram.generators.push_back(static_cast<Letter>(x));
  }
  const std::size_t rank = diagram.generators.size();
  diagram.labels.assign(rank, std::vector<std::uint32_t>(rank, 0));
  for (std::size_t i = 0; i < rank; ++i) diagram.labels[i][i] = 1;
  for (const auto& [u, v] : presentation.equations) {
    const Word relator = cyclic_form(quotient(u, v, presentation.alphabet), inverses);
    if (relator.empty()) continue;
    const std::size_t i = generator_of[relator.front()];
    const auto other = std::find_if(relator.begin(), relator.end(), [&](Letter x) { return generator_of[x] != i; });
    if (other == relator.end()) return std::nullopt;
    const std::size_t j = generator_of[*other];
    const Letter a = diagram.generators[i];
    const Letter b = diagram.generators[j];
    const std::size_t m = relator.size() / 2;
    // The inverse of the one is the other.
    if (relator != cyclic_form(braid_relator(a, b, m, inverses), inverses) &&
        relator != cyclic_form(braid_relator(b, a, m, inverses), inverses))
      return std::nullopt;
    std::uint32_t& label = diagram.labels[i][j];
    if (label != 0 && label != m) return std::nullopt;
    label = diagram.labels[j][i] = static_cast<std::uint32_t>(m);
  }
  return diagram;
}

std::vector<std::vector<std::size_t>> ArtinDiagram::components() const {
  std::vector<std::vector<std::size_t>> all;
  std::vector<bool> seen(labels.size());
  const auto explore = [&](std::size_t start) {
    std::vector<std::size_t> component{start};
    seen[start] = true;
    for (std::size_t at = 0; at < component.size(); ++at) {
      for (std::size_t j = 0; j < labels.size(); ++j) {
        if (seen[j] || labels[component[at]][j] == 2) continue;
        seen[j] = true;
        component.push_back(j);
      }
    }
    return component;
  };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (seen[i]) continue;
    const std::vector<std::size_t> any = explore(i);
    const auto has_end = [&](std::size_t j) {
      return std::count_if(labels[j].begin(), labels[j].end(), [](auto label) { return label != 1 && label != 2; }) < 2;
    };
    const auto end = std::find_if(any.begin(), any.end(), has_end);
    for (const std::size_t j : any) seen[j] = false;
    all.push_back(explore(end == any.end() ? i : *end));
  }
  return all;
}

CoxeterMatrix ArtinDiagram::labels_of(const std::vector<std::size_t>& component) const {
  CoxeterMatrix part;
  for (const std::size_t i : component) {
    part.emplace_back();
    for (const std::size_t j : component) part.back().push_back(labels[i][j]);
  }
  return part;
}

}  // namespace wreath::word::garside
