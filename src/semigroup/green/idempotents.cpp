// SPDX-License-Identifier: MIT
#include "semigroup/green/idempotents.hpp"

#include <algorithm>

namespace wreath::semigroup {

TransversalSearch::TransversalSearch(const KernelOrbit& kernels, const ImageOrbit& images) : kernels_(kernels), images_(images) {}

bool TransversalSearch::is_transversal(std::span<const std::byte> image) {
  ++now_;
  const Packing& packing = images_.packing();
  for (std::size_t i = 0; i < image.size() / packing.width(); ++i) {
    if (std::exchange(seen_[labels_[packing.get(image.data(), i)]], now_) == now_) return false;
  }
  return true;  // as many points as blocks
}

bool TransversalSearch::any(Index kernel, Index image_component) {
  labels_.resize(images_.rank(0));
  seen_.resize(labels_.size(), 0);
  kernels_.code().labels(kernels_.key(kernel), labels_);
  return std::ranges::any_of(images_.components().nodes(image_component),
                             [&](Index node) { return is_transversal(images_.points(node)); });
}

std::uint64_t TransversalSearch::count(Index kernel, Index image_component) {
  labels_.resize(images_.rank(0));
  seen_.resize(labels_.size(), 0);
  kernels_.code().labels(kernels_.key(kernel), labels_);
  return static_cast<std::uint64_t>(std::ranges::count_if(images_.components().nodes(image_component),
                                                          [&](Index node) { return is_transversal(images_.points(node)); }));
}

}  // namespace wreath::semigroup
