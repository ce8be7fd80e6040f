// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "wreath/word/presentation.hpp"

namespace wreath::word {

/// The rules of a completion as bytes, for checkpoints: all words, each after its length (four bytes, the lowest first).
std::vector<std::byte> pack_rules(const std::vector<Equation>& rules);
/// Throws InputError, in which `source` names the bytes, if they are not rules over this number of letters.
std::vector<Equation> unpack_rules(std::span<const std::byte> bytes, std::size_t letters, const std::string& source);

}  // namespace wreath::word
