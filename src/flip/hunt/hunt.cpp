// SPDX-License-Identifier: MIT
//
// The hunt: a round after the other, each a shape, a move and a short search.
//
// A round is a function of the seed, the number of the hunt in its folder, the number of the round, and the schemes in the
// folder: it counts steps, not seconds, and its walks do not depend on the threads. Some rounds are longer than others, each
// length half as often as half the length: no time scale is left out; those of the ladder grow from one to the next. What a
// search with a mirror has found then walks on without it for a while. Every improvement is written at once, and so are some
// schemes of the best ranks: the next rounds start from them.
#include "wreath/flip/hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <ctime>
#include <map>
#include <set>

#include "core/run/given_run.hpp"
#include "core/run/gpu_start.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "flip/hunt/folder.hpp"
#include "flip/hunt/plan.hpp"
#include "flip/hunt/record.hpp"
#include "flip/scheme/sides.hpp"
#include "wreath/flip/catalogue.hpp"
#include "wreath/flip/records.hpp"
#include "wreath/flip/search.hpp"
#include "wreath/gpu.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

namespace {

constexpr Named<HuntMove> kMoveNames[] = {
    {HuntMove::extend, "extend"}, {HuntMove::mirror, "mirror"},   {HuntMove::walk, "walk"},     {HuntMove::project, "project"},
    {HuntMove::merge, "merge"},   {HuntMove::product, "product"}, {HuntMove::blocks, "blocks"}, {HuntMove::standard, "standard"}};
static_assert(std::size(kMoveNames) == kHuntMoves);

constexpr std::size_t kKeep = 32;
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 40;

/// Walks and steps of each in the shortest rounds: about half a second of two cores, a tenth of one of a GPU. On cores, smaller
/// shapes take less.
struct Budget {
  std::uint64_t walks;
  std::uint64_t steps;

  std::uint64_t steps_for(const Shape& shape) const {
    return walks == 0 ? steps : std::min(steps, steps * volume(shape) / kWholeVolume);
  }
  static constexpr std::uint64_t kWholeVolume = 128;
};
constexpr Budget kMirrored{64, 1U << 18};
constexpr Budget kPlain{16, 1U << 20};
constexpr Budget kOnGpu{0, 1U << 15};

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The shapes to hunt, their sides in order, each once.
std::vector<Shape> hunted(const HuntOptions& options) {
  std::set<Shape> shapes;
  for (const Shape& shape : options.shapes) {
    if (std::min({shape.n, shape.m, shape.p}) < 2)
      throw InputError(fmt::format("{} is not worth a hunt: the standard scheme has the least rank", to_string(shape)));
    shapes.insert(in_order(parse_shape(to_string(shape))));
  }
  if (options.up_to) {
    const Shape most = in_order(*options.up_to);
    for (unsigned n = 2; n <= most.n; ++n) {
      for (unsigned m = n; m <= most.m; ++m) {
        for (unsigned p = m; p <= most.p; ++p) {
          if (m * p <= 64) shapes.insert({n, m, p});
        }
      }
    }
  }
  if (shapes.empty())
    throw InputError(fmt::format("a hunt needs shapes, or {} with sides of 2 or more", option("up-to", "NxMxP")));
  return {shapes.begin(), shapes.end()};
}

HuntOptions completed(HuntOptions options) {
  if (options.folder.empty()) throw InputError("a hunt needs a folder: " + option("folder", "DIR"));
  if (!options.shapes.empty() && options.up_to) throw InputError(fmt::format("give shapes, or {}, not both", option("up-to")));
  if (options.target != 0 && hunted(options).size() != 1) throw InputError(option("target") + " is for a hunt of one shape");
  if (options.steps > kMostSteps) {
    throw InputError(
        fmt::format("{} is too large: it may be at most {}", option("steps", std::to_string(options.steps)), kMostSteps));
  }
  if (options.keep == 0) options.keep = kKeep;
  return options;
}

}  // namespace

std::string_view to_string(HuntMove move) noexcept {
  return name_of<HuntMove>(move, kMoveNames);
}

