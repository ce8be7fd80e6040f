// SPDX-License-Identifier: MIT
//
// Enumeration in files: breadth-first search with delayed detection of duplicates (after Korf, "Best-first frontier search with
// delayed duplicate detection", and Roomy).
//
// Elements lie in partitions by the first bits of their fingerprints (partition.hpp). A call goes through them twice. First the
// parents are read, multiplied, and their products dealt to the buckets of the partitions. Then, a partition at a time, the
// different products of its bucket are put into a table in memory, the fingerprints of the old elements stream by, the rows of
// those that meet a product's fingerprint are read in their order and compared; the products that are left are new. Of equal
// products the first in the order of candidates counts: when all partitions are through, the first places of the new elements
// are numbered in their order, so the numbers are those of every other backend.
//
// Memory: the budget is shared out in the constructor, an eighth for writing buckets, an eighth for forming products, the rest
// for what is known of each candidate of a call and for the table of a bucket. Old elements take none. A bucket with more
// different products than the table holds is gone through again in halves, by further bits of the fingerprint. Disk: each element
// once, 12 bytes and its row; each candidate of a call twice as long as the call. Cost: a call reads the keys of all elements, in
// order, and the rows of those that are met; so calls should be few and large.
#include <fmt/format.h>

#include <numeric>

#include "core/closure/space.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/disk/candidate_table.hpp"
#include "semigroup/disk/make.hpp"
#include "semigroup/disk/partition.hpp"
#include "semigroup/kinds/kind_space.hpp"
#include "semigroup/kinds/points.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kRecordSteps = 64;  // of a record that is read, for the stop check

/// How the memory is shared out.
struct DiskShares {
  std::size_t partition_bits = 0;
  std::size_t buffer = 0;      // bytes, for each of the writers of a call; and for readers
  std::size_t rows = 0;        // read at a time; and products that are formed
  std::size_t table = 0;       // different products of a bucket
  std::size_t candidates = 0;  // of a call

  std::size_t partitions() const { return std::size_t{1} << partition_bits; }
};
/// `candidate_bytes`: what is held for each candidate of a call. Throws ResourceError if the memory does not suffice.
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
  // Buckets differ in size: a table has room for a third more than the mean.
  const std::size_t entry = CandidateTable::bytes_for_one(row_bytes);
  const std::size_t rest = 6 * eighth;
  shares.candidates = std::min(kMostCandidates, rest / (candidate_bytes + 4 * entry / (3 * shares.partitions()) + 1));
  shares.table = std::min<std::size_t>((rest - shares.candidates * candidate_bytes) / entry, ~std::uint32_t{0} - 1);
  return shares;
}

template <closure::RowSpace S>
class DiskBackend final : public Backend {
  using Cell = typename S::Cell;

 public:
  /// `first` is the row of the empty word.
  DiskBackend(S space, const Generators& generators, std::span<const Point> first, const DiskSetup& setup)
      : space_(std::move(space)),
        letters_(generators.count()),
        monoid_(generators.monoid),
        threads_(resolve_threads(setup.threads)),
        mask_(setup.fingerprint_mask),
        shares_(share_out(setup.memory, row_bytes(), candidate_bytes(setup.results, generators.count()))) {
    const std::vector<std::string> folders = scratch_folder_list(setup.scratch, {});
    partitions_.reserve(shares_.partitions());
    for (std::size_t p = 0; p < shares_.partitions(); ++p) {
      partitions_.emplace_back(folders[p % folders.size()], row_bytes());
    }
    std::vector<Cell> identity(space_.cells());
    space_.code(first, identity.data());
    const std::uint64_t print = fingerprint(identity.data());
    const Key key = Key::make(print, 0);
    Partition& home = partitions_[partition_of(print)];
    home.stage(
        std::span(&key, 1), [&](std::size_t) { return std::as_bytes(std::span(identity)); }, shares_.buffer);
    home.renumber([](Index) { return Index{0}; }, shares_.buffer);
    home.commit();
  }

