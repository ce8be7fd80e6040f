// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/disk_model.hpp"

#include "core/data/huge_array.hpp"
#include "core/run/seconds_of.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

double measure_memory_latency() {
  constexpr std::size_t kPoints = std::size_t{1} << 24;
  constexpr std::size_t kSteps = std::size_t{1} << 20;
  HugeArray<std::uint32_t> x(kPoints);
  random(x.span(), 1);
  std::uint32_t at = 0;
  const double seconds = seconds_of([&] {
    for (std::size_t step = 0; step < kSteps; ++step) at = x[at];
  });
  return seconds / kSteps + (at == kPoints ? 1 : 0);  // `at` must not be optimised away
}

double predict_on_disk(Operation operation, double array_bytes, double element_bytes, const DiskParameters& parameters) {
  const DiskSpeed& disk = parameters.disk;
  const double reads = operation == Operation::multiply ? 5 : operation == Operation::inverse ? 3 : 4;
  const double latencies = 2 * disk.latency / parameters.chunk_bytes;
  return array_bytes * (latencies + 3 / disk.write + reads / disk.read + parameters.memory_latency / element_bytes);
}

}  // namespace wreath::perm
