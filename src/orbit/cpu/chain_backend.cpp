// SPDX-License-Identifier: MIT
//
// The chain form on all cores: two bitmaps, a pass over the rows that can change for each level (see cell_backend.cpp). Rows are
// short here, so that a task is a block of them.
#include <algorithm>
#include <bit>
#include <numeric>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "orbit/cpu/make.hpp"

namespace wreath::orbit {

namespace {

class ChainBackend final : public Backend {
 public:
  ChainBackend(const ChainSpace& space, const Options& options)
      : space_(space),
        shape_(space.shape()),
        threads_(options.threads),
        save_both_(options.oracle || options.keep_last),
        block_(std::clamp<std::uint64_t>(kBlockCells / shape_.cells, 1, shape_.rows)),
        now_(shape_.rows * shape_.cells),
        next_(shape_.rows * shape_.cells),
        counts_(shape_.rows),
        fresh_(shape_.rows),
        new_counts_(shape_.rows) {
    if (options.oracle) {
      for (auto& digits : digits_) digits = HugeArray<std::uint64_t>(now_.size());
    }
    now_[0] = 1;  // the identity: all its digits are 0
    counts_[0] = 1;
    fresh_[0] = 1;
  }

  std::uint64_t expand(RunControl& run) override {
    const std::uint64_t blocks = (shape_.rows + block_ - 1) / block_;
    parallel_tasks(blocks, threads_, [&](std::size_t block) {
      if (run.should_stop()) throw Stopped{};
      const std::uint64_t end = std::min(shape_.rows, (block + 1) * block_);
      for (std::uint64_t row = block * block_; row < end; ++row) new_counts_[row] = expand_row(row);
    });
    std::uint64_t found = 0;
    for (std::uint64_t row = 0; row < shape_.rows; ++row) {
      fresh_[row] = new_counts_[row] - counts_[row];
      counts_[row] = new_counts_[row];
      found += fresh_[row];
    }
    std::swap(now_, next_);
    ++level_;
    return found;
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    for (std::uint64_t at = 0; at < now_.size(); ++at) {
      for (std::uint64_t bits = now_[at] & ~next_[at]; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
        if (!visit(space_.state({at / shape_.cells, at % shape_.cells, bit}))) return;
      }
    }
  }

  /// By bits * (cell) + bit.
  std::vector<std::uint8_t> distances() const override {
    if (digits_[0].size() == 0) return {};
    std::vector<std::uint8_t> packed((now_.size() * shape_.bits + 3) / 4);
    for (std::uint64_t at = 0; at < now_.size(); ++at) {
      for (std::uint32_t bit = 0; bit < shape_.bits; ++bit) {
        const std::uint64_t number = at * shape_.bits + bit;
        const std::uint64_t digit = (digits_[0][at] >> bit & 1) | (digits_[1][at] >> bit & 1) << 1;
        packed[number / 4] = static_cast<std::uint8_t>(packed[number / 4] | digit << (number % 4 * 2));
      }
    }
    return packed;
  }

  void save(std::vector<std::byte>& into) const override {
    save_value(into, level_);
    save_array<std::uint32_t>(into, counts_);
    save_array<std::uint32_t>(into, fresh_);
    save_array<std::uint64_t>(into, now_.span());
    if (save_both_) save_array<std::uint64_t>(into, next_.span());
    for (const auto& digits : digits_) save_array<std::uint64_t>(into, digits.span());
  }
  void restore(ByteReader& from) override {
    level_ = from.number();
    restore_array<std::uint32_t>(from, counts_);
    restore_array<std::uint32_t>(from, fresh_);
    restore_array<std::uint64_t>(from, now_.span());
    if (save_both_) {
      restore_array<std::uint64_t>(from, next_.span());
    } else {
      std::ranges::copy(now_.span(), next_.begin());
    }
    for (auto& digits : digits_) restore_array<std::uint64_t>(from, digits.span());
  }
  std::uint64_t memory() const override {
    return (now_.size() + next_.size() + 2 * digits_[0].size()) * sizeof(std::uint64_t) +
           3 * counts_.size() * sizeof(std::uint32_t) + space_.bytes();
  }
  std::string_view name() const override { return "cpu"; }

 private:
  static constexpr std::uint64_t kBlockCells = std::uint64_t{1} << 14;  // of a task; smaller graphs are one task

  struct Source {
    const std::uint64_t* cells;
    const std::uint32_t* table;
  };

  std::uint32_t expand_row(std::uint64_t row) {
    const std::uint64_t* own = now_.data() + row * shape_.cells;
    std::uint64_t* out = next_.data() + row * shape_.cells;
    constexpr std::size_t kUsual = 64;
    Source usual[kUsual];
    std::vector<Source> many;
    if (space_.generators() > kUsual) many.resize(space_.generators());
    Source* sources = many.empty() ? usual : many.data();
    std::size_t used = 0;
    if (counts_[row] != shape_.cells * shape_.bits) {
      for (const ChainStep& step : space_.steps(row)) {
        if (fresh_[step.row] != 0) sources[used++] = {now_.data() + step.row * shape_.cells, space_.table(step.kappa)};
      }
    }
    if (used == 0) {
      if (fresh_[row] != 0) std::copy_n(own, shape_.cells, out);
      return counts_[row];
    }
    const std::uint64_t full = space_.full_cell();
    std::uint32_t count = 0;
    for (std::uint64_t q = 0; q < shape_.cells; ++q) {
      std::uint64_t cell = own[q];
      if (cell != full) {
        for (std::size_t s = 0; s < used; ++s) {
          const std::uint32_t entry = sources[s].table[q];
          const std::uint64_t from = sources[s].cells[entry >> ChainSpace::kLambdaBits];
          if (from != 0) cell |= moved(from, entry & ((1U << ChainSpace::kLambdaBits) - 1));
        }
      }
      out[q] = cell;
      count += static_cast<std::uint32_t>(std::popcount(cell));
    }
    if (digits_[0].size() != 0) record_distances(row);
    return count;
  }

  std::uint64_t moved(std::uint64_t cell, std::uint32_t lambda) const {
    if (lambda == 0) return cell;
    const std::uint64_t* table = space_.bit_table(lambda);
    std::uint64_t result = 0;
    for (std::size_t byte = 0; byte < space_.byte_count(); ++byte, cell >>= 8, table += 256) result |= table[cell & 255];
    return result;
  }

  void record_distances(std::uint64_t row) {
    const std::uint64_t distance = (level_ + 1) % 3;
    if (distance == 0) return;
    std::uint64_t* digits = digits_[distance - 1].data();
    for (std::uint64_t at = row * shape_.cells; at < (row + 1) * shape_.cells; ++at) digits[at] |= next_[at] & ~now_[at];
  }

  const ChainSpace& space_;
  const ChainSpace::Shape& shape_;
  unsigned threads_;
  bool save_both_;
  std::uint64_t block_;  // rows of a task
  std::uint64_t level_ = 0;
  HugeArray<std::uint64_t> now_;
  HugeArray<std::uint64_t> next_;
  std::array<HugeArray<std::uint64_t>, 2> digits_;
  std::vector<std::uint32_t> counts_;  // bits of each row
  std::vector<std::uint32_t> fresh_;   // those of the last level
  std::vector<std::uint32_t> new_counts_;
};

}  // namespace

std::unique_ptr<Backend> make_chain_backend(const ChainSpace& space, const Options& options) {
  return std::make_unique<ChainBackend>(space, options);
}

}  // namespace wreath::orbit
