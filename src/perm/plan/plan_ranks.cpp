// SPDX-License-Identifier: MIT
//
// Files by several ranks: how each comes by what the others hold.
//
// Shared memory is the fastest (docs/perm.md) and there where all ranks are on one machine. Messages need the array, spread over
// the ranks, to fit their memory. Files take buckets of a third of the memory, beside the buffers.
#include <fmt/format.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/gpu.hpp"
#include "perm/plan/plan.hpp"
#include "core/arrays/widths.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kLeastRound = std::size_t{1} << 12;
constexpr std::size_t kMostRound = std::size_t{1} << 27;        // two turns of messages
constexpr std::size_t kMostSharedRound = std::size_t{1} << 28;  // to partition a round, a rank passes through all of the array
constexpr std::uint64_t kOffsetBytes = 4;

/// A scatter keeps a byte for each point to note what was reached, unless the values are indices that leave a number free.
bool notes_arrivals(const Task& task) {
  if (task.work == Work::inverse) return task.source > largest_of_width(task.value_bytes);
  return task.work == Work::divide;
}

/// Of the array that is accessed at random.
std::uint64_t array_bytes(const Task& task, std::uint64_t points) {
  return points * (task.value_bytes + notes_arrivals(task));
}

/// Of all buffers of a round, for each of its points: what passes by, what comes (up to a quarter more), and what partitions it.
std::uint64_t round_bytes(const Task& task, Exchange exchange) {
  const unsigned point_bytes = task.point_bytes == 4 ? 4 : 8;  // as in memory
  const std::uint64_t passing = point_bytes + 2 * task.value_bytes + notes_arrivals(task);
  const std::uint64_t partition = (kOffsetBytes + task.value_bytes) * 5 / 4;
  if (exchange == Exchange::shared) return passing + partition;
  return passing + kOffsetBytes + (kOffsetBytes + task.value_bytes + partition) * 5 / 4 + 1;
}

std::uint64_t share_of(std::uint64_t points, const RankResources& ranks) {
  return points / static_cast<std::uint64_t>(ranks.ranks) + 1;
}

/// The largest round that fits, or 0.
std::size_t round_that_fits(const Task& task, const RankResources& ranks, std::size_t most, Exchange exchange,
                            std::uint64_t left) {
  const std::size_t longest = exchange == Exchange::shared ? kMostSharedRound : kMostRound;
  std::size_t round = std::min<std::uint64_t>(std::min(longest, most), share_of(task.source, ranks));
  while (round > kLeastRound && round * round_bytes(task, exchange) > left) round /= 2;
  return round * round_bytes(task, exchange) <= left ? round : 0;
}

/// Each rank has a block of the array on its GPU; there is a ranks.gpu_memory.
Plan plan_on_gpus(const Task& task, Exchange asked, std::size_t most_round, const RankResources& ranks) {
  if (asked != Exchange::automatic && asked != Exchange::messages) {
    throw InputError(fmt::format("ranks whose arrays are on GPUs exchange messages: leave {} out, or {}",
                                 option("method", std::string(to_string(asked))), option("backend", "cuda")));
  }
  const std::uint64_t share = share_of(task.target, ranks);
  const std::size_t round = round_that_fits(task, ranks, most_round, Exchange::messages, ranks.memory);
  const std::uint64_t buffers = ranks.buffers_on_gpu ? round * 5 / 4 * (kOffsetBytes + task.value_bytes) : 0;
  const std::uint64_t there = buffers + DeviceArray::bytes_for({.size = share,
                                                                .value_bytes = task.value_bytes,
                                                                .point_bytes = kOffsetBytes,
                                                                .slice_points = round,
                                                                .scatters = task.work != Work::multiply});
  if (round == 0 || share > kMostBucket || there > *ranks.gpu_memory) {
    throw ResourceError(fmt::format(
        "{} points on {} ranks need {} of each GPU, of which {} is free, and {} of memory for buffers, of "
        "which {}; start more ranks, or leave {} out",
        task.target, ranks.ranks, format_bytes(there), format_bytes(*ranks.gpu_memory),
        format_bytes(kLeastRound * round_bytes(task, Exchange::messages)), left_to_use(ranks.memory), option("backend", "cuda")));
  }
  Plan plan{.task = task, .where = Where::ranks};
  plan.backend_why = "asked for";
  plan.ranks = {Exchange::messages, 1, round, ranks.ranks, ranks.threads, true, ranks.buffers_on_gpu};
  plan.buffers_why = ranks.buffers_why;
  plan.exchange_why = asked == Exchange::messages ? "asked for" : "each rank has a block of the array on its GPU";
  plan.memory = round * round_bytes(task, Exchange::messages);
  return plan;
}

}  // namespace

