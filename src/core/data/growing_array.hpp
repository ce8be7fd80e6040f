// SPDX-License-Identifier: MIT
//
// A large array that grows at its end, on huge pages.
//
// Growing moves the mapping, not the memory (mremap), so a growing array never holds two copies of itself and an element costs
// no copy however often the array grows. Pages come from the system when first touched. Arrays of up to 128 KiB are on the heap,
// and are copied when they grow. Pointers into an array do not survive growth.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace wreath {

namespace detail {
/// A mapping of at least `bytes`, with the first bytes those of the old one, which is gone. Throws ResourceError.
void* grow_mapping(void* old, std::size_t old_bytes, std::size_t bytes);
/// What grow_mapping rounds to.
std::size_t mapping_bytes(std::size_t bytes);
void free_mapping(void* memory, std::size_t bytes) noexcept;
}  // namespace detail

template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  ~GrowingArray() { detail::free_mapping(data_, bytes_); }
  GrowingArray(GrowingArray&& other) noexcept { swap(other); }
  /// Takes the memory of an array of other items, whose bytes stay; its size is 0.
  template <class Other>
  explicit GrowingArray(GrowingArray<Other>&& other) noexcept
      : data_(static_cast<T*>(static_cast<void*>(std::exchange(other.data_, nullptr)))), bytes_(std::exchange(other.bytes_, 0)) {
    other.size_ = 0;
  }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    swap(other);
    return *this;
  }

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T& back() noexcept { return data_[size_ - 1]; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  std::span<const T> span() const noexcept { return {data_, size_}; }
  std::span<T> span() noexcept { return {data_, size_}; }

  /// Address space; memory is taken when it is first written.
  void reserve(std::size_t size) {
    if (size * sizeof(T) <= bytes_) return;
    const std::size_t bytes = detail::mapping_bytes(size * sizeof(T));
    data_ = static_cast<T*>(detail::grow_mapping(data_, bytes_, bytes));
    bytes_ = bytes;
  }
  /// New items are zero where the array was never larger, and whatever they were before where it was.
  void resize(std::size_t size) {
    if (size * sizeof(T) > bytes_) reserve(size + size / 2);
    size_ = size;
  }
  void push_back(const T& item) {
    const T copy = item;
    resize(size_ + 1);
    data_[size_ - 1] = copy;
  }
  void append(std::span<const T> items) {
    const std::size_t old = size_;
    resize(old + items.size());
    for (std::size_t i = 0; i < items.size(); ++i) data_[old + i] = items[i];
  }
  std::size_t memory() const noexcept { return size_ * sizeof(T); }

 private:
  template <class Other>
  friend class GrowingArray;

  void swap(GrowingArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(bytes_, other.bytes_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace wreath
