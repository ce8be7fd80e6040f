// SPDX-License-Identifier: MIT
//
// The extension wreath._wreath: what the Python files of the package call. Its functions take their arguments in order and check
// only what C++ must check; names, defaults, examples and pictures stand in the Python files.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "python/src/common.hpp"

namespace wreath::python {

namespace {

/// The kind of OSError for a sentence about a file; null if it is about something else.
PyObject* file_error_of(std::string_view text) {
  const auto says = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (says(": this is a folder")) return PyExc_IsADirectoryError;
  const char* const actions[] = {"open", "read", "write", "create the folder"};
  if (!std::ranges::any_of(actions, [&](const char* action) { return says(fmt::format(": cannot {}", action)); })) return nullptr;
  if (says(std::strerror(ENOENT)) || says("there is no such file")) return PyExc_FileNotFoundError;
  if (says(std::strerror(ENOTDIR))) return PyExc_NotADirectoryError;
  if (says(std::strerror(EISDIR))) return PyExc_IsADirectoryError;
  for (const int code : {EACCES, EPERM, EROFS}) {
    if (says(std::strerror(code))) return PyExc_PermissionError;
  }
  return PyExc_OSError;
}

/// The library's errors as Python's, with the same sentences; options are keywords here.
void translate(std::exception_ptr error) {  // NOLINT(performance-unnecessary-value-param): pybind11 wants it so
  try {
    if (error) std::rethrow_exception(error);
  } catch (const InputError& input) {
    const std::string text = input.text(OptionStyle::keyword);
    PyObject* const file_error = file_error_of(text);
    PyErr_SetString(file_error == nullptr ? PyExc_ValueError : file_error, text.c_str());
  } catch (const ResourceError& resource) {
    const std::string text = resource.text(OptionStyle::keyword);
    PyObject* const file_error = file_error_of(text);
    PyErr_SetString(file_error != nullptr                      ? file_error
                    : text.find("memory") != std::string::npos ? PyExc_MemoryError
                                                               : PyExc_OSError,
                    text.c_str());
  } catch (const LimitReached& limit) {
    PyErr_SetString(PyExc_TimeoutError, limit.text(OptionStyle::keyword).c_str());
  } catch (const InternalError& internal) {
    PyErr_SetString(PyExc_RuntimeError, internal.what());
  }
}

/// A run record around results that are JSON text, as the benchmarks write them.
std::string record(const std::string& command, unsigned threads, std::uint64_t seed, const std::string& results) {
  const RunDescription description{.command = command, .seed = seed, .threads = threads, .gpu = ""};
  return to_text(make_record(description, RunControl(), true, parse_json(results, "results"), Json::object()), 2);
}

}  // namespace

}  // namespace wreath::python

PYBIND11_MODULE(_wreath, module) {
  using namespace wreath::python;  // NOLINT(google-build-using-namespace): the macro stands outside
  wreath::require_wanted_level();
  py::register_exception_translator(&translate);
  module.attr("version") = std::string(wreath::version());
  module.def("record", &record);
  module.def("set_progress", &set_progress);
  bind_perm(module);
  bind_semigroup(module);
  bind_word(module);
  bind_flip(module);
  bind_orbit(module);
  bind_coset(module);
  bind_group(module);
}
