// SPDX-License-Identifier: MIT
//
// Multiply, divide, invert: what the public templates become once only the size of the values matters. Each is a task, which
// gets a plan, which is carried out in memory or on a GPU.
//
//   z = x*y      z[i] = y[x[i]]    a gather
//   z = x^-1*y   z[x[i]] = y[i]    a scatter
//   z = x^-1     z[x[i]] = i       a scatter whose values are their own indices

#include <fmt/format.h>

#include <functional>
#include <type_traits>

#include "core/arrays/ram/move.hpp"
#include "core/data/huge_array.hpp"
#include "core/text/names.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

PointError::PointError(std::uint64_t at, std::uint64_t found, std::uint64_t points)
    : InputError(fmt::format("value {} at index {} is not a point: {}", found, at, there_are(points, "point"))),
      index(at),
      value(found),
      size(points) {}

Method parse_method(std::string_view name) {
  static constexpr Named<Method> kNames[] = {
      {Method::automatic, "auto"}, {Method::loop, "loop"}, {Method::partition, "partition"}};
  return value_of<Method>(name, kNames, "method");
}

namespace {

template <class Value>
bool aligned(const void* one, const void* other) {
  return (reinterpret_cast<std::uintptr_t>(one) | reinterpret_cast<std::uintptr_t>(other)) % alignof(Value) == 0;
}

/// Calls body with a value of the type that has `bytes` bytes; false if none does, or the arrays are not aligned for
/// it.
template <class Body>
bool with_value(std::size_t bytes, const void* y, const void* z, const Body& body) {
  const auto call = [&]<class Value>(Value value) { return aligned<Value>(y, z) && (body(value), true); };
  switch (bytes) {
    case 1: return call(std::uint8_t{});
    case 2: return call(std::uint16_t{});
    case 4: return call(std::uint32_t{});
    case 8: return call(std::uint64_t{});
    case 16: return call(arrays::Bytes<16>{});
    case 32: return call(arrays::Bytes<32>{});
    case 64: return call(arrays::Bytes<64>{});
    default: return false;
  }
}

constexpr std::size_t kMostValueBytes = 64;

/// The plan for values of `value_bytes` bytes at y and z, and a note of it.
template <class Point>
Plan planned(Operation operation, std::span<const Point> x, std::size_t target, std::size_t value_bytes, const void* y,
             const void* z, const Options& options, RunControl* run) {
  if (value_bytes == 0 || value_bytes > kMostValueBytes) {
    throw InputError(
        fmt::format("values of {} bytes are not supported: they must have 1 to {} bytes", value_bytes, kMostValueBytes));
  }
  Plan plan = plan_arrays({.work = work_of(operation),
                           .source = x.size(),
                           .target = target,
                           .point_bytes = sizeof(Point),
                           .value_bytes = static_cast<unsigned>(value_bytes),
                           .whole_values = with_value(value_bytes, y, z, [](auto) {})},
                          options, run);
  if (run != nullptr) note(plan, *run);
  return plan;
}

/// Whether to stop, as the options and a run that may be none have it.
StopCheck stop_of(const Options& options, RunControl* run) {
  return options.stops ? stop_check(run) : StopCheck();
}

template <class Point>
void require_points(std::span<const Point> x, std::optional<std::size_t> bad, std::size_t size) {
  if (bad) throw PointError(*bad, x[*bad], size);
}

/// Calls move(scratch, phases, stop), which returns the first index whose value is not a point, with the memory of the plan.
template <class Point, class Move>
void carry_out(std::span<const Point> x, const Plan& plan, const Options& options, RunControl* run, const Move& move) {
  Workspace own;
  arrays::Phases phases;
  std::span<std::byte> scratch;
  if (plan.ram.partition) scratch = (options.workspace != nullptr ? *options.workspace : own).take(plan.memory);
  const auto bad = move(scratch, &phases, stop_of(options, run));
  if (plan.ram.partition) note(phases, run);
  require_points(x, bad, plan.task.target);
}

/// The plan with the way that is faster by the forecast.
Plan with_faster_way(Plan plan, const arrays::Forecast& forecast, RunControl* run) {
  const double ns = 1e9 / static_cast<double>(plan.task.source);
  plan.ram.partition = forecast.partition < forecast.loop;
  plan.method = plan.ram.partition ? "partition" : "loop";
  plan.why = fmt::format("faster on {} points: {:.2f} ns for each by the loop, {:.2f} by a partition",
                         group_digits(std::to_string(plan.ram.sample)), forecast.loop * ns, forecast.partition * ns);
  plan.ram.sample = 0;
  if (run != nullptr) note(plan, *run);
  return plan;
}

bool share_memory(std::span<const std::byte> x, std::span<const std::byte> z) {
  const std::less<> before;
  return before(x.data(), z.data() + z.size()) && before(z.data(), x.data() + x.size());
}

}  // namespace

