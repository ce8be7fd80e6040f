// SPDX-License-Identifier: MIT
#include "core/features.hpp"
#include "core/run/option.hpp"
#include "semigroup/cpu/make.hpp"
#include "semigroup/disk/make.hpp"
#include "semigroup/plan.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "semigroup/cuda/backend.hpp"
#endif

namespace wreath::semigroup {

namespace {

/// Throws where a GPU was asked for and cannot do what the plan says.
void require_gpu(const Plan& plan) {
  wreath::require_gpu();
  if (plan.keep != Keep::rows && plan.keep != Keep::base) {
    throw InputError("the GPU stores elements only as rows or by a base; omit " + option("method") + ", or use " +
                     option("backend", "cpu"));
  }
}

}  // namespace

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Options& options,
                                      const WordTree& tree, RunControl& run) {
  const bool asked = options.backend != BackendChoice::automatic;
  const bool cuda = plan.gpu || options.backend == BackendChoice::cuda;
  if (cuda) require_gpu(plan);
  run.note_choice("backend", cuda ? "cuda" : "cpu",
                  asked  ? "asked for"
                  : cuda ? "the run is long, and there is a GPU"
                         : "short runs are fastest on the CPU");
  run.note_choice("elements", std::string(to_string(plan.keep)), plan.why);
#if WREATH_HAVE_CUDA
  if (cuda) return make_cuda_backend(generators, plan.tracked, 0);
#endif
  if (plan.keep == Keep::disk) {
    // Half of the memory to work in; the other is for the words, which grow.
    return make_disk_backend(generators, plan.tracked,
                             {.scratch = options.scratch,
                              .memory = run.memory_left() / 2,
                              .threads = options.threads,
                              .results = options.graphs || plan.deduce});
  }
  return make_cpu_backend(generators, plan.tracked, plan.keep, tree, options.threads, run.memory_left());
}

}  // namespace wreath::semigroup
