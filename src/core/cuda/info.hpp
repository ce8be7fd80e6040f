// SPDX-License-Identifier: MIT
//
// Which GPUs there are. Safe to ask on a machine without any; no CUDA header is needed to ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wreath::cuda {

struct Device {
  std::string name;
  std::uint64_t memory = 0;
  std::uint64_t free_memory = 0;
  std::uint64_t l2_bytes = 0;
  unsigned multiprocessors = 0;
  std::string compute_capability;
};

struct Info {
  std::vector<Device> devices;
  std::string driver;   // the CUDA version the driver supports; empty without a driver
  std::string runtime;  // the CUDA version wreath was built with
  std::string problem;  // why there is no device, where there is none
};

/// Everything; opens every device to ask for its free memory.
Info info();
/// The name of the first device, or nothing; quick.
std::string device_name();

}  // namespace wreath::cuda
