// SPDX-License-Identifier: MIT
//
// What is said about points in arrays of signed and unsigned integers, wherever the arrays are.
#pragma once

#include <string>
#include <vector>

#include "python/src/common.hpp"
#include "wreath/perm.hpp"

namespace wreath::python {

/// A value as it stands in an array of integers of `width` bytes: negative where it is.
std::string show_value(std::uint64_t value, std::size_t width, bool is_signed);
/// A defect in a sentence.
std::string sentence_of(const perm::Defect& defect, std::uint64_t points, std::size_t width, bool is_signed);
/// Throws InputError that names the value as it stands in an array of signed integers.
[[noreturn]] void throw_point(const perm::PointError& error, std::size_t width);
/// Pairs of lengths and counts.
py::list list_of(const std::vector<perm::CycleCount>& type);

/// Calls work(); a point error names values as they stand in the array.
template <class Work>
void translating_points(std::size_t width, bool is_signed, const Work& work) {
  try {
    work();
  } catch (const perm::PointError& error) {
    if (!is_signed) throw;
    throw_point(error, width);
  }
}

void bind_perm_device(py::module_& perm_module);

}  // namespace wreath::python
