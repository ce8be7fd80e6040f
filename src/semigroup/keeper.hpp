// SPDX-License-Identifier: MIT
//
// Checkpoints of the semigroup engine: when they are written, and what their bytes are made of.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/parallel/function_ref.hpp"
#include "core/run/checkpoint.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// What must agree for a checkpoint to be continued from.
Json problem_of(const Generators& generators);

/// Keeps the state of long work in a file: now and then, and at a stop. Without a file it does nothing.
class Keeper {
 public:
  using Save = FunctionRef<std::vector<std::byte>()>;

  /// `kind` and `problem` as in write_checkpoint, `every` in seconds; no file if the path is empty.
  Keeper(std::string path, double every, std::string kind, const Json& problem);

  bool keeps() const noexcept { return !path_.empty(); }
  void save_if_due(Save save) {
    if (keeps() && timer_.is_due()) this->save(save);
  }
  void save(Save save);

 private:
  std::string path_;
  std::string kind_;
  std::shared_ptr<const Json> problem_;
  CheckpointTimer timer_;
};

/// Appends numbers, and arrays of them after their lengths; or counts the bytes that they would take.
class ByteWriter {
 public:
  enum class Mode { write, count };
  explicit ByteWriter(Mode mode = Mode::write) : mode_(mode) {}

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(std::as_bytes(std::span(&value, 1)));
  }
  template <class T>
  void put_all(std::span<const T> values) {
    put(std::uint64_t{values.size()});
    append(std::as_bytes(values));
  }
  std::size_t size() const noexcept { return size_; }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(std::span<const std::byte> piece) {
    size_ += piece.size();
    if (mode_ == Mode::write) bytes_.insert(bytes_.end(), piece.begin(), piece.end());
  }
  Mode mode_;
  std::size_t size_ = 0;
  std::vector<std::byte> bytes_;
};

/// Takes off the front what a ByteWriter appended. Throws InputError if the bytes end too early.
class Saved {
 public:
  Saved() = default;
  explicit Saved(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  T take() {
    T value;
    std::memcpy(&value, take_bytes(sizeof(T)).data(), sizeof(T));
    return value;
  }
  /// The bytes of an array of T, which need not be aligned.
  template <class T>
  std::span<const std::byte> take_all() {
    const auto count = take<std::uint64_t>();
    if (count > rest_.size() / sizeof(T)) fail();
    return take_bytes(count * sizeof(T));
  }
  /// An array of T, into anything that is resized like a vector.
  template <class T, class Array>
  void take_all_into(Array& array) {
    const std::span<const std::byte> bytes = take_all<T>();
    array.resize(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(array.data(), bytes.data(), bytes.size());
  }
  bool at_end() const noexcept { return rest_.empty(); }
  std::size_t left() const noexcept { return rest_.size(); }

 private:
  [[noreturn]] static void fail() { throw InputError("the checkpoint is damaged: it is too short"); }
  std::span<const std::byte> take_bytes(std::size_t count) {
    if (count > rest_.size()) fail();
    const auto piece = rest_.first(count);
    rest_ = rest_.subspan(count);
    return piece;
  }
  std::span<const std::byte> rest_;
};

}  // namespace wreath::semigroup
