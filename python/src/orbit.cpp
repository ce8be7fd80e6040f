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

}  // namespace

void bind_orbit(py::module_& module) {
  py::module_ part = module.def_submodule("orbit");
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
