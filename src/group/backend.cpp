// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/text/units.hpp"
#include "group/gpu.hpp"
#include "group/tuning.hpp"
#include "wreath/gpu.hpp"

namespace wreath::group {

bool choose_gpu(const Machine& machine, std::uint64_t degree, std::uint64_t bytes, RunControl& run) {
  const auto note = [&](bool gpu, std::string why) {
    run.note_choice("backend", gpu ? "cuda" : "cpu", std::move(why));
    return gpu;
  };
  if (machine.backend == BackendChoice::cpu) return note(false, "asked for");
  if (machine.backend == BackendChoice::cuda) {
    require_gpu();
    return note(true, "asked for");
  }
  if (machine.threads != 0) return note(false, "threads were asked for");
  if (degree < tuning::kGpuDegree)
    return note(false, fmt::format("below {} the CPU is faster", counted(tuning::kGpuDegree, "point")));
  if (!has_gpu()) return note(false, "there is no GPU");
  const std::uint64_t free = gpus().devices.front().free_memory;
  if (bytes > free) return note(false, fmt::format("the GPU has {} free", format_bytes(free)));
  return note(true, fmt::format("{} or more", counted(tuning::kGpuDegree, "point")));
}

#if !WREATH_HAVE_CUDA
Grown grow_on_gpu(std::uint8_t*, std::uint64_t, Point, std::span<const Element>, Products&) {
  throw_no_gpu();
}
std::optional<Point> moved_point_on_gpu(const Images&, std::uint64_t) {
  throw_no_gpu();
}
#endif

}  // namespace wreath::group
