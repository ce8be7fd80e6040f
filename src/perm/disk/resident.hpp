// SPDX-License-Identifier: MIT
#pragma once

#include "perm/disk/disk_map.hpp"
#include "perm/disk/job.hpp"
#include "perm/disk/scatter.hpp"

namespace wreath::perm::disk {

// Where one of the arrays fits in memory, the others pass by once (resident.cpp).

/// z[i] = y[x[i]] with y in memory. Throws InputError at a value that is not a point of y.
Outcome multiply_resident(const DiskMap& x, const DiskMap& y, const Job& job, const Target& z);
/// z[x[i]] = y[i], or i where y is null, with z in memory.
Outcome scatter_resident(const DiskMap& x, const DiskMap* y, const Job& job, const Target& z);

}  // namespace wreath::perm::disk
