// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "semigroup/backend.hpp"
#include "semigroup/device_elements.hpp"

namespace wreath::semigroup {

/// What tests change so that few elements reach every branch; memory is the user's.
struct CudaOptions {
  std::uint64_t memory = 0;        // the most bytes to take on the GPU; 0: all that it has
  unsigned fingerprint_bits = 64;  // the fewer, the more different rows look alike at first
  bool pack = true;                // rows of up to 64 bits as one word
  std::uint64_t slots = 0;         // of the table at first; 0: as the expected size needs
  std::size_t block_from = 0;  // rows of at least this many bytes take a block each, shorter ones a warp or less; 0: as measured
};

/// Elements, table and all passes on the GPU. `tracked`: the points whose images a row holds. `expected`: how many elements there
/// may be, 0 if unknown; a hint for the sizes of table and rows. Throws ResourceError if there is no GPU.
std::unique_ptr<Backend> make_cuda_backend(const Generators& generators, std::span<const Point> tracked, std::uint64_t expected,
                                           const CudaOptions& options = {});

/// For elements of a kind with a device form (kinds/semiring.hpp), which are not transformations.
std::unique_ptr<Backend> make_cuda_kind_backend(const Generators& generators, const CudaOptions& options = {});

/// One rank's elements. Throws ResourceError if there is no GPU.
std::unique_ptr<DeviceElements> make_cuda_elements(const Generators& generators, std::span<const Point> tracked,
                                                   const RankHere& rank, CudaOptions options = {});

}  // namespace wreath::semigroup
