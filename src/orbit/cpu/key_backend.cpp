// SPDX-License-Identifier: MIT
//
// Packed states in hash tables, on all cores.
//
// The states are shared out by their hashes among tables that know nothing of one another. A batch of the last level is expanded
// on all threads, each of which sorts the products by their table; then each table takes its products, one thread at a time.
// No table is locked, and what is found does not depend on the number of threads. A permutation of a group of known base is kept
// as the images of the base points, which determine it.
#include <algorithm>

#include "core/parallel/loops.hpp"
#include "core/run/memory.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/backend.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::uint64_t kLeastMemory = std::uint64_t{16} << 20;

template <std::size_t Words>
class KeyBackend final : public Backend {
 public:
  KeyBackend(const Generators& generators, const KeyCodec& codec, Start::Kind kind, const State& start,
             const StabilizerChain* chain, const Options& options)
      : generators_(generators),
        codec_(codec),
        moves_(generators, kind, codec.parts()),
        chain_(chain),
        threads_(resolve_threads(options.machine.threads)),
        tables_(tuning::kKeyTables),
        fresh_(tuning::kKeyTables) {
    const Key<Words> key = codec_.template pack<Words>(start.data());
    const std::uint64_t hash = hash_of(key);
    tables_[table_of(hash)].insert(key, hash);
    last_.push_back(key);
  }

  std::uint64_t expand(RunControl& run) override {
    while (done_ < last_.size()) {
      if (run.should_stop()) throw Stopped{};
      const std::size_t end =
          std::min(last_.size(), done_ + std::max<std::size_t>(1, tuning::kKeyBatch / (1 + generators_.count() / 16)));
      require_memory((end - done_) * generators_.count(), run);
      expand_batch(done_, end);
      done_ = end;
    }
    // If nothing new was found, the last level stays the last one: it may be listed.
    if (std::ranges::all_of(fresh_, [](const auto& keys) { return keys.empty(); })) return 0;
    last_.clear();
    done_ = 0;
    for (auto& keys : fresh_) {
      last_.insert(last_.end(), keys.begin(), keys.end());
      keys.clear();
    }
    return last_.size();
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    State state = codec_.fixed();
    for (const Key<Words>& key : last_) {
      codec_.unpack(key, state.data());
      if (!visit(chain_ != nullptr ? permutation_of(state) : state)) return;
    }
  }

  void save(ByteWriter& into) const override {
    into.put(static_cast<std::uint64_t>(done_));
    into.put_all(std::span<const Key<Words>>(last_));
    for (const auto& keys : fresh_) into.put_all(std::span<const Key<Words>>(keys));
    for (const auto& table : tables_) {
      into.put(table.size());
      if (into.is_counting()) {
        into.skip(table.size() * sizeof(Key<Words>));
      } else {
        table.for_each([&](const Key<Words>& key) { into.put(key); });
      }
    }
  }
  void restore(ByteReader& from) override {
    done_ = from.number();
    from.array_into<Key<Words>>(last_);
    for (auto& keys : fresh_) from.array_into<Key<Words>>(keys);
    for (auto& table : tables_) {
      table.clear();
      const std::uint64_t size = from.number();
      for (std::uint64_t i = 0; i < size; ++i) {
        const auto key = from.value<Key<Words>>();
        table.insert(key, hash_of(key));
      }
    }
    if (done_ > last_.size()) from.fail("the checkpoint does not fit this search");
  }
  std::uint64_t memory() const override {
    std::uint64_t bytes = last_.capacity() * sizeof(Key<Words>);
    for (std::size_t t = 0; t < tuning::kKeyTables; ++t) bytes += tables_[t].bytes() + fresh_[t].capacity() * sizeof(Key<Words>);
    return bytes;
  }

 private:
  static std::size_t table_of(std::uint64_t hash) { return hash >> 58; }

  void require_memory(std::uint64_t products, RunControl& run) {
    std::uint64_t needed = 2 * products * sizeof(Key<Words>);
    for (const auto& table : tables_) needed += table.growth_for(products / tuning::kKeyTables);
    unlooked_ += products * sizeof(Key<Words>);
    if (needed < kLeastMemory && unlooked_ < kLeastMemory) return;  // asking the system takes microseconds
    unlooked_ = 0;
    if (needed <= run.memory_left()) return;
    throw MemoryError("the tables of states need " + format_bytes(needed) + " more, and " + format_bytes(run.memory_left()) +
                      " is left; raise " + option("memory"));
  }

  void expand_batch(std::size_t begin, std::size_t end) {
    const unsigned threads = end - begin <= tuning::kKeysAlone ? 1 : threads_;
    products_.resize(std::size_t{threads} * tuning::kKeyTables);
    parallel_ranges(end - begin, threads, 1, [&](Range range, unsigned thread) {
      State state = codec_.fixed();
      State moved = codec_.fixed();
      for (std::size_t i = begin + range.begin; i < begin + range.end; ++i) {
        codec_.unpack(last_[i], state.data());
        for (std::size_t g = 0; g < generators_.count(); ++g) {
          moves_.move(g, state.data(), moved.data());
          const Key<Words> key = codec_.template pack<Words>(moved.data());
          products_[thread * tuning::kKeyTables + table_of(hash_of(key))].push_back(key);
        }
      }
    });
    parallel_tasks(threads == 1 ? 1 : tuning::kKeyTables, threads, [&](std::size_t task) {
      for (std::size_t t = task; t < (threads == 1 ? tuning::kKeyTables : task + 1); ++t) take_products(t, threads);
    });
  }

  void take_products(std::size_t table, unsigned threads) {
    for (unsigned thread = 0; thread < threads; ++thread) {
      std::vector<Key<Words>>& keys = products_[thread * tuning::kKeyTables + table];
      for (const Key<Words>& key : keys) {
        if (tables_[table].insert(key, hash_of(key))) fresh_[table].push_back(key);
      }
      keys.clear();
    }
  }

  /// The element that sends the base points to these.
  State permutation_of(State images) const {
    State product = identity_of(generators_.degree);
    const auto& levels = chain_->levels();
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const Permutation& to = levels[i].to[images[i]];
      product = multiply(to, product);
      const Permutation back = inverse(to);
      for (std::uint32_t& image : images) image = back[image];
    }
    return product;
  }

  const Generators& generators_;
  KeyCodec codec_;
  StateMoves moves_;
  const StabilizerChain* chain_;
  unsigned threads_;
  std::vector<StateTable<Words>> tables_;
  std::vector<Key<Words>> last_;
  std::vector<std::vector<Key<Words>>> fresh_;     // of the level that is being made, by table
  std::vector<std::vector<Key<Words>>> products_;  // by thread and table
  std::size_t done_ = 0;                           // of the last level
  std::uint64_t unlooked_ = 0;
};

}  // namespace

std::unique_ptr<Backend> make_key_backend(const Generators& generators, const Start& start, const StabilizerChain* chain,
                                          const Options& options) {
  State state = start.state;
  KeyCodec codec = codec_of_orbit(generators, start);
  const bool by_base = chain != nullptr && start.kind == Start::Kind::permutation && !chain->levels().empty();
  if (by_base) {
    state.clear();
    for (const StabilizerChain::Level& level : chain->levels()) state.push_back(level.base);
    codec = KeyCodec(state.size(), generators.degree - 1);
  }
  return with_key_words(codec.words(), [&](auto words) -> std::unique_ptr<Backend> {
    return std::make_unique<KeyBackend<words.value>>(generators, codec, start.kind, state, by_base ? chain : nullptr, options);
  });
}

}  // namespace wreath::orbit
