// SPDX-License-Identifier: MIT
//
// Ranks in a build without MPI: a process is alone, and one of several that were started together ends at once.
#include <cstdlib>
#include <string_view>

#include "core/features.hpp"
#include "core/run/left_out.hpp"
#include "core/run/ranks.hpp"

#if !WREATH_HAVE_MPI

namespace wreath::mpi {

Launch launch() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::string_view(size) == "1") return {};
  throw_no_mpi();
}
Cluster start() {
  throw_no_mpi();
}
void require_equal_commands(Cluster, const std::string&) {}
int rank_of(Cluster) {
  return 0;
}
int size_of(Cluster) {
  return 1;
}
bool are_several(Cluster) {
  return false;
}
void together(Cluster, const std::function<void()>& body) {
  body();
}
bool stop_together(Communicator&, RunControl& run) {
  return run.should_stop();
}
bool first_says(Communicator&, bool mine) {
  return mine;
}
void require_same_file(Cluster, const std::string&) {}
void require_same(Cluster, const std::string&, std::uint64_t) {}
bool ends_together(Cluster) {
  return true;
}
void watch(Cluster, std::function<void(const std::string&)>) {}
void finish(Cluster) {}
void abort(Cluster, int) noexcept {}
std::string plugin_path() {
  return {};
}

}  // namespace wreath::mpi

#endif
