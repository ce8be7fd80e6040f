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
Communicator& start() {
  throw_no_mpi();
}
void require_equal_commands(Communicator&, const std::string&) {}
int rank_of(const Communicator&) {
  return 0;
}
int size_of(const Communicator&) {
  return 1;
}
bool are_several(const Communicator*) {
  return false;
}
void together(Communicator&, const std::function<void()>& body) {
  body();
}
bool stop_together(Communicator&, RunControl& run) {
  return run.should_stop();
}
bool first_says(Communicator&, bool mine) {
  return mine;
}
bool ends_together(const Communicator&) {
  return true;
}
void finish(Communicator&) {}
void abort(Communicator&, int) noexcept {}
std::string plugin_path() {
  return {};
}

}  // namespace wreath::mpi

#endif
