// SPDX-License-Identifier: MIT
#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/text/option.hpp"
#include "semigroup/count_peers.hpp"
#include "semigroup/cpu/make.hpp"
#include "semigroup/device_elements.hpp"
#include "semigroup/disk/make.hpp"
#include "semigroup/enumerate/level_states.hpp"
#include "semigroup/enumerate/plan.hpp"
#include "semigroup/kinds/kind.hpp"
#include "wreath/gpu.hpp"
#include "wreath/semigroup/cluster.hpp"
#if WREATH_HAVE_CUDA
#include "semigroup/cuda/backend.hpp"
#endif
#if WREATH_HAVE_MPI
#include "semigroup/mpi/rank_backend.hpp"
#endif

namespace wreath::semigroup {

namespace {

/// Throws where a GPU was asked for and cannot do what the plan says.
void require_gpu(const Plan& plan) {
  wreath::require_gpu();
  if (plan.method != Method::rows && plan.method != Method::base) {
    throw InputError("the GPU stores elements only as rows or by a base; omit " + option("method") + ", or use " +
                     option("backend", "cpu"));
  }
}

/// The row of the empty word, as files and ranks keep it.
std::vector<Point> first_row(const Plan& plan, const Generators& generators) {
  return generators.kind.is_transformation() ? plan.tracked : identity_of(generators.kind);
}

/// A backend for the ranks of options.machine.cluster.
std::unique_ptr<Backend> make_cluster_backend([[maybe_unused]] const Plan& plan, [[maybe_unused]] const Generators& generators,
                                              [[maybe_unused]] const Options& options, [[maybe_unused]] RunControl& run) {
#if WREATH_HAVE_MPI
  const bool cuda = options.machine.backend == BackendChoice::cuda;
  if (cuda) require_gpu(plan);
  run.note_choice("backend", cuda ? "cuda" : "cpu", cuda ? "asked for" : "several ranks enumerate on the CPU unless asked");
  run.note_choice("elements", std::string(to_string(plan.method)), plan.why);
  note_ranks(options.machine.cluster.ranks(), options.machine.threads, run);
  return make_rank_backend(options.machine.cluster.ranks(), {generators, first_row(plan, generators), plan.method, cuda},
                           options.machine.threads);
#else
  throw_no_mpi();
#endif
}

}  // namespace

std::unique_ptr<CountPeers> make_count_peers([[maybe_unused]] Cluster cluster) {
#if WREATH_HAVE_MPI
  if (cluster) return make_rank_peers(cluster.ranks());
#endif
  return nullptr;
}

std::unique_ptr<DeviceElements> make_device_elements([[maybe_unused]] const Generators& generators,
                                                     [[maybe_unused]] std::span<const Point> tracked,
                                                     [[maybe_unused]] const RankHere& rank) {
  wreath::require_gpu();
#if WREATH_HAVE_CUDA
  return make_cuda_elements(generators, tracked, rank);
#else
  throw InternalError("a GPU in a build without CUDA");
#endif
}

bool with_ranks(const Options& options, const std::function<void(const Options&)>& body, [[maybe_unused]] RunControl* run) {
  if (!options.machine.cluster) {
    body(options);
    return true;
  }
#if WREATH_HAVE_MPI
  return lead_or_serve(options.machine.cluster.ranks(), options, body, run);
#else
  throw_no_mpi();
#endif
}

std::unique_ptr<LevelStates> make_gpu_levels([[maybe_unused]] const LevelDigits& digits,
                                             [[maybe_unused]] const std::vector<std::uint64_t>& start) {
#if WREATH_HAVE_CUDA
  return make_cuda_levels(digits, start);
#else
  wreath::require_gpu();
  throw InternalError("there is a GPU without CUDA");
#endif
}

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Options& options,
                                      const WordTree& tree, RunControl& run) {
  if (options.machine.cluster) return make_cluster_backend(plan, generators, options, run);
  const bool asked = options.machine.backend != BackendChoice::automatic;
  const bool cuda = plan.gpu || options.machine.backend == BackendChoice::cuda;
  if (cuda) require_gpu(plan);
  run.note_choice("backend", cuda ? "cuda" : "cpu",
                  asked  ? "asked for"
                  : cuda ? "the run is long, and there is a GPU"
                         : "short runs are fastest on the CPU");
  run.note_choice("elements", std::string(to_string(plan.method)), plan.why);
  const bool other_kind = !generators.kind.is_transformation();
#if WREATH_HAVE_CUDA
  if (cuda) return other_kind ? make_cuda_kind_backend(generators) : make_cuda_backend(generators, plan.tracked, 0);
#endif
  if (plan.method == Method::disk) {
    // Half of the memory to work in; the other is for the words, which grow.
    return make_disk_backend(generators, first_row(plan, generators),
                             {.scratch = options.machine.scratch,
                              .memory = run.memory_left() / 2,
                              .threads = options.machine.threads,
                              .results = options.graphs || plan.deduce});
  }
  if (other_kind) return kind_of(generators.kind).make_backend(generators, options.machine.threads);
  return make_cpu_backend(generators, plan.tracked, plan.method, tree, options.machine.threads, run.memory_left());
}

}  // namespace wreath::semigroup
