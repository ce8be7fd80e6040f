// SPDX-License-Identifier: MIT
#include "orbit/spaces/packed_spaces.hpp"

#include <cstring>
#include <map>

#include "core/algebra/finite_ring.hpp"

namespace wreath::orbit {

namespace {

using Tables = std::vector<std::uint64_t>;
/// The sums that make a changed column of a product: rows and factors.
struct ChangedColumn {
  std::uint32_t column;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> terms;
};

std::vector<ChangedColumn> changed_columns(const Generators& generators, std::size_t g) {
  const std::uint32_t n = generators.degree;
  const auto matrix = generators.row(g);
  std::vector<ChangedColumn> changed;
  for (std::uint32_t column = 0; column < n; ++column) {
    bool is_one = true;
    ChangedColumn made{column, {}};
    for (std::uint32_t row = 0; row < n; ++row) {
      const std::uint32_t factor = matrix[row * n + column];
      is_one = is_one && factor == (row == column ? 1U : 0U);
      if (factor != 0) made.terms.emplace_back(row, factor);
    }
    if (!is_one) changed.push_back(std::move(made));
  }
  return changed;
}

/// tables[0] to tables[count], then what add(tables, g) appends for each generator.
template <class Add>
Tables by_generator(const Generators& generators, const Add& add) {
  Tables tables(generators.count() + 1);
  for (std::size_t g = 0; g < generators.count(); ++g) {
    tables[g] = tables.size();
    add(tables, g);
  }
  tables[generators.count()] = tables.size();
  return tables;
}

/// The tables of a ring, behind the others; returns where they begin.
std::uint32_t append_ring(Tables& tables, const FiniteRing& ring) {
  const std::uint32_t size = ring.size();
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t a = 0; a < size; ++a) {
    for (std::uint32_t b = 0; b < size; ++b) bytes.push_back(static_cast<std::uint8_t>(ring.add(a, b)));
  }
  for (std::uint32_t a = 0; a < size; ++a) {
    for (std::uint32_t b = 0; b < size; ++b) bytes.push_back(static_cast<std::uint8_t>(ring.multiply(a, b)));
  }
  for (std::uint32_t a = 0; a < size; ++a) bytes.push_back(static_cast<std::uint8_t>(ring.inverse(a)));
  bytes.push_back(static_cast<std::uint8_t>(ring.negative(1)));
  const std::size_t at = tables.size();
  tables.resize(at + (bytes.size() + 7) / 8);
  std::memcpy(tables.data() + at, bytes.data(), bytes.size());
  return static_cast<std::uint32_t>(at);
}

}  // namespace

Tables point_tables(const Generators& generators) {
  return by_generator(generators, [&](Tables& tables, std::size_t g) {
    for (const std::uint32_t image : generators.row(g)) tables.push_back(image);
  });
}

Tables place_tables(const Generators& generators, const KeyCodec& codec) {
  const Packing packing = codec.packing();
  return by_generator(generators, [&](Tables& tables, std::size_t g) {
    std::map<std::uint64_t, std::uint64_t> ways;  // the masks, by word, word and distance
    const auto images = generators.row(g);
    for (std::uint32_t from = 0; from < images.size(); ++from) {
      const auto [word, shift] = packing.place(from);
      const auto [to_word, to_shift] = packing.place(images[from]);
      ways[word | to_word << 8 | ((to_shift - shift) & 63U) << 16] |= packing.mask() << shift;
    }
    for (const auto& [way, mask] : ways) tables.insert(tables.end(), {mask, way});
  });
}

Tables matrix_tables(const Generators& generators, const KeyCodec& codec, std::uint32_t& ring_at) {
  using Space = MatrixSpace<1>;
  const FiniteRing ring = ring_of(generators);
  const Packing packing = codec.packing();
  const std::uint32_t n = generators.degree;
  const State& fixed = codec.fixed();
  std::vector<std::int64_t> place(fixed.size(), -1);
  for (std::uint32_t i = 0; i < codec.moving().size(); ++i) place[codec.moving()[i]] = i;
  Tables tables = by_generator(generators, [&](Tables& into, std::size_t g) {
    const std::vector<ChangedColumn> changed = changed_columns(generators, g);
    for (std::size_t from = 0; from < fixed.size(); from += n) {
      for (const ChangedColumn& column : changed) {
        if (place[from + column.column] < 0) continue;  // it is the same after all generators
        Tables terms;
        std::uint32_t constant = 0;
        for (const auto& [row, factor] : column.terms) {
          if (place[from + row] < 0) {
            constant = ring.add(constant, ring.multiply(factor, fixed[from + row]));
          } else {
            const auto [word, shift] = packing.place(static_cast<std::uint32_t>(place[from + row]));
            terms.push_back(Space::entry(word, shift, 0, factor));
          }
        }
        const auto [word, shift] = packing.place(static_cast<std::uint32_t>(place[from + column.column]));
        into.push_back(Space::entry(word, shift, static_cast<std::uint32_t>(terms.size()), constant));
        into.insert(into.end(), terms.begin(), terms.end());
      }
    }
  });
  if (ring.by_tables()) ring_at = append_ring(tables, ring);
  return tables;
}

Tables subspace_tables(const Generators& generators, std::uint32_t& ring_at) {
  using Space = MatrixSpace<1>;
  Tables tables = by_generator(generators, [&](Tables& into, std::size_t g) {
    for (const ChangedColumn& column : changed_columns(generators, g)) {
      into.push_back(Space::entry(0, column.column, static_cast<std::uint32_t>(column.terms.size()), 0));
      for (const auto& [row, factor] : column.terms) into.push_back(Space::entry(0, row, 0, factor));
    }
  });
  ring_at = append_ring(tables, ring_of(generators));
  return tables;
}

Tables binary_subspace_tables(const Generators& generators) {
  const std::uint32_t n = generators.degree;
  return by_generator(generators, [&](Tables& into, std::size_t g) {
    const auto matrix = generators.row(g);
    std::vector<std::uint64_t> rows((n + 3) / 4 * 4);
    for (std::uint32_t i = 0; i < n * n; ++i) rows[i / n] |= std::uint64_t{matrix[i]} << (i % n);
    for (std::uint32_t first = 0; first < n; first += 4) {
      for (std::uint32_t chosen = 0; chosen < 16; ++chosen) {
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i < 4; ++i) sum ^= (chosen >> i & 1) != 0 ? rows[first + i] : 0;
        into.push_back(sum);
      }
    }
  });
}

}  // namespace wreath::orbit
