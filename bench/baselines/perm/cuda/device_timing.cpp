// SPDX-License-Identifier: MIT
#include "bench/baselines/perm/device_timing.hpp"

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "perm/plan/bench.hpp"
#include "wreath/gpu.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::perm {

double time_on_device(Operation operation, std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, Method method,
                      int repetitions) {
  require_gpu();
  const cuda::Stream stream;
  cuda::Buffer<std::uint32_t> x_there(x.size());
  cuda::Buffer<std::uint32_t> y_there(y.size());
  cuda::Buffer<std::uint32_t> z_there(x.size());
  cuda::Buffer<std::byte> scratch(device::scratch_bytes(operation, x.size(), y.size(), sizeof(std::uint32_t), method));
  x_there.upload(x, stream);
  y_there.upload(y, stream);
  stream.wait();
  const device::Span<const std::uint32_t> x_span{x_there.data(), x_there.size()};
  const device::Span<const std::uint32_t> y_span{y_there.data(), y_there.size()};
  const device::Span<std::uint32_t> z_span{z_there.data(), z_there.size()};
  const device::Options options{method, static_cast<cudaStream_t>(stream), scratch.data(), scratch.size()};
  const auto once = [&] {
    switch (operation) {
      case Operation::multiply: return device::multiply<std::uint32_t>(x_span, y_span, z_span, options);
      case Operation::divide: return device::divide<std::uint32_t>(x_span, y_span, z_span, options);
      case Operation::inverse: return device::inverse<std::uint32_t>(x_span, z_span, options);
    }
  };
  once();
  return best_seconds(repetitions, once);
}

}  // namespace wreath::perm
