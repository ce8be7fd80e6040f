// SPDX-License-Identifier: MIT
#include "semigroup/green/sides/transversals.hpp"

#include <algorithm>
#include <utility>

namespace wreath::semigroup {

TransversalSearch::TransversalSearch(const KernelCode& code, const KeyList& kernels, const KeyList& images, StopCheck check)
    : code_(code), kernels_(kernels), images_(images), packing_(code.mark_values()), check_(check) {}

void TransversalSearch::look_at(Index kernel) {
  labels_.resize(code_.mark_values());
  seen_.resize(labels_.size(), 0);
  check_.spend(labels_.size());
  code_.labels(kernels_[kernel], labels_);
}

bool TransversalSearch::is_transversal(Index node) {
  const std::uint32_t now = next_image();
  const std::span<const std::byte> image = images_[node];
  check_.spend(16);
  for (std::size_t i = 0; i < image.size() / packing_.width(); ++i) {
    if (std::exchange(seen_[labels_[packing_.get(image.data(), i)]], now) == now) {
      check_.spend(i);
      return false;
    }
  }
  check_.spend(image.size());
  return true;  // as many points as blocks
}

bool TransversalSearch::any(Index kernel, std::span<const Index> images) {
  look_at(kernel);
  return std::ranges::any_of(images, [&](Index node) { return is_transversal(node); });
}

/// The images of the component one after the other; none where they are so many that this would not keep them in the cache.
void TransversalSearch::gather(std::span<const Index> nodes) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  if (std::exchange(gathered_, nodes.front()) == nodes.front()) return;
  rank_ = images_[nodes.front()].size() / packing_.width();
  const std::size_t bytes = rank_ * packing_.width();
  images_gathered_ = nodes.size() * bytes <= kMostBytes ? nodes.size() : 0;
  if (images_gathered_ == 0) return;
  check_.spend(nodes.size() * bytes + labels_.size());
  room_.resize(nodes.size() * bytes / sizeof(std::uint64_t) + 1);
  auto* to = reinterpret_cast<std::byte*>(room_.data());
  for (const Index node : nodes) to = std::ranges::copy(images_[node], to).out;
  std::vector<char> hit(code_.mark_values(), 0);
  std::vector<Point> points;
  for (std::size_t i = 0; i < nodes.size() * rank_; ++i) {
    const Point point = packing_.get(reinterpret_cast<const std::byte*>(room_.data()), i);
    if (std::exchange(hit[point], 1) == 0) points.push_back(point);
  }
  way_ = code_.way_to(points);
}

/// Of at most 64 points: the labels that an image has met are bits of a word.
std::uint64_t TransversalSearch::count_gathered_bits() {
  constexpr std::size_t kBits = 64;
  std::uint64_t bits[kBits];
  for (std::size_t p = 0; p < labels_.size(); ++p) bits[p] = std::uint64_t{1} << (labels_[p] % kBits);
  const auto* image = reinterpret_cast<const std::uint8_t*>(room_.data());
  std::uint64_t found = 0;
  check_.spend(images_gathered_ * (8 + rank_ / 2));
  for (std::size_t i = 0; i < images_gathered_; ++i, image += rank_) {
    std::uint64_t met = 0;
    std::size_t k = 0;
    while (k < rank_ && (met & bits[image[k]]) == 0) met |= bits[image[k++]];
    found += k == rank_ ? 1 : 0;  // as many points as blocks
  }
  return found;
}

template <class Small>
std::uint64_t TransversalSearch::count_gathered() {
  if (labels_.size() <= 64) return count_gathered_bits();
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

std::uint64_t TransversalSearch::count(std::span<const Index> kernels, std::span<const Index> images) {
  gather(images);
  std::uint64_t found = 0;
  for (const Index kernel : kernels) {
    if (images_gathered_ == 0) {
      look_at(kernel);
      found += static_cast<std::uint64_t>(std::ranges::count_if(images, [&](Index node) { return is_transversal(node); }));
    } else {
      labels_.resize(code_.mark_values());
      seen_.resize(labels_.size(), 0);
      check_.spend(way_.size());
      code_.labels_at(kernels_[kernel], way_, labels_);
      found += with_width_for(labels_.size(), [&](auto small) { return count_gathered<decltype(small)>(); });
    }
  }
  return found;
}

}  // namespace wreath::semigroup
