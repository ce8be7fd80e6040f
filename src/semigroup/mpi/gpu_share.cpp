// SPDX-License-Identifier: MIT
#include "semigroup/mpi/gpu_share.hpp"

#include <algorithm>

#include "core/parallel/radix_partition.hpp"

namespace wreath::semigroup {

GpuShare::GpuShare(mpi::Communicator& ranks, std::unique_ptr<DeviceElements> elements, std::uint64_t degree, std::size_t columns,
                   bool monoid, unsigned threads, const RunControl* run)
    : ShareSteps(ranks, degree, columns, threads, run), elements_(std::move(elements)), words_(elements_->row_words()) {
  if (monoid && owner(elements_->first_hash()) == ranks_.rank()) elements_->find_first();
}

void GpuShare::form() {
  mpi::together(ranks_, [&] {
    unpack_dealt();
    const DeviceElements::Formed formed = elements_->form(products_.span());
    formed_ = formed.rows;
    std::copy(formed.hashes.begin(), formed.hashes.end(), hashes_.data());
    std::copy(formed.fixed.begin(), formed.fixed.end(), fixed_.data());
  });
}

void GpuShare::fill_outbox() {
  outbox_.fill(
      ranks_, products_.size(), few_,
      [&](std::size_t k) {
        return fixed_[k] != 0 ? mpi::Parcel{} : mpi::Parcel{owner(hashes_[k]), 1 + words_};
      },
      [&](std::size_t k, SentWord* to) {
        to[0] = places_[k];
        std::copy_n(formed_.data() + k * words_, words_, to + 1);
      });
}

/// What came from each rank is in the order of the candidates; here it is put into the order of all of them.
void GpuShare::receive() {
  const std::span<const SentWord> words = inbox_.words();
  const std::size_t came = words.size() / (1 + words_);
  parallel_ranges(came, few_, kChunk, [&](Range range, unsigned) {
    for (std::size_t k = range.begin; k < range.end; ++k)
      sent_at_[words[k * (1 + words_)]] = static_cast<std::uint32_t>(k * (1 + words_) + 1);
  });
  starts_.assign(n_ / kChunk + 1, 0);
  parallel_chunks(n_, kChunk, few_, [&](Range range, std::size_t chunk, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) starts_[chunk] += sent_at_[i] != 0 ? 1 : 0;
  });
  exclusive_scan_in_place(starts_);
  order_.resize(came);
  sent_rows_.resize(came * words_);
  parallel_chunks(n_, kChunk, few_, [&](Range range, std::size_t chunk, unsigned) {
    std::size_t k = starts_[chunk];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (sent_at_[i] == 0) continue;
      order_[k] = static_cast<std::uint32_t>(i);
      std::copy_n(sent(i), words_, sent_rows_.data() + k++ * words_);
    }
  });
}

std::size_t GpuShare::look_up(bool) {
  const std::span<const std::uint32_t> fresh = elements_->claim(sent_rows_.span());
  start_bits(fresh.size());
  for (std::size_t k = 0; k < fresh.size(); ++k) {
    const std::uint32_t i = order_[fresh[k]];
    new_ones_[k] = i;
    bits_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return fresh.size();
}

void GpuShare::append(std::size_t) {
  elements_->keep_claimed();
}

void GpuShare::settle() {
  const std::span<const Index> claimed = elements_->claimed();
  for (std::size_t k = 0; k < claimed.size(); ++k) found_[order_[k]] = claimed[k];
}

void GpuShare::read_own(Range own, std::span<Point> rows) {
  elements_->backend().read_rows(static_cast<Index>(own.begin), static_cast<Index>(own.end), rows);
}

Index GpuShare::find_own(std::span<const Point> row) {
  return elements_->backend().find(row).value_or(kNoIndex);
}

std::uint64_t GpuShare::count_own_idempotents(Range own) {
  return elements_->backend().count_idempotents(static_cast<Index>(own.begin), static_cast<Index>(own.end));
}

}  // namespace wreath::semigroup
