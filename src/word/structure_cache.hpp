// SPDX-License-Identifier: MIT
//
// Structures that were built before, by whatever front end: one file for each presentation and order of letters, in
// $XDG_CACHE_HOME/wreath or ~/.cache/wreath. If there is no such folder nothing is found and nothing is kept; a file that cannot
// be written, or is damaged, is not an error either. The name of a file is a hash, so what is read is compared with what was
// asked for.
#pragma once

#include <optional>

#include "word/structure.hpp"

namespace wreath::word {

/// The verified structure of just this presentation, under its name.
std::optional<AutomaticStructure> find_cached(const Presentation& presentation);
/// Only what is verified is kept.
void keep_cached(const AutomaticStructure& structure);

}  // namespace wreath::word
