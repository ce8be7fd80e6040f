// SPDX-License-Identifier: MIT
#include "semigroup/cpu/kernels.hpp"

#include "core/data/hash.hpp"

namespace wreath::semigroup {

namespace {

/// Whether new_labels[p] == merge[old_labels[p]] for all points.
template <class Old, class New>
bool labels_agree(const std::uint8_t* old_bytes, const std::uint8_t* new_bytes, std::size_t degree,
                  std::span<const Kernels::Label> merge) {
  const auto* old_labels = reinterpret_cast<const Old*>(old_bytes);
  const auto* new_labels = reinterpret_cast<const New*>(new_bytes);
  constexpr std::size_t kStep = 64;
  std::size_t p = 0;
  for (; p + kStep <= degree; p += kStep) {
    Kernels::Label different = 0;
    for (std::size_t k = p; k < p + kStep; ++k) different |= merge[old_labels[k]] ^ new_labels[k];
    if (different != 0) return false;
  }
  for (; p < degree; ++p) {
    if (merge[old_labels[p]] != new_labels[p]) return false;
  }
  return true;
}

template <class Old, class New>
void write_labels(const std::uint8_t* old_bytes, std::uint8_t* new_bytes, std::size_t degree,
                  std::span<const Kernels::Label> merge) {
  const auto* old_labels = reinterpret_cast<const Old*>(old_bytes);
  auto* new_labels = reinterpret_cast<New*>(new_bytes);
  for (std::size_t p = 0; p < degree; ++p) new_labels[p] = static_cast<New>(merge[old_labels[p]]);
}

/// Whether they agree, for up to 16 old classes in bytes: sixteen points at once by a byte shuffle.
bool few_labels_agree(const std::uint8_t* old_labels, const std::uint8_t* new_labels, std::size_t degree,
                      std::span<const Kernels::Label> merge) {
  using Bytes = std::uint8_t __attribute__((vector_size(16)));
  Bytes table{};
  for (std::size_t k = 0; k < merge.size(); ++k) table[k] = static_cast<std::uint8_t>(merge[k]);
  Bytes different{};
  std::size_t p = 0;
  for (; p + 16 <= degree; p += 16) {
    Bytes old_ones;
    Bytes new_ones;
    std::memcpy(&old_ones, old_labels + p, 16);
    std::memcpy(&new_ones, new_labels + p, 16);
    different |= __builtin_shuffle(table, old_ones) ^ new_ones;
  }
  std::uint64_t halves[2];
  std::memcpy(halves, &different, 16);
  if ((halves[0] | halves[1]) != 0) return false;
  for (; p < degree; ++p) {
    if (merge[old_labels[p]] != new_labels[p]) return false;
  }
  return true;
}

/// Writes them, likewise.
void write_few_labels(const std::uint8_t* old_labels, std::uint8_t* new_labels, std::size_t degree,
                      std::span<const Kernels::Label> merge) {
  using Bytes = std::uint8_t __attribute__((vector_size(16)));
  Bytes table{};
  for (std::size_t k = 0; k < merge.size(); ++k) table[k] = static_cast<std::uint8_t>(merge[k]);
  std::size_t p = 0;
  for (; p + 16 <= degree; p += 16) {
    Bytes old_ones;
    std::memcpy(&old_ones, old_labels + p, 16);
    const Bytes new_ones = __builtin_shuffle(table, old_ones);
    std::memcpy(new_labels + p, &new_ones, 16);
  }
  for (; p < degree; ++p) new_labels[p] = static_cast<std::uint8_t>(merge[old_labels[p]]);
}

std::uint64_t weight(std::size_t point) {
  return mix64(point + 0x9E3779B97F4A7C15U);
}

}  // namespace

Kernels::Kernels(std::size_t degree) : degree_(degree) {
  std::uint64_t fingerprint = 0;
  for (std::size_t p = 0; p < degree; ++p) fingerprint += mix64(weight(p));
  add(fingerprint, static_cast<std::uint32_t>(degree));
  make_room();
  for (std::size_t p = 0; p < degree; ++p) {
    const auto label = static_cast<Label>(p);
    std::memcpy(labels_.data() + p * width(0), &label, width(0));
    sums_[p] = weight(p);
  }
}

std::uint64_t Kernels::fingerprint(const Merge& merge) const {
  constexpr std::size_t kFew = 64;
  const std::uint64_t* old_sums = sums_.data() + sums_at_[merge.kernel];
  std::uint64_t few[kFew];
  std::vector<std::uint64_t> many;
  std::uint64_t* sums = few;
  if (merge.rank > kFew) {
    many.resize(merge.rank);
    sums = many.data();
  } else {
    std::fill_n(few, merge.rank, 0);
  }
  for (std::size_t j = 0; j < merge.labels.size(); ++j) sums[merge.labels[j]] += old_sums[j];
  std::uint64_t fingerprint = 0;
  for (std::uint32_t k = 0; k < merge.rank; ++k) fingerprint += mix64(sums[k]);
  return fingerprint;
}

bool Kernels::is(Id known, const Merge& merge) const {
  if (ranks_[known] != merge.rank) return false;
  const std::uint8_t* old_labels = labels_.data() + labels_at_[merge.kernel];
  const std::uint8_t* new_labels = labels_.data() + labels_at_[known];
  if (merge.labels.size() <= 16) return few_labels_agree(old_labels, new_labels, degree_, merge.labels);
  return with_width_for(rank(merge.kernel), [&](auto old_type) {
    return with_width_for(rank(known), [&](auto new_type) {
      return labels_agree<decltype(old_type), decltype(new_type)>(old_labels, new_labels, degree_, merge.labels);
    });
  });
}

Kernels::Id Kernels::find(const Merge& merge, std::uint64_t fingerprint) const {
  return table_.find(closure::Place::tag(fingerprint),
                     [&](Id known) { return fingerprints_[known] == fingerprint && is(known, merge); });
}

Kernels::Id Kernels::find_or_add(const Merge& merge) {
  const std::uint64_t print = fingerprint(merge);
  if (const Id known = find(merge, print); known != kNone) return known;
  const Id id = add(print, merge.rank);
  make_room();
  fill(id, merge);
  return id;
}

Kernels::Id Kernels::reserve(std::uint64_t fingerprint, std::uint32_t rank) {
  const Id known = table_.find(closure::Place::tag(fingerprint), [&](Id each) { return fingerprints_[each] == fingerprint; });
  return known != kNone ? known : add(fingerprint, rank);
}

Kernels::Id Kernels::add(std::uint64_t fingerprint, std::uint32_t rank) {
  const auto id = static_cast<Id>(count());
  labels_at_.push_back((labels_end_ + 15) / 16 * 16);
  ranks_.push_back(rank);
  labels_end_ = labels_at_[id] + degree_ * width(id);
  sums_at_.push_back(sums_end_);
  sums_end_ += rank;
  fingerprints_.push_back(fingerprint);
  table_.make_room(1);
  table_.claim<false>(closure::Place::tag(fingerprint), id, [](Id) { return false; });
  table_.add_used(1);
  return id;
}

void Kernels::make_room(unsigned threads) {
  touch_labels_.ahead_of(labels_, labels_end_, threads);
  labels_.resize(labels_end_);
  sums_.resize(sums_end_);
}

void Kernels::fill(Id kernel, const Merge& merge) {
  const std::uint8_t* old_labels = labels_.data() + labels_at_[merge.kernel];
  std::uint8_t* new_labels = labels_.data() + labels_at_[kernel];
  if (merge.labels.size() <= 16) {
    write_few_labels(old_labels, new_labels, degree_, merge.labels);
  } else {
    with_width_for(rank(merge.kernel), [&](auto old_type) {
      with_width_for(rank(kernel), [&](auto new_type) {
        write_labels<decltype(old_type), decltype(new_type)>(old_labels, new_labels, degree_, merge.labels);
      });
    });
  }
  const std::uint64_t* old_sums = sums_.data() + sums_at_[merge.kernel];
  std::uint64_t* sums = sums_.data() + sums_at_[kernel];
  std::fill_n(sums, merge.rank, 0);
  for (std::size_t j = 0; j < merge.labels.size(); ++j) sums[merge.labels[j]] += old_sums[j];
}

std::uint64_t Kernels::memory() const {
  return labels_.memory() + sums_.memory() + table_.memory() + count() * (8 + 8 + 4 + 8);
}

}  // namespace wreath::semigroup
