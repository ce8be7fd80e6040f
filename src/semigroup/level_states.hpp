// SPDX-License-Identifier: MIT
//
// What counting the elements of each length asks of the machine. A transformation of n points is a number with n digits to the
// base n; digit i is the image of the point i.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "wreath/run.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

class LevelStates {
 public:
  virtual ~LevelStates() = default;
  /// Makes the next level and returns how many numbers it has. Throws Stopped, or ResourceError; the same level is then made
  /// again.
  virtual std::uint64_t expand(RunControl& run) = 0;
  virtual std::uint64_t known() const = 0;
  virtual std::uint64_t bytes() const = 0;
  virtual std::string_view name() const = 0;
  /// Checkpoints do not depend on the machine.
  virtual void save(ByteWriter& into) const = 0;
  virtual void restore(ByteReader& from) = 0;
};

constexpr std::uint64_t power_of(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

// `start` has the numbers of the first level, each once. The generators must outlive what is made.
std::unique_ptr<LevelStates> make_cpu_levels(const Generators& generators, const std::vector<std::uint64_t>& start,
                                             unsigned threads);
/// Throws ResourceError if the bitmap does not fit the GPU, or there is none (backend.cpp).
std::unique_ptr<LevelStates> make_gpu_levels(const Generators& generators, const std::vector<std::uint64_t>& start);
/// The same, of a build with CUDA.
std::unique_ptr<LevelStates> make_cuda_levels(const Generators& generators, const std::vector<std::uint64_t>& start);

}  // namespace wreath::semigroup
