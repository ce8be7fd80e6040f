// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// Whether the word's image in the abelianization is seen to have infinite order: no multiple of its exponent sums is a
/// combination of the relators'. Then so has the word. False if it has not, or if numbers grow beyond 64 bits.
bool has_infinite_abelian_image(const Presentation& group, std::span<const Letter> word);

}  // namespace wreath::word
