// SPDX-License-Identifier: MIT
//
// What the four engines' bindings share: errors, options as Python writes them, and long calls.
//
// A long call gives up the GIL, so other Python threads go on, and listens to signals: a handler in front of Python's own asks
// the engine to stop after its batch, then Python's handlers run and may raise, as they do for Ctrl-C. What the engine has found
// until then stays in its object. Where no handler raised, the work goes on as if nothing had been.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>

#include "wreath/run.hpp"

namespace wreath::python {

namespace py = pybind11;
using namespace pybind11::literals;  // NOLINT(google-build-using-namespace): "name"_a

// One for each engine, in its own file; each adds a submodule of _wreath.
void bind_perm(py::module_& module);
void bind_semigroup(py::module_& module);
void bind_word(py::module_& module);
void bind_flip(py::module_& module);

/// "auto", "cpu" or "cuda".
BackendChoice parse_backend(const std::string& name);

/// What bounds a call: seconds, and bytes (an int, or text such as "8G"). None of either is no bound.
class Limits {
 public:
  Limits() = default;
  Limits(const py::object& time, const py::object& memory);
  /// From now on.
  void apply(RunControl& run) const;

 private:
  std::optional<double> deadline_;  // on the steady clock, so that work that goes on does not begin its time anew
  std::uint64_t memory_ = 0;
};

/// As long as it lives, signals that Python handles also ask the run to stop. Does nothing outside of the main thread, to which
/// Python brings its signals.
class SignalListener {
 public:
  explicit SignalListener(RunControl& run);
  ~SignalListener();
  SignalListener(const SignalListener&) = delete;
  SignalListener& operator=(const SignalListener&) = delete;

 private:
  RunControl* outer_ = nullptr;
  bool listening_ = false;
};

/// Lets Python's handlers run; throws what they raise.
void run_signal_handlers();

/// Calls work(run) once, without the GIL. Ctrl-C raises KeyboardInterrupt when the work returns.
template <class Work>
void call_once(RunControl& run, Work&& work) {
  {
    const SignalListener listener(run);
    const py::gil_scoped_release released;
    work(run);
  }
  run_signal_handlers();
}

/// Calls work(run) without the GIL, and again where only a signal stopped it whose handler did not raise: work goes on where it
/// was. Returns why it stopped.
template <class Work>
StopReason call_on(const Limits& limits, Work&& work) {
  while (true) {
    RunControl run;
    limits.apply(run);
    call_once(run, work);
    if (run.stop_reason() != StopReason::interrupted) return run.stop_reason();
  }
}

/// The same for work that cannot go on where it was: what a signal stopped whose handler did not raise is done once more, from
/// the beginning, and then no signal stops it.
template <class Work>
StopReason call_whole(const Limits& limits, Work&& work) {
  RunControl run;
  limits.apply(run);
  call_once(run, work);
  if (run.stop_reason() != StopReason::interrupted) return run.stop_reason();
  RunControl again;
  limits.apply(again);
  {
    const py::gil_scoped_release released;
    work(again);
  }
  run_signal_handlers();
  return again.stop_reason();
}

/// An array over memory that `owner` keeps alive; it cannot be written to.
template <class T>
py::array_t<T> view_of(const T* data, std::vector<py::ssize_t> shape, py::handle owner) {
  py::array_t<T> view(std::move(shape), data, owner);
  view.attr("flags").attr("writeable") = false;
  return view;
}

/// An array that takes over a vector.
template <class T>
py::array_t<T> array_from(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  const py::capsule owner(kept, [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); });
  return py::array_t<T>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

}  // namespace wreath::python
