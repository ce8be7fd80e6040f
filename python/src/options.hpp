// SPDX-License-Identifier: MIT
//
// Options that Python gives as a dict: each is taken if it is there, and must have its type.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "python/src/common.hpp"

namespace wreath::python {

/// A whole number up to `most`; nothing if it is not there.
std::optional<std::uint64_t> number_in(const py::dict& options, const char* name, std::uint64_t most);

template <class Number>
void take(const py::dict& options, const char* name, Number& number) {
  if (const auto given = number_in(options, name, std::numeric_limits<Number>::max())) number = static_cast<Number>(*given);
}
template <class Number>
void take(const py::dict& options, const char* name, std::optional<Number>& number) {
  if (options.contains(name)) take(options, name, number.emplace());
}
void take(const py::dict& options, const char* name, bool& flag);
void take(const py::dict& options, const char* name, std::vector<unsigned>& numbers);
void take(const py::dict& options, const char* name, std::string& text);
/// checkpoint, resume and checkpoint_every.
RunFiles files_in(const py::dict& options);

}  // namespace wreath::python
