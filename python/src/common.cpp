// SPDX-License-Identifier: MIT
#include "python/src/common.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <iterator>
#include <limits>
#include <mutex>
#include <thread>

#include "core/text/units.hpp"

namespace wreath::python {

namespace {

// What Python programs stop long calls with: Ctrl-C, signal.alarm, a polite kill.
constexpr int kSignals[] = {SIGINT, SIGALRM, SIGTERM};
std::atomic<RunControl*> listening_run{nullptr};
std::atomic<int> handlers_at_work{0};  // in any thread: a run must not go before they have
struct sigaction before[std::size(kSignals)];

void ask_to_stop(int signal, siginfo_t* info, void* context) {
  ++handlers_at_work;
  if (RunControl* run = listening_run.load()) run->request_stop(StopReason::interrupted);
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (kSignals[i] != signal) continue;
    if ((before[i].sa_flags & SA_SIGINFO) != 0) {
      before[i].sa_sigaction(signal, info, context);
    } else {
      before[i].sa_handler(signal);
    }
  }
  --handlers_at_work;
}

bool is_handled(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

/// An object that may stand for an int, as one; nothing if it is something else, such as an array of several numbers.
std::optional<py::int_> whole_number(const py::object& given) {
  PyObject* const number = PyNumber_Index(given.ptr());
  if (number != nullptr) return py::reinterpret_steal<py::int_>(number);
  PyErr_Clear();
  return std::nullopt;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Limits::Limits(const py::object& time, const py::object& memory) {
  if (!time.is_none()) {
    const double seconds = PyFloat_AsDouble(time.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::type_error("time must be a number of seconds, not " + py::repr(time).cast<std::string>());
    }
    if (!(seconds >= 0)) throw InputError(fmt::format("time must be a number of seconds from 0 on, not {}", seconds));
    deadline_ = now() + seconds;
  }
  if (memory.is_none()) return;
  const std::optional<py::int_> bytes = whole_number(memory);
  if (!bytes && !py::isinstance<py::str>(memory)) {
    throw py::type_error("memory must be a number of bytes or a text such as \"8G\", not " +
                         py::repr(memory).cast<std::string>());
  }
  try {
    const py::str text(bytes ? static_cast<const py::object&>(*bytes) : memory);
    memory_ = parse_size(static_cast<std::string>(text));
  } catch (const InputError& error) {
    throw InputError(fmt::format("memory: {}", error.message()));
  }
}

void Limits::apply(RunControl& run) const {
  if (deadline_) run.limit_time(std::max(0.0, *deadline_ - now()));
  if (memory_ != 0) run.limit_memory(memory_);
}

SignalListener::SignalListener(RunControl& run) {
  if (gettid() != getpid()) return;
  listening_ = true;
  listening_run = &run;  // no other is listening: while one is, the main thread is at work
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    sigaction(kSignals[i], nullptr, &before[i]);
    if (!is_handled(before[i])) continue;
    struct sigaction action = before[i];
    action.sa_sigaction = ask_to_stop;
    action.sa_flags |= SA_SIGINFO;
    sigaction(kSignals[i], &action, nullptr);
  }
}

SignalListener::~SignalListener() {
  if (!listening_) return;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    if (is_handled(before[i])) sigaction(kSignals[i], &before[i], nullptr);
  }
  listening_run = nullptr;
  while (handlers_at_work != 0) std::this_thread::yield();  // who begins from here on sees no run
}

Machine machine_of(const std::string& backend, std::int64_t threads, const std::string& scratch) {
  if (threads < 0 || threads > 4096)
    throw InputError(fmt::format("{} is not a valid number of threads: choose 1 to 4096, or 0 for all cores", threads));
  Machine machine{.backend = parse_backend(backend), .threads = static_cast<unsigned>(threads)};
  if (!scratch.empty()) machine.scratch.emplace_back(scratch);
  return machine;
}

void run_signal_handlers() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

void call_beside(RunControl& run, const std::function<void(RunControl&)>& work) {
  constexpr auto kPatience = std::chrono::milliseconds(20);  // between two looks for signals
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failure;
  std::exception_ptr raised;
  {
    const py::gil_scoped_release released;
    std::thread worker([&] {
      try {
        work(run);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::scoped_lock lock(mutex);
      done = true;
      changed.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, kPatience, [&] { return done; })) {
      if (raised) continue;
      lock.unlock();
      {
        const py::gil_scoped_acquire acquired;
        try {
          run_signal_handlers();
        } catch (...) {
          raised = std::current_exception();
          run.request_stop(StopReason::interrupted);
        }
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (failure) std::rethrow_exception(failure);
  run_signal_handlers();
}

namespace {

PyObject* progress_callback = nullptr;  // not an object: Python may be gone when static objects are destroyed

/// With the GIL. What the callback raises is printed: an engine cannot pass it on.
void show_progress(const py::object& phase, std::uint64_t done, std::uint64_t total, std::string_view unit,
                   std::string_view note) {
  if (progress_callback == nullptr) return;
  try {
    py::reinterpret_borrow<py::object>(progress_callback)(phase, done, total, py::str(unit.data(), unit.size()),
                                                          py::str(note.data(), note.size()));
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("wreath.progress");
  }
}

}  // namespace

void set_progress(const py::object& show) {
  PyObject* const before = progress_callback;
  progress_callback = show.is_none() ? nullptr : show.inc_ref().ptr();
  Py_XDECREF(before);
}

constexpr auto kProgressPause = std::chrono::milliseconds(100);

ShownProgress::ShownProgress() : shown_(progress_callback != nullptr), next_(std::chrono::steady_clock::now() + kProgressPause) {}

void ShownProgress::listen_to(RunControl& run) {
  if (!shown_) return;
  run.listen([this](const Progress& progress) {
    const auto time = std::chrono::steady_clock::now();
    if (time < next_) return;
    next_ = time + kProgressPause;
    const py::gil_scoped_acquire acquired;
    show_progress(py::str(progress.phase.data(), progress.phase.size()), progress.done, progress.total, progress.unit,
                  progress.note);
  });
}

ShownProgress::~ShownProgress() {
  if (shown_) show_progress(py::none(), 0, 0, {}, {});
}

std::optional<std::uint64_t> number_in(const py::dict& options, const char* name, std::uint64_t most) {
  if (!options.contains(name)) return std::nullopt;
  const std::optional<py::int_> number = whole_number(options[name]);
  if (!number)
    throw py::type_error(fmt::format("{} must be a whole number, not {}", name, py::repr(options[name]).cast<std::string>()));
  try {
    const auto given = number->cast<std::uint64_t>();
    if (given <= most) return given;
  } catch (const py::cast_error&) {  // reported below
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
  if (!options.contains(name)) return;
  const py::object given = options[name];
  if (!py::isinstance<py::str>(given))
    throw py::type_error(fmt::format("{} must be a str, not {}", name, py::repr(given).cast<std::string>()));
  text = given.cast<std::string>();
}

std::string text_in(const py::dict& options, const char* name) {
  std::string text;
  take(options, name, text);
  return text;
}

RunFiles files_in(const py::dict& options) {
  const char* const every = "checkpoint_every";
  return {text_in(options, "checkpoint"), text_in(options, "resume"),
          options.contains(every) ? options[every].cast<double>() : 0.0};
}

}  // namespace wreath::python

namespace pybind11::detail {

object number_of(const std::string& digits) {
  if (digits == "infinite") return float_(std::numeric_limits<double>::infinity());
  constexpr std::size_t kPiece = 500;  // digits: Python reads 640 at once however low its limit is set
  const bool negative = digits.starts_with('-');
  const object ten = int_(10);
  object number = int_(0);
  for (std::size_t at = negative ? 1 : 0; at < digits.size(); at += kPiece) {
    const std::string piece = digits.substr(at, kPiece);
    const auto value = reinterpret_steal<object>(PyLong_FromString(piece.c_str(), nullptr, 10));
    if (!value) throw error_already_set();
    number = at < kPiece ? value : number * ten.attr("__pow__")(piece.size()) + value;
  }
  return negative ? -number : number;
}

}  // namespace pybind11::detail
