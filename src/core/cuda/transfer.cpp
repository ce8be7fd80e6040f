// SPDX-License-Identifier: MIT
#include "core/cuda/transfer.hpp"

#include <algorithm>
#include <cstring>

#include "core/parallel/loops.hpp"

namespace wreath::cuda {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{16} << 20;
constexpr std::size_t kStagedFrom = 2 * kPieceBytes;

void copy_on_all_cores(void* to, const void* from, std::size_t bytes) {
  parallel_ranges(bytes, 0, std::size_t{1} << 16, [&](Range range, unsigned) {
    std::memcpy(static_cast<char*>(to) + range.begin, static_cast<const char*>(from) + range.begin, range.size());
  });
}

std::size_t piece_bytes(std::size_t total, std::size_t begin) {
  return std::min(kPieceBytes, total - begin);
}

}  // namespace

Transfer::~Transfer() {
  for (Piece& piece : pieces_) {
    if (piece.free != nullptr) {
      cudaEventSynchronize(piece.free);
      cudaEventDestroy(piece.free);
    }
    if (piece.memory != nullptr) cudaFreeHost(piece.memory);
  }
}

bool Transfer::staged(const void* host, std::size_t bytes) {
  if (bytes < kStagedFrom) return false;
  cudaPointerAttributes attributes{};
  WREATH_CUDA(cudaPointerGetAttributes(&attributes, host));
  return attributes.type == cudaMemoryTypeUnregistered;
}

void Transfer::take_pieces() {
  for (Piece& piece : pieces_) {
    if (piece.memory == nullptr) WREATH_CUDA(cudaMallocHost(&piece.memory, kPieceBytes));
    if (piece.free == nullptr) WREATH_CUDA(cudaEventCreateWithFlags(&piece.free, cudaEventDisableTiming));
  }
}

void Transfer::copy_whole(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  WREATH_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_));
  WREATH_CUDA(cudaStreamSynchronize(stream_));
}

void Transfer::send(void* device, const void* host, std::size_t bytes) {
  if (!staged(host, bytes)) return copy_whole(device, host, bytes);
  take_pieces();
  unsigned turn = 0;
  for (std::size_t begin = 0; begin < bytes; begin += kPieceBytes) {
    const Piece& piece = pieces_[turn++ % 2];
    const std::size_t size = piece_bytes(bytes, begin);
    WREATH_CUDA(cudaEventSynchronize(piece.free));
    copy_on_all_cores(piece.memory, static_cast<const char*>(host) + begin, size);
    WREATH_CUDA(cudaMemcpyAsync(static_cast<char*>(device) + begin, piece.memory, size, cudaMemcpyHostToDevice, stream_));
    WREATH_CUDA(cudaEventRecord(piece.free, stream_));
  }
}

void Transfer::fetch(void* host, const void* device, std::size_t bytes) {
  if (!staged(host, bytes)) return copy_whole(host, device, bytes);
  take_pieces();
  const auto start = [&](std::size_t begin) {
    const Piece& piece = pieces_[begin / kPieceBytes % 2];
    WREATH_CUDA(cudaMemcpyAsync(piece.memory, static_cast<const char*>(device) + begin, piece_bytes(bytes, begin),
                                cudaMemcpyDeviceToHost, stream_));
    WREATH_CUDA(cudaEventRecord(piece.free, stream_));
  };
  start(0);
  for (std::size_t begin = 0; begin < bytes; begin += kPieceBytes) {
    if (begin + kPieceBytes < bytes) start(begin + kPieceBytes);  // the other piece was emptied a step ago
    const Piece& piece = pieces_[begin / kPieceBytes % 2];
    WREATH_CUDA(cudaEventSynchronize(piece.free));
    copy_on_all_cores(static_cast<char*>(host) + begin, piece.memory, piece_bytes(bytes, begin));
  }
}

}  // namespace wreath::cuda
