// SPDX-License-Identifier: MIT
#include "bench/baselines/semigroup/cpu/paper_machine.hpp"
#include "core/features.hpp"
#include "semigroup/enumerate/plan.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "bench/baselines/semigroup/cuda/paper.hpp"
#endif

namespace wreath::semigroup {

std::unique_ptr<PaperMachine> make_paper_machine(PaperVariant variant, const Generators& generators, const RunControl& run) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  if (variant == PaperVariant::cpu) return std::make_unique<CpuPaperMachine>(generators, std::min(kMost, run.memory_left() / 4));
  require_gpu();
#if WREATH_HAVE_CUDA
  return make_cuda_paper_machine(generators);
#else
  return nullptr;
#endif
}

}  // namespace wreath::semigroup
