// SPDX-License-Identifier: MIT
#include "core/io/slices.hpp"

#include <algorithm>

namespace wreath {

void ReadBuffer::read(AsyncIo& io, const FilePart& part, std::byte* memory, Transfers& group) {
  const std::uint64_t begin = part.file->is_direct() ? disk_floor(part.begin) : part.begin;
  const std::uint64_t end = part.file->is_direct() ? disk_ceiling(part.end) : part.end;
  io.read(*part.file, begin, {memory, end - begin}, part.end - begin, group);
  bytes_ = {memory + (part.begin - begin), part.end - part.begin};
}

SliceReader::SliceReader(AsyncIo& io, const FilePart& part, std::size_t slice_bytes, unsigned ahead, unsigned held)
    : io_(io),
      part_(part),
      slice_bytes_(slice_bytes),
      ahead_(ahead),
      memory_(memory_for(slice_bytes, ahead, held)),
      requested_(part.begin),
      taken_(part.begin) {
  for (unsigned slot = 0; slot < ahead + held; ++slot) slots_.push_back(std::make_unique<Slot>());
  for (unsigned slice = 0; slice < ahead; ++slice) request();
}

void SliceReader::request() {
  if (requested_ >= part_.end) return;
  Slot& slot = *slots_[next_request_];
  const std::uint64_t end = std::min<std::uint64_t>(part_.end, requested_ + slice_bytes_);
  slot.buffer.read(io_, {part_.file, requested_, end}, memory_.data() + next_request_ * ReadBuffer::memory_for(slice_bytes_),
                   slot.transfers);
  requested_ = end;
  next_request_ = (next_request_ + 1) % slots_.size();
}

std::span<const std::byte> SliceReader::next() {
  request();  // into the slot that has just become free
  Slot& slot = *slots_[next_take_];
  next_take_ = (next_take_ + 1) % slots_.size();
  slot.transfers.wait();
  taken_ += slot.buffer.bytes().size();
  return slot.buffer.bytes();
}

SliceWriter::SliceWriter(AsyncIo& io, const DirectFile& file, std::uint64_t begin, std::size_t slice_bytes, unsigned behind)
    : io_(io), file_(file), at_(begin), slice_bytes_(disk_ceiling(slice_bytes)), memory_(memory_for(slice_bytes, behind)) {
  for (unsigned slot = 0; slot < behind; ++slot) slots_.push_back(std::make_unique<Transfers>());
}

std::span<std::byte> SliceWriter::buffer() {
  slots_[next_]->wait();
  return {memory_.data() + next_ * slice_bytes_, slice_bytes_};
}

void SliceWriter::write(std::size_t bytes) {
  const std::size_t length = file_.is_direct() ? disk_ceiling(bytes) : bytes;
  io_.write(file_, at_, {memory_.data() + next_ * slice_bytes_, length}, *slots_[next_]);
  at_ += bytes;
  next_ = (next_ + 1) % slots_.size();
}

void SliceWriter::finish() {
  for (const auto& slot : slots_) slot->wait();
  file_.truncate(at_);
}

}  // namespace wreath
