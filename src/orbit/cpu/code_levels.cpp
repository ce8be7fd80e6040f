// SPDX-License-Identifier: MIT
//
// Codes in hash tables, on all cores.
//
// The codes are shared out by their hashes among tables that know nothing of one another. A batch of the last level is expanded
// on all threads, each of which sorts the products by their table; then each table takes its products, one thread at a time.
// No table is locked, and what is found does not depend on the number of threads.
#include "orbit/code_levels.hpp"

#include <algorithm>

#include "core/parallel/loops.hpp"
#include "core/run/batch_pace.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;
constexpr std::size_t kProductsAtOnce = std::size_t{1} << 13;  // of one thread, in its caches
constexpr std::size_t kPrefetched = 12;                        // look-ups under way

template <unsigned Words>
class CpuCodeLevels final : public CodeLevels {
 public:
  CpuCodeLevels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels, unsigned threads,
                bool may_forget)
      : moves_(std::move(moves)),
        keep_levels_(keep_levels),
        may_forget_(may_forget && moves_->undirected()),
        threads_(resolve_threads(threads)),
        tables_(tuning::kKeyTables),
        fresh_(tuning::kKeyTables),
        pace_(tuning::kLeastKeyBatch, tuning::kKeyBatch, tuning::kKeySeconds) {
    levels_.emplace_back();
    for (std::size_t at = 0; at < starts.size(); at += Words) {
      const Key<Words> key = code_at(starts.data() + at);
      if (insert(key)) levels_[0].push_back(key);
    }
    sizes_.push_back(levels_[0].size());
  }

  std::uint64_t expand(RunControl& run) override {
    const std::vector<Key<Words>>& last = levels_.back();
    while (done_ < last.size()) {
      if (run.should_stop()) throw Stopped{};
      const std::size_t end = take_batch(run);
      pace_.run((end - done_) * moves_->moves(), [&] { expand_batch(done_, end); });
      done_ = end;
    }
    // If nothing new was found, the last level stays the last one: it may be listed.
    std::size_t found = 0;
    for (const auto& keys : fresh_) found += keys.size();
    if (found == 0) return 0;
    std::vector<Key<Words>> next;
    next.reserve(found);
    for (auto& keys : fresh_) {
      next.insert(next.end(), keys.begin(), keys.end());
      std::vector<Key<Words>>().swap(keys);
    }
    add_level(std::move(next));
    return found;
  }

  void add(const CodeList& codes, RunControl& run) override {
    std::uint64_t needed = 0;
    for (const auto& table : tables_) needed += table.growth_for(codes.size() / Words / tuning::kKeyTables);
    if (needed >= kLeastMemory && needed > run.memory_left() && !forget())
      throw MemoryError("the tables of states need " + format_bytes(needed) + " more; raise " + option("memory"));
    for (std::size_t at = 0; at < codes.size(); at += Words) {
      const Key<Words> key = code_at(codes.data() + at);
      if (insert(key)) fresh_[table_of(hash_of(key))].push_back(key);
    }
  }

  bool restart(const std::uint64_t* code) override {
    const Key<Words> key = code_at(code);
    if (!insert(key)) return false;
    levels_.assign(1, {key});
    sizes_.assign(1, 1);
    done_ = 0;
    return true;
  }

  std::uint64_t count() const override { return sizes_.size(); }
  std::uint64_t size(std::uint64_t level) const override { return sizes_[level]; }
  bool keeps(std::uint64_t level) const override { return levels_[level].size() == sizes_[level]; }
  void read(std::uint64_t level, std::uint64_t from, std::span<std::uint64_t> codes) const override {
    std::copy_n(levels_[level].front().words + from * Words, codes.size(), codes.data());
  }
  bool has(std::uint64_t level, const std::uint64_t* code) const override {
    return std::ranges::find(levels_[level], code_at(code)) != levels_[level].end();
  }
  std::optional<CodeStep> step_to(std::uint64_t level, const std::uint64_t* code, RunControl& run) const override {
    const Key<Words> target = code_at(code);
    const std::vector<Key<Words>>& from = levels_[level];
    const std::size_t piece = codes_at_once();
    std::vector<Key<Words>> products(piece * moves_->moves());
    for (std::size_t begin = 0; begin < from.size(); begin += piece) {
      if (run.should_stop()) throw Stopped{};
      const std::size_t n = std::min(piece, from.size() - begin);
      moves_->act(from[begin].words, n, products.front().words);
      const auto found = std::find(products.begin(), products.begin() + static_cast<std::ptrdiff_t>(n * moves_->moves()), target);
      const auto at = static_cast<std::size_t>(found - products.begin());
      if (at == n * moves_->moves()) continue;
      const Key<Words>& source = from[begin + at % n];
      return CodeStep{{source.words, source.words + Words}, static_cast<unsigned>(at / n)};
    }
    return std::nullopt;
  }

  void save(ByteWriter& into) const override {
    into.put(static_cast<std::uint64_t>(done_));
    into.put_all(std::span<const std::uint64_t>(sizes_));
    for (const auto& keys : levels_) into.put_all(std::span<const Key<Words>>(keys));
    std::uint64_t found = 0;
    for (const auto& keys : fresh_) found += keys.size();
    into.put(found);
    for (const auto& keys : fresh_) into.put_items(std::span<const Key<Words>>(keys));
    std::uint64_t known = 0;
    for (const auto& table : tables_) known += table.size();
    into.put(known);
    for (const auto& table : tables_) {
      if (into.is_counting()) {
        into.skip(table.size() * sizeof(Key<Words>));
      } else {
        table.for_each([&](const Key<Words>& key) { into.put(key); });
      }
    }
  }
  void restore(ByteReader& from) override {
    done_ = from.number();
    from.array_into<std::uint64_t>(sizes_);
    levels_.assign(sizes_.size(), {});
    for (auto& keys : levels_) from.array_into<Key<Words>>(keys);
    std::vector<Key<Words>> found;
    from.array_into<Key<Words>>(found);
    for (auto& keys : fresh_) keys.clear();
    for (const Key<Words>& key : found) fresh_[table_of(hash_of(key))].push_back(key);
    for (auto& table : tables_) table.clear();
    const std::uint64_t known = from.number();
    for (std::uint64_t i = 0; i < known; ++i) insert(from.value<Key<Words>>());
    if (levels_.empty() || done_ > levels_.back().size()) from.fail("the checkpoint does not fit this search");
  }
  std::uint64_t memory() const override {
    std::uint64_t bytes = 0;
    for (const auto& keys : levels_) bytes += keys.capacity() * sizeof(Key<Words>);
    for (std::size_t t = 0; t < tuning::kKeyTables; ++t) bytes += tables_[t].bytes() + fresh_[t].capacity() * sizeof(Key<Words>);
    return bytes;
  }

 private:
  static std::size_t table_of(std::uint64_t hash) { return hash >> 58; }
  static Key<Words> code_at(const std::uint64_t* words) {
    Key<Words> key;
    std::copy_n(words, Words, key.words);
    return key;
  }
  bool insert(const Key<Words>& key) {
    const std::uint64_t hash = hash_of(key);
    return tables_[table_of(hash)].insert(key, hash);
  }
  std::size_t codes_at_once() const { return std::max<std::size_t>(1, kProductsAtOnce / moves_->moves() / Words); }

  void add_level(std::vector<Key<Words>> next) {
    levels_.push_back(std::move(next));
    sizes_.push_back(levels_.back().size());
    done_ = 0;
    const std::size_t needed = moves_->undirected() ? 2 : 1;  // to forget the others
    if (!keep_levels_ && levels_.size() > needed) std::vector<Key<Words>>().swap(levels_[levels_.size() - 1 - needed]);
  }

  /// The end of a batch for which there is memory: if need be a smaller one, or after forgetting. Throws MemoryError.
  std::size_t take_batch(RunControl& run) {
    for (bool asked = false;; asked = true) {
      const std::size_t end =
          std::min<std::uint64_t>(levels_.back().size(), done_ + std::max<std::uint64_t>(1, pace_.size() / moves_->moves()));
      const std::uint64_t products = (end - done_) * moves_->moves();
      std::uint64_t needed = 2 * products * sizeof(Key<Words>);
      for (const auto& keys : fresh_) needed += keys.size() * sizeof(Key<Words>);  // which will be joined
      for (const auto& table : tables_) needed += table.growth_for(products / tuning::kKeyTables);
      unlooked_ += products * sizeof(Key<Words>);
      if (!asked && needed < kLeastMemory && unlooked_ < kLeastMemory) return end;  // asking the system takes microseconds
      unlooked_ = 0;
      if (needed <= run.memory_left()) return end;
      if (pace_.shrink()) continue;
      if (forget()) {
        run.note_choice("codes", "last levels", "the set of all states did not fit the memory");
      } else {
        throw MemoryError("the tables of states need " + format_bytes(needed) + " more, and " + format_bytes(run.memory_left()) +
                          " is left; raise " + option("memory"));
      }
    }
  }
  /// Leaves the last two levels and the new one in the tables; false if that is not allowed, or makes them little smaller.
  bool forget() {
    if (!may_forget_ || levels_.size() < 2) return false;
    const std::vector<Key<Words>>& last = levels_.back();
    const std::vector<Key<Words>>& before = levels_[levels_.size() - 2];
    std::uint64_t kept = last.size() + before.size();
    std::uint64_t known = 0;
    for (std::size_t t = 0; t < tuning::kKeyTables; ++t) {
      kept += fresh_[t].size();
      known += tables_[t].size();
    }
    if (kept > known / 2) return false;
    for (auto& table : tables_) table.clear();
    for (const Key<Words>& key : before) insert(key);
    for (const Key<Words>& key : last) insert(key);
    for (const auto& keys : fresh_) {
      for (const Key<Words>& key : keys) insert(key);
    }
    return true;
  }

  void expand_batch(std::size_t begin, std::size_t end) {
    if (threads_ == 1 || end - begin <= tuning::kKeysAlone) return expand_alone(begin, end);
    products_.resize(std::size_t{threads_} * tuning::kKeyTables);
    parallel_ranges(end - begin, threads_, 1, [&](Range range, unsigned thread) {
      std::vector<Key<Words>> made;
      for_products({begin + range.begin, begin + range.end}, made, [&](std::span<const Key<Words>> keys) {
        for (const Key<Words>& key : keys) products_[thread * tuning::kKeyTables + table_of(hash_of(key))].push_back(key);
      });
    });
    parallel_tasks(tuning::kKeyTables, threads_, [&](std::size_t table) {
      for (unsigned thread = 0; thread < threads_; ++thread) {
        std::vector<Key<Words>>& keys = products_[thread * tuning::kKeyTables + table];
        take(keys);
        keys.clear();
      }
    });
  }
  /// Without sorting by table: each table gets its products in the same order.
  void expand_alone(std::size_t begin, std::size_t end) {
    for_products({begin, end}, alone_, [&](std::span<const Key<Words>> keys) { take(keys); });
  }
  template <class Visit>
  void for_products(Range range, std::vector<Key<Words>>& made, const Visit& visit) const {
    const std::vector<Key<Words>>& last = levels_.back();
    const std::size_t moves = moves_->moves();
    const std::size_t piece = std::min(codes_at_once(), range.size());
    if (made.size() < piece * moves) made.resize(piece * moves);
    for (std::size_t i = range.begin; i < range.end; i += piece) {
      const std::size_t n = std::min(piece, range.end - i);
      moves_->act(last[i].words, n, made.front().words);
      std::size_t kept = 0;  // without those of moves that are not possible
      for (std::size_t m = 0; m < moves; ++m) {
        for (std::size_t k = 0; k < n; ++k) {
          if (!(made[m * n + k] == last[i + k])) made[kept++] = made[m * n + k];
        }
      }
      visit(std::span<const Key<Words>>(made).first(kept));
    }
  }
  void take(std::span<const Key<Words>> keys) {
    const auto prefetch = [&](std::size_t i) {
      const std::uint64_t hash = hash_of(keys[i]);
      tables_[table_of(hash)].prefetch(hash);
    };
    for (std::size_t i = 0; i < std::min(kPrefetched, keys.size()); ++i) prefetch(i);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i + kPrefetched < keys.size()) prefetch(i + kPrefetched);
      const std::uint64_t hash = hash_of(keys[i]);
      if (tables_[table_of(hash)].insert(keys[i], hash)) fresh_[table_of(hash)].push_back(keys[i]);
    }
  }

  std::shared_ptr<const CodeMoves> moves_;
  bool keep_levels_;
  bool may_forget_;
  unsigned threads_;
  std::vector<StateTable<Words>> tables_;
  std::vector<std::vector<Key<Words>>> levels_;    // the codes of a level, or none if they are not kept
  std::vector<std::uint64_t> sizes_;               // of the levels
  std::vector<std::vector<Key<Words>>> fresh_;     // of the level that is being made, by table
  std::vector<std::vector<Key<Words>>> products_;  // by thread and table
  std::vector<Key<Words>> alone_;                  // products of one thread
  std::size_t done_ = 0;                           // of the last level
  BatchPace pace_;                                 // of products
  std::uint64_t unlooked_ = 0;
};

}  // namespace

std::unique_ptr<CodeLevels> make_code_levels(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels,
                                             unsigned threads, bool may_forget) {
  return with_key_words(moves->words(), [&](auto words) -> std::unique_ptr<CodeLevels> {
    return std::make_unique<CpuCodeLevels<words.value>>(std::move(moves), starts, keep_levels, threads, may_forget);
  });
}

}  // namespace wreath::orbit
