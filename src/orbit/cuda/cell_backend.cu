// SPDX-License-Identifier: MIT
//
// The cell form on a GPU: one thread per target cell, one row of the grid per row that can change.
//
// A block first lists the sources of its row that got new bits in the last level, in shared memory, where the bit permutations
// stand as well: ten look-ups of six bits each for a word of sixty. Index tables are read through the second-level cache. Each
// warp adds up the bits of its cells, so a level returns one count per row to the host, which decides what the next one looks at.
// The rules are those of cpu/cell_backend.cpp, and a checkpoint of one continues on the other.
#include <algorithm>
#include <map>
#include <vector>

#include "core/cuda/pace.hpp"
#include "core/cuda/take_gpu.hpp"
#include "orbit/cuda/device_bitmaps.hpp"
#include "orbit/backend.hpp"

namespace wreath::orbit {

namespace {

constexpr unsigned kThreads = 512;
constexpr unsigned kGroups = 10;  // of six bits
constexpr unsigned kGroupBits = 6;
constexpr unsigned kTableWords = kGroups << kGroupBits;
constexpr std::size_t kMostSources = 1024;  // generators whose sources a block can list

// How the bits of a source become bits of the target: the kind in the two lowest bits, then the shift or the number of the table.
constexpr std::uint32_t kCopy = 0;
constexpr std::uint32_t kRotate = 1;
constexpr std::uint32_t kLookUp = 2;

struct Source {
  std::uint32_t row;
  std::uint32_t outer;
  std::uint32_t inner;
};

struct CellRef {
  const std::uint64_t* own;   // the bits of the target so far
  const std::uint64_t* from;  // those of the sources
  std::uint64_t* out;
  const CellStep* steps;
  const std::uint32_t* outers;  // table after table, without number 0
  const std::uint32_t* codes;   // by 2 * inner + parity
  const std::uint8_t* swaps;    // by inner
  const std::uint64_t* tables;
  const std::uint8_t* cell_parities;
  const std::uint8_t* row_parities;
  const std::uint32_t* fresh;
  const std::uint32_t* active;
  const std::uint32_t* slots;  // where a row is in the bitmaps; null: where its number says
  unsigned long long* counts;
  std::uint64_t cells;
  std::uint64_t begin;  // the cells of each row that are made
  std::uint64_t end;
  std::uint32_t generators;
  std::uint32_t table_words;  // in shared memory; 0: they are read where they are
  std::uint32_t plane;
};

__device__ std::uint64_t look_up(std::uint64_t cell, const std::uint64_t* table) {
  std::uint64_t moved = 0;
#pragma unroll
  for (unsigned group = 0; group < kGroups; ++group, cell >>= kGroupBits) moved |= table[(group << kGroupBits) + (cell & 63)];
  return moved;
}

__device__ std::uint64_t moved_bits(std::uint64_t cell, std::uint32_t code, const std::uint64_t* tables) {
  const std::uint32_t kind = code & 3;
  const std::uint32_t value = code >> 2;
  if (kind == kCopy) return cell;
  if (kind == kRotate) return ((cell << value) | (cell >> (kCellBits - value))) & kFullCell;
  return look_up(cell, tables + value * kTableWords);
}

template <bool Pairs>
__global__ void __launch_bounds__(kThreads) pull_kernel(CellRef ref) {
  extern __shared__ std::uint64_t shared[];
  __shared__ Source sources[kMostSources];
  __shared__ unsigned used;
  const std::uint64_t row = ref.active[blockIdx.y];
  const std::uint64_t place = ref.slots != nullptr ? ref.slots[row] : row;
  if (threadIdx.x == 0) used = 0;
  for (std::uint32_t i = threadIdx.x; i < ref.table_words; i += blockDim.x) shared[i] = ref.tables[i];
  __syncthreads();
  for (std::uint32_t g = threadIdx.x; g < ref.generators; g += blockDim.x) {
    const CellStep step = ref.steps[row * ref.generators + g];
    if (ref.fresh[step.row] == 0) continue;
    sources[atomicAdd(&used, 1U)] = {ref.slots != nullptr ? ref.slots[step.row] : step.row, step.outer, step.inner};
  }
  __syncthreads();
  const std::uint64_t* tables = ref.table_words != 0 ? shared : ref.tables;
  const std::uint32_t flip = ref.plane ^ ref.row_parities[row];
  unsigned long long count = 0;
  for (std::uint64_t q = ref.begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; q < ref.end;
       q += std::uint64_t{gridDim.x} * blockDim.x) {
    if constexpr (Pairs) {
      const auto* own = reinterpret_cast<const ulonglong2*>(ref.own) + place * ref.cells;
      const auto* from = reinterpret_cast<const ulonglong2*>(ref.from);
      const ulonglong2 before = own[q];
      std::uint64_t even = before.x;
      std::uint64_t odd = before.y;
      if ((even & odd) != kFullCell) {
        for (unsigned s = 0; s < used; ++s) {
          const Source source = sources[s];
          const std::uint64_t at = source.outer != 0 ? ref.outers[(source.outer - 1) * ref.cells + q] : q;
          const ulonglong2 pair = from[source.row * ref.cells + at];
          if ((pair.x | pair.y) == 0) continue;
          const bool swaps = ref.swaps[source.inner] != 0;
          const std::uint64_t to_even = swaps ? pair.y : pair.x;
          const std::uint64_t to_odd = swaps ? pair.x : pair.y;
          even |= moved_bits(to_even, ref.codes[2 * source.inner], tables);
          odd |= moved_bits(to_odd, ref.codes[2 * source.inner + 1], tables);
        }
      }
      reinterpret_cast<ulonglong2*>(ref.out)[place * ref.cells + q] = make_ulonglong2(even, odd);
      count += __popcll(even) + __popcll(odd);
    } else {
      std::uint64_t cell = ref.own[place * ref.cells + q];
      if (cell != kFullCell) {
        const std::uint32_t parity = ref.cell_parities[q] ^ flip;
        for (unsigned s = 0; s < used; ++s) {
          const Source source = sources[s];
          const std::uint64_t at = source.outer != 0 ? ref.outers[(source.outer - 1) * ref.cells + q] : q;
          const std::uint64_t bits = ref.from[source.row * ref.cells + at];
          if (bits != 0) cell |= moved_bits(bits, ref.codes[2 * source.inner + parity], tables);
        }
      }
      ref.out[place * ref.cells + q] = cell;
      count += __popcll(cell);
    }
  }
  for (int offset = 16; offset != 0; offset >>= 1) count += __shfl_down_sync(~0U, count, offset);
  if ((threadIdx.x & 31) == 0 && count != 0) atomicAdd(&ref.counts[row], count);
}

class CudaCellBackend final : public Backend {
 public:
  CudaCellBackend(const CellSpace& space, Bitmaps bitmaps, const Options& options, StopCheck check,
                  std::unique_ptr<RowShare> share, GpuPieces pieces)
      : space_(space),
        bitmaps_(bitmaps),
        share_(std::move(share)),
        bits_(space.shape(bitmaps == Bitmaps::both), bitmaps == Bitmaps::in_place, options.keep_last, space.bytes(),
              bitmaps == Bitmaps::one, slots_of(space, share_.get())),
        pieces_(pieces) {
    if (space_.generators() > kMostSources)
      throw ResourceError("the GPU takes at most " + std::to_string(kMostSources) + " generators");
    upload_tables(check);
    device_counts_ = cuda::Buffer<unsigned long long>(space.rows());
    device_fresh_ = cuda::Buffer<std::uint32_t>(space.rows());
    device_active_ = cuda::Buffer<std::uint32_t>(space.rows());
    if (share_) device_slots_ = uploaded<std::uint32_t>(bits_.slots(), check);
    const CellPlace start = space_.start(bitmaps_ == Bitmaps::both);
    bits_.add_start(start.row, start.word, start.bit);
  }