class Hunt::State {
 public:
  State(HuntOptions options, RunControl& run)
      : options_(completed(std::move(options))),
        shapes_(hunted(options_)),
        folder_(options_.folder, options_.keep),
        gpu_(options_.machine.backend == BackendChoice::cuda),
        file_(folder_.path()),
        planner_(folder_, read_hunt_records(folder_.path()).sum.ways) {
    if (gpu_) require_gpu();
    if (may_use_gpu()) gpu_start_.begin();
    save_record();
    take_catalogues(run);
    for (const Shape& shape : shapes_) folder_.look(shape);
  }

  bool advance(RunControl& run) {
    if (finished()) return false;
    RandomStream random(options_.seed, std::uint64_t{file_.number()} << 32 | record_.total.rounds);
    const auto start = Clock::now();
    flips_ = 0;
    if (may_use_gpu() && (record_.total.rounds >= tuning::kRoundsOnCores || has_long_rounds())) gpu_ = has_gpu();
    const std::size_t finds = finds_.size();
    const Attempt attempt = planner_.plan(draw_shape(random), random);
    under_way_ = {file_.number(), attempt.shape, attempt.move, attempt.how};
    round_start_ = start;
    search(attempt, random, run);
    under_way_.reset();
    HuntCounts counts{1, flips_, finds_.size() - finds, since(start), 0};
    if (counts.improvements != 0) counts.last_improvement = static_cast<std::int64_t>(std::time(nullptr));
    record_.add(attempt.shape, attempt.move, counts);
    if (since(saved_) > tuning::kRecordEvery || is_saved_under_way_ || finished()) save_record();
    return !finished();
  }

  void save_record() {
    if (under_way_) {
      under_way_->seconds = since(round_start_);
      under_way_->reported = static_cast<std::int64_t>(std::time(nullptr));
    }
    record_.ways = planner_.learned();
    file_.write(record_, options_.seed, under_way_);
    is_saved_under_way_ = under_way_.has_value();
    saved_ = Clock::now();
  }

  void listen(std::function<void(const HuntFind&)> on_find) { on_find_ = std::move(on_find); }

  bool reached() const {
    if (options_.target == 0) return false;
    return std::ranges::all_of(shapes_, [&](const Shape& shape) {
      const auto best = folder_.best(shape);
      return best && *best <= options_.target;
    });
  }
  bool finished() const { return reached() || (options_.rounds != 0 && record_.total.rounds >= options_.rounds); }
  bool complete() const { return options_.target != 0 ? reached() : finished(); }

  const HuntCounts& counts() const { return record_.total; }
  const std::vector<HuntFind>& finds() const { return finds_; }
  const std::vector<Shape>& shapes() const { return shapes_; }
  std::optional<std::size_t> best(const Shape& shape) const { return folder_.best(in_order(shape)); }
  const std::vector<SkippedFile>& skipped() {
    skipped_ = skipped_in_catalogues_;
    skipped_.insert(skipped_.end(), folder_.skipped().begin(), folder_.skipped().end());
    return skipped_;
  }

 private:
  /// Whether the rounds after the first few take a GPU, if there is one.
  bool may_use_gpu() const {
    const bool has_later_rounds = options_.rounds == 0 || options_.rounds > tuning::kRoundsOnCores;
    return options_.machine.backend == BackendChoice::automatic && (has_later_rounds || has_long_rounds());
  }
  bool has_long_rounds() const { return options_.steps > kPlain.steps; }

  bool is_withheld(const Shape& shape) const {
    return std::ranges::any_of(options_.withheld,
                               [&](const Shape& withheld) { return fits(in_order(withheld), in_order(shape)); });
  }

  /// Puts the schemes of the catalogues into the folder, those that it has not.
  void take_catalogues(RunControl& run) {
    RandomStream random(options_.seed, std::uint64_t{file_.number()} << 32 | UINT32_MAX);
    const auto take = [&](const Scheme& scheme) {
      if (is_withheld(scheme.shape) || std::min({scheme.shape.n, scheme.shape.m, scheme.shape.p}) < 2) return;
      if (!looked_.contains(in_order(scheme.shape))) folder_.look(in_order(scheme.shape));
      looked_.insert(in_order(scheme.shape));
      folder_.add(scheme, random);
    };
    for (const Scheme& scheme : built_in_schemes()) take(scheme);
    for (const std::string& input : options_.from) {
      const auto skipped = for_each_scheme(
          input, {}, [&](const KnownScheme& file) { take(require_valid_modulo_2(file.scheme, file.name)); }, &run);
      skipped_in_catalogues_.insert(skipped_in_catalogues_.end(), skipped.begin(), skipped.end());
    }
  }

