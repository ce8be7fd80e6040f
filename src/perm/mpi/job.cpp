// SPDX-License-Identifier: MIT
#include "perm/mpi/job.hpp"

#include <fmt/format.h>

#include "core/io/scratch_folders.hpp"
#include "core/run/option.hpp"

namespace wreath::perm::cluster {

Job::Job(const FileOptions& options, RunControl& run) : options_(options), run_(run), local_(with_run(options.options, run)) {
  mpi::together(ranks(), [&] {
    if (local_.backend == BackendChoice::cuda)
      throw InputError("ranks work on CPUs; leave " + option("backend", "cuda") + " out, or start wreath alone");
    if (!options.checkpoint.empty() || !options.resume.empty())
      throw InputError("a run of several ranks cannot be resumed: leave the checkpoint out");
    if (options.verify == Verify::all)
      throw InputError(option("verify", "all") + " is for a single process: with several ranks use " +
                       option("verify", "sample"));
  });
  local_.backend = BackendChoice::cpu;
  if (local_.threads == 0) local_.threads = mpi::fair_threads(ranks());
  run.note_choice("backend", "cpu", "ranks work on CPUs");
  run.note_choice("ranks", std::to_string(ranks().size()), fmt::format("of {} threads", local_.threads));
}

std::string Job::scratch_for(const Task& task) const {
  std::string folder;
  mpi::together(ranks(), [&] {
    const auto folders = scratch_folder_list(options_.scratch, "");
    folder = folders[static_cast<std::size_t>(ranks().rank_here()) % folders.size()];
    require_scratch_space(ranks(), task, folder, folders.size());
  });
  return folder;
}

void Job::require_input(const MapSource& source) const {
  struct Look {
    std::uint64_t points;
    unsigned width;
    char kind;
  };
  const Look mine{source.size(), source.width(), source.kind()};
  const Look first = mpi::all_of(ranks(), mine)[0];
  mpi::together(ranks(), [&] {
    if (!source.is_file()) {
      throw InputError(
          fmt::format("{}: several ranks read .npy files only; convert it with 'wreath perm convert'", source.name()));
    }
    if (mine.width != 4 && mine.width != 5 && mine.width != 8) {
      throw InputError(
          fmt::format("{}: ranks work on points of 4, 5 or 8 bytes and these have {}; widen them to uint32 with 'wreath "
                      "perm convert', or start wreath alone",
                      source.name(), mine.width));
    }
    if (mine.points == first.points && mine.width == first.width && mine.kind == first.kind) return;
    throw InputError(
        fmt::format("{}: rank {} on {} sees {} points of {} bytes and rank 0 sees {} of {}: all ranks must see the same file",
                    source.name(), ranks().rank(), ranks().host(), mine.points, mine.width, first.points, first.width));
  });
}

}  // namespace wreath::perm::cluster
