// SPDX-License-Identifier: MIT
//
// The cell form on all cores: each level is one pass over the rows that can change.
//
// A row pulls: its new bits are its old ones and those that the generators lead to from the rows of its steps. Since all
// neighbours of older levels are known already, only the rows that got new bits in the last level are sources, and full rows are
// done. With one plane in place, the bits of one parity are set from those of the other, so no thread reads what another one
// writes, and a level that was stopped is simply made again. Otherwise there are two bitmaps: rows that do not change are equal
// in both.
#include <algorithm>
#include <bit>
#include <numeric>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "orbit/cpu/cell_kernels.hpp"
#include "orbit/cpu/make.hpp"

namespace wreath::orbit {

namespace {

class CellBackend final : public Backend {
 public:
  CellBackend(const CellSpace& space, Bitmaps bitmaps, const Options& options)
      : space_(space),
        bitmaps_(bitmaps),
        threads_(options.threads),
        save_both_(bitmaps == Bitmaps::in_place || options.oracle || options.keep_last),
        row_words_(space.cells() * (bitmaps == Bitmaps::both ? 2 : 1)) {
    const std::uint64_t words = space.rows() * row_words_;
    now_ = HugeArray<std::uint64_t>(words);
    next_ = HugeArray<std::uint64_t>(words);  // in place: the other parity
    if (options.oracle) {
      for (auto& digits : digits_) digits = HugeArray<std::uint64_t>(words);
    }
    const std::uint64_t planes = bitmaps == Bitmaps::in_place ? 2 : 1;
    counts_.resize(space.rows() * planes);
    fresh_.resize(space.rows());
    new_counts_.resize(space.rows());
    add_start();
  }

  std::uint64_t expand(RunControl& run) override {
    const std::uint64_t* from = now_.data();
    std::uint64_t* into = next_.data();
    const bool in_place = bitmaps_ == Bitmaps::in_place;
    const unsigned plane = in_place ? static_cast<unsigned>((level_ + 1) & 1) : 0;
    std::span<std::uint64_t> counts = std::span(counts_).subspan(plane * space_.rows(), space_.rows());
    const std::uint64_t full = space_.cells() * kCellBits * (bitmaps_ == Bitmaps::both ? 2 : 1);
    std::vector<std::uint32_t> active;
    for (std::uint64_t row = 0; row < space_.rows(); ++row) {
      new_counts_[row] = counts[row];
      const bool changed = fresh_[row] != 0;
      const bool has_source = std::ranges::any_of(space_.steps(row), [&](const CellStep& step) { return fresh_[step.row] != 0; });
      if ((counts[row] != full && has_source) || (!in_place && changed)) active.push_back(static_cast<std::uint32_t>(row));
    }
    const bool alone = active.size() * row_words_ < kAlone;
    parallel_tasks(active.size(), alone ? 1 : threads_, [&](std::size_t task) {
      if (run.should_stop()) throw Stopped{};
      const std::uint64_t row = active[task];
      if (in_place) {
        new_counts_[row] = pull(row, into + row * row_words_, into + row * row_words_, from, plane);
      } else {
        new_counts_[row] = pull(row, from + row * row_words_, into + row * row_words_, from, plane);
        if (digits_[0].size() != 0) record_distances(row);
      }
    });
    std::uint64_t found = 0;
    for (std::uint64_t row = 0; row < space_.rows(); ++row) {
      fresh_[row] = new_counts_[row] - counts[row];
      counts[row] = new_counts_[row];
      found += fresh_[row];
    }
    std::swap(now_, next_);
    ++level_;
    return found;
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    for (std::uint64_t row = 0; row < space_.rows(); ++row) {
      if (fresh_[row] == 0) continue;
      for (std::uint64_t word = 0; word < row_words_; ++word) {
        const std::uint64_t at = row * row_words_ + word;
        for (std::uint64_t bits = now_[at] & ~next_[at]; bits != 0; bits &= bits - 1) {
          if (!visit(space_.state(place(row, word, static_cast<std::uint32_t>(std::countr_zero(bits)))))) return;
        }
      }
    }
  }

  /// By 60 * (word of the bitmap) + bit.
  std::vector<std::uint8_t> distances() const override {
    if (digits_[0].size() == 0) return {};
    const std::uint64_t states = now_.size() * kCellBits;
    std::vector<std::uint8_t> packed((states + 3) / 4);
    for (std::uint64_t word = 0; word < now_.size(); ++word) {
      for (std::uint32_t bit = 0; bit < kCellBits; ++bit) {
        const std::uint64_t number = word * kCellBits + bit;
        std::uint64_t digit = 3;
        if ((now_[word] >> bit & 1) != 0) digit = (digits_[0][word] >> bit & 1) | (digits_[1][word] >> bit & 1) << 1;
        packed[number / 4] = static_cast<std::uint8_t>(packed[number / 4] | digit << (number % 4 * 2));
      }
    }
    return packed;
  }

