// SPDX-License-Identifier: MIT
#include "flip/lift/row_space.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

namespace {

using TileRow = std::array<std::uint64_t, tuning::kRowTile>;

/// table[s] = sum of the rows of the set s.
void fill_table(std::array<TileRow, 256>& table, const std::vector<TileRow>& pivots, std::size_t begin) {
  table[0].fill(0);
  for (std::size_t bit = 0; bit < 8 && begin + bit < pivots.size(); ++bit) {
    const std::size_t size = std::size_t{1} << bit;
    const TileRow& add = pivots[begin + bit];
    for (std::size_t s = 0; s < size; ++s) {
      for (std::size_t k = 0; k < tuning::kRowTile; ++k) table[size + s][k] = table[s][k] ^ add[k];
    }
  }
}

}  // namespace

RowSpace::RowSpace(BitMatrix matrix, unsigned threads, RunControl& run) : matrix_(std::move(matrix)), others_(matrix_.rows()) {
  std::iota(others_.begin(), others_.end(), 0U);
  for (std::size_t word = 0; word < matrix_.words() && !run.should_stop(); ++word) {
    run.report({.phase = "factor the derivative", .done = word, .total = matrix_.words(), .unit = "strips"});
    Strip strip = eliminate_strip(word);
    rank_ += strip.pivots.size();
    const std::size_t rest = matrix_.words() - word - 1;
    if (!strip.pivots.empty() && rest != 0) {
      const std::size_t tiles = (rest + tuning::kRowTile - 1) / tuning::kRowTile;
      parallel_tasks(tiles, threads, [&](std::size_t tile) {
        if (run.should_stop()) return;
        const std::size_t first = word + 1 + tile * tuning::kRowTile;
        update_tile(strip, first, std::min(first + tuning::kRowTile, matrix_.words()), word);
      });
    }
    strips_.push_back(std::move(strip));
    strips_.back().touched.clear();
    strips_.back().touched.shrink_to_fit();
  }
}

RowSpace::Strip RowSpace::eliminate_strip(std::size_t word) {
  struct Live {  // a row that has bits in this strip: early on these are few
    std::uint32_t row;
    std::uint64_t value;
    std::uint64_t mask = 0;
    bool pivot = false;
  };
  std::vector<Live> live;
  std::uint64_t any = 0;
  for (const std::uint32_t r : others_) {
    const std::uint64_t value = matrix_.row(r)[word];
    any |= value;
    if (value != 0) live.push_back({r, value});
  }
  Strip strip;
  for (; any != 0; any &= any - 1) {
    const unsigned column = static_cast<unsigned>(__builtin_ctzll(any));
    const auto has_bit = [column](const Live& one) { return !one.pivot && (one.value >> column & 1) != 0; };
    const auto pivot = std::ranges::find_if(live, has_bit);
    if (pivot == live.end()) continue;
    pivot->pivot = true;
    const std::uint64_t bit = std::uint64_t{1} << strip.pivots.size();
    strip.pivots.push_back(pivot->row);
    strip.masks.push_back(pivot->mask);
    strip.columns.push_back(column);
    for (auto one = pivot + 1; one != live.end(); ++one) {  // no row before it has the bit, unless it is a pivot
      if (!has_bit(*one)) continue;
      one->value ^= pivot->value;
      one->mask |= bit;
    }
  }
  for (const Live& one : live) {
    matrix_.row(one.row)[word] = one.pivot ? one.value : one.mask;
    if (!one.pivot && one.mask != 0) strip.touched.push_back(one.row);
  }
  if (!strip.pivots.empty()) {
    std::vector<std::uint32_t> pivots = strip.pivots;
    std::ranges::sort(pivots);
    std::erase_if(others_, [&](std::uint32_t r) { return std::ranges::binary_search(pivots, r); });
  }
  return strip;
}

