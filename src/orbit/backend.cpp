// SPDX-License-Identifier: MIT
#include "orbit/backend.hpp"

#include "core/features.hpp"
#include "core/run/option.hpp"
#include "orbit/cpu/make.hpp"
#include "orbit/plan.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "orbit/cuda/cell_backend.hpp"
#endif

namespace wreath::orbit {

namespace {

/// A GPU takes a fifth of a second to start, in which a core makes this many states.
constexpr std::uint64_t kLeastForGpu = std::uint64_t{1} << 26;

bool choose_gpu(const Plan& plan, const Options& options, RunControl& run) {
  const auto note = [&](bool gpu, std::string why) {
    run.note_choice("backend", gpu ? "cuda" : "cpu", std::move(why));
    return gpu;
  };
  if (options.backend == BackendChoice::cpu) return note(false, "asked for");
  const bool possible = plan.form == Form::cells && !options.oracle;
  if (options.backend == BackendChoice::cuda) {
    require_gpu();
    if (!possible) {
      throw InputError("this search runs on the CPU only: the GPU has the form cells, without an oracle; leave out " +
                       option("backend", "cuda"));
    }
    return note(true, "asked for");
  }
  if (!possible) return note(false, "this form runs on the CPU only");
  if (plan.expected.value_or(0) < kLeastForGpu) return note(false, "the graph is small");
  return has_gpu() ? note(true, "there is a GPU") : note(false, "there is no GPU");
}

}  // namespace

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                                      RunControl& run) {
  [[maybe_unused]] const bool gpu = choose_gpu(plan, options, run);
#if WREATH_HAVE_CUDA
  if (gpu) {
    try {
      return make_cuda_cell_backend(*plan.cells, plan.bitmaps, options);
    } catch (const ResourceError& error) {
      if (options.backend == BackendChoice::cuda) throw;
      run.note_choice("backend", "cpu", error.what());
    }
  }
#endif
  switch (plan.form) {
    case Form::cells: return make_cell_backend(*plan.cells, plan.bitmaps, options);
    case Form::chain: return make_chain_backend(*plan.chain_space, options);
    case Form::ranks: return make_rank_backend(*plan.ranks, generators, start, options);
    default: return make_key_backend(generators, start, plan.chain.get(), options);
  }
}

}  // namespace wreath::orbit
