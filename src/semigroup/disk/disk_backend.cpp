// SPDX-License-Identifier: MIT
#include "semigroup/disk/disk_backend.hpp"

#include <fmt/format.h>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/kinds/kind_space.hpp"
#include "semigroup/kinds/points.hpp"

namespace wreath::semigroup {

namespace {
constexpr std::uint64_t kRecordSteps = 64;  // of a record that is read, for the stop check
}  // namespace

DiskShares share_out(std::uint64_t memory, std::size_t row_bytes, std::size_t candidate_bytes) {
  constexpr std::size_t kLeastBuffer = 4096;
  constexpr std::size_t kMostBuffer = std::size_t{4} << 20;
  constexpr std::size_t kMostPartitions = 64;             // three open files each
  constexpr std::size_t kMostCandidates = ~Index{0} - 1;  // places have 32 bits
  const std::size_t record = row_bytes + 64;
  const std::uint64_t least = 64 * record + 16 * kLeastBuffer;
  if (memory < least) {
    throw ResourceError(fmt::format("rows of {} on disk need at least {} of working memory, but only {} is left; raise {}",
                                    format_bytes(row_bytes), format_bytes(least), format_bytes(memory), option("memory")));
  }
  DiskShares shares;
  const std::size_t eighth = memory / 8;
  const std::size_t partitions = std::clamp<std::size_t>(eighth / std::max(kLeastBuffer, record), 1, kMostPartitions);
  shares.partition_bits = static_cast<std::size_t>(std::bit_width(partitions)) - 1;
  shares.buffer = std::min(kMostBuffer, eighth / shares.partitions());
  shares.rows = std::clamp<std::size_t>(eighth / 2 / record, 1, 1 << 16);
  shares.products = shares.rows;
  // Buckets differ in size: a table has room for a third more than the mean.
  const std::size_t entry = CandidateTable::bytes_for_one(row_bytes);
  const std::size_t rest = 6 * eighth;
  shares.candidates = std::min(kMostCandidates, rest / (candidate_bytes + 4 * entry / (3 * shares.partitions()) + 1));
  shares.table = std::min<std::size_t>((rest - shares.candidates * candidate_bytes) / entry, ~std::uint32_t{0} - 1);
  return shares;
}

template <closure::RowSpace S>
void DiskBackend<S>::form(std::span<const Item> items, const Cell* rows, std::vector<std::byte>& records) {
  parallel_ranges(items.size(), threads_, 256, [&](Range range, unsigned) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Item item = items[i];
      std::byte* record = records.data() + i * record_bytes();
      auto* const y = reinterpret_cast<Cell*>(record + kHead);
      space_.act(rows + item.row * space_.cells(), item.letter, y);
      const std::uint64_t print = fingerprint(y);
      std::memcpy(record, &print, sizeof(print));
      std::memcpy(record + sizeof(print), &item.place, sizeof(item.place));
    }
  });
}

template <closure::RowSpace S>
void DiskBackend<S>::deal(const Candidates& candidates) {
  std::vector<RecordWriter> buckets;
  for (Partition& partition : partitions_) buckets.emplace_back(partition.bucket(), shares_.buffer);
  std::vector<Item> items;
  items.reserve(shares_.products);
  std::vector<std::byte> records(shares_.products * record_bytes());
  for_each_block(candidates.first, candidates.last, [&](std::span<const Key> keys, const Cell* rows) {
    const auto deal_items = [&] {
      check_.look();
      form(items, rows, records);
      for (std::size_t i = 0; i < items.size(); ++i) {
        const std::span<const std::byte> record(records.data() + i * record_bytes(), record_bytes());
        std::uint64_t print = 0;
        std::memcpy(&print, record.data(), sizeof(print));
        buckets[partition_of(print)].put(record);
      }
      items.clear();
    };
    const auto add = [&](std::size_t row, std::size_t place, Letter letter) {
      if (items.size() == shares_.products) deal_items();
      items.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(place), letter});
    };
    const auto& chosen = candidates.chosen;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const Index parent = keys[k].index;
      if (chosen.empty()) {
        const std::size_t place = std::size_t{parent - candidates.first} * letters_;
        for (std::size_t g = 0; g < letters_; ++g) add(k, place + g, static_cast<Letter>(g));
      } else {
        auto at = std::ranges::lower_bound(chosen, parent, {}, &Product::element);
        for (; at != chosen.end() && at->element == parent; ++at)
          add(k, static_cast<std::size_t>(at - chosen.begin()), at->letter);
      }
    }
    deal_items();  // before the rows go
  });
  for (RecordWriter& bucket : buckets) bucket.flush();
}

template <closure::RowSpace S>
void DiskBackend<S>::absorb(Partition& partition, unsigned depth, std::uint64_t value) {
  constexpr unsigned kDeepest = 32;
  const std::uint64_t records = partition.bucket().size() / record_bytes();
  if (records == 0) return;
  {
    CandidateTable table(static_cast<std::size_t>(std::min<std::uint64_t>(shares_.table, records)), row_bytes());
    if (load(partition, depth, value, table)) {
      compare(partition, table);
      settle(partition, table);
      return;
    }
  }
  if (depth == kDeepest)
    throw ResourceError("too many products with the same fingerprint to fit in memory; raise " + option("memory"));
  absorb(partition, depth + 1, 2 * value);
  absorb(partition, depth + 1, 2 * value + 1);
}

