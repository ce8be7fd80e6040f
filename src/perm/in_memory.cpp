// SPDX-License-Identifier: MIT
//
// Whole files in memory. Multiplication, which can be cut anywhere, is in multiply_in_memory.cpp.
#include "perm/in_memory.hpp"

#include <fmt/format.h>

#include "perm/permutations_only.hpp"
#include "perm/points.hpp"
#include "perm/verify.hpp"

namespace wreath::perm::in_memory {

namespace {

template <class Point>
void require_permutation(const MapSource& source, std::span<const Point> x, const Options& options, RunControl* run) {
  const Defect defect = find_defect(x, options, run);
  if (!defect) return;
  throw InputError(fmt::format("{}: this is not a permutation: {}", source.name(), source.sentence(defect)));
}

/// Throws InputError with the value which shows that x is not a permutation; the caller already knows that it is not.
template <class Point>
[[noreturn]] void throw_no_permutation(const MapSource& source, std::span<const Point> x, const Options& options,
                                       RunControl* run) {
  require_permutation(source, x, options, run);
  throw InternalError(source.name() + ": not all points were reached, and it is a permutation");
}

/// Reads x, lets `work(x, z)` fill z, and writes z, unless the run is asked to stop.
template <class Value, class Point, class Work>
FileReport transform(const FileJob& job, char kind, const Work& work) {
  OutputFile file(job.output);
  const std::uint64_t size = job.x->size();
  const bool whole = unless_stopped([&] {
    HugeArray<Point> points;
    {
      const auto timer = job.run.phase("read");
      points = job.x->all_points<Point>(job.options.machine.threads, &job.run);
    }
    HugeArray<Value> result(points.size());
    work(std::span<const Point>(points.span()), result.span());
    StopCheck(job.run).look();  // what a stop leaves may be unfinished
    write_array(file, kind, std::span<const Value>(result.span()), job.run);
  });
  return {size, whole ? size : 0, sizeof(Value), 0};
}

}  // namespace

FileReport random(const FileJob& job, const Plan& plan, std::uint64_t seed) {
  OutputFile file(job.output);
  const std::uint64_t points = plan.task.source;
  return with_width(plan.task.point_bytes, [&]<class Point>(Point) {
    HugeArray<Point> x(points);
    const bool whole = unless_stopped([&] {
      {
        const auto timer = job.run.phase("shuffle");
        perm::random(x.span(), seed, array_options(job.options), &job.run);
      }
      StopCheck(job.run).look();
      write_array(file, 'u', std::span<const Point>(x.span()), job.run);
    });
    return FileReport{points, whole ? points : 0, sizeof(Point), 0};
  });
}

FileReport inverse(const FileJob& job) {
  const Options options = array_options(job.options);
  const Verify how = job.options.verify;
  return with_width(job.x->width(), [&]<class Point>(Point) {
    return transform<Point, Point>(job, job.x->kind(), [&](std::span<const Point> x, std::span<Point> z) {
      {
        const auto timer = job.run.phase("inverse");
        if (!invert_permutation(x, z, options, &job.run)) throw_no_permutation(*job.x, x, options, &job.run);
      }
      const auto timer = job.run.phase("verify");
      verify_checksum<Point>(x, z, how, options.machine.threads, job.run);  // both hold every point once
      verify_points(x.size(), how, options.machine.threads, job.run, [&](std::size_t i) { return z[x[i]] == i; });
    });
  });
}

FileReport divide(const FileJob& job) {
  const Options options = array_options(job.options);
  const Verify how = job.options.verify;
  return with_width(job.x->width(), [&]<class Point>(Point) {
    return with_width(job.y->width(), [&]<class Value>(Value) {
      return transform<Value, Point>(job, job.y->kind(), [&](std::span<const Point> x, std::span<Value> z) {
        const HugeArray<Value> values = job.y->all_values<Value>(options.machine.threads, &job.run);
        const std::span<const Value> y = values.span();
        {
          const auto timer = job.run.phase("divide");
          if (!divide_by_permutation(x, y, z, options, &job.run)) throw_no_permutation(*job.x, x, options, &job.run);
        }
        const auto timer = job.run.phase("verify");
        verify_checksum<Value>(y, z, how, options.machine.threads, job.run);
        verify_points(x.size(), how, options.machine.threads, job.run, [&](std::size_t i) { return z[x[i]] == y[i]; });
      });
    });
  });
}

FileReport power(const FileJob& job, const Exponent& exponent) {
  const Options options = array_options(job.options);
  return with_width(job.x->width(), [&]<class Point>(Point) {
    return transform<Point, Point>(job, job.x->kind(), [&](std::span<const Point> x, std::span<Point> z) {
      if (exponent.is_negative()) require_permutation(*job.x, x, options, &job.run);
      const auto timer = job.run.phase("power");
      try {
        perm::power(x, std::string_view(exponent.text()), z, options, &job.run);
      } catch (const PointError& error) {
        throw_point_error(error, *job.x, *job.x, 0);
      }
    });
  });
}

FileReport representatives(const FileJob& job) {
  const Options options = array_options(job.options);
  return with_width(job.x->width(), [&]<class Point>(Point) {
    return transform<Point, Point>(job, job.x->kind(), [&](std::span<const Point> x, std::span<Point> z) {
      const auto timer = job.run.phase("cycles");
      try {
        cycle_representatives(x, z, options, &job.run);
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: this is not a permutation: {}", job.x->name(), error.message()));
      }
    });
  });
}

std::optional<Defect> check(const FileJob& job) {
  return with_width(job.x->width(), [&]<class Point>(Point) {
    // A negative value is an answer; read as unsigned it is not a point, unless there are more points than its type can name.
    const bool as_unsigned = job.x->limit(job.x->size()) == job.x->size();
    const unsigned threads = job.options.machine.threads;
    std::optional<Defect> defect;
    unless_stopped([&] {
      const HugeArray<Point> points =
          as_unsigned ? job.x->all_values<Point>(threads, &job.run) : job.x->all_points<Point>(threads, &job.run);
      const auto timer = job.run.phase("check");
      defect = find_defect(std::span<const Point>(points.span()), array_options(job.options), &job.run);
    });
    return defect;
  });
}

std::vector<CycleCount> cycles(const FileJob& job) {
  const Options options = array_options(job.options);
  return with_width(job.x->width(), [&]<class Point>(Point) {
    HugeArray<Point> points;
    or_limit_reached([&] { points = job.x->all_points<Point>(options.machine.threads, &job.run); });
    require_permutation(*job.x, std::span<const Point>(points.span()), options, &job.run);
    const auto timer = job.run.phase("cycles");
    return cycle_type(std::span<const Point>(points.span()), options, &job.run);
  });
}

}  // namespace wreath::perm::in_memory
