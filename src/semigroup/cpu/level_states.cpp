// SPDX-License-Identifier: MIT
//
// Levels by numbers on all cores: bitmaps (core/data/frontier_bitmaps.hpp).
//
// To multiply by a generator is to replace every digit by its image. The digits are cut into an upper and a lower half, and there
// is a table for each, so a product is two look-ups and a sum. Numbers with the same upper half are a row; a generator maps a row
// into a row, so that the bits which are set for the numbers of one row lie close together (maps of 10 points: rows of 12.5 kB).
//
// Cost: |S| * |generators| products of some nanoseconds each, and a pass over the bitmaps for each level.
#include "core/data/frontier_bitmaps.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/level_states.hpp"

namespace wreath::semigroup {

namespace {

class CpuLevels final : public LevelStates {
 public:
  CpuLevels(const LevelDigits& digits, const std::vector<std::uint64_t>& start, unsigned threads)
      : threads_(threads), bits_(*digits.numbers()) {
    std::size_t low_digits = 0;
    while (low_digits < digits.digits() && row_ < *digits.numbers() / row_) row_ *= digits.values(low_digits++);
    for (std::size_t g = 0; g < digits.generators(); ++g) {
      lower_.push_back(images(digits, g, 0, low_digits, 1));
      upper_.push_back(images(digits, g, low_digits, digits.digits(), row_));
    }
    for (const std::uint64_t number : start) bits_.add_start(number);
  }

  std::uint64_t expand(RunControl& run) override {
    const unsigned threads = bits_.blocks() < kAlone ? 1 : threads_;
    parallel_tasks(bits_.blocks(), threads, [&](std::size_t block) {
      if (!bits_.has_last(block)) return;
      if (run.should_stop()) throw Stopped{};
      expand_block(block);
    });
    return bits_.finish_level(threads);
  }

  std::uint64_t known() const override { return bits_.known(); }
  std::uint64_t bytes() const override { return bits_.bytes(); }
  std::string_view name() const override { return "cpu"; }
  void save(ByteWriter& into) const override { bits_.save(into); }
  void restore(ByteReader& from) override { bits_.restore(from); }

 private:
  static constexpr std::size_t kAlone = 8;  // blocks for which threads do not pay

  /// Of all numbers that have the digits first..last-1, with the weight of the first of these.
  static std::vector<std::uint64_t> images(const LevelDigits& digits, std::size_t generator, std::size_t first, std::size_t last,
                                           std::uint64_t weight) {
    std::vector<std::uint64_t> table{0};
    for (std::size_t digit = first; digit < last; ++digit) {
      const std::size_t lesser = table.size();
      std::vector<std::uint64_t> longer(lesser * digits.values(digit));
      for (std::uint64_t value = 0; value < digits.values(digit); ++value) {
        for (std::size_t i = 0; i < lesser; ++i)
          longer[value * lesser + i] = table[i] + digits.image(generator, digit, value) * weight;
      }
      table = std::move(longer);
      weight *= digits.values(digit);
    }
    return table;
  }

  void expand_block(std::size_t block) {
    std::uint64_t upper = 0;
    std::uint64_t begin = 0;  // of the row
    std::uint64_t end = 0;
    bits_.visit_block(block, [&](std::uint64_t number) {
      if (number >= end) {
        upper = number / row_;
        begin = upper * row_;
        end = begin + row_;
      }
      for (std::size_t g = 0; g < lower_.size(); ++g) bits_.push(upper_[g][upper] + lower_[g][number - begin]);
    });
  }

  unsigned threads_;
  std::uint64_t row_ = 1;  // numbers of a row
  FrontierBitmaps bits_;
  std::vector<std::vector<std::uint64_t>> lower_;  // for each generator
  std::vector<std::vector<std::uint64_t>> upper_;
};

}  // namespace

std::unique_ptr<LevelStates> make_cpu_levels(const LevelDigits& digits, const std::vector<std::uint64_t>& start,
                                             unsigned threads) {
  return std::make_unique<CpuLevels>(digits, start, threads);
}

}  // namespace wreath::semigroup
