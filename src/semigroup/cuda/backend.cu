// SPDX-License-Identifier: MIT
#include "semigroup/cuda/backend.hpp"

#include "wreath/gpu.hpp"
#include "core/cuda/take_gpu.hpp"
#include "core/text/option.hpp"
#include "semigroup/cuda/make.cuh"

namespace wreath::semigroup {

namespace {

Design<PackedRows> packed_design(const Generators& generators, std::span<const Point> tracked, const CudaOptions& options) {
  Design<PackedRows> design = make_design<PackedRows>(generators, tracked, options);
  design.bits = bits_per_point(generators.degree);
  design.rows.bits = design.bits;
  design.rows.columns = static_cast<unsigned>(tracked.size());
  design.bytes_of = pack_row;
  return design;
}

void check(const Generators& generators, std::span<const Point> tracked) {
  require_gpu();
  if (generators.count() == 0) throw InputError("there are no generators");
  if (tracked.empty()) throw InputError("a row must track at least one point");
}

bool is_packed(const Generators& generators, std::span<const Point> tracked, const CudaOptions& options) {
  return options.pack && tracked.size() * bits_per_point(generators.degree) <= 64;
}

}  // namespace

std::unique_ptr<Backend> make_packed(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                     const CudaOptions& options) {
  return std::make_unique<CudaBackend<PackedRows, Tile<1, 1>>>(packed_design(generators, tracked, options), tracked, expected,
                                                               options);
}

extern template std::unique_ptr<Backend> make_plain<std::uint8_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                                  const CudaOptions&);
extern template std::unique_ptr<Backend> make_plain<std::uint16_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                                   const CudaOptions&);
extern template std::unique_ptr<Backend> make_plain<std::uint32_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                                   const CudaOptions&);

extern template std::unique_ptr<DeviceElements> make_plain_elements<std::uint8_t>(const Generators&, std::span<const Point>,
                                                                                  const CudaOptions&);
extern template std::unique_ptr<DeviceElements> make_plain_elements<std::uint16_t>(const Generators&, std::span<const Point>,
                                                                                   const CudaOptions&);
extern template std::unique_ptr<DeviceElements> make_plain_elements<std::uint32_t>(const Generators&, std::span<const Point>,
                                                                                   const CudaOptions&);

std::unique_ptr<Backend> make_cuda_backend(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                           const CudaOptions& options) {
  check(generators, tracked);
  if (is_packed(generators, tracked, options)) return make_packed(generators, tracked, expected, options);
  if (generators.degree <= 1U << 8) return make_plain<std::uint8_t>(generators, tracked, expected, options);
  if (generators.degree <= 1U << 16) return make_plain<std::uint16_t>(generators, tracked, expected, options);
  return make_plain<std::uint32_t>(generators, tracked, expected, options);
}

std::unique_ptr<DeviceElements> make_cuda_elements(const Generators& generators, std::span<const Point> tracked,
                                                   const RankHere& rank, CudaOptions options) {
  check(generators, tracked);
  const std::uint64_t share = cuda::take_gpu(rank).memory;
  options.memory = options.memory == 0 ? share : std::min(share, options.memory);
  if (is_packed(generators, tracked, options)) {
    return std::make_unique<CudaShare<PackedRows, Tile<1, 1>>>(packed_design(generators, tracked, options), tracked, options);
  }
  if (generators.degree <= 1U << 8) return make_plain_elements<std::uint8_t>(generators, tracked, options);
  if (generators.degree <= 1U << 16) return make_plain_elements<std::uint16_t>(generators, tracked, options);
  return make_plain_elements<std::uint32_t>(generators, tracked, options);
}

}  // namespace wreath::semigroup
