// SPDX-License-Identifier: MIT
//
// The chain form on a GPU: one thread per cell, whatever its row. Rows are short here and there are many of them, so that which
// rows are full or have new bits is looked up by the threads; a level costs a pass over the rows' steps at least. The rules are
// those of cpu/chain_backend.cpp, and a checkpoint of one continues on the other.
#include "core/cuda/pace.hpp"
#include "orbit/cuda/device_bitmaps.hpp"
#include "orbit/backend.hpp"

namespace wreath::orbit {

namespace {

constexpr unsigned kChainThreads = 256;

struct ChainRef {
  const std::uint64_t* now;
  std::uint64_t* next;
  const ChainStep* steps;
  const std::uint32_t* tables;
  const std::uint64_t* bit_tables;
  const std::uint32_t* counts;  // bits of each row
  const std::uint32_t* fresh;   // those of the last level
  std::uint32_t* found;         // those of the next one
  std::uint64_t begin;          // the words that are made
  std::uint64_t end;
  std::uint64_t full_cell;
  const std::uint8_t* row_parities;
  const std::uint8_t* cell_parities;
  std::uint64_t masks[2];  // the bits of a cell that may be set: by the sum of the parities of row and cell
  std::uint32_t cells;
  std::uint32_t generators;
  std::uint32_t full_row;
  std::uint32_t bytes;  // of a cell
};

__device__ std::uint64_t multiplied(std::uint64_t cell, std::uint32_t lambda, const ChainRef& ref) {
  if (lambda == 0) return cell;
  const std::uint64_t* table = ref.bit_tables + std::size_t{lambda} * ref.bytes * 256;
  std::uint64_t result = 0;
  for (std::uint32_t byte = 0; byte < ref.bytes; ++byte, cell >>= 8, table += 256) result |= table[cell & 255];
  return result;
}

__global__ void __launch_bounds__(kChainThreads) chain_pull_kernel(ChainRef ref) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t at = ref.begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; at < ref.end; at += stride) {
    const std::uint64_t row = at / ref.cells;
    const auto place = static_cast<std::uint32_t>(at - row * ref.cells);
    const std::uint64_t own = ref.now[at];
    std::uint64_t cell = own;
    if (own != ref.full_cell && ref.counts[row] != ref.full_row) {
      for (std::uint32_t g = 0; g < ref.generators; ++g) {
        const ChainStep step = ref.steps[row * ref.generators + g];
        if (ref.fresh[step.row] == 0) continue;
        const std::uint32_t entry = ref.tables[std::uint64_t{step.kappa} * ref.cells + place];
        const std::uint64_t from = ref.now[std::uint64_t{step.row} * ref.cells + (entry >> ChainSpace::kLambdaBits)];
        if (from != 0) cell |= multiplied(from, entry & ((1U << ChainSpace::kLambdaBits) - 1), ref);
      }
      cell = own | (cell & (ref.row_parities == nullptr ? ~std::uint64_t{0}
                                                        : ref.masks[ref.row_parities[row] ^ ref.cell_parities[place]]));
    }
    // A row that did not change in the last level, and does not now, is equal in both bitmaps.
    if (cell != own || ref.fresh[row] != 0) ref.next[at] = cell;
    if (cell != own && ref.row_parities == nullptr) atomicAdd(ref.found + row, static_cast<std::uint32_t>(__popcll(cell ^ own)));
  }
}

/// In place, a level that was stopped and is made again finds some of its bits there: bits are counted afterwards.
__global__ void count_new_kernel(const std::uint64_t* bitmap, const std::uint32_t* counts, std::uint32_t* found,
                                 std::uint64_t rows, std::uint32_t cells) {
  const std::uint64_t row = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  std::uint32_t bits = 0;
  for (std::uint32_t cell = 0; cell < cells; ++cell) bits += static_cast<std::uint32_t>(__popcll(bitmap[row * cells + cell]));
  found[row] = bits - counts[row];
}

__global__ void add_counts_kernel(std::uint32_t* counts, const std::uint32_t* found, std::uint64_t rows) {
  const std::uint64_t row = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row < rows) counts[row] += found[row];
}

class CudaChainBackend final : public Backend {
 public:
  CudaChainBackend(const ChainSpace& space, Bitmaps bitmaps, const Options& options, StopCheck& check, GpuPieces pieces)
      : space_(space),
        in_place_(bitmaps == Bitmaps::in_place),
        shape_(space.shape()),
        bits_(shape_.bitmap(), false, options.keep_last, space.bytes() + shape_.rows * 3 * sizeof(std::uint32_t), in_place_),
        pieces_(pieces),
        steps_(uploaded<ChainStep>(space.all_steps(), check)),
        tables_(uploaded<std::uint32_t>(space.all_tables(), check)),
        bit_tables_(uploaded<std::uint64_t>(space.all_bit_tables(), check)),
        row_parities_(uploaded<std::uint8_t>(space.row_parities(), check)),
        cell_parities_(uploaded<std::uint8_t>(space.cell_parities(), check)),
        counts_(shape_.rows),
        fresh_(shape_.rows),
        found_(shape_.rows) {
    bits_.add_start(0, 0, 0);  // the identity: all its digits are 0
    upload_counts();
  }