  void watch(RunControl& run) override { check_ = StopCheck(run); }
  Expansion expand(const Candidates& candidates, bool want_results) override {
    const Batch batch(candidates, letters_, 0, Batch::count(candidates, letters_));
    if (batch.size() == 0) return {};
    if (size_ + batch.size() >= kNoIndex) throw ResourceError("there are more than 4294967294 elements, which is the limit");
    prepare(batch.size(), want_results);
    try {
      deal(candidates);
      for (Partition& partition : partitions_) {
        absorb(partition, 0, 0);
        partition.bucket().truncate(0);
      }
      number(batch);
    } catch (...) {
      discard();
      throw;
    }
    for (Partition& partition : partitions_) partition.commit();
    size_ += static_cast<Index>(prefixes_.size());
    return {prefixes_, new_letters_, results_};
  }

  std::size_t batch() const override { return std::max<std::size_t>(1, shares_.candidates / letters_); }
  std::size_t product_bytes() const override { return 2; }  // of words, if one is new; the working memory is taken from the start
  Index size() const override { return size_; }

  void read_rows(Index first, Index last, std::span<Point> rows) const override {
    for_each_block(first, last, [&](std::span<const Key> keys, const Cell* block) {
      for (std::size_t k = 0; k < keys.size(); ++k) {
        const std::size_t columns = space_.columns();
        space_.read(block + k * space_.cells(), rows.subspan((keys[k].index - first) * columns, columns));
      }
    });
  }

  std::optional<Index> find(std::span<const Point> images) const override {
    std::vector<Cell> row(space_.cells());
    space_.code(images, row.data());
    const std::uint64_t print = fingerprint(row.data());
    const Partition& partition = partitions_[partition_of(print)];
    RecordReader keys = partition.read_keys(shares_.buffer);
    std::vector<Cell> known(space_.cells());
    for (std::uint64_t k = 0; k < partition.count(); ++k) {
      const Key key = key_at(keys, k);
      if (key.fingerprint() != print || !is_element(key.index)) continue;
      partition.read_rows(k, std::as_writable_bytes(std::span(known)));
      if (known == row) return key.index;
    }
    return std::nullopt;
  }

  std::uint64_t count_idempotents(Index first, Index last) const override {
    std::vector<std::uint64_t> counts(threads_, 0);
    for_each_block(first, last, [&](std::span<const Key> keys, const Cell* block) {
      parallel_ranges(keys.size(), threads_, 64, [&](Range range, unsigned thread) {
        for (std::size_t k = range.begin; k < range.end; ++k) {
          counts[thread] += space_.idempotent(block + k * space_.cells()) ? 1 : 0;
        }
      });
    });
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }

  std::uint64_t memory() const override {
    std::uint64_t bytes = first_.memory() + linked_.memory();
    bytes +=
        prefixes_.capacity() * sizeof(Index) + new_letters_.capacity() * sizeof(Letter) + results_.capacity() * sizeof(Index);
    for (const Partition& partition : partitions_) bytes += partition.memory();
    return bytes;
  }
  Exactness exactness() const override { return Exactness::compared_on_disk; }
  std::string_view name() const override { return "disk"; }

 private:
  static constexpr std::size_t kHead = sizeof(std::uint64_t) + sizeof(std::uint32_t);  // of a candidate: fingerprint, place

  /// Marks, prefix and letter; the result and its mark; and the caller's list of products, if there is one.
  static std::size_t candidate_bytes(bool results, std::size_t letters) {
    return results ? 24 : 8 + 8 / std::max<std::size_t>(letters, 1);
  }
  std::size_t row_bytes() const { return space_.cells() * sizeof(Cell); }
  std::size_t record_bytes() const { return kHead + row_bytes(); }
  std::uint64_t fingerprint(const Cell* row) const { return space_.hash(row) & mask_; }
  std::size_t partition_of(std::uint64_t print) const {
    return shares_.partition_bits == 0 ? 0 : print >> (64 - shares_.partition_bits);
  }
  /// The empty word is in the files, but no product is equal to it if it is not an element.
  bool is_element(Index index) const { return index != 0 || monoid_; }
  static Key key_at(RecordReader& keys, std::uint64_t k) {
    Key key{};
    std::memcpy(&key, keys[k], sizeof(Key));
    return key;
  }

