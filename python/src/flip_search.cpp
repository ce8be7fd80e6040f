// SPDX-License-Identifier: MIT
//
// A search of the flip graph that Python runs, a batch of walks after the other. Between batches Python's signal handlers run,
// and its callback hears of the new bests: never in the midst of a walk, and always with the GIL, so it may do what it likes.
#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "python/src/flip_scheme.hpp"

namespace wreath::python {

namespace {

flip::Symmetry parse_symmetry(const std::string& name) {
  for (const auto symmetry : {flip::Symmetry::none, flip::Symmetry::c3, flip::Symmetry::c6})
    if (name == to_string(symmetry)) return symmetry;
  throw InputError(fmt::format("there is no symmetry '{}': they are none, c3 and c6", name));
}

/// A number of Python's dict, where it is there.
void take(const py::dict& options, const char* name, auto& number) {
  if (!options.contains(name)) return;
  try {
    number = options[name].cast<std::uint64_t>();
  } catch (const py::cast_error&) {
    throw InputError(
        fmt::format("{} is {}, and must be a whole number from 0 on", name, py::repr(options[name]).cast<std::string>()));
  }
}

flip::SearchOptions search_options(const py::dict& given) {
  flip::SearchOptions options;
  options.backend = parse_backend(given["backend"].cast<std::string>());
  options.symmetry = parse_symmetry(given["symmetry"].cast<std::string>());
  take(given, "threads", options.threads);
  take(given, "seed", options.seed);
  take(given, "target", options.target);
  take(given, "steps", options.steps);
  take(given, "walks", options.walks);
  take(given, "plus_after", options.plus_after);
  take(given, "margin", options.margin);
  take(given, "restart_after", options.restart_after);
  take(given, "restart_ranks", options.restart_ranks);
  take(given, "pool", options.pool);
  take(given, "fixed", options.fixed);
  take(given, "restart_above", options.restart_above);
  if (given.contains("cubes")) options.cubes = given["cubes"].cast<std::vector<unsigned>>();
  if (given.contains("free_cubes")) options.free_cubes = given["free_cubes"].cast<bool>();
  for (const py::handle start : given["starts"]) options.starts.push_back(bits_of(start.cast<const Scheme&>()));
  if (!options.starts.empty() && !options.cubes.empty())
    throw InputError("cubes= is for the standard start; other starts bring their own fixed summands (see fixed=)");
  return options;
}

class Search {
  /// A copy of what is there between two batches. Who waits for a batch to end does not keep the GIL meanwhile.
  template <class Copy>
  auto look(const Copy& copy) const {
    const py::gil_scoped_release released;
    const std::scoped_lock lock(mutex_);
    return copy();
  }

 public:
  Search(const std::string& shape, const py::dict& options) {
    const flip::Shape parsed = flip::parse_shape(shape);
    const flip::SearchOptions taken = search_options(options);
    call_on({}, [&](RunControl& run) {
      search_ = std::make_unique<flip::Search>(parsed, taken, run);
      backend_ = run.choice("backend");
    });
    times_.assign(result().bests.size(), 0.0);
  }

  /// Goes on until the target, the steps, or the limit; calls on_best(number of the best) between batches. Returns why it
  /// stopped.
  std::string run(const py::object& on_best, const Limits& limits) {
    if (running_) throw std::runtime_error("this search is running already, in another thread or around this callback");
    const Running running(running_);
    StopReason why = StopReason::none;
    for (bool going = true; going && why == StopReason::none;) {
      announce(on_best);
      why = call_on(limits, [&](RunControl& run) {
        if (!run.should_stop()) going = advance(run);
      });
    }
    announce(on_best);
    return std::string(to_string(why));
  }

  py::list bests() const {
    const auto [found, times] = look([&] { return std::pair(result().bests, times_); });
    py::list list;
    for (std::size_t i = 0; i < found.size(); ++i)
      list.append(py::make_tuple(scheme_of(found[i].scheme), times[i], found[i].flips));
    return list;
  }
  py::list kept(std::size_t above) const {
    py::list list;
    for (const flip::Scheme& scheme : look([&] { return search_->kept(above); })) list.append(scheme_of(scheme));
    return list;
  }
  py::dict facts() const {
    const auto [found, seconds] = look([&] { return std::pair(result(), seconds_); });
    return py::dict("steps"_a = found.steps, "flips"_a = found.flips, "walks"_a = found.walks, "restarts"_a = found.restarts,
                    "seconds"_a = seconds, "walk_seconds"_a = found.walk_seconds, "reached"_a = found.reached,
                    "backend"_a = backend_);
  }

 private:
  struct Running {
    explicit Running(bool& flag) : flag_(flag) { flag_ = true; }
    ~Running() { flag_ = false; }
    bool& flag_;
  };

  const flip::SearchResult& result() const { return search_->result(); }

  /// A batch, without the GIL. The run is new, so its seconds are those of the batch.
  bool advance(RunControl& run) {
    const std::scoped_lock lock(mutex_);
    const bool going = search_->advance(run);
    while (times_.size() < result().bests.size()) times_.push_back(seconds_ + result().bests[times_.size()].seconds);
    seconds_ += run.seconds();
    return going;
  }

  void announce(const py::object& on_best) {
    while (announced_ < result().bests.size()) {
      const std::size_t next = announced_++;
      if (!on_best.is_none()) on_best(next);
    }
  }

  std::unique_ptr<flip::Search> search_;
  std::string backend_;
  std::vector<double> times_;  // at which the bests were found, in seconds of running
  double seconds_ = 0;
  std::size_t announced_ = 0;
  bool running_ = false;      // changes with the GIL only
  mutable std::mutex mutex_;  // between a batch and another Python thread that asks how far it is
};

}  // namespace

void bind_search(py::module_& module) {
  py::class_<Search> search(module, "Search");
  search.def(py::init<const std::string&, const py::dict&>());
  search.def("run", [](Search& self, const py::object& on_best, const py::object& time) {
    return self.run(on_best, Limits(time, py::none()));
  });
  search.def("bests", &Search::bests);
  search.def("kept", &Search::kept);
  search.def("facts", &Search::facts);
}

}  // namespace wreath::python
