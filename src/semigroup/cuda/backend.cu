// SPDX-License-Identifier: MIT
#include "semigroup/cuda/backend.hpp"

#include "wreath/gpu.hpp"
#include "core/run/option.hpp"
#include "semigroup/cuda/make.cuh"

namespace wreath::semigroup {

std::unique_ptr<Backend> make_packed(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                     const CudaOptions& options) {
  Design<PackedRows> design = make_design<PackedRows>(generators, tracked, options);
  design.bits = bits_per_point(generators.degree);
  design.rows.bits = design.bits;
  design.rows.columns = static_cast<unsigned>(tracked.size());
  design.bytes_of = pack_row;
  return std::make_unique<CudaBackend<PackedRows, Tile<1, 1>>>(std::move(design), tracked, expected, options);
}

extern template std::unique_ptr<Backend> make_plain<std::uint8_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                                  const CudaOptions&);
extern template std::unique_ptr<Backend> make_plain<std::uint16_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                                   const CudaOptions&);
extern template std::unique_ptr<Backend> make_plain<std::uint32_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                                   const CudaOptions&);

std::unique_ptr<Backend> make_cuda_backend(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                           const CudaOptions& options) {
  require_gpu();
  if (generators.count() == 0) throw InputError("there are no generators");
  if (tracked.empty()) throw InputError("a row must track at least one point");
  if (options.pack && tracked.size() * bits_per_point(generators.degree) <= 64)
    return make_packed(generators, tracked, expected, options);
  if (generators.degree <= 1U << 8) return make_plain<std::uint8_t>(generators, tracked, expected, options);
  if (generators.degree <= 1U << 16) return make_plain<std::uint16_t>(generators, tracked, expected, options);
  return make_plain<std::uint32_t>(generators, tracked, expected, options);
}

}  // namespace wreath::semigroup