  void save(std::vector<std::byte>& into) const override {
    save_value(into, level_);
    save_array<std::uint64_t>(into, counts_);
    save_array<std::uint64_t>(into, fresh_);
    save_array<std::uint64_t>(into, now_.span());
    if (save_both_) save_array<std::uint64_t>(into, next_.span());
    for (const auto& digits : digits_) save_array<std::uint64_t>(into, digits.span());
  }
  void restore(ByteReader& from) override {
    level_ = from.number();
    restore_array<std::uint64_t>(from, counts_);
    restore_array<std::uint64_t>(from, fresh_);
    restore_array<std::uint64_t>(from, now_.span());
    if (save_both_) {
      restore_array<std::uint64_t>(from, next_.span());
    } else {
      // The other bitmap is one level behind: equal wherever rows did not change, and rows that did are made again.
      std::ranges::copy(now_.span(), next_.begin());
    }
    for (auto& digits : digits_) restore_array<std::uint64_t>(from, digits.span());
  }
  std::uint64_t memory() const override {
    return (now_.size() + next_.size() + 2 * digits_[0].size()) * sizeof(std::uint64_t) + space_.bytes();
  }
  std::string_view name() const override { return "cpu"; }

 private:
  static constexpr std::uint64_t kAlone = std::uint64_t{1} << 14;  // words of a level for which threads do not pay

  void add_start() {
    State identity(space_.degree());
    std::iota(identity.begin(), identity.end(), 0U);
    const CellPlace at = space_.locate(identity);
    const std::uint64_t word = bitmaps_ == Bitmaps::both
                                   ? 2 * at.cell + (at.plane ^ space_.row_parity(at.row) ^ space_.cell_parities()[at.cell])
                                   : at.cell;
    now_[at.row * row_words_ + word] = std::uint64_t{1} << at.bit;
    counts_[at.row] = 1;
    fresh_[at.row] = 1;
  }

  CellPlace place(std::uint64_t row, std::uint64_t word, std::uint32_t bit) const {
    if (bitmaps_ != Bitmaps::both)
      return {bitmaps_ == Bitmaps::in_place ? static_cast<std::uint32_t>(level_ & 1) : 0, row, word, bit};
    const std::uint64_t cell = word / 2;
    const auto inner = static_cast<std::uint32_t>(word & 1);
    return {inner ^ space_.row_parity(row) ^ space_.cell_parities()[cell], row, cell, bit};
  }

  std::uint64_t pull(std::uint64_t row, const std::uint64_t* own, std::uint64_t* out, const std::uint64_t* from,
                     unsigned plane) const {
    constexpr std::size_t kUsual = 64;
    CellSource usual[kUsual];
    std::vector<CellSource> many;
    if (space_.generators() > kUsual) many.resize(space_.generators());
    CellSource* sources = many.empty() ? usual : many.data();
    std::size_t used = 0;
    for (const CellStep& step : space_.steps(row)) {
      if (fresh_[step.row] == 0) continue;
      CellSource& source = sources[used++];
      source.cells = from + step.row * row_words_;
      source.outer = step.outer == 0 ? nullptr : space_.outers()[step.outer].data();
      source.swaps = space_.inner_is_odd(step.inner);
      for (unsigned parity = 0; parity < 2; ++parity) {
        const InnerMove& move = space_.inner(step.inner, parity);
        source.kind[parity] = move.kind;
        source.shift[parity] = move.shift;
        source.table[parity] = move.table.data();
      }
    }
    if (bitmaps_ == Bitmaps::both) return pull_pairs(own, out, {sources, used}, space_.cells());
    return pull_plane(own, out, {sources, used}, space_.cell_parities(), plane ^ space_.row_parity(row));
  }

  void record_distances(std::uint64_t row) {
    const std::uint64_t distance = (level_ + 1) % 3;
    if (distance == 0) return;
    std::uint64_t* digits = digits_[distance - 1].data();
    for (std::uint64_t at = row * row_words_; at < (row + 1) * row_words_; ++at) digits[at] |= next_[at] & ~now_[at];
  }

  const CellSpace& space_;
  Bitmaps bitmaps_;
  unsigned threads_;
  bool save_both_;
  std::uint64_t row_words_;
  std::uint64_t level_ = 0;
  HugeArray<std::uint64_t> now_;                    // in place: the plane of the last level
  HugeArray<std::uint64_t> next_;                   // in place: the plane of the next level
  std::array<HugeArray<std::uint64_t>, 2> digits_;  // of the distance modulo 3: the states at 1, at 2
  std::vector<std::uint64_t> counts_;               // bits of each row; in place, of both planes
  std::vector<std::uint64_t> fresh_;                // those of the last level
  std::vector<std::uint64_t> new_counts_;
};

}  // namespace

std::unique_ptr<Backend> make_cell_backend(const CellSpace& space, Bitmaps bitmaps, const Options& options) {
  return std::make_unique<CellBackend>(space, bitmaps, options);
}

}  // namespace wreath::orbit
