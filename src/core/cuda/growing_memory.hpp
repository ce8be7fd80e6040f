// SPDX-License-Identifier: MIT
//
// Device memory that grows where it stands.
//
// Addresses for all of the GPU's memory are reserved at once, and memory is put behind them as it is needed: growing copies
// nothing, never holds two copies, and pointers stay. Where the driver cannot do that, growing moves to a larger allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cuda/check.hpp"

namespace wreath::cuda {

class GrowingMemory {
 public:
  enum class Method { best, copy };

  explicit GrowingMemory(Method method = Method::best);
  ~GrowingMemory();
  GrowingMemory(const GrowingMemory&) = delete;
  GrowingMemory& operator=(const GrowingMemory&) = delete;

  /// Makes room for at least `bytes` bytes, and at most for `limit` if it reserves ahead; the contents stay. Work that
  /// uses data() must have ended, since data() may change. Throws ResourceError, and changes nothing, if the GPU does not have
  /// that much.
  void grow(std::size_t bytes, std::size_t limit = ~std::size_t{0});
  /// The least size() that such a growth can give.
  std::size_t size_for(std::size_t bytes) const noexcept { return (bytes + granularity_ - 1) / granularity_ * granularity_; }

  void* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool in_place() const noexcept { return reserved_ != 0; }

 private:
  bool add_piece(std::size_t bytes);
  void move_to(std::size_t bytes);

  void* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t reserved_ = 0;     // addresses; 0 where growing copies
  std::size_t granularity_ = 1;  // of pieces
  int device_ = 0;
  struct Piece {
    unsigned long long handle;
    std::size_t offset;
    std::size_t bytes;
  };
  std::vector<Piece> pieces_;
};

}  // namespace wreath::cuda
