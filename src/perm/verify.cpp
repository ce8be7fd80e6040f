// SPDX-License-Identifier: MIT
#include "perm/verify.hpp"

#include <atomic>

#include "perm/points.hpp"

namespace wreath::perm {

void throw_wrong_at(std::size_t i) {
  throw InternalError("verification failed: the result is wrong at index " + std::to_string(i));
}

template <class Value>
std::uint64_t order_free_checksum(std::span<const Value> values, unsigned threads) {
  std::atomic<std::uint64_t> sum{0};
  parallel_ranges(values.size(), threads, 4096, [&](Range range, unsigned) {
    std::uint64_t part = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) part += mix64(values[i]);
    sum += part;
  });
  return sum;
}

#define WREATH_INSTANTIATE(Value) template std::uint64_t order_free_checksum(std::span<const Value>, unsigned);
WREATH_FOR_EACH_POINT(WREATH_INSTANTIATE)
#undef WREATH_INSTANTIATE

}  // namespace wreath::perm
