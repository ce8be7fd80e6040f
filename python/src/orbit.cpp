// SPDX-License-Identifier: MIT
//
// wreath._wreath.orbit: a search, its levels as arrays, and words.
//
// Calls give up the GIL, and a search is not made for two callers at once: a second thread gets an error.
#include "wreath/orbit.hpp"

#include "python/src/common.hpp"

namespace wreath::python {

namespace {

using OrbitRows = py::array_t<std::uint32_t, py::array::c_style>;

orbit::InputOptions input_options(const std::string& metric, const std::string& inverses) {
  return {.metric = orbit::parse_metric(metric), .inverses = orbit::parse_inverses(inverses)};
}

/// States as the rows of an array.
OrbitRows rows_of(const std::vector<orbit::State>& states, std::size_t columns) {
  OrbitRows rows({states.size(), columns});
  std::uint32_t* at = rows.mutable_data();
  for (const orbit::State& state : states) at = std::copy(state.begin(), state.end(), at);
  return rows;
}

/// A search that one thread at a time may use.
class OrbitGraph {
 public:
  OrbitGraph(orbit::Generators generators, const std::string& start, const std::string& method, const std::string& backend,
             unsigned threads, bool keep_last)
      : generators_(std::move(generators)),
        start_(orbit::parse_start(start, generators_)),
        search_("this graph", generators_, start_,
                orbit::Options{
                    .machine = machine_of(backend, threads), .method = orbit::parse_method(method), .keep_last = keep_last}) {}

  auto hold() { return search_.hold(); }
  const orbit::Generators& generators() const { return generators_; }
  const orbit::Start& start() const { return start_; }

 private:
  orbit::Generators generators_;
  orbit::Start start_;
  Held<orbit::Search> search_;
};

/// Continues; returns whether it is complete, why it stopped, and the engine's choices by name.
py::tuple run_search(OrbitGraph& self, std::uint64_t depth, const Limits& limits) {
  const auto search = self.hold();
  std::vector<Choice> choices;
  const StopReason reason = call(limits, [&](RunControl& control) {
    search->run_to(depth, &control);
    if (!control.choices().empty()) choices = control.choices();
  });
  return py::make_tuple(search->complete(), std::string(to_string(reason)), names_of(choices));
}

std::optional<Natural> group_order(OrbitGraph& self) {
  const auto search = self.hold();
  call(Limits(), [&](RunControl& control) { search->plan(&control); });
  return search->group_order();
}

OrbitRows last_level(OrbitGraph& self, std::uint64_t most) {
  const auto search = self.hold();
  std::vector<orbit::State> states;
  call_once([&] { states = search->last_level(most); });
  return rows_of(states, self.start().state.size());
}

/// The letters of a shortest word, if there is one; and whether the answer is final, and why the search stopped.
py::tuple shortest_word(OrbitGraph& self, const std::string& target, const Limits& limits) {
  const orbit::State state = orbit::parse_state(target, self.generators(), self.start());
  orbit::WordSearch found;
  const StopReason reason =
      call(limits, [&](RunControl& control) { found = orbit::shortest_word(self.generators(), self.start(), state, &control); });
  return py::make_tuple(found.word, found.complete, std::string(to_string(reason)), found.at_least);
}

using Codes = py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast>;

/// Moves that Python makes in bulk: act(codes), codes one per row, gives an array of moves x codes, or of moves x codes x words.
/// It is called by one thread at a time, which takes the GIL for it.
class PythonMoves final : public orbit::CodeMoves {
 public:
  PythonMoves(py::object act, const Codes& starts, bool undirected)
      : act_(std::move(act)), words_(static_cast<unsigned>(starts.shape(1))), undirected_(undirected) {
    const Codes products = call_act(starts);
    moves_ = static_cast<unsigned>(products.shape(0));
    require(products, static_cast<std::size_t>(starts.shape(0)));
  }

  unsigned words() const override { return words_; }
  unsigned moves() const override { return moves_; }
  bool undirected() const override { return undirected_; }
  void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const override {
    const py::gil_scoped_acquire held;
    Codes given({count, std::size_t{words_}});
    std::copy_n(codes, count * words_, given.mutable_data());
    const Codes made = call_act(given);
    require(made, count);
    std::copy_n(made.data(), static_cast<std::size_t>(made.size()), products);
  }

 private:
  Codes call_act(const Codes& codes) const {
    py::object made = act_(words_ == 1 ? codes.attr("reshape")(-1) : py::object(codes));
    return Codes(made);
  }
  void require(const Codes& made, std::size_t count) const {
    const bool right = made.ndim() == (words_ == 1 ? 2 : 3) && made.shape(0) == static_cast<py::ssize_t>(moves_) && moves_ != 0 &&
                       made.shape(1) == static_cast<py::ssize_t>(count) &&
                       (words_ == 1 || made.shape(2) == static_cast<py::ssize_t>(words_));
    if (!right) throw InputError("act must give one row for each move, with a code for each code that it is given");
    for (py::ssize_t i = static_cast<py::ssize_t>(words_) - 1; i < made.size(); i += words_) {
      if (made.data()[i] >> 63 != 0) throw InputError("act gave a code whose highest bit is set");
    }
  }