  std::uint64_t expand(RunControl& run) override {
    if (share_ ? share_->stops(run) : run.should_stop()) throw Stopped{};
    const std::vector<std::uint32_t> active = active_rows(space_, bits_.rows(), bitmaps_, share_.get());
    std::vector<std::uint32_t> counts(bits_.rows().plane_counts().begin(), bits_.rows().plane_counts().end());
    std::vector<unsigned long long> found(space_.rows());
    const bool stopped = !active.empty() && !pull(active, found, run);
    throw_if_stopped(share_.get(), stopped, run);
    for (const std::uint32_t row : active) counts[row] = static_cast<std::uint32_t>(found[row]);
    if (share_) exchange_rows(counts);
    return bits_.finish_level(counts);
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    bits_.visit_last_level([&](std::uint64_t row, std::uint64_t word, std::uint32_t bit) {
      return visit(space_.state({row, word, bit}, bitmaps_ == Bitmaps::both));
    });
  }

  void save(ByteWriter& into) const override { bits_.save(into); }
  void restore(ByteReader& from) override { bits_.restore(from); }
  std::uint64_t memory() const override { return bits_.bytes() + space_.bytes(); }

 private:
  /// The rows that a rank has, in order.
  static std::vector<std::uint32_t> slots_of(const CellSpace& space, const RowShare* share) {
    std::vector<std::uint32_t> slots;
    std::uint32_t used = 0;
    for (std::uint64_t row = 0; share != nullptr && row < space.rows(); ++row)
      slots.push_back(share->holds(row) ? used++ : DeviceBitmaps::kNoSlot);
    return slots;
  }

