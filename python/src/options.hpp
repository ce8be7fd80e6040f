// SPDX-License-Identifier: MIT
//
// Options that Python gives as a dict: each is taken if it is there, and must have its type.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "python/src/common.hpp"

namespace wreath::python {

/// A number of Python's dict, where it is there.
template <class Number>
void take(const py::dict& options, const char* name, Number& number) {
  if (!options.contains(name)) return;
  try {
    const auto given = options[name].cast<std::uint64_t>();
    if (given <= std::numeric_limits<Number>::max()) {
      number = static_cast<Number>(given);
      return;
    }
  } catch (const py::cast_error&) {  // said below
  }
  throw InputError(fmt::format("{} is {}, and must be a whole number from 0 to {}", name,
                               py::repr(options[name]).cast<std::string>(), std::numeric_limits<Number>::max()));
}

template <class Number>
void take(const py::dict& options, const char* name, std::optional<Number>& number) {
  if (options.contains(name)) take(options, name, number.emplace());
}

inline void take(const py::dict& options, const char* name, bool& flag) {
  if (!options.contains(name)) return;
  const py::object given = options[name];
  if (!py::isinstance<py::bool_>(given))
    throw py::type_error(fmt::format("{} must be True or False, not {}", name, py::repr(given).cast<std::string>()));
  flag = given.cast<bool>();
}

inline void take(const py::dict& options, const char* name, std::vector<unsigned>& numbers) {
  if (!options.contains(name)) return;
  try {
    numbers = options[name].cast<std::vector<unsigned>>();
  } catch (const py::cast_error&) {
    throw py::type_error(
        fmt::format("{} must be a list of whole numbers from 0 on, not {}", name, py::repr(options[name]).cast<std::string>()));
  }
}

inline void take(const py::dict& options, const char* name, std::string& text) {
  if (options.contains(name)) text = options[name].cast<std::string>();
}

}  // namespace wreath::python
