// SPDX-License-Identifier: MIT
#include "word/known/artin_group.hpp"
#include "word/known/baumslag_solitar.hpp"
#include "word/known/graph_product.hpp"
#include "word/known/known_group.hpp"
#include "word/known/polycyclic.hpp"
#include "word/known/thompson.hpp"

namespace wreath::word {

std::unique_ptr<const KnownGroup> recognise(const Presentation& presentation) {
  if (!presentation.is_group()) return nullptr;
  if (auto group = recognise_graph_product(presentation)) return group;
  if (auto group = artin_group_of_finite_type(presentation)) return group;
  if (auto group = recognise_baumslag_solitar(presentation)) return group;
  if (auto group = recognise_thompson(presentation)) return group;
  if (auto group = recognise_polycyclic(presentation)) return group;
  return nullptr;
}

}  // namespace wreath::word
