// SPDX-License-Identifier: MIT
#pragma once

#include "word/geodesic.hpp"

namespace wreath::word {

/// How thin the geodesic triangles of a group are, given its complete geodesics.
ThinTriangles find_thin_triangles(const StructureView& structure, const Geodesics& geodesics, const ThinTriangleOptions& options,
                                  RunControl& run);

}  // namespace wreath::word