  /// Rather one that is above the best known rank.
  const Shape& draw_shape(RandomStream& random) const {
    constexpr unsigned kAboveKnown = 4;
    std::vector<std::size_t> lots;
    for (std::size_t k = 0; k < shapes_.size(); ++k) {
      const auto best = folder_.best(shapes_[k]);
      const auto known = known_ranks(shapes_[k]);
      const bool above = !best || !known || *best > known->f2;
      lots.insert(lots.end(), above ? kAboveKnown : 1, k);
    }
    return shapes_[lots[random.below(static_cast<std::uint32_t>(lots.size()))]];
  }

  void search(const Attempt& attempt, RandomStream& random, RunControl& run) {
    const unsigned length = length_of(attempt, random);
    std::vector<Scheme> kept = search_from(attempt, attempt.starts, length, random, run);
    if (kept.empty()) return;
    planner_.learn(attempt, std::uint64_t{1} << length, kept.front().rank());
    if (!attempt.is_mirrored() || !is_hunted(attempt.shape) || run.should_stop() || reached()) return;
    if (kept.front().rank() > folder_.best(attempt.shape).value_or(0) + 1) return;
    if (kept.size() > tuning::kWalkStarts) kept.resize(tuning::kWalkStarts);
    Attempt without = attempt;
    without.swaps = {};
    without.how += ", then without the mirror";
    search_from(without, kept, std::min(tuning::kLongestWithout, !gpu_ ? length : length < 2 ? 0 : length - 2), random, run);
  }

  /// Rounds of extended schemes, which have far to fall, grow: a long one gets lower than several short ones.
  static unsigned length_of(const Attempt& attempt, RandomStream& random) {
    if (attempt.move == HuntMove::extend) {
      const auto grown = static_cast<unsigned>(std::bit_width(tuning::kExtendGrowth * attempt.earlier));
      return std::clamp(grown, tuning::kExtendLength + 1, tuning::kLongestRound + 1) - 1;
    }
    unsigned length = attempt.move == HuntMove::standard ? 1 : 0;
    while (attempt.earlier != 0 && length < tuning::kLongestRound && (random.next() & 1) != 0) ++length;
    return length;
  }

  bool is_hunted(const Shape& shape) const { return std::ranges::find(shapes_, shape) != shapes_.end(); }

  /// A search; what it keeps of its best ranks goes into the folder and is returned, the best first.
  std::vector<Scheme> search_from(const Attempt& attempt, const std::vector<Scheme>& starts, unsigned length,
                                  RandomStream& random, RunControl& run) {
    const Budget budget = gpu_ ? kOnGpu : attempt.is_mirrored() ? kMirrored : kPlain;
    SearchOptions settings;
    settings.machine.backend = gpu_ ? BackendChoice::cuda : BackendChoice::cpu;
    settings.machine.threads = options_.machine.threads;
    settings.seed = random.next64();
    settings.walks = budget.walks;
    settings.steps = (options_.steps != 0 ? options_.steps : budget.steps_for(attempt.shape)) << length;
    settings.starts = starts;
    if (attempt.shape == shapes_.front()) settings.target = options_.target;
    if (attempt.is_mirrored()) {
      settings.symmetry = Symmetry::c2;
      settings.swaps.assign(attempt.swaps.begin(), attempt.swaps.end());
    }
    RunControl inner;  // reports the round, not the search
    inner.listen([&](const Progress& progress) {
      const std::string note = fmt::format("{} {}: {}", to_string(attempt.shape), to_string(attempt.move), progress.note);
      run.report({"hunt", record_.total.rounds, options_.rounds, "rounds", note});
    });
    Search search(attempt.shape, settings, &inner);
    note_backend(run);
    search.listen([&](const Discovery& best) {  // at once: the round may never end
      if (is_improvement(attempt.shape, best.scheme.rank())) take(best.scheme, attempt, random);
    });
    while (!run.should_stop() && search.advance(&inner)) {
      if (since(saved_) <= tuning::kRecordEvery) continue;
      under_way_->flips = flips_ + search.result().flips;
      save_record();
    }
    flips_ += search.result().flips;
    std::vector<Scheme> kept = search.kept(tuning::kTakenAbove);
    for (std::size_t k = 0; k < kept.size(); ++k)  // at random within a rank
      std::swap(kept[k], kept[k + random.below(static_cast<std::uint32_t>(kept.size() - k))]);
    std::ranges::stable_sort(kept, {}, &Scheme::rank);
    std::map<std::size_t, std::size_t> taken;  // of each rank
    for (const Scheme& scheme : kept) {
      if (taken[scheme.rank()]++ < tuning::kTakenOfRank) take(scheme, attempt, random);
    }
    return kept;
  }