  /// visit(keys, rows) for elements first..last-1, a block at a time, partition by partition.
  template <class Visit>
  void for_each_block(Index first, Index last, const Visit& visit) const {
    std::vector<Key> keys;
    std::vector<Cell> rows;
    for (const Partition& partition : partitions_) {
      partition.for_each_stretch(first, last, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t at = begin; at < end; at += keys.size()) {
          keys.resize(static_cast<std::size_t>(std::min<std::uint64_t>(shares_.rows, end - at)));
          rows.resize(keys.size() * space_.cells());
          partition.read_keys(at, keys);
          partition.read_rows(at, std::as_writable_bytes(std::span(rows)));
          visit(std::span<const Key>(keys), rows.data());
        }
      });
    }
  }

  void prepare(std::size_t candidates, bool want_results) {
    for (Partition& partition : partitions_) partition.discard();  // what a failed call could not
    prefixes_.clear();
    new_letters_.clear();
    results_.clear();
    first_.reset(candidates);
    want_results_ = want_results;
    if (!want_results) return;
    results_.resize(candidates);
    linked_.reset(candidates);
  }

  /// A product to be formed: a row of the block at hand, a letter, its place among the candidates.
  struct Item {
    std::uint32_t row;
    std::uint32_t place;
    Letter letter;
  };
  /// Forms the candidates and deals them to the buckets.
  void deal(const Candidates& candidates) {
    std::vector<RecordWriter> buckets;
    for (Partition& partition : partitions_) buckets.emplace_back(partition.bucket(), shares_.buffer);
    std::vector<Item> items;
    items.reserve(shares_.rows);
    std::vector<std::byte> records(shares_.rows * record_bytes());
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
        if (items.size() == shares_.rows) deal_items();
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
  void form(std::span<const Item> items, const Cell* rows, std::vector<std::byte>& records) {
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

  /// Takes in the candidates of a bucket whose fingerprints have, after the partition's bits, `depth` bits that are `value`.
  void absorb(Partition& partition, unsigned depth, std::uint64_t value) {
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
  /// Puts the different candidates into the table; false where they are too many. Of equal ones the later is linked to the
  /// earlier.
  bool load(Partition& partition, unsigned depth, std::uint64_t value, CandidateTable& table) {
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
  void compare(const Partition& partition, CandidateTable& table) {
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
  void settle(Partition& partition, CandidateTable& table) {
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
  void number(const Batch& batch) {
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
  void discard() noexcept {
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

  S space_;
  std::size_t letters_;
  bool monoid_;
  unsigned threads_;
  std::uint64_t mask_;
  DiskShares shares_;
  std::vector<Partition> partitions_;
  Index size_ = 1;
  StopCheck check_;  // of the run that called last
  // of the call
  bool want_results_ = false;
  closure::CandidateMarks first_;   // candidates that are new elements, and the first of their equals
  closure::CandidateMarks linked_;  // candidates whose result is an earlier candidate, whose result is theirs
  std::vector<Index> prefixes_;
  std::vector<Letter> new_letters_;
  std::vector<Index> results_;
};

}  // namespace

std::unique_ptr<Backend> make_disk_backend(const Generators& generators, std::span<const Point> tracked, const DiskSetup& setup) {
  const auto with_space = [&](auto space) -> std::unique_ptr<Backend> {
    return std::make_unique<DiskBackend<decltype(space)>>(std::move(space), generators, tracked, setup);
  };
  if (!generators.kind.is_transformation()) return with_space(KindRowSpace(generators));
  return with_width_for(generators.degree,
                        [&](auto point) { return with_space(Points<decltype(point)>(generators, tracked.size())); });
}

}  // namespace wreath::semigroup
