// SPDX-License-Identifier: MIT
//
// Levels of a semigroup by numbers: one bit for each possible element, on the CPU or a GPU (level_states.hpp).
#include "wreath/semigroup/levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/bitset.hpp"
#include "core/data/frontier_bitmaps.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/enumerate/level_states.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/kinds/action.hpp"
#include "wreath/gpu.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

/// The elements as transformations of points, of which a few determine each.
struct Acting {
  explicit Acting(const Generators& given) {
    if (!given.kind.is_transformation()) {
      if (!Action::exists(given.kind, given.count())) {
        throw InputError(option("levels-only") + " is made for elements that act on few points, not for the kind " +
                         to_string(given.kind));
      }
      const Action action(given.kind);
      made = action.transformations(given);
      base = action.base();
    } else {
      base = all_points(given.degree);
    }
  }

  Generators made;  // unless the elements are transformations
  std::vector<Point> base;
};

std::vector<std::uint64_t> first_level(const Generators& generators, std::span<const Point> base, const LevelDigits& digits) {
  if (generators.monoid) return {digits.number_of(base)};
  std::vector<std::uint64_t> start;
  std::vector<Point> images(base.size());
  for (std::size_t g = 0; g < generators.count(); ++g) {
    std::ranges::transform(base, images.begin(), [&](Point point) { return generators.row(g)[point]; });
    start.push_back(digits.number_of(images));
  }
  std::ranges::sort(start);
  start.erase(std::ranges::unique(start).begin(), start.end());
  return start;
}

/// A step is a level.
class LevelCounter : public Resumable {
 public:
  LevelCounter(std::unique_ptr<LevelStates> states, const Generators& generators)
      : generators_(generators), states_(std::move(states)), levels_{states_->known()} {}

  LevelCount result() const { return {complete_, levels_, size(), states_->bytes()}; }

  std::string kind() const override { return "semigroup levels 3"; }
  Json problem() const override { return problem_of(generators_); }
  bool done() const override { return complete_; }
  void step(RunControl& run) override {
    std::uint64_t found = 0;
    try {
      found = states_->expand(run);
    } catch (const MemoryError& error) {
      run.note_choice("stop", "memory", error.what());
      run.request_stop(StopReason::memory);
      throw Stopped{};
    }
    complete_ = found == 0;
    if (found != 0) levels_.push_back(found);
    run.report({"levels", size(), 0, "elements"});
  }
  void save(ByteWriter& into) const override {
    into.put(std::uint64_t{complete_ ? 1U : 0U});
    into.put_all(std::span<const std::uint64_t>(levels_));
    states_->save(into);
  }
  void restore(ByteReader& from, RunControl&) override {
    complete_ = from.number() != 0;
    from.array_into<std::uint64_t>(levels_);
    states_->restore(from);
    if (size() != states_->known()) from.fail("the checkpoint is damaged: its levels do not add up");
  }

 private:
  std::uint64_t size() const { return std::accumulate(levels_.begin(), levels_.end(), std::uint64_t{0}); }

  const Generators& generators_;
  std::unique_ptr<LevelStates> states_;
  std::vector<std::uint64_t> levels_;
  bool complete_ = false;
};

bool takes_gpu(const LevelDigits& digits, const LevelOptions& options, RunControl& run) {
  const auto note = [&](bool gpu, const std::string& why) {
    run.note_choice("backend", gpu ? "cuda" : "cpu", why);
    return gpu;
  };
  if (options.machine.backend == BackendChoice::cpu) return note(false, "asked for");
  if (options.machine.backend == BackendChoice::cuda) {
    wreath::require_gpu();
    return note(true, "asked for");
  }
  if (*digits.numbers() < tuning::kNumbersForGpu) return note(false, "the run is short");
  return has_gpu() ? note(true, "there is a GPU") : note(false, "there is no GPU");
}

void require_room(const LevelDigits& digits, RunControl& run) {
  const std::uint64_t needed = FrontierBitmaps::bytes_for(*digits.numbers());
  const std::uint64_t left = run.memory_left();
  if (needed <= left) return;
  throw ResourceError(
      fmt::format("the bitmaps of the {} possible elements need {}, but only {} is left; raise {} or leave out {}",
                  group_digits(std::to_string(*digits.numbers())), format_bytes(needed), format_bytes(left), option("memory"),
                  option("levels-only")));
}

std::unique_ptr<LevelStates> make_states(const LevelDigits& digits, const std::vector<std::uint64_t>& start,
                                         const LevelOptions& options, RunControl& run) {
  if (!digits.numbers()) {
    throw ResourceError(
        "levels alone are counted by one bit for each possible element, of which there are more than 2^56; leave out " +
        option("levels-only"));
  }
  if (takes_gpu(digits, options, run)) {
    try {
      return make_gpu_levels(digits, start);
    } catch (const ResourceError& error) {
      if (options.machine.backend == BackendChoice::cuda) throw;
      run.note_choice("backend", "cpu", error.what());
    }
  }
  require_room(digits, run);
  return make_cpu_levels(digits, start, options.machine.threads);
}

}  // namespace

LevelDigits::LevelDigits(const Generators& generators, std::span<const Point> base) : generators_(generators.count()) {
  constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 56;
  numbers_ = 1;
  for (const Point point : base) {
    Bitset seen(generators.degree);
    std::vector<Point> orbit{point};
    seen.claim<false>(point);
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (std::size_t g = 0; g < generators_; ++g) {
        const Point image = generators.row(g)[orbit[i]];
        if (seen.claim<false>(image)) orbit.push_back(image);
      }
    }
    std::ranges::sort(orbit);
    std::vector<std::uint32_t> place(generators.degree);
    for (std::size_t i = 0; i < orbit.size(); ++i) place[orbit[i]] = static_cast<std::uint32_t>(i);
    std::vector<std::uint32_t> images;
    images.reserve(generators_ * orbit.size());
    for (std::size_t g = 0; g < generators_; ++g) {
      for (const Point value : orbit) images.push_back(place[generators.row(g)[value]]);
    }
    if (numbers_ && *numbers_ > kMostNumbers / orbit.size()) numbers_.reset();
    if (numbers_) *numbers_ *= orbit.size();
    values_.push_back(std::move(orbit));
    images_.push_back(std::move(images));
  }
}

std::uint64_t LevelDigits::number_of(std::span<const Point> images) const {
  std::uint64_t number = 0;
  for (std::size_t i = values_.size(); i-- > 0;) {
    const auto at = std::ranges::lower_bound(values_[i], images[i]);
    number = number * values_[i].size() + static_cast<std::uint64_t>(at - values_[i].begin());
  }
  return number;
}

LevelCount count_levels(const Generators& given_generators, const LevelOptions& options, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  require_valid(given_generators);
  const Acting acting(given_generators);
  const Generators& generators = given_generators.kind.is_transformation() ? given_generators : acting.made;
  const LevelDigits digits(generators, acting.base);
  LevelCounter counter(make_states(digits, first_level(generators, acting.base, digits), options, run), generators);
  const auto timer = run.phase("levels");
  drive(counter, run);
  return counter.result();
}

}  // namespace wreath::semigroup
