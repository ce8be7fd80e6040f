// SPDX-License-Identifier: MIT
//
// A large array on huge pages.
//
// Random access to gigabytes through 4 KiB pages misses the TLB at every step and runs at half the speed or less, so every
// large array that is read or written out of order lives in one of these. Memory comes zeroed from the kernel when first
// touched; nothing is initialised here. Where the machine has no transparent huge pages the array works all the same.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace wreath {

/// Asks for huge pages under memory that came from elsewhere, such as a vector's; to be called before it is first touched.
void advise_huge_pages(void* memory, std::size_t bytes) noexcept;

namespace detail {
/// Throws ResourceError that names the size when there is no such memory.
void* allocate_huge(std::size_t count, std::size_t item_bytes);
void free_huge(void* memory, std::size_t bytes) noexcept;
}  // namespace detail

template <class T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HugeArray() = default;
  explicit HugeArray(std::size_t size) : data_(static_cast<T*>(detail::allocate_huge(size, sizeof(T)))), size_(size) {}
  ~HugeArray() { detail::free_huge(data_, size_ * sizeof(T)); }
  HugeArray(HugeArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  HugeArray& operator=(HugeArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  std::span<T> span() noexcept { return {data_, size_}; }
  std::span<const T> span() const noexcept { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace wreath
