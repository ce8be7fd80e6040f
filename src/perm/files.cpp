// SPDX-License-Identifier: MIT
//
// Whole files: read the arguments, work in memory on huge pages, verify where asked, write the result. Multiplication, which can
// be cut anywhere, is in multiply_files.cpp.
#include "perm/files.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/io/output_file.hpp"
#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "perm/backend.hpp"
#include "perm/disk/files.hpp"
#include "perm/file_tools.hpp"
#include "perm/points.hpp"

namespace wreath::perm {

namespace {

template <class Point>
void require_permutation(const MapSource& source, std::span<const Point> x, const Options& options) {
  const Defect defect = find_defect(x, options);
  if (!defect) return;
  throw InputError(fmt::format("{}: this is not a permutation: {}", source.name(), defect.sentence(x.size())));
}

/// Reads x, lets `work(x, z)` fill z, and writes z. Stops before the work or the writing where the run is asked to.
template <class Value, class Point, class Work>
FileReport transform(const MapSource& x, const std::string& output, char kind, const Options& options, RunControl& run,
                     const Work& work) {
  OutputFile file(output);
  const FileReport stopped{x.size(), 0, sizeof(Value), 0};
  HugeArray<Point> points;
  {
    const auto timer = run.phase("read");
    points = x.all_points<Point>(options.threads);
  }
  if (run.should_stop()) return stopped;
  HugeArray<Value> result(x.size());
  work(std::span<const Point>(points.span()), result.span());
  if (run.should_stop()) return stopped;  // what a stop leaves may be unfinished
  write_array(file, kind, std::span<const Value>(result.span()), run);
  return {x.size(), x.size(), sizeof(Value), 0};
}

/// A checkpoint says how far a run on disk is; in memory only products have one.
void refuse_disk_options(const FileOptions& options) {
  if (options.checkpoint.empty() && options.resume.empty()) return;
  throw InputError("this fits the memory and takes no checkpoint; leave it out, or give less memory with " + option("memory"));
}

}  // namespace

bool goes_to_disk(const MapSource& x, const MapSource* y, std::uint64_t memory, const RunControl& run) {
  if (x.width() == 5 || (y != nullptr && y->width() == 5)) return true;
  return x.is_file() && x.width() >= 4 && memory > run.memory_left();
}

FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                       const FileOptions& file_options, RunControl& run) {
  if (point_bytes == 0) point_bytes = points <= (std::uint64_t{1} << 32) ? 4 : 8;
  if (file_options.cluster != nullptr) return random_on_cluster(points, point_bytes, seed, output, file_options, run);
  const Options& options = file_options.options;
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(points, point_bytes, &bytes)) throw InputError(fmt::format("{} points are too many", points));
  if (options.backend == BackendChoice::cuda)
    throw InputError("random permutations are made on the CPU; leave " + option("backend", "cuda") + " out");
  if (point_bytes == 5 || (point_bytes >= 4 && bytes > run.memory_left()))
    return disk::random(points, point_bytes, seed, output, options, run);
  require_memory(bytes, run, fmt::format("a random permutation of {} points", points));
  run.note_choice("backend", "cpu", "random permutations are made on the CPU");
  OutputFile file(output);
  return with_width(point_bytes, [&]<class Point>(Point) {
    HugeArray<Point> x(points);
    {
      const auto timer = run.phase("shuffle");
      random(x.span(), seed, with_run(options, run));
    }
    const bool whole = !run.should_stop();
    if (whole) write_array(file, 'u', std::span<const Point>(x.span()), run);
    return FileReport{points, whole ? points : 0, point_bytes, 0};
  });
}

const char* to_string(Exchange exchange) {
  switch (exchange) {
    case Exchange::automatic: return "auto";
    case Exchange::shared: return "shared";
    case Exchange::messages: return "messages";
    case Exchange::files: return "files";
  }
  throw InternalError("no such exchange");
}

FileReport inverse_file(const MapSource& x, const std::string& output, const FileOptions& file_options, RunControl& run) {
  if (file_options.cluster != nullptr) return divide_on_cluster(x, nullptr, output, file_options, run);
  const Options options = with_run(file_options.options, run);
  require_backend(options);
  if (goes_to_disk(x, nullptr, x.size() * x.width() * 2, run)) return disk::inverse(x, output, file_options, run);
  refuse_disk_options(file_options);
  require_memory(x.size() * x.width() * 2, run, fmt::format("inverting {}", x.name()));
  return with_width(x.width(), [&]<class Point>(Point) {
    return transform<Point, Point>(x, output, x.kind(), options, run, [&](std::span<const Point> points, std::span<Point> z) {
      {
        const auto timer = run.phase("check");
        require_permutation(x, points, options);
      }
      {
        const auto timer = run.phase("inverse");
        inverse(points, z, options);
      }
      const auto timer = run.phase("verify");
      verify_checksum<Point>(points, z, file_options.verify, options.threads);  // both hold every point once
      verify_points(points.size(), file_options.verify, options.threads, [&](std::size_t i) { return z[points[i]] == i; });
    });
  });
}

