// SPDX-License-Identifier: MIT
//
// Words with repeated letters on all cores: three bitmaps, by rank.
//
// Each word of the last level is formed once, and its neighbours are set in the bitmap of the next one; those that are new are
// then what is not in the bitmap of known words. A level costs one pass over the bitmaps and one random access per word and
// generator, whatever the diameter is.
#include <atomic>
#include <bit>

#include "core/data/huge_array.hpp"
#include "core/parallel/loops.hpp"
#include "orbit/cpu/make.hpp"

namespace wreath::orbit {

namespace {

class RankBackend final : public Backend {
 public:
  RankBackend(const WordRanks& ranks, const Generators& generators, const Start& start, const Options& options)
      : ranks_(ranks), generators_(generators), start_(start), moves_(generators), threads_(options.threads) {
    const std::uint64_t words = (ranks.count() + 63) / 64;
    for (auto* bitmap : {&seen_, &last_, &next_}) *bitmap = HugeArray<std::uint64_t>(words);
    const std::uint64_t rank = ranks.rank(start.state);
    seen_[rank / 64] = last_[rank / 64] = std::uint64_t{1} << (rank % 64);
    blocks_.assign((words + kBlock - 1) / kBlock, 0);
    blocks_[rank / 64 / kBlock] = 1;
  }

  std::uint64_t expand(RunControl& run) override {
    parallel_tasks(blocks_.size(), blocks_.size() < kAlone ? 1 : threads_, [&](std::size_t block) {
      if (blocks_[block] == 0) return;
      if (run.should_stop()) throw Stopped{};
      const Range range = words_of(block);
      for (std::size_t word = range.begin; word < range.end; ++word) {
        if (last_[word] == 0) continue;
        if (ranks_.is_binary()) {
          push_masks(word);
        } else {
          push_words(word);
        }
      }
    });
    std::vector<std::uint64_t> found(blocks_.size());
    parallel_tasks(blocks_.size(), blocks_.size() < kAlone ? 1 : threads_, [&](std::size_t block) {
      const Range range = words_of(block);
      for (std::size_t word = range.begin; word < range.end; ++word) {
        const std::uint64_t fresh = next_[word] & ~seen_[word];
        if ((fresh | last_[word]) != 0) last_[word] = fresh;
        if (next_[word] != 0) next_[word] = 0;
        if (fresh == 0) continue;
        seen_[word] |= fresh;
        found[block] += static_cast<std::uint64_t>(std::popcount(fresh));
      }
      blocks_[block] = found[block] != 0 ? 1 : 0;
    });
    std::uint64_t total = 0;
    for (const std::uint64_t count : found) total += count;
    return total;
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    for (std::uint64_t word = 0; word < last_.size(); ++word) {
      for (std::uint64_t bits = last_[word]; bits != 0; bits &= bits - 1) {
        if (!visit(ranks_.unrank(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits))))) return;
      }
    }
  }

  void save(std::vector<std::byte>& into) const override {
    save_array<std::uint64_t>(into, seen_.span());
    save_array<std::uint64_t>(into, last_.span());
    save_array<std::uint8_t>(into, blocks_);
  }
  void restore(ByteReader& from) override {
    restore_array<std::uint64_t>(from, seen_.span());
    restore_array<std::uint64_t>(from, last_.span());
    restore_array<std::uint8_t>(from, blocks_);
  }
  std::uint64_t memory() const override { return 3 * seen_.size() * sizeof(std::uint64_t) + ranks_.bytes(); }
  std::string_view name() const override { return "cpu"; }

 private:
  static constexpr std::size_t kBlock = 1024;  // words of a task
  static constexpr std::size_t kAlone = 8;     // tasks for which threads do not pay

  Range words_of(std::size_t block) const { return {block * kBlock, std::min(seen_.size(), (block + 1) * kBlock)}; }

  void set(std::uint64_t rank) {
    const std::uint64_t bit = std::uint64_t{1} << (rank % 64);
    std::uint64_t& word = next_[rank / 64];
    if ((seen_[rank / 64] & bit) != 0) return;
    std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed);
  }

  /// From one to the next it is a short way, unless there are few.
  void push_masks(std::size_t word) {
    std::uint64_t mask = 0;
    int at = -64;
    for (std::uint64_t bits = last_[word]; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      if (bit - at > 24) {
        mask = ranks_.unrank_mask(word * 64 + static_cast<std::uint64_t>(bit));
      } else {
        for (; at < bit; ++at) mask = WordRanks::next_mask(mask);
      }
      at = bit;
      for (std::size_t g = 0; g < generators_.count(); ++g) set(ranks_.rank_mask(moves_.move(g, mask)));
    }
  }

  void push_words(std::size_t word) {
    for (std::uint64_t bits = last_[word]; bits != 0; bits &= bits - 1) {
      const State state = ranks_.unrank(word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits)));
      for (std::size_t g = 0; g < generators_.count(); ++g) set(ranks_.rank(apply(state, g, generators_, start_)));
    }
  }

  const WordRanks& ranks_;
  const Generators& generators_;
  const Start& start_;
  MaskMoves moves_;
  unsigned threads_;
  HugeArray<std::uint64_t> seen_;
  HugeArray<std::uint64_t> last_;
  HugeArray<std::uint64_t> next_;
  std::vector<std::uint8_t> blocks_;  // whether a block has words of the last level
};

}  // namespace

std::unique_ptr<Backend> make_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start,
                                           const Options& options) {
  return std::make_unique<RankBackend>(ranks, generators, start, options);
}

}  // namespace wreath::orbit
