// SPDX-License-Identifier: MIT
#include "orbit/cpu/level_bitmaps.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace wreath::orbit {

namespace {

/// Memory that was never touched is zero and takes no room: it is left so.
void clear(std::span<std::uint64_t> words) {
  if (std::ranges::any_of(words, [](std::uint64_t word) { return word != 0; })) std::ranges::fill(words, 0);
}

}  // namespace

LevelBitmaps::LevelBitmaps(const BitmapShape& shape, bool in_place, bool keep_both, bool oracle, std::span<std::uint64_t> given)
    : shape_(shape),
      keep_both_(keep_both || oracle),
      rows_(shape, in_place),
      own_(given.empty() ? 2 * shape.words() : 0),
      now_((given.empty() ? own_.span() : given).first(shape.words())),
      next_((given.empty() ? own_.span() : given).subspan(shape.words(), shape.words())) {
  if (!oracle) return;
  for (auto& digits : digits_) digits = HugeArray<std::uint64_t>(shape.words());
}

LevelBitmaps::LevelBitmaps(const BitmapShape& shape)
    : shape_(shape), keep_both_(false), rows_(shape, false), own_(shape.words()), now_(own_.span()), next_(own_.span()) {}

void LevelBitmaps::add_start(std::uint64_t row, std::uint64_t word, std::uint32_t bit) {
  now_[row * shape_.row_words + word] = std::uint64_t{1} << bit;
  rows_.add_start(row);
}

void LevelBitmaps::record_distances(std::uint64_t row) {
  const std::uint64_t distance = (rows_.level() + 1) % 3;
  if (!has_distances() || distance == 0) return;
  std::uint64_t* digits = digits_[distance - 1].data();
  const std::uint64_t end = (row + 1) * shape_.row_words;
  for (std::uint64_t at = row * shape_.row_words; at < end; ++at) digits[at] |= next_[at] & ~now_[at];
}

std::uint64_t LevelBitmaps::finish_level(std::span<const std::uint32_t> new_counts) {
  std::swap(now_, next_);
  return rows_.finish_level(new_counts);
}

void LevelBitmaps::visit_last_level(FunctionRef<bool(std::uint64_t, std::uint64_t, std::uint32_t)> visit) const {
  for (std::uint64_t row = 0; row < shape_.rows; ++row) {
    if (rows_.fresh(row) == 0) continue;
    for (std::uint64_t word = 0; word < shape_.row_words; ++word) {
      const std::uint64_t at = row * shape_.row_words + word;
      for (std::uint64_t bits = now_[at] & ~next_[at]; bits != 0; bits &= bits - 1) {
        if (!visit(row, word, static_cast<std::uint32_t>(std::countr_zero(bits)))) return;
      }
    }
  }
}

std::vector<std::uint8_t> LevelBitmaps::distances(StopCheck check) const {
  if (!has_distances()) return {};
  std::vector<std::uint8_t> packed((now_.size() * shape_.word_bits + 3) / 4);
  for (std::uint64_t at = 0; at < now_.size(); ++at) {
    check.spend(2 * shape_.word_bits);
    for (std::uint32_t bit = 0; bit < shape_.word_bits; ++bit) {
      const std::uint64_t number = at * shape_.word_bits + bit;
      std::uint64_t digit = 3;
      if ((now_[at] >> bit & 1) != 0) digit = (digits_[0][at] >> bit & 1) | (digits_[1][at] >> bit & 1) << 1;
      packed[number / 4] = static_cast<std::uint8_t>(packed[number / 4] | digit << (number % 4 * 2));
    }
  }
  return packed;
}

void LevelBitmaps::save(ByteWriter& into) const {
  const auto row_of = [&](std::span<const std::uint64_t> bitmap, std::uint64_t row) {
    return bitmap.subspan(row * shape_.row_words, shape_.row_words);
  };
  rows_.save(into, keep_both_, [&](unsigned bitmap, std::uint64_t row) { return row_of(bitmap == 0 ? now_ : next_, row); });
  if (!has_distances()) return;
  for (const auto& digits : digits_) {
    for (std::uint64_t row = 0; row < shape_.rows; ++row) {
      if (rows_.count(row) != 0) into.put_items(row_of(digits.span(), row));
    }
  }
}

void LevelBitmaps::restore(ByteReader& from) {
  const auto row_of = [&](std::span<std::uint64_t> bitmap, std::uint64_t row) {
    return bitmap.subspan(row * shape_.row_words, shape_.row_words);
  };
  rows_.restore(from, keep_both_,
                [&](unsigned bitmap, std::uint64_t row, RowCounts::Content what, std::span<const std::byte> bytes) {
                  const std::span<std::uint64_t> words = row_of(bitmap == 0 ? now_ : next_, row);
                  const bool copies = what == RowCounts::Content::same;
                  if (what == RowCounts::Content::full) std::ranges::fill(words, shape_.full_word());
                  if (what == RowCounts::Content::bits) std::memcpy(words.data(), bytes.data(), bytes.size());
                  if (what == RowCounts::Content::empty || (copies && rows_.count(row) == 0)) clear(words);
                  if (copies && rows_.count(row) != 0 && words.data() != row_of(now_, row).data())
                    std::ranges::copy(row_of(now_, row), words.begin());
                });
  if (!has_distances()) return;
  for (auto& digits : digits_) {
    for (std::uint64_t row = 0; row < shape_.rows; ++row) {
      const std::span<std::uint64_t> words = row_of(digits.span(), row);
      if (rows_.count(row) == 0) {
        clear(words);
      } else {
        std::memcpy(words.data(), from.take(words.size_bytes()).data(), words.size_bytes());
      }
    }
  }
}

std::uint64_t LevelBitmaps::bytes() const {
  return (now_.size() + (next_.data() == now_.data() ? 0 : next_.size()) + digits_[0].size() + digits_[1].size()) *
             sizeof(std::uint64_t) +
         rows_.bytes();
}

}  // namespace wreath::orbit
