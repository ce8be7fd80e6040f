// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "word/known/known_group.hpp"

namespace wreath::word {

/// Thompson's group F, by the presentation of the family `thompson` with any names, order and signs of its generators, and its
/// relators turned or inverted. Null for others.
[[nodiscard]] std::unique_ptr<const KnownGroup> recognise_thompson(const Presentation& presentation);

}  // namespace wreath::word
