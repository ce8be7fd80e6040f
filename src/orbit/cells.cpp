// SPDX-License-Identifier: MIT
#include "orbit/cells.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace wreath::orbit {

namespace {

/// Lexicographic.
std::uint64_t lehmer_rank(const Permutation& p) {
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto smaller =
        std::count_if(p.begin() + static_cast<std::ptrdiff_t>(i), p.end(), [&](std::uint32_t v) { return v < p[i]; });
    rank = rank * (p.size() - i) + static_cast<std::uint64_t>(smaller);
  }
  return rank;
}

Permutation lehmer_unrank(std::uint64_t rank, std::size_t size) {
  std::vector<std::uint64_t> digits(size);
  for (std::size_t i = size; i-- > 0;) {
    digits[i] = rank % (size - i);
    rank /= size - i;
  }
  Permutation left(size);
  std::iota(left.begin(), left.end(), 0U);
  Permutation p;
  for (const std::uint64_t digit : digits) {
    p.push_back(left[digit]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(digit));
  }
  return p;
}

unsigned parity_of(const Permutation& p) {
  unsigned parity = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = i + 1; j < p.size(); ++j) parity ^= p[j] < p[i] ? 1U : 0U;
  }
  return parity;
}

std::uint64_t factorial(std::uint64_t n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/// word[order[i]] at place i.
Permutation reordered(const Permutation& word, const Permutation& order) {
  return multiply(order, word);
}

Permutation identity_of(std::size_t size) {
  Permutation p(size);
  std::iota(p.begin(), p.end(), 0U);
  return p;
}

/// For each parity, the cyclic orders of the four letters after the least, and back.
struct CyclicOrders {
  CyclicOrders() {
    Permutation order = identity_of(kInnerLetters - 1);
    std::array<std::uint32_t, 2> used{};
    do {
      const unsigned parity = parity_of(order);
      number[lehmer_rank(order)] = used[parity]++;
      orders[parity].push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  std::array<std::uint32_t, 24> number{};
  std::array<std::vector<Permutation>, 2> orders;
};

const CyclicOrders& cyclic_orders() {
  static const CyclicOrders orders;
  return orders;
}

constexpr std::uint32_t kOrdersPerPlace = kCellBits / kInnerLetters;

InnerMove make_inner_move(const Permutation& order, unsigned parity) {
  InnerMove move;
  for (std::uint32_t bit = 0; bit < kCellBits; ++bit) {
    const InnerRank source = inner_rank(reordered(inner_order(parity, bit), order));
    move.to[source.bit] = static_cast<std::uint8_t>(bit);
  }
  const std::uint32_t shift = move.to[0];
  bool rotates = true;
  for (std::uint32_t bit = 0; bit < kCellBits; ++bit) rotates = rotates && move.to[bit] == (bit + shift) % kCellBits;
  if (rotates) {
    move.kind = shift == 0 ? InnerMove::Kind::copy : InnerMove::Kind::rotate;
    move.shift = static_cast<std::uint8_t>(shift);
    return move;
  }
  move.kind = InnerMove::Kind::look_up;
  move.table.resize(8 * 256);
  for (std::uint32_t byte = 0; byte < 8; ++byte) {
    for (std::uint32_t value = 0; value < 256; ++value) {
      for (std::uint32_t b = 0; b < 8 && byte * 8 + b < kCellBits; ++b) {
        if ((value >> b & 1) != 0) move.table[byte * 256 + value] |= std::uint64_t{1} << move.to[byte * 8 + b];
      }
    }
  }
  return move;
}

}  // namespace

InnerRank inner_rank(const Permutation& order) {
  const auto place = static_cast<std::uint32_t>(std::find(order.begin(), order.end(), 0U) - order.begin());
  Permutation rest;
  for (std::uint32_t j = 1; j < kInnerLetters; ++j) rest.push_back(order[(place + j) % kInnerLetters] - 1);
  // A rotation of five letters is even: the cyclic order has the parity of the whole.
  return {parity_of(rest), place * kOrdersPerPlace + cyclic_orders().number[lehmer_rank(rest)]};
}

Permutation inner_order(unsigned parity, std::uint32_t bit) {
  const std::uint32_t place = bit / kOrdersPerPlace;
  const Permutation& rest = cyclic_orders().orders[parity][bit % kOrdersPerPlace];
  Permutation order(kInnerLetters);
  for (std::uint32_t j = 1; j < kInnerLetters; ++j) order[(place + j) % kInnerLetters] = rest[j - 1] + 1;
  return order;
}

CellSpace::CellSpace(const Generators& generators, StopCheck check)
    : degree_(generators.degree), cells_(factorial(degree_ - kInnerLetters)) {
  row_of_.resize(std::size_t{1} << degree_);
  for (std::uint32_t pattern = 0; pattern < row_of_.size(); ++pattern) {
    if (std::popcount(pattern) != static_cast<int>(kInnerLetters)) continue;
    row_of_[pattern] = static_cast<std::uint32_t>(patterns_.size());
    patterns_.push_back(pattern);
    unsigned parity = 0;
    unsigned others = 0;
    for (std::uint32_t i = 0; i < degree_; ++i) {
      if ((pattern >> i & 1) != 0) {
        parity ^= others & 1;
      } else {
        ++others;
      }
    }
    row_parity_.push_back(static_cast<std::uint8_t>(parity));
  }
  std::vector<Permutation> images;
  for (std::size_t g = 0; g < generators.count(); ++g) {
    images.emplace_back(generators.row(g).begin(), generators.row(g).end());
    odd_generators_.push_back(static_cast<std::uint8_t>(parity_of(images.back())));
  }
  outer_number(identity_of(degree_ - kInnerLetters));
  inner_number(identity_of(kInnerLetters));
  steps_.reserve(rows() * images.size());
  for (std::uint64_t row = 0; row < rows(); ++row) {
    check.spend(images.size() * degree_ * 16);
    add_row_steps(row, images);
  }
  fill_outers(check);
}

void CellSpace::add_row_steps(std::uint64_t row, const std::vector<Permutation>& generators) {
  const std::uint32_t pattern = patterns_[row];
  Permutation place(degree_);  // of a letter among its kind
  std::uint32_t inner = 0;
  std::uint32_t outer = 0;
  for (std::uint32_t i = 0; i < degree_; ++i) place[i] = (pattern >> i & 1) != 0 ? inner++ : outer++;
  for (const Permutation& generator : generators) {
    // The generator moves the letter at place i to generator[i]: the source has there what the target has here.
    std::uint32_t source = 0;
    Permutation inner_source;
    Permutation outer_source;
    for (std::uint32_t i = 0; i < degree_; ++i) {
      const std::uint32_t from = generator[i];
      if ((pattern >> from & 1) != 0) {
        source |= 1U << i;
        inner_source.push_back(place[from]);
      } else {
        outer_source.push_back(place[from]);
      }
    }
    steps_.push_back({row_of_[source], outer_number(outer_source), inner_number(inner_source)});
  }
}

std::uint16_t CellSpace::outer_number(const Permutation& order) {
  const auto [at, fresh] = outer_numbers_.try_emplace(order, static_cast<std::uint16_t>(outer_orders_.size()));
  if (!fresh) return at->second;
  if (outer_orders_.size() == 65535) throw InternalError("more outer orders than a step has numbers for");
  outer_orders_.push_back(order);
  return at->second;
}

std::uint16_t CellSpace::inner_number(const Permutation& order) {
  const auto [at, fresh] = inner_numbers_.try_emplace(order, static_cast<std::uint16_t>(inners_.size()));
  if (!fresh) return at->second;
  inners_.push_back({make_inner_move(order, 0), make_inner_move(order, 1)});
  odd_inners_.push_back(static_cast<std::uint8_t>(parity_of(order)));
  return at->second;
}

void CellSpace::fill_outers(StopCheck& check) {
  const std::size_t letters = degree_ - kInnerLetters;
  outers_.assign(outer_orders_.size(), {});
  for (std::size_t o = 1; o < outers_.size(); ++o) outers_[o].resize(cells_);
  cell_parity_.resize(cells_);
  Permutation word = identity_of(letters);
  std::uint64_t cell = 0;
  do {
    check.spend(outers_.size() * letters);
    cell_parity_[cell] = static_cast<std::uint8_t>(parity_of(word));
    for (std::size_t o = 1; o < outers_.size(); ++o) {
      // The rank of the word in the order o: for each place, how many of the letters that are left are smaller.
      std::uint32_t left = (1U << letters % 32) - 1;
      std::uint32_t rank = 0;
      for (std::size_t i = 0; i < letters; ++i) {
        const std::uint32_t letter = 1U << word[outer_orders_[o][i]];
        rank = rank * static_cast<std::uint32_t>(letters - i) + static_cast<std::uint32_t>(std::popcount(left & (letter - 1)));
        left ^= letter;
      }
      outers_[o][cell] = rank;
    }
    ++cell;
  } while (std::next_permutation(word.begin(), word.end()));
}

bool CellSpace::all_odd() const noexcept {
  return std::ranges::find(odd_generators_, 0) == odd_generators_.end();
}
bool CellSpace::all_even() const noexcept {
  return std::ranges::find(odd_generators_, 1) == odd_generators_.end();
}

CellSpace::Word CellSpace::word(const CellPlace& place, bool pairs) const {
  const unsigned inner = place.plane ^ row_parity_[place.row] ^ cell_parity_[place.cell];
  return {place.row, pairs ? 2 * place.cell + inner : place.cell, place.bit};
}

CellPlace CellSpace::place(const Word& word, bool pairs) const {
  if (!pairs) return {0, word.row, word.word, word.bit};
  const std::uint64_t cell = word.word / 2;
  const auto inner = static_cast<std::uint32_t>(word.word & 1);
  return {inner ^ row_parity_[word.row] ^ cell_parity_[cell], word.row, cell, word.bit};
}

CellSpace::Word CellSpace::start(bool pairs) const {
  return word(locate(identity_of(degree_)), pairs);
}

CellPlace CellSpace::locate(const State& permutation) const {
  const Permutation word = inverse(permutation);  // the letter i is at the place i^g
  std::uint32_t pattern = 0;
  Permutation inner;
  Permutation outer;
  for (std::uint32_t i = 0; i < degree_; ++i) {
    if (word[i] < kInnerLetters) {
      pattern |= 1U << i;
      inner.push_back(word[i]);
    } else {
      outer.push_back(word[i] - kInnerLetters);
    }
  }
  const std::uint32_t row = row_of_[pattern];
  const InnerRank rank = inner_rank(inner);
  const std::uint64_t cell = lehmer_rank(outer);
  return {rank.parity ^ row_parity_[row] ^ cell_parity_[cell], row, cell, rank.bit};
}

State CellSpace::state(const CellPlace& place) const {
  const Permutation inner = inner_order(place.plane ^ row_parity_[place.row] ^ cell_parity_[place.cell], place.bit);
  const Permutation outer = lehmer_unrank(place.cell, degree_ - kInnerLetters);
  Permutation word;
  std::size_t a = 0;
  std::size_t b = 0;
  for (std::uint32_t i = 0; i < degree_; ++i)
    word.push_back((patterns_[place.row] >> i & 1) != 0 ? inner[a++] : outer[b++] + kInnerLetters);
  return inverse(word);
}

std::uint64_t CellSpace::bytes() const {
  return steps_.size() * sizeof(CellStep) + outers_.size() * cells_ * sizeof(std::uint32_t) +
         inners_.size() * 2 * (sizeof(InnerMove) + 8 * 256 * sizeof(std::uint64_t)) + row_of_.size() * sizeof(std::uint32_t);
}

std::uint64_t CellSpace::cells_of(std::uint32_t degree) {
  return factorial(degree) / (2 * kCellBits);
}

}  // namespace wreath::orbit
