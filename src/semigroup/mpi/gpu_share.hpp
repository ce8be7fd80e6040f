// SPDX-License-Identifier: MIT
//
// A share (share.hpp) whose elements are on a GPU. Candidates are dealt out, numbered and collected on the host; products are
// formed, looked up and kept on the GPU, and go between ranks as rows: through pinned memory, each behind its candidate's number,
// or, if MPI sends the memory of GPUs, from one GPU to another, while the numbers alone go through the host.
#pragma once

#include <optional>

#include "semigroup/device_elements.hpp"
#include "semigroup/mpi/share_steps.hpp"

namespace wreath::semigroup {

class GpuShare final : public ShareSteps {
 public:
  GpuShare(mpi::Communicator& ranks, std::unique_ptr<DeviceElements> elements, std::uint64_t degree, std::size_t columns,
           bool monoid, unsigned threads, const RunControl* run);

  std::uint64_t memory() const override { return elements_->backend().memory() + numbers_.memory(); }
  std::size_t piece() const override { return elements_->piece(); }
  Exactness exactness() const override { return elements_->backend().exactness(); }
  std::optional<Choice> exchange_buffers() const override { return buffers_; }

 private:
  void form() override;
  void fill_outbox() override;
  void exchange_more() override;
  void receive() override;
  std::size_t look_up(bool want_results) override;
  void append(std::size_t fresh) override;
  void settle() override;
  void read_own(Range own, std::span<Point> rows) override;
  Index find_own(std::span<const Point> row) override;
  std::uint64_t count_own_idempotents(Range own) override;

  std::unique_ptr<DeviceElements> elements_;
  std::size_t words_;              // of a row
  std::optional<bool> on_gpu_;     // whether rows stay there, once that is decided
  std::optional<Choice> buffers_;  // the same for the record
  std::span<const std::uint32_t> formed_;
  std::vector<std::size_t> starts_;       // of chunks of the piece among what came
  GrowingArray<std::uint32_t> order_;     // the candidates that came, ascending
  GrowingArray<SentWord> sent_rows_;      // their rows
  GrowingArray<std::uint32_t> arrivals_;  // or their places among those on the GPU
};

}  // namespace wreath::semigroup
