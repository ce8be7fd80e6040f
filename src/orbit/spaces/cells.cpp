// SPDX-License-Identifier: MIT
#include "orbit/spaces/cells.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "orbit/spaces/actions.hpp"
#include "orbit/tuning.hpp"

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
  Permutation left = identity_of(size);
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

constexpr std::size_t kEntriesAtOnce = std::size_t{1} << 14;  // of each, between two looks at the run: some milliseconds

std::uint64_t factorial(std::uint64_t n) {
  return n < 2 ? 1 : n * factorial(n - 1);
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

}  // namespace

InnerMove CellSpace::make_inner_move(const Rewriting& rewriting, unsigned parity) {
  InnerMove move;
  for (std::uint32_t bit = 0; bit < kCellBits; ++bit) {
    const InnerRank source = inner_rank(multiply(multiply(rewriting.places, inner_order(parity, bit)), rewriting.letters));
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

CellSpace::CellSpace(const Generators& generators, CellSymmetry symmetry, StopCheck check)
    : CellSpace(generators.degree, generators.count(), std::move(symmetry)) {
  const std::vector<Permutation> images = permutations_of(generators);
  steps_.reserve(rows() * images.size());
  for (std::uint64_t row = 0; row < rows(); ++row) {
    check.spend(images.size() * degree_ * 16);
    for (const Permutation& image : images) add_row_step(patterns_[row], image, 0);
  }
}

namespace {

constexpr std::size_t kSlides = 4;

/// Where the places of the words go when the blank moves from one place to another: the tile there takes the blank's old place.
Permutation slide_of_word(std::uint32_t places, std::uint32_t from, std::uint32_t to) {
  const auto number = [](std::uint32_t place, std::uint32_t blank) { return place < blank ? place : place - 1; };
  Permutation slide(places - 1);
  for (std::uint32_t place = 0; place < places; ++place) {
    if (place != from) slide[number(place, from)] = number(place == to ? from : place, to);
  }
  return slide;
}

}  // namespace

CellSpace::CellSpace(std::uint32_t places, std::uint32_t columns, std::uint32_t blank, StopCheck check)
    : CellSpace(places - 1, kSlides, no_cell_symmetry(places - 1)) {
  const std::vector<std::uint32_t> patterns = patterns_;
  const std::vector<std::uint8_t> parities = row_parity_;
  start_block_ = blank * patterns.size();
  patterns_.clear();
  row_parity_.clear();
  for (std::uint32_t place = 0; place < places; ++place) {
    std::vector<std::uint32_t> from;  // where the blank can come from
    if (place >= columns) from.push_back(place - columns);
    if (place + columns < places) from.push_back(place + columns);
    if (place % columns != 0) from.push_back(place - 1);
    if ((place + 1) % columns != 0) from.push_back(place + 1);
    while (from.size() < kSlides) from.push_back(from.front());  // the same step twice changes nothing
    std::vector<Permutation> slides;
    for (const std::uint32_t source : from) slides.push_back(slide_of_word(places, source, place));
    // A slide along a column is a cycle of the word, as long as the board is wide; one along a row leaves the word as it is.
    const std::uint32_t parity = (place / columns + blank / columns) * (columns - 1) & 1;
    for (std::size_t row = 0; row < patterns.size(); ++row) {
      check.spend(kSlides * degree_ * 16);
      patterns_.push_back(patterns[row]);
      row_parity_.push_back(static_cast<std::uint8_t>(parities[row] ^ parity));
      for (std::size_t g = 0; g < kSlides; ++g) add_row_step(patterns[row], slides[g], from[g] * patterns.size());
    }
  }
}

std::uint64_t CellSpace::rows_for(const CellSymmetry& symmetry) {
  std::uint64_t rows = 0;
  for (std::uint32_t pattern = 0; pattern >> symmetry.numbers.size() == 0; ++pattern) {
    if (std::popcount(pattern) != static_cast<int>(kInnerLetters)) continue;
    const bool first =
        std::ranges::all_of(symmetry.maps, [&](const Permutation& map) { return image_of_set(pattern, map) >= pattern; });
    rows += first ? 1 : 0;
  }
  return rows;
}

CellSpace::CellSpace(std::uint32_t degree, std::size_t generators, CellSymmetry symmetry)
    : degree_(degree),
      cells_(factorial(degree - kInnerLetters)),
      generators_(generators),
      symmetry_(std::move(symmetry)),
      letters_(inverse(symmetry_.numbers)) {
  for (const Permutation& map : symmetry_.maps) renamings_.push_back(multiply(multiply(letters_, map), symmetry_.numbers));
  outer_number({identity_of(degree - kInnerLetters), identity_of(degree - kInnerLetters)});
  inner_number({identity_of(kInnerLetters), identity_of(kInnerLetters)});
  row_of_.resize(std::size_t{1} << degree_);
  map_of_.resize(row_of_.size());
  if (!symmetry_.maps.empty() && symmetry_.order() > 255) throw InternalError("more symmetries than have numbers");
  const unsigned renamed = parity_of(symmetry_.numbers);
  for (std::uint32_t pattern = 0; pattern < row_of_.size(); ++pattern) {
    if (std::popcount(pattern) != static_cast<int>(kInnerLetters)) continue;
    std::uint32_t least = pattern;
    for (std::size_t m = 0; m < symmetry_.maps.size(); ++m) {
      const std::uint32_t image = image_of_set(pattern, symmetry_.maps[m]);
      if (image >= least) continue;
      least = image;
      map_of_[pattern] = static_cast<std::uint8_t>(m);
    }
    if (least != pattern) {
      row_of_[pattern] = row_of_[least];
      ++weights_[row_of_[least]];
      continue;
    }
    row_of_[pattern] = static_cast<std::uint32_t>(patterns_.size());
    patterns_.push_back(pattern);
    weights_.push_back(1);
    unsigned parity = renamed;
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
  if (symmetry_.order() == 1) weights_.clear();
}

/// To the row of the source, counted from first_row.
void CellSpace::add_row_step(std::uint32_t pattern, const Permutation& generator, std::uint64_t first_row) {
  Permutation place(degree_);  // of a letter among its kind
  std::uint32_t inner = 0;
  std::uint32_t outer = 0;
  for (std::uint32_t i = 0; i < degree_; ++i) place[i] = (pattern >> i & 1) != 0 ? inner++ : outer++;
  // The generator moves the letter at place i to generator[i]: the source has there what the target has here.
  std::uint32_t source = 0;
  for (std::uint32_t i = 0; i < degree_; ++i) source |= (pattern >> generator[i] & 1) << i;
  const Permutation back = inverse(symmetry_.maps[map_of_[source]]);
  const Permutation& renaming = renamings_[map_of_[source]];
  Rewriting inside;
  Rewriting outside;
  for (std::uint32_t i = 0; i < degree_; ++i) {
    const std::uint32_t from = generator[back[i]];
    ((pattern >> from & 1) != 0 ? inside : outside).places.push_back(place[from]);
    if (i < kInnerLetters) {
      inside.letters.push_back(renaming[i]);
    } else {
      outside.letters.push_back(renaming[i] - kInnerLetters);
    }
  }
  steps_.push_back({static_cast<std::uint32_t>(first_row + row_of_[source]), outer_number(outside), inner_number(inside)});
}

std::uint16_t CellSpace::outer_number(const Rewriting& rewriting) {
  const auto [at, fresh] = outer_numbers_.try_emplace(rewriting, static_cast<std::uint16_t>(outer_rewritings_.size()));
  if (!fresh) return at->second;
  if (outer_rewritings_.size() == 65535) throw ResourceError("the rows would need more than 65535 index tables");
  outer_rewritings_.push_back(rewriting);
  return at->second;
}

std::uint16_t CellSpace::inner_number(const Rewriting& rewriting) {
  const auto [at, fresh] = inner_numbers_.try_emplace(rewriting, static_cast<std::uint16_t>(inners_.size()));
  if (!fresh) return at->second;
  inners_.push_back({make_inner_move(rewriting, 0), make_inner_move(rewriting, 1)});
  odd_inners_.push_back(static_cast<std::uint8_t>(parity_of(rewriting.places) ^ parity_of(rewriting.letters)));
  return at->second;
}

// Nothing is touched before it is filled: the tables of many generators take tens of gigabytes.
void CellSpace::make_tables(unsigned threads, const StopCheck& check) {
  const std::size_t tables = outer_rewritings_.size() - 1;
  auto outers = std::make_shared<HugeArray<std::uint32_t>>(tables * cells_);
  cell_parity_.resize(cells_);
  const std::size_t pieces = (cells_ + kEntriesAtOnce - 1) / kEntriesAtOnce;
  const std::size_t groups = std::max<std::size_t>(1, (tables + tuning::kTablesAtOnce - 1) / tuning::kTablesAtOnce);
  parallel_tasks(groups * pieces, cells_ * tables < tuning::kFewEntries ? 1 : threads, [&](std::size_t task) {
    StopCheck(check).look();
    const std::size_t table = task / pieces * tuning::kTablesAtOnce;
    const std::size_t cell = task % pieces * kEntriesAtOnce;
    fill_outers({table, std::min(tables, table + tuning::kTablesAtOnce)},
                {cell, std::min<std::size_t>(cells_, cell + kEntriesAtOnce)}, outers->data());
  });
  outers_ = std::move(outers);
}

void CellSpace::fill_outers(Range tables, Range cells, std::uint32_t* outers) {
  const std::size_t letters = degree_ - kInnerLetters;
  Permutation word = lehmer_unrank(cells.begin, letters);
  for (std::uint64_t cell = cells.begin; cell < cells.end; ++cell) {
    if (tables.begin == 0) cell_parity_[cell] = static_cast<std::uint8_t>(parity_of(word));
    for (std::size_t table = tables.begin; table < tables.end; ++table) {
      // The rank of the word that is rewritten: for each place, how many of the letters that are left are smaller.
      const Rewriting& rewriting = outer_rewritings_[table + 1];
      std::uint32_t left = (1U << letters % 32) - 1;
      std::uint32_t rank = 0;
      for (std::size_t i = 0; i < letters; ++i) {
        const std::uint32_t letter = 1U << rewriting.letters[word[rewriting.places[i]]];
        rank = rank * static_cast<std::uint32_t>(letters - i) + static_cast<std::uint32_t>(std::popcount(left & (letter - 1)));
        left ^= letter;
      }
      outers[table * cells_ + cell] = rank;
    }
    std::next_permutation(word.begin(), word.end());
  }
}

std::vector<std::uint64_t> CellSpace::rows_by_cycles(std::uint64_t cycles) const {
  std::vector<std::uint64_t> order(rows());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::uint64_t fewest = rows() + 1;
  for (std::size_t g = 0; g < generators(); ++g) {
    std::vector<std::uint64_t> walked;
    std::vector<bool> seen(rows());
    std::uint64_t found = 0;
    for (std::uint64_t first = 0; first < rows(); ++first) {
      if (seen[first]) continue;
      ++found;
      for (std::uint64_t row = first; !seen[row]; row = steps(row)[g].row) {
        seen[row] = true;
        walked.push_back(row);
      }
    }
    if (found >= fewest || found < cycles) continue;
    fewest = found;
    order = std::move(walked);
  }
  return order;
}

CellPlace CellSpace::start(bool pairs) const {
  CellPlace start = locate(identity_of(degree_), pairs);
  start.row += start_block_;
  return start;
}

CellPlace CellSpace::locate(const State& permutation, bool pairs) const {
  Permutation word = multiply(inverse(permutation), symmetry_.numbers);  // the letter i is at the place i^g
  std::uint32_t pattern = 0;
  for (std::uint32_t i = 0; i < degree_; ++i) pattern |= (word[i] < kInnerLetters ? 1U : 0U) << i;
  const std::uint32_t row = row_of_[pattern];
  word = multiply(multiply(inverse(symmetry_.maps[map_of_[pattern]]), word), renamings_[map_of_[pattern]]);
  Permutation inner;
  Permutation outer;
  for (std::uint32_t i = 0; i < degree_; ++i) {
    if (word[i] < kInnerLetters) {
      inner.push_back(word[i]);
    } else {
      outer.push_back(word[i] - kInnerLetters);
    }
  }
  const InnerRank rank = inner_rank(inner);
  const std::uint64_t cell = lehmer_rank(outer);
  return {row, pairs ? 2 * cell + rank.parity : cell, rank.bit};
}

State CellSpace::state(const CellPlace& place, bool pairs) const {
  const std::uint64_t cell = pairs ? place.word / 2 : place.word;
  const unsigned parity = pairs ? static_cast<unsigned>(place.word & 1) : row_parity_[place.row] ^ cell_parity_[cell];
  const Permutation inner = inner_order(parity, place.bit);
  const Permutation outer = lehmer_unrank(cell, degree_ - kInnerLetters);
  Permutation word;
  std::size_t a = 0;
  std::size_t b = 0;
  for (std::uint32_t i = 0; i < degree_; ++i)
    word.push_back((patterns_[place.row] >> i & 1) != 0 ? inner[a++] : outer[b++] + kInnerLetters);
  return inverse(multiply(word, letters_));
}

std::uint64_t CellSpace::bytes() const {
  std::uint64_t moves = 0;
  for (const auto& of_parity : inners_) {
    for (const InnerMove& move : of_parity) moves += sizeof move + move.table.size() * sizeof(std::uint64_t);
  }
  return steps_.size() * sizeof(CellStep) + outer_rewritings_.size() * cells_ * sizeof(std::uint32_t) + moves +
         row_of_.size() * sizeof(std::uint32_t);
}

std::uint64_t CellSpace::cells_of(std::uint32_t degree, std::uint64_t rows) {
  return rows * factorial(degree - kInnerLetters);
}

}  // namespace wreath::orbit
