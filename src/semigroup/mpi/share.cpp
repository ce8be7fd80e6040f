// SPDX-License-Identifier: MIT
#include "semigroup/mpi/share.hpp"

#include <fmt/format.h>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "semigroup/cpu/compressed_store.hpp"
#include "semigroup/kinds/kind_space.hpp"
#include "semigroup/kinds/packed_points.hpp"
#include "semigroup/kinds/points.hpp"
#include "semigroup/mpi/gpu_share.hpp"
#include "semigroup/mpi/rank_share.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kEnoughMemory = std::uint64_t{64} << 20;
constexpr std::uint64_t kAnyNumber = std::uint64_t{1} << 32;  // a degree whose rows are made of 32-bit numbers

}  // namespace

MemoryWatch::MemoryWatch(const RunControl* run)
    : run_(run), least_(run == nullptr ? 0 : std::min(kEnoughMemory, run->memory_left() / 8)) {}

void MemoryWatch::look() const {
  if (run_ == nullptr) return;
  const std::uint64_t left = run_->memory_left();
  if (left >= least_) return;
  throw ResourceError(fmt::format("only {} of memory is left, which is too little to continue; start more ranks, or raise {}",
                                  format_bytes(left), option("memory")));
}

std::unique_ptr<Share> make_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run) {
  if (form.method != Method::rows && form.method != Method::base && form.method != Method::compressed) {
    throw WrongUsage(fmt::format("{} is for a single process: several ranks keep elements as rows, by a base, or compressed",
                                 option("method", std::string(to_string(form.method)))));
  }
  const std::uint64_t degree = form.generators.degree;
  if (form.gpu) {
    const DeviceSharing sharing{static_cast<unsigned>(ranks.rank_here()), static_cast<unsigned>(ranks.ranks_here())};
    return std::make_unique<GpuShare>(ranks, make_device_elements(form.generators, form.tracked, sharing), degree,
                                      form.tracked.size(), form.generators.monoid, threads, run);
  }
  const Generators& generators = form.generators;
  const auto with_store = [&](auto store, std::uint64_t numbers) -> std::unique_ptr<Share> {
    return std::make_unique<RankShare<decltype(store)>>(ranks, std::move(store), numbers, form.tracked.size(), generators.monoid,
                                                        threads, run);
  };
  const auto with_space = [&](auto space, std::uint64_t numbers) {
    return with_store(closure::CellStore<decltype(space)>(std::move(space), form.tracked), numbers);
  };
  if (!generators.kind.is_transformation()) return with_space(KindRowSpace(generators), kAnyNumber);
  const bool compressed = form.method == Method::compressed;
  const std::size_t columns = form.tracked.size();
  if (!compressed && PackedPoints::fits(degree, columns)) return with_space(PackedPoints(generators, columns), degree);
  return with_points(degree, [&](auto point) {
    using P = decltype(point);
    return compressed ? with_store(CompressedStore<P>(generators), degree) : with_space(Points<P>(generators, columns), degree);
  });
}

}  // namespace wreath::semigroup
