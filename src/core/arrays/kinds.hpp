// SPDX-License-Identifier: MIT
#pragma once

namespace wreath::arrays {

/// What is done along a map x: z[i] = y[x[i]], z[x[i]] = i, or z[x[i]] = y[i].
enum class Move { gather, invert, scatter };

/// How: by the plain loop, with one random access for each point, or by a partition; or by the one that is faster.
enum class Way { automatic, loop, partition };

}  // namespace wreath::arrays
