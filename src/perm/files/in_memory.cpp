// SPDX-License-Identifier: MIT
//
// Whole files in memory. Multiplication, which can be cut anywhere, is in multiply_in_memory.cpp.
#include <fmt/format.h>

#include "perm/backend.hpp"
#include "perm/files/verify.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm::in_memory {

namespace {

template <class Point>
void require_permutation(const Request& request, std::span<const Point> x, const Options& options) {
  const Defect defect = find_defect(x, options, &request.run);
  if (!defect) return;
  throw InputError(fmt::format("{}: this is not a permutation: {}", request.x->name(), request.x->sentence(defect)));
}

/// Lets `make(file)` make the result and write it, unless the run is asked to stop.
template <class Make>
FileReport write_result(const Request& request, const Make& make) {
  OutputFile file(request.output);
  return request.report(unless_stopped([&] { make(file); }));
}

/// Reads x, lets `work(x, z)` fill z, and writes z.
template <class Value, class Point, class Work>
FileReport transform(const Request& request, char kind, const Work& work) {
  return write_result(request, [&](OutputFile& file) {
    HugeArray<Point> points;
    {
      const auto timer = request.run.phase("read");
      points = request.x->all_points<Point>(request.options.machine.threads, &request.run);
    }
    HugeArray<Value> result(points.size());
    work(std::span<const Point>(points.span()), result.span());
    StopCheck(request.run).look();  // what a stop leaves may be unfinished
    write_array(file, kind, std::span<const Value>(result.span()), request.run);
  });
}

/// The same with points as those of x.
template <class Work>
FileReport transform_points(const Request& request, const Work& work) {
  return with_width(request.x->width(),
                    [&]<class Point>(Point) { return transform<Point, Point>(request, request.x->kind(), work); });
}

/// Fills z by `fill`, which shows whether x is a permutation, and verifies it: z[x[i]] is sent(i), and its values are those of y.
template <class Point, class Value, class Fill, class Sent>
void fill_by_permutation(const Request& request, const char* phase, std::span<const Point> x, std::span<const Value> y,
                         std::span<Value> z, const Fill& fill, const Sent& sent) {
  const Options options = array_options(request.options);
  {
    const auto timer = request.run.phase(phase);
    if (!fill(options)) {
      require_permutation(request, x, options);
      throw InternalError(request.x->name() + ": not all points were reached, and it is a permutation");
    }
  }
  const auto timer = request.run.phase("verify");
  const Verify how = request.options.verify;
  verify_checksum<Value>(y, z, how, options.machine.threads, request.run);
  verify_points(x.size(), how, options.machine.threads, request.run, [&](std::size_t i) { return z[x[i]] == sent(i); });
}

}  // namespace

FileReport random(const Request& request, std::uint64_t seed) {
  return with_width(request.plan.task.point_bytes, [&]<class Point>(Point) {
    HugeArray<Point> x(request.plan.task.source);
    return write_result(request, [&](OutputFile& file) {
      {
        const auto timer = request.run.phase("shuffle");
        perm::random(x.span(), seed, array_options(request.options), &request.run);
      }
      StopCheck(request.run).look();
      write_array(file, 'u', std::span<const Point>(x.span()), request.run);
    });
  });
}

FileReport divide(const Request& request) {
  if (request.y == nullptr) {
    return transform_points(request, [&]<class Point>(std::span<const Point> x, std::span<Point> z) {
      fill_by_permutation(
          request, "inverse", x, x, z,  // both hold every point once
          [&](const Options& options) { return invert_permutation(x, z, options, &request.run); },
          [](std::size_t i) { return i; });
    });
  }
  return with_width(request.x->width(), [&]<class Point>(Point) {
    return with_width(request.y->width(), [&]<class Value>(Value) {
      return transform<Value, Point>(request, request.y->kind(), [&](std::span<const Point> x, std::span<Value> z) {
        const HugeArray<Value> values = request.y->all_values<Value>(request.options.machine.threads, &request.run);
        const std::span<const Value> y = values.span();
        fill_by_permutation(
            request, "divide", x, y, z,
            [&](const Options& options) { return divide_by_permutation(x, y, z, options, &request.run); },
            [&](std::size_t i) { return y[i]; });
      });
    });
  });
}

FileReport power(const Request& request, const Exponent& exponent) {
  return transform_points(request, [&]<class Point>(std::span<const Point> x, std::span<Point> z) {
    const Options options = array_options(request.options);
    if (exponent.is_negative()) require_permutation(request, x, options);
    const auto timer = request.run.phase("power");
    try {
      perm::power(x, std::string_view(exponent.text()), z, options, &request.run);
    } catch (const PointError& error) {
      throw_point_error(error, *request.x, *request.x, 0);
    }
  });
}

FileReport representatives(const Request& request) {
  return transform_points(request, [&]<class Point>(std::span<const Point> x, std::span<Point> z) {
    const auto timer = request.run.phase("cycles");
    try {
      cycle_representatives(x, z, array_options(request.options), &request.run);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: this is not a permutation: {}", request.x->name(), error.message()));
    }
  });
}

std::optional<Defect> check(const Request& request) {
  return with_width(request.x->width(), [&]<class Point>(Point) {
    // A negative value is an answer; read as unsigned it is not a point, unless there are more points than its type can name.
    const bool as_unsigned = request.x->limit(request.x->size()) == request.x->size();
    const unsigned threads = request.options.machine.threads;
    std::optional<Defect> defect;
    unless_stopped([&] {
      const HugeArray<Point> points =
          as_unsigned ? request.x->all_values<Point>(threads, &request.run) : request.x->all_points<Point>(threads, &request.run);
      const auto timer = request.run.phase("check");
      defect = find_defect(std::span<const Point>(points.span()), array_options(request.options), &request.run);
    });
    return defect;
  });
}

std::vector<CycleCount> cycles(const Request& request) {
  const Options options = array_options(request.options);
  return with_width(request.x->width(), [&]<class Point>(Point) {
    HugeArray<Point> points;
    or_limit_reached([&] { points = request.x->all_points<Point>(options.machine.threads, &request.run); });
    require_permutation(request, std::span<const Point>(points.span()), options);
    const auto timer = request.run.phase("cycles");
    return cycle_type(std::span<const Point>(points.span()), options, &request.run);
  });
}

}  // namespace wreath::perm::in_memory
