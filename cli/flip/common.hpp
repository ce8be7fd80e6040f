// SPDX-License-Identifier: MIT
//
// wreath flip: the parts of its command line.
#pragma once

#include "cli/front/common.hpp"
#include "core/text/units.hpp"
#include "wreath/flip.hpp"

namespace wreath::cli {

void add_flip_search(Program& program, Command& flip);  // search
void add_flip_hunt(Program& program, Command& flip);    // hunt
void add_flip_files(Program& program,
                    Command& flip);  // verify, lift, convert, simplify, derive, stats, records, path, equivalent, automorphisms

}  // namespace wreath::cli
