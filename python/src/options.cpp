// SPDX-License-Identifier: MIT
#include "python/src/options.hpp"

#include <fmt/format.h>

namespace wreath::python {

std::optional<std::uint64_t> number_in(const py::dict& options, const char* name, std::uint64_t most) {
  if (!options.contains(name)) return std::nullopt;
  try {
    const auto given = options[name].cast<std::uint64_t>();
    if (given <= most) return given;
  } catch (const py::cast_error&) {  // said below
  }
  throw InputError(
      fmt::format("{} is {}, and must be a whole number from 0 to {}", name, py::repr(options[name]).cast<std::string>(), most));
}

void take(const py::dict& options, const char* name, bool& flag) {
  if (!options.contains(name)) return;
  const py::object given = options[name];
  if (!py::isinstance<py::bool_>(given))
    throw py::type_error(fmt::format("{} must be True or False, not {}", name, py::repr(given).cast<std::string>()));
  flag = given.cast<bool>();
}

void take(const py::dict& options, const char* name, std::vector<unsigned>& numbers) {
  if (!options.contains(name)) return;
  try {
    numbers = options[name].cast<std::vector<unsigned>>();
  } catch (const py::cast_error&) {
    throw py::type_error(
        fmt::format("{} must be a list of whole numbers from 0 on, not {}", name, py::repr(options[name]).cast<std::string>()));
  }
}

void take(const py::dict& options, const char* name, std::string& text) {
  if (options.contains(name)) text = options[name].cast<std::string>();
}

RunFiles files_in(const py::dict& options) {
  const auto path_in = [&](const char* name) {
    std::string text;
    take(options, name, text);
    return std::filesystem::path(text);
  };
  const char* const every = "checkpoint_every";
  return {path_in("checkpoint"), path_in("resume"), options.contains(every) ? options[every].cast<double>() : 0.0};
}

}  // namespace wreath::python
