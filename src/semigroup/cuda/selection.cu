// SPDX-License-Identifier: MIT
#include "semigroup/cuda/selection.cuh"

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

namespace wreath::semigroup {

std::uint32_t Selection::operator()(const IsFirst& is_first, std::uint32_t count, std::uint32_t* positions, cudaStream_t stream) {
  const thrust::counting_iterator<std::uint32_t> all(0);
  std::size_t bytes = 0;
  const auto select = [&](void* scratch) {
    WREATH_CUDA(cub::DeviceSelect::If(scratch, bytes, all, positions, selected_.data(), count, is_first, stream));
  };
  select(nullptr);
  if (scratch_.size() < bytes) {
    scratch_ = {};
    scratch_ = cuda::Buffer<std::byte>(bytes);
  }
  select(scratch_.data());
  std::uint32_t fresh = 0;
  selected_.download({&fresh, 1}, stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  return fresh;
}

}  // namespace wreath::semigroup
