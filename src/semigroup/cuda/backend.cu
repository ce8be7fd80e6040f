// SPDX-License-Identifier: MIT
//
// Which representation, and how many threads a row gets.
#include "semigroup/cuda/backend.hpp"

#include <numeric>

#include "core/cuda/info.hpp"
#include "semigroup/cuda/cuda_backend.cuh"

namespace wreath::semigroup {

namespace {

constexpr std::size_t kTileVectors = 16;       // rows of so many vectors or fewer are the work of eight threads
constexpr std::size_t kBlockBytes = 16 << 10;  // and from so many bytes on that of a block

std::uint64_t low_bits(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

template <class Rows>
Plan<Rows> make_plan(const Generators& generators, std::span<const Point> tracked, const CudaOptions& options) {
  Plan<Rows> plan;
  plan.generators = padded_generators<typename Rows::Entry>(generators);
  plan.rows.generator_count = generators.count();
  plan.rows.generator_size = plan.generators.size() / generators.count();
  plan.rows.fingerprint_mask = low_bits(options.fingerprint_bits);
  plan.degree = generators.degree;
  plan.columns = tracked.size();
  plan.all_points = tracked.size() == generators.degree;
  for (std::size_t c = 0; c < tracked.size(); ++c) plan.all_points &= tracked[c] == c;
  plan.monoid = generators.monoid;
  return plan;
}

std::unique_ptr<Backend> make_packed(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                     const CudaOptions& options) {
  Plan<PackedRows> plan = make_plan<PackedRows>(generators, tracked, options);
  plan.bits = bits_per_point(generators.degree);
  plan.rows.bits = plan.bits;
  plan.rows.columns = static_cast<unsigned>(tracked.size());
  plan.bytes_of = pack_row;
  return std::make_unique<CudaBackend<PackedRows, Tile<1>>>(std::move(plan), tracked, expected, options);
}

template <class P>
std::unique_ptr<Backend> make_plain(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                    const CudaOptions& options) {
  Plan<PlainRows<P>> plan = make_plan<PlainRows<P>>(generators, tracked, options);
  plan.bytes_of = [](std::span<const Point> row, unsigned) { return plain_row<P>(row); };
  const std::size_t vectors = plan.bytes_of(tracked, 0).size() / sizeof(uint4);
  plan.rows.vectors = vectors;
  plan.keys = fingerprint_keys(vectors * 8);
  const std::size_t block_from = options.block_from != 0 ? options.block_from : kBlockBytes;
  if (vectors * sizeof(uint4) >= block_from)
    return std::make_unique<CudaBackend<PlainRows<P>, Block>>(std::move(plan), tracked, expected, options);
  if (vectors <= kTileVectors)
    return std::make_unique<CudaBackend<PlainRows<P>, Tile<8>>>(std::move(plan), tracked, expected, options);
  return std::make_unique<CudaBackend<PlainRows<P>, Tile<32>>>(std::move(plan), tracked, expected, options);
}

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                           const CudaOptions& options) {
  if (cuda::device_name().empty()) throw ResourceError("there is no GPU to use: " + cuda::info().problem + "; use --backend cpu");
  if (generators.count() == 0) throw InputError("there are no generators");
  if (tracked.empty()) throw InputError("a row must track at least one point");
  if (options.pack && tracked.size() * bits_per_point(generators.degree) <= 64)
    return make_packed(generators, tracked, expected, options);
  if (generators.degree <= 1U << 8) return make_plain<std::uint8_t>(generators, tracked, expected, options);
  if (generators.degree <= 1U << 16) return make_plain<std::uint16_t>(generators, tracked, expected, options);
  return make_plain<std::uint32_t>(generators, tracked, expected, options);
}

}  // namespace wreath::semigroup