void RowSpace::update_tile(const Strip& strip, std::size_t first, std::size_t last, std::size_t word) {
  const std::size_t width = last - first;
  std::vector<TileRow> pivots(strip.pivots.size());
  for (std::size_t t = 0; t < pivots.size(); ++t) {
    std::uint64_t* const row = matrix_.row(strip.pivots[t]) + first;
    pivots[t].fill(0);
    std::copy_n(row, width, pivots[t].begin());
    for (std::uint64_t rest = strip.masks[t]; rest != 0; rest &= rest - 1) {
      const TileRow& add = pivots[static_cast<std::size_t>(__builtin_ctzll(rest))];
      for (std::size_t k = 0; k < tuning::kRowTile; ++k) pivots[t][k] ^= add[k];
    }
    std::copy_n(pivots[t].begin(), width, row);
  }
  const std::size_t count = (pivots.size() + 7) / 8;
  if (strip.touched.size() < tuning::kFewLiftRows) {
    for (const std::uint32_t r : strip.touched) {
      std::uint64_t* const row = matrix_.row(r) + first;
      for (std::uint64_t rest = matrix_.row(r)[word]; rest != 0; rest &= rest - 1) {
        const TileRow& add = pivots[static_cast<std::size_t>(__builtin_ctzll(rest))];
        for (std::size_t k = 0; k < width; ++k) row[k] ^= add[k];
      }
    }
    return;
  }
  std::vector<std::array<TileRow, 256>> tables(count);
  for (std::size_t t = 0; t < count; ++t) fill_table(tables[t], pivots, 8 * t);
  for (const std::uint32_t r : strip.touched) {
    const std::uint64_t mask = matrix_.row(r)[word];
    TileRow sum = tables[0][mask & 255];
    for (std::size_t t = 1; t < count; ++t) {
      const TileRow& add = tables[t][mask >> (8 * t) & 255];
      for (std::size_t k = 0; k < tuning::kRowTile; ++k) sum[k] ^= add[k];
    }
    std::uint64_t* const row = matrix_.row(r) + first;
    for (std::size_t k = 0; k < width; ++k) row[k] ^= sum[k];
  }
}

std::optional<std::vector<bool>> RowSpace::express(std::vector<std::uint64_t> vector, RunControl& run,
                                                   RandomStream* random) const {
  const auto stop_if_asked = [&run] {
    if (run.should_stop()) throw LimitReached("the run was stopped before a vector was expressed in rows");
  };
  std::vector<std::uint64_t> of_pivots(strips_.size());  // which pivots of a strip the vector is the sum of
  for (std::size_t word = 0; word < strips_.size(); ++word) {
    stop_if_asked();
    const Strip& strip = strips_[word];
    for (std::size_t t = 0; t < strip.pivots.size(); ++t) {
      if ((vector[word] >> strip.columns[t] & 1) == 0) continue;
      of_pivots[word] |= std::uint64_t{1} << t;
      const std::uint64_t* const row = matrix_.row(strip.pivots[t]);
      for (std::size_t k = word; k < vector.size(); ++k) vector[k] ^= row[k];
    }
    if (vector[word] != 0) return std::nullopt;
  }
  std::vector<bool> rows(matrix_.rows());
  if (random != nullptr) {
    for (const std::uint32_t r : others_) {
      if ((random->next() & 1) == 0) continue;
      stop_if_asked();
      rows[r] = true;
      for (std::size_t word = 0; word < strips_.size(); ++word) of_pivots[word] ^= matrix_.row(r)[word];
    }
  }
  for (std::size_t word = strips_.size(); word-- > 0;) {
    stop_if_asked();
    const Strip& strip = strips_[word];
    for (std::size_t t = strip.pivots.size(); t-- > 0;) {
      if ((of_pivots[word] >> t & 1) == 0) continue;
      rows[strip.pivots[t]] = true;
      of_pivots[word] ^= strip.masks[t];
      const std::uint64_t* const masks = matrix_.row(strip.pivots[t]);
      for (std::size_t k = 0; k < word; ++k) of_pivots[k] ^= masks[k];
    }
  }
  return rows;
}

}  // namespace wreath::flip
