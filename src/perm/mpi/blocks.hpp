// SPDX-License-Identifier: MIT
//
// Which rank holds which points.
//
// n points lie in buckets of equal size, the last ones shorter or empty, and each rank has the same number of buckets in a row:
// one where its points fit its memory. So any number of ranks will do, also more of them than points. The bucket of a point is a
// division, done by multiplying with the reciprocal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/parallel/loops.hpp"

namespace wreath::perm::cluster {

/// Division by a number that is not known before the program runs. floor(n * floor((2^64-1)/d) / 2^64) is the quotient or one
/// less.
class Divider {
 public:
  explicit Divider(std::uint64_t divisor) : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor) {}
  std::uint64_t operator()(std::uint64_t n) const {
    const auto guess = static_cast<std::uint64_t>(static_cast<unsigned __int128>(n) * reciprocal_ >> 64);
    return guess + (n - guess * divisor_ >= divisor_);
  }

 private:
  std::uint64_t divisor_;
  std::uint64_t reciprocal_;
};

class Blocks {
 public:
  /// `parts` buckets for each of `ranks` ranks.
  Blocks(std::uint64_t points, int ranks, std::size_t parts)
      : points_(points),
        parts_(parts),
        buckets_(static_cast<std::size_t>(ranks) * parts),
        bucket_size_(std::max<std::uint64_t>(1, points / buckets_ + (points % buckets_ != 0))),
        divide_(bucket_size_) {}

  std::uint64_t points() const { return points_; }
  std::size_t parts() const { return parts_; }
  std::size_t buckets() const { return buckets_; }
  std::uint64_t bucket_size() const { return bucket_size_; }
  std::size_t bucket_of(std::uint64_t point) const { return divide_(point); }
  std::uint64_t begin_of(std::size_t bucket) const { return std::min(points_, bucket * bucket_size_); }
  Range bucket(std::size_t number) const { return {begin_of(number), begin_of(number + 1)}; }
  Range of_rank(int rank) const {
    const std::size_t first = static_cast<std::size_t>(rank) * parts_;
    return {begin_of(first), begin_of(first + parts_)};
  }

 private:
  std::uint64_t points_;
  std::size_t parts_;
  std::size_t buckets_;
  std::uint64_t bucket_size_;
  Divider divide_;
};

}  // namespace wreath::perm::cluster
