// SPDX-License-Identifier: MIT
#pragma once

#include "perm/device_array.hpp"
#include "perm/disk/disk_map.hpp"
#include "perm/disk/job.hpp"
#include "perm/disk/scatter.hpp"

namespace wreath::perm::disk {

/// As multiply_resident and scatter_resident, with y (or z) in the array; y is null for the inverse.
Outcome multiply_on_device(const DiskMap& x, const DiskMap& y, DeviceArray& array, const Job& job, const Target& z);
Outcome scatter_on_device(const DiskMap& x, const DiskMap* y, DeviceArray& array, const Job& job, const Target& z);

}  // namespace wreath::perm::disk
