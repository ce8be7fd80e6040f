// SPDX-License-Identifier: MIT
//
// The images of a permutation: a vector if it is small or came from elsewhere, and an array on huge pages if it is large; in the
// memory of a GPU, where products are made there, and in the host's as soon as it is asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/data/huge_array.hpp"
#include "wreath/group/generators.hpp"
#include "wreath/perm/device.hpp"

namespace wreath::group {

/// Constant images may be copied to the other memory when they are asked for: by one thread at a time.
class Images {
 public:
  Images() = default;
  explicit Images(std::size_t points) : size_(points) { take_memory(); }
  explicit Images(std::vector<Point> given) : small_(std::move(given)), data_(small_.data()), size_(small_.size()) {}
  /// Those of a permutation that somebody else keeps.
  static Images of(std::span<const Point> kept) {
    Images images;
    images.data_ = const_cast<Point*>(kept.data());  // handed out as constant, for elements hold constant images
    images.size_ = kept.size();
    return images;
  }
  /// In the memory of the GPU, to be written there.
  static Images on_gpu(std::size_t points) {
    Images images;
    images.size_ = points;
    images.there_ = std::make_unique<perm::device::Memory>(points * sizeof(Point));
    return images;
  }
  Images(Images&& other) noexcept = default;
  Images& operator=(Images&& other) noexcept = default;

  /// To be written.
  std::span<Point> span() {
    fetch();
    there_.reset();
    return {data_, size_};
  }
  std::span<const Point> span() const {
    fetch();
    return {data_, size_};
  }
  const Point* data() const { return span().data(); }
  std::size_t size() const noexcept { return size_; }
  /// One image, without the others.
  Point operator[](std::size_t point) const {
    if (data_ != nullptr) return data_[point];
    Point image = 0;
    perm::device::fetch(&image, gpu().data + point, sizeof image);
    return image;
  }

  perm::device::Span<const Point> gpu() const {
    if (!there_ && size_ != 0) {
      there_ = std::make_unique<perm::device::Memory>(size_ * sizeof(Point));
      perm::device::send(there_->data(), data_, size_ * sizeof(Point));
    }
    return {there_ ? static_cast<const Point*>(there_->data()) : nullptr, size_};
  }
  /// To be written on the GPU.
  perm::device::Span<Point> gpu_room() {
    if (!there_ && size_ != 0) there_ = std::make_unique<perm::device::Memory>(size_ * sizeof(Point));
    data_ = nullptr;
    small_.clear();
    large_ = {};
    return {there_ ? static_cast<Point*>(there_->data()) : nullptr, size_};
  }
  bool is_on_gpu() const noexcept { return there_ != nullptr; }

 private:
  static constexpr std::size_t kLarge = std::size_t{1} << 18;

  void take_memory() const {
    if (size_ < kLarge) {
      small_.resize(size_);
      data_ = small_.data();
    } else {
      large_ = HugeArray<Point>(size_);
      data_ = large_.data();
    }
  }
  void fetch() const {
    if (data_ != nullptr || !there_) return;
    take_memory();
    perm::device::fetch(data_, there_->data(), size_ * sizeof(Point));
  }

  mutable std::vector<Point> small_;
  mutable HugeArray<Point> large_;
  mutable Point* data_ = nullptr;
  mutable std::unique_ptr<perm::device::Memory> there_ = {};
  std::size_t size_ = 0;
};

/// A permutation that several may hold, and its value in the record of products (Lines).
struct Element {
  std::shared_ptr<const Images> images = {};
  std::uint32_t line = 0;

  std::span<const Point> span() const { return images->span(); }
  Point operator[](std::size_t point) const { return (*images)[point]; }
};

}  // namespace wreath::group
