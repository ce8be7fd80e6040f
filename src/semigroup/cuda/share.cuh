// SPDX-License-Identifier: MIT
//
// One rank's elements on a GPU (semigroup/device_elements.hpp). Products are formed in one pass, leave for their owners, and
// those that come are claimed, selected and appended as in cuda_backend.cuh, but from rows that are there instead of products.
#pragma once

#include "semigroup/cuda/cuda_backend.cuh"
#include "semigroup/device_elements.hpp"

namespace wreath::semigroup {

template <class Rows>
struct FormedRef {
  typename Rows::Vector* rows;
  std::uint64_t* hashes;
  std::uint8_t* fixed;
};

/// A team per product: composes it, and compares it with its parent.
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads)
    form_kernel(Rows rows, const Product* products, std::uint32_t count, FormedRef<Rows> formed) {
  const Team team;
  for (std::uint64_t position = team.first(); position < count; position += team.step()) {
    const Product product = products[position];
    const auto row = keep(rows, team, rows.composed(product, rows.generators));
    typename Rows::Vector* const to = formed.rows + position * rows.vectors;
    for_my_vectors(team, rows.vectors, [&](std::uint64_t i, unsigned round) { to[i] = row.vector(i, round); });
    const std::uint64_t hash = rows.fingerprint(team, row);
    const bool fixed = product.element != 0 && same_rows(rows, team, row, rows.stored(product.element));
    if (team.rank() != 0) continue;
    formed.hashes[position] = hash;
    formed.fixed[position] = fixed ? 1 : 0;
  }
}

/// As claim_kernel, of rows that came; `sent` is where they lie.
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads)
    claim_sent_kernel(Rows rows, Rows sent, TableRef table, std::uint32_t count, Outcome* outcomes) {
  const Team team;
  for (std::uint64_t position = team.first(); position < count; position += team.step()) {
    const auto row = keep(rows, team, sent.stored(position));
    const auto same = [&](TableRef::Slot slot) {
      const std::uint32_t value = TableRef::value(slot);
      return same_rows(rows, team, row, TableRef::is_claim(slot) ? sent.stored(value) : rows.stored(value));
    };
    const Outcome outcome = table.claim(team, rows.fingerprint(team, row), static_cast<std::uint32_t>(position), same);
    if (team.rank() == 0) outcomes[position] = outcome;
  }
}

/// A team per new element: copies its row to its place, and settles its slot.
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads)
    append_sent_kernel(Rows rows, Rows sent, TableRef table, const Outcome* outcomes, const std::uint32_t* positions,
                       std::uint32_t count, Index base) {
  const Team team;
  for (std::uint64_t k = team.first(); k < count; k += team.step()) {
    const std::uint32_t position = positions[k];
    const auto row = sent.stored(position);
    typename Rows::Vector* const to = rows.rows + (base + k) * rows.vectors;
    for_my_vectors(team, rows.vectors, [&](std::uint64_t i, unsigned round) { to[i] = row.vector(i, round); });
    if (team.rank() == 0) table.settle(outcomes[position].value(), static_cast<Index>(base + k));
  }
}

/// The fingerprint of an element. One team.
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads) fingerprint_kernel(Rows rows, Index element, std::uint64_t* out) {
  const Team team;
  if (team.first() != 0) return;
  const std::uint64_t fingerprint = rows.fingerprint(team, rows.stored(element));
  if (team.rank() == 0) *out = fingerprint;
}

template <class Rows, class Team>
class CudaShare final : public CudaBackend<Rows, Team>, public DeviceElements {
  using Base = CudaBackend<Rows, Team>;
  using Vector = typename Rows::Vector;

 public:
  CudaShare(Design<Rows> design, std::span<const Point> tracked, const CudaOptions& options)
      : Base(without_first(std::move(design)), tracked, 0, options) {}

  std::size_t row_words() const override { return this->row_bytes() / sizeof(std::uint32_t); }

  Formed form(std::span<const Product> products) override {
    const std::size_t count = products.size();
    if (count == 0) return {};
    make_room_for(formed_, count);
    if (hashes_.size() < count) {
      hashes_ = {}, fixed_ = {}, products_ = {};
      hashes_ = cuda::Buffer<std::uint64_t>(count);
      fixed_ = cuda::Buffer<std::uint8_t>(count);
      products_ = cuda::Buffer<Product>(count);
    }
    this->transfer_.send(products_.data(), products.data(), products.size_bytes());
    this->launch(form_kernel<Rows, Team>, count, this->rows(), static_cast<const Product*>(products_.data()),
                 static_cast<std::uint32_t>(count), FormedRef<Rows>{formed_.data(), hashes_.data(), fixed_.data()});
    const std::size_t words = count * row_words();
    host_rows_.fetch(reinterpret_cast<const std::uint32_t*>(formed_.data()), words, this->stream_);
    host_hashes_.fetch(hashes_.data(), count, this->stream_);
    host_fixed_.fetch(fixed_.data(), count, this->stream_);
    this->stream_.wait();
    return {host_rows_.span(words), host_hashes_.span(count), host_fixed_.span(count)};
  }

