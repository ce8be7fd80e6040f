// SPDX-License-Identifier: MIT
//
// wreath._wreath.group: a permutation group, which one thread at a time may use.
#include "wreath/group.hpp"

#include <fmt/format.h>

#include "python/src/common.hpp"

namespace wreath::python {

namespace {

using group::Point;
using PointRows = py::array_t<Point, py::array::c_style>;

class PermutationGroup {
 public:
  explicit PermutationGroup(group::Group made) : group_("this group", std::move(made)) {}
  auto hold() { return group_.hold(); }

 private:
  Held<group::Group> group_;
};

std::unique_ptr<PermutationGroup> made_of(group::Generators generators, const std::string& order, const std::vector<Point>& base,
                                          const std::string& proof, const std::string& presentation, const std::string& backend,
                                          unsigned threads) {
  for (const Point point : base) {
    if (point >= generators.degree)
      throw InputError(fmt::format("base: {} is not a point: points are 0..{}", point, generators.degree - 1));
  }
  group::Options options{.machine = machine_of(backend, threads), .base = base, .proof = group::parse_proof(proof)};
  if (!order.empty()) options.order = group::parse_order(order);
  if (!presentation.empty()) {
    call(Limits(), [&](RunControl& control) {
      options.order = group::presented_order(generators, presentation, options.machine, &control);
    });
    options.presented = options.order.has_value();
  }
  return std::make_unique<PermutationGroup>(group::Group(std::move(generators), options));
}

py::tuple run_group(PermutationGroup& self, const Limits& limits) {
  const auto made = self.hold();
  const StopReason reason = call(limits, [&](RunControl& control) { made->run(&control); });
  return py::make_tuple(made->complete(), std::string(to_string(reason)));
}

std::span<const Point> points_of(const PointRows& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

std::optional<bool> contains(PermutationGroup& self, const PointRows& x) {
  const auto made = self.hold();
  std::optional<bool> answer;
  call(Limits(), [&](RunControl& control) { answer = made->contains(points_of(x), &control); });
  return answer;
}

/// The word, or the straight-line program as text; nothing if the element was not found.
std::optional<std::string> factor(PermutationGroup& self, const PointRows& x, std::uint64_t letters) {
  const auto made = self.hold();
  std::optional<group::Program> program;
  call(Limits(), [&](RunControl& control) { program = made->factor(points_of(x), &control); });
  if (!program) return {};
  const std::vector<std::string>& names = made->generators().names;
  const auto word = program->word(letters);
  return word ? group::print_word(*word, names) : program->text(names);
}

py::array_t<Point> random_element(PermutationGroup& self, std::uint64_t seed) {
  const auto made = self.hold();
  group::Permutation x;
  call(Limits(), [&](RunControl& control) { x = made->random(seed, &control); });
  return array_from(std::move(x));
}

std::unique_ptr<PermutationGroup> stabilizer(PermutationGroup& self, const std::vector<Point>& points, bool set,
                                             std::uint64_t most) {
  const auto made = self.hold();
  std::optional<group::Group> found;
  call(Limits(), [&](RunControl& control) {
    found = set ? made->set_stabilizer(points, most, &control) : made->stabilizer(points, &control);
  });
  return std::make_unique<PermutationGroup>(std::move(*found));
}

py::tuple blocks(PermutationGroup& self) {
  const auto made = self.hold();
  group::BlocksAnswer found;
  call(Limits(), [&](RunControl& control) { found = group::blocks(made->generators(), {}, &control); });
  py::list systems;
  for (group::BlockSystem& system : found.minimal) systems.append(array_from(std::move(system.labels)));
  return py::make_tuple(found.transitive, found.primitive, systems);
}

py::array_t<Point> orbits(PermutationGroup& self) {
  const auto made = self.hold();
  group::OrbitsAnswer found;
  call(Limits(), [&](RunControl& control) { found = group::orbits(made->generators(), {}, &control); });
  return array_from(std::move(found.labels));
}

/// On the orbit of a point, on the smallest blocks, or on the orbit of a set or tuple: the generators there, their names, and
/// what they act on.
py::tuple action(PermutationGroup& self, const std::string& on, const std::vector<Point>& points, std::uint64_t most) {
  const auto made = self.hold();
  const group::Generators& generators = made->generators();
  group::Action found;
  call(Limits(), [&](RunControl& control) {
    if (on == "point") {
      found = group::action_on_orbit(generators, points.at(0), {}, &control);
    } else if (on == "set") {
      found = group::action_on_sets(generators, points, most, &control);
    } else if (on == "tuple") {
      found = group::action_on_tuples(generators, points, most, &control);
    } else {
      const group::BlocksAnswer blocks = group::blocks(generators, {}, &control);
      if (blocks.minimal.empty())
        throw InputError(blocks.transitive ? "the group is primitive: it has no blocks" : "the group is not transitive");
      found = group::action_on_blocks(generators, blocks.minimal.front().labels, &control);
    }
  });
  py::list images;
  for (group::Permutation& x : found.generators.images) images.append(array_from(std::move(x)));
  return py::make_tuple(found.generators.names, images, found.items);
}

py::list generators_of(PermutationGroup& self) {
  py::list list;
  for (const group::Permutation& x : self.hold()->generators().images) list.append(array_from(group::Permutation(x)));
  return list;
}

py::list base_of(PermutationGroup& self) {
  py::list list;
  for (const group::LevelInfo& level : self.hold()->levels()) list.append(py::make_tuple(level.base, level.orbit));
  return list;
}

}  // namespace

void bind_group(py::module_& module) {
  py::module_ part = module.def_submodule("group");
  part.def("family_help", &group::family_help);
  part.def("permutation",
           [](const std::string& text, std::uint64_t degree) { return array_from(group::open_permutation(text, degree)); });
  py::class_<PermutationGroup>(part, "Group")
      .def(py::init([](const std::vector<std::string>& inputs, const std::string& order, const std::vector<Point>& base,
                       const std::string& proof, const std::string& presentation, const std::string& backend, unsigned threads) {
        return made_of(group::open_generators(inputs), order, base, proof, presentation, backend, threads);
      }))
      .def(py::init([](const PointRows& rows, const std::string& order, const std::vector<Point>& base, const std::string& proof,
                       const std::string& presentation, const std::string& backend, unsigned threads,
                       const std::vector<std::string>& names) {
        group::Generators generators{.degree = static_cast<std::uint64_t>(rows.shape(1)), .names = names};
        for (py::ssize_t row = 0; row < rows.shape(0); ++row)
          generators.images.emplace_back(rows.data() + row * rows.shape(1), rows.data() + (row + 1) * rows.shape(1));
        return made_of(std::move(generators), order, base, proof, presentation, backend, threads);
      }))
      .def("run", &run_group)
      .def("complete", [](PermutationGroup& self) { return self.hold()->complete(); })
      .def("degree", [](PermutationGroup& self) { return self.hold()->degree(); })
      .def("names", [](PermutationGroup& self) { return self.hold()->generators().names; })
      .def("generators", &generators_of)
      .def("order", [](PermutationGroup& self) { return self.hold()->size().order; })
      .def("proven", [](PermutationGroup& self) { return self.hold()->size().proven; })
      .def("proof", [](PermutationGroup& self) { return self.hold()->size().proof; })
      .def("giant", [](PermutationGroup& self) { return std::string(to_string(self.hold()->giant())); })
      .def("base", &base_of)
      .def("contains", &contains)
      .def("factor", &factor)
      .def("random", &random_element)
      .def("stabilizer", &stabilizer)
      .def("blocks", &blocks)
      .def("orbits", &orbits)
      .def("action", &action);
}

}  // namespace wreath::python
