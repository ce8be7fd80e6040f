// SPDX-License-Identifier: MIT
//
// Codes on disk, for searches whose codes do not fit the memory: delayed detection of duplicates, part by part.
//
// The upper bits of its hash say which part a code belongs to. A level is made in two passes. First the last level is read, and
// its products are written, each to the file of its part. Then each part by itself is freed of duplicates: a table that fits the
// memory takes the codes of the levels before, and then the products; those that were not there are the part's share of the new
// level. If the moves are undirected the levels before are the last two; otherwise all. A part that is too large for the memory
// is read several times, and each time a share of its codes is looked at.
//
// Every file is read and written once in order for each pass (core/io/bucket_file.hpp), while the cores compute: per level the
// last level twice, the one before once, the products written and read once, the new level written.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

#include "core/io/async_io.hpp"
#include "core/io/bucket_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/units.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::size_t kParts = 64;
constexpr unsigned kPartShift = 64 - 6;
constexpr std::size_t kStagedCodes = 256;                      // of a part, that a thread writes at once
constexpr std::size_t kProductsAtOnce = std::size_t{1} << 13;  // of one thread

template <std::size_t Words>
using Keys = std::span<const Key<Words>>;

/// Codes in parts, in a file without a name. What a part has at its end, if it is little, stays in memory: small levels are not
/// worth a disk.
template <unsigned Words>
class CodeParts {
 public:
  CodeParts(AsyncIo& io, BufferPool& pool, const std::string& folder) : io_(io), pool_(pool), folder_(folder) {}
  ~CodeParts() {
    if (disk_) disk_->buckets.wait_quietly();
    for (Part& part : parts_) {
      if (part.memory != nullptr) pool_.give(part.memory);
    }
  }
  CodeParts(const CodeParts&) = delete;
  CodeParts& operator=(const CodeParts&) = delete;

  /// From any thread.
  void add(std::size_t to, Keys<Words> keys) {
    Part& part = parts_[to];
    const std::lock_guard lock(part.mutex);
    while (!keys.empty()) {
      if (part.memory == nullptr) part.memory = pool_.take();
      const std::size_t n = std::min(keys.size(), (pool_.buffer_bytes() - part.bytes) / sizeof(Key<Words>));
      std::memcpy(part.memory + part.bytes, keys.data(), n * sizeof(Key<Words>));
      part.bytes += n * sizeof(Key<Words>);
      part.count += n;
      keys = keys.subspan(n);
      if (pool_.buffer_bytes() - part.bytes < sizeof(Key<Words>)) flush(to);
    }
  }
  /// A part has all that it gets.
  void close(std::size_t to) {
    Part& part = parts_[to];
    if (part.memory == nullptr) return;
    if (part.bytes > kSmallTail) return flush(to);
    part.tail.resize(part.bytes / sizeof(Key<Words>));
    std::memcpy(part.tail.data(), part.memory, part.bytes);
    pool_.give(std::exchange(part.memory, nullptr));
    part.bytes = 0;
  }
  void finish() {
    for (std::size_t part = 0; part < kParts; ++part) close(part);
    if (disk_) disk_->buckets.wait();
  }

