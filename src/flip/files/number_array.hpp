// SPDX-License-Identifier: MIT
//
// Arrays of numbers as other programs save them: numpy's .npy with integers, floats or complex numbers that are real, and
// Python's pickles of several arrays, which numpy writes for arrays of different sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wreath::flip {

struct NumberArray {
  std::vector<std::uint64_t> shape;
  std::vector<std::int64_t> values;        // in C order
  std::vector<std::int64_t> denominators;  // empty: all 1
};

inline constexpr const char* kNoComplex = "complex coefficients are not supported: integers or fractions are needed";

/// The array of an .npy file, or the arrays in an array of objects. Throws InputError that begins with `name`.
std::vector<NumberArray> read_arrays(std::span<const std::byte> file, const std::string& name);

}  // namespace wreath::flip
