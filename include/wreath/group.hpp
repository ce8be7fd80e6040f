// SPDX-License-Identifier: MIT
//
// Groups of permutations of up to 2^32 - 2 points: order, membership, stabilizers, blocks.
//
//   wreath::group::Group group(wreath::group::open_generators({"mathieu:24"}));
//   group.run();
//   group.size().order;  // 244823040
//   group.size().proven;
//
// Points are 0-based. Everything acts on the right: x*y is x first, then y.
#pragma once

#include "wreath/group/generators.hpp"    // IWYU pragma: export
#include "wreath/group/group.hpp"         // IWYU pragma: export
#include "wreath/group/presentation.hpp"  // IWYU pragma: export
#include "wreath/group/program.hpp"       // IWYU pragma: export
#include "wreath/group/report.hpp"        // IWYU pragma: export
