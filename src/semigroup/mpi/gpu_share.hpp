// SPDX-License-Identifier: MIT
//
// A share (share.hpp) whose elements are on a GPU. Candidates are dealt out, numbered and collected on the host; products are
// formed, looked up and kept on the GPU, and go between ranks as rows: through pinned memory, each behind its candidate's number,
// or, if MPI sends the memory of GPUs, from one GPU to another, while the numbers alone go through the host.
#pragma once

#include <algorithm>
#include <optional>

#include "core/mpi/gpu_buffers.hpp"
#include "core/arrays/counted_partition.hpp"
#include "semigroup/device_elements.hpp"
#include "semigroup/mpi/share.hpp"

namespace wreath::semigroup {

class GpuShare final : public Share {
 public:
  GpuShare(mpi::Communicator& ranks, std::unique_ptr<DeviceElements> elements, std::uint64_t degree, std::size_t columns,
           bool monoid, unsigned threads, const RunControl* run)
      : Share(ranks, degree, columns, threads, run), elements_(std::move(elements)), words_(elements_->row_words()) {
    if (monoid && owner(elements_->first_hash()) == ranks_.rank()) elements_->find_first();
  }

  std::uint64_t memory() const override { return elements_->backend().memory() + numbers_.memory(); }
  std::size_t piece() const override { return elements_->piece(); }
  Exactness exactness() const override { return elements_->backend().exactness(); }
  std::optional<Choice> exchange_buffers() const override { return buffers_; }

 private:
  void form() override {
    if (!on_gpu_) {
      const mpi::GpuBuffersChoice chosen = mpi::choose_gpu_buffers(ranks_);
      on_gpu_ = chosen.on_gpu();
      buffers_ = Choice{"exchange buffers", chosen.on_gpu() ? "GPU memory" : "pinned memory", chosen.why};
    }
    mpi::together(ranks_, [&] {
      unpack_dealt();
      const DeviceElements::Formed formed = elements_->form(products_.span(), !*on_gpu_);
      formed_ = formed.rows;
      std::copy(formed.hashes.begin(), formed.hashes.end(), hashes_.data());
      std::copy(formed.fixed.begin(), formed.fixed.end(), fixed_.data());
    });
  }
  void fill_outbox() override {
    const std::size_t words = *on_gpu_ ? 0 : words_;
    outbox_.fill(
        ranks_, products_.size(), few_,
        [&](std::size_t k) {
          return fixed_[k] != 0 ? mpi::Parcel{} : mpi::Parcel{owner(hashes_[k]), 1 + words};
        },
        [&](std::size_t k, SentWord* to) {
          to[0] = places_[k];
          std::copy_n(formed_.data() + k * words, words, to + 1);
        });
  }
  /// The rows, from GPU to GPU, in the order of their numbers in the outbox.
  void exchange_more() override {
    if (!*on_gpu_) return;
    std::vector<mpi::Slice> send(count_);
    std::vector<mpi::Slice> receive(count_);
    mpi::together(ranks_, [&] {
      const std::size_t row_bytes = words_ * sizeof(SentWord);
      std::vector<std::size_t> next(count_ + 1);
      for (std::size_t k = 0; k < products_.size(); ++k) {
        if (fixed_[k] == 0) ++next[static_cast<std::size_t>(owner(hashes_[k])) + 1];
      }
      for (std::size_t rank = 0; rank < count_; ++rank) {
        send[rank].bytes = next[rank + 1] * row_bytes;
        next[rank + 1] += next[rank];
      }
      std::vector<std::uint32_t> order(next[count_]);
      for (std::size_t k = 0; k < products_.size(); ++k) {
        if (fixed_[k] == 0) order[next[static_cast<std::size_t>(owner(hashes_[k]))]++] = static_cast<std::uint32_t>(k);
      }
      std::byte* from = elements_->pack_formed(order);
      std::byte* to = elements_->room_for(inbox_.words().size());
      for (std::size_t rank = 0; rank < count_; ++rank) {
        receive[rank] = {to, inbox_.from(rank).size() * row_bytes};
        send[rank].data = from;
        from += send[rank].bytes;
        to += receive[rank].bytes;
      }
    });
    mpi::exchange(ranks_, send, receive, few_,
                  [&](std::byte* to, const std::byte* from, std::size_t bytes) { elements_->copy(to, from, bytes); });
  }
  /// What came from each rank is in the order of the candidates; here it is put into the order of all of them.
  void receive() override {
    const std::span<const SentWord> words = inbox_.words();
    const std::size_t each = *on_gpu_ ? 1 : 1 + words_;
    const std::size_t came = words.size() / each;
    parallel_ranges(came, few_, kChunk, [&](Range range, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) sent_at_[words[k * each]] = static_cast<std::uint32_t>(k * each + 1);
    });
    starts_.assign(n_ / kChunk + 1, 0);
    parallel_chunks(n_, kChunk, few_, [&](Range range, std::size_t chunk, unsigned) {
      for (std::size_t i = range.begin; i < range.end; ++i) starts_[chunk] += sent_at_[i] != 0 ? 1 : 0;
    });
    exclusive_scan_in_place(starts_);
    order_.resize(came);
    if (*on_gpu_) {
      arrivals_.resize(came);
    } else {
      sent_rows_.resize(came * words_);
    }
    parallel_chunks(n_, kChunk, few_, [&](Range range, std::size_t chunk, unsigned) {
      std::size_t k = starts_[chunk];
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (sent_at_[i] == 0) continue;
        order_[k] = static_cast<std::uint32_t>(i);
        if (*on_gpu_) {
          arrivals_[k] = sent_at_[i] - 1;
        } else {
          std::copy_n(sent(i), words_, sent_rows_.data() + k * words_);
        }
        ++k;
      }
    });
  }
  std::size_t look_up(bool /*want_results*/) override {
    const std::span<const std::uint32_t> fresh =
        *on_gpu_ ? elements_->claim_arrived(arrivals_.span()) : elements_->claim(sent_rows_.span());
    start_bits(fresh.size());
    for (std::size_t k = 0; k < fresh.size(); ++k) {
      new_ones_[k] = order_[fresh[k]];
      bits_.set(new_ones_[k], true);
    }
    return fresh.size();
  }
  void append(std::size_t /*fresh*/) override { elements_->keep_claimed(); }
  void settle() override {
    const std::span<const Index> claimed = elements_->claimed();
    for (std::size_t k = 0; k < claimed.size(); ++k) found_[order_[k]] = claimed[k];
  }
  void read_own(Range own, std::span<Point> rows) override {
    elements_->backend().read_rows(static_cast<Index>(own.begin), static_cast<Index>(own.end), rows);
  }
  Index find_own(std::span<const Point> row) override { return elements_->backend().find(row).value_or(kNoIndex); }
  std::uint64_t count_own_idempotents(Range own) override {
    return elements_->backend().count_idempotents(static_cast<Index>(own.begin), static_cast<Index>(own.end));
  }

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
