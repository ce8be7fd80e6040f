// SPDX-License-Identifier: MIT
//
// Words in the lines of a proof (docs/proofs.md).
#pragma once

#include <span>
#include <string>

#include "wreath/word/words.hpp"

namespace wreath {

/// "a b B", "(a b)^3", "1".
std::string proof_word(std::span<const word::Letter> word, std::span<const std::string> names);

/// Throws InputError if a proof cannot name one of these letters.
void require_proof_names(std::span<const std::string> names);

}  // namespace wreath
