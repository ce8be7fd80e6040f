// SPDX-License-Identifier: MIT
#include "semigroup/mpi/orbit_share.hpp"

#include <numeric>

#include "core/io/byte_reader.hpp"
#include "core/parallel/loops.hpp"
#include "semigroup/green/sides/map_sides.hpp"
#include "semigroup/green/sides/pair_code.hpp"

namespace wreath::semigroup {

namespace {

/// Adds the keys of one list; those that are not wanted are passed over. Returns their numbers.
std::vector<Index> take_keys(ByteReader& values, KeyList& keys, bool wanted) {
  std::vector<Index> numbers;
  for (std::uint64_t left = values.number(); left > 0; --left) {
    const std::span<const std::byte> key = values.array<std::byte>();
    if (!wanted) continue;
    numbers.push_back(keys.size());
    keys.push_back(key);
  }
  return numbers;
}

}  // namespace

OrbitShare::OrbitShare(Generators generators, bool pairs, unsigned threads, RunControl* run)
    : run_(run == nullptr ? own_ : *run), generators_(std::move(generators)), threads_(resolve_threads(threads)) {
  unless_failed([&] {
    auto certificate = pairs ? certify_pairs(generators_, StopCheck(run_)) : std::nullopt;
    if (pairs && !certificate) throw InternalError("a rank found no certificate for pairs");
    sides_ = pairs ? make_map_sides(generators_, make_pair_code(std::move(*certificate), generators_)) : make_sides(generators_);
  });
}

template <class Work>
void OrbitShare::unless_failed(const Work& work) {
  try {
    work();
  } catch (const std::exception&) {  // the first rank counts without this one
    ready_ = false;
  } catch (const Stopped&) {
    ready_ = false;
  }
}

bool OrbitShare::count(std::span<IdempotentJob> jobs, std::span<const std::byte> values, std::size_t first, std::size_t step) {
  if (ready_) unless_failed([&] { count_own(jobs, values, first, step); });
  return ready_;
}

void OrbitShare::count_own(std::span<IdempotentJob> jobs, std::span<const std::byte> values, std::size_t first,
                           std::size_t step) {
  ByteReader from(values);
  KeyList left(sides_->left().key_bytes());
  KeyList right(sides_->right().key_bytes());
  const auto is_own = [&](std::size_t j) { return j % step == first; };
  std::vector<std::vector<Index>> rights;
  std::vector<std::size_t> right_of(jobs.size());
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (j == 0 || jobs[j].right != jobs[j - 1].right) rights.push_back(take_keys(from, right, true));
    right_of[j] = rights.size() - 1;
  }
  std::vector<std::vector<Index>> lefts;
  for (std::size_t j = 0; j < jobs.size(); ++j) lefts.push_back(take_keys(from, left, is_own(j)));
  std::vector<std::unique_ptr<IdempotentSearch>> searches;
  for (unsigned i = 0; i < threads_; ++i) searches.push_back(sides_->search(left, right, StopCheck(run_)));
  parallel_chunks(jobs.size(), 1, threads_, [&](Range, std::size_t j, unsigned thread) {
    if (is_own(j)) jobs[j].found = searches[thread]->count(lefts[j], rights[right_of[j]]);
  });
}

}  // namespace wreath::semigroup
