// SPDX-License-Identifier: MIT
//
// How elements are kept. What pays depends on the semigroup:
//   a row that fits 64 bits is as short as it gets;
//   a certified base makes rows short (base.cpp), and is looked for whenever rows are long;
//   elements of small rank are short as (kernel, image): sampled by multiplying random words;
//   otherwise rows are kept whole, and products deduced where that is cheaper than composing them.
// When memory runs short, the enumeration continues in a smaller form: rows -> compressed -> words -> disk,
// without those in between that would not be smaller.
#include "semigroup/enumerate/plan.hpp"

#include <fmt/format.h>

#include "core/data/bitset.hpp"
#include "core/data/rng.hpp"
#include "core/text/option.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/kinds/kind.hpp"
#include "semigroup/kinds/packed_points.hpp"
#include "semigroup/kinds/packing.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

/// The mean number of distinct images along a few random words.
double mean_rank(const Generators& generators) {
  constexpr std::size_t kWords = 8;
  constexpr std::size_t kLength = 48;
  RandomStream random(1, 0);
  double sum = 0;
  for (std::size_t word = 0; word < kWords; ++word) {
    std::vector<Point> image = all_points(generators.degree);  // the distinct images so far
    for (std::size_t at = 0; at < kLength; ++at) {
      const auto row = generators.row(random.below(generators.count()));
      Bitset seen(generators.degree);
      std::erase_if(image, [&](Point& p) { return !seen.claim<false>(p = row[p]); });
      sum += static_cast<double>(image.size());
    }
  }
  return sum / (kWords * kLength);
}

Plan with_rows(const Generators& generators, const Options& options, bool gpu, std::string why) {
  Plan plan{Method::rows, all_points(generators.degree), false, std::move(why), gpu};
  const std::size_t deduce_from = gpu ? tuning::kDeduceBytesOnGpu : tuning::kDeduceBytes;
  plan.deduce = options.graphs || generators.degree * width_for(generators.degree) >= deduce_from;
  return plan;
}

std::optional<Plan> with_base(const Generators& generators, bool gpu, RunControl& run) {
  const auto timer = run.phase("certify base");
  const auto base = certified_base(generators, std::max<std::size_t>(1, generators.degree / 8), run);
  if (!base) return std::nullopt;
  return Plan{
      Method::base,
      base->points,
      false,
      fmt::format("the images of {} of {} points are proven to determine every element", base->points.size(), generators.degree),
      gpu,
      base->acyclic};
}

}  // namespace

Plan make_kind_plan(const Generators& generators, const Options& options) {
  const std::string kind = fmt::format("elements of the kind {} and size {}", to_string(generators.kind), generators.kind.size);
  const bool gpu = options.machine.backend == BackendChoice::cuda;
  const bool disk = options.method == Method::disk;
  if (options.method != Method::automatic && options.method != Method::rows && !disk)
    throw InputError(fmt::format("{} are kept as rows or on disk only; omit {}", kind, option("method")));
  if (gpu && !kind_of(generators.kind).has_device_form(generators.kind)) {
    throw InputError(fmt::format("{} are enumerated on the CPU only: a GPU takes {}; omit {}", kind,
                                 kind_of(generators.kind).device_limit(), option("backend")));
  }
  if (gpu && options.machine.cluster)
    throw InputError(fmt::format("{} are enumerated by several ranks on the CPU only; omit {}", kind, option("backend")));
  return {disk ? Method::disk : Method::rows, all_points(generators.degree), false, kind, gpu};
}

Plan make_plan(const Generators& generators, std::span<const Point> base, const Options& options, RunControl& run) {
  const bool automatic = options.method == Method::automatic;
  const bool gpu = options.machine.backend == BackendChoice::cuda;
  if (!base.empty() && (automatic || options.method == Method::base)) {
    return {Method::base,
            {base.begin(), base.end()},
            false,
            fmt::format("the images of {} of {} points determine every element", base.size(), generators.degree),
            gpu};
  }
  if (automatic && PackedPoints::fits(generators.degree, generators.degree)) {
    return {Method::rows, all_points(generators.degree), false, "a row fits in 64 bits", gpu};
  }
  if (automatic || options.method == Method::base) {
    if (auto plan = with_base(generators, gpu, run)) return *plan;
    if (!automatic)
      throw InputError("no small set of points was proven to determine every element; omit " + option("method", "base"));
  }
  if (options.method == Method::compressed) return {Method::compressed, all_points(generators.degree), false, "asked for"};
  if (automatic && !gpu) {
    const double rank = mean_rank(generators);
    if (rank * 4 < static_cast<double>(generators.degree)) {
      return {Method::compressed, all_points(generators.degree), false,
              fmt::format("random words have {:.0f} distinct images on average, out of {} points", rank, generators.degree)};
    }
  }
  if (automatic || options.method == Method::rows)
    return with_rows(generators, options, gpu, automatic ? "no shorter form is faster" : "asked for");
  if (options.method == Method::disk && !base.empty()) return {Method::disk, {base.begin(), base.end()}, false, "asked for"};
  return {options.method, all_points(generators.degree), options.method != Method::disk, "asked for"};
}

bool has_place_for_every_row(const Plan& plan, const Generators& generators) {
  return generators.kind.is_transformation() && PackedPoints::is_small(generators.degree, plan.tracked.size());
}

Plan make_gpu_plan(const Plan& plan, const Generators& generators, const Options& options) {
  if (!generators.kind.is_transformation()) {
    Plan moved = plan;
    moved.gpu = true;
    moved.deduce = false;
    return moved;
  }
  const bool packed = PackedPoints::fits(generators.degree, generators.degree);
  Plan moved =
      plan.method == Method::base || packed ? plan : with_rows(generators, options, true, "rows are the fastest form on a GPU");
  moved.gpu = true;
  return moved;
}

Plan make_smaller_plan(const Plan& plan, const Generators& generators) {
  Plan smaller = plan;
  smaller.gpu = false;
  smaller.why = "memory ran short";
  smaller.deduce = false;
  if (!generators.kind.is_transformation()) {
    smaller.method = plan.method == Method::rows ? Method::disk : Method::automatic;
    return smaller;
  }
  const bool rows_can_shrink = plan.method == Method::rows && !PackedPoints::fits(generators.degree, generators.degree);
  if (rows_can_shrink && mean_rank(generators) * 4 < static_cast<double>(generators.degree)) {
    smaller.method = Method::compressed;
  } else if (rows_can_shrink || plan.method == Method::compressed) {
    smaller.method = Method::words;
  } else if (plan.method == Method::rows || plan.method == Method::base || plan.method == Method::words) {
    smaller.method = Method::disk;
  } else {
    smaller.method = Method::automatic;
  }
  return smaller;
}

}  // namespace wreath::semigroup