  std::uint64_t size(std::size_t part) const { return parts_[part].count; }
  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_) sum += part.count;
    return sum;
  }

  /// visit(keys) for a part's codes, in the order in which they were added: one piece is read while another is visited.
  template <class Visit>
  void for_each(std::size_t part, const Visit& visit) const {
    if (disk_ && !disk_->buckets.chain(part).empty()) visit_pieces(part, visit);
    if (!parts_[part].tail.empty()) visit(Keys<Words>(parts_[part].tail));
  }

 private:
  static constexpr std::size_t kSmallTail = std::size_t{1} << 14;
  struct Part {
    std::mutex mutex;
    std::byte* memory = nullptr;
    std::size_t bytes = 0;
    std::uint64_t count = 0;
    std::vector<Key<Words>> tail;
  };
  struct Disk {
    Disk(AsyncIo& io, const std::string& folder, std::size_t bytes)
        : files{DirectFile::nameless(folder)}, buckets(io, files, kParts, bytes) {}
    std::array<DirectFile, 1> files;
    BucketFile buckets;
  };

  void flush(std::size_t to) {
    Part& part = parts_[to];
    const std::lock_guard lock(append_);
    if (!disk_) disk_ = std::make_unique<Disk>(io_, folder_, pool_.buffer_bytes());
    disk_->buckets.check();
    disk_->buckets.append(to, std::exchange(part.memory, nullptr), std::exchange(part.bytes, 0), pool_);
  }
  template <class Visit>
  void visit_pieces(std::size_t part, const Visit& visit) const {
    const BucketFile& buckets = disk_->buckets;
    const auto chain = buckets.chain(part);
    struct Lent {
      BufferPool& pool;
      std::array<std::byte*, 2> memory;
      ~Lent() {
        for (std::byte* buffer : memory) pool.give(buffer);
      }
    };
    const Lent lent{pool_, {pool_.take(), pool_.take()}};
    std::array<Transfers, 2> reads;  // whose end waits for them, before the buffers are given back
    buckets.read(chain[0], lent.memory[0], reads[0]);
    for (std::size_t i = 0; i < chain.size(); ++i) {
      if (i + 1 < chain.size()) buckets.read(chain[i + 1], lent.memory[(i + 1) % 2], reads[(i + 1) % 2]);
      reads[i % 2].wait();
      visit(Keys<Words>(reinterpret_cast<const Key<Words>*>(lent.memory[i % 2]), chain[i].bytes / sizeof(Key<Words>)));
    }
  }

  AsyncIo& io_;
  BufferPool& pool_;
  std::string folder_;
  std::mutex append_;
  std::unique_ptr<Disk> disk_;  // none yet
  std::array<Part, kParts> parts_;
};

