// SPDX-License-Identifier: MIT
#include "semigroup/cpu/make.hpp"
#include "semigroup/plan.hpp"
#if WREATH_HAVE_CUDA
#include "core/cuda/info.hpp"
#include "semigroup/cuda/backend.hpp"
#endif

namespace wreath::semigroup {

namespace {

/// Whether to go to the GPU, and why.
std::pair<bool, std::string> use_cuda(const Plan& plan, const Options& options) {
  if (options.backend == BackendChoice::cpu) return {false, "asked for"};
  const bool rows = plan.keep == Keep::rows || plan.keep == Keep::base;
#if WREATH_HAVE_CUDA
  const bool device = !cuda::device_name().empty();
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

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Options& options,
                                      const WordTree& tree, RunControl& run) {
  const auto [cuda, why] = use_cuda(plan, options);
  run.note_choice("backend", cuda ? "cuda" : "cpu", why);
  run.note_choice("elements", std::string(to_string(plan.keep)), plan.why);
#if WREATH_HAVE_CUDA
  if (cuda) return make_cuda_backend(generators, plan.tracked, 0);
#endif
  return make_cpu_backend(generators, plan.tracked, plan.keep, tree, options.threads);
}

}  // namespace wreath::semigroup
