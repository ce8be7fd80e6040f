// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "wreath/run.hpp"

namespace wreath::flip {

/// Appends an array of plain values to a state.
template <class T>
void put_bytes(std::vector<std::byte>& state, std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = state.size();
  state.resize(at + values.size_bytes());
  if (!values.empty()) std::memcpy(state.data() + at, values.data(), values.size_bytes());
}
template <class T>
void put_value(std::vector<std::byte>& state, const T& value) {
  put_bytes(state, std::span(&value, 1));
}

/// An array with its length before it.
template <class T>
void put_list(std::vector<std::byte>& state, const std::vector<T>& values) {
  put_value<std::uint64_t>(state, values.size());
  put_bytes<T>(state, values);
}

/// Takes it off the front again. Throws InputError if the state ends too soon.
template <class T>
std::vector<T> take_bytes(std::span<const std::byte>& state, std::size_t count) {
  if (count > state.size() / sizeof(T)) throw InputError("the search state is too short: it was written by another version");
  std::vector<T> values(count);
  if (count != 0) std::memcpy(values.data(), state.data(), count * sizeof(T));
  state = state.subspan(count * sizeof(T));
  return values;
}
template <class T>
T take_value(std::span<const std::byte>& state) {
  return take_bytes<T>(state, 1).front();
}
template <class T>
std::vector<T> take_list(std::span<const std::byte>& state) {
  return take_bytes<T>(state, take_value<std::uint64_t>(state));
}

}  // namespace wreath::flip
