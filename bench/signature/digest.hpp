// SPDX-License-Identifier: MIT
//
// A hash of everything that a piece of work found, in parts: where two hashes differ, the parts show where the work first went
// another way.
//
// What goes in must be the same on every machine: integers and text in a fixed order; no pointers, no floating point, no order of
// an unordered container. Arrays are hashed as they lie in memory, so the machine must be little-endian.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/data/hash.hpp"
#include "core/run/stop_check.hpp"

namespace wreath::bench {

static_assert(std::endian::native == std::endian::little, "signatures hash arrays as a little-endian machine holds them");

struct Part {
  std::string name;
  std::uint64_t hash = 0;
  bool operator==(const Part&) const = default;
};

class Digest {
 public:
  /// Throws Stopped where something is added after the run was asked to stop.
  explicit Digest(StopCheck stop = {}) : stop_(stop) {}

  void add(std::uint64_t number) { add(std::span<const std::uint64_t>(&number, 1)); }
  void add(std::string_view text) { add_bytes(std::as_bytes(std::span(text))); }
  template <std::unsigned_integral T>
  void add(std::span<const T> numbers) {
    add_bytes(std::as_bytes(numbers));
  }
  template <std::unsigned_integral T>
  void add(const std::vector<T>& numbers) {
    add(std::span<const T>(numbers));
  }
  void add_bytes(std::span<const std::byte> bytes) {
    stop_.spend(kStepsOfAdding + bytes.size());
    state_ = hash_bytes(bytes, state_);
  }

  /// What was added since the last call is the part of this name.
  void end_part(std::string name) {
    stop_.look();
    parts_.push_back({std::move(name), std::exchange(state_, 0)});
  }

  /// Of all parts.
  std::uint64_t hash() const {
    std::uint64_t hash = 0;
    for (const Part& part : parts_) hash = mix64(hash ^ part.hash) + part.hash;
    return hash;
  }
  const std::vector<Part>& parts() const { return parts_; }

 private:
  static constexpr std::uint64_t kStepsOfAdding = 1U << 14;  // with what was done for it
  StopCheck stop_;
  std::uint64_t state_ = 0;
  std::vector<Part> parts_;
};

}  // namespace wreath::bench