  void note_backend(RunControl& run) const {
    const bool is_open = options_.machine.backend == BackendChoice::automatic;
    const bool is_first = !may_use_gpu() || (record_.total.rounds < tuning::kRoundsOnCores && !has_long_rounds());
    run.note_choice("backend", gpu_ ? "cuda" : "cpu",
                    !is_open   ? "asked for"
                    : gpu_     ? "a GPU is available, which walks a thousand times as fast"
                    : is_first ? "the first rounds are over before a GPU has started"
                               : "there is no GPU");
  }

  /// Of what the folder has, or, if it has nothing of the shape, of what is known.
  bool is_improvement(const Shape& shape, std::size_t rank) const {
    if (const auto best = folder_.best(shape)) return rank < *best;
    const auto known = known_ranks(shape);
    return known && rank <= known->f2;
  }

  /// Into the folder, and into the list of finds if it is an improvement.
  void take(const Scheme& scheme, const Attempt& attempt, RandomStream& random) {
    const auto before = folder_.best(attempt.shape);
    const auto file = folder_.add(scheme, random);
    if (!file || (before && scheme.rank() >= *before)) return;
    finds_.push_back({attempt.shape, scheme.rank(), before.value_or(0), attempt.move, attempt.how, since(start_),
                      record_.total.rounds + 1, *file});
    if (on_find_) on_find_(finds_.back());
  }

  HuntOptions options_;
  std::vector<Shape> shapes_;
  HuntFolder folder_;
  GpuStart gpu_start_;
  bool gpu_;
  HuntRecord record_;
  HuntRecordFile file_;
  HuntPlanner planner_;
  std::vector<HuntFind> finds_;
  std::uint64_t flips_ = 0;  // of the round
  std::set<Shape> looked_;
  std::vector<SkippedFile> skipped_in_catalogues_;
  std::vector<SkippedFile> skipped_;
  std::function<void(const HuntFind&)> on_find_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point saved_;
  std::optional<HuntUnderWay> under_way_;
  Clock::time_point round_start_;
  bool is_saved_under_way_ = false;
};

Hunt::Hunt(HuntOptions options, RunControl* given) {
  GivenRun run(given);
  state_ = std::make_unique<State>(std::move(options), run);
}
Hunt::~Hunt() = default;
Hunt::Hunt(Hunt&&) noexcept = default;
Hunt& Hunt::operator=(Hunt&&) noexcept = default;

void Hunt::listen(std::function<void(const HuntFind&)> on_find) {
  state_->listen(std::move(on_find));
}
bool Hunt::run(RunControl* given) {
  GivenRun run(given);
  while (!run->should_stop() && advance(&*run)) {
  }
  state_->save_record();
  if (!complete() && state_->finished()) run->request_stop(StopReason::steps);
  return complete();
}
bool Hunt::advance(RunControl* given) {
  GivenRun run(given);
  return state_->advance(run);
}
bool Hunt::complete() const {
  return state_->complete();
}
const HuntCounts& Hunt::counts() const {
  return state_->counts();
}
const std::vector<HuntFind>& Hunt::finds() const {
  return state_->finds();
}
const std::vector<Shape>& Hunt::shapes() const {
  return state_->shapes();
}
std::optional<std::size_t> Hunt::best(const Shape& shape) const {
  return state_->best(shape);
}
const std::vector<SkippedFile>& Hunt::skipped() const {
  return state_->skipped();
}

}  // namespace wreath::flip
