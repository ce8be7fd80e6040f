// SPDX-License-Identifier: MIT
//
// The four widths of points, and how a function over them is compiled for each or chosen at run time.
#pragma once

#include <cstdint>

#include <string>

#include "wreath/run.hpp"

#define WREATH_FOR_EACH_POINT(apply) apply(std::uint8_t) apply(std::uint16_t) apply(std::uint32_t) apply(std::uint64_t)
#define WREATH_FOR_EACH_VALUE(apply, Point) \
  apply(Point, std::uint8_t) apply(Point, std::uint16_t) apply(Point, std::uint32_t) apply(Point, std::uint64_t)
#define WREATH_FOR_EACH_POINT_AND_VALUE(apply) \
  WREATH_FOR_EACH_VALUE(apply, std::uint8_t)   \
  WREATH_FOR_EACH_VALUE(apply, std::uint16_t)  \
  WREATH_FOR_EACH_VALUE(apply, std::uint32_t)  \
  WREATH_FOR_EACH_VALUE(apply, std::uint64_t)

namespace wreath::perm {

/// Calls body with a zero of the unsigned type of `bytes` bytes.
template <class Body>
decltype(auto) with_width(unsigned bytes, Body&& body) {
  switch (bytes) {
    case 1: return body(std::uint8_t{});
    case 2: return body(std::uint16_t{});
    case 4: return body(std::uint32_t{});
    case 8: return body(std::uint64_t{});
    case 5: throw InputError("points of 5 bytes are for files; convert them to uint64 first");
    default: throw InternalError("unsupported width of points");
  }
}

}  // namespace wreath::perm
