// SPDX-License-Identifier: MIT
//
// The chain form on all cores: two bitmaps, a pass over the rows that can change for each level (see cell_backend.cpp). Rows are
// short here, so that a task is a block of them.
#include <algorithm>
#include <atomic>
#include <bit>

#include "core/parallel/loops.hpp"
#include "orbit/backend.hpp"
#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/cpu/level_bitmaps.hpp"

namespace wreath::orbit {

namespace {

class ChainBackend final : public Backend {
 public:
  ChainBackend(const ChainSpace& space, Bitmaps bitmaps, const Options& options)
      : space_(space),
        in_place_(bitmaps == Bitmaps::in_place),
        shape_(space.shape()),
        threads_(options.machine.threads),
        block_(std::clamp<std::uint64_t>(kBlockCells / shape_.cells, 1, shape_.rows)),
        bits_(in_place_ ? LevelBitmaps(shape_.bitmap())
                        : LevelBitmaps(shape_.bitmap(), false, options.keep_last, options.oracle)),
        new_counts_(shape_.rows) {
    bits_.add_start(0, 0, 0);  // the identity: all its digits are 0
  }

  std::uint64_t expand(RunControl& run) override {
    const std::uint64_t blocks = (shape_.rows + block_ - 1) / block_;
    LevelParts parts(*this, blocks);
    parallel_tasks(blocks, threads_, [&](std::size_t block) {
      StopCheck check(run);
      check.look();
      const std::uint64_t end = std::min(shape_.rows, (block + 1) * block_);
      for (std::uint64_t row = block * block_; row < end; ++row) {
        check.spend(shape_.cells * space_.generators());
        new_counts_[row] = expand_row(row);
      }
      parts.add(1);
    });
    return bits_.finish_level(new_counts_);
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    bits_.visit_last_level([&](std::uint64_t row, std::uint64_t cell, std::uint32_t bit) {
      return visit(space_.state({row, cell, bit}));
    });
  }
  /// By bits * (cell) + bit.
  std::vector<std::uint8_t> distances(StopCheck check) const override { return bits_.distances(check); }

  void save(ByteWriter& into) const override { bits_.save(into); }
  void restore(ByteReader& from) override { bits_.restore(from); }
  std::uint64_t memory() const override { return bits_.bytes() + new_counts_.size() * sizeof(std::uint32_t) + space_.bytes(); }

 private:
  static constexpr std::uint64_t kBlockCells = std::uint64_t{1} << 14;  // of a task; smaller graphs are one task

  struct Source {
    const std::uint64_t* cells;
    const std::uint32_t* table;
  };

  std::uint32_t expand_row(std::uint64_t row) {
    const RowCounts& rows = bits_.rows();
    const std::uint64_t* own = bits_.now(row);
    std::uint64_t* out = bits_.next(row);
    FewOrMany<Source> room(space_.generators());
    Source* sources = room.data();
    std::size_t used = 0;
    if (!rows.is_full(row)) {
      for (const ChainStep& step : space_.steps(row)) {
        if (rows.fresh(step.row) != 0) sources[used++] = {bits_.now(step.row), space_.table(step.kappa)};
      }
    }
    if (used == 0) {
      if (rows.fresh(row) != 0 && !in_place_) std::copy_n(own, shape_.cells, out);
      return rows.count(row);
    }
    const std::uint32_t count = in_place_ ? pull<true>(row, {sources, used}) : pull<false>(row, {sources, used});
    if (!in_place_) bits_.record_distances(row);
    return count;
  }

  /// In place, sets the bits of the next level's parity; other threads may read the row meanwhile, for its other bits.
  template <bool InPlace>
  std::uint32_t pull(std::uint64_t row, std::span<const Source> sources) {
    const unsigned parity = (bits_.rows().level() + 1) & 1;
    const std::uint64_t* own = bits_.now(row);
    std::uint64_t* out = bits_.next(row);
    std::uint32_t count = 0;
    for (std::uint64_t q = 0; q < shape_.cells; ++q) {
      std::uint64_t cell = own[q];
      const std::uint64_t mask = InPlace ? space_.mask(row, q, parity) : space_.full_cell();
      if ((cell & mask) != mask) {
        std::uint64_t found = 0;
        for (const Source& source : sources) {
          const std::uint32_t entry = source.table[q];
          const std::uint64_t& word = source.cells[entry >> ChainSpace::kLambdaBits];
          const std::uint64_t from = InPlace ? load(word) : word;
          if (from != 0) found |= moved(from, entry & ((1U << ChainSpace::kLambdaBits) - 1));
        }
        found &= mask & ~cell;
        cell |= found;
        if (InPlace && found != 0) std::atomic_ref(out[q]).store(cell, std::memory_order_relaxed);
      }
      if (!InPlace) out[q] = cell;
      count += static_cast<std::uint32_t>(std::popcount(cell));
    }
    return count;
  }
  static std::uint64_t load(const std::uint64_t& word) {
    return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
  }

  std::uint64_t moved(std::uint64_t cell, std::uint32_t lambda) const {
    if (lambda == 0) return cell;
    const std::uint64_t* table = space_.bit_table(lambda);
    std::uint64_t result = 0;
    for (std::size_t byte = 0; byte < space_.byte_count(); ++byte, cell >>= 8, table += 256) result |= table[cell & 255];
    return result;
  }

  const ChainSpace& space_;
  bool in_place_;  // one bitmap, in which a level sets the bits of its parity
  const ChainSpace::Shape& shape_;
  unsigned threads_;
  std::uint64_t block_;  // rows of a task
  LevelBitmaps bits_;
  std::vector<std::uint32_t> new_counts_;
};

}  // namespace

std::unique_ptr<Backend> make_chain_backend(const ChainSpace& space, Bitmaps bitmaps, const Options& options) {
  return std::make_unique<ChainBackend>(space, bitmaps, options);
}

}  // namespace wreath::orbit
