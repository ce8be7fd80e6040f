// SPDX-License-Identifier: MIT
#pragma once

#include "word/automatic/differences.hpp"

namespace wreath::word {

/// Reduces words by all equations that a difference machine can see, infinitely many as a rule: where a completion has shown enough
/// differences, this goes further than its rules. A word becomes smaller in shortlex and stays the same element. It costs the
/// length of the word times the number of differences for each replacement: a tool for a few words.
void reduce_by_machine(Word& word, const DifferenceMachine& machine);

}  // namespace wreath::word
