// SPDX-License-Identifier: MIT
//
// Levels by numbers on a GPU: lists and one bitmap by number (core/cuda/frontier_lists.cuh).
//
// An item has its digits in chunks, the highest digits in the highest chunk; a generator is one look-up for each chunk. A chunk
// has as many digits as leave the tables small enough for shared memory (maps of 10 points: three). So items are in the order of
// their numbers.
#include <bit>

#include "core/cuda/frontier_lists.cuh"
#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/level_states.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostChunkValues = 1024;
constexpr std::uint64_t kLeastChunkValues = 32;
constexpr std::uint64_t kTableBytes = 48 << 10;  // for which a multiprocessor is fully occupied
constexpr unsigned kMostChunks = 24;

/// Consecutive digits that are looked up together.
struct Chunk {
  std::uint32_t values;
  std::uint32_t table;  // where its images are in those of a generator
  std::uint32_t shift;  // in the item
  std::uint32_t mask;
};

/// The tables: for each generator the images of all chunks, in 16 bits each.
struct DigitMoves {
  std::uint32_t generators;
  std::uint32_t item_bits;
  std::uint32_t table_words;
  const std::uint64_t* tables;
  std::uint32_t chunks;
  std::uint32_t generator_values;  // entries of a generator
  Chunk chunk[kMostChunks];        // the lowest first

  __device__ std::uint64_t move(const std::uint64_t* t, unsigned generator, std::uint64_t item) const {
    const std::uint16_t* table = reinterpret_cast<const std::uint16_t*>(t) + std::size_t{generator} * generator_values;
    std::uint64_t moved = 0;
    for (unsigned c = 0; c < chunks; ++c) moved |= std::uint64_t{table[chunk[c].table + value(item, c)]} << chunk[c].shift;
    return moved;
  }
  __device__ std::uint64_t number(const std::uint64_t*, std::uint64_t item) const {
    std::uint64_t number = 0;
    for (unsigned c = chunks; c-- > 0;) number = number * chunk[c].values + value(item, c);
    return number;
  }
  __device__ unsigned inverse(const std::uint64_t*, unsigned) const { return cuda::frontier_lists::kNoGenerator; }
  __device__ std::uint32_t value(std::uint64_t item, unsigned c) const {
    return static_cast<std::uint32_t>(item >> chunk[c].shift) & chunk[c].mask;
  }

  std::uint64_t item(std::uint64_t number) const {
    std::uint64_t item = 0;
    for (unsigned c = 0; c < chunks; ++c, number /= chunk[c - 1].values) item |= number % chunk[c].values << chunk[c].shift;
    return item;
  }
};

/// The ends of chunks that have at most that many values, unless they have a single digit.
std::vector<std::size_t> cut(const LevelDigits& digits, std::uint64_t most) {
  std::vector<std::size_t> ends;
  std::uint64_t values = 0;
  for (std::size_t digit = 0; digit < digits.digits(); ++digit) {
    if (!ends.empty() && values * digits.values(digit) <= most) {
      values *= digits.values(digit);
      ends.back() = digit + 1;
    } else {
      values = digits.values(digit);
      ends.push_back(digit + 1);
    }
  }
  return ends;
}

class CudaLevels final : public LevelStates {
 public:
  CudaLevels(const LevelDigits& digits, const std::vector<std::uint64_t>& start)
      : tables_(make_tables(digits)), lists_(*digits.numbers(), moves_) {
    std::vector<std::uint64_t> items;
    for (const std::uint64_t number : start) items.push_back(moves_.item(number));
    lists_.add_start(std::move(items));
  }

  std::uint64_t expand(RunControl& run) override {
    return lists_.expand([&] { return run.should_stop(); });
  }
  std::uint64_t known() const override { return lists_.known(); }
  std::uint64_t bytes() const override { return lists_.bytes(); }
  std::string_view name() const override { return "cuda"; }
  void save(ByteWriter& into) const override { lists_.save(into); }
  void restore(ByteReader& from) override {
    lists_.restore(from, [&](std::uint64_t number) { return moves_.item(number); });
  }

 private:
  /// Lays out the chunks that end there. False if they are too many, or have too many values for 16 bits.
  bool lay_out(const LevelDigits& digits, const std::vector<std::size_t>& ends) {
    if (ends.size() > kMostChunks) return false;
    moves_.chunks = 0;
    moves_.generator_values = 0;
    moves_.item_bits = 0;
    std::size_t digit = 0;
    for (const std::size_t end : ends) {
      std::uint64_t values = 1;
      for (; digit < end; ++digit) values *= digits.values(digit);
      if (values > std::uint64_t{1} << 16) return false;
      const auto bits = static_cast<std::uint32_t>(std::bit_width(values - 1));
      moves_.chunk[moves_.chunks++] = {static_cast<std::uint32_t>(values), moves_.generator_values, moves_.item_bits,
                                       (1U << bits) - 1};
      moves_.generator_values += static_cast<std::uint32_t>(values);
      moves_.item_bits += bits;
    }
    moves_.generator_values += moves_.generator_values % 2;
    return moves_.item_bits <= cuda::frontier_lists::kTagShift;
  }

  cuda::Buffer<std::uint64_t> make_tables(const LevelDigits& digits) {
    moves_.generators = static_cast<std::uint32_t>(digits.generators());
    bool possible = false;
    std::vector<std::size_t> ends;
    for (std::uint64_t most = kMostChunkValues; most >= kLeastChunkValues; most /= 2) {
      const std::vector<std::size_t> smaller = cut(digits, most);
      if (!lay_out(digits, smaller)) break;
      possible = true;
      ends = smaller;
      if (std::uint64_t{moves_.generator_values} * moves_.generators * sizeof(std::uint16_t) <= kTableBytes) break;
    }
    if (!possible) throw ResourceError("the elements have too many digits for a GPU");
    lay_out(digits, ends);
    std::vector<std::uint16_t> table;
    for (std::size_t g = 0; g < digits.generators(); ++g) {
      std::size_t first = 0;
      for (unsigned c = 0; c < moves_.chunks; first = ends[c++]) {
        for (std::uint32_t value = 0; value < moves_.chunk[c].values; ++value) {
          std::uint64_t image = 0;
          std::uint64_t weight = 1;
          std::uint64_t left = value;
          for (std::size_t d = first; d < ends[c]; ++d) {
            image += digits.image(g, d, left % digits.values(d)) * weight;
            left /= digits.values(d);
            weight *= digits.values(d);
          }
          table.push_back(static_cast<std::uint16_t>(image));
        }
      }
      table.resize((g + 1) * moves_.generator_values);
    }
    std::vector<std::uint64_t> words((table.size() + 3) / 4);
    std::memcpy(words.data(), table.data(), table.size() * sizeof(std::uint16_t));
    moves_.table_words = static_cast<std::uint32_t>(words.size());
    cuda::Buffer<std::uint64_t> tables(words.size());
    cuda::copy_and_wait(tables.data(), words.data(), words.size() * sizeof(std::uint64_t));
    moves_.tables = tables.data();
    return tables;
  }

  DigitMoves moves_ = {};
  cuda::Buffer<std::uint64_t> tables_;
  cuda::FrontierLists<DigitMoves> lists_;
};

}  // namespace

std::unique_ptr<LevelStates> make_cuda_levels(const LevelDigits& digits, const std::vector<std::uint64_t>& start) {
  return std::make_unique<CudaLevels>(digits, start);
}

}  // namespace wreath::semigroup
