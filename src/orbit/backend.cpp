// SPDX-License-Identifier: MIT
#include "orbit/backend.hpp"

#include <fmt/format.h>

#include "core/features.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/gpu_start.hpp"
#include "core/run/left_out.hpp"
#include "core/run/ranks.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/plan.hpp"
#include "orbit/tuning.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {

#if !WREATH_HAVE_MPI
std::unique_ptr<RowShare> make_row_share(mpi::Communicator&, const CellSpace&) {
  throw_no_mpi();
}
#endif

namespace {

constexpr std::size_t kMostGpuPlaces = 56;  // of a word: an item of a list has eight bits more, for a generator

/// Why a GPU cannot make this search; empty if it can.
std::string why_not_gpu(const Plan& plan, const Options& options) {
  if (options.oracle) return "distances are kept on the CPU only";
  if (plan.method == Method::keys) return "keys are kept on the CPU only";
  if (plan.method == Method::ranks && (!plan.ranks->is_binary() || plan.ranks->places() > kMostGpuPlaces))
    return "the GPU takes words of two letters and at most " + std::to_string(kMostGpuPlaces) + " places";
  return {};
}

bool choose_gpu(const Plan& plan, std::size_t generators, const Options& options, RunControl& run) {
  const auto note = [&](bool gpu, std::string why) {
    run.note_choice("backend", gpu ? "cuda" : "cpu", std::move(why));
    return gpu;
  };
  if (options.machine.backend == BackendChoice::cpu) return note(false, "asked for");
  const std::string obstacle = why_not_gpu(plan, options);
  if (options.machine.backend == BackendChoice::cuda) {
    require_gpu();
    if (!obstacle.empty()) {
      throw InputError("this search runs on the CPU only: " + obstacle + "; leave out " + option("backend", "cuda"));
    }
    return note(true, "asked for");
  }
  if (!obstacle.empty()) return note(false, obstacle);
  if (run.memory_left() < kGpuHostMemory) return note(false, "the start of a GPU takes more memory than is left");
  const std::uint64_t states = plan.expected.value_or(0) / plan.symmetry_order;
  const unsigned threads = resolve_threads(options.machine.threads);
  const double cpu = core_cost(plan.method).seconds(states, generators) / threads;
  const double gpu = kGpuStartSeconds + gpu_cost(plan.method).seconds(states, generators);
  // Asking for a GPU takes time as well. What does not fit the memory is not for the CPU.
  if (cpu <= gpu && plan.bytes <= run.memory_left())
    return note(false, fmt::format("about {:.1g} s on {}, and a GPU takes {} s to start", cpu, counted(threads, "thread"),
                                   kGpuStartSeconds));
  if (!has_gpu()) return note(false, "there is no GPU");
  return note(true, fmt::format("about {:.1g} s, and {:.1g} s on {}", gpu, cpu, counted(threads, "thread")));
}

/// Each rank makes some of the rows: on the CPU, or, if that was asked for, on the GPU that its machine has for it.
std::unique_ptr<Backend> make_rank_backend(const Plan& plan, const Options& options, RunControl& run) {
  std::unique_ptr<RowShare> share = make_row_share(options.machine.cluster.ranks(), *plan.cells);
  if (options.machine.backend != BackendChoice::cuda) {
    run.note_choice("backend", "cpu", "several ranks search together");
    return make_cell_backend(*plan.cells, plan.bitmaps, options, std::move(share));
  }
  run.note_choice("backend", "cuda", "asked for, for each of the ranks");
  std::unique_ptr<Backend> backend;
  mpi::together(options.machine.cluster, [&] {
    require_gpu();
    try {
#if WREATH_HAVE_CUDA
      backend = make_cuda_cell_backend(*plan.cells, plan.bitmaps, options, StopCheck(run), std::move(share));
#endif
    } catch (const Stopped&) {
    }
  });
  if (mpi::stop_together(options.machine.cluster.ranks(), run)) throw Stopped{};
  return backend;
}

}  // namespace

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                                      RunControl& run) {
  if (mpi::are_several(options.machine.cluster)) return make_rank_backend(plan, options, run);
  const auto on_disk = [&](std::string why) {
    run.note_choice("backend", "disk", std::move(why));
    return make_disk_cell_backend(*plan.cells, plan.bitmaps, options,
                                  disk_room(run.memory_left(), resolve_threads(options.machine.threads)));
  };
  if (plan.disk) return on_disk(plan.why);
  [[maybe_unused]] const bool gpu = choose_gpu(plan, generators.count(), options, run);
#if WREATH_HAVE_CUDA
  if (gpu) {
    try {
      if (plan.method == Method::cells) return make_cuda_cell_backend(*plan.cells, plan.bitmaps, options, StopCheck(run));
      if (plan.method == Method::chain) return make_cuda_chain_backend(*plan.chain_space, plan.bitmaps, options, StopCheck(run));
      return make_cuda_rank_backend(*plan.ranks, generators, start);
    } catch (const ResourceError& error) {
      if (options.machine.backend == BackendChoice::cuda) throw;
      if (plan.bytes > run.memory_left()) {
        if (plan.method != Method::cells || plan.bitmaps == Bitmaps::one || options.keep_last) throw;
        return on_disk(error.what());
      }
      run.note_choice("backend", "cpu", error.what());
    }
  }
#endif
  switch (plan.method) {
    case Method::cells: return make_cell_backend(*plan.cells, plan.bitmaps, options);
    case Method::chain: return make_chain_backend(*plan.chain_space, plan.bitmaps, options);
    case Method::ranks: return make_rank_backend(*plan.ranks, generators, start, options);
    default: return make_key_backend(generators, start, plan.chain.get(), options);
  }
}

}  // namespace wreath::orbit
