// SPDX-License-Identifier: MIT
#include "perm/backend.hpp"

#include "core/features.hpp"
#include "core/run/no_mpi.hpp"
#include "perm/points.hpp"
#include "wreath/gpu.hpp"
#if WREATH_HAVE_CUDA
#include "perm/cuda/disk_array.hpp"
#include "perm/cuda/host.hpp"
#include "perm/cuda/orbits.hpp"
#include "perm/cuda/timing.hpp"
#endif
#if WREATH_HAVE_MPI
#include "perm/mpi/files.hpp"
#endif

namespace wreath::perm {

#if WREATH_HAVE_CUDA
template <class Point, class Value>
std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value> y) {
  return make_cuda_backend<Point, Value>(y);
}
template <class Point, class Value>
void scatter_on_gpu(std::span<const Point> x, std::span<const Value> y, std::span<Value> z) {
  divide_on_gpu<Point, Value>(x, y, z);
}
template <class Point>
void invert_on_gpu(std::span<const Point> x, std::span<Point> z) {
  inverse_on_gpu<Point>(x, z);
}
std::optional<std::uint64_t> orbits_on_gpu(std::span<const std::span<const std::uint32_t>> generators,
                                           std::span<std::uint32_t> labels, std::span<std::int8_t> schreier, RunControl* run) {
  return cuda_orbits(generators, labels, schreier, run);
}
std::uint64_t usable_device_memory() {
  return usable_cuda_memory();
}
std::uint64_t take_device(unsigned rank_here, unsigned ranks_here) {
  return take_cuda_device(rank_here, ranks_here);
}
std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape& shape) {
  return make_cuda_array(shape);
}
double time_on_device(Operation operation, std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, Method method,
                      int repetitions) {
  require_gpu();
  return time_on_gpu(operation, x, y, method, repetitions);
}
#else
namespace {
[[noreturn]] void throw_no_gpu() {
  throw InternalError("a plan for a GPU on a machine without one");
}
}  // namespace
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
std::uint64_t usable_device_memory() {
  return 0;
}
std::uint64_t take_device(unsigned, unsigned) {
  throw_no_gpu();
}
std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape&) {
  throw_no_gpu();
}
double time_on_device(Operation, std::span<const std::uint32_t>, std::span<const std::uint32_t>, Method, int) {
  require_gpu();
  throw_no_gpu();
}
#endif

#if WREATH_HAVE_MPI
const RankExecutor& rank_executor() {
  static constexpr RankExecutor all{cluster::look_at_ranks, cluster::on_all_ranks, cluster::random, cluster::multiply,
                                    cluster::divide,        cluster::check,        cluster::cycles, cluster::identity};
  return all;
}
#else
const RankExecutor& rank_executor() {
  throw_no_mpi();
}
#endif

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                            \
  template std::unique_ptr<Multiplier<Point, Value>> hold_on_gpu(std::span<const Value>); \
  template void scatter_on_gpu(std::span<const Point>, std::span<const Value>, std::span<Value>);
#define WREATH_INSTANTIATE(Point)                        \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point) \
  template void invert_on_gpu(std::span<const Point>, std::span<Point>);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
