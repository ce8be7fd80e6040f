// SPDX-License-Identifier: MIT
//
// From generators to a backend with one representation. Each representation is compiled by itself.
#pragma once

#include "semigroup/cuda/share.cuh"

namespace wreath::semigroup {

std::unique_ptr<Backend> make_packed(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                     const CudaOptions& options);
template <class P>
std::unique_ptr<Backend> make_plain(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                    const CudaOptions& options);

template <class P>
std::unique_ptr<DeviceElements> make_plain_elements(const Generators& generators, std::span<const Point> tracked,
                                                    const CudaOptions& options);

template <class Rows>
Design<Rows> make_design(const Generators& generators, std::span<const Point> tracked, const CudaOptions& options) {
  Design<Rows> design;
  design.generators = padded_generators<typename Rows::Entry>(generators);
  design.rows.generator_count = generators.count();
  design.rows.generator_size = design.generators.size() / generators.count();
  design.rows.fingerprint_mask =
      options.fingerprint_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << options.fingerprint_bits) - 1;
  design.degree = generators.degree;
  design.columns = tracked.size();
  design.all_points = tracked.size() == generators.degree;
  for (std::size_t c = 0; c < tracked.size(); ++c) design.all_points &= tracked[c] == c;
  design.monoid = generators.monoid;
  return design;
}

template <class P>
Design<PlainRows<P>> make_plain_design(const Generators& generators, std::span<const Point> tracked, const CudaOptions& options) {
  Design<PlainRows<P>> design = make_design<PlainRows<P>>(generators, tracked, options);
  design.bytes_of = [](std::span<const Point> row, unsigned) { return plain_row<P>(row); };
  design.rows.vectors = design.bytes_of(tracked, 0).size() / sizeof(uint4);
  design.keys = fingerprint_keys(design.rows.vectors * 4);
  return design;
}

/// A row is the work of eight threads, of a warp that keeps it in registers, of a warp, or of a block, by its length.
template <class P>
std::unique_ptr<Backend> make_plain(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                    const CudaOptions& options) {
  constexpr std::size_t kBlockBytes = 16 << 10;
  using Rows = PlainRows<P>;
  Design<Rows> design = make_plain_design<P>(generators, tracked, options);
  const std::uint64_t vectors = design.rows.vectors;
  const auto make = [&]<class Team>(Team) -> std::unique_ptr<Backend> {
    return std::make_unique<CudaBackend<Rows, Team>>(std::move(design), tracked, expected, options);
  };
  const std::size_t block_from = options.block_from != 0 ? options.block_from : kBlockBytes;
  if (vectors * sizeof(uint4) >= block_from) return make(Block());
  if (vectors <= 16) return make(Tile<8, 2>());
  if (vectors <= 96) return make(Tile<32, 3>());
  return make(Tile<32>());
}

/// The elements of a rank, whatever the length of a row: what goes to other ranks takes longer than the work on it.
template <class P>
std::unique_ptr<DeviceElements> make_plain_elements(const Generators& generators, std::span<const Point> tracked,
                                                    const CudaOptions& options) {
  return std::make_unique<CudaShare<PlainRows<P>, Tile<32>>>(make_plain_design<P>(generators, tracked, options), tracked,
                                                             options);
}

}  // namespace wreath::semigroup
