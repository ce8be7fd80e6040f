// SPDX-License-Identifier: MIT
#include "orbit/spaces/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/text/units.hpp"
#include "orbit/spaces/actions.hpp"

namespace wreath::orbit {

namespace {

std::vector<std::uint32_t> all_parts(std::size_t parts) {
  std::vector<std::uint32_t> all(parts);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

}  // namespace

KeyCodec::KeyCodec(std::size_t parts, std::uint32_t largest) : KeyCodec(State(parts), all_parts(parts), largest) {}
KeyCodec::KeyCodec(State fixed, std::vector<std::uint32_t> moving, std::uint32_t largest)
    : fixed_(std::move(fixed)), moving_(std::move(moving)) {
  packing_.parts = static_cast<std::uint32_t>(moving_.size());
  packing_.bits = std::max(1U, static_cast<unsigned>(std::bit_width(largest)));
  packing_.per_word = 64 / packing_.bits;
}

std::size_t KeyCodec::words() const {
  const std::size_t each = packing_.per_word;
  std::size_t words = std::max<std::size_t>(1, (moving_.size() + each - 1) / each);
  if (each * packing_.bits == 64 && moving_.size() == words * each) ++words;  // the top bit is free
  if (words > kMostWords) {
    throw InputError(fmt::format("a state has {} of {}, but keys have at most {}: start with fewer points",
                                 counted(moving_.size(), "part"), counted(packing_.bits, "bit"), most_parts(packing_.bits)));
  }
  return words;
}

FiniteRing ring_of(const Generators& generators) {
  if (generators.moves != Moves::matrices) return FiniteRing(1);
  return generators.over_field ? FiniteRing::field(generators.modulus) : FiniteRing(generators.modulus);
}

void reduce_rows(State& rows, std::size_t columns, const FiniteRing& ring) {
  const std::size_t count = rows.size() / columns;
  std::size_t rank = 0;
  for (std::size_t column = 0; column < columns && rank < count; ++column) {
    std::size_t pivot = rank;
    while (pivot < count && rows[pivot * columns + column] == 0) ++pivot;
    if (pivot == count) continue;
    const std::uint32_t scale = ring.inverse(rows[pivot * columns + column]);
    for (std::size_t i = 0; i < columns; ++i) {
      std::swap(rows[pivot * columns + i], rows[rank * columns + i]);
      rows[rank * columns + i] = ring.multiply(rows[rank * columns + i], scale);
    }
    for (std::size_t row = 0; row < count; ++row) {
      const std::uint32_t factor = ring.negative(rows[row * columns + column]);
      if (row == rank || factor == 0) continue;
      for (std::size_t i = 0; i < columns; ++i)
        rows[row * columns + i] = ring.add(rows[row * columns + i], ring.multiply(factor, rows[rank * columns + i]));
    }
    ++rank;
  }
  rows.resize(rank * columns);
}

StateMoves::StateMoves(const Generators& generators, Start::Kind kind, std::size_t parts)
    : generators_(generators), kind_(kind), parts_(parts), count_(generators.count()), ring_(ring_of(generators)) {
  if (generators.moves != Moves::matrices) return;
  const std::uint32_t n = generators.degree;
  for (std::size_t g = 0; g < count_; ++g) {
    const auto matrix = generators.row(g);
    std::vector<Entry>& entries = entries_.emplace_back();
    for (std::uint32_t column = 0; column < n; ++column) {
      bool changed = false;
      for (std::uint32_t row = 0; row < n; ++row) changed = changed || matrix[row * n + column] != (row == column ? 1U : 0U);
      for (std::uint32_t row = 0; row < n && changed; ++row) {
        if (matrix[row * n + column] != 0) entries.push_back({row, column, matrix[row * n + column]});
      }
    }
  }
}

void StateMoves::move(std::size_t generator, const std::uint32_t* state, std::uint32_t* moved) const noexcept {
  const std::uint32_t* row = generators_.images.data() + generator * generators_.row_size();
  if (generators_.moves == Moves::permutations) {
    if (acts_on_places(kind_)) {
      for (std::size_t i = 0; i < parts_; ++i) moved[row[i]] = state[i];
    } else {
      for (std::size_t i = 0; i < parts_; ++i) moved[i] = row[state[i]];
    }
    return;
  }
  std::copy_n(state, parts_, moved);
  if (generators_.moves == Moves::matrices) {
    const std::vector<Entry>& entries = entries_[generator];
    for (std::size_t from = 0; from < parts_; from += generators_.degree) {
      for (std::size_t e = 0; e < entries.size();) {
        const std::uint32_t column = entries[e].column;
        std::uint32_t sum = 0;
        for (; e < entries.size() && entries[e].column == column; ++e)
          sum = ring_.add(sum, ring_.multiply(state[from + entries[e].row], entries[e].value));
        moved[from + column] = sum;
      }
    }
    if (kind_ == Start::Kind::subspace) {
      State rows(moved, moved + parts_);
      reduce_rows(rows, generators_.degree, ring_);
      std::ranges::copy(rows, moved);
    }
  } else if (generators_.moves == Moves::hanoi) {
    std::uint32_t* disc = std::find(moved, moved + parts_, row[0]);
    if (disc < std::find(moved, moved + parts_, row[1])) *disc = row[1];
  } else {
    move_tile(row[0], moved);
  }
}

void StateMoves::move_tile(std::uint32_t direction, std::uint32_t* moved) const noexcept {
  const auto blank = static_cast<std::size_t>(std::find(moved, moved + parts_, 0U) - moved);
  const std::size_t columns = generators_.modulus;
  std::size_t tile = parts_;
  if (direction == 0) tile = blank + columns;                             // the tile below moves up
  if (direction == 1 && blank >= columns) tile = blank - columns;         // the tile above moves down
  if (direction == 2 && blank % columns + 1 < columns) tile = blank + 1;  // the tile on the right moves left
  if (direction == 3 && blank % columns != 0) tile = blank - 1;           // the tile on the left moves right
  if (tile < parts_) std::swap(moved[blank], moved[tile]);
}

State apply(const State& state, std::size_t generator, const Generators& generators, const Start& start) {
  State moved(state.size());
  StateMoves(generators, start.kind, state.size()).move(generator, state.data(), moved.data());
  return moved;
}

KeyCodec codec_of(const Generators& generators, const Start& start) {
  std::uint32_t largest = generators.degree - 1;
  if (start.kind == Start::Kind::word) largest = *std::ranges::max_element(start.state);
  if (generators.moves == Moves::matrices || generators.moves == Moves::hanoi) largest = generators.modulus - 1;
  return KeyCodec(start.state.size(), largest);
}

namespace {

/// The entries of matrices that some product changes. An entry is constant as long as every generator makes it of constant
/// entries, and of the same value; or leaves its column alone.
std::vector<std::uint32_t> moving_entries(const Generators& generators, const State& start) {
  const std::uint32_t n = generators.degree;
  const FiniteRing ring = ring_of(generators);
  std::vector<bool> moving(start.size());
  const auto changes = [&](std::size_t g, std::size_t at) {
    const auto matrix = generators.row(g);
    const std::size_t from = at / n * n;
    const std::size_t column = at % n;
    std::uint32_t sum = 0;
    bool depends = false;
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t factor = matrix[k * n + column];
      if (factor == 0 || (k == column && factor == 1)) continue;
      depends = depends || moving[from + k];
      sum = ring.add(sum, ring.multiply(factor, start[from + k]));
    }
    if (matrix[column * n + column] == 1) sum = ring.add(sum, start[at]);
    return depends || sum != start[at];
  };
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t at = 0; at < start.size(); ++at) {
      for (std::size_t g = 0; g < generators.count() && !moving[at]; ++g) {
        moving[at] = changes(g, at);
        grew = grew || moving[at];
      }
    }
  }
  std::vector<std::uint32_t> found;
  for (std::uint32_t at = 0; at < start.size(); ++at) {
    if (moving[at]) found.push_back(at);
  }
  return found;
}

}  // namespace

KeyCodec codec_of_orbit(const Generators& generators, const Start& start) {
  if (generators.moves != Moves::matrices || start.kind == Start::Kind::subspace) return codec_of(generators, start);
  return KeyCodec(start.state, moving_entries(generators, start.state), generators.modulus - 1);
}

}  // namespace wreath::orbit
