// SPDX-License-Identifier: MIT
#include "flip/lift/equations.hpp"

#include <fmt/format.h>

#include <span>

#include "core/text/units.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

namespace {

void stop_lift_if_asked(RunControl& run) {
  if (run.should_stop()) throw LimitReached("the run was stopped before the scheme was lifted");
}

void sort_distinct(std::vector<std::size_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
}

void require_memory(const BitScheme& scheme, std::uint64_t bytes, const RunControl& run) {
  if (bytes <= run.memory_left()) return;
  throw ResourceError(fmt::format("lifting a {} scheme of rank {} needs {} of memory, and {} is available",
                                  to_string(scheme.shape), scheme.rank(), format_bytes(bytes), format_bytes(run.memory_left())));
}

/// T - sum, modulo 2^64.
std::vector<std::uint64_t> error_of(const Columns& columns, const Residues& residues, RunControl& run) {
  std::vector<std::uint64_t> rest(columns.count());
  for (const TensorEntry& entry : entries_of(columns.shape()))
    rest[columns.number(entry.at[0], entry.at[1], entry.at[2])] = static_cast<std::uint64_t>(entry.value);
  for (const auto& [first, second, third] : residues) {
    stop_lift_if_asked(run);
    for (std::size_t a = 0; a < first.size(); ++a) {
      if (first[a] == 0) continue;
      for (std::size_t b = 0; b < second.size(); ++b) {
        const std::uint64_t product = first[a] * second[b];
        if (product == 0) continue;
        if (columns.has_all()) {
          std::uint64_t* const row = rest.data() + columns.number(a, b, 0);
          for (std::size_t c = 0; c < third.size(); ++c) row[c] -= product * third[c];
        } else {
          for (std::size_t c = 0; c < third.size(); ++c) {
            if (third[c] != 0) rest[columns.number(a, b, c)] -= product * third[c];
          }
        }
      }
    }
  }
  return rest;
}

}  // namespace

std::vector<Unknown> all_unknowns(const BitScheme& scheme) {
  std::vector<Unknown> unknowns;
  for (std::uint32_t r = 0; r < scheme.rank(); ++r) {
    for (std::uint8_t position = 0; position < 3; ++position) {
      auto one = scheme.summands[r][position].begin();
      for (std::uint32_t k = 0; k < scheme.shape.bits(position); ++k) {
        const bool is_one = one != scheme.summands[r][position].end() && *one == k;
        unknowns.push_back({r, k, position, is_one});
        one += is_one ? 1 : 0;
      }
    }
  }
  return unknowns;
}

std::vector<Unknown> signs_of(const BitScheme& scheme) {
  std::vector<Unknown> unknowns;
  for (std::uint32_t r = 0; r < scheme.rank(); ++r) {
    for (std::uint8_t position = 0; position < 3; ++position) {
      for (const std::uint32_t k : scheme.summands[r][position]) unknowns.push_back({r, k, position, true});
    }
  }
  return unknowns;
}

Columns Columns::of_summands(const BitScheme& scheme, RunControl& run) {
  constexpr std::size_t kLeast = 1 << 16;
  Columns columns(scheme.shape);
  if (fits_words(scheme.shape)) return columns;
  std::vector<std::size_t>& places = columns.places_;
  std::size_t limit = 0;  // duplicates are removed where the list is as long as this: twice as long as the last time
  for (const auto& [first, second, third] : scheme.summands) {
    stop_lift_if_asked(run);
    for (const std::uint32_t a : first) {
      for (const std::uint32_t b : second) {
        if (places.size() >= limit) {
          stop_lift_if_asked(run);
          sort_distinct(places);
          limit = 2 * places.size() + kLeast;
          require_memory(scheme, (limit + scheme.shape.bits(2)) * sizeof(std::size_t), run);
          places.reserve(limit + scheme.shape.bits(2));
        }
        for (const std::uint32_t c : third) places.push_back(columns.place(a, b, c));
      }
    }
  }
  for (const TensorEntry& entry : entries_of(scheme.shape))
    places.push_back(columns.place(entry.at[0], entry.at[1], entry.at[2]));
  sort_distinct(places);
  columns.count_ = places.size();
  return columns;
}

std::uint64_t bytes_of(const std::vector<Unknown>& unknowns, const Columns& columns) {
  return unknowns.size() * (columns.count() / 8 + 8);
}

BitMatrix derivative(const BitScheme& scheme, const std::vector<Unknown>& unknowns, const Columns& columns, RunControl& run) {
  require_memory(scheme, bytes_of(unknowns, columns), run);
  BitMatrix matrix(unknowns.size(), columns.count());
  for (std::size_t u = 0; u < unknowns.size(); ++u) {
    stop_lift_if_asked(run);
    std::array<std::span<const std::uint32_t>, 3> change;
    for (unsigned position = 0; position < 3; ++position) change[position] = scheme.summands[unknowns[u].summand][position];
    change[unknowns[u].position] = {&unknowns[u].entry, 1};
    for (const std::uint32_t a : change[0]) {
      for (const std::uint32_t b : change[1]) {
        for (const std::uint32_t c : change[2]) matrix.set(u, columns.number(a, b, c));
      }
    }
  }
  return matrix;
}

Residues residues_of(const BitScheme& scheme) {
  Residues residues(scheme.rank());
  for (std::size_t r = 0; r < scheme.rank(); ++r) {
    for (unsigned position = 0; position < 3; ++position) {
      residues[r][position].resize(scheme.shape.bits(position));
      for (const std::uint32_t k : scheme.summands[r][position]) residues[r][position][k] = 1;
    }
  }
  return residues;
}

std::vector<std::uint64_t> error_bits(const Columns& columns, const Residues& residues, unsigned power, RunControl& run) {
  const std::vector<std::uint64_t> rest = error_of(columns, residues, run);
  std::vector<std::uint64_t> bits((rest.size() + 63) / 64);
  for (std::size_t at = 0; at < rest.size(); ++at) {
    if ((rest[at] & ((std::uint64_t{1} << power) - 1)) != 0) throw InternalError("a step of a lift is wrong");
    bits[at / 64] |= (rest[at] >> power & 1) << (at % 64);
  }
  return bits;
}

}  // namespace wreath::flip
