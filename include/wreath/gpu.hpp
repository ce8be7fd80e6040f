// SPDX-License-Identifier: MIT
//
// Which GPUs there are. Safe to call on a machine without any, and in a wreath that was built without CUDA.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wreath {

struct Gpu {
  std::string name;
  std::uint64_t memory = 0;
  std::uint64_t free_memory = 0;
  std::uint64_t l2_bytes = 0;
  unsigned multiprocessors = 0;
  std::string compute_capability;
};

struct Gpus {
  std::vector<Gpu> devices;
  std::string driver;   // the CUDA version the driver supports; empty without a driver
  std::string runtime;  // the CUDA version wreath was built with; empty without CUDA
  std::string problem;  // if there is no device: the reason
};

/// Everything; opens every device to ask for its free memory.
Gpus gpus();
/// The name of the GPU that computes, or nothing; quick.
std::string gpu_name();
/// Whether there is a GPU that wreath can compute on; false in a child process that forked after the GPU was first looked for.
[[nodiscard]] bool has_gpu();
/// Throws ResourceError if there is none.
void require_gpu();

}  // namespace wreath
