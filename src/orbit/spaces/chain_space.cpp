// SPDX-License-Identifier: MIT
#include "orbit/spaces/chain_space.hpp"

#include <algorithm>
#include <numeric>

#include "core/parallel/loops.hpp"
#include "core/run/stop_check.hpp"
#include "orbit/spaces/actions.hpp"
#include "orbit/tuning.hpp"

namespace wreath::orbit {

namespace {

constexpr std::uint64_t kMostBits = 64;
constexpr std::uint64_t kMostStates = std::uint64_t{1} << 50;
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostCells = std::uint64_t{1} << (32 - ChainSpace::kLambdaBits);

}  // namespace

std::uint64_t ChainSpace::Shape::table_bytes(std::size_t generators) const {
  const std::uint64_t kappas = std::min<std::uint64_t>(cells * bits, rows * generators);
  return rows * generators * sizeof(ChainStep) + kappas * cells * sizeof(std::uint32_t) + std::uint64_t{bits} * 8 * 256 * 8;
}

ChainSpace::Shape ChainSpace::shape_of(const StabilizerChain& chain) {
  std::vector<std::uint64_t> orbits;
  for (const StabilizerChain::Level& level : chain.levels()) orbits.push_back(level.orbit.size());
  Shape shape;
  shape.row_levels = orbits.size();
  std::uint64_t bits = 1;
  while (shape.row_levels > 0 && bits * orbits[shape.row_levels - 1] <= kMostBits) bits *= orbits[--shape.row_levels];
  shape.bits = static_cast<std::uint32_t>(bits);
  while (shape.row_levels > 0) {
    const std::uint64_t cells = shape.cells * orbits[shape.row_levels - 1];
    if (cells > kMostCells || cells * bits * cells * sizeof(std::uint32_t) > tuning::kChainTableBytes) break;
    shape.cells = cells;
    --shape.row_levels;
    ++shape.cell_levels;
  }
  for (std::size_t i = 0; i < shape.row_levels; ++i) {
    shape.rows *= orbits[i];
    if (shape.rows >= kMostRows || shape.rows * shape.cells > kMostStates) return {.bits = 0};
  }
  return shape;
}

ChainSpace::ChainSpace(const StabilizerChain& chain, const Generators& generators, unsigned threads, RunControl& run)
    : degree_(generators.degree), generators_(generators.count()), shape_(shape_of(chain)) {
  for (const StabilizerChain::Level& from : chain.levels()) {
    Level& level = levels_.emplace_back();
    level.base = from.base;
    level.size = static_cast<std::uint32_t>(from.orbit.size());
    level.index.assign(degree_, ~std::uint32_t{0});
    for (std::uint32_t i = 0; i < level.size; ++i) {
      level.index[from.orbit[i]] = i;
      const Permutation& to = from.to[from.orbit[i]];
      const Permutation back = inverse(to);
      level.to.insert(level.to.end(), to.begin(), to.end());
      level.back.insert(level.back.end(), back.begin(), back.end());
    }
  }
  make_steps(generators, shape_.rows * generators_ < tuning::kFewChainSteps ? 1 : threads, run);
  make_tables(shape_.cells * shape_.bits < tuning::kFewChainSteps ? 1 : threads, run);
  make_bit_tables();
  make_parities(shape_.rows < tuning::kFewChainSteps ? 1 : threads, run);
}

void ChainSpace::make_parities(unsigned threads, RunControl& run) {
  std::vector<std::vector<std::uint8_t>> digits;  // of the transversals of each level
  for (const Level& level : levels_) {
    digits.emplace_back();
    for (std::uint32_t i = 0; i < level.size; ++i) {
      const auto begin = level.to.begin() + static_cast<std::ptrdiff_t>(i * degree_);
      digits.back().push_back(is_odd_permutation({&*begin, degree_}) ? 1 : 0);
    }
  }
  const auto parity_of_number = [&](std::uint64_t number, std::size_t first, std::size_t last) {
    unsigned parity = 0;
    for (std::size_t i = last; i-- > first; number /= levels_[i].size) parity ^= digits[i][number % levels_[i].size];
    return parity;
  };
  row_parity_.resize(shape_.rows);
  parallel_ranges(shape_.rows, threads, tuning::kFewChainSteps, [&](Range range, unsigned) {
    StopCheck check(run);
    for (std::uint64_t row = range.begin; row < range.end; ++row) {
      check.spend(4 * shape_.row_levels);
      row_parity_[row] = static_cast<std::uint8_t>(parity_of_number(row, 0, shape_.row_levels));
    }
  });
  for (std::uint64_t cell = 0; cell < shape_.cells; ++cell)
    cell_parity_.push_back(static_cast<std::uint8_t>(parity_of_number(cell, shape_.row_levels, shape_.first_bit())));
  for (std::uint32_t bit = 0; bit < shape_.bits; ++bit)
    parity_masks_[parity_of_number(bit, shape_.first_bit(), levels_.size())] |= std::uint64_t{1} << bit;
}

std::uint64_t ChainSpace::sift(std::span<std::uint32_t> permutation, std::size_t first, std::size_t last) const {
  std::uint64_t number = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Level& level = levels_[i];
    const std::uint32_t digit = level.index[permutation[level.base]];
    if (digit == ~std::uint32_t{0}) return ~std::uint64_t{0};
    number = number * level.size + digit;
    if (digit == 0) continue;  // the base point stays, and so does everything: the transversal there is the identity
    const std::uint32_t* back = level.back.data() + std::size_t{digit} * degree_;
    for (std::uint32_t& image : permutation) image = back[image];
  }
  return number;
}

