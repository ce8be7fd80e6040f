// SPDX-License-Identifier: MIT
#include "perm/backend.hpp"

#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/perm/device.hpp"

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
                                           std::span<std::int8_t>, RunControl*, OrbitArrays) {
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

namespace device {
std::size_t scratch_bytes(Operation, std::uint64_t, std::uint64_t, std::size_t, Method) {
  throw_no_gpu();
}
std::size_t random_scratch_bytes(std::uint64_t) {
  throw_no_gpu();
}
std::size_t check_scratch_bytes(std::uint64_t) {
  throw_no_gpu();
}
template <PointType Point>
void multiply(Span<const Point>, Span<const Point>, Span<Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
void inverse(Span<const Point>, Span<Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
bool invert_permutation(Span<const Point>, Span<Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
void divide(Span<const Point>, Span<const Point>, Span<Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
bool divide_by_permutation(Span<const Point>, Span<const Point>, Span<Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
void random(Span<Point>, std::uint64_t, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
Defect find_defect(Span<const Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
std::vector<CycleCount> cycle_type(Span<const Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
void cycle_representatives(Span<const Point>, Span<Point>, const Options&) {
  throw_no_gpu();
}
template <PointType Point>
std::uint64_t orbits(std::span<const Span<const Point>>, Span<Point>, Span<std::int8_t>, const Options&) {
  throw_no_gpu();
}
Memory::Memory(std::size_t, int) {
  throw_no_gpu();
}
Memory::~Memory() = default;
Memory::Memory(Memory&&) noexcept {}
int device_of(const void*) {
  throw_no_gpu();
}
void wait_for(void*, void*, int) {
  throw_no_gpu();
}
void send(void*, const void*, std::size_t, const Options&) {
  throw_no_gpu();
}
void fetch(void*, const void*, std::size_t, const Options&) {
  throw_no_gpu();
}

#define WREATH_INSTANTIATE(Point)                                                                         \
  template void multiply(Span<const Point>, Span<const Point>, Span<Point>, const Options&);              \
  template void inverse(Span<const Point>, Span<Point>, const Options&);                                  \
  template bool invert_permutation(Span<const Point>, Span<Point>, const Options&);                       \
  template void divide(Span<const Point>, Span<const Point>, Span<Point>, const Options&);                \
  template bool divide_by_permutation(Span<const Point>, Span<const Point>, Span<Point>, const Options&); \
  template void random(Span<Point>, std::uint64_t, const Options&);                                       \
  template Defect find_defect(Span<const Point>, const Options&);                                         \
  template std::vector<CycleCount> cycle_type(Span<const Point>, const Options&);                         \
  template void cycle_representatives(Span<const Point>, Span<Point>, const Options&);                    \
  template std::uint64_t orbits(std::span<const Span<const Point>>, Span<Point>, Span<std::int8_t>, const Options&);
WREATH_INSTANTIATE(std::uint32_t)
WREATH_INSTANTIATE(std::uint64_t)
#undef WREATH_INSTANTIATE
}  // namespace device
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
