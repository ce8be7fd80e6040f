// SPDX-License-Identifier: MIT
//
// Presentations of Artin groups: for some pairs of generators a relation aba... = bab... with m letters on each side.
#pragma once

#include <optional>
#include <vector>

#include "word/known/garside/simple_elements.hpp"
#include "wreath/word/presentation.hpp"

namespace wreath::word::garside {

/// The generators in the order of their letters, and the labels m; 0 if there is no relation of the two.
struct ArtinDiagram {
  std::vector<Letter> generators;
  CoxeterMatrix labels;

  /// The connected components of the diagram, in which an edge joins two generators that do not commute: each
  /// breadth first from an end, so that a line is in order.
  std::vector<std::vector<std::size_t>> components() const;
  /// The labels of a component.
  CoxeterMatrix labels_of(const std::vector<std::size_t>& component) const;
};

/// The diagram of such a presentation. Relators may be rotated, inverted or repeated, and sides of equations swapped.
std::optional<ArtinDiagram> artin_diagram(const Presentation& presentation);

}  // namespace wreath::word::garside