/// Puts the different candidates into the table; false where they are too many. Of equal ones the later is linked to the earlier.
template <closure::RowSpace S>
bool DiskBackend<S>::load(Partition& partition, unsigned depth, std::uint64_t value, CandidateTable& table) {
  const std::uint64_t count = partition.bucket().size() / record_bytes();
  RecordReader bucket(partition.bucket(), record_bytes(), count, shares_.buffer);
  for (std::uint64_t k = 0; k < count; ++k) {
    check_.spend(kRecordSteps + row_bytes());
    const std::byte* record = bucket[k];
    std::uint64_t print = 0;
    std::uint32_t place = 0;
    std::memcpy(&print, record, sizeof(print));
    std::memcpy(&place, record + sizeof(print), sizeof(place));
    if (depth != 0 && print << shares_.partition_bits >> (64 - depth) != value) continue;
    CandidateTable::Entry* equal = table.find(print, record + kHead);
    if (equal == nullptr) {
      if (!table.add(print, place, record + kHead)) return false;
      if (want_results_) linked_.set(place, false);
      continue;
    }
    const std::uint32_t earlier = std::min(place, equal->place);
    const std::uint32_t later = std::max(place, equal->place);
    equal->place = earlier;
    if (!want_results_) continue;
    linked_.set(earlier, false);
    linked_.set(later, true);
    results_[later] = earlier;
  }
  return true;
}

/// Finds the candidates that are old elements.
template <closure::RowSpace S>
void DiskBackend<S>::compare(const Partition& partition, CandidateTable& table) {
  RecordReader keys = partition.read_keys(shares_.buffer);
  RecordReader rows = partition.read_rows(shares_.buffer);
  for (std::uint64_t k = 0; k < partition.count(); ++k) {
    check_.spend(kRecordSteps);
    const Key key = key_at(keys, k);
    if (!table.has(key.fingerprint()) || !is_element(key.index)) continue;
    if (CandidateTable::Entry* equal = table.find(key.fingerprint(), rows[k])) equal->old = key.index;
  }
}

/// The candidates that are not old are new elements.
template <closure::RowSpace S>
void DiskBackend<S>::settle(Partition& partition, CandidateTable& table) {
  const std::span<CandidateTable::Entry> entries = table.entries();
  std::vector<std::uint32_t> fresh;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    if (entries[e].old == kNoIndex) {
      fresh.push_back(static_cast<std::uint32_t>(e));
      first_.set(entries[e].place, true);
    } else if (want_results_) {
      results_[entries[e].place] = entries[e].old;
    }
  }
  std::ranges::sort(fresh, {}, [&](std::uint32_t e) { return entries[e].place; });
  std::vector<Key> keys;
  keys.reserve(fresh.size());
  for (const std::uint32_t e : fresh) keys.push_back(Key::make(entries[e].fingerprint, entries[e].place));
  partition.stage(
      keys, [&](std::size_t k) { return table.row(fresh[k]); }, shares_.buffer);
}

/// Numbers the new elements in the order of their first places, and resolves the results.
template <closure::RowSpace S>
void DiskBackend<S>::number(const Batch& batch) {
  const std::uint32_t fresh = first_.count();
  prefixes_.reserve(fresh);
  new_letters_.reserve(fresh);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (first_[i]) {
      const Product product = batch.product(i);
      if (want_results_) results_[i] = static_cast<Index>(size_ + prefixes_.size());
      prefixes_.push_back(product.element);
      new_letters_.push_back(product.letter);
    } else if (want_results_ && linked_[i]) {
      results_[i] = results_[results_[i]];
    }
  }
  for (Partition& partition : partitions_)
    partition.renumber([&](Index place) { return size_ + first_.before(place); }, shares_.buffer);
}

template <closure::RowSpace S>
void DiskBackend<S>::discard() noexcept {
  prefixes_.clear();
  new_letters_.clear();
  results_.clear();
  for (Partition& partition : partitions_) {
    try {
      partition.discard();
    } catch (const ResourceError&) {  // the space is not given back before the end; what is behind count() is not read
    }
  }
}

std::unique_ptr<Backend> make_disk_backend(const Generators& generators, std::span<const Point> tracked, const DiskSetup& setup) {
  const auto with_space = [&](auto space) -> std::unique_ptr<Backend> {
    return std::make_unique<DiskBackend<decltype(space)>>(std::move(space), generators, tracked, setup);
  };
  if (!generators.kind.is_transformation()) return with_space(KindRowSpace(generators));
  return with_points(generators.degree,
                     [&](auto point) { return with_space(Points<decltype(point)>(generators, tracked.size())); });
}

}  // namespace wreath::semigroup
