// SPDX-License-Identifier: MIT
//
// How ranks share the work: by shared memory, by messages, or through files.
//
// Shared memory is the fastest (docs/perm.md) and there where all ranks are on one machine. Messages need the array, spread over
// the ranks, to fit their memory. Files take buckets of a third of the memory, beside the buffers.
#include "perm/mpi/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/run/machine.hpp"
#include "core/run/option.hpp"
#include "core/run/units.hpp"
#include "perm/mpi/router.hpp"

namespace wreath::perm::cluster {

namespace {

constexpr std::size_t kLeastRound = std::size_t{1} << 12;

/// Of the array itself, with a byte for each point where its arrival must be noted.
std::uint64_t array_bytes(const Task& task, std::uint64_t points) {
  return points * (task.value_bytes + task.notes_arrivals);
}

/// Of all buffers of a round, for each of its points: what passes by, what comes (up to a quarter more), and what partitions it.
std::uint64_t round_bytes(const Task& task, Exchange exchange) {
  const std::uint64_t passing = task.point_bytes + 2 * task.value_bytes + task.notes_arrivals;
  const std::uint64_t partition = (sizeof(Offset) + task.value_bytes) * 5 / 4;
  if (exchange == Exchange::shared) return passing + partition;
  return passing + sizeof(Offset) + (sizeof(Offset) + task.value_bytes + partition) * 5 / 4 + 1;
}

/// The largest round that fits, or 0.
std::size_t round_that_fits(const Task& task, int ranks, Exchange exchange, std::uint64_t left) {
  const std::uint64_t share = task.source / static_cast<std::uint64_t>(ranks) + 1;
  std::size_t round = std::min<std::uint64_t>(task.most_round, share);
  while (round > kLeastRound && round * round_bytes(task, exchange) > left) round /= 2;
  return round * round_bytes(task, exchange) <= left ? round : 0;
}

}  // namespace

Plan plan_within(const Task& task, int ranks, bool one_machine, Exchange asked, std::uint64_t budget, std::string& why) {
  const std::uint64_t share = task.target / static_cast<std::uint64_t>(ranks) + 1;
  const std::uint64_t array = array_bytes(task, share);
  const auto fits = [&](Exchange exchange) {
    return array < budget ? round_that_fits(task, ranks, exchange, budget - array) : 0;
  };
  const bool any = asked == Exchange::automatic;
  if (asked == Exchange::shared && !one_machine) {
    throw InputError("the ranks are on several machines and cannot share memory; use " + option("exchange", "messages") +
                     " or files");
  }
  if ((any && one_machine) || asked == Exchange::shared) {
    if (const std::size_t round = fits(Exchange::shared)) {
      why = "all ranks are on one machine";
      return {Exchange::shared, 1, round};
    }
  }
  if ((any || asked == Exchange::messages) && share <= kMostBucket) {
    if (const std::size_t round = fits(Exchange::messages)) {
      why = one_machine ? "the arrays do not fit the memory otherwise" : "the arrays fit the memory of the ranks";
      return {Exchange::messages, 1, round};
    }
  }
  const std::uint64_t bucket = std::min<std::uint64_t>(kMostBucket - 1, budget / 3 / (task.value_bytes + task.notes_arrivals));
  const std::size_t round = round_that_fits(task, ranks, Exchange::files, budget);
  if ((any || asked == Exchange::files) && bucket >= kLeastRound && round != 0) {
    why = "the arrays do not fit the memory of the ranks";
    return {Exchange::files, std::max<std::size_t>(2, share / bucket + 1), round};
  }
  throw ResourceError(
      fmt::format("{} points on {} ranks need {} of memory on each, {} with {}, and {} are left to use; "
                  "give more with {}, or start more ranks",
                  task.target, ranks, format_bytes(array + kLeastRound * round_bytes(task, Exchange::messages)),
                  format_bytes(kLeastRound * round_bytes(task, Exchange::files) * 2), option("exchange", "files"),
                  format_bytes(budget), option("memory")));
}

Plan make_plan(mpi::Communicator& ranks, const Task& task, Exchange asked, RunControl& run) {
  const std::uint64_t free = available_memory() / static_cast<std::uint64_t>(ranks.ranks_here());
  const std::uint64_t budget = mpi::smallest_of(ranks, std::min(run.memory_left(), free));
  const bool one_machine = !mpi::any_of(ranks, ranks.ranks_here() != ranks.size());
  Plan plan;
  mpi::together(ranks, [&] {
    std::string why;
    plan = plan_within(task, ranks.size(), one_machine, asked, budget, why);
    if (asked != Exchange::automatic) why = "asked for";
    run.note_choice("exchange", to_string(plan.exchange), why);
  });
  return plan;
}

void require_scratch_space(const mpi::Communicator& ranks, const Task& task, const std::string& folder, std::size_t folders) {
  const std::uint64_t share = task.source / static_cast<std::uint64_t>(ranks.size()) + 1;
  const std::uint64_t users = (static_cast<std::uint64_t>(ranks.ranks_here()) + folders - 1) / folders;
  const std::uint64_t needed = share * (sizeof(Offset) + task.value_bytes) * users;
  std::error_code error;
  const std::uintmax_t free = std::filesystem::space(folder, error).available;
  if (error || needed <= free) return;
  throw ResourceError(fmt::format("this needs {} of scratch space in {}, which has {} free; name another folder with {}",
                                  format_bytes(needed), folder, format_bytes(free), option("scratch")));
}

Plan plan_without_sharing(mpi::Communicator& ranks, const Task& task, RunControl& run) {
  Plan plan = make_plan(ranks, task, Exchange::messages, run);
  run.note_choice("exchange", "messages", "the ranks cannot share memory");
  return plan;
}

}  // namespace wreath::perm::cluster
