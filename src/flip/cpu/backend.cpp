// SPDX-License-Identifier: MIT
//
// Many walks on the cores of one machine: every thread takes its share of them, one after the other.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/parallel/loops.hpp"
#include "flip/cpu/walk.hpp"

namespace wreath::flip {

namespace {

constexpr std::uint32_t kWalksPerThread = 4;
constexpr std::uint32_t kSymmetricWalksPerThread = 32;  // most fall into dead ends soon
constexpr std::uint32_t kStepsPerBatch = 1U << 19;      // of all walks: some ten milliseconds
// 2x2x2 of rank 7 and 2x2x3 of rank 11 are found within 2^14 steps of all walks, which take one thread 2 ms: as long as it takes
// to start and to join sixteen.
constexpr std::uint64_t kStepsWorthThreads = 1U << 16;

constexpr std::uint32_t kMaxOrbits = 240;  // three entries each in one table, and as many as the margin allows more

void require_room(std::size_t size, Symmetry symmetry) {
  const std::size_t most = has_turns(symmetry) ? kMaxOrbits : kMaxSummands;
  if (size <= most) return;
  throw ResourceError(fmt::format("a scheme of {} {} is too large to walk from: the limit is {}", size,
                                  symmetry != Symmetry::none ? "orbits" : "summands", most));
}

class CpuBackend final : public Backend {
 public:
  CpuBackend(const Shape& shape, const SearchOptions& options, const Schedule& schedule)
      : shape_(shape), group_(group_of(options)), schedule_(schedule), threads_(resolve_threads(options.machine.threads)) {
    const std::uint64_t per_thread = group_.kind != Symmetry::none ? kSymmetricWalksPerThread : kWalksPerThread;
    const std::uint64_t count = options.walks != 0 ? options.walks : per_thread * threads_;
    if (count > UINT32_MAX) throw InputError(fmt::format("{} walks are too many: choose fewer", count));
    for (std::uint64_t walk = 0; walk < count; ++walk) walks_.emplace_back(WalkRandom(options.seed, walk));
    for (std::size_t thread = 0; thread < std::min<std::size_t>(threads_, count); ++thread)
      walkers_.push_back(make_walker(shape, schedule, group_, options.ring));
  }

  std::uint32_t walks() const override { return static_cast<std::uint32_t>(walks_.size()); }

  void place(std::span<const Placement> placements) override {
    for (const Placement& placement : placements) {
      Walk& walk = walks_.at(placement.walk);
      flip::place(walk, *placement.scheme, group_, schedule_);
      require_room(walk.summands.size(), group_.kind);
    }
  }

  void aim_at(std::uint32_t rank) override {
    for (const auto& walker : walkers_) walker->aim_at(rank);
  }

  unsigned depth() const override { return 1; }

  void begin(std::uint32_t steps, std::uint32_t) override {
    const auto start = std::chrono::steady_clock::now();
    const unsigned threads = walks_.size() * std::uint64_t{steps} < kStepsWorthThreads ? 1 : threads_;
    parallel_ranges(walks_.size(), threads, 1, [&](Range range, unsigned thread) {
      for (std::size_t walk = range.begin; walk < range.end; ++walk) walkers_[thread]->run(walks_[walk], steps);
    });
    seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  double finish() override { return seconds_; }

  std::span<const WalkStatus> statuses() override {
    statuses_.clear();
    for (const Walk& walk : walks_) statuses_.push_back(walk.status);
    return statuses_;
  }

  std::vector<Scheme> bests(std::span<const std::uint32_t> walks) override {
    std::vector<Scheme> schemes;
    for (const std::uint32_t walk : walks) schemes.push_back(best_scheme(walks_.at(walk), shape_, group_));
    return schemes;
  }

  std::uint32_t batch() const override {
    // by the walks, not the threads: restarts depend on it
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(kStepsPerBatch / walks_.size(), 64, kStepsPerBatch / 8));
  }

  std::vector<std::byte> save() override { return save_walks(walks_); }
  void restore(std::span<const std::byte> state) override { restore_walks(walks_, state); }

  std::size_t room() const override { return 0; }

  Method method() const override { return Method::pairs; }

 private:
  Shape shape_;
  SymmetryGroup group_;
  Schedule schedule_;
  unsigned threads_;
  double seconds_ = 0;  // of the last batch
  std::vector<Walk> walks_;
  std::vector<WalkStatus> statuses_;
  std::vector<std::unique_ptr<Walker>> walkers_;  // of the threads
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const Shape& shape, const SearchOptions& options, const Schedule& schedule,
                                          std::size_t largest_start) {
  require_room(largest_start, options.symmetry);
  return std::make_unique<CpuBackend>(shape, options, schedule);
}

}  // namespace wreath::flip
