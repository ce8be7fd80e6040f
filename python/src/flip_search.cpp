// SPDX-License-Identifier: MIT
//
// A search of the flip graph that Python runs, a batch of walks after the other. Between batches Python's callback
// receives the new bests: never in the middle of a walk, and always with the GIL, so it may do anything.
#include <memory>
#include <mutex>

#include "python/src/flip_scheme.hpp"

namespace wreath::python {

namespace {

flip::SearchOptions search_options(const py::dict& given) {
  flip::SearchOptions options;
  options.machine.backend = parse_backend(given["backend"].cast<std::string>());
  options.symmetry = flip::parse_symmetry(given["symmetry"].cast<std::string>());
  if (const std::string ring = text_in(given, "ring"); !ring.empty()) options.ring = flip::parse_walk_ring(ring);
  take(given, "different", options.different);
  if (const std::string method = text_in(given, "method"); !method.empty()) options.method = flip::parse_method(method);
  take(given, "threads", options.machine.threads);
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
  take(given, "cubes", options.cubes);
  take(given, "swaps", options.swaps);
  take(given, "free_cubes", options.free_cubes);
  take(given, "half_orbits", options.half_orbits);
  take(given, "output", options.files.output);
  take(given, "folder", options.files.folder);
  take(given, "folder_above", options.files.folder_above);
  for (const py::handle start : given["starts"])
    options.starts.push_back(flip::to_walk_scheme(start.cast<const Scheme&>().scheme, options.ring, "the scheme"));
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
    shape_ = flip::open_walk_tensor(shape);
    const flip::SearchOptions taken = search_options(options);
    const RunFiles files = files_in(options);
    call({}, [&](RunControl& run) {
      run.keep_in(files);
      search_ = std::make_unique<flip::Search>(shape_, taken, &run);
      backend_ = run.choice("backend");
    });
  }

  /// Continues until the target, the steps, or the limit; calls on_best(number of the best) between batches. Returns why it
  /// stopped.
  std::string run(const py::object& on_best, const Limits& limits) {
    if (running_) throw std::runtime_error("this search is already running, in another thread or around this callback");
    const Running running(running_);
    StopReason why = StopReason::none;
    try {
      ShownProgress progress;
      for (bool going = true; going && why == StopReason::none;) {
        announce(on_best);
        why = call(limits, progress, [&](RunControl& run) {
          if (going && !run.should_stop()) going = advance(run);
        });
      }
    } catch (...) {  // what is found is kept, whatever a callback or a signal's handler raised
      save_files();
      throw;
    }
    save_files();
    announce(on_best);
    return std::string(to_string(why));
  }

  /// The schemes of all bests.
  py::list bests() const {
    py::list list;
    for (const flip::Discovery& best : look([&] { return result().bests; })) list.append(found(best.scheme));
    return list;
  }
  py::list kept(std::size_t above) const {
    py::list list;
    for (const flip::Scheme& scheme : look([&] { return search_->kept(above); })) list.append(found(scheme));
    return list;
  }
  /// The report as JSON, seconds, the backend and the seed.
  py::tuple report() const {
    const std::string json =
        look([&] { return flip::search_report(shape_, *search_, search_->complete(), RunControl()).json(); });
    return py::make_tuple(json, look([&] { return result().seconds; }), backend_, search_->settings().seed);
  }

 private:
  struct Running {
    explicit Running(bool& flag) : flag_(flag) { flag_ = true; }
    ~Running() { flag_ = false; }
    bool& flag_;
  };

  const flip::SearchResult& result() const { return search_->result(); }

  Scheme found(const flip::Scheme& scheme) const {
    const flip::Ring ring = search_->settings().ring;
    return {flip::from_walk_scheme(scheme, ring), ring};
  }

  /// A batch, without the GIL.
  bool advance(RunControl& run) {
    const std::scoped_lock lock(mutex_);
    return search_->advance(&run);
  }

  void save_files() {
    look([&] {
      search_->save_files();
      return true;
    });
  }

  void announce(const py::object& on_best) {
    while (announced_ < result().bests.size()) {
      const std::size_t next = announced_++;
      if (!on_best.is_none()) on_best(next);
    }
  }

  flip::Shape shape_;
  std::unique_ptr<flip::Search> search_;
  std::string backend_;
  std::size_t announced_ = 0;
  bool running_ = false;      // changes with the GIL only
  mutable std::mutex mutex_;  // between a batch and another Python thread that asks how far it is
};

}  // namespace

void bind_search(py::module_& module) {
  py::class_<Search> search(module, "Search");
  search.def(py::init<const std::string&, const py::dict&>());
  search.def("run", &Search::run);
  search.def("bests", &Search::bests);
  search.def("kept", &Search::kept);
  search.def("report", &Search::report);
}

}  // namespace wreath::python
