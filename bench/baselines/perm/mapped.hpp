// SPDX-License-Identifier: MIT
//
// The traditional loop through memory maps: the paper's Table 3.
#pragma once

#include "wreath/perm/files.hpp"

namespace wreath::perm {

/// y stays in its file, mapped, and the kernel brings in its pages; x and z are mapped too, or pass through buffers.
enum class FileLoop { mapped, buffered };

/// output = x*y. Both must be .npy files; stops between pieces.
FileReport multiply_through_map(FileLoop loop, const MapSource& x, const MapSource& y, const std::string& output,
                                unsigned threads, RunControl& run);

}  // namespace wreath::perm
