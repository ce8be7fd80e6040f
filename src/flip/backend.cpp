// SPDX-License-Identifier: MIT
#include "flip/backend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "flip/scheme/sides.hpp"
#include "flip/search/files.hpp"
#include "flip/walk/image.hpp"
#include "wreath/gpu.hpp"

namespace wreath::flip {

namespace {

// of a walk on the CPU
constexpr std::uint64_t kBytesPerWalk = 500;
constexpr std::uint64_t kBytesPerSummand = 60;

}  // namespace

bool begins_on_cores(const SearchOptions& options, const RunFiles& kept) {
  const bool is_open = options.machine.backend == BackendChoice::automatic && options.method == Method::automatic;
  const bool repeats = options.steps != 0 || options.walks != 0;
  if (!WREATH_HAVE_CUDA || !is_open || repeats || options.target == 0 || options.machine.cluster) return false;
  if (options.files.keep_lifting) return false;
  return kept.resume.empty() || is_checkpoint_of_cores(kept.resume.string());
}

bool choose_gpu(const SearchOptions& options, RunControl& run) {
  const bool gpu =
      options.machine.backend == BackendChoice::cuda || (options.machine.backend == BackendChoice::automatic && has_gpu());
  if (gpu) require_gpu();
  run.note_choice("backend", gpu ? "cuda" : "cpu",
                  options.machine.backend != BackendChoice::automatic ? "asked for"
                  : gpu                                               ? "a GPU is available, which walks a thousand times as fast"
                                                                      : "there is no GPU");
  return gpu;
}

bool stays_on_gpu(const Shape& shape, const SearchOptions& options, RunControl& run) {
  const bool is_open = options.machine.backend == BackendChoice::automatic && options.method == Method::automatic;
  if (!is_open || options.ring == Ring::f2) return true;
  std::size_t largest = options.starts.empty() ? volume(shape) : 0;
  for (const Scheme& start : options.starts) largest = std::max(largest, start.rank());
  if (largest <= ternary_room(slot_width(shape, Symmetry::none, options.ring))) return true;
  run.note_choice("backend", "cpu", fmt::format("no GPU walk has room for {} summands with coefficients -1, 0, 1", largest));
  return false;
}

#if !WREATH_HAVE_CUDA
std::unique_ptr<Backend> make_cuda_backend(const Shape&, const SearchOptions&, const Schedule&, std::size_t) {
  throw_no_gpu();
}
#endif
#if !WREATH_HAVE_MPI
std::unique_ptr<ClusterBackend> make_cluster_backend(mpi::Communicator&) {
  throw_no_mpi();
}
#endif

std::unique_ptr<Backend> make_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                      std::size_t largest_start, bool gpu, RunControl& run) {
  std::unique_ptr<Backend> backend;
  if (gpu) {
    backend = make_cuda_backend(shape, options, schedule, largest_start);
  } else {
    const std::uint64_t needed = options.walks * (kBytesPerWalk + kBytesPerSummand * largest_start);
    if (needed > run.memory_left()) {
      throw ResourceError(fmt::format("{} walks need about {} of memory, and {} is available; choose fewer with {}",
                                      options.walks, format_bytes(needed), format_bytes(run.memory_left()), option("walks")));
    }
    backend = make_cpu_backend(shape, options, schedule, largest_start);
  }
  if (options.method != Method::automatic && options.method != backend->method()) {
    throw InputError("the walk design '" + std::string(to_string(options.method)) + "' is not available " +
                     (gpu ? "with a symmetry" : "on the CPU") + "; leave out " + option("method"));
  }
  run.note_choice("method", std::string(to_string(backend->method())),
                  options.method == Method::automatic ? "the fastest for this shape" : "asked for");
  return backend;
}

}  // namespace wreath::flip
