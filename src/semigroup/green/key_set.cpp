// SPDX-License-Identifier: MIT
#include "semigroup/green/key_set.hpp"

#include <algorithm>
#include <cstring>

#include "core/data/hash.hpp"
#include "core/parallel/radix_partition.hpp"

namespace wreath::semigroup {

namespace {
// A number with this bit set is a candidate of the batch under way; the others are keys of the set.
constexpr Index kCandidate = Index{1} << 31;
constexpr std::size_t kAhead = 16;

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}
}  // namespace

void KeyBatch::reset(std::size_t count, std::size_t bytes) {
  starts_.resize(count);
  for (std::size_t i = 0; i < count; ++i) starts_[i] = i * bytes;
  lengths_.assign(count, static_cast<std::uint32_t>(bytes));
  bytes_.resize(count * bytes);
}

void KeyBatch::reset(std::span<const std::size_t> sizes) {
  starts_.assign(sizes.begin(), sizes.end());
  lengths_.assign(sizes.begin(), sizes.end());
  bytes_.resize(exclusive_scan_in_place(starts_));
}

std::optional<Index> KeySet::find(std::span<const std::byte> key) const {
  const std::uint64_t hash = hash_bytes(key);
  const Index id =
      shards_[Place::shard(hash)].find(Place::tag(hash), [&](Index known) { return same_bytes(key, (*this)[known]); }).first;
  return id == kNoIndex ? std::nullopt : std::optional(id);
}

Index KeySet::insert(std::span<const std::byte> key) {
  KeyBatch batch;
  batch.reset(1, key.size());
  std::copy(key.begin(), key.end(), batch.slot(0));
  insert(batch, 1);
  return batch.ids()[0];
}

void KeySet::insert(KeyBatch& batch, unsigned threads) {
  const std::size_t count = batch.size();
  batch.hashes_.resize(count);
  batch.order_.resize(count);
  batch.ids_.resize(count);
  parallel_ranges(count, threads, 1024, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) batch.hashes_[i] = hash_bytes(batch.key(i));
  });
  const auto starts = stable_partition_indices(
      count, Place::kShards, threads, [&] { return [&](std::size_t i) { return Place::shard(batch.hashes_[i]); }; },
      [&](std::size_t i, std::size_t at) { batch.order_[at] = static_cast<std::uint32_t>(i); });
  parallel_tasks(Place::kShards, count < 1024 ? 1 : threads, [&](std::size_t shard) {
    insert_shard(batch, shard, std::span(batch.order_).subspan(starts[shard], starts[shard + 1] - starts[shard]));
  });
  number_new(batch, threads);
}

void KeySet::save(ByteWriter& bytes) const {
  bytes.put(size_);
  if (fixed_ == 0) bytes.put_all(starts_.span());
  bytes.put_all(bytes_.span());
}

void KeySet::restore(ByteReader& saved, unsigned threads, const Mend& mend) {
  constexpr Index kKeys = Index{1} << 16;  // a batch
  const auto fail = [] { throw InputError("the checkpoint is damaged: its keys are not valid"); };
  const auto count = saved.value<Index>();
  std::vector<std::size_t> starts;
  if (fixed_ == 0) {
    saved.array_into<std::size_t>(starts);
    if (starts.size() != std::size_t{count} + 1) fail();
  }
  const auto start = [&](Index id) { return fixed_ != 0 ? id * fixed_ : starts[id]; };
  const std::span<const std::byte> bytes = saved.array<std::byte>();
  if (start(count) != bytes.size() || !std::ranges::is_sorted(starts) || count < size_) fail();
  KeyBatch batch;
  std::vector<std::size_t> sizes;
  for (Index first = 0; first < count; first += std::min(kKeys, count - first)) {
    const Index last = first + std::min(kKeys, count - first);
    sizes.clear();
    for (Index id = first; id < last; ++id) sizes.push_back(start(id + 1) - start(id));
    batch.reset(sizes);
    for (Index id = first; id < last; ++id) {
      std::byte* slot = batch.slot(id - first);
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(start(id)), sizes[id - first], slot);
      mend({slot, sizes[id - first]});
    }
    insert(batch, threads);
    for (Index id = first; id < last; ++id)
      if (batch.ids()[id - first] != id) fail();
  }
}

void KeySet::insert_shard(KeyBatch& batch, std::size_t shard, std::span<const std::uint32_t> candidates) {
  Shard& table = shards_[shard];
  table.make_room(candidates.size());
  fresh_[shard].clear();
  const auto key_of = [&](Index id) { return (id & kCandidate) != 0 ? batch.key(id & ~kCandidate) : (*this)[id]; };
  const auto tag_of = [&](std::size_t i) { return Place::tag(batch.hashes_[candidates[i]]); };
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i + 2 * kAhead < candidates.size()) table.prefetch(tag_of(i + 2 * kAhead));
    if (i + kAhead < candidates.size()) {
      const Index hit = table.first_hit(tag_of(i + kAhead));
      if (hit != kNoIndex && (hit & kCandidate) == 0) {
        const std::span<const std::byte> ahead = (*this)[hit];
        __builtin_prefetch(ahead.data());
        __builtin_prefetch(ahead.data() + std::min<std::size_t>(ahead.size() - 1, 64));
      }
    }
    const std::uint32_t candidate = candidates[i];
    const std::span<const std::byte> key = batch.key(candidate);
    const auto [id, slot] = table.find(tag_of(i), [&](Index known) { return same_bytes(key, key_of(known)); });
    if (id == kNoIndex) {
      table.put(slot, tag_of(i), candidate | kCandidate);
      fresh_[shard].emplace_back(slot, candidate);
    }
    batch.ids_[candidate] = id == kNoIndex ? candidate | kCandidate : id;
  }
}

void KeySet::number_new(KeyBatch& batch, unsigned threads) {
  const Index old_size = size_;
  std::vector<std::uint32_t> fresh;
  std::vector<Index> number(batch.size());
  if (fixed_ == 0 && starts_.empty()) starts_.push_back(0);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (batch.ids_[i] != (static_cast<Index>(i) | kCandidate)) continue;
    if (size_ == kCandidate - 1) throw ResourceError("an orbit has more than 2^31 points, which is the limit");
    number[i] = size_++;
    fresh.push_back(static_cast<std::uint32_t>(i));
    if (fixed_ == 0) starts_.push_back(starts_.back() + batch.lengths_[i]);
  }
  bytes_.resize(fixed_ != 0 ? size_ * fixed_ : starts_.back());
  parallel_ranges(fresh.size(), threads, 256, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::span<const std::byte> key = batch.key(fresh[i]);
      std::copy(key.begin(), key.end(), overwrite(old_size + static_cast<Index>(i)).begin());
    }
  });
  parallel_ranges(batch.size(), threads, 1024, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      Index& id = batch.ids_[i];
      if ((id & kCandidate) != 0) id = number[id & ~kCandidate];
    }
  });
  parallel_tasks(Place::kShards, fresh.size() < 1024 ? 1 : threads, [&](std::size_t shard) {
    for (const auto& [slot, candidate] : fresh_[shard]) shards_[shard].renumber(slot, number[candidate]);
  });
}

}  // namespace wreath::semigroup
