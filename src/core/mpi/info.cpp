// SPDX-License-Identifier: MIT
#include "wreath/mpi.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/mpi/communicator.hpp"
#include "core/mpi/plugin.hpp"
#include "core/mpi/watch.hpp"
#include "core/run/memory.hpp"
#include "core/version.hpp"
#include "wreath/run.hpp"

namespace wreath::mpi {

namespace {

/// A number from the environment, or nothing (-1).
int number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return -1;
  const std::string_view view(text);
  int value = -1;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
  return error == std::errc{} && end == view.data() + view.size() ? value : -1;
}

std::unique_ptr<Watch> the_watch;  // as many as there are worlds: one in a process

/// Beside the program, as it is built; and where `cmake --install` puts it, which is above the programs of a package's levels.
std::vector<std::string> places() {
  std::vector<std::string> found;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const auto folder = program.parent_path();
    found.push_back((folder / kPluginFile).string());
    found.push_back((folder / ".." / WREATH_LIBDIR / "wreath" / kPluginFile).lexically_normal().string());
    found.push_back((folder.parent_path() / kPluginFile).string());
  }
  return found;
}

}  // namespace

Launch launch() {
  static constexpr struct {
    const char* rank;
    const char* size;
  } kNames[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMIX_RANK", "SLURM_NTASKS"}, {"PMI_RANK", "PMI_SIZE"}};
  for (const auto& names : kNames) {
    const int rank = number(names.rank);
    if (rank >= 0) return {true, rank, std::max(0, number(names.size))};
  }
  return {};
}

std::string plugin_path() {
  for (const std::string& place : places()) {
    if (access(place.c_str(), R_OK) == 0) return place;
  }
  return {};
}

Cluster start() {
  const std::string path = plugin_path();
  // Where it does not lie beside the program, the system may know it. Open MPI's own parts look for its symbols globally.
  void* library = dlopen(path.empty() ? kPluginFile : path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    throw ResourceError(
        fmt::format("wreath was started as one of several ranks and its MPI library cannot be loaded: {}; rebuild wreath "
                    "with MPI installed, or start a single process",
                    dlerror()));
  }
  const auto begin = reinterpret_cast<StartFunction>(dlsym(library, kStartFunction));
  Communicator* ranks = begin == nullptr ? nullptr : begin(kInterface);
  if (ranks == nullptr) {
    throw ResourceError(fmt::format("{}: this library belongs to another version of wreath; rebuild and reinstall both", path));
  }
  share_machine(static_cast<unsigned>(ranks->ranks_here()));
  return Cluster(*ranks);
}

void require_equal_commands(Cluster cluster, const std::string& command) {
  Communicator& ranks = cluster.ranks();
  const std::string first = text_of(ranks, 0, command);
  together(ranks, [&] {
    if (command == first) return;
    throw InputError(fmt::format("rank {} was started as '{}' and rank 0 as '{}'; start all ranks with the same command",
                                 ranks.rank(), command, first));
  });
}

int rank_of(Cluster ranks) {
  return ranks.ranks().rank();
}

int size_of(Cluster ranks) {
  return ranks.ranks().size();
}

void together(Cluster ranks, const std::function<void()>& body) {
  together<std::function<void()>>(ranks.ranks(), body);
}

bool ends_together(Cluster ranks) {
  return ranks.ranks().failed_together();
}

void watch(Cluster ranks, std::function<void(const std::string&)> lost) {
  the_watch = Watch::start(ranks.ranks(), std::move(lost));
}

void finish(Cluster ranks) {
  the_watch.reset();
  ranks.ranks().finish();
}

void abort(Cluster ranks, int code) noexcept {
  the_watch.reset();
  ranks.ranks().abort(code);
}

}  // namespace wreath::mpi
