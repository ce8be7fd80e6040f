// SPDX-License-Identifier: MIT
//
// What the engines' bindings share: errors, options as Python writes them, and long calls.
//
// A long call gives up the GIL, so other Python threads go on, and listens to signals: a handler in front of Python's own asks
// the engine to stop after its batch, then Python's handlers run and may raise, as they do for Ctrl-C. What the engine has found
// until then stays in its object. Only the main thread can run Python's handlers, and only they know whether they raise; so where
// none did, the work is called once more, in a thread beside the main one, which runs handlers as signals come and stops the work
// when one of them raises. Signals whose handlers return, a timer's for instance, cost one restart at most.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "wreath/machine.hpp"
#include "wreath/natural.hpp"
#include "wreath/run.hpp"

namespace wreath::python {

namespace py = pybind11;
using namespace pybind11::literals;  // NOLINT(google-build-using-namespace): "name"_a

// One for each engine, in its own file; each adds a submodule of _wreath.
void bind_perm(py::module_& module);
void bind_semigroup(py::module_& module);
void bind_word(py::module_& module);
void bind_flip(py::module_& module);
void bind_orbit(py::module_& module);
void bind_coset(py::module_& module);
void bind_group(py::module_& module);

/// What bounds a call: seconds, and bytes (an int, or text such as "8G"). Without either there is no limit.
class Limits {
 public:
  Limits() = default;
  Limits(const py::object& time, const py::object& memory);
  /// From now on.
  void apply(RunControl& run) const;

 private:
  std::optional<double> deadline_;  // on the steady clock, so that a retry does not extend the time
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
  bool listening_ = false;
};

/// Lets Python's handlers run; throws what they raise.
void run_signal_handlers();

/// Calls work() exactly once, without the GIL, and returns what it does. No signal stops it: Python's handlers run when it is
/// done.
template <class Work>
auto call_once(Work&& work) {
  if constexpr (std::is_void_v<std::invoke_result_t<Work&>>) {
    {
      const py::gil_scoped_release released;
      work();
    }
    run_signal_handlers();
  } else {
    auto result = [&] {
      const py::gil_scoped_release released;
      return work();
    }();
    run_signal_handlers();
    return result;
  }
}

/// Calls work(run) in a thread of its own, while this one runs Python's signal handlers; throws what one of them raised, after
/// which the run was asked to stop.
void call_beside(RunControl& run, const std::function<void(RunControl&)>& work);

/// Progress is shown from now on by calls of show(phase, done, total, unit, note), at most ten times a second, where total is 0
/// if it is not known, and of show(None, ...) when a call that was shown is over. None: it is not shown.
void set_progress(const py::object& show);

/// As long as it lives, the progress of runs is shown as that of one call, if anybody wants it.
class ShownProgress {
 public:
  ShownProgress();
  ~ShownProgress();
  ShownProgress(const ShownProgress&) = delete;
  ShownProgress& operator=(const ShownProgress&) = delete;
  /// From now on that of this run, which ends first.
  void listen_to(RunControl& run);

 private:
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_;
};

/// Calls work(run) without the GIL, and again after a signal stopped it: it restarts or continues where it was,
/// as it likes. Returns why it stopped, which is never a signal: a handler that raises makes this throw. `progress` is that of
/// several calls that are one for Python.
template <class Work>
StopReason call(const Limits& limits, ShownProgress& progress, Work&& work) {
  RunControl run;
  limits.apply(run);
  {
    progress.listen_to(run);
    const SignalListener listener(run);
    run_signal_handlers();  // for the signals that came before anyone listened
    try {
      const py::gil_scoped_release released;
      work(run);
    } catch (...) {  // what it lacks because it was stopped, it will have the second time; what is wrong will be wrong again
      if (run.stop_reason() != StopReason::interrupted) throw;
    }
  }
  run_signal_handlers();
  if (run.stop_reason() != StopReason::interrupted) return run.stop_reason();
  RunControl again;
  limits.apply(again);
  progress.listen_to(again);
  call_beside(again, work);
  return again.stop_reason();
}
template <class Work>
StopReason call(const Limits& limits, Work&& work) {
  ShownProgress progress;
  return call(limits, progress, std::forward<Work>(work));
}

/// Something that one thread at a time may use. `what` completes "another thread is using ...".
template <class T>
class Held {
 public:
  template <class... Arguments>
  explicit Held(const char* what, Arguments&&... arguments) : what_(what), value_(std::forward<Arguments>(arguments)...) {}

  /// The value, held until the end of the caller's expression or scope.
  class Hold {
   public:
    explicit Hold(Held& owner) : owner_(owner) {
      if (owner.busy_.exchange(true))
        throw std::runtime_error(std::string("another thread is using ") + owner.what_ + "; wait until it has finished");
    }
    ~Hold() { owner_.busy_ = false; }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    T* operator->() const { return &owner_.value_; }
    T& operator*() const { return owner_.value_; }

   private:
    Held& owner_;
  };
  Hold hold() { return Hold(*this); }

 private:
  const char* what_;
  T value_;
  std::atomic<bool> busy_{false};
};

/// The engine's choices by name.
inline py::dict names_of(const std::vector<Choice>& choices) {
  py::dict names;
  for (const Choice& choice : choices) names[py::str(choice.what)] = py::make_tuple(choice.name, choice.why);
  return names;
}

/// Where to compute, as Python's keywords give it.
Machine machine_of(const std::string& backend, std::int64_t threads, const std::string& scratch = {});

// --- options that Python gives as a dict: each is taken if it is there, and must have its type

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
/// Empty if it is not there.
std::string text_in(const py::dict& options, const char* name);
/// checkpoint, resume and checkpoint_every.
RunFiles files_in(const py::dict& options);

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

namespace pybind11::detail {

/// The integer with these decimal digits, of any length and perhaps with a minus in front; inf for "infinite".
object number_of(const std::string& digits);

/// Numbers of any size are Python's int; infinitely many are math.inf.
template <class Number>
struct number_caster {
  PYBIND11_TYPE_CASTER(Number, const_name("int"));
  bool load(handle /*source*/, bool /*convert*/) { return false; }
  static handle cast(const Number& number, return_value_policy /*policy*/, handle /*parent*/) {
    return number_of(number.text()).release();
  }
};
template <>
struct type_caster<wreath::Natural> : number_caster<wreath::Natural> {};
template <>
struct type_caster<wreath::Integer> : number_caster<wreath::Integer> {};
template <>
struct type_caster<wreath::Cardinal> : number_caster<wreath::Cardinal> {};

/// What bounds a call comes as None, as seconds, or as a pair of seconds and memory.
template <>
struct type_caster<wreath::python::Limits> {
  PYBIND11_TYPE_CASTER(wreath::python::Limits, const_name("limits"));
  bool load(handle source, bool /*convert*/) {
    const bool is_pair = isinstance<tuple>(source);
    const auto given = reinterpret_borrow<object>(source);
    value = is_pair ? wreath::python::Limits(given[int_(0)], given[int_(1)]) : wreath::python::Limits(given, none());
    return true;
  }
};

}  // namespace pybind11::detail
