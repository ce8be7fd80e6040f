// SPDX-License-Identifier: MIT
//
// What counting the elements of each length asks of the machine.
//
// A few points, the base, determine an element by their images: all points of a transformation, the n points of a partial map,
// the unit vectors of a matrix. An element is a number with one digit for each of them. Digit i is the place of the image of base
// point i among the images that the semigroup can give to it, so that there are as few numbers as possible: 2^28 for
// upper unitriangular Boolean 8 x 8 matrices, whose row i has 7 - i free entries.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "wreath/run.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

class LevelDigits {
 public:
  /// For transformations and the base that determines each product of them.
  LevelDigits(const Generators& generators, std::span<const Point> base);

  std::size_t digits() const { return values_.size(); }
  std::size_t generators() const { return generators_; }
  /// How many values a digit has.
  std::uint64_t values(std::size_t digit) const { return values_[digit].size(); }
  /// The digit that a generator makes of one.
  std::uint32_t image(std::size_t generator, std::size_t digit, std::uint64_t value) const {
    return images_[digit][generator * values_[digit].size() + value];
  }
  /// How many numbers there are, or nothing if they are more than 2^56.
  std::optional<std::uint64_t> numbers() const { return numbers_; }
  /// The number of the element with these images of the base; the first digit is the least.
  std::uint64_t number_of(std::span<const Point> images) const;

 private:
  std::size_t generators_;
  std::vector<std::vector<Point>> values_;          // for each digit, ascending
  std::vector<std::vector<std::uint32_t>> images_;  // for each digit: generator after generator
  std::optional<std::uint64_t> numbers_;
};

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

// `start` has the numbers of the first level, each once.
std::unique_ptr<LevelStates> make_cpu_levels(const LevelDigits& digits, const std::vector<std::uint64_t>& start,
                                             unsigned threads);
/// Throws ResourceError if the bitmap does not fit the GPU, or there is none (backend.cpp).
std::unique_ptr<LevelStates> make_gpu_levels(const LevelDigits& digits, const std::vector<std::uint64_t>& start);
/// The same, of a build with CUDA.
std::unique_ptr<LevelStates> make_cuda_levels(const LevelDigits& digits, const std::vector<std::uint64_t>& start);

}  // namespace wreath::semigroup
