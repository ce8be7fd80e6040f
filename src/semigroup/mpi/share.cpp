// SPDX-License-Identifier: MIT
#include "semigroup/mpi/share.hpp"

#include <fmt/format.h>

#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "semigroup/cpu/compressed_store.hpp"
#include "semigroup/cpu/packed_store.hpp"
#include "semigroup/cpu/row_store.hpp"
#include "semigroup/mpi/gpu_share.hpp"
#include "semigroup/mpi/rank_share.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::semigroup {

namespace {

constexpr std::uint64_t kEnoughMemory = std::uint64_t{64} << 20;
constexpr std::uint64_t kAnyNumber = std::uint64_t{1} << 32;  // a degree whose rows are made of 32-bit numbers

template <class P>
std::unique_ptr<Share> share_with_points(mpi::Communicator& ranks, const ShareForm& form, unsigned threads,
                                         const RunControl* run) {
  const Generators& generators = form.generators;
  const bool other_kind = !generators.kind.is_transformation();
  const auto make = [&](auto store) -> std::unique_ptr<Share> {
    return std::make_unique<RankShare<decltype(store)>>(ranks, std::move(store), other_kind ? kAnyNumber : generators.degree,
                                                        form.tracked.size(), generators.monoid, threads, run);
  };
  if (other_kind) return make(RowStore<P>(generators, form.tracked));
  if (form.keep == Keep::compressed) return make(CompressedStore<P>(generators));
  if (PackedStore::fits(generators.degree, form.tracked.size())) return make(PackedStore(generators, form.tracked));
  return make(RowStore<P>(generators, form.tracked));
}

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
  if (form.keep != Keep::rows && form.keep != Keep::base && form.keep != Keep::compressed) {
    throw WrongUsage(fmt::format("{} is for a single process: several ranks keep elements as rows, by a base, or compressed",
                                 option("method", std::string(to_string(form.keep)))));
  }
  const std::uint64_t degree = form.generators.degree;
  if (form.gpu) {
    const DeviceSharing sharing{static_cast<unsigned>(ranks.rank_here()), static_cast<unsigned>(ranks.ranks_here())};
    return std::make_unique<GpuShare>(ranks, make_device_elements(form.generators, form.tracked, sharing), degree,
                                      form.tracked.size(), form.generators.monoid, threads, run);
  }
  if (!form.generators.kind.is_transformation()) return share_with_points<std::uint32_t>(ranks, form, threads, run);
  if (degree <= std::uint64_t{1} << 8) return share_with_points<std::uint8_t>(ranks, form, threads, run);
  if (degree <= std::uint64_t{1} << 16) return share_with_points<std::uint16_t>(ranks, form, threads, run);
  return share_with_points<std::uint32_t>(ranks, form, threads, run);
}

}  // namespace wreath::semigroup