template <unsigned Words>
class DiskCodeLevels final : public CodeLevels {
 public:
  DiskCodeLevels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels, const Machine& machine,
                 std::uint64_t memory)
      : moves_(std::move(moves)),
        keep_levels_(keep_levels || !moves_->undirected()),
        threads_(resolve_threads(machine.threads)),
        memory_(memory),
        folders_(machine.scratch, {}),
        pool_(buffers(), buffer_bytes(memory)),
        io_(tuning::kDiskThreads) {
    std::vector<Key<Words>> keys;
    for (std::size_t at = 0; at < starts.size(); at += Words) keys.push_back(code_at(starts.data() + at));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    levels_.push_back(make_parts());
    for (const Key<Words>& key : keys) levels_[0]->add(part_of(hash_of(key)), {&key, 1});
    levels_[0]->finish();
    sizes_.push_back(keys.size());
  }

  std::uint64_t expand(RunControl& run) override {
    const auto products = make_parts();
    for (const Key<Words>& key : added_) products->add(part_of(hash_of(key)), {&key, 1});
    expand_last(*products, run);
    auto next = make_parts();
    take_new(*products, *next, run);
    const std::uint64_t found = next->size();
    added_.clear();
    if (found == 0) return 0;
    levels_.push_back(std::move(next));
    sizes_.push_back(found);
    if (!keep_levels_ && levels_.size() > 2) levels_[levels_.size() - 3].reset();
    return found;
  }

  /// They are put among the products when the level is made.
  void add(const CodeList& codes, RunControl&) override {
    for (std::size_t at = 0; at < codes.size(); at += Words) added_.push_back(code_at(codes.data() + at));
  }
  bool restart(const std::uint64_t*) override { throw InternalError("a search on disk is not restarted"); }

  std::uint64_t count() const override { return sizes_.size(); }
  std::uint64_t size(std::uint64_t level) const override { return sizes_[level]; }
  bool keeps(std::uint64_t level) const override { return levels_[level] != nullptr; }
  void read(std::uint64_t level, std::uint64_t from, std::span<std::uint64_t> codes) const override {
    std::uint64_t at = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
      if (at >= from + codes.size() / Words || at + levels_[level]->size(part) <= from) {
        at += levels_[level]->size(part);
        continue;
      }
      levels_[level]->for_each(part, [&](Keys<Words> keys) {
        for (const Key<Words>& key : keys) {
          if (at >= from && at - from < codes.size() / Words) std::copy_n(key.words, Words, codes.data() + (at - from) * Words);
          ++at;
        }
      });
    }
  }
  bool has(std::uint64_t level, const std::uint64_t* code) const override {
    if (!keeps(level)) return false;
    const Key<Words> wanted = code_at(code);
    bool found = false;
    levels_[level]->for_each(part_of(hash_of(wanted)),
                             [&](Keys<Words> keys) { found = found || std::ranges::find(keys, wanted) != keys.end(); });
    return found;
  }
  std::optional<CodeStep> step_to(std::uint64_t level, const std::uint64_t* code, RunControl& run) const override {
    const Key<Words> wanted = code_at(code);
    std::optional<CodeStep> step;
    const std::size_t piece = codes_at_once();
    std::vector<Key<Words>> made(piece * moves_->moves());
    for (std::size_t part = 0; part < kParts && !step; ++part) {
      levels_[level]->for_each(part, [&](Keys<Words> keys) {
        for (std::size_t begin = 0; begin < keys.size() && !step; begin += piece) {
          if (run.should_stop()) throw Stopped{};
          const std::size_t n = std::min(piece, keys.size() - begin);
          moves_->act(keys[begin].words, n, made.front().words);
          const Keys<Words> products = Keys<Words>(made).first(n * moves_->moves());
          const auto at = static_cast<std::size_t>(std::ranges::find(products, wanted) - products.begin());
          if (at == products.size()) continue;
          const Key<Words>& from = keys[begin + at % n];
          step = CodeStep{{from.words, from.words + Words}, static_cast<unsigned>(at / n)};
        }
      });
    }
    return step;
  }

  void save(ByteWriter& into) const override {
    into.put(std::uint64_t{0});
    into.put_all(std::span<const std::uint64_t>(sizes_));
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      into.put(keeps(level) ? sizes_[level] : std::uint64_t{0});
      put_codes(into, level);
    }
    into.put(std::uint64_t{0});  // none of the level that is being made
    std::uint64_t known = 0;
    for (std::size_t level = 0; level < levels_.size(); ++level) known += keeps(level) ? sizes_[level] : 0;
    into.put(known + (older_ ? older_->size() : 0));
    for (std::size_t level = 0; level < levels_.size(); ++level) put_codes(into, level);
    if (older_) put_codes(into, *older_);
  }
  void restore(ByteReader& from) override {
    (void)from.number();  // the part of a level that was made is made again
    from.array_into<std::uint64_t>(sizes_);
    levels_.clear();
    for (const std::uint64_t size : sizes_) {
      const std::span<const std::byte> codes = from.array<Key<Words>>();
      levels_.push_back(codes.size() == size * sizeof(Key<Words>) ? make_parts() : nullptr);
      if (levels_.back()) add_all(*levels_.back(), codes);
    }
    if (levels_.empty() || !levels_.back()) from.fail("the checkpoint does not fit this search");
    const std::span<const std::byte> fresh = from.array<Key<Words>>();
    const std::uint64_t known = from.number();
    const std::span<const std::byte> all = from.take(known * sizeof(Key<Words>));
    const bool complete = std::ranges::all_of(levels_, [](const auto& level) { return level != nullptr; });
    if (!complete && !moves_->undirected()) take_older(all, fresh);
  }
  std::uint64_t memory() const override { return memory_; }
  DiskTraffic traffic() const override { return {read_, written_, read_ + written_}; }

 private:
  using Parts = CodeParts<Words>;

  static std::size_t part_of(std::uint64_t hash) { return hash >> kPartShift; }
  std::size_t codes_at_once() const { return std::max<std::size_t>(1, kProductsAtOnce / moves_->moves() / Words); }
  static Key<Words> code_at(const std::uint64_t* words) {
    Key<Words> key;
    std::copy_n(words, Words, key.words);
    return key;
  }
  /// One for each part that is written, those that a thread reads and writes, and as many on their way to the disk.
  std::size_t buffers() const { return kParts + 6 * threads_ + kParts / 2; }
  std::size_t buffer_bytes(std::uint64_t memory) const {
    const std::uint64_t each = memory / 4 / buffers();
    return static_cast<std::size_t>(disk_floor(std::clamp<std::uint64_t>(each, kDiskBlock * 4, std::uint64_t{1} << 19)));
  }
  std::unique_ptr<Parts> make_parts() { return std::make_unique<Parts>(io_, pool_, folders_.paths()[0]); }
  void add_all(Parts& into, std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Key<Words>)) {
      Key<Words> key;
      std::memcpy(&key, bytes.data() + at, sizeof key);
      into.add(part_of(hash_of(key)), {&key, 1});
    }
    into.finish();
  }
  /// All codes but those of the level that is being made, which will be made again.
  void take_older(std::span<const std::byte> all, std::span<const std::byte> fresh) {
    const auto known = make_parts();
    const auto made = make_parts();
    add_all(*known, all);
    add_all(*made, fresh);
    older_ = make_parts();
    for (std::size_t part = 0; part < kParts; ++part) {
      StateTable<Words> table;
      made->for_each(part, [&](Keys<Words> keys) { take(table, keys, 1, 0, nullptr, part); });
      known->for_each(part, [&](Keys<Words> keys) { take(table, keys, 1, 0, older_.get(), part); });
    }
    older_->finish();
  }
  void put_codes(ByteWriter& into, std::size_t level) const {
    if (!keeps(level)) return;
    if (into.is_counting()) return into.skip(sizes_[level] * sizeof(Key<Words>));
    put_codes(into, *levels_[level]);
  }
  static void put_codes(ByteWriter& into, const Parts& parts) {
    if (into.is_counting()) return into.skip(parts.size() * sizeof(Key<Words>));
    for (std::size_t part = 0; part < kParts; ++part) parts.for_each(part, [&](Keys<Words> keys) { into.put_items(keys); });
  }

  /// What one thread has made and not yet added, by part.
  struct Staged {
    std::array<std::array<Key<Words>, kStagedCodes>, kParts> keys;
    std::array<std::size_t, kParts> counts{};
  };

  void expand_last(Parts& products, RunControl& run) {
    const Parts& last = *levels_.back();
    const std::size_t moves = moves_->moves();
    const std::size_t piece = codes_at_once();
    std::atomic<bool> stopped = false;
    std::vector<std::unique_ptr<Staged>> staging(threads_);
    std::vector<std::vector<Key<Words>>> making(threads_);
    parallel_chunks(kParts, 1, threads_, [&](Range, std::size_t part, unsigned thread) {
      if (stopped || last.size(part) == 0) return;
      if (!staging[thread]) staging[thread] = std::make_unique<Staged>();
      Staged* staged = staging[thread].get();
      std::vector<Key<Words>>& made = making[thread];
      made.resize(piece * moves);
      last.for_each(part, [&](Keys<Words> keys) {
        if (stopped || run.should_stop()) {
          stopped = true;
          return;
        }
        for (std::size_t at = 0; at < keys.size(); at += piece) {
          const std::size_t n = std::min(piece, keys.size() - at);
          moves_->act(keys[at].words, n, made.front().words);
          for (std::size_t k = 0; k < n * moves; ++k) {
            const std::size_t to = part_of(hash_of(made[k]));
            staged->keys[to][staged->counts[to]++] = made[k];
            if (staged->counts[to] == kStagedCodes) add(products, *staged, to);
          }
        }
      });
    });
    if (stopped) throw Stopped{};
    for (const auto& staged : staging) {
      for (std::size_t to = 0; staged && to < kParts; ++to) add(products, *staged, to);
    }
    products.finish();
    count_traffic(last.size(), products.size());
  }
  static void add(Parts& into, Staged& staged, std::size_t part) {
    into.add(part, Keys<Words>(staged.keys[part]).first(std::exchange(staged.counts[part], 0)));
  }

  void take_new(const Parts& products, Parts& next, RunControl& run) {
    std::atomic<bool> stopped = false;
    std::atomic<std::uint64_t> read = 0;
    std::vector<StateTable<Words>> tables(threads_);
    parallel_chunks(kParts, 1, threads_, [&](Range, std::size_t part, unsigned thread) {
      if (products.size(part) == 0) return;
      std::uint64_t known = older_ ? older_->size(part) : 0;
      const std::size_t first = moves_->undirected() && levels_.size() > 2 ? levels_.size() - 2 : 0;
      for (std::size_t level = first; level < levels_.size(); ++level) known += levels_[level] ? levels_[level]->size(part) : 0;
      const std::uint64_t needed = (known + products.size(part)) * sizeof(Key<Words>) * 3;
      const std::uint64_t passes = needed / (memory_ / 2 / threads_) + 1;
      StateTable<Words>& table = tables[thread];
      for (std::uint64_t pass = 0; pass < passes && !stopped; ++pass) {
        table.clear((known + products.size(part) / 2) / passes);
        const auto each = [&](Keys<Words> keys, bool is_new) {
          if (stopped || run.should_stop()) {
            stopped = true;
            return;
          }
          take(table, keys, passes, pass, is_new ? &next : nullptr, part);
        };
        if (older_) older_->for_each(part, [&](Keys<Words> keys) { each(keys, false); });
        for (std::size_t level = first; level < levels_.size(); ++level) {
          if (levels_[level]) levels_[level]->for_each(part, [&](Keys<Words> keys) { each(keys, false); });
        }
        products.for_each(part, [&](Keys<Words> keys) { each(keys, true); });
      }
      next.close(part);
      read += passes * (known + products.size(part));
    });
    if (stopped) throw Stopped{};
    next.finish();
    count_traffic(read, next.size());
  }
  static void take(StateTable<Words>& table, Keys<Words> keys, std::uint64_t passes, std::uint64_t pass, Parts* next,
                   std::size_t part) {
    constexpr std::size_t kAhead = 12;
    std::array<Key<Words>, kStagedCodes> fresh;
    std::size_t count = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i + kAhead < keys.size()) table.prefetch(hash_of(keys[i + kAhead]));
      const std::uint64_t hash = hash_of(keys[i]);
      if (passes != 1 && (hash >> 32) % passes != pass) continue;
      if (!table.insert(keys[i], hash) || next == nullptr) continue;
      fresh[count++] = keys[i];
      if (count == kStagedCodes) next->add(part, Keys<Words>(fresh).first(std::exchange(count, 0)));
    }
    if (next != nullptr) next->add(part, Keys<Words>(fresh).first(count));
  }
  void count_traffic(std::uint64_t read, std::uint64_t written) {
    read_ += read * sizeof(Key<Words>);
    written_ += written * sizeof(Key<Words>);
  }

  std::vector<Key<Words>> added_;  // to the level that is made next
  std::shared_ptr<const CodeMoves> moves_;
  bool keep_levels_;
  unsigned threads_;
  std::uint64_t memory_;
  ScratchFolders folders_;
  mutable BufferPool pool_;
  AsyncIo io_;
  std::vector<std::unique_ptr<Parts>> levels_;  // null if one is not kept
  std::vector<std::uint64_t> sizes_;            // of the levels
  std::unique_ptr<Parts> older_;                // of a search that began in memory: all codes that it knew, if they are needed
  std::uint64_t read_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace

std::unique_ptr<CodeLevels> make_disk_code_levels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts,
                                                  bool keep_levels, const Machine& machine, std::uint64_t memory) {
  return with_key_words(moves->words(), [&](auto words) -> std::unique_ptr<CodeLevels> {
    return std::make_unique<DiskCodeLevels<words.value>>(std::move(moves), starts, keep_levels, machine, memory);
  });
}

}  // namespace wreath::orbit
