// SPDX-License-Identifier: MIT
//
// Kernels of maps, each once: partitions of the points into the classes that a map does not tell apart.
//
// Classes are labelled 0, 1, 2, ... in the order of their least points. Multiplying from the right can only merge classes; a
// merge is given by the new label of each old class, in which the labels are again in the order of their first use. Each class
// has a sum of random weights of its points, so that the fingerprint of a merged kernel costs a step per class, not per point; a
// kernel with that fingerprint is then compared point by point.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/closure/shard.hpp"
#include "core/data/growing_array.hpp"
#include "core/data/touch_ahead.hpp"
#include "semigroup/kinds/packing.hpp"

namespace wreath::semigroup {

class Kernels {
 public:
  using Id = std::uint32_t;
  using Label = std::uint32_t;
  static constexpr Id kNone = closure::kNoIndex;

  /// The new label of each class of an old kernel, and how many there are.
  struct Merge {
    Id kernel;
    std::span<const Label> labels;
    std::uint32_t rank;
  };

  /// Starts with the kernel of injective maps as number 0.
  explicit Kernels(std::size_t degree);

  std::size_t count() const { return ranks_.size(); }
  std::uint32_t rank(Id kernel) const { return ranks_[kernel]; }
  /// The class of a point.
  Label label(Id kernel, std::size_t point) const {
    const std::uint8_t* labels = labels_.data() + labels_at_[kernel];
    Label label = 0;
    std::memcpy(&label, labels + point * width(kernel), width(kernel));  // little-endian
    return label;
  }

  /// The same for equal kernels, and most likely different for different ones.
  std::uint64_t fingerprint(const Merge& merge) const;
  /// The kernel that comes of a merge, or kNone where it is not there yet. Safe to call from several threads at once.
  Id find(const Merge& merge) const { return find(merge, fingerprint(merge)); }
  Id find(const Merge& merge, std::uint64_t fingerprint) const;
  /// The same, and adds it where it is not there.
  Id find_or_add(const Merge& merge);

  /// Many at once, most of the work on all cores: reserve() gives the number of the kernel with that fingerprint, which is that
  /// of a new one where there is none; then make_room(), and fill() for each new number, from any thread. Where is() does not
  /// hold after that for a merge that got a number, another kernel has its fingerprint: it is to be added by find_or_add().
  Id reserve(std::uint64_t fingerprint, std::uint32_t rank);
  /// What reserve() will read, in two steps.
  void prefetch_far(std::uint64_t fingerprint) const { table_.prefetch(closure::Place::tag(fingerprint)); }
  void prefetch(std::uint64_t fingerprint) {
    const Id hit = table_.first_hit(closure::Place::tag(fingerprint));
    if (hit != kNone) __builtin_prefetch(&fingerprints_[hit]);
  }
  void make_room(unsigned threads = 1);
  void fill(Id kernel, const Merge& merge);
  bool is(Id known, const Merge& merge) const;
  std::uint64_t memory() const;

 private:
  std::size_t width(Id kernel) const { return width_for(ranks_[kernel]); }
  Id add(std::uint64_t fingerprint, std::uint32_t rank);

  std::size_t degree_;
  GrowingArray<std::uint8_t> labels_;  // a row of 1-, 2- or 4-byte labels for each kernel
  TouchAhead touch_labels_;
  std::vector<std::uint64_t> labels_at_;
  GrowingArray<std::uint64_t> sums_;  // of each class
  std::vector<std::uint64_t> sums_at_;
  std::size_t labels_end_ = 0;  // of the kernels reserved
  std::size_t sums_end_ = 0;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint64_t> fingerprints_;
  closure::Shard table_;  // by fingerprint
};

}  // namespace wreath::semigroup
