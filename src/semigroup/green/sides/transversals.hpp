// SPDX-License-Identifier: MIT
//
// Where a kernel and an image of transformations make an idempotent.
//
// An R-class with kernel k whose component of images holds a transversal B of k contains exactly one idempotent with image B: the
// element of the class with that image permutes B, and a power of it is the idempotent. There is no other. So an R-class has as
// many idempotents as there are such images, a D-class is regular if the representative kernel has one, and then it has as many
// idempotents as there are such pairs (k, B).
//
// Cost: a few look-ups per pair, because most images are found not to be transversals at their first points.
#pragma once

#include <algorithm>

#include "semigroup/green/sides/kernel_code.hpp"

namespace wreath::semigroup {

class TransversalSearch final : public IdempotentSearch {
 public:
  TransversalSearch(const KernelCode& code, const KeyList& kernels, const KeyList& images, StopCheck check);

  bool any(Index kernel, std::span<const Index> images) override;
  std::uint64_t count(std::span<const Index> kernels, std::span<const Index> images) override;

 private:
  void look_at(Index kernel);
  void gather(std::span<const Index> images);
  bool is_transversal(Index image);
  std::uint64_t count_gathered_bits();
  template <class Small>
  std::uint64_t count_gathered();

  const KernelCode& code_;
  const KeyList& kernels_;
  const KeyList& images_;
  Packing packing_;
  StopCheck check_;
  std::uint32_t next_image() {
    if (++now_ == 0) {
      std::fill(seen_.begin(), seen_.end(), 0);
      now_ = 1;
    }
    return now_;
  }

  std::vector<Point> labels_;
  std::vector<std::uint32_t> seen_;  // by label: the last image that had it
  std::uint32_t now_ = 0;
  Index gathered_ = kNoIndex;        // the first of those images that are side by side, for all kernels
  std::size_t rank_ = 0;             // of each of them
  std::vector<std::uint64_t> room_;  // their bytes
  std::size_t images_gathered_ = 0;
  std::vector<std::uint32_t> way_;  // to the points that they have
};

}  // namespace wreath::semigroup
