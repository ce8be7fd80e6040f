// SPDX-License-Identifier: MIT
//
// Maps from files and texts, .npy or GAP's, and written as GAP text: the engine knows .npy alone.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "core/data/bitset.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "format/gap.hpp"
#include "perm/backend.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/files/map_source.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::perm {

namespace {

bool starts_as_npy(std::string_view bytes) {
  return bytes.starts_with("\x93NUMPY");
}

/// The variable that a file of GAP text defines: its own name, as far as GAP allows it.
std::string gap_variable(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  const bool plain = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                     std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return plain ? name : "x";
}

/// Points of 5 bytes become ones of 8.
template <class Point>
HugeArray<Point> points_of(const MapSource& x, const FileOptions& options, RunControl& run) {
  if (x.width() == sizeof(Point)) return x.all_points<Point>(options.machine.threads, &run);
  const HugeArray<Point40> packed = x.all_points<Point40>(options.machine.threads, &run);
  HugeArray<Point> points(x.size());
  std::ranges::copy(packed.span(), points.data());
  return points;
}

FileReport write_gap_file(const MapSource& x, format::GapForm form, const std::string& output, const FileOptions& options,
                          RunControl* its_run) {
  GivenRun given(its_run);
  RunControl& run = *given;
  run.note_choice("backend", "cpu", "text is written on the CPU");
  return with_width(x.width() == sizeof(Point40) ? sizeof(std::uint64_t) : x.width(), [&]<class Point>(Point) {
    require_memory(x.size() * (x.width() == sizeof(Point) ? x.width() : x.width() + sizeof(Point)) + Bitset::bytes_for(x.size()),
                   &run, "writing it as text");
    HugeArray<Point> points;
    or_limit_reached([&] { points = points_of<Point>(x, options, run); });
    if (const Defect defect = find_defect(std::span<const Point>(points.span()), array_options(options), &run)) {
      throw InputError(fmt::format("{}: only permutations can be written as GAP text: {}", x.name(), x.sentence(defect)));
    }
    const auto timer = run.phase("write");
    OutputFile file(output);
    format::write_gap(std::span<const Point>(points.span()), form, file, gap_variable(output), &run);
    file.commit();
    return FileReport{x.size(), x.size(), x.width(), 0};
  });
}

}  // namespace

Map Map::open(const std::filesystem::path& path, RunControl* run, ListRule rule) {
  if (!path.string().ends_with(".npy")) {
    const MappedFile file(path);
    if (!starts_as_npy(file.text())) {
      const format::GapReading reading{.any_list = rule == ListRule::any, .run = run};
      return Map(MapSource::from_values(path, format::parse_gap(file.text(), path.string(), reading), 1));
    }
  }
  return from_file(path);
}

Map Map::read(std::string name, std::string bytes, RunControl* run, ListRule rule) {
  if (starts_as_npy(bytes)) return from_bytes(std::move(name), std::move(bytes));
  const std::vector<std::uint64_t> values = format::parse_gap(bytes, name, {.any_list = rule == ListRule::any, .run = run});
  return Map(MapSource::from_values(std::move(name), values, 1));
}

FileReport write_cycles(const Map& x, const std::filesystem::path& output, const FileOptions& options, RunControl* run) {
  if (!is_gap_name(output))
    throw InputError(
        fmt::format("{}: cycles are written as GAP text: the output must be a .g, .gap or .txt file", output.string()));
  return write_gap_file(Internals::source(x), format::GapForm::cycles, output, options, run);
}

FileReport convert_file(const Map& x, unsigned point_bytes, const std::filesystem::path& output, const FileOptions& options,
                        RunControl* run) {
  if (is_gap_name(output)) {
    if (point_bytes != 0) throw InputError(output.string() + ": GAP text has no " + option("type") + " of points; leave it out");
    return write_gap_file(Internals::source(x), format::GapForm::list, output, options, run);
  }
  return convert_to_npy(x, point_bytes, output, options, run);
}

FileReport multiply_files(const Map& x, const std::string& y, const std::filesystem::path& output, const FileOptions& options,
                          RunControl* run) {
  if (is_array_of_rows(y)) return multiply_rows(x, y, output, options, run);
  std::optional<Map> points;
  const auto open = [&] { points.emplace(Map::open(y)); };
  if (options.machine.cluster) {
    cluster::on_all_ranks(options, open);
  } else {
    open();
  }
  return multiply_files(x, *points, output, options, run);
}

}  // namespace wreath::perm
