// SPDX-License-Identifier: MIT
#include "word/reduction/reducer.hpp"

namespace wreath::word {

Reducer::Reducer(const StructureView& structure, const automata::Limits& limits)
    : machine_(std::make_shared<Machine>(structure, limits)) {}

}  // namespace wreath::word
