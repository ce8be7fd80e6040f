// SPDX-License-Identifier: MIT
//
// Levels of a transformation semigroup by numbers: one bit for each transformation, on the CPU or a GPU (level_states.hpp).
#include "wreath/semigroup/levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/frontier_bitmaps.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory_error.hpp"
#include "core/run/option.hpp"
#include "core/run/stop_check.hpp"
#include "core/run/units.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/keeper.hpp"
#include "semigroup/kinds/action.hpp"
#include "semigroup/level_states.hpp"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

namespace {

constexpr const char* kLevelsKind = "semigroup levels 1";
constexpr std::uint64_t kMostDegree = 15;  // 16^16 does not fit 64 bits
constexpr std::uint64_t kMostGpuDegree = 12;
constexpr std::uint64_t kLeastForGpu = std::uint64_t{1} << 28;  // maps; a GPU takes a fifth of a second to start

std::uint64_t number_of(std::span<const Point> images) {
  std::uint64_t number = 0;
  for (std::size_t i = images.size(); i-- > 0;) number = number * images.size() + images[i];
  return number;
}

std::vector<std::uint64_t> first_level(const Generators& generators) {
  std::vector<std::uint64_t> start;
  if (generators.monoid) {
    std::vector<Point> identity(generators.degree);
    std::iota(identity.begin(), identity.end(), Point{0});
    return {number_of(identity)};
  }
  for (std::size_t g = 0; g < generators.count(); ++g) start.push_back(number_of(generators.row(g)));
  std::ranges::sort(start);
  start.erase(std::ranges::unique(start).begin(), start.end());
  return start;
}

class LevelCounter {
 public:
  explicit LevelCounter(std::unique_ptr<LevelStates> states) : states_(std::move(states)), levels_{states_->known()} {}

  bool complete() const noexcept { return complete_; }
  const std::vector<std::uint64_t>& levels() const noexcept { return levels_; }
  std::uint64_t memory() const noexcept { return states_->bytes(); }

  /// Makes the next level. Throws Stopped; the same level is then made again.
  void add_level(RunControl& run) {
    const std::uint64_t found = states_->expand(run);
    complete_ = found == 0;
    if (found != 0) levels_.push_back(found);
  }

  void save(ByteWriter& into) const {
    into.put(std::uint64_t{complete_ ? 1U : 0U});
    into.put_all(std::span<const std::uint64_t>(levels_));
    states_->save(into);
  }
  void restore(std::span<const std::byte> saved) {
    ByteReader from(saved);
    complete_ = from.number() != 0;
    from.array_into<std::uint64_t>(levels_);
    states_->restore(from);
    if (std::accumulate(levels_.begin(), levels_.end(), std::uint64_t{0}) != states_->known()) {
      from.fail("the checkpoint is damaged: its levels do not add up");
    }
  }

 private:
  std::unique_ptr<LevelStates> states_;
  std::vector<std::uint64_t> levels_;
  bool complete_ = false;
};

bool takes_gpu(const Generators& generators, const LevelOptions& options, RunControl& run) {
  const auto note = [&](bool gpu, const std::string& why) {
    run.note_choice("backend", gpu ? "cuda" : "cpu", why);
    return gpu;
  };
  if (options.backend == BackendChoice::cpu) return note(false, "asked for");
  const bool possible = generators.degree <= kMostGpuDegree;
  if (options.backend == BackendChoice::cuda) {
    wreath::require_gpu();
    if (possible) return note(true, "asked for");
    throw InputError(fmt::format("on a GPU levels are counted for at most {} points; leave out {}", kMostGpuDegree,
                                 option("backend", "cuda")));
  }
  if (!possible || power_of(generators.degree, generators.degree) < kLeastForGpu) return note(false, "the run is short");
  return has_gpu() ? note(true, "there is a GPU") : note(false, "there is no GPU");
}

void require_room(const Generators& generators, RunControl& run) {
  const std::uint64_t n = generators.degree;
  if (n > kMostDegree) {
    throw ResourceError(
        fmt::format("levels alone are counted by one bit for each transformation: the degree is {}, and the limit "
                    "is {}; leave out {}",
                    n, kMostDegree, option("levels-only")));
  }
  const std::uint64_t needed = FrontierBitmaps::bytes_for(power_of(n, n));
  const std::uint64_t left = run.memory_left();
  if (needed <= left) return;
  throw ResourceError(
      fmt::format("the bitmaps of the {}^{} transformations need {}, and {} may be taken; raise {} or leave out {}", n, n,
                  format_bytes(needed), format_bytes(left), option("memory"), option("levels-only")));
}

std::unique_ptr<LevelStates> make_states(const Generators& generators, const LevelOptions& options, RunControl& run) {
  const std::vector<std::uint64_t> start = first_level(generators);
  if (takes_gpu(generators, options, run)) {
    try {
      return make_gpu_levels(generators, start);
    } catch (const ResourceError& error) {
      if (options.backend == BackendChoice::cuda) throw;
      run.note_choice("backend", "cpu", error.what());
    }
  }
  require_room(generators, run);
  return make_cpu_levels(generators, start, options.threads);
}

}  // namespace

LevelCount count_levels(const Generators& given_generators, const LevelOptions& options, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  require_valid(given_generators);
  const AsTransformations transformations(given_generators, option("levels-only"));
  const Generators& generators = *transformations;
  Keeper keeper(checkpoint_file(options.checkpoint, options.resume), options.checkpoint_every, kLevelsKind,
                problem_of(generators));
  LevelCounter counter(make_states(generators, options, run));
  if (!options.resume.empty()) {
    counter.restore(OpenCheckpoint(options.resume, kLevelsKind, problem_of(generators)).payload());
  }
  const auto save = [&](ByteWriter& into) { counter.save(into); };
  LevelCount result;
  {
    const auto timer = run.phase("levels");
    try {
      while (!counter.complete() && !run.should_stop()) {
        counter.add_level(run);
        const auto& levels = counter.levels();
        result.size = std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
        run.report({"levels", result.size, 0, "elements"});
        if (!counter.complete()) keeper.save_if_due(save);
      }
    } catch (const Stopped&) {
    } catch (const MemoryError& error) {
      run.note_choice("stop", "memory", error.what());
      run.request_stop(StopReason::memory);
    }
  }
  if (!counter.complete()) keeper.save(save);
  result.complete = counter.complete();
  result.levels = counter.levels();
  result.size = std::accumulate(result.levels.begin(), result.levels.end(), std::uint64_t{0});
  result.memory = counter.memory();
  return result;
}

}  // namespace wreath::semigroup