  std::span<const std::uint32_t> claim(std::span<const std::uint32_t> rows) override {
    claims_ = static_cast<std::uint32_t>(rows.size() / row_words());
    fresh_ = 0;
    if (claims_ == 0) return {};
    this->reserve_scratch(claims_, false);
    const std::uint64_t slots = Base::slots_for(this->count_ + std::uint64_t{claims_});
    if (slots > this->table_.size()) this->grow_table(std::max<std::uint64_t>(slots, 2 * this->table_.size()));
    make_room_for(sent_, claims_);
    this->transfer_.send(sent_.data(), rows.data(), rows.size_bytes());
    this->launch(claim_sent_kernel<Rows, Team>, claims_, this->rows(), sent(), this->table(), claims_, this->outcomes_.data());
    fresh_ = this->select_first(claims_);
    if (fresh_ == 0) return {};
    host_positions_.fetch(this->positions_.data(), fresh_, this->stream_);
    this->stream_.wait();
    return host_positions_.span(fresh_);
  }

  void keep_claimed() override {
    if (fresh_ == 0) return;
    this->make_room(fresh_, claims_);
    this->launch(append_sent_kernel<Rows, Team>, fresh_, this->rows(), sent(), this->table(),
                 static_cast<const Outcome*>(this->outcomes_.data()), static_cast<const std::uint32_t*>(this->positions_.data()),
                 fresh_, this->count_);
    this->stream_.wait();
    this->count_ += fresh_;
  }

  std::span<const Index> claimed() override {
    if (claims_ == 0) return {};
    this->reserve_scratch(claims_, true);
    results_kernel<<<Base::blocks_of(claims_), kBlockThreads, 0, this->stream_>>>(this->table(), this->outcomes_.data(), claims_,
                                                                                  this->results_.data());
    WREATH_CUDA_LAUNCHED();
    host_claimed_.fetch(this->results_.data(), claims_, this->stream_);
    this->stream_.wait();
    return host_claimed_.span(claims_);
  }

  std::uint64_t first_hash() const override {
    cuda::Buffer<std::uint64_t> found(1);
    this->launch(fingerprint_kernel<Rows, Team>, 1, this->rows(), Index{0}, found.data());
    std::uint64_t hash = 0;
    found.download({&hash, 1}, this->stream_);
    this->stream_.wait();
    return hash;
  }
  void find_first() override {
    this->design_.monoid = true;
    this->launch(put_kernel<Rows, Team>, 1, this->rows(), this->table(), Index{0}, Index{1});
    this->stream_.wait();
  }

  std::size_t piece() const override {
    return std::clamp<std::size_t>((std::size_t{1} << 28) / this->row_bytes(), 1 << 10, 1 << 20);
  }
  const Backend& backend() const override { return *this; }
  std::uint64_t memory() const override {
    return Base::memory() + (formed_.size() + sent_.size()) * sizeof(Vector) +
           hashes_.size() * (sizeof(std::uint64_t) + sizeof(std::uint8_t) + sizeof(Product));
  }

 private:
  static Design<Rows> without_first(Design<Rows> design) {
    design.monoid = false;
    return design;
  }
  Rows sent() const {
    Rows ref = this->rows();
    ref.rows = const_cast<Vector*>(sent_.data());
    return ref;
  }
  void make_room_for(cuda::Buffer<Vector>& buffer, std::size_t rows) {
    const std::size_t vectors = rows * this->design_.rows.vectors;
    if (buffer.size() >= vectors) return;
    buffer = {};
    this->check_budget(vectors * sizeof(Vector), "products");
    buffer = cuda::Buffer<Vector>(vectors);
  }

  std::uint32_t claims_ = 0;
  std::uint32_t fresh_ = 0;
  cuda::Buffer<Vector> formed_;
  cuda::Buffer<Vector> sent_;  // to this rank
  cuda::Buffer<std::uint64_t> hashes_;
  cuda::Buffer<std::uint8_t> fixed_;
  cuda::Buffer<Product> products_;
  HostBuffer<std::uint32_t> host_rows_;
  HostBuffer<std::uint64_t> host_hashes_;
  HostBuffer<std::uint8_t> host_fixed_;
  HostBuffer<std::uint32_t> host_positions_;
  HostBuffer<Index> host_claimed_;
};

}  // namespace wreath::semigroup
