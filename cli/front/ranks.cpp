// SPDX-License-Identifier: MIT
#include "cli/front/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "cli/front/common.hpp"
#include "wreath/mpi.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::cli {

void require_cluster_command(const Ranks& ranks, const std::string& command) {
  if (!ranks.several()) return;
  constexpr std::string_view kVerbs[] = {"perm random",      "perm identity",       "perm multiply",    "perm inverse",
                                         "perm divide",      "perm power",          "perm check",       "perm cycles",
                                         "perm order",       "perm sign",           "word reduce",      "word inverse",
                                         "flip search",      "semigroup enumerate", "semigroup member", "semigroup factor",
                                         "semigroup cayley", "semigroup green",     "orbit growth"};
  if (std::ranges::any_of(kVerbs, [&](std::string_view verb) { return command == fmt::format("wreath {}", verb); })) return;
  ranks.together([&] {
    throw WrongUsage(fmt::format("'{}' runs in one process: start it without mpirun.\n  Several ranks can run {}.", command,
                                 fmt::join(kVerbs, ", ")));
  });
}

void Ranks::join(const std::string& command_line) {
  const mpi::Launch launch = mpi::launch();
  if (!launch.launched) return;
  if (launch.rank != 0) mute();
  world_ = mpi::start();
  mpi::watch(world_, [rank = launch.rank](const std::string& message) {
    unmute();
    print_error(fmt::format("{}wreath: {}\n", rank == 0 ? "" : fmt::format("rank {}: ", rank), message));
    std::_Exit(kError);
  });
  mpi::require_equal_commands(world_, command_line);
}

bool Ranks::several() const {
  return world_ && mpi::size_of(world_) > 1;
}

bool Ranks::is_first() const {
  return !world_ || mpi::rank_of(world_) == 0;
}

void Ranks::together(const std::function<void()>& body) const {
  if (!world_) return body();
  mpi::together(world_, body);
}

int Ranks::end(int code) {
  if (world_) mpi::finish(world_);
  return is_muted() ? kDone : code;  // mpirun ends the job when one rank fails: it must not do so before rank 0 has spoken
}

int Ranks::fail(const std::string& message, int code) noexcept {
  if (!world_ || mpi::ends_together(world_)) {
    print_error(message);
    return end(code);
  }
  unmute();
  const int rank = mpi::rank_of(world_);
  print_error(rank == 0 ? message : fmt::format("rank {}: {}", rank, message));
  mpi::abort(world_, code);
  return code;
}

}  // namespace wreath::cli
