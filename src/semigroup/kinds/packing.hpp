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
 public:
  explicit Packing(std::uint64_t degree) : width_(width_for(degree)) {}

  std::size_t width() const { return width_; }
  Point get(const std::byte* at, std::size_t i) const {
    switch (width_) {
      case 1: return load<std::uint8_t>(at, i);
      case 2: return load<std::uint16_t>(at, i);
      default: return load<std::uint32_t>(at, i);
    }
  }
  void unpack(std::span<const std::byte> bytes, Point* points) const {
    switch (width_) {
      case 1: return load_all<std::uint8_t>(bytes, points);
      case 2: return load_all<std::uint16_t>(bytes, points);
      default: return load_all<std::uint32_t>(bytes, points);
    }
  }
  void pack(std::span<const Point> points, std::byte* bytes) const {
    switch (width_) {
      case 1: return store_all<std::uint8_t>(points, bytes);
      case 2: return store_all<std::uint16_t>(points, bytes);
      default: return store_all<std::uint32_t>(points, bytes);
    }
  }

 private:
  template <class Small>
  static Point load(const std::byte* at, std::size_t i) {
    Small small;
    std::memcpy(&small, at + i * sizeof(Small), sizeof(Small));
    return small;
  }
  template <class Small>
  static void load_all(std::span<const std::byte> bytes, Point* points) {
    for (std::size_t i = 0; i < bytes.size() / sizeof(Small); ++i) points[i] = load<Small>(bytes.data(), i);
  }
  template <class Small>
  static void store_all(std::span<const Point> points, std::byte* bytes) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto small = static_cast<Small>(points[i]);
      std::memcpy(bytes + i * sizeof(Small), &small, sizeof(Small));
    }
  }

  std::size_t width_;
};

}  // namespace wreath::semigroup
