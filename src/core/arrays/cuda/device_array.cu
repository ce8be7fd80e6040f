// SPDX-License-Identifier: MIT
//
// y (or z) in a GPU's memory, packed as on disk, for arrays that do not fit the host's.
//
// One thread for each point and one random access, of any width: five-byte numbers are read and written byte by byte. That is
// far from what partitioning reaches (plain.cuh), and some ten times faster than points come from a disk.

#include <algorithm>

#include "core/cuda/buffer.hpp"
#include "core/cuda/stream.hpp"
#include "core/cuda/take_gpu.hpp"
#include "core/cuda/transfer.hpp"
#include "core/arrays/cuda/block_io.cuh"
#include "core/arrays/device_array.hpp"

namespace wreath::arrays {

namespace {

using cuda_detail::launch;

constexpr int kThreads = 256;
constexpr unsigned long long kNoPoint = ~0ULL;
constexpr std::uint64_t kReserve = std::uint64_t{256} << 20;  // for the driver

/// What a kernel found: the first index whose value is not a point, and whether a value was reached twice.
struct Findings {
  unsigned long long first_bad;
  unsigned long long twice;
};

template <unsigned bytes>
__device__ std::uint64_t load_number(const unsigned char* array, std::uint64_t i) {
  if constexpr (bytes == 8) return reinterpret_cast<const std::uint64_t*>(array)[i];
  if constexpr (bytes == 4) return reinterpret_cast<const std::uint32_t*>(array)[i];
  if constexpr (bytes == 2) return reinterpret_cast<const std::uint16_t*>(array)[i];
  std::uint64_t number = 0;
  if constexpr (bytes == 1 || bytes == 5) {
#pragma unroll
    for (unsigned byte = 0; byte < bytes; ++byte) number |= std::uint64_t{array[i * bytes + byte]} << 8 * byte;
  }
  return number;
}

template <unsigned bytes>
__device__ void store_number(unsigned char* array, std::uint64_t i, std::uint64_t number) {
  if constexpr (bytes == 8) reinterpret_cast<std::uint64_t*>(array)[i] = number;
  if constexpr (bytes == 4) reinterpret_cast<std::uint32_t*>(array)[i] = static_cast<std::uint32_t>(number);
  if constexpr (bytes == 2) reinterpret_cast<std::uint16_t*>(array)[i] = static_cast<std::uint16_t>(number);
  if constexpr (bytes == 1 || bytes == 5) {
#pragma unroll
    for (unsigned byte = 0; byte < bytes; ++byte) array[i * bytes + byte] = static_cast<unsigned char>(number >> 8 * byte);
  }
}

// z[i] = y[x[i]]
template <unsigned point_bytes, unsigned value_bytes>
__global__ void __launch_bounds__(kThreads) gather_packed_kernel(const unsigned char* x, std::uint64_t n, const unsigned char* y,
                                                                 std::uint64_t limit, unsigned char* z, Findings* findings) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint64_t point = load_number<point_bytes>(x, i);
  if (point < limit) {
    store_number<value_bytes>(z, i, load_number<value_bytes>(y, point));
  } else {
    atomicMin(&findings->first_bad, static_cast<unsigned long long>(i));
  }
}

// z[x[i]] = values[i], or first + i where there are none; `reached` has a bit for each value of z.
template <unsigned point_bytes, unsigned value_bytes>
__global__ void __launch_bounds__(kThreads)
    scatter_packed_kernel(const unsigned char* x, const unsigned char* values, std::uint64_t n, std::uint64_t first,
                          std::uint64_t limit, unsigned char* z, unsigned* reached, Findings* findings) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint64_t point = load_number<point_bytes>(x, i);
  if (point >= limit) {
    atomicMin(&findings->first_bad, static_cast<unsigned long long>(i));
    return;
  }
  const unsigned bit = 1U << point % 32;
  if ((atomicOr(reached + point / 32, bit) & bit) != 0) {
    findings->twice = 1;  // all threads write the same value
    return;
  }
  store_number<value_bytes>(z, point, values != nullptr ? load_number<value_bytes>(values, i) : first + i);
}

class CudaExchangeBuffer final : public ExchangeBuffer {
 public:
  CudaExchangeBuffer(std::size_t bytes, bool on_device) : on_device_(on_device) {
    if (bytes == 0) return;
    void* memory = nullptr;
    WREATH_CUDA(on_device ? cudaMalloc(&memory, bytes) : cudaMallocHost(&memory, bytes));
    data_ = static_cast<std::byte*>(memory);
  }
  ~CudaExchangeBuffer() override {
    if (data_ != nullptr) on_device_ ? cudaFree(data_) : cudaFreeHost(data_);
  }
  CudaExchangeBuffer(const CudaExchangeBuffer&) = delete;
  CudaExchangeBuffer& operator=(const CudaExchangeBuffer&) = delete;

 private:
  bool on_device_;
};

