// SPDX-License-Identifier: MIT
//
// Words with repeated letters on all cores: bitmaps by rank (core/data/frontier_bitmaps.hpp). The words of the last level are
// formed in the order of their ranks, which is cheap, and their neighbours are ranked.
#include <array>

#include "core/data/frontier_bitmaps.hpp"
#include "orbit/backend.hpp"

namespace wreath::orbit {

namespace {

class RankBackend final : public Backend {
 public:
  RankBackend(const WordRanks& ranks, const Generators& generators, const Start& start, const Options& options)
      : ranks_(ranks), count_(generators.count()), moves_(generators), threads_(options.machine.threads), bits_(ranks.count()) {
    for (const std::uint32_t image : generators.images) images_.push_back(static_cast<std::uint8_t>(image));
    bits_.add_start(ranks.rank(start.state));
  }

  std::uint64_t expand(RunControl& run) override {
    const unsigned threads = bits_.blocks() < kAlone ? 1 : threads_;
    LevelParts parts(*this, bits_.blocks());
    parallel_tasks(bits_.blocks(), threads, [&](std::size_t block) {
      parts.add(1);
      if (!bits_.has_last(block)) return;
      StopCheck check(run);
      check.look();
      if (ranks_.is_binary()) {
        push_masks(block, check);
      } else {
        push_words(block, check);
      }
    });
    return bits_.finish_level(threads);
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    bool more = true;
    for (std::size_t block = 0; block < bits_.blocks() && more; ++block) {
      bits_.visit_block(block, [&](std::uint64_t rank) { more = more && visit(ranks_.unrank(rank)); });
    }
  }

  void save(ByteWriter& into) const override { bits_.save(into); }
  void restore(ByteReader& from) override { bits_.restore(from); }
  std::uint64_t memory() const override { return bits_.bytes() + ranks_.bytes(); }

 private:
  static constexpr std::size_t kAlone = 8;        // blocks for which threads do not pay
  static constexpr std::uint64_t kMoveSteps = 8;  // of a StopCheck, for a neighbour

  void push_masks(std::size_t block, StopCheck check) {
    MaskWalk walk(ranks_);
    bits_.visit_block(block, [&](std::uint64_t rank) {
      check.spend(count_ * kMoveSteps);
      const std::uint64_t mask = walk.mask(rank);
      for (std::size_t g = 0; g < count_; ++g) bits_.push(ranks_.rank_mask(moves_.move(g, mask)));
    });
  }

  void push_words(std::size_t block, StopCheck check) {
    const std::size_t places = ranks_.places();
    std::array<std::uint8_t, 64> word{};
    std::array<std::uint8_t, 64> moved{};
    bits_.visit_block(block, [&](std::uint64_t rank) {
      check.spend(count_ * kMoveSteps);
      ranks_.unrank_letters(rank, word.data());
      for (std::size_t g = 0; g < count_; ++g) {
        const std::uint8_t* images = images_.data() + g * places;
        for (std::size_t i = 0; i < places; ++i) moved[images[i]] = word[i];
        bits_.push(ranks_.rank_letters(moved.data()));
      }
    });
  }

  const WordRanks& ranks_;
  std::size_t count_;  // of the generators
  MaskMoves moves_;
  std::vector<std::uint8_t> images_;
  unsigned threads_;
  FrontierBitmaps bits_;
};

}  // namespace

std::unique_ptr<Backend> make_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start,
                                           const Options& options) {
  return std::make_unique<RankBackend>(ranks, generators, start, options);
}

}  // namespace wreath::orbit
