// SPDX-License-Identifier: MIT
#include "semigroup/cuda/cuda_backend.cuh"
#include "semigroup/cuda/kind_rows.cuh"
#include "wreath/gpu.hpp"

namespace wreath::semigroup {

namespace {

KindRows::Form form_of(const ElementKind& kind) {
  if (!kind.is_matrix()) return KindRows::Form::bipartitions;
  return has_finite_semiring(kind) ? KindRows::Form::semiring : KindRows::Form::tropical;
}

/// An element's cells, up to a multiple of 16 bytes.
std::vector<std::byte> bytes_of_element(const ElementKind& kind, std::span<const Point> row) {
  const KindRows::Form form = form_of(kind);
  const std::size_t bytes = row.size() * (form == KindRows::Form::tropical ? sizeof(std::int32_t) : 1);
  std::vector<std::byte> cells((bytes + 15) / 16 * 16);
  if (form == KindRows::Form::tropical) {
    std::vector<std::int32_t> entries(row.size());
    TropicalCells(kind).pack(row, entries.data());
    std::memcpy(cells.data(), entries.data(), bytes);
  } else {
    for (std::size_t i = 0; i < row.size(); ++i)
      cells[i] = static_cast<std::byte>(form == KindRows::Form::semiring ? code_of(kind, row[i]) : row[i]);
  }
  return cells;
}

Design<KindRows> make_kind_design(const Generators& generators, const CudaOptions& options) {
  const ElementKind kind = generators.kind;
  Design<KindRows> design;
  design.bytes_of = [kind](std::span<const Point> row, unsigned) { return bytes_of_element(kind, row); };
  for (std::size_t g = 0; g < generators.count(); ++g) {
    for (const std::byte cell : bytes_of_element(kind, generators.row(g)))
      design.generators.push_back(static_cast<std::uint8_t>(cell));
  }
  design.rows.generator_count = generators.count();
  design.rows.generator_size = design.generators.size() / generators.count();
  design.rows.vectors = design.rows.generator_size / sizeof(uint4);
  design.rows.fingerprint_mask =
      options.fingerprint_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << options.fingerprint_bits) - 1;
  design.rows.form = form_of(kind);
  design.rows.size = static_cast<unsigned>(kind.size);
  design.keys = fingerprint_keys(design.rows.vectors * 4);
  design.degree = std::uint64_t{1} << 32;  // any number may be in a row
  design.columns = generators.degree;
  design.all_points = true;
  design.monoid = generators.monoid;
  return design;
}

class KindBackend final : public CudaBackend<KindRows, Tile<1, KindRows::kMostVectors>> {
 public:
  KindBackend(const Generators& generators, const CudaOptions& options)
      : CudaBackend(make_kind_design(generators, options), identity_of(generators.kind), 0, options), kind_(generators.kind) {
    if (design_.rows.form == KindRows::Form::semiring) {
      const Semiring ring = make_semiring(kind_);
      std::vector<std::uint8_t> tables = ring.add;
      tables.insert(tables.end(), ring.multiply.begin(), ring.multiply.end());
      ring_ = cuda::Buffer<std::uint8_t>(tables.size());
      ring_.upload(tables, stream_);
      stream_.wait();
      design_.rows.ring = ring_.data();
      design_.rows.ring_size = ring.size;
    }
    WREATH_CUDA(cudaMemsetAsync(out_of_range_.data(), 0, sizeof(unsigned), stream_));
    stream_.wait();
    design_.rows.out_of_range = out_of_range_.data();
  }

  /// Once an entry was out of range there is nothing to continue from.
  Expansion expand(const Candidates& candidates, bool want_results) override {
    require_range();
    const Expansion found = CudaBackend::expand(candidates, want_results);
    require_range();
    return found;
  }
  void read_rows(Index first, Index last, std::span<Point> out) const override {
    CudaBackend::read_rows(first, last, out);
    if (design_.rows.form == KindRows::Form::bipartitions) return;
    const std::size_t columns = design_.columns;
    std::vector<std::int32_t> cells(columns);
    for (std::size_t at = 0; at < std::size_t{last - first} * columns; at += columns) {
      const std::span<Point> row = out.subspan(at, columns);
      if (design_.rows.form == KindRows::Form::semiring) {
        for (Point& entry : row) entry = entry_of(kind_, entry);
      } else {
        std::ranges::transform(row, cells.begin(), [](Point cell) { return static_cast<std::int32_t>(cell); });
        TropicalCells(kind_).unpack(cells.data(), row);
      }
    }
  }

 private:
  void require_range() {
    if (design_.rows.form != KindRows::Form::tropical) return;
    unsigned is_out = 0;
    out_of_range_.download({&is_out, 1}, stream_);
    stream_.wait();
    if (is_out != 0) throw InputError(kOutOfRange);
  }

  ElementKind kind_;
  cuda::Buffer<std::uint8_t> ring_;
  cuda::Buffer<unsigned> out_of_range_{1};
};

}  // namespace

std::unique_ptr<Backend> make_cuda_kind_backend(const Generators& generators, const CudaOptions& options) {
  require_gpu();
  return std::make_unique<KindBackend>(generators, options);
}

}  // namespace wreath::semigroup
