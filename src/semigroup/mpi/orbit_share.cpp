// SPDX-License-Identifier: MIT
#include "semigroup/mpi/orbit_share.hpp"

#include "core/parallel/loops.hpp"
#include "semigroup/green/sides/map_sides.hpp"
#include "semigroup/green/sides/pair_code.hpp"

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
  std::unique_ptr<KernelCode> code;
  if (pairs) {
    auto certificate = certify_pairs(generators_, StopCheck(run_));
    if (!certificate) throw InternalError("a rank found no certificate for pairs");
    code = make_pair_code(std::move(*certificate), generators_);
  } else {
    code = make_block_code(generators_);
  }
  sides_ = make_map_sides(generators_, std::move(code));
  const auto nothing = [] {};
  left_ = std::make_unique<SideOrbit>(OrbitSide::left, sides_->left(), generators_.count(), SideOrbit::Use{});
  left_->enumerate(threads_, run_, nothing);
  left_->find_components(run_);
  right_ = std::make_unique<SideOrbit>(OrbitSide::right, sides_->right(), generators_.count(), SideOrbit::Use{});
  right_->enumerate(threads_, run_, nothing);
  right_->find_components(run_);
  for (unsigned i = 0; i < threads_; ++i) searches_.push_back(sides_->search(*left_, *right_, StopCheck(run_)));
}

bool OrbitShare::count(std::span<TransversalJob> jobs, std::size_t first, std::size_t step) {
  if (!ready_) return false;
  try {
    count_idempotents_of(jobs, first, step, *left_, searches_);
  } catch (const std::exception&) {
    ready_ = false;
  } catch (const Stopped&) {
    ready_ = false;
  }
  return ready_;
}

}  // namespace wreath::semigroup
