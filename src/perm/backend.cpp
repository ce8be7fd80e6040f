// SPDX-License-Identifier: MIT
#include "perm/backend.hpp"

#include <fmt/format.h>

#include "perm/points.hpp"
#include "perm/ram/traditional.hpp"
#if WREATH_HAVE_CUDA
#include "perm/cuda/gather.hpp"
#endif

namespace wreath::perm {

namespace {

template <class Point, class Value>
class RamBackend final : public Backend<Point, Value> {
 public:
  RamBackend(std::span<const Value> y, unsigned threads) : y_(y), threads_(threads) {}

  void multiply(std::span<const Point> x, std::span<Value> z) override {
    if (const auto bad = gather_traditional(x, y_, z, threads_)) throw PointError(*bad, x[*bad], y_.size());
  }

 private:
  std::span<const Value> y_;
  unsigned threads_;
};

void note(const Options& options, std::string name, std::string why) {
  if (options.run != nullptr) options.run->note_backend(std::move(name), std::move(why));
}

}  // namespace

template <class Point, class Value>
std::unique_ptr<Backend<Point, Value>> choose_backend(std::span<const Value> y, const Options& options) {
  if (options.backend == BackendChoice::cuda) {
#if WREATH_HAVE_CUDA
    note(options, "cuda", "asked for");
    return make_cuda_backend<Point, Value>(y);
#else
    throw ResourceError("this wreath was built without CUDA; build it where nvcc is found, or use --backend cpu");
#endif
  }
  note(options, "cpu", options.backend == BackendChoice::cpu ? "asked for" : "the arrays are in host memory");
  return std::make_unique<RamBackend<Point, Value>>(y, options.threads);
}

#define WREATH_INSTANTIATE(Point, Value) \
  template std::unique_ptr<Backend<Point, Value>> choose_backend(std::span<const Value>, const Options&);
WREATH_FOR_EACH_POINT_AND_VALUE(WREATH_INSTANTIATE)

}  // namespace wreath::perm
