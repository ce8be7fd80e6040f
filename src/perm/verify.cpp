// SPDX-License-Identifier: MIT
#include "perm/verify.hpp"

#include <atomic>

#include "perm/points.hpp"

namespace wreath::perm {

void throw_wrong_at(std::size_t i) {
  throw InternalError("verification failed: the result is wrong at index " + std::to_string(i));
}

template <class Value>
std::uint64_t order_free_checksum(std::span<const Value> values, unsigned threads, RunControl& run) {
  std::atomic<std::uint64_t> sum{0};
  parallel_ranges(values.size(), threads, kVerifyGrain, [&](Range range, unsigned) {
    StopCheck stop(run);
    std::uint64_t part = 0;
    for (std::size_t first = range.begin; first < range.end; first += kVerifyGrain) {
      stop.spend(kVerifyGrain);
      for (std::size_t i = first; i < std::min(range.end, first + kVerifyGrain); ++i) part += mix64(values[i]);
    }
    sum += part;
  });
  return sum;
}

#define WREATH_INSTANTIATE(Value) template std::uint64_t order_free_checksum(std::span<const Value>, unsigned, RunControl&);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
