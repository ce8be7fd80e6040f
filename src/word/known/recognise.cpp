// SPDX-License-Identifier: MIT
#include "word/known/artin_group.hpp"
#include "word/known/known_group.hpp"

namespace wreath::word {

std::unique_ptr<const KnownGroup> recognise(const Presentation& presentation) {
  if (!presentation.is_group()) return nullptr;
  if (auto group = artin_group_of_finite_type(presentation)) return group;
  return nullptr;
}

}  // namespace wreath::word