  py::object act_;
  unsigned words_;
  unsigned moves_ = 0;
  bool undirected_;
};

/// A search over codes that one thread at a time may use.
class PythonSearch {
 public:
  PythonSearch(const py::object& act, const Codes& starts, bool undirected, bool keep_levels)
      : words_(starts.shape(1)),
        search_("this search", std::make_shared<PythonMoves>(act, starts, undirected),
                std::vector<std::uint64_t>(starts.data(), starts.data() + starts.size()),
                orbit::CodeSearchOptions{.machine = {.backend = BackendChoice::cpu, .threads = 1}, .keep_levels = keep_levels}) {}
  auto hold() { return search_.hold(); }
  Codes rows(const std::vector<std::uint64_t>& codes) const {
    Codes rows({codes.size() / static_cast<std::size_t>(words_), static_cast<std::size_t>(words_)});
    std::copy(codes.begin(), codes.end(), rows.mutable_data());
    return rows;
  }

 private:
  py::ssize_t words_;
  Held<orbit::CodeSearch> search_;
};

py::tuple run_codes(PythonSearch& self, std::uint64_t depth, const Limits& limits) {
  const auto search = self.hold();
  const StopReason reason = call(limits, [&](RunControl& control) { search->run_to(depth, &control); });
  return py::make_tuple(search->complete(), std::string(to_string(reason)));
}

Codes level_of_codes(PythonSearch& self, std::uint64_t distance) {
  const auto search = self.hold();
  std::vector<std::uint64_t> codes;
  call_once([&] { codes = search->level(distance); });
  return self.rows(codes);
}

/// The moves of a shortest path and the codes along it, or None.
py::object path_of_codes(PythonSearch& self, const Codes& code) {
  const auto search = self.hold();
  const std::vector<std::uint64_t> words(code.data(), code.data() + code.size());
  std::optional<orbit::CodePath> path;
  call(Limits(), [&](RunControl& control) { path = search->path(words, &control); });
  if (!path) return py::none();
  return py::make_tuple(path->moves, self.rows(path->codes));
}

}  // namespace

void bind_orbit(py::module_& module) {
  py::module_ part = module.def_submodule("orbit");
  py::class_<PythonSearch>(part, "Search")
      .def(py::init<const py::object&, const Codes&, bool, bool>())
      .def("run", &run_codes)
      .def("complete", [](PythonSearch& self) { return self.hold()->complete(); })
      .def("levels", [](PythonSearch& self) { return array_from(self.hold()->levels()); })
      .def("level", &level_of_codes)
      .def("path", &path_of_codes);
  py::class_<OrbitGraph>(part, "Graph")
      .def(py::init([](const std::string& input, const std::string& metric, const std::string& inverses, const std::string& start,
                       const std::string& method, const std::string& backend, unsigned threads, bool keep_last) {
        return std::make_unique<OrbitGraph>(orbit::open_generators(input, input_options(metric, inverses)), start, method,
                                            backend, threads, keep_last);
      }))
      .def(py::init([](const OrbitRows& rows, const std::string& metric, const std::string& inverses, const std::string& start,
                       const std::string& method, const std::string& backend, unsigned threads, bool keep_last) {
        orbit::Generators generators{.degree = static_cast<std::uint32_t>(rows.shape(1))};
        generators.images.assign(rows.data(), rows.data() + rows.size());
        return std::make_unique<OrbitGraph>(orbit::completed(std::move(generators), input_options(metric, inverses)), start,
                                            method, backend, threads, keep_last);
      }))
      .def("run", &run_search)
      .def("complete", [](OrbitGraph& self) { return self.hold()->complete(); })
      .def("levels", [](OrbitGraph& self) { return array_from(self.hold()->levels()); })
      .def("method", [](OrbitGraph& self) { return std::string(to_string(self.hold()->method())); })
      .def("group_order", &group_order)
      .def("last_level", &last_level)
      .def("word", &shortest_word)
      .def("names", [](OrbitGraph& self) { return self.generators().names; })
      .def("degree", [](OrbitGraph& self) { return self.generators().degree; })
      .def("on_points", [](OrbitGraph& self) { return self.generators().moves == orbit::Moves::permutations; })
      .def("start", [](OrbitGraph& self) { return orbit::print_state(self.start().state, self.generators(), self.start()); })
      .def("undirected", [](OrbitGraph& self) { return orbit::is_undirected(self.generators()); });
  part.def("families", [] {
    py::list list;
    for (const orbit::FamilyInfo& family : orbit::families())
      list.append(py::make_tuple(std::string(family.name), std::string(family.arguments), std::string(family.description)));
    return list;
  });
}

}  // namespace wreath::python
