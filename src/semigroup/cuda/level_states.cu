// SPDX-License-Identifier: MIT
//
// Levels of transformations on a GPU: lists and one bitmap by number (core/cuda/frontier_lists.cuh).
//
// An item has its digits in chunks, as many digits as have at most 1024 values (n = 10: three), the highest digits in the highest
// chunk; a generator is one look-up for each chunk, in shared memory. So items are in the order of their numbers.
#include <bit>

#include "core/cuda/frontier_lists.cuh"
#include "core/run/stop_check.hpp"
#include "semigroup/level_states.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kMostChunkValues = 1024;

/// The tables: for each generator the images of all chunks.
struct DigitMoves {
  std::uint32_t generators;
  std::uint32_t item_bits;
  std::uint32_t table_words;
  const std::uint64_t* tables;
  std::uint32_t chunks;
  std::uint32_t chunk_bits;
  std::uint32_t values;       // of a chunk
  std::uint32_t last_values;  // of the lowest one, whose digits may be fewer

  __device__ std::uint64_t move(const std::uint64_t* t, unsigned generator, std::uint64_t item) const {
    const std::uint64_t* table = t + std::size_t{generator} * 2 * values;
    std::uint64_t moved = table[values + chunk(item, 0)];
    for (unsigned c = 1; c < chunks; ++c) moved |= table[chunk(item, c)] << (c * chunk_bits);
    return moved;
  }
  __device__ std::uint64_t number(const std::uint64_t*, std::uint64_t item) const {
    std::uint64_t number = 0;
    for (unsigned c = chunks - 1; c > 0; --c) number = number * values + chunk(item, c);
    return number * last_values + chunk(item, 0);
  }
  __device__ unsigned inverse(const std::uint64_t*, unsigned) const { return cuda::frontier_lists::kNoGenerator; }
  __device__ std::uint32_t chunk(std::uint64_t item, unsigned c) const {
    return static_cast<std::uint32_t>(item >> (c * chunk_bits)) & ((1U << chunk_bits) - 1);
  }

  std::uint64_t item(std::uint64_t number) const {
    std::uint64_t item = number % last_values;
    number /= last_values;
    for (unsigned c = 1; c < chunks; ++c, number /= values) item |= number % values << (c * chunk_bits);
    return item;
  }
};

class CudaLevels final : public LevelStates {
 public:
  CudaLevels(const Generators& generators, const std::vector<std::uint64_t>& start)
      : tables_(make_tables(generators)), lists_(power_of(generators.degree, generators.degree), moves_) {
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
  cuda::Buffer<std::uint64_t> make_tables(const Generators& generators) {
    const std::uint64_t n = generators.degree;
    std::uint64_t digits = 1;
    while (digits < n && power_of(n, digits + 1) <= kMostChunkValues) ++digits;
    moves_.generators = static_cast<std::uint32_t>(generators.count());
    moves_.values = static_cast<std::uint32_t>(power_of(n, digits));
    moves_.chunk_bits = static_cast<std::uint32_t>(std::bit_width(std::uint64_t{moves_.values} - 1));
    moves_.chunks = static_cast<std::uint32_t>((n + digits - 1) / digits);
    const std::uint64_t last_digits = n - (moves_.chunks - 1) * digits;
    moves_.last_values = static_cast<std::uint32_t>(power_of(n, last_digits));
    moves_.item_bits = moves_.chunks * moves_.chunk_bits;
    std::vector<std::uint64_t> words;
    for (std::size_t g = 0; g < generators.count(); ++g) {
      for (const std::uint64_t count : {digits, last_digits}) {
        for (std::uint64_t value = 0; value < moves_.values; ++value) {
          std::uint64_t image = 0;
          std::uint64_t weight = 1;
          std::uint64_t left = value;
          for (std::uint64_t d = 0; d < count; ++d, left /= n, weight *= n) image += generators.row(g)[left % n] * weight;
          words.push_back(image);
        }
      }
    }
    moves_.table_words = static_cast<std::uint32_t>(words.size());
    cuda::Buffer<std::uint64_t> tables(words.size());
    WREATH_CUDA(cudaMemcpy(tables.data(), words.data(), words.size() * sizeof(std::uint64_t), cudaMemcpyHostToDevice));
    moves_.tables = tables.data();
    return tables;
  }

  DigitMoves moves_ = {};
  cuda::Buffer<std::uint64_t> tables_;
  cuda::FrontierLists<DigitMoves> lists_;
};

}  // namespace

std::unique_ptr<LevelStates> make_cuda_levels(const Generators& generators, const std::vector<std::uint64_t>& start) {
  return std::make_unique<CudaLevels>(generators, start);
}

}  // namespace wreath::semigroup
