// SPDX-License-Identifier: MIT
//
// What a search will take, before it begins.
//
// The number of states is known for permutations of a group of known order and for words whose letters can all be reached. Its
// product with what a state and a generator cost (tuning.hpp) is the time; the bitmaps are the memory. If they do not fit, states
// are kept as keys for as many levels as there is room, and how many states these are is known as well.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/parallel/loops.hpp"
#include "core/run/gpu_start.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/plan.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/tuning.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {

namespace {

/// Bytes of a state in a table that is half full on average, and in the lists of the last levels.
std::uint64_t key_bytes(const Plan& plan, const Generators& generators, const Start& start) {
  State state = start.state;
  std::size_t words = codec_of_orbit(generators, start).words();
  if (plan.chain != nullptr && start.kind == Start::Kind::permutation)
    words = std::min(words, KeyCodec(plan.chain->levels().size(), generators.degree).words());
  return words * sizeof(std::uint64_t) * 3;
}

}  // namespace

std::string what_fits(const Plan& plan, const Options& options, const RunControl& run) {
  const bool refused = plan.method == Method::keys;
  const Method method = refused ? plan.refused : plan.method;
  const std::uint64_t bytes = refused ? plan.refused_bytes : plan.bytes;
  const bool divisible = method == Method::cells && !options.keep_last && !options.oracle && plan.bitmaps != Bitmaps::one;
  std::vector<std::string> ways;
  if (options.machine.backend == BackendChoice::cuda && bytes <= run.memory_left())
    ways.push_back(fmt::format("the main memory ({})", option("backend", "cpu")));
  if (divisible && options.machine.backend == BackendChoice::cuda)
    ways.push_back(fmt::format("{} of disk ({} and {})", format_bytes(bytes), option("backend", "cpu"), option("scratch")));
  else if (divisible)
    ways.push_back(fmt::format("{} of disk ({})", format_bytes(bytes), option("scratch")));
  if (divisible && has_gpu()) {
    const Gpus found = gpus();
    const std::uint64_t each = found.devices.empty() ? 0 : found.devices[0].free_memory;
    const std::uint64_t room = each - each / 8;  // for tables, and for rows that two ranks hold
    if (room != 0 && bytes > room)
      ways.push_back(fmt::format("{} GPUs with {} each, and one rank on each ({})", (bytes + room - 1) / room, format_bytes(each),
                                 option("backend", "cuda")));
  } else if (divisible) {
    ways.push_back(fmt::format("several machines with {} of memory together, and one rank on each", format_bytes(bytes)));
  }
  if (!divisible && options.machine.backend != BackendChoice::cuda)
    ways.push_back(fmt::format("a machine with {} of memory", format_bytes(bytes)));
  ways.push_back(fmt::format("the first levels alone ({})", option("depth")));
  return fmt::format("What would fit: {}", fmt::join(ways, "; "));
}

namespace {

/// Keys of permutations and matrices move to a GPU when there are many; puzzles stay.
bool may_move_to_gpu(const Generators& generators, const Options& options) {
  const bool moves = generators.moves == Moves::permutations || generators.moves == Moves::matrices;
  return moves && options.machine.backend != BackendChoice::cpu && !options.machine.cluster && has_gpu();
}

void forecast_keys(Forecast& found, const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                   RunControl& run) {
  found.memory = 0;
  if (!plan.expected) return;
  const bool gpu = may_move_to_gpu(generators, options);
  const unsigned threads = resolve_threads(options.machine.threads);
  const std::uint64_t each = key_bytes(plan, generators, start);
  const Gpus devices = gpu ? gpus() : Gpus{};
  // A search that the GPU's memory does not suffice for goes back to the main memory, unless the GPU was asked for.
  const bool both = options.machine.backend == BackendChoice::automatic;
  const std::uint64_t bytes =
      devices.devices.empty() ? run.memory_left() : std::max(both ? run.memory_left() : 0, devices.devices[0].free_memory);
  const std::uint64_t room = bytes / each;
  const std::uint64_t kept = std::min(room, *plan.expected);
  const double by_cores = core_cost(Method::keys).seconds(kept, generators.count()) / threads;
  const double by_gpu = kGpuStartSeconds + gpu_cost(Method::keys).seconds(kept, generators.count());
  found.completes = *plan.expected <= room;
  found.machine = gpu && by_gpu < by_cores ? "cuda" : "cpu";
  found.memory = kept * each;
  found.seconds = gpu ? std::min(by_cores, by_gpu) : by_cores;
  if (found.completes) return;
  found.fitting = room;
  if (plan.refused != Method::keys) found.instead = what_fits(plan, options, run);
}

}  // namespace

Forecast forecast_of(const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                     RunControl& run) {
  Forecast found{.machine = "cpu", .memory = plan.bytes};
  if (plan.method == Method::keys) {
    forecast_keys(found, plan, generators, start, options, run);
    return found;
  }
  const bool gpu = !plan.disk && takes_gpu(plan, generators.count(), options, run);
  if (plan.disk) found.machine = "disk";
  if (gpu) found.machine = "cuda";
  if (plan.cells) found.memory += plan.cells->bytes();
  if (!plan.expected) return found;
  const unsigned threads = resolve_threads(options.machine.threads);
  const std::uint64_t kept = *plan.expected / plan.symmetry_order;
  // The tables of cells are made before the search, by the processor.
  const double tables =
      plan.cells ? tuning::kTableEntrySeconds * static_cast<double>(plan.cells->bytes()) / sizeof(std::uint32_t) : 0;
  const double search = gpu ? kGpuStartSeconds + gpu_cost(plan.method).seconds(kept, generators.count())
                            : core_cost(plan.method).seconds(kept, generators.count()) / threads;
  found.seconds = tables / threads + search;
  return found;
}

}  // namespace wreath::orbit