  /// Rows travel through the memory of the host: those that this rank sends, and those that it gets.
  void exchange_rows(std::vector<std::uint32_t>& counts) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> rows;
    share_->exchange(counts, bits_.rows().plane_counts(), [&](std::uint64_t row) -> std::span<std::uint64_t> {
      std::vector<std::uint64_t>& words = rows[row];
      if (words.empty()) {
        words.resize(bits_.shape().row_words);
        if (share_->owns(row)) bits_.fetch_next(row, words);
      }
      return words;
    });
    for (const auto& [row, words] : rows) {
      if (!share_->owns(row)) bits_.put_next(row, words);
    }
  }

  void upload_tables(StopCheck check) {
    std::vector<std::uint32_t> codes;
    std::vector<std::uint8_t> swaps;
    std::vector<std::uint64_t> tables;
    for (std::size_t inner = 0; inner < space_.inner_count(); ++inner) {
      swaps.push_back(space_.inner_is_odd(inner) ? 1 : 0);
      for (unsigned parity = 0; parity < 2; ++parity) {
        const InnerMove& move = space_.inner(inner, parity);
        if (move.kind == InnerMove::Kind::copy) codes.push_back(kCopy);
        if (move.kind == InnerMove::Kind::rotate) codes.push_back(kRotate | std::uint32_t{move.shift} << 2);
        if (move.kind != InnerMove::Kind::look_up) continue;
        codes.push_back(kLookUp | static_cast<std::uint32_t>(tables.size() / kTableWords) << 2);
        const std::size_t at = tables.size();
        tables.resize(at + kTableWords);
        for (std::uint32_t bit = 0; bit < kCellBits; ++bit) {
          for (std::uint32_t value = 0; value < 64; ++value) {
            if ((value >> (bit % kGroupBits) & 1) != 0)
              tables[at + (bit / kGroupBits << kGroupBits) + value] |= std::uint64_t{1} << move.to[bit];
          }
        }
      }
    }
    int device = 0;
    int shared_bytes = 0;
    int processors = 0;
    WREATH_CUDA(cudaGetDevice(&device));
    WREATH_CUDA(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    WREATH_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    blocks_wanted_ = static_cast<std::uint64_t>(processors) * 32;
    const std::size_t listed = kMostSources * sizeof(Source) + 1024;  // what a block has besides the tables
    const bool fits = tables.size() * sizeof(std::uint64_t) + listed <= static_cast<std::size_t>(shared_bytes);
    shared_words_ = fits ? static_cast<std::uint32_t>(tables.size()) : 0;
    std::vector<std::uint8_t> row_parities;
    for (std::uint64_t row = 0; row < space_.rows(); ++row)
      row_parities.push_back(static_cast<std::uint8_t>(space_.row_parity(row)));
    codes_ = uploaded<std::uint32_t>(codes, check);
    swaps_ = uploaded<std::uint8_t>(swaps, check);
    tables_ = uploaded<std::uint64_t>(tables, check);
    outers_ = uploaded<std::uint32_t>(space_.outers(), check);
    steps_ = uploaded<CellStep>(space_.all_steps(), check);
    row_parities_ = uploaded<std::uint8_t>(row_parities, check);
    cell_parities_ = uploaded<std::uint8_t>(space_.cell_parities(), check);
    const int bytes = static_cast<int>(shared_words_ * sizeof(std::uint64_t));
    WREATH_CUDA(cudaFuncSetAttribute(pull_kernel<true>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    WREATH_CUDA(cudaFuncSetAttribute(pull_kernel<false>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  }

  /// The reads of a row: its cells, for each source that got new bits.
  std::uint64_t reads_of(std::uint32_t row) const {
    const auto steps = space_.steps(row);
    const auto fresh = std::ranges::count_if(steps, [&](const CellStep& step) { return bits_.rows().fresh(step.row) != 0; });
    return bits_.shape().row_words * static_cast<std::uint64_t>(1 + fresh);
  }

  /// Makes the rows, some at a time or a part of one; false if the run was stopped in between.
  bool pull(const std::vector<std::uint32_t>& active, std::vector<unsigned long long>& found, RunControl& run) {
    const cudaStream_t stream = bits_.stream();
    WREATH_CUDA(cudaMemcpyAsync(device_active_.data(), active.data(), active.size() * sizeof(std::uint32_t),
                                cudaMemcpyHostToDevice, stream));
    device_fresh_.upload(bits_.rows().fresh(), stream);
    WREATH_CUDA(cudaMemsetAsync(device_counts_.data(), 0, space_.rows() * sizeof(unsigned long long), stream));
    const bool in_place = bitmaps_ == Bitmaps::in_place;
    CellRef ref{.own = in_place ? bits_.next() : bits_.now(),
                .from = bits_.now(),
                .out = bits_.next(),
                .steps = steps_.data(),
                .outers = outers_.data(),
                .codes = codes_.data(),
                .swaps = swaps_.data(),
                .tables = tables_.data(),
                .cell_parities = cell_parities_.data(),
                .row_parities = row_parities_.data(),
                .fresh = device_fresh_.data(),
                .active = device_active_.data(),
                .slots = share_ ? device_slots_.data() : nullptr,
                .counts = device_counts_.data(),
                .cells = space_.cells(),
                .begin = 0,
                .end = 0,
                .generators = static_cast<std::uint32_t>(space_.generators()),
                .table_words = shared_words_,
                .plane = bits_.rows().plane()};
    const std::size_t bytes = shared_words_ * sizeof(std::uint64_t);
    LevelParts parts(*this, active.size());
    for (std::size_t first = 0; first < active.size();) {
      if ((first != 0 || ref.end != 0) && run.should_stop()) return false;
      std::uint64_t reads = reads_of(active[first]);
      std::size_t end = first + 1;
      ref.begin = ref.end;
      ref.end = space_.cells();
      if (ref.begin != 0 || reads > pace_.piece()) {
        const double share = static_cast<double>(pace_.piece()) / static_cast<double>(reads);
        const auto cells = static_cast<std::uint64_t>(share * static_cast<double>(space_.cells()));
        ref.end = std::min(space_.cells(), ref.begin + std::max(pieces_.least_cells, cells));
        reads = reads * (ref.end - ref.begin) / space_.cells();
      } else {
        for (; end < active.size(); ++end) {
          const std::uint64_t more = reads_of(active[end]);
          if (reads + more > pace_.piece()) break;
          reads += more;
        }
      }
      const std::uint64_t rows = end - first;
      const std::uint64_t most = (ref.end - ref.begin + kThreads - 1) / kThreads;
      const std::uint64_t wanted = std::max<std::uint64_t>(1, blocks_wanted_ / rows);
      const dim3 grid(static_cast<unsigned>(std::min(most, wanted)), static_cast<unsigned>(rows));
      ref.active = device_active_.data() + first;
      pace_.run(reads, bits_.stream(), [&] {
        if (bitmaps_ == Bitmaps::both) {
          pull_kernel<true><<<grid, kThreads, bytes, stream>>>(ref);
        } else {
          pull_kernel<false><<<grid, kThreads, bytes, stream>>>(ref);
        }
        WREATH_CUDA_LAUNCHED();
      });
      if (ref.end < space_.cells()) continue;
      ref.end = 0;
      first = end;
      parts.add(rows);
    }
    device_counts_.download(found, stream);
    WREATH_CUDA(cudaStreamSynchronize(stream));
    return true;
  }

  const CellSpace& space_;
  Bitmaps bitmaps_;
  std::unique_ptr<RowShare> share_;
  DeviceBitmaps bits_;
  GpuPieces pieces_;
  cuda::Pace pace_{pieces_.most_reads};
  std::uint32_t shared_words_ = 0;
  std::uint64_t blocks_wanted_ = 0;
  cuda::Buffer<std::uint32_t> codes_;
  cuda::Buffer<std::uint8_t> swaps_;
  cuda::Buffer<std::uint64_t> tables_;
  cuda::Buffer<std::uint32_t> outers_;
  cuda::Buffer<CellStep> steps_;
  cuda::Buffer<std::uint8_t> row_parities_;
  cuda::Buffer<std::uint8_t> cell_parities_;
  cuda::Buffer<unsigned long long> device_counts_;
  cuda::Buffer<std::uint32_t> device_fresh_;
  cuda::Buffer<std::uint32_t> device_active_;
  cuda::Buffer<std::uint32_t> device_slots_;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                                const StopCheck& check, std::unique_ptr<RowShare> share, GpuPieces pieces) {
  if (share) cuda::take_gpu(share->here());
  return std::make_unique<CudaCellBackend>(space, bitmaps, options, check, std::move(share), pieces);
}

}  // namespace wreath::orbit
