// SPDX-License-Identifier: MIT
#include "semigroup/green/idempotents.hpp"

#include <algorithm>

namespace wreath::semigroup {

TransversalSearch::TransversalSearch(const KernelOrbit& kernels, const ImageOrbit& images, StopCheck check)
    : kernels_(kernels), images_(images), check_(check) {}

void TransversalSearch::look_at(Index kernel) {
  labels_.resize(images_.rank(0));
  seen_.resize(labels_.size(), 0);
  check_.spend(labels_.size());
  kernels_.code().labels(kernels_.key(kernel), labels_);
}

bool TransversalSearch::is_transversal(Index node) {
  ++now_;
  const std::span<const std::byte> image = images_.points(node);
  const Packing& packing = images_.packing();
  check_.spend(16);
  for (std::size_t i = 0; i < image.size() / packing.width(); ++i) {
    if (std::exchange(seen_[labels_[packing.get(image.data(), i)]], now_) == now_) {
      check_.spend(i);
      return false;
    }
  }
  check_.spend(image.size());
  return true;  // as many points as blocks
}

bool TransversalSearch::any(Index kernel, Index image_component) {
  look_at(kernel);
  return std::ranges::any_of(images_.components().nodes(image_component), [&](Index node) { return is_transversal(node); });
}

std::uint64_t TransversalSearch::count(Index kernel, Index image_component) {
  look_at(kernel);
  return static_cast<std::uint64_t>(
      std::ranges::count_if(images_.components().nodes(image_component), [&](Index node) { return is_transversal(node); }));
}

}  // namespace wreath::semigroup
