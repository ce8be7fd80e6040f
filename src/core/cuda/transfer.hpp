// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "core/cuda/check.hpp"

namespace wreath::cuda {

/// Moves arrays between the host's memory and the GPU's. A copy to or from ordinary memory goes through the driver's own small
/// pieces and one core; large arrays therefore go through two pinned pieces of ours, which all cores fill or empty while the
/// other one is on the bus. Memory that is pinned already is copied directly, and so is memory of the GPU itself.
class Transfer {
 public:
  /// The stream must live as long.
  explicit Transfer(cudaStream_t stream) : stream_(stream) {}
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// Returns when the host's memory may be changed; the stream has the copy still before it, perhaps.
  void send(void* device, const void* host, std::size_t bytes);
  /// Returns when the bytes are there.
  void fetch(void* host, const void* device, std::size_t bytes);

 private:
  struct Piece {
    void* memory = nullptr;
    cudaEvent_t free = nullptr;  // when the bus is done with it
  };

  bool staged(const void* host, std::size_t bytes);
  void take_pieces();
  void copy_whole(void* to, const void* from, std::size_t bytes);

  cudaStream_t stream_;
  Piece pieces_[2];
};

}  // namespace wreath::cuda
