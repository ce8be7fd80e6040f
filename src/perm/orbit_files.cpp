// SPDX-License-Identifier: MIT
//
// Orbits under permutations in files, which are read into memory.
#include <fmt/format.h>

#include "core/io/distinct_files.hpp"
#include "core/run/given_run.hpp"
#include "core/run/option.hpp"
#include "perm/file_tools.hpp"
#include "perm/plan.hpp"
#include "perm/points.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::perm {

namespace {

void require_same_points(const std::vector<Map>& generators) {
  if (generators.empty()) throw InputError("orbits need at least one generator");
  const Map& first = generators.front();
  for (const Map& x : generators) {
    if (x.size() != first.size()) {
      throw InputError(fmt::format("{} has {} points and {} has {}: they must be permutations of the same points", first.name(),
                                   first.size(), x.name(), x.size()));
    }
    if (x.point_bytes() != first.point_bytes()) {
      throw InputError(fmt::format("{} has points of {} bytes and {} of {}: convert one of them first", first.name(),
                                   first.point_bytes(), x.name(), x.point_bytes()));
    }
  }
}

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

Plan plan_orbits(const std::vector<Map>& generators, bool schreier, const FileOptions& options, RunControl& run) {
  const Map& first = generators.front();
  return plan_files(
      {.work = Work::orbits,
       .source = first.size(),
       .target = first.size(),
       .point_bytes = first.point_bytes(),
       .value_bytes = first.point_bytes(),
       .maps = static_cast<unsigned>(generators.size()),
       .schreier = schreier,
       .x = first.name(),
       .doing = fmt::format("finding the orbits of {} points under {} permutations", first.size(), generators.size())},
      options, run, nullptr);
}

}  // namespace

OrbitsReport orbits_of_files(const std::vector<Map>& generators, const std::string& labels, const std::string& schreier,
                             const FileOptions& options, RunControl* given_run) {
  GivenRun given(given_run);
  RunControl& run = *given;
  if (options.cluster != nullptr) throw InputError("orbits are found by a single process only");
  require_same_points(generators);
  require_names(generators, labels, schreier);
  note(plan_orbits(generators, !schreier.empty(), options, run), run);
  const std::uint64_t points = generators.front().size();
  return with_width(generators.front().point_bytes(), [&]<class Point>(Point) {
    std::vector<HugeArray<Point>> arrays;
    std::vector<std::span<const Point>> images;
    {
      const auto timer = run.phase("read");
      for (const Map& x : generators) {
        if (run.should_stop()) throw LimitReached("stopped before the permutations were read");
        arrays.push_back(Internals::source(x).all_points<Point>(options.threads));
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
          if (defect) {
            throw InputError(
                fmt::format("{}: this is not a permutation: {}", generators[g].name(), generators[g].sentence(defect)));
          }
        }
        throw;
      }
    }
    if (!labels.empty()) {
      OutputFile file(labels);
      write_array(file, 'u', std::span<const Point>(found.span()), run);
    }
    if (!schreier.empty()) {
      OutputFile file(schreier);
      write_array(file, 'i', std::span<const std::int8_t>(vector.span()), run);
    }
    return report;
  });
}

}  // namespace wreath::perm
