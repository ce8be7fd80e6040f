// SPDX-License-Identifier: MIT
#include "semigroup/green/idempotents.hpp"

#include <algorithm>
#include <utility>

#include "core/parallel/loops.hpp"

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
  const std::uint32_t now = next_image();
  const std::span<const std::byte> image = images_.points(node);
  const Packing& packing = images_.packing();
  check_.spend(16);
  for (std::size_t i = 0; i < image.size() / packing.width(); ++i) {
    if (std::exchange(seen_[labels_[packing.get(image.data(), i)]], now) == now) {
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

/// The images of the component one after the other; none where they are so many that this would not keep them in the cache.
void TransversalSearch::gather(Index image_component) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  if (gathered_ == image_component) return;
  gathered_ = image_component;
  rank_ = images_.component_rank(image_component);
  const std::size_t bytes = rank_ * images_.packing().width();
  const std::span<const Index> nodes = images_.components().nodes(image_component);
  images_gathered_ = nodes.size() * bytes <= kMostBytes ? nodes.size() : 0;
  if (images_gathered_ == 0) return;
  check_.spend(nodes.size() * bytes + labels_.size());
  room_.resize(nodes.size() * bytes / sizeof(std::uint64_t) + 1);
  auto* to = reinterpret_cast<std::byte*>(room_.data());
  for (const Index node : nodes) to = std::ranges::copy(images_.points(node), to).out;
  std::vector<char> hit(images_.rank(0), 0);
  std::vector<Point> points;
  const Packing& packing = images_.packing();
  for (std::size_t i = 0; i < nodes.size() * rank_; ++i) {
    const Point point = packing.get(reinterpret_cast<const std::byte*>(room_.data()), i);
    if (std::exchange(hit[point], 1) == 0) points.push_back(point);
  }
  way_ = kernels_.code().way_to(points);
}

template <class Small>
std::uint64_t TransversalSearch::count_gathered() {
  const auto* image = reinterpret_cast<const Small*>(room_.data());
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < images_gathered_; ++i, image += rank_) {
    const std::uint32_t now = next_image();
    std::size_t k = 0;
    while (k < rank_ && std::exchange(seen_[labels_[image[k]]], now) != now) ++k;
    check_.spend(8 + k);
    found += k == rank_ ? 1 : 0;  // as many points as blocks
  }
  return found;
}

std::uint64_t TransversalSearch::count(std::span<const Index> kernels, Index image_component) {
  gather(image_component);
  std::uint64_t found = 0;
  for (const Index kernel : kernels) {
    if (images_gathered_ == 0) {
      look_at(kernel);
      found += static_cast<std::uint64_t>(
          std::ranges::count_if(images_.components().nodes(image_component), [&](Index node) { return is_transversal(node); }));
    } else {
      labels_.resize(images_.rank(0));
      seen_.resize(labels_.size(), 0);
      check_.spend(way_.size());
      kernels_.code().labels_at(kernels_.key(kernel), way_, labels_);
      found += with_width_for(labels_.size(), [&](auto small) { return count_gathered<decltype(small)>(); });
    }
  }
  return found;
}

void count_transversals(std::span<TransversalJob> jobs, std::size_t first, std::size_t step, const KernelOrbit& kernels,
                        std::span<TransversalSearch> searches) {
  if (first >= jobs.size()) return;
  const std::size_t own = (jobs.size() - first + step - 1) / step;
  parallel_chunks(own, 1, static_cast<unsigned>(searches.size()), [&](Range, std::size_t j, unsigned thread) {
    TransversalJob& job = jobs[first + j * step];
    job.found = searches[thread].count(kernels.components().nodes(job.kernels).subspan(job.first, job.count), job.images);
  });
}

}  // namespace wreath::semigroup