template <class Point, class Value>
void multiply_by_plan(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan,
                      const Options& options, RunControl* run) {
  if constexpr (sizeof(Point) >= 4) {
    if (plan.ram.sample != 0 && !share_memory(std::as_bytes(x), std::as_bytes(z))) {  // a sample overwrites z
      Workspace own;
      Options kept = options;
      if (kept.workspace == nullptr) kept.workspace = &own;
      const bool fresh = kept.workspace->size() < plan.memory;
      const arrays::Forecast forecast = forecast_gather(x, y, z, plan.ram, kept.workspace->take(plan.memory), fresh);
      return multiply_by_plan(x, y, z, with_faster_way(plan, forecast, run), kept, run);
    }
  }
  carry_out(x, plan, options, run, [&](auto... how) { return arrays::gather(x, y, z, plan.ram, how...); });
}

void note(const arrays::Phases& phases, RunControl* run) {
  if (run == nullptr) return;
  run->add_phase("partition", phases.partition);
  run->add_phase("permute", phases.permute);
  if (phases.combine > 0) run->add_phase("combine", phases.combine);
}

void detail::throw_sizes(const char* what, std::uint64_t one, std::uint64_t other) {
  throw InputError(fmt::format("{} must have the same number of points: they have {} and {}", what, one, other));
}

template <PointType Point>
void multiply_values(std::span<const Point> x, const void* y, std::size_t y_size, void* z, std::size_t value_bytes,
                     const Options& options, RunControl* run) {
  const Plan plan = planned(Operation::multiply, x, y_size, value_bytes, y, z, options, run);
  unless_stopped([&] {
    const bool done = with_value(value_bytes, y, z, [&]<class Value>(Value) {
      const std::span<const Value> from(static_cast<const Value*>(y), y_size);
      const std::span<Value> to(static_cast<Value*>(z), x.size());
      if constexpr (std::is_unsigned_v<Value>) {
        if (plan.where == Where::cuda) return hold_on_gpu<Point, Value>(from)->multiply(x, to);
      }
      multiply_by_plan(x, from, to, plan, options, run);
    });
    if (done) return;
    require_points(x,
                   arrays::gather_bytes(x, static_cast<const std::byte*>(y), y_size, static_cast<std::byte*>(z), value_bytes,
                                        plan.ram.threads, stop_of(options, run)),
                   y_size);
  });
}

template <PointType Point>
void divide_values(std::span<const Point> x, const void* y, std::size_t y_size, void* z, std::size_t z_size,
                   std::size_t value_bytes, const Options& options, RunControl* run) {
  if (x.size() != y_size) detail::throw_sizes("x and y", x.size(), y_size);
  const Plan plan = planned(Operation::divide, x, z_size, value_bytes, y, z, options, run);
  unless_stopped([&] {
    const bool done = with_value(value_bytes, y, z, [&]<class Value>(Value) {
      const std::span<const Value> from(static_cast<const Value*>(y), y_size);
      const std::span<Value> to(static_cast<Value*>(z), z_size);
      if constexpr (std::is_unsigned_v<Value>) {
        if (plan.where == Where::cuda) return scatter_on_gpu<Point, Value>(x, from, to);
      }
      carry_out(x, plan, options, run, [&](auto... how) { return arrays::scatter(x, from, to, plan.ram, how...); });
    });
    if (done) return;
    require_points(x,
                   arrays::scatter_bytes(x, static_cast<const std::byte*>(y), static_cast<std::byte*>(z), z_size, value_bytes,
                                         plan.ram.threads, stop_of(options, run)),
                   z_size);
  });
}

