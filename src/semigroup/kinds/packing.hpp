// SPDX-License-Identifier: MIT
//
// Points in one, two or four bytes, as the degree needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// Calls visit with a value of the unsigned type that holds 0..values-1.
template <class Visit>
decltype(auto) with_width_for(std::uint64_t values, const Visit& visit) {
  if (values <= std::uint64_t{1} << 8) return visit(std::uint8_t{});
  if (values <= std::uint64_t{1} << 16) return visit(std::uint16_t{});
  return visit(std::uint32_t{});
}

inline std::size_t width_for(std::uint64_t values) {
  return with_width_for(values, [](auto type) { return sizeof(type); });
}

/// Points written as `width` bytes each.
class Packing {
  template <class Visit>
  decltype(auto) with_width(const Visit& visit) const {
    switch (width_) {
      case 1: return visit(std::uint8_t{});
      case 2: return visit(std::uint16_t{});
      default: return visit(std::uint32_t{});
    }
  }
  template <class Small>
  static Point load(const std::byte* at, std::size_t i, Small small) {
    std::memcpy(&small, at + i * sizeof small, sizeof small);
    return small;
  }

 public:
  explicit Packing(std::uint64_t degree) : width_(width_for(degree)) {}

  std::size_t width() const { return width_; }
  Point get(const std::byte* at, std::size_t i) const {
    return with_width([&](auto small) { return load(at, i, small); });
  }
  void unpack(std::span<const std::byte> bytes, Point* points) const {
    with_width([&](auto small) {
      for (std::size_t i = 0; i < bytes.size() / sizeof small; ++i) points[i] = load(bytes.data(), i, small);
    });
  }
  void pack(std::span<const Point> points, std::byte* bytes) const {
    with_width([&](auto small) {
      for (std::size_t i = 0; i < points.size(); ++i) {
        small = static_cast<decltype(small)>(points[i]);
        std::memcpy(bytes + i * sizeof small, &small, sizeof small);
      }
    });
  }

 private:
  std::size_t width_;
};

}  // namespace wreath::semigroup
