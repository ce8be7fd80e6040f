// SPDX-License-Identifier: MIT
#include "semigroup/green/key_set.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/data/hash.hpp"
#include "semigroup/tuning.hpp"

namespace wreath::semigroup {

namespace {

constexpr Index kMostKeys = (Index{1} << 31) - 1;

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

void KeyBatch::reset(std::size_t count, std::size_t bytes) {
  if (bytes == 0) return reset(std::vector<std::size_t>(count, 0));
  size_ = count;
  fixed_ = bytes;
  bytes_.resize(count * bytes);
}

void KeyBatch::reset(std::span<const std::size_t> sizes) {
  reset(
      sizes.size(), 1, [&](std::size_t i) { return sizes[i]; }, 1);
  for (std::size_t i = 0; i < sizes.size(); ++i) set_length(i, sizes[i]);
}

void KeyBatch::reset(std::size_t groups, std::size_t each, FunctionRef<std::size_t(std::size_t)> size_of, unsigned threads) {
  constexpr std::size_t kChunk = 512;
  size_ = groups * each;
  fixed_ = 0;
  starts_.resize(size_);
  lengths_.resize(size_);
  std::vector<std::size_t> chunk_at(groups / kChunk + 2, 0);
  parallel_chunks(groups, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
    std::size_t sum = 0;
    for (std::size_t group = range.begin; group < range.end; ++group) sum += each * size_of(group);
    chunk_at[chunk] = sum;
  });
  std::exclusive_scan(chunk_at.begin(), chunk_at.end(), chunk_at.begin(), std::size_t{0});
  parallel_chunks(groups, kChunk, threads, [&](Range range, std::size_t chunk, unsigned) {
    std::size_t at = chunk_at[chunk];
    for (std::size_t group = range.begin; group < range.end; ++group) {
      const std::size_t size = size_of(group);
      for (std::size_t k = 0; k < each; ++k, at += size) starts_[group * each + k] = at;
    }
  });
  bytes_.resize(chunk_at.back());
}

/// What the table asks of a batch.
struct KeySet::Keys {
  static bool wanted(std::size_t) { return true; }
  std::uint64_t make_hash(std::size_t i) const { return batch.hashes_[i] = hash_bytes(batch.key(i)); }
  std::uint64_t hash(std::size_t i) const { return batch.hashes_[i]; }
  bool same(std::size_t i, Index id) const { return same_bytes(batch.key(i), set[id]); }
  bool same_new(std::size_t i, std::size_t j) const { return same_bytes(batch.key(i), batch.key(j)); }
  void prefetch_far(Index id) const {
    if (set.fixed_ == 0) __builtin_prefetch(&set.starts_[id]);
  }
  void prefetch(Index id) const {
    const std::span<const std::byte> key = set[id];
    __builtin_prefetch(key.data());
    __builtin_prefetch(key.data() + std::min<std::size_t>(key.size() - 1, 64));
  }
  void found(std::size_t i, Index id) const { batch.ids_[i] = id; }

  const KeySet& set;
  KeyBatch& batch;
};

std::optional<Index> KeySet::find(std::span<const std::byte> key) const {
  const Index id = table_.find(hash_bytes(key), [&](Index known) { return same_bytes(key, (*this)[known]); });
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
  if (count > closure::kMostPending) throw InternalError("a batch of keys is too large");
  threads = count < tuning::kKeysWorthThreads ? 1 : resolve_threads(threads);
  batch.hashes_.resize(count);
  batch.ids_.resize(count);
  if (fixed_ == 0 && starts_.empty()) starts_.push_back(0);
  Keys keys{*this, batch};
  const std::size_t fresh = table_.claim(count, keys, threads, true);
  try {
    append(batch, fresh, threads);
  } catch (...) {
    table_.take_back();
    throw;
  }
  table_.settle_repeats(threads, [&](std::uint32_t i, Index id) { batch.ids_[i] = id; });
}

void KeySet::append(const KeyBatch& batch, std::size_t fresh, unsigned threads) {
  const std::size_t old = size_;
  if (old + fresh > kMostKeys) throw ResourceError("an orbit has more than 2^31 points, which is the limit");
  if (fixed_ != 0) {
    bytes_.resize((old + fresh) * fixed_);
    table_.number(size_, threads, [&](std::uint32_t i, std::size_t k) {
      std::memcpy(bytes_.data() + (old + k) * fixed_, batch.key(i).data(), fixed_);
    });
  } else {
    new_ones_.resize(fresh);
    starts_.reserve(old + fresh + 1);
    table_.number(size_, threads, [&](std::uint32_t i, std::size_t k) { new_ones_[k] = i; });
    for (std::size_t k = 0; k < fresh; ++k) starts_[old + k + 1] = starts_[old + k] + batch.key(new_ones_[k]).size();
    bytes_.resize(starts_[old + fresh]);
    starts_.resize(old + fresh + 1);
    parallel_chunks(fresh, 256, threads, [&](Range range, std::size_t, unsigned) {
      for (std::size_t k = range.begin; k < range.end; ++k) {
        const std::span<const std::byte> key = batch.key(new_ones_[k]);
        std::copy(key.begin(), key.end(), bytes_.data() + starts_[old + k]);
      }
    });
  }
  size_ = static_cast<Index>(old + fresh);
}

void KeySet::save(ByteWriter& bytes) const {
  bytes.put(size_);
  if (fixed_ == 0) bytes.put_all(starts_.span());
  const std::size_t used = fixed_ != 0 ? size_ * fixed_ : starts_.empty() ? 0 : starts_[size_];
  bytes.put_all(bytes_.span().first(used));  // there are more if memory ended in append
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

}  // namespace wreath::semigroup