void ChainSpace::unsift(std::uint64_t number, std::size_t first, std::size_t last, std::span<std::uint32_t> into) const {
  std::iota(into.begin(), into.end(), 0U);
  for (std::size_t i = last; i-- > first;) {
    const Level& level = levels_[i];
    const std::uint32_t* to = level.to.data() + number % level.size * degree_;
    number /= level.size;
    for (std::uint32_t& image : into) image = to[image];
  }
}

/// The rows that the generators come from. A step keeps the number of its kappa in H until the tables are made.
void ChainSpace::make_steps(const Generators& generators, unsigned threads, RunControl& run) {
  std::vector<Permutation> backs = permutations_of(generators);
  for (Permutation& each : backs) each = inverse(each);
  steps_ = std::make_shared<HugeArray<ChainStep>>(shape_.rows * generators_);  // touched first where they are made
  ChainStep* const steps = steps_->data();
  parallel_ranges(shape_.rows, threads, 64, [&](Range range, unsigned) {
    StopCheck check(run);
    Permutation transversal(degree_);
    Permutation product(degree_);
    for (std::uint64_t row = range.begin; row < range.end; ++row) {
      check.spend(degree_ * (generators_ + 1) * levels_.size());
      unsift(row, 0, shape_.row_levels, transversal);
      for (std::size_t g = 0; g < generators_; ++g) {
        for (std::size_t i = 0; i < degree_; ++i) product[i] = backs[g][transversal[i]];
        const std::uint64_t source = sift(product, 0, shape_.row_levels);
        const std::uint64_t kappa = sift(product, shape_.row_levels, levels_.size());
        steps[row * generators_ + g] = {static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(kappa)};
      }
    }
  });
}

void ChainSpace::make_tables(unsigned threads, RunControl& run) {
  std::vector<std::uint32_t> number(shape_.cells * shape_.bits, ~std::uint32_t{0});
  std::vector<std::uint32_t> kappas;
  StopCheck check(run);
  for (ChainStep& step : *steps_) {
    check.spend(2);
    std::uint32_t& known = number[step.kappa];
    if (known == ~std::uint32_t{0}) {
      known = static_cast<std::uint32_t>(kappas.size());
      kappas.push_back(step.kappa);
    }
    step.kappa = known;
  }
  tables_.resize(kappas.size() * shape_.cells);
  parallel_ranges(kappas.size(), threads, 1, [&](Range range, unsigned) {
    StopCheck piece_check(run);
    Permutation kappa(degree_);
    Permutation product(degree_);
    for (std::size_t k = range.begin; k < range.end; ++k) {
      unsift(kappas[k], shape_.row_levels, levels_.size(), kappa);
      for (std::uint64_t cell = 0; cell < shape_.cells; ++cell) {
        piece_check.spend(degree_ * levels_.size());
        unsift(cell, shape_.row_levels, shape_.first_bit(), product);
        for (std::uint32_t& image : product) image = kappa[image];
        const std::uint64_t source = sift(product, shape_.row_levels, shape_.first_bit());
        const std::uint64_t lambda = sift(product, shape_.first_bit(), levels_.size());
        tables_[k * shape_.cells + cell] = static_cast<std::uint32_t>(source << kLambdaBits | lambda);
      }
    }
  });
}

void ChainSpace::make_bit_tables() {
  byte_count_ = (shape_.bits + 7) / 8;
  bit_tables_.assign(std::size_t{shape_.bits} * byte_count_ * 256, 0);
  Permutation lambda(degree_);
  Permutation product(degree_);
  for (std::uint32_t l = 0; l < shape_.bits; ++l) {
    unsift(l, shape_.first_bit(), levels_.size(), lambda);
    std::uint64_t* table = bit_tables_.data() + std::size_t{l} * byte_count_ * 256;
    for (std::uint32_t bit = 0; bit < shape_.bits; ++bit) {
      unsift(bit, shape_.first_bit(), levels_.size(), product);
      for (std::uint32_t& image : product) image = lambda[image];
      const std::uint64_t source = sift(product, shape_.first_bit(), levels_.size());
      std::uint64_t* byte = table + source / 8 * 256;
      for (std::uint32_t value = 0; value < 256; ++value) {
        if ((value >> (source % 8) & 1) != 0) byte[value] |= std::uint64_t{1} << bit;
      }
    }
  }
}

ChainPlace ChainSpace::locate(const State& permutation) const {
  Permutation rest = permutation;
  ChainPlace place;
  place.row = sift(rest, 0, shape_.row_levels);
  place.cell = sift(rest, shape_.row_levels, shape_.first_bit());
  const std::uint64_t bit = sift(rest, shape_.first_bit(), levels_.size());
  bool inside = place.row < shape_.rows && place.cell < shape_.cells && bit < shape_.bits;
  for (std::size_t i = 0; i < rest.size(); ++i) inside = inside && rest[i] == i;
  if (!inside) throw InputError("this permutation is not an element of the group");
  place.bit = static_cast<std::uint32_t>(bit);
  return place;
}

State ChainSpace::state(const ChainPlace& place) const {
  Permutation row(degree_);
  Permutation cell(degree_);
  Permutation bit(degree_);
  unsift(place.row, 0, shape_.row_levels, row);
  unsift(place.cell, shape_.row_levels, shape_.first_bit(), cell);
  unsift(place.bit, shape_.first_bit(), levels_.size(), bit);
  return multiply(multiply(bit, cell), row);
}

std::uint64_t ChainSpace::bytes() const {
  return row_parity_.size() + steps_->size() * sizeof(ChainStep) + tables_.size() * sizeof(std::uint32_t) +
         bit_tables_.size() * sizeof(std::uint64_t);
}

}  // namespace wreath::orbit
