// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/io/async_io.hpp"
#include "core/io/slices.hpp"
#include "perm/plan.hpp"
#include "wreath/run.hpp"

namespace wreath::perm::disk {

/// What every phase of a run on disk works with.
struct Job {
  AsyncIo& io;
  const DiskPlan& plan;
  RunControl& run;
};

/// A part of a file that is to be written from its begin on.
struct Target {
  const DirectFile& file;
  std::uint64_t begin = 0;
};

}  // namespace wreath::perm::disk
