// SPDX-License-Identifier: MIT
#include "perm/mpi/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/io/scratch_folders.hpp"
#include "core/mpi/gpu_buffers.hpp"
#include "core/mpi/same_file.hpp"
#include "core/run/machine.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "perm/backend.hpp"
#include "wreath/gpu.hpp"

namespace wreath::perm::cluster {

namespace {

/// An input that all ranks must see alike, of points that ranks can work on.
void require_input(mpi::Communicator& ranks, const MapSource& source) {
  struct Look {
    std::uint64_t points;
    unsigned width;
    char kind;
  };
  const Look mine{source.size(), source.width(), source.kind()};
  const Look first = mpi::all_of(ranks, mine)[0];
  mpi::together(ranks, [&] {
    if (!source.is_file()) {
      throw InputError(fmt::format("{}: several ranks read .npy files only; convert it to .npy first", source.name()));
    }
    if (mine.width != 4 && mine.width != 5 && mine.width != 8) {
      throw InputError(
          fmt::format("{}: several ranks support points of 4, 5 or 8 bytes, but these have {}; convert them to uint32 "
                      "first, or use a single process",
                      source.name(), mine.width));
    }
    if (mine.points == first.points && mine.width == first.width && mine.kind == first.kind) return;
    throw InputError(
        fmt::format("{}: rank {} on {} sees {} points of {} bytes and rank 0 sees {} of {}: all ranks must see the same file",
                    source.name(), ranks.rank(), ranks.host(), mine.points, mine.width, first.points, first.width));
  });
  mpi::require_same_file(ranks, source.name());
}

}  // namespace

RankResources look_at_ranks(const Request& request) {
  mpi::Communicator& ranks = request.options.machine.cluster.ranks();
  if (request.x != nullptr) require_input(ranks, *request.x);
  if (request.y != nullptr) require_input(ranks, *request.y);
  const std::uint64_t free = available_memory() / static_cast<std::uint64_t>(ranks.ranks_here());
  RankResources resources;
  resources.ranks = ranks.size();
  resources.memory = mpi::smallest_of(ranks, std::min(request.run.memory_left(), free));
  resources.one_machine = !mpi::any_of(ranks, ranks.ranks_here() != ranks.size());
  if (request.options.machine.backend == BackendChoice::cuda) {
    std::uint64_t free_there = 0;
    mpi::together(ranks, [&] {
      require_gpu();
      free_there = arrays::take_device(ranks.here());
    });
    resources.gpu_memory = mpi::smallest_of(ranks, free_there);
    const mpi::GpuBuffersChoice buffers = mpi::choose_gpu_buffers(ranks);
    resources.buffers_on_gpu = buffers.on_gpu();
    resources.buffers_why = buffers.why;
  }
  resources.threads = request.options.machine.threads != 0 ? request.options.machine.threads : mpi::fair_threads(ranks);
  return resources;
}

void on_all_ranks(const FileOptions& options, const std::function<void()>& body) {
  mpi::together(options.machine.cluster.ranks(), body);
}

Job::Job(const Request& request) : request_(request), local_{array_options(request.options), &request.run} {
  local_.machine.backend = BackendChoice::cpu;
  local_.stops = false;  // ranks stop together, between slices
  local_.machine.threads = request.plan.ranks.threads;
}

Plan Job::plan_without_sharing(const Plan& plan) const {
  mpi::together(ranks(), [&] {
    if (plan.without_sharing != nullptr) return;
    throw ResourceError(
        fmt::format("the ranks cannot share memory, and {} points do not fit in the memory that each of them may take; give more "
                    "with {}, or use {}",
                    plan.task.target, option("memory"), option("method", "files")));
  });
  note(*plan.without_sharing, request_.run);
  return *plan.without_sharing;
}

std::string Job::scratch_for(const Plan& plan) const {
  std::string folder;
  mpi::together(ranks(), [&] {
    const auto folders = scratch_folder_list(request_.options.machine.scratch, "");
    folder = folders[static_cast<std::size_t>(ranks().rank_here()) % folders.size()];
    const std::uint64_t users = (static_cast<std::uint64_t>(ranks().ranks_here()) + folders.size() - 1) / folders.size();
    const std::uint64_t needed = plan.scratch * users;
    std::error_code error;
    const std::uintmax_t free = std::filesystem::space(folder, error).available;
    if (error || needed <= free) return;
    throw ResourceError(fmt::format("this needs {} of scratch space in {}, which has {} free; name another folder with {}",
                                    format_bytes(needed), folder, format_bytes(free), option("scratch")));
  });
  return folder;
}

}  // namespace wreath::perm::cluster