template <unsigned point_bytes, unsigned value_bytes>
class CudaArray final : public DeviceArray {
 public:
  explicit CudaArray(const Shape& shape)
      : shape_(shape),
        values_(shape.size * value_bytes),
        reached_(shape.scatters ? shape.size / 32 + 1 : 0),
        x_(shape.slice_points * point_bytes),
        slice_(shape.slice_points * value_bytes),
        findings_(1) {
    WREATH_CUDA(cudaGetDevice(&device_));
    if (shape.scatters) WREATH_CUDA(cudaMemsetAsync(reached_.data(), 0, reached_.size() * sizeof(unsigned), stream_));
  }

  void store(std::uint64_t first, std::span<const std::byte> values) override {
    transfer_.send(values_.data() + first * value_bytes, values.data(), values.size());
  }
  void fetch(std::uint64_t first, std::span<std::byte> values) override {
    transfer_.fetch(values.data(), values_.data() + first * value_bytes, values.size());
  }

  std::size_t gather(std::span<const std::byte> x, std::span<std::byte> z) override {
    const std::size_t count = begin_slice(x);
    launch("gather_packed", gather_packed_kernel<point_bytes, value_bytes>, blocks_for(count), kThreads, 0, stream_, x_.data(),
           count, values_.data(), shape_.limit, slice_.data(), findings_.data());
    const Findings findings = end_slice();
    transfer_.fetch(z.data(), slice_.data(), z.size());
    return std::min<std::uint64_t>(findings.first_bad, count);
  }

  bool scatter(std::span<const std::byte> x, std::span<const std::byte> y, std::uint64_t first) override {
    const std::size_t count = begin_slice(x);
    transfer_.send(slice_.data(), y.data(), y.size());
    const unsigned char* values = y.empty() ? nullptr : slice_.data();
    launch("scatter_packed", scatter_packed_kernel<point_bytes, value_bytes>, blocks_for(count), kThreads, 0, stream_, x_.data(),
           values, count, first, shape_.limit, values_.data(), reached_.data(), findings_.data());
    const Findings findings = end_slice();
    return findings.first_bad == kNoPoint && findings.twice == kNoPoint;
  }

  std::unique_ptr<ExchangeBuffer> exchange_buffer(std::size_t bytes, bool on_device) const override {
    return std::make_unique<CudaExchangeBuffer>(bytes, on_device);
  }
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) const override {
    WREATH_CUDA(cudaSetDevice(device_));
    cuda::copy_and_wait(to, from, bytes);
  }

 private:
  static std::uint64_t blocks_for(std::uint64_t count) { return (count + kThreads - 1) / kThreads; }

  std::size_t begin_slice(std::span<const std::byte> x) {
    WREATH_CUDA(cudaMemsetAsync(findings_.data(), 0xff, sizeof(Findings), stream_));
    transfer_.send(x_.data(), x.data(), x.size());
    return x.size() / point_bytes;
  }
  Findings end_slice() {
    Findings findings{};
    findings_.download({&findings, 1}, stream_);
    stream_.wait();
    return findings;
  }

  Shape shape_;
  int device_ = 0;
  cuda::Stream stream_;
  cuda::Transfer transfer_{stream_};
  cuda::Buffer<unsigned char> values_;
  cuda::Buffer<unsigned> reached_;
  cuda::Buffer<unsigned char> x_;      // a slice of it
  cuda::Buffer<unsigned char> slice_;  // of z, or of y
  cuda::Buffer<Findings> findings_;
};

template <unsigned point_bytes>
std::unique_ptr<DeviceArray> make_array_of(const DeviceArray::Shape& shape) {
  switch (shape.value_bytes) {
    case 1: return std::make_unique<CudaArray<point_bytes, 1>>(shape);
    case 2: return std::make_unique<CudaArray<point_bytes, 2>>(shape);
    case 4: return std::make_unique<CudaArray<point_bytes, 4>>(shape);
    case 5: return std::make_unique<CudaArray<point_bytes, 5>>(shape);
    case 8: return std::make_unique<CudaArray<point_bytes, 8>>(shape);
    default: throw InternalError("unsupported width of values on a GPU");
  }
}

}  // namespace

std::uint64_t usable_device_memory() {
  int count = 0;
  std::size_t free = 0;
  std::size_t total = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0 || cudaMemGetInfo(&free, &total) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return free > kReserve ? free - kReserve : 0;
}

std::uint64_t take_device(const RankHere& rank) {
  const cuda::GpuShare share = cuda::take_gpu(rank);
  return share.free_now - std::min<std::uint64_t>(share.free_now, kReserve / share.sharers);
}

std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape& shape) {
  switch (shape.point_bytes) {
    case 4: return make_array_of<4>(shape);
    case 5: return make_array_of<5>(shape);
    case 8: return make_array_of<8>(shape);
    default: throw InternalError("unsupported width of points on a GPU");
  }
}

}  // namespace wreath::arrays