template <PointType Point>
void inverse(std::span<const Point> x, std::span<Point> z, const Options& options, RunControl* run) {
  if (x.size() != z.size()) detail::throw_sizes("x and its inverse", x.size(), z.size());
  const Plan plan = planned(Operation::inverse, x, z.size(), sizeof(Point), x.data(), z.data(), options, run);
  if (plan.where == Where::cuda) return invert_on_gpu(x, z);
  unless_stopped([&] { carry_out(x, plan, options, run, [&](auto... how) { return arrays::invert(x, z, plan.ram, how...); }); });
}

// Where the work itself does not tell, x is looked at before: by the plain loop of a quotient, and on a GPU.
template <PointType Point>
bool invert_permutation(std::span<const Point> x, std::span<Point> z, const Options& options, RunControl* run) {
  const Plan plan = planned(Operation::inverse, x, z.size(), sizeof(Point), x.data(), z.data(), options, run);
  if (plan.where == Where::cuda) return is_permutation(x, options, run) && (invert_on_gpu(x, z), true);
  bool complete = false;
  try {
    or_limit_reached([&] {
      carry_out(x, plan, options, run, [&](auto... how) { return arrays::invert(x, z, plan.ram, how..., &complete); });
    });
  } catch (const PointError&) {
    return false;
  }
  return complete;
}

template <PointType Point, PointType Value>
bool divide_by_permutation(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options,
                           RunControl* run) {
  const Plan plan = planned(Operation::divide, x, z.size(), sizeof(Value), y.data(), z.data(), options, run);
  if (plan.where == Where::cuda) return is_permutation(x, options, run) && (scatter_on_gpu<Point, Value>(x, y, z), true);
  bool complete = plan.ram.partition || is_permutation(x, options, run);
  if (!complete) return false;
  try {
    or_limit_reached([&] {
      bool* const asked = plan.ram.partition ? &complete : nullptr;
      carry_out(x, plan, options, run, [&](auto... how) { return arrays::scatter(x, y, z, plan.ram, how..., asked); });
    });
  } catch (const PointError&) {
    return false;
  }
  return complete;
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                                          \
  template bool divide_by_permutation(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&, \
                                      RunControl*);
#define WREATH_INSTANTIATE(Point)                                                                                                \
  template void multiply_values(std::span<const Point>, const void*, std::size_t, void*, std::size_t, const Options&,            \
                                RunControl*);                                                                                    \
  template void divide_values(std::span<const Point>, const void*, std::size_t, void*, std::size_t, std::size_t, const Options&, \
                              RunControl*);                                                                                      \
  template void inverse(std::span<const Point>, std::span<Point>, const Options&, RunControl*);                                  \
  template bool invert_permutation(std::span<const Point>, std::span<Point>, const Options&, RunControl*);                       \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point)
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE
#undef WREATH_INSTANTIATE_VALUE
template void multiply_by_plan(std::span<const std::uint32_t>, std::span<const std::uint32_t>, std::span<std::uint32_t>,
                               const Plan&, const Options&, RunControl*);

struct Workspace::Memory {
  HugeArray<std::byte> bytes;
};

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&& other) noexcept = default;
Workspace& Workspace::operator=(Workspace&& other) noexcept = default;

std::span<std::byte> Workspace::take(std::size_t bytes) {
  if (memory_->bytes.size() < bytes) {
    memory_->bytes = HugeArray<std::byte>();  // give the old memory back before asking for more
    memory_->bytes = HugeArray<std::byte>(bytes);
  }
  return memory_->bytes.span();
}

std::size_t Workspace::size() const noexcept {
  return memory_->bytes.size();
}

}  // namespace wreath::perm
