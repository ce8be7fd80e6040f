// SPDX-License-Identifier: MIT
//
// Words of two letters on a GPU: lists of masks and a bitmap by rank (core/cuda/frontier_lists.cuh).
//
// A generator moves the places of a mask: for each distance by which it moves any of them, those places are rotated together. A
// rank is a sum over chunks of six places, from a table in shared memory. Masks and ranks are in the same order.
#include <algorithm>
#include <map>

#include "core/cuda/frontier_lists.cuh"
#include "orbit/backend.hpp"

namespace wreath::orbit {

namespace {

constexpr unsigned kRankChunk = 6;  // places

/// The tables: the rank table; for each generator where its rotations begin, and where they end; its inverse; and the rotations,
/// as a mask and a distance each.
struct MaskListMoves {
  std::uint32_t generators;
  std::uint32_t item_bits;
  std::uint32_t table_words;
  const std::uint64_t* tables;
  std::uint32_t chunks;
  std::uint32_t ones;
  std::uint32_t begins;  // where the parts of the tables are
  std::uint32_t inverses;

  __device__ std::uint64_t move(const std::uint64_t* t, unsigned generator, std::uint64_t mask) const {
    std::uint64_t moved = 0;
    const auto end = static_cast<unsigned>(t[begins + generator + 1]);
    for (auto i = static_cast<unsigned>(t[begins + generator]); i < end; i += 2) {
      const std::uint64_t part = mask & t[i];
      const auto shift = static_cast<unsigned>(t[i + 1]);
      moved |= part << shift | part >> ((64 - shift) & 63);
    }
    return moved;
  }
  __device__ std::uint64_t number(const std::uint64_t* t, std::uint64_t mask) const {
    std::uint64_t rank = 0;
    unsigned row = 0;
    for (unsigned c = 0; c < chunks; ++c, mask >>= kRankChunk) {
      const auto bits = static_cast<unsigned>(mask) & ((1U << kRankChunk) - 1);
      rank += t[(row << kRankChunk) + bits];
      row += ones + 1 + static_cast<unsigned>(__popc(bits));
    }
    return rank;
  }
  __device__ unsigned inverse(const std::uint64_t* t, unsigned generator) const {
    return static_cast<unsigned>(t[inverses + generator]);
  }
};

class CudaRankBackend final : public Backend {
 public:
  CudaRankBackend(const WordRanks& ranks, const Generators& generators, const Start& start)
      : ranks_(ranks), tables_(make_tables(generators)), lists_(ranks.count(), moves_) {
    lists_.add_start({ranks.mask_of(start.state)});
  }

  std::uint64_t expand(RunControl& run) override {
    return lists_.expand([&] { return run.should_stop(); });
  }

  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    std::vector<std::uint64_t> masks = lists_.last_items();
    std::ranges::sort(masks);
    for (const std::uint64_t mask : masks) {
      if (!visit(ranks_.word_of(mask))) return;
    }
  }

  void save(ByteWriter& into) const override { lists_.save(into); }
  void restore(ByteReader& from) override {
    lists_.restore(from, [&](std::uint64_t rank) { return ranks_.unrank_mask(rank); });
  }
  std::uint64_t memory() const override { return lists_.bytes() + tables_.size() * sizeof(std::uint64_t); }

 private:
  cuda::Buffer<std::uint64_t> make_tables(const Generators& generators) {
    std::vector<std::uint64_t> words = ranks_.rank_table(kRankChunk);
    moves_.generators = static_cast<std::uint32_t>(generators.count());
    moves_.item_bits = static_cast<std::uint32_t>(ranks_.places());
    moves_.chunks = static_cast<std::uint32_t>((ranks_.places() + kRankChunk - 1) / kRankChunk);
    moves_.ones = ranks_.ones();
    moves_.begins = static_cast<std::uint32_t>(words.size());
    moves_.inverses = moves_.begins + moves_.generators + 1;
    words.resize(moves_.inverses + generators.count());
    for (std::size_t g = 0; g < generators.count(); ++g) {
      std::map<unsigned, std::uint64_t> rotations;
      const auto row = generators.row(g);
      for (std::uint32_t i = 0; i < row.size(); ++i) rotations[(row[i] - i) & 63] |= std::uint64_t{1} << i;
      words[moves_.begins + g] = words.size();
      for (const auto& [shift, places] : rotations) words.insert(words.end(), {places, shift});
      words[moves_.begins + g + 1] = words.size();
      words[moves_.inverses + g] = inverse_of(generators, g);
    }
    moves_.table_words = static_cast<std::uint32_t>(words.size());
    cuda::Buffer<std::uint64_t> tables(words.size());
    cuda::copy_and_wait(tables.data(), words.data(), words.size() * sizeof(std::uint64_t));
    moves_.tables = tables.data();
    return tables;
  }
  static std::uint64_t inverse_of(const Generators& generators, std::size_t g) {
    const Permutation wanted = inverse(Permutation(generators.row(g).begin(), generators.row(g).end()));
    for (std::size_t h = 0; h < std::min<std::size_t>(generators.count(), cuda::frontier_lists::kNoGenerator); ++h) {
      if (std::ranges::equal(generators.row(h), wanted)) return h;
    }
    return cuda::frontier_lists::kNoGenerator;
  }

  const WordRanks& ranks_;
  MaskListMoves moves_ = {};
  cuda::Buffer<std::uint64_t> tables_;
  cuda::FrontierLists<MaskListMoves> lists_;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_rank_backend(const WordRanks& ranks, const Generators& generators, const Start& start) {
  return std::make_unique<CudaRankBackend>(ranks, generators, start);
}

}  // namespace wreath::orbit
