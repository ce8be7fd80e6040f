// SPDX-License-Identifier: MIT
//
// The permutation engine on arrays that are already in a GPU's memory: nothing is copied to or from the host except the report of
// a bad point. For 4- and 8-byte points; arrays must be aligned to 16 bytes, as cudaMalloc gives them. All functions throw
// ResourceError if there is no GPU, or if wreath was built without CUDA.
//
// Results are those of the functions of the same names in wreath/perm.hpp. Work is put on the caller's stream, behind what is on
// it already, and the functions return when it is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wreath/perm.hpp"

namespace wreath::perm::device {

/// An array in device memory.
template <class T>
struct Span {
  T* data = nullptr;
  std::size_t size = 0;
};

struct Options {
  Method method = Method::automatic;
  void* stream = nullptr;   // a cudaStream_t
  void* scratch = nullptr;  // device memory of at least scratch_bytes; null: taken and given back by the call
  std::size_t scratch_bytes = 0;
  int device = -1;  // the number of the GPU that has the arrays; negative: the one that the thread uses
};

/// How much scratch space an operation takes on `points` points (of x) into `range` points, of `point_bytes` each.
[[nodiscard]] std::size_t scratch_bytes(Operation operation, std::uint64_t points, std::uint64_t range, std::size_t point_bytes,
                                        Method method);
/// The same for random.
[[nodiscard]] std::size_t random_scratch_bytes(std::uint64_t points);
/// The same for find_defect.
[[nodiscard]] std::size_t check_scratch_bytes(std::uint64_t points);

/// z[i] = y[x[i]]. z must overlap neither x nor y. Throws PointError.
template <PointType Point>
void multiply(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options = {});
/// z[x[i]] = i. x must be a permutation. Throws PointError.
template <PointType Point>
void inverse(Span<const Point> x, Span<Point> z, const Options& options = {});
/// The same, and whether x is a permutation, which costs little or nothing. If it is not, z holds anything.
template <PointType Point>
[[nodiscard]] bool invert_permutation(Span<const Point> x, Span<Point> z, const Options& options = {});
/// z[x[i]] = y[i]. x must be a permutation. Throws PointError.
template <PointType Point>
void divide(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options = {});
/// The same, and whether x is a permutation. If it is not, z holds anything.
template <PointType Point>
[[nodiscard]] bool divide_by_permutation(Span<const Point> x, Span<const Point> y, Span<Point> z, const Options& options = {});

/// Fills x with the random permutation of this seed. Throws InputError if there are more than 2^32 points.
template <PointType Point>
void random(Span<Point> x, std::uint64_t seed, const Options& options = {});

/// The first thing that is wrong with x as a permutation, or no defect. If there is one, x is copied to the host to find it.
template <PointType Point>
[[nodiscard]] Defect find_defect(Span<const Point> x, const Options& options = {});

/// The number of cycles of each length. Throws InputError if x is not a permutation, or has 2^32 - 1 points or more, as the
/// next two do.
template <PointType Point>
[[nodiscard]] std::vector<CycleCount> cycle_type(Span<const Point> x, const Options& options = {});
/// z[i] = the least point of i's cycle.
template <PointType Point>
void cycle_representatives(Span<const Point> x, Span<Point> z, const Options& options = {});
/// labels[i] = the least point of i's orbit; `schreier` may be empty. Returns the number of orbits. See wreath/perm/orbits.hpp.
template <PointType Point>
std::uint64_t orbits(std::span<const Span<const Point>> generators, Span<Point> labels, Span<std::int8_t> schreier,
                     const Options& options = {});

/// Memory of a GPU.
class Memory {
 public:
  /// Takes `bytes` bytes on a GPU, as in Options. Throws ResourceError.
  explicit Memory(std::size_t bytes, int device = -1);
  ~Memory();
  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&&) = delete;

  /// The first byte, an address on the device.
  void* data() const noexcept { return data_; }
  /// The GPU that it is on.
  int device() const noexcept { return device_; }

 private:
  void* data_ = nullptr;
  int device_ = 0;
};
/// The number of the GPU whose memory has this address; negative for null. Throws InputError if none has it.
[[nodiscard]] int device_of(const void* address);
/// What is put on a stream of the GPU from here on begins when what is on another of its streams now is done.
void wait_for(void* stream, void* other, int device = -1);
/// Copies from the host's memory to device memory, behind what is on the stream, and waits for it.
void send(void* to, const void* from, std::size_t bytes, const Options& options = {});
/// Copies from device memory to the host's, when the work on the stream is done.
void fetch(void* to, const void* from, std::size_t bytes, const Options& options = {});

}  // namespace wreath::perm::device