Plan plan_exchange(const Task& task, Exchange asked, std::size_t most_round, const RankResources& ranks) {
  if (ranks.gpu_memory) return plan_on_gpus(task, asked, most_round, ranks);
  const std::uint64_t share = share_of(task.target, ranks);
  const std::uint64_t array = array_bytes(task, share);
  const bool any = asked == Exchange::automatic;
  const auto plan_for = [&](Exchange exchange, std::size_t parts, std::size_t round, const char* why) {
    Plan plan{.task = task, .where = Where::ranks};
    plan.backend_why = "ranks use GPUs only if asked to";
    plan.ranks = {exchange, parts, round, ranks.ranks, ranks.threads};
    plan.exchange_why = exchange == asked ? "asked for" : why;
    plan.memory =
        (exchange == Exchange::files ? array_bytes(task, share / parts + 1) : array) + round * round_bytes(task, exchange);
    if (exchange == Exchange::files) plan.scratch = share_of(task.source, ranks) * (kOffsetBytes + task.value_bytes);
    return plan;
  };
  const auto fits = [&](Exchange exchange) {
    return array < ranks.memory ? round_that_fits(task, ranks, most_round, exchange, ranks.memory - array) : 0;
  };
  const std::size_t by_messages = share <= kMostBucket ? fits(Exchange::messages) : 0;
  if (asked == Exchange::shared && !ranks.one_machine) {
    throw InputError("the ranks are on several machines and cannot share memory; use " + option("method", "messages") +
                     " or files");
  }
  if ((any && ranks.one_machine) || asked == Exchange::shared) {
    if (const std::size_t round = fits(Exchange::shared)) {
      Plan plan = plan_for(Exchange::shared, 1, round, "all ranks are on one machine");
      if (by_messages != 0) {
        plan.without_sharing =
            std::make_shared<const Plan>(plan_for(Exchange::messages, 1, by_messages, "the ranks cannot share memory"));
      }
      return plan;
    }
  }
  if ((any || asked == Exchange::messages) && by_messages != 0) {
    return plan_for(
        Exchange::messages, 1, by_messages,
        ranks.one_machine ? "the arrays do not fit in memory otherwise" : "the arrays fit in the memory of the ranks");
  }
  const std::uint64_t bucket = std::min<std::uint64_t>(kMostBucket - 1, ranks.memory / 3 / array_bytes(task, 1));
  const std::size_t round = round_that_fits(task, ranks, most_round, Exchange::files, ranks.memory);
  if ((any || asked == Exchange::files) && bucket >= kLeastRound && round != 0) {
    return plan_for(Exchange::files, std::max<std::size_t>(2, share / bucket + 1), round,
                    "the arrays do not fit in the memory of the ranks");
  }
  throw ResourceError(
      fmt::format("{} points on {} ranks need {} of memory on each, {} with {}, and {}; "
                  "give more with {}, or start more ranks",
                  task.target, ranks.ranks, format_bytes(array + kLeastRound * round_bytes(task, Exchange::messages)),
                  format_bytes(kLeastRound * round_bytes(task, Exchange::files) * 2), option("method", "files"),
                  left_to_use(ranks.memory), option("memory")));
}

Plan plan_ranks(const Task& task, const FileOptions& options, const RankResources& ranks) {
  if (options.machine.backend == BackendChoice::cuda && task.work > Work::divide)
    throw InputError("ranks use GPUs for products, inverses and quotients only; leave " + option("backend", "cuda") + " out");
  if (options.method != Method::automatic) {
    throw WrongUsage(fmt::format("{} is for a single process: with several ranks use auto, shared, messages or files",
                                 option("method", options.method == Method::loop ? "loop" : "partition")));
  }
  if (task.keeps && task.work > Work::divide)
    throw WrongUsage("several ranks keep checkpoints of products, inverses and quotients only: omit the checkpoint");
  if (options.verify == Verify::all)
    throw WrongUsage(option("verify", "all") + " is for a single process: with several ranks use " + option("verify", "sample"));
  if ((task.work == Work::random || task.work == Work::identity) && task.point_bytes < 4)
    throw InputError("several ranks write points of 4, 5 or 8 bytes only; use a single process for smaller ones");
  if (task.work <= Work::divide)
    return plan_exchange(task, options.exchange, std::max<std::size_t>(options.slice_points, 1), ranks);
  Plan plan{.task = task, .where = Where::ranks};
  plan.backend_why = "ranks use GPUs only if asked to";
  plan.ranks.ranks = ranks.ranks;
  plan.ranks.threads = ranks.threads;
  return plan;
}

}  // namespace wreath::perm
