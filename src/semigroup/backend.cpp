// SPDX-License-Identifier: MIT
#include "semigroup/cpu/make.hpp"
#include "semigroup/cpu/paper_machine.hpp"
#include "semigroup/disk/make.hpp"
#include "semigroup/plan.hpp"
#if WREATH_HAVE_CUDA
#include "semigroup/cuda/backend.hpp"
#include "semigroup/cuda/paper.hpp"
#endif

namespace wreath::semigroup {

namespace {

/// Whether to go to the GPU, and why.
std::pair<bool, std::string> use_cuda(const Plan& plan, const Options& options) {
  if (options.backend == BackendChoice::cpu) return {false, "asked for"};
  const bool rows = plan.keep == Keep::rows || plan.keep == Keep::base;
#if WREATH_HAVE_CUDA
  const bool device = has_cuda_device();
  if (options.backend == BackendChoice::cuda) {
    if (!device) throw ResourceError("no GPU was found (wreath doctor says why); use --backend cpu");
    if (!rows) throw InputError("the GPU keeps elements as rows or by a base; leave out --keep, or use --backend cpu");
    return {true, "asked for"};
  }
  if (rows && device) return {true, "there is a GPU"};
  return {false, device ? "this form of elements is for the CPU" : "no GPU was found"};
#else
  if (options.backend == BackendChoice::cuda) {
    throw ResourceError("this wreath was built without CUDA; build it where nvcc is found, or use --backend cpu");
  }
  return {false, rows ? "built without CUDA" : "this form of elements is for the CPU"};
#endif
}

}  // namespace

bool rows_go_to_gpu(const Options& options) {
#if WREATH_HAVE_CUDA
  return options.backend != BackendChoice::cpu && has_cuda_device();
#else
  static_cast<void>(options);
  return false;
#endif
}

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Options& options,
                                      const WordTree& tree, RunControl& run) {
  const auto [cuda, why] = use_cuda(plan, options);
  run.note_choice("backend", cuda ? "cuda" : "cpu", why);
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
  return make_cpu_backend(generators, plan.tracked, plan.keep, tree, options.threads);
}

std::unique_ptr<PaperMachine> make_paper_machine(PaperVariant variant, const Generators& generators, const RunControl& run) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  if (variant == PaperVariant::cpu) return std::make_unique<CpuPaperMachine>(generators, std::min(kMost, run.memory_left() / 4));
#if WREATH_HAVE_CUDA
  if (!has_cuda_device()) {
    throw ResourceError("no GPU was found (wreath doctor says why); the paper's variant without one is cpu");
  }
  return make_cuda_paper_machine(generators);
#else
  throw ResourceError("this wreath was built without CUDA; the paper's variant without it is cpu");
#endif
}

}  // namespace wreath::semigroup
