// SPDX-License-Identifier: MIT
//
// A GPU takes longer to start than small semigroups take to be enumerated. An enumeration moves there, once, when the CPU is
// expected to need longer for what is left than the GPU needs to start and for all of it. What the CPU would find until the GPU
// is ready is not worth the time to form it again there.
#include <utility>

#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/growth.hpp"
#include "semigroup/enumerate/state.hpp"
#include "semigroup/tuning.hpp"
#include "semigroup/kinds/packing.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

/// Throws Stopped.
bool Enumeration::State::should_move_to_gpu(RunControl& run) {
  if (tried_gpu || !is_worth_a_gpu(run)) return false;
  tried_gpu = true;
  StopCheck check(run);
  for (gpu_start.begin(); !gpu_start_is_over_within(0.01);) check.look();
  return has_gpu();
}

bool Enumeration::State::is_worth_a_gpu(const RunControl& run) {
  if (options.machine.backend != BackendChoice::automatic || options.method != Method::automatic) return false;
  if (options.machine.cluster || (other_kind() && !kind_of(generators.kind).has_device_form(generators.kind))) return false;
  const double now = run.seconds();
  if (now - looked_at < tuning::kGpuLook) return false;
  const double rate = static_cast<double>(tree.size() - looked_size) / (now - looked_at);  // elements in a second
  const double last_rate = std::exchange(looked_rate, rate);
  looked_at = now;
  looked_size = tree.size();
  if (rate <= 0) return false;
  // What the frontier makes is not known: as many elements as it has, at least. Without a guess the run lasts as long again.
  const std::size_t complete = tree.length(next);
  const std::uint64_t begun = tree.size() - tree.level_begin(complete + 1);
  const double guess = elements_to_come(tree, complete).value_or(rate * (now - started)) - static_cast<double>(begun);
  const double left = std::max(guess, static_cast<double>(tree.size() - next));
  // The first look starts a GPU that may be needed, in the background; the second can decide.
  if (left / rate >= kGpuStartSeconds) gpu_start.begin();
  if (last_rate <= 0) return false;
  const double rate_to_come = rate * std::clamp(rate / last_rate, 1.0, tuning::kMostSpeedup);
  const double all = left + static_cast<double>(tree.size());
  const std::size_t bytes = plan.tracked.size() * width_for(generators.degree);
  const double on_gpu = kGpuStartSeconds + all * (static_cast<double>(generators.count()) * tuning::kGpuProduct +
                                                  static_cast<double>(bytes) * tuning::kGpuByte);
  return left / rate_to_come >= tuning::kGpuGain * on_gpu;
}

/// The elements stay where they are until the GPU has them all.
void Enumeration::State::move_to_gpu(RunControl& run) {
  const Plan here = plan;
  std::unique_ptr<Backend> on_cpu = std::move(backend);
  Cayley graphs = std::move(cayley);
  Factors known_factors = std::move(factors);
  const bool used_factors = use_factors;
  const std::uint64_t formed_each = products_each;
  plan = make_gpu_plan(plan, generators, options);
  const auto stay = [&] {
    plan = here;
    backend = std::move(on_cpu);
    cayley = std::move(graphs);
    factors = std::move(known_factors);
    use_factors = used_factors;
    products_each = formed_each;
    exactness = backend->exactness();
  };
  try {
    start_backend(run);
  } catch (const ResourceError&) {
    stay();
  } catch (...) {
    stay();
    throw;
  }
}

}  // namespace wreath::semigroup
