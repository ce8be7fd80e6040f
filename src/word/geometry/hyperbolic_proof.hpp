// SPDX-License-Identifier: MIT
//
// Hyperbolicity by theorems about presentations. Each function returns "unknown" if its theorem does not apply.
#pragma once

#include <string>
#include <vector>

#include "word/known/known_group.hpp"
#include "word/known/relators.hpp"
#include "wreath/word/geometry.hpp"

namespace wreath::word {

/// What a theorem needs to know of a presentation.
struct Relators {
  explicit Relators(const Presentation& presentation)
      : alphabet(presentation.alphabet), generators(presentation.alphabet), words(cyclic_relators(presentation)) {}

  const std::string& name(std::size_t generator) const { return alphabet.names[generators.letters[generator]]; }

  const Alphabet& alphabet;  // of the presentation, which must live longer
  Generators generators;
  std::vector<Word> words;  // cyclically reduced
};

/// Coxeter groups, by Moussong's theorem: decided unless the diagram has very many connected parts (coxeter.cpp).
[[nodiscard]] Hyperbolicity coxeter_hyperbolicity(const Relators& relators);
/// Von Dyck groups <a,b | a^p, b^q, (ab)^r>, which have index 2 in Coxeter groups: decided.
[[nodiscard]] Hyperbolicity von_dyck_hyperbolicity(const Relators& relators);
/// Artin groups: decided. They are hyperbolic if they are free.
[[nodiscard]] Hyperbolicity artin_hyperbolicity(const Relators& relators);
/// <a,b | a^p = b^q>, and groups with one relator that is a proper power.
[[nodiscard]] Hyperbolicity one_relator_hyperbolicity(const Relators& relators);
/// Small cancellation: C(p)-T(q) with 1/p + 1/q < 1/2 (small_cancellation.cpp).
[[nodiscard]] Hyperbolicity small_cancellation_hyperbolicity(const Relators& relators);

}  // namespace wreath::word
