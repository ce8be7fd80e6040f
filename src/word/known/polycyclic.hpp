// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/algebra/tietze.hpp"
#include "word/known/collector.hpp"
#include "word/known/known_group.hpp"
#include "word/known/relators.hpp"

namespace wreath::word {

/// A consistent polycyclic presentation of the group of other generators.
struct PolycyclicPresentation {
  Collector collector;
  std::vector<Exponents> images;      // of the generators of the group
  std::vector<GeneratorWord> values;  // of x_0, x_1, ... as words in those, counted from 1
};

/// Reads a polycyclic presentation out of relators, if each pair of generators has a relation x^-1*y*x = w in some order of the
/// generators, with w in the later ones; commutators become generators if that helps. The result is consistent and satisfies all
/// relators, and its relations follow from them.
[[nodiscard]] std::optional<PolycyclicPresentation> find_polycyclic(std::size_t generators, std::vector<GeneratorWord> relators);

/// Polycyclic groups by collection. Null for presentations from which no polycyclic one is read.
[[nodiscard]] std::unique_ptr<const KnownGroup> recognise_polycyclic(const Presentation& presentation);

/// Whether u^c = v for some c, in a group with a central series (nilpotent_conjugacy.cpp).
struct NilpotentConjugator {
  std::optional<Exponents> conjugator;
  std::size_t fails_at = 0;  // otherwise: the images of u and v are not conjugate modulo G_(i+1), for this i
};
[[nodiscard]] NilpotentConjugator find_nilpotent_conjugator(const Collector& group, const Exponents& u, const Exponents& v,
                                                            RunControl& run);

}  // namespace wreath::word
