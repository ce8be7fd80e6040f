// SPDX-License-Identifier: MIT
#include "word/reduction/backend.hpp"

#include "core/features.hpp"
#include "core/run/left_out.hpp"

namespace wreath::word {

#if !WREATH_HAVE_CUDA
std::unique_ptr<DeviceReducer> make_device_reducer(const ReductionMachine&, std::uint64_t) {
  throw_no_gpu();
}
std::uint64_t take_gpu_of_rank(const RankHere&) {
  throw_no_gpu();
}
#endif
#if !WREATH_HAVE_MPI
std::unique_ptr<ClusterBackend> make_cluster_backend(const Group&, const ReduceOptions&, RunControl&) {
  throw_no_mpi();
}
#endif

}  // namespace wreath::word