  std::uint64_t expand(RunControl& run) override {
    if (run.should_stop()) throw Stopped{};
    const cudaStream_t stream = bits_.stream();
    WREATH_CUDA(cudaMemsetAsync(found_.data(), 0, shape_.rows * sizeof(std::uint32_t), stream));
    const auto parity = static_cast<unsigned>((bits_.rows().level() + 1) & 1);
    ChainRef ref{.now = bits_.now(),
                 .next = bits_.next(),
                 .steps = steps_.data(),
                 .tables = tables_.data(),
                 .bit_tables = bit_tables_.data(),
                 .counts = counts_.data(),
                 .fresh = fresh_.data(),
                 .found = found_.data(),
                 .begin = 0,
                 .end = 0,
                 .full_cell = space_.full_cell(),
                 .row_parities = in_place_ ? row_parities_.data() : nullptr,
                 .cell_parities = cell_parities_.data(),
                 .masks = {space_.parity_mask(parity), space_.parity_mask(parity ^ 1)},
                 .cells = static_cast<std::uint32_t>(shape_.cells),
                 .generators = static_cast<std::uint32_t>(space_.generators()),
                 .full_row = bits_.shape().row_bits(),
                 .bytes = static_cast<std::uint32_t>(space_.byte_count())};
    const std::uint64_t words = bits_.shape().words();
    LevelParts parts(*this, words);
    for (; ref.begin < words; ref.begin = ref.end) {
      if (ref.begin != 0 && run.should_stop()) throw Stopped{};
      ref.end = std::min(words, ref.begin + std::max(pieces_.least_cells, pace_.piece() / space_.generators()));
      pace_.run((ref.end - ref.begin) * space_.generators(), bits_.stream(), [&] {
        chain_pull_kernel<<<cuda::blocks_for(ref.end - ref.begin, kChainThreads), kChainThreads, 0, stream>>>(ref);
        WREATH_CUDA_LAUNCHED();
      });
      parts.add(ref.end - ref.begin);
    }
    if (in_place_) {
      count_new_kernel<<<cuda::blocks_for(shape_.rows, kChainThreads), kChainThreads, 0, stream>>>(
          bits_.now(), counts_.data(), found_.data(), shape_.rows, ref.cells);
      WREATH_CUDA_LAUNCHED();
    }
    add_counts_kernel<<<cuda::blocks_for(shape_.rows, kChainThreads), kChainThreads, 0, stream>>>(counts_.data(), found_.data(),
                                                                                                  shape_.rows);
    WREATH_CUDA_LAUNCHED();
    std::vector<std::uint32_t> counts(shape_.rows);
    counts_.download(counts, stream);
    bits_.stream().wait();
    std::swap(fresh_, found_);
    return bits_.finish_level(counts);
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    bits_.visit_last_level([&](std::uint64_t row, std::uint64_t cell, std::uint32_t bit) {
      return visit(space_.state({row, cell, bit}));
    });
  }

  void save(ByteWriter& into) const override { bits_.save(into); }
  void restore(ByteReader& from) override {
    bits_.restore(from);
    upload_counts();
  }
  std::uint64_t memory() const override { return bits_.bytes() + space_.bytes() + shape_.rows * 3 * sizeof(std::uint32_t); }

 private:
  void upload_counts() {
    counts_.upload(bits_.rows().counts(), bits_.stream());
    fresh_.upload(bits_.rows().fresh(), bits_.stream());
    bits_.stream().wait();
  }

  const ChainSpace& space_;
  bool in_place_;  // one bitmap, in which a level sets the bits of its parity
  const ChainSpace::Shape& shape_;
  DeviceBitmaps bits_;
  GpuPieces pieces_;
  cuda::Pace pace_{pieces_.most_reads / 2};
  cuda::Buffer<ChainStep> steps_;
  cuda::Buffer<std::uint32_t> tables_;
  cuda::Buffer<std::uint64_t> bit_tables_;
  cuda::Buffer<std::uint8_t> row_parities_;
  cuda::Buffer<std::uint8_t> cell_parities_;
  cuda::Buffer<std::uint32_t> counts_;
  cuda::Buffer<std::uint32_t> fresh_;
  cuda::Buffer<std::uint32_t> found_;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options,
                                                 StopCheck check, GpuPieces pieces) {
  return std::make_unique<CudaChainBackend>(space, bitmaps, options, check, pieces);
}

}  // namespace wreath::orbit