FileReport divide_files(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& file_options,
                        RunControl& run) {
  if (file_options.cluster != nullptr) return divide_on_cluster(x, &y, output, file_options, run);
  const Options options = with_run(file_options.options, run);
  require_backend(options);
  if (x.size() != y.size()) {
    throw InputError(fmt::format("{} has {} points and {} has {}: they must be permutations of the same points", x.name(),
                                 x.size(), y.name(), y.size()));
  }
  if (goes_to_disk(x, &y, x.size() * (x.width() + 2 * y.width()), run)) return disk::divide(x, y, output, file_options, run);
  refuse_disk_options(file_options);
  require_memory(x.size() * (x.width() + 2 * y.width()), run, fmt::format("dividing {} by {}", y.name(), x.name()));
  return with_width(x.width(), [&]<class Point>(Point) {
    return with_width(y.width(), [&]<class Value>(Value) {
      return transform<Value, Point>(x, output, y.kind(), options, run, [&](std::span<const Point> points, std::span<Value> z) {
        {
          const auto timer = run.phase("check");
          require_permutation(x, points, options);
        }
        const HugeArray<Value> values = y.all_values<Value>(options.threads);
        const std::span<const Value> y_span = values.span();
        {
          const auto timer = run.phase("divide");
          divide(points, y_span, z, options);
        }
        const auto timer = run.phase("verify");
        verify_checksum<Value>(y_span, z, file_options.verify, options.threads);
        verify_points(points.size(), file_options.verify, options.threads,
                      [&](std::size_t i) { return z[points[i]] == values[i]; });
      });
    });
  });
}

FileReport power_file(const MapSource& x, std::int64_t exponent, const std::string& output, const FileOptions& file_options,
                      RunControl& run) {
  const Options options = with_run(file_options.options, run);
  require_backend(options);
  require_memory(x.size() * x.width() * 4, run, fmt::format("a power of {}", x.name()));
  return with_width(x.width(), [&]<class Point>(Point) {
    return transform<Point, Point>(x, output, x.kind(), options, run, [&](std::span<const Point> points, std::span<Point> z) {
      if (exponent < 0) require_permutation(x, points, options);
      const auto timer = run.phase("power");
      try {
        power(points, exponent, z, options);
      } catch (const PointError& error) {
        throw_point_error(error, x, x, 0);
      }
    });
  });
}

std::optional<Defect> check_file(const MapSource& x, const FileOptions& file_options, RunControl& run) {
  if (file_options.cluster != nullptr) return check_on_cluster(x, file_options, run);
  const Options& options = file_options.options;
  run.note_choice("backend", "cpu", "checks run on the CPU");
  if (x.is_file() && (x.width() == 5 || (x.width() >= 4 && x.size() * x.width() * 3 / 2 > run.memory_left())))
    return disk::check(x, options, run);
  require_memory(x.size() * x.width(), run, fmt::format("checking {}", x.name()));
  return with_width(x.width(), [&]<class Point>(Point) {
    const HugeArray<Point> points = x.all_points<Point>(options.threads);
    const auto timer = run.phase("check");
    return find_defect(std::span<const Point>(points.span()), with_run(options, run));
  });
}

std::vector<CycleCount> cycles_of_file(const MapSource& x, const Options& options, RunControl& run) {
  run.note_choice("backend", "cpu", "cycles are followed on the CPU");
  require_memory(x.size() * x.width(), run, fmt::format("the cycles of {}", x.name()));
  return with_width(x.width(), [&]<class Point>(Point) {
    const HugeArray<Point> points = x.all_points<Point>(options.threads);
    require_permutation(x, std::span<const Point>(points.span()), options);
    const auto timer = run.phase("cycles");
    return cycle_type(std::span<const Point>(points.span()), with_run(options, run));
  });
}

FileReport convert_file(const MapSource& x, unsigned point_bytes, const std::string& output, const Options& options,
                        RunControl& run) {
  if (point_bytes == 0) point_bytes = x.width();
  run.note_choice("backend", "cpu", "files are converted on the CPU");
  if (x.width() == 5 || point_bytes == 5) return disk::convert(x, point_bytes, output, options, run);
  require_memory(x.size() * (x.width() + point_bytes), run, fmt::format("converting {}", x.name()));
  return with_width(x.width(), [&]<class Point>(Point) {
    return with_width(point_bytes, [&]<class Value>(Value) {
      return transform<Value, Point>(x, output, 'u', options, run, [&](std::span<const Point> points, std::span<Value> z) {
        for (std::size_t i = 0; i < points.size(); ++i) {
          if (points[i] > std::numeric_limits<Value>::max()) {
            throw InputError(
                fmt::format("{}: value {} at index {} does not fit {} bytes", x.name(), x.shown(points[i]), i, sizeof(Value)));
          }
          z[i] = static_cast<Value>(points[i]);
        }
      });
    });
  });
}

}  // namespace wreath::perm
