// SPDX-License-Identifier: MIT
#include "perm/backend.hpp"

#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/arrays/widths.hpp"

namespace wreath::perm {

#if !WREATH_HAVE_CUDA
template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value>) {
  throw_no_gpu();
}
template <class Point, class Value>
void scatter_on_gpu(std::span<const Point>, std::span<const Value>, std::span<Value>) {
  throw_no_gpu();
}
template <class Point>
void invert_on_gpu(std::span<const Point>, std::span<Point>) {
  throw_no_gpu();
}
std::optional<std::uint64_t> orbits_on_gpu(std::span<const std::span<const std::uint32_t>>, std::span<std::uint32_t>,
                                           std::span<std::int8_t>, RunControl*) {
  throw_no_gpu();
}

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                            \
  template std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value>); \
  template void scatter_on_gpu(std::span<const Point>, std::span<const Value>, std::span<Value>);
#define WREATH_INSTANTIATE(Point)                        \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point) \
  template void invert_on_gpu(std::span<const Point>, std::span<Point>);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE
#endif

#if !WREATH_HAVE_MPI
namespace cluster {
RankResources look_at_ranks(const Request&) {
  throw_no_mpi();
}
void on_all_ranks(const FileOptions&, const std::function<void()>&) {
  throw_no_mpi();
}
FileReport random(const Request&, std::uint64_t) {
  throw_no_mpi();
}
FileReport multiply(const Request&) {
  throw_no_mpi();
}
FileReport divide(const Request&) {
  throw_no_mpi();
}
std::optional<Defect> check(const Request&) {
  throw_no_mpi();
}
std::optional<std::vector<CycleCount>> cycles(const Request&) {
  throw_no_mpi();
}
FileReport identity(const Request&, char) {
  throw_no_mpi();
}
}  // namespace cluster
#endif

}  // namespace wreath::perm
