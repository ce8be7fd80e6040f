// SPDX-License-Identifier: MIT
#include "word/known/known_group.hpp"

namespace wreath::word {

std::unique_ptr<const KnownGroup> recognise(const Presentation& presentation) {
  if (!presentation.is_group()) return nullptr;
  return nullptr;
}

}  // namespace wreath::word
