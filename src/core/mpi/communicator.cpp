// SPDX-License-Identifier: MIT
#include "core/mpi/communicator.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <new>

#include "core/data/hash.hpp"
#include "core/io/output_file.hpp"
#include "core/mpi/exchange.hpp"
#include "core/run/ranks.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::mpi {

namespace {

enum class Failure : std::uint8_t { none, usage, input, resource, limit, internal };

Failure describe(const std::exception_ptr& failure, std::string& text) {
  if (!failure) return Failure::none;
  try {
    std::rethrow_exception(failure);
  } catch (const WrongUsage& error) {
    text = error.message();
    return Failure::usage;
  } catch (const InputError& error) {
    text = error.message();
    return Failure::input;
  } catch (const ResourceError& error) {
    text = error.message();
    return Failure::resource;
  } catch (const LimitReached& error) {
    text = error.message();
    return Failure::limit;
  } catch (const std::bad_alloc&) {
    text = "not enough memory";
    return Failure::resource;
  } catch (const std::exception& error) {
    text = error.what();
    return Failure::internal;
  } catch (...) {
    text = "an unknown failure";
    return Failure::internal;
  }
}

}  // namespace

void Communicator::agree(const std::exception_ptr& failure) {
  failed_together_ = false;  // an earlier failure was dealt with
  std::string text;
  const std::vector<Failure> all = all_of(*this, describe(failure, text));
  const auto first = std::find_if(all.begin(), all.end(), [](Failure kind) { return kind != Failure::none; });
  if (first == all.end()) return;
  const int root = static_cast<int>(first - all.begin());
  if (*first == Failure::resource && size_ > 1) text = fmt::format("rank {} on {}: {}", rank_, host_, text);
  text = text_of(*this, root, text);
  failed_together_ = true;
  switch (*first) {
    case Failure::usage: throw WrongUsage(text);
    case Failure::input: throw InputError(text);
    case Failure::resource: throw ResourceError(text);
    case Failure::limit: throw LimitReached(text);
    default: throw InternalError(text);
  }
}

unsigned fair_threads(Communicator& ranks) {
  struct Cores {
    std::uint64_t machine = 0;
    cpu_set_t mine;
  };
  Cores own;
  own.machine = hash_bytes(bytes_of(ranks.host()));
  CPU_ZERO(&own.mine);
  sched_getaffinity(0, sizeof own.mine, &own.mine);
  cpu_set_t all;
  CPU_ZERO(&all);
  for (const Cores& cores : all_of(ranks, own)) {
    if (cores.machine == own.machine) CPU_OR(&all, &all, &cores.mine);
  }
  const int share = CPU_COUNT(&all) / ranks.ranks_here();
  return static_cast<unsigned>(std::max(1, std::min(share, CPU_COUNT(&own.mine))));
}

bool are_several(Cluster ranks) {
  return ranks && ranks.ranks().size() > 1;
}

bool first_says(Communicator& ranks, bool mine) {
  return all_of(ranks, std::uint8_t{mine}).front() != 0;
}

bool stop_together(Communicator& ranks, RunControl& run) {
  run.should_stop();
  const std::vector<StopReason> all = all_of(ranks, run.stop_reason());
  const auto reason = std::ranges::find_if(all, [](StopReason each) { return each != StopReason::none; });
  if (reason == all.end()) return false;
  run.request_stop(*reason);
  return true;
}

std::string text_of(Communicator& ranks, int root, const std::string& mine) {
  const std::uint64_t bytes = all_of(ranks, std::uint64_t{mine.size()})[static_cast<std::size_t>(root)];
  std::string text = mine;
  text.resize(bytes);
  std::vector<Slice> send(static_cast<std::size_t>(ranks.size()));
  std::vector<Slice> receive(send.size());
  auto* data = reinterpret_cast<std::byte*>(text.data());
  if (ranks.rank() == root) {
    std::fill(send.begin(), send.end(), Slice{data, bytes});
    send[static_cast<std::size_t>(root)] = {};
  } else {
    receive[static_cast<std::size_t>(root)] = {data, bytes};
  }
  exchange(ranks, send, receive);
  return text;
}

}  // namespace wreath::mpi
