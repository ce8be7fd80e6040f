// SPDX-License-Identifier: MIT
#include "perm/backend.hpp"

#include <type_traits>

#include "core/features.hpp"
#include "core/run/option.hpp"
#include "perm/points.hpp"
#include "perm/ram/execute.hpp"
#if WREATH_HAVE_CUDA
#include "perm/cuda/disk_array.hpp"
#include "perm/cuda/host.hpp"
#include "perm/cuda/timing.hpp"
#endif
#if WREATH_HAVE_MPI
#include "perm/mpi/files.hpp"
#endif

namespace wreath::perm {

namespace {

template <class Point, class Value>
class RamBackend final : public Backend<Point, Value> {
 public:
  RamBackend(std::span<const Value> y, const Options& options) : y_(y), options_(options) {}
  void multiply(std::span<const Point> x, std::span<Value> z) override { ram::gather(x, y_, z, options_); }

 private:
  std::span<const Value> y_;
  Options options_;
};

/// Whether to go to the GPU. Arrays in host memory stay on the CPU unless the caller says otherwise: sending them costs more than
/// the operation does on a few cores (docs/perm.md).
bool use_cuda(const Options& options, bool integers) {
  const bool asked = options.backend != BackendChoice::automatic;
  const bool cuda = options.backend == BackendChoice::cuda;
  require_backend(options);
  if (cuda && !integers)
    throw InputError("the GPU moves values of 1, 2, 4 or 8 bytes; use " + option("backend", "cpu") + " for larger ones");
  if (options.run != nullptr) {
    options.run->note_choice("backend", cuda ? "cuda" : "cpu", asked ? "asked for" : "the arrays are in host memory");
  }
  return cuda;
}

}  // namespace

void require_backend(const Options& options) {
  if (options.backend != BackendChoice::cuda) return;
#if WREATH_HAVE_CUDA
  require_device();
#else
  throw ResourceError("this wreath was built without CUDA; rebuild it with -DWREATH_CUDA=ON, or use " + option("backend", "cpu"));
#endif
}

#if WREATH_HAVE_CUDA
std::uint64_t usable_device_memory() {
  return usable_cuda_memory();
}
std::unique_ptr<disk::DeviceArray> make_device_array(const disk::DeviceArray::Shape& shape) {
  return make_cuda_array(shape);
}
double time_on_device(Operation operation, std::span<const std::uint32_t> x, std::span<const std::uint32_t> y,
                      Algorithm algorithm, int repetitions) {
  require_device();
  return time_on_gpu(operation, x, y, algorithm, repetitions);
}
#else
std::uint64_t usable_device_memory() {
  return 0;
}
std::unique_ptr<disk::DeviceArray> make_device_array(const disk::DeviceArray::Shape&) {
  throw InternalError("there is no GPU for this array");
}
double time_on_device(Operation, std::span<const std::uint32_t>, std::span<const std::uint32_t>, Algorithm, int) {
  throw ResourceError("this wreath was built without CUDA; rebuild it with -DWREATH_CUDA=ON");
}
#endif

template <class Point, class Value>
std::unique_ptr<Backend<Point, Value>> choose_backend(std::span<const Value> y, const Options& options) {
  constexpr bool kIntegers = std::is_unsigned_v<Value>;
  if (use_cuda(options, kIntegers)) {
#if WREATH_HAVE_CUDA
    if constexpr (kIntegers) return make_cuda_backend<Point, Value>(y);
#endif
  }
  return std::make_unique<RamBackend<Point, Value>>(y, options);
}

template <class Point, class Value>
void scatter_on_backend(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Options& options) {
  constexpr bool kIntegers = std::is_unsigned_v<Value>;
  if (use_cuda(options, kIntegers)) {
#if WREATH_HAVE_CUDA
    if constexpr (kIntegers) return divide_on_gpu<Point, Value>(x, y, z);
#endif
  }
  ram::scatter(x, y, z, options);
}

template <class Point>
void invert_on_backend(std::span<const Point> x, std::span<Point> z, const Options& options) {
  if (use_cuda(options, true)) {
#if WREATH_HAVE_CUDA
    return inverse_on_gpu<Point>(x, z);
#endif
  }
  ram::inverse(x, z, options);
}

#if WREATH_HAVE_MPI
FileReport random_on_cluster(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                             const FileOptions& options, RunControl& run) {
  return cluster::random_file(points, point_bytes, seed, output, options, run);
}
FileReport multiply_on_cluster(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                               RunControl& run) {
  return cluster::multiply_files(x, y, output, options, run);
}
FileReport divide_on_cluster(const MapSource& x, const MapSource* y, const std::string& output, const FileOptions& options,
                             RunControl& run) {
  return cluster::divide_files(x, y, output, options, run);
}
std::optional<Defect> check_on_cluster(const MapSource& x, const FileOptions& options, RunControl& run) {
  return cluster::check_file(x, options, run);
}
#else
namespace {
[[noreturn]] void throw_no_mpi() {
  throw ResourceError("this wreath was built without MPI; build it where MPI is found, or start it without mpirun");
}
}  // namespace
FileReport random_on_cluster(std::uint64_t, unsigned, std::uint64_t, const std::string&, const FileOptions&, RunControl&) {
  throw_no_mpi();
}
FileReport multiply_on_cluster(const MapSource&, const MapSource&, const std::string&, const FileOptions&, RunControl&) {
  throw_no_mpi();
}
FileReport divide_on_cluster(const MapSource&, const MapSource*, const std::string&, const FileOptions&, RunControl&) {
  throw_no_mpi();
}
std::optional<Defect> check_on_cluster(const MapSource&, const FileOptions&, RunControl&) {
  throw_no_mpi();
}
#endif

#define WREATH_INSTANTIATE_VALUE(Point, Value)                                                            \
  template std::unique_ptr<Backend<Point, Value>> choose_backend(std::span<const Value>, const Options&); \
  template void scatter_on_backend(std::span<const Point>, std::span<const Value>, std::span<Value>, const Options&);
#define WREATH_INSTANTIATE(Point)                        \
  WREATH_FOR_EACH_VALUE(WREATH_INSTANTIATE_VALUE, Point) \
  WREATH_INSTANTIATE_VALUE(Point, ram::Bytes<16>)        \
  WREATH_INSTANTIATE_VALUE(Point, ram::Bytes<32>)        \
  WREATH_INSTANTIATE_VALUE(Point, ram::Bytes<64>)        \
  template void invert_on_backend(std::span<const Point>, std::span<Point>, const Options&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE_VALUE
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
