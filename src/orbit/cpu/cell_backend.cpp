// SPDX-License-Identifier: MIT
//
// The cell form on all cores: each level is one pass over the rows that can change.
//
// A row pulls: its new bits are its old ones and those that the generators lead to from the rows of its steps. Since all
// neighbours of older levels are known already, only the rows that got new bits in the last level are sources, and full rows are
// done. With one plane in place, the bits of one parity are set from those of the other, so no thread reads what another one
// writes, and a level that was stopped is simply made again. Otherwise there are two bitmaps: rows that do not change are equal
// in both.
#include "core/parallel/loops.hpp"
#include "orbit/backend.hpp"
#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/cpu/level_bitmaps.hpp"

namespace wreath::orbit {

namespace {

class CellBackend final : public Backend {
 public:
  CellBackend(const CellSpace& space, Bitmaps bitmaps, const Options& options, std::unique_ptr<RowShare> share)
      : space_(space),
        bitmaps_(bitmaps),
        share_(std::move(share)),
        threads_(share_ ? share_->threads(options.machine.threads) : options.machine.threads),
        shape_(space.shape(bitmaps == Bitmaps::both)),
        bits_(bitmaps == Bitmaps::one
                  ? LevelBitmaps(shape_)
                  : LevelBitmaps(shape_, bitmaps == Bitmaps::in_place, options.keep_last, options.oracle, shared_memory())),
        new_counts_(space.rows()) {
    const CellPlace start = space_.start(bitmaps_ == Bitmaps::both);
    bits_.add_start(start.row, start.word, start.bit);
  }

  std::uint64_t expand(RunControl& run) override {
    const std::vector<std::uint32_t> active = active_rows(space_, bits_.rows(), bitmaps_, share_.get());
    std::ranges::copy(bits_.rows().plane_counts(), new_counts_.begin());
    const bool alone = active.size() * shape_.row_words < kAlone;
    bool stopped = false;
    LevelParts parts(*this, active.size());
    try {
      parallel_tasks(active.size(), alone ? 1 : threads_, [&](std::size_t task) {
        if (run.should_stop()) throw Stopped{};
        const std::uint64_t row = active[task];
        new_counts_[row] = static_cast<std::uint32_t>(pull(row, StopCheck(run)));
        if (!bits_.rows().in_place()) bits_.record_distances(row);
        parts.add(1);
      });
    } catch (const Stopped&) {
      stopped = true;
    }
    throw_if_stopped(share_.get(), stopped, run);
    if (share_)
      share_->exchange(new_counts_, bits_.rows().plane_counts(), [&](std::uint64_t row) { return bits_.next_row(row); });
    return bits_.finish_level(new_counts_);
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    bits_.visit_last_level([&](std::uint64_t row, std::uint64_t word, std::uint32_t bit) {
      return visit(space_.state({row, word, bit}, bitmaps_ == Bitmaps::both));
    });
  }
  /// By 60 * (word of the bitmap) + bit.
  std::vector<std::uint8_t> distances(StopCheck check) const override { return bits_.distances(check); }

  void gather() override {
    if (!share_) return;
    share_->gather([&](std::uint64_t row) { return bits_.now_row(row); });
    if (bits_.rows().in_place()) share_->gather([&](std::uint64_t row) { return bits_.next_row(row); });
  }
  void save(ByteWriter& into) const override { bits_.save(into); }
  void restore(ByteReader& from) override {
    if (!share_) return bits_.restore(from);
    share_->in_turn([&] { bits_.restore(from); });
  }
  std::uint64_t memory() const override { return bits_.bytes() + space_.bytes(); }

 private:
  static constexpr std::uint64_t kAlone = std::uint64_t{1} << 14;  // words of a level for which threads do not pay

  std::span<std::uint64_t> shared_memory() {
    if (!share_) return {};
    return share_->memory(2 * shape_.words(), threads_);
  }

  std::uint64_t pull(std::uint64_t row, StopCheck check) {
    RowSources sources(space_, row, bits_.rows(), [&](std::uint64_t from) { return bits_.now(from); });
    std::uint64_t* out = bits_.next(row);
    const std::uint64_t* own = bits_.rows().in_place() ? out : bits_.now(row);  // of one bitmap they are the same
    if (bitmaps_ == Bitmaps::both) return pull_pairs(own, out, sources.list(), space_.cells(), check);
    return pull_plane(own, out, sources.list(), space_.cell_parities(), bits_.rows().plane() ^ space_.row_parity(row), check);
  }

  const CellSpace& space_;
  Bitmaps bitmaps_;
  std::unique_ptr<RowShare> share_;
  unsigned threads_;
  BitmapShape shape_;
  LevelBitmaps bits_;
  std::vector<std::uint32_t> new_counts_;
};

}  // namespace

std::unique_ptr<Backend> make_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options,
                                           std::unique_ptr<RowShare> share) {
  return std::make_unique<CellBackend>(space, bitmaps, options, std::move(share));
}

}  // namespace wreath::orbit
