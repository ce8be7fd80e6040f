// SPDX-License-Identifier: MIT
//
// The images of a permutation: a vector if it is small or came from elsewhere, and an array on huge pages if it is large.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/data/huge_array.hpp"
#include "wreath/group/generators.hpp"

namespace wreath::group {

class Images {
 public:
  Images() = default;
  explicit Images(std::size_t points) : size_(points) {
    if (points < kLarge) {
      small_.resize(points);
      data_ = small_.data();
    } else {
      large_ = HugeArray<Point>(points);
      data_ = large_.data();
    }
  }
  explicit Images(std::vector<Point> given) : small_(std::move(given)), data_(small_.data()), size_(small_.size()) {}
  /// Those of a permutation that somebody else keeps.
  static Images of(std::span<const Point> kept) {
    Images images;
    images.data_ = const_cast<Point*>(kept.data());  // handed out as constant, for elements hold constant images
    images.size_ = kept.size();
    return images;
  }
  Images(Images&& other) noexcept = default;
  Images& operator=(Images&& other) noexcept = default;

  std::span<Point> span() noexcept { return {data_, size_}; }
  std::span<const Point> span() const noexcept { return {data_, size_}; }
  const Point* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }

 private:
  static constexpr std::size_t kLarge = std::size_t{1} << 18;
  std::vector<Point> small_;
  HugeArray<Point> large_;
  Point* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A permutation that several may hold, and its value in the record of products (Lines).
struct Element {
  std::shared_ptr<const Images> images = {};
  std::uint32_t line = 0;

  std::span<const Point> span() const noexcept { return images->span(); }
  Point operator[](std::size_t point) const noexcept { return images->data()[point]; }
};

}  // namespace wreath::group
