// SPDX-License-Identifier: MIT
//
// Orbits under permutations in files: read into memory if there is room, and otherwise on disk (orbits_on_disk.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "core/io/distinct_files.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::perm {

namespace {

/// The generators as permutations of the same points: one that came as text fixes the points it does not name.
class Generators {
 public:
  explicit Generators(const std::vector<Map>& given) : longer_(given.size()) {
    if (given.empty()) throw InputError("orbits need at least one generator");
    std::uint64_t points = 0;
    for (const Map& x : given) points = std::max(points, x.size());
    for (std::size_t g = 0; g < given.size(); ++g) {
      const MapSource& source = Internals::source(given[g]);
      longer_[g] = source.fixing_points_up_to(points);
      sources_.push_back(longer_[g] ? &*longer_[g] : &source);
      require_same_points(*sources_.front(), *sources_.back());
    }
  }
  Generators(const Generators&) = delete;
  Generators& operator=(const Generators&) = delete;

  const std::vector<const MapSource*>& sources() const { return sources_; }
  const MapSource& first() const { return *sources_.front(); }
  /// Bytes of the widest points, and so of the labels.
  unsigned width() const {
    unsigned widest = 0;
    for (const MapSource* x : sources_) widest = std::max(widest, x->width());
    return widest;
  }
  /// On disk, where arrays are worked on as they are.
  void require_one_width() const {
    for (const MapSource* x : sources_) {
      if (x->width() == first().width()) continue;
      throw InputError(
          fmt::format("{} has points of {} bytes and {} of {}: on disk they must have one type; convert one of them first",
                      first().name(), first().width(), x->name(), x->width()));
    }
  }

 private:
  static void require_same_points(const MapSource& x, const MapSource& y) {
    if (x.size() != y.size()) {
      throw InputError(fmt::format("{} has {} and {} has {}: they must be permutations of the same points", x.name(),
                                   plural(x.size(), "point"), y.name(), y.size()));
    }
  }

  std::vector<std::optional<MapSource>> longer_;
  std::vector<const MapSource*> sources_;
};

void require_names(const std::vector<Map>& generators, const std::string& labels, const std::string& schreier) {
  std::vector<FileRole> inputs;
  inputs.reserve(generators.size());
  for (const Map& x : generators) inputs.push_back({"X", Internals::source(x).is_file() ? x.name() : std::string()});
  require_distinct_files({{option("output"), labels}, {option("schreier"), schreier}}, inputs);
  for (const std::string& path : {labels, schreier}) {
    if (!path.empty() && !path.ends_with(".npy")) {
      throw InputError(fmt::format("{}: the result is an .npy file; its name must end in .npy", path));
    }
    if (!path.empty()) const OutputFile probe(path);
  }
}

Plan plan_orbits(const Generators& generators, bool schreier, const FileOptions& options, RunControl& run) {
  const MapSource& first = generators.first();
  return plan_files({.work = Work::orbits,
                     .source = first.size(),
                     .target = first.size(),
                     .point_bytes = generators.width(),
                     .value_bytes = generators.width(),
                     .maps = static_cast<unsigned>(generators.sources().size()),
                     .schreier = schreier,
                     .in_file = std::ranges::all_of(generators.sources(), &MapSource::is_file),
                     .x = first.name(),
                     .doing = fmt::format("finding the orbits of {} under {}", plural(first.size(), "point"),
                                          plural(generators.sources().size(), "permutation"))},
                    options, run, nullptr);
}

}  // namespace

OrbitsReport orbits_of_files(const std::vector<Map>& given_generators, const std::string& labels, const std::string& schreier,
                             const FileOptions& options, RunControl* given_run) {
  GivenRun given(given_run);
  RunControl& run = *given;
  if (options.machine.cluster) throw InputError("orbits are found by a single process only");
  const Generators generators(given_generators);
  require_names(given_generators, labels, schreier);
  const Plan plan = plan_orbits(generators, !schreier.empty(), options, run);
  note(plan, run);
  if (plan.where == Where::disk) {
    generators.require_one_width();
    const auto timer = run.phase("orbits");
    const OrbitsReport report = orbits_on_disk(given_generators, labels, schreier, options, run);
    note(plan, run);  // in place of the plans of its products
    return report;
  }
  const std::uint64_t points = generators.first().size();
  return with_width(generators.width(), [&]<class Point>(Point) {
    std::vector<HugeArray<Point>> arrays;
    std::vector<std::span<const Point>> images;
    {
      const auto timer = run.phase("read");
      for (const MapSource* x : generators.sources()) {
        or_limit_reached([&] { arrays.push_back(x->all_points<Point>(options.machine.threads, &run)); });
        images.push_back(arrays.back().span());
      }
    }
    HugeArray<Point> found(points);
    HugeArray<std::int8_t> vector(schreier.empty() ? 0 : points);
    OrbitsReport report{.points = points, .point_bytes = sizeof(Point)};
    {
      const auto timer = run.phase("orbits");
      try {
        report.orbits = orbits<Point>(images, found.span(), vector.span(), array_options(options), &run);
      } catch (const InputError&) {
        for (std::size_t g = 0; g < images.size(); ++g) {
          const Defect defect = find_defect(images[g], array_options(options), &run);
          const MapSource& x = *generators.sources()[g];
          if (defect) throw InputError(fmt::format("{}: this is not a permutation: {}", x.name(), x.sentence(defect)));
        }
        throw;
      }
    }
    if (!labels.empty()) {
      OutputFile file(labels);
      or_limit_reached([&] { write_array(file, 'u', std::span<const Point>(found.span()), run); });
    }
    if (!schreier.empty()) {
      OutputFile file(schreier);
      or_limit_reached([&] { write_array(file, 'i', std::span<const std::int8_t>(vector.span()), run); });
    }
    return report;
  });
}

}  // namespace wreath::perm
