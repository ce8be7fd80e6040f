// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/run/rank_here.hpp"

namespace wreath::arrays {

/// Memory for what comes from other ranks, or goes to them.
class ExchangeBuffer {
 public:
  virtual ~ExchangeBuffer() = default;
  std::byte* data() const { return data_; }

 protected:
  std::byte* data_ = nullptr;
};

/// An array of y's values, or of z's, in the memory of another device, and what is done with it a slice of x at a time. Numbers
/// are as they are on disk: little-endian, 4, 5 or 8 bytes for points, also 1 or 2 for values. Implemented in cuda/.
class DeviceArray {
 public:
  struct Shape {
    std::uint64_t size = 0;  // values
    unsigned value_bytes = 4;
    unsigned point_bytes = 4;
    std::uint64_t limit = 0;       // points are below it
    std::size_t slice_points = 0;  // of x at a time, at most
    bool scatters = false;         // notes which values were reached
  };

  virtual ~DeviceArray() = default;
  /// The values from the first-th on: put there, or taken from there.
  virtual void store(std::uint64_t first, std::span<const std::byte> values) = 0;
  virtual void fetch(std::uint64_t first, std::span<std::byte> values) = 0;
  /// z[i] = the x[i]-th value. Returns the first index whose value is not a point, or their number.
  virtual std::size_t gather(std::span<const std::byte> x, std::span<std::byte> z) = 0;
  /// The x[i]-th value becomes y[i], or first + i where y is empty. False where a point is too large, or was reached before.
  virtual bool scatter(std::span<const std::byte> x, std::span<const std::byte> y, std::uint64_t first) = 0;

  /// On the device itself, or pinned memory of the host: gather() and scatter() take their arguments from either. Throws
  /// ResourceError.
  virtual std::unique_ptr<ExchangeBuffer> exchange_buffer(std::size_t bytes, bool on_device) const = 0;
  /// Between any two of these memories, by any thread.
  virtual void copy(std::byte* to, const std::byte* from, std::size_t bytes) const = 0;

  /// Device memory that it takes.
  static constexpr std::uint64_t bytes_for(const Shape& shape) {
    return shape.size * shape.value_bytes + (shape.scatters ? shape.size / 8 + 8 : 0) +
           shape.slice_points * (shape.point_bytes + shape.value_bytes);
  }
};

/// Free memory of the GPU, less what the driver may need itself; 0 without a GPU.
std::uint64_t usable_device_memory();
/// Takes a GPU for the thread that calls (core/cuda/take_gpu.hpp). Returns the part of its memory that this rank may use.
std::uint64_t take_device(const RankHere& rank);
/// An array there, for what is on disk. Throws ResourceError if it does not fit.
std::unique_ptr<DeviceArray> make_device_array(const DeviceArray::Shape& shape);

}  // namespace wreath::arrays
