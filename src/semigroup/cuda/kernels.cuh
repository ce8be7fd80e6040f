// SPDX-License-Identifier: MIT
//
// The passes of an expansion. A team of threads forms a candidate as it reads it: fingerprint, table, comparison; the candidate
// itself is never written unless it is new. Consecutive teams have consecutive candidates, so the parent's row comes from the
// multiprocessor's own cache for all but the first of its generators, and the generators from shared memory where they fit.
#pragma once

#include "semigroup/cuda/rows.cuh"
#include "semigroup/cuda/table.cuh"
#include "semigroup/cuda/team.cuh"

namespace wreath::semigroup {

struct CandidatesRef {
  Index first;
  std::uint32_t letters;
  const Product* chosen;  // null: all

  __device__ Product operator[](std::uint32_t position) const {
    if (chosen != nullptr) return chosen[position];
    return {first + position / letters, static_cast<Letter>(position % letters)};
  }
};

/// The generators where a kernel should read them: in shared memory, once copied there, or where they are.
template <bool kStaged, class Rows>
__device__ const typename Rows::Entry* stage_generators(const Rows& rows) {
  if constexpr (!kStaged) return rows.generators;
  extern __shared__ uint4 staged[];
  const auto* const from = reinterpret_cast<const uint4*>(rows.generators);
  const std::uint64_t size = rows.generator_count * rows.generator_size * sizeof(typename Rows::Entry) / sizeof(uint4);
  for (std::uint64_t i = threadIdx.x; i < size; i += kBlockThreads) staged[i] = from[i];
  __syncthreads();
  return reinterpret_cast<const typename Rows::Entry*>(staged);
}

template <class Rows, class Team, bool kStaged>
__global__ void __launch_bounds__(kBlockThreads)
    claim_kernel(Rows rows, TableRef table, CandidatesRef candidates, std::uint32_t count, Outcome* outcomes) {
  const auto* const generators = stage_generators<kStaged>(rows);
  const Team team;
  for (std::uint64_t position = team.first(); position < count; position += team.step()) {
    const auto row = keep(rows, team, rows.composed(candidates[position], generators));
    const auto same = [&](TableRef::Slot slot) {
      const std::uint32_t value = TableRef::value(slot);
      if (TableRef::is_claim(slot)) return same_rows(rows, team, row, rows.composed(candidates[value], generators));
      return same_rows(rows, team, row, rows.stored(value));
    };
    const Outcome outcome = table.claim(team, rows.fingerprint(team, row), position, same);
    if (team.rank() == 0) outcomes[position] = outcome;
  }
}

struct NewElementsRef {
  const std::uint32_t* positions;
  std::uint32_t count;
  Index base;  // the first one's number
  Index* prefixes;
  Letter* letters;
};

template <class Rows, class Team, bool kStaged>
__global__ void __launch_bounds__(kBlockThreads)
    append_kernel(Rows rows, TableRef table, CandidatesRef candidates, const Outcome* outcomes, NewElementsRef fresh) {
  const auto* const generators = stage_generators<kStaged>(rows);
  const Team team;
  for (std::uint64_t k = team.first(); k < fresh.count; k += team.step()) {
    const std::uint32_t position = fresh.positions[k];
    const Product product = candidates[position];
    const auto row = rows.composed(product, generators);
    typename Rows::Vector* const to = rows.rows + (fresh.base + k) * rows.vectors;
    for_my_vectors(team, rows.vectors, [&](std::uint64_t i, unsigned round) { to[i] = row.vector(i, round); });
    if (team.rank() != 0) continue;
    table.settle(outcomes[position].value(), fresh.base + k);
    fresh.prefixes[k] = product.element;
    fresh.letters[k] = product.letter;
  }
}

/// Undoes the claims of a batch.
inline __global__ void take_back_kernel(TableRef table, const Outcome* outcomes, std::uint32_t count) {
  const std::uint64_t position = std::uint64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (position < count && outcomes[position].kind() == Outcome::held) table.slots[outcomes[position].value()] = TableRef::kEmpty;
}

/// The element that each candidate is.
inline __global__ void results_kernel(TableRef table, const Outcome* outcomes, std::uint32_t count, Index* results) {
  const std::uint64_t position = std::uint64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (position >= count) return;
  const Outcome outcome = outcomes[position];
  results[position] =
      outcome.kind() == Outcome::known ? static_cast<Index>(outcome.value()) : TableRef::value(table.slots[outcome.value()]);
}

/// Puts elements first..last-1 into a table that has none of them.
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads) put_kernel(Rows rows, TableRef table, Index first, Index last) {
  const Team team;
  for (std::uint64_t element = first + team.first(); element < last; element += team.step()) {
    const std::uint64_t fingerprint = rows.fingerprint(team, rows.stored(element));
    if (team.rank() == 0) table.put(fingerprint, element);
  }
}

/// The element with the same row as the one that lies at `place`, which is none. One team.
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads) find_kernel(Rows rows, TableRef table, Index place, Index* found) {
  const Team team;
  if (team.first() != 0) return;
  const auto row = rows.stored(place);
  const auto same = [&](TableRef::Slot slot) { return same_rows(rows, team, row, rows.stored(TableRef::value(slot))); };
  const Index index = table.find(team, rows.fingerprint(team, row), same);
  if (team.rank() == 0) *found = index;
}

/// The points of elements from first on, 4 bytes each.
template <class Rows>
__global__ void unpack_kernel(Rows rows, Index first, std::uint64_t columns, std::uint64_t points, Point* out) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (i < points) out[i] = rows.point(first + i / columns, i % columns);
}

/// Counts the elements x with x*x = x; rows hold the images of all points, in order, or Rows has is_idempotent().
template <class Rows, class Team>
__global__ void __launch_bounds__(kBlockThreads)
    idempotents_kernel(Rows rows, std::uint64_t degree, Index first, Index last, unsigned long long* count) {
  const Team team;
  for (std::uint64_t element = first + team.first(); element < last; element += team.step()) {
    bool fixed = true;
    if constexpr (requires { rows.is_idempotent(element); }) {
      fixed = rows.is_idempotent(element);
    } else {
      for (std::uint64_t p = team.rank(); p < degree && fixed; p += Team::kSize) {
        const Point image = rows.point(element, p);
        fixed = rows.point(element, image) == image;
      }
    }
    if (team.all(fixed) && team.rank() == 0) atomicAdd(count, 1);
  }
}

}  // namespace wreath::semigroup
