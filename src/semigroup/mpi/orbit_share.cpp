// SPDX-License-Identifier: MIT
#include "semigroup/mpi/orbit_share.hpp"

#include "core/parallel/loops.hpp"
#include "semigroup/green/pair_code.hpp"

namespace wreath::semigroup {

OrbitShare::OrbitShare(Generators generators, bool pairs, unsigned threads, RunControl* run)
    : run_(run == nullptr ? own_ : *run), generators_(std::move(generators)), threads_(resolve_threads(threads)) {
  try {
    find_orbits(pairs);
    ready_ = true;
  } catch (const std::exception&) {  // the first rank counts without this one
  } catch (const Stopped&) {
  }
}

void OrbitShare::find_orbits(bool pairs) {
  if (pairs) {
    auto certificate = certify_pairs(generators_, StopCheck(run_));
    if (!certificate) throw InternalError("a rank found no certificate for pairs");
    code_ = make_pair_code(std::move(*certificate), generators_.count());
  } else {
    code_ = make_block_code(generators_);
  }
  const auto nothing = [] {};
  kernels_ = std::make_unique<KernelOrbit>(generators_, *code_);
  kernels_->enumerate(threads_, run_, nothing);
  kernels_->find_components(run_);
  images_ = std::make_unique<ImageOrbit>(generators_);
  images_->enumerate(threads_, run_, nothing);
  images_->find_components(run_);
  searches_ = std::vector(threads_, TransversalSearch(*kernels_, *images_, StopCheck(run_)));
}

bool OrbitShare::count(std::span<TransversalJob> jobs, std::size_t first, std::size_t step) {
  if (!ready_) return false;
  try {
    count_transversals(jobs, first, step, *kernels_, searches_);
  } catch (const std::exception&) {
    ready_ = false;
  } catch (const Stopped&) {
    ready_ = false;
  }
  return ready_;
}

}  // namespace wreath::semigroup
