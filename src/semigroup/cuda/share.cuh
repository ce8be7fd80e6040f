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

/// A thread per vector: to[k] = from[order[k]], rows of `vectors` vectors.
template <class Vector>
__global__ void __launch_bounds__(kBlockThreads)
    copy_rows_kernel(const Vector* from, const std::uint32_t* order, std::uint64_t rows, std::uint64_t vectors, Vector* to) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < rows * vectors) to[i] = from[order[i / vectors] * vectors + i % vectors];
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
      : Base(without_first(std::move(design)), tracked, 0, options) {
    WREATH_CUDA(cudaGetDevice(&device_));
  }

  std::size_t row_words() const override { return this->row_bytes() / sizeof(std::uint32_t); }

  Formed form(std::span<const Product> products, bool fetch_rows) override {
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
    const std::size_t words = fetch_rows ? count * row_words() : 0;
    if (fetch_rows) host_rows_.fetch(reinterpret_cast<const std::uint32_t*>(formed_.data()), words, this->stream_);
    host_hashes_.fetch(hashes_.data(), count, this->stream_);
    host_fixed_.fetch(fixed_.data(), count, this->stream_);
    this->stream_.wait();
    return {host_rows_.span(words), host_hashes_.span(count), host_fixed_.span(count)};
  }

  std::span<const std::uint32_t> claim(std::span<const std::uint32_t> rows) override {
    if (!start_claim(rows.size() / row_words())) return {};
    this->transfer_.send(sent_.data(), rows.data(), rows.size_bytes());
    return claim_sent();
  }

  std::byte* pack_formed(std::span<const std::uint32_t> order) override {
    make_room_for(packed_, order.size());
    copy_rows(formed_, order, packed_);
    this->stream_.wait();
    return reinterpret_cast<std::byte*>(packed_.data());
  }
  std::byte* room_for(std::size_t rows) override {
    make_room_for(arrived_, rows);
    return reinterpret_cast<std::byte*>(arrived_.data());
  }
  std::span<const std::uint32_t> claim_arrived(std::span<const std::uint32_t> order) override {
    if (!start_claim(order.size())) return {};
    copy_rows(arrived_, order, sent_);
    return claim_sent();
  }
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) const override {
    WREATH_CUDA(cudaSetDevice(device_));
    cuda::copy_and_wait(to, from, bytes);
  }

 private:
  /// Room for the rows of a claim; false if there are none.
  bool start_claim(std::size_t rows) {
    claims_ = static_cast<std::uint32_t>(rows);
    fresh_ = 0;
    if (claims_ == 0) return false;
    this->reserve_scratch(claims_, false);
    const std::uint64_t slots = Base::slots_for(this->count_ + std::uint64_t{claims_});
    if (slots > this->table_.size()) this->grow_table(std::max<std::uint64_t>(slots, 2 * this->table_.size()));
    make_room_for(sent_, claims_);
    return true;
  }
  std::span<const std::uint32_t> claim_sent() {
    this->launch(claim_sent_kernel<Rows, Team>, claims_, this->rows(), sent(), this->table(), claims_, this->outcomes_.data());
    fresh_ = this->select_first(claims_);
    if (fresh_ == 0) return {};
    host_positions_.fetch(this->positions_.data(), fresh_, this->stream_);
    this->stream_.wait();
    return host_positions_.span(fresh_);
  }

  void copy_rows(const cuda::Buffer<Vector>& from, std::span<const std::uint32_t> order, cuda::Buffer<Vector>& to) {
    if (order.empty()) return;
    if (order_.size() < order.size()) {
      order_ = {};
      order_ = cuda::Buffer<std::uint32_t>(order.size());
    }
    this->transfer_.send(order_.data(), order.data(), order.size_bytes());
    const std::uint64_t vectors = this->design_.rows.vectors;
    copy_rows_kernel<<<Base::blocks_of(order.size() * vectors), kBlockThreads, 0, this->stream_>>>(
        from.data(), order_.data(), std::uint64_t{order.size()}, vectors, to.data());
    WREATH_CUDA_LAUNCHED();
  }

 public:
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
    return Base::memory() + (formed_.size() + sent_.size() + packed_.size() + arrived_.size()) * sizeof(Vector) +
           order_.size() * sizeof(std::uint32_t) +
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

  int device_ = 0;
  std::uint32_t claims_ = 0;
  std::uint32_t fresh_ = 0;
  cuda::Buffer<Vector> formed_;
  cuda::Buffer<Vector> sent_;     // to this rank, in the order of the candidates
  cuda::Buffer<Vector> packed_;   // for others
  cuda::Buffer<Vector> arrived_;  // in the order of the ranks
  cuda::Buffer<std::uint32_t> order_;
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
