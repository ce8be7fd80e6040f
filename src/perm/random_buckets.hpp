// SPDX-License-Identifier: MIT
//
// What every way of making a random permutation shares, so that all make the same one: which bucket a point falls into, and how a
// bucket is shuffled. perm/random.cpp tells why the result is uniform.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/data/rng.hpp"
#include "core/parallel/loops.hpp"
#include "core/arrays/counted_partition.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::perm {

namespace random_detail {
constexpr std::size_t kBucketPoints = std::size_t{1} << 16;
constexpr std::size_t kMostBuckets = std::size_t{1} << 12;  // more streams than that collapse in the caches
constexpr unsigned kDigitBits = 16;                         // what one random word is cut into
constexpr std::uint64_t kDigitWalker = ~std::uint64_t{0};   // buckets are walkers 0, 1, ...; the digits are another
}  // namespace random_detail

/// A power of two.
inline std::size_t random_buckets(std::size_t points) {
  return std::min(random_detail::kMostBuckets, std::bit_ceil(points / random_detail::kBucketPoints + 1));
}

/// What a 16-bit digit is shifted by to make the number of a bucket.
inline unsigned digit_shift(std::size_t buckets) {
  return random_detail::kDigitBits - static_cast<unsigned>(std::countr_zero(buckets));
}
/// The bucket of the k-th of eight points that begin at a multiple of eight, by the random words of these points.
WREATH_HD inline std::uint32_t bucket_digit(const PhiloxWords& words, std::size_t k, unsigned shift) {
  const std::uint32_t word = words.word[k / 2];
  return (k % 2 == 0 ? word & 0xFFFF : word >> 16) >> shift;
}

/// The bucket of each point, for points in ascending order: eight 16-bit digits come from one set of random words.
class BucketDigit {
 public:
  BucketDigit(std::uint64_t seed, std::size_t buckets) : seed_(seed), shift_(digit_shift(buckets)) {}

  std::size_t operator()(std::size_t point) {
    if (point / 8 != step_) {
      step_ = point / 8;
      words_ = random_words(seed_, random_detail::kDigitWalker, step_);
    }
    return bucket_digit(words_, point % 8, shift_);
  }

 private:
  std::uint64_t seed_;
  unsigned shift_;
  std::size_t step_ = ~std::size_t{0};
  PhiloxWords words_{};
};

/// Fisher and Yates.
template <class Point>
void shuffle_bucket(std::span<Point> points, RandomStream random) {
  for (std::size_t left = points.size(); left > 1; --left) std::swap(points[left - 1], points[random.below64(left)]);
}

/// A random permutation a group of buckets at a time, for those who have no memory for all: no bucket is stored, and for each
/// group all points are thrown again, which takes a nanosecond for each. Throws Stopped if a run is given and asked to stop.
class RandomGroups {
  auto digits() const {
    return [this] { return BucketDigit(seed_, buckets()); };
  }
  auto keep_going() const {
    return [this] { return StopCheck(stop_).look(), true; };
  }

 public:
  RandomGroups(std::uint64_t points, std::uint64_t seed, unsigned threads, RunControl* run = nullptr)
      : seed_(seed), threads_(threads), stop_(stop_check(run)), partition_(random_buckets(points), threads) {
    partition_.count(points, digits(), keep_going());
  }

  std::size_t buckets() const { return partition_.buckets(); }
  /// Where a bucket begins in the permutation.
  std::uint64_t start(std::size_t bucket) const { return partition_.start(bucket); }
  std::uint64_t size(Range group) const { return partition_.size(group); }
  /// As many buckets of first..end-1 as have at most `most` points; perhaps none.
  Range group_from(std::size_t first, std::size_t end, std::uint64_t most) const {
    std::size_t last = first;
    while (last < end && size({first, last + 1}) <= most) ++last;
    return {first, last};
  }

  /// The group's part of the permutation.
  template <class Point>
  void fill(Range group, std::span<Point> to) const {
    const std::uint64_t begin = start(group.begin);
    partition_.place(group, digits(), keep_going(), [&](std::size_t point, std::size_t, std::size_t position) {
      to[position - begin] = static_cast<Point>(std::uint64_t{point});
    });
    parallel_tasks(group.size(), threads_, [&](std::size_t k) {
      StopCheck(stop_).look();
      const std::size_t bucket = group.begin + k;
      shuffle_bucket(to.subspan(start(bucket) - begin, size({bucket, bucket + 1})), RandomStream(seed_, bucket));
    });
  }

 private:
  std::uint64_t seed_;
  unsigned threads_;
  StopCheck stop_;
  arrays::CountedPartition partition_;
};

}  // namespace wreath::perm
