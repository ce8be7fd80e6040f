// SPDX-License-Identifier: MIT
//
// wreath._wreath.semigroup: an enumeration, its elements as arrays, its graphs as views.
//
// Graphs exist once the enumeration is complete and do not change after that, so numpy may look at them where they are. Calls
// give up the GIL, and an enumeration is not made for two callers at once: a second thread gets an error.
#include "wreath/semigroup.hpp"

#include <fmt/format.h>

#include <memory>
#include <mutex>

#include "core/run/record.hpp"
#include "python/src/common.hpp"

namespace wreath::python {

namespace {

using semigroup::Generators;
using semigroup::GreenClasses;
using semigroup::Point;
using Rows = py::array_t<Point, py::array::c_style>;

/// Of rows with this many numbers.
semigroup::ElementKind kind_of(const std::string& name, std::uint64_t columns) {
  semigroup::ElementKind kind = semigroup::parse_kind(name);
  if (!kind.is_transformation()) kind.size = semigroup::size_of_row(kind.name, columns);
  return kind;
}

Generators generators_of(const Rows& rows, bool monoid, const std::string& kind) {
  Generators generators{.degree = static_cast<std::uint64_t>(rows.shape(1)), .images = {}, .monoid = monoid};
  generators.kind = kind_of(kind, generators.degree);
  generators.images.assign(rows.data(), rows.data() + rows.size());
  return generators;
}

Rows rows_of(const Generators& generators) {
  Rows rows({generators.count(), static_cast<std::size_t>(generators.degree)});
  std::copy(generators.images.begin(), generators.images.end(), rows.mutable_data());
  return rows;
}

/// Integers as points, of one map or of rows of generators.
Rows points(const py::array_t<std::int64_t, py::array::c_style>& images) {
  const std::span<const std::int64_t> given(images.data(), static_cast<std::size_t>(images.size()));
  const auto degree = static_cast<std::uint64_t>(images.shape(images.ndim() - 1));
  const std::vector<Point> checked = semigroup::require_points(given, degree, images.ndim() == 1);
  Rows rows(std::vector<py::ssize_t>(images.shape(), images.shape() + images.ndim()));
  std::copy(checked.begin(), checked.end(), rows.mutable_data());
  return rows;
}

/// Integers as rows of a kind's numbers; `who` names them in errors.
Rows numbers(const py::array_t<std::int64_t, py::array::c_style>& given, const std::string& name, const std::string& who) {
  const auto columns = static_cast<std::size_t>(given.shape(1));
  const semigroup::ElementKind kind = kind_of(name, columns);
  require_valid(kind);
  Rows rows({static_cast<std::size_t>(given.shape(0)), columns});
  for (py::ssize_t k = 0; k < given.size(); ++k) {
    const std::int64_t number = given.data()[k];
    if (number < INT32_MIN || number > INT32_MAX) throw InputError(fmt::format("{} is out of range", number));
    rows.mutable_data()[k] = static_cast<Point>(number);
  }
  for (py::ssize_t g = 0; g < given.shape(0); ++g) {
    const std::span<Point> row(rows.mutable_data() + static_cast<std::size_t>(g) * columns, columns);
    require_element(kind, row, who == "generator" ? fmt::format("generator {}", g) : who);
    normalise(kind, row);
  }
  return rows;
}

Rows row_of(const std::vector<Point>& numbers) {
  Rows row(static_cast<py::ssize_t>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), row.mutable_data());
  return row;
}

py::tuple tuple_of(const semigroup::Word& word) {
  py::tuple letters(word.size());
  for (std::size_t k = 0; k < word.size(); ++k) letters[k] = py::int_(word[k]);
  return letters;
}

/// An enumeration that one thread at a time may use.
class Enumeration {
 public:
  Enumeration(const Rows& rows, bool monoid, const std::string& kind, const std::string& backend, unsigned threads,
              const std::string& method, bool graphs, const std::string& scratch)
      : options_{.machine = machine_of(backend, threads, scratch), .method = semigroup::parse_method(method), .graphs = graphs},
        found_("this semigroup", generators_of(rows, monoid, kind), options_) {}
  Enumeration(semigroup::Options options, const Generators& generators)
      : options_(std::move(options)), found_("this semigroup", generators, options_) {}

  auto hold() { return found_.hold(); }

  bool graphs() const { return options_.graphs; }
  /// Restarts with graphs if it was started without them; returns whether it did.
  bool want_graphs() {
    const auto found = hold();
    if (options_.graphs) return false;
    semigroup::Options with_graphs = options_;
    with_graphs.graphs = true;
    *found = semigroup::Enumeration(Generators(found->generators()), with_graphs);
    options_ = with_graphs;
    return true;
  }

  /// With more generators. It takes the elements that are known here, unless numpy looks at them; this one starts again.
  std::unique_ptr<Enumeration> with_more(const Rows& rows) {
    const auto found = hold();
    const std::span<const Point> images(rows.data(), static_cast<std::size_t>(rows.size()));
    auto larger = std::make_unique<Enumeration>(options_, found->generators());
    const auto more = larger->hold();
    if (!has_views_) std::swap(*more, *found);
    try {
      more->add_generators(images);
    } catch (...) {
      if (!has_views_) std::swap(*more, *found);
      throw;
    }
    return larger;
  }

  /// Arrays look at the graphs from now on.
  void note_view() { has_views_ = true; }

 private:
  semigroup::Options options_;
  bool has_views_ = false;
  Held<semigroup::Enumeration> found_;
};

/// Continues; returns whether it is complete, how many elements are known, why it stopped, and the engine's choices by name.
py::tuple run(Enumeration& self, std::uint64_t until, const Limits& limits) {
  const auto found = self.hold();
  std::vector<Choice> choices;
  const StopReason reason = call(limits, [&](RunControl& control) {
    found->run_until(until, &control);
    if (!control.choices().empty()) choices = control.choices();
  });
  return py::make_tuple(found->complete(), found->size(), std::string(to_string(reason)), names_of(choices));
}

Rows elements(Enumeration& self, std::uint64_t first, std::uint64_t last) {
  const auto found = self.hold();
  Rows rows({static_cast<std::size_t>(last - first), static_cast<std::size_t>(found->generators().degree)});
  const std::span<Point> target(rows.mutable_data(), static_cast<std::size_t>(rows.size()));
  const py::gil_scoped_release released;
  found->read_images(first, last, target);
  return rows;
}

constexpr std::uint64_t kWordsPerLook = 65536;  // at the signals

py::list words(Enumeration& self, std::uint64_t first, std::uint64_t last) {
  const auto found = self.hold();
  py::list list(last - first);
  std::vector<semigroup::Word> batch;
  for (std::uint64_t begin = first; begin < last; begin += batch.size()) {
    call_once([&] {
      batch.clear();
      for (std::uint64_t e = begin; e < std::min(last, begin + kWordsPerLook); ++e) batch.push_back(found->word(e));
    });
    for (std::size_t k = 0; k < batch.size(); ++k) list[begin - first + k] = tuple_of(batch[k]);
  }
  return list;
}

std::span<const Point> span_of(const Rows& row) {
  return {row.data(), static_cast<std::size_t>(row.size())};
}

std::optional<std::uint64_t> find(Enumeration& self, const Rows& row) {
  const auto found = self.hold();
  const std::span<const Point> images = span_of(row);
  const py::gil_scoped_release released;
  return found->find(images);
}

/// The element, if it is found, and why the search stopped.
py::tuple position(Enumeration& self, const Rows& row, const Limits& limits) {
  const auto found = self.hold();
  const std::span<const Point> images = span_of(row);
  std::optional<std::uint64_t> element;
  const StopReason reason = call(limits, [&](RunControl& control) { element = found->position(images, &control); });
  return py::make_tuple(element, std::string(to_string(reason)));
}

std::uint64_t count_idempotents(Enumeration& self) {
  const auto found = self.hold();
  std::uint64_t count = 0;
  call(Limits(), [&](RunControl& control) { count = found->count_idempotents(&control); });
  return count;
}

py::array_t<bool> idempotents(Enumeration& self) {
  const auto found = self.hold();
  std::vector<bool> marks;
  call(Limits(), [&](RunControl& control) { marks = found->idempotents(&control); });
  py::array_t<bool> flags(static_cast<py::ssize_t>(marks.size()));
  std::copy(marks.begin(), marks.end(), flags.mutable_data());
  return flags;
}

py::array graph(py::object self, bool left) {
  const auto found = self.cast<Enumeration&>().hold();
  std::span<const std::uint32_t> edges;
  {
    const py::gil_scoped_release released;
    edges = left ? found->left_graph() : found->right_graph();
  }
  const auto letters = static_cast<py::ssize_t>(found->generators().count());
  self.cast<Enumeration&>().note_view();
  return view_of(edges.data(), {static_cast<py::ssize_t>(found->size()), letters}, self);
}

py::list rules(Enumeration& self) {
  const auto found = self.hold();
  std::vector<semigroup::Rule> all;
  {
    const py::gil_scoped_release released;
    all = found->rules();
  }
  py::list list(all.size());
  for (std::size_t k = 0; k < all.size(); ++k) list[k] = py::make_tuple(tuple_of(all[k].first), tuple_of(all[k].second));
  return list;
}

GreenClasses green(Enumeration& self) {
  const auto found = self.hold();
  GreenClasses classes;
  call(Limits(), [&](RunControl& control) { classes = semigroup::green_classes(*found, &control); });
  return classes;
}

py::bytes save_enumeration(Enumeration& self) {
  const auto found = self.hold();
  std::vector<std::byte> bytes;
  {
    const py::gil_scoped_release released;
    bytes = found->save();
  }
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void restore_enumeration(Enumeration& self, const py::bytes& saved) {
  const auto found = self.hold();
  const auto text = static_cast<std::string_view>(saved);
  call_once([&] { found->restore(std::as_bytes(std::span(text.data(), text.size()))); });
}

py::tuple rows_and_kind(const Generators& generators) {
  return py::make_tuple(rows_of(generators), generators.monoid, to_string(generators.kind));
}

/// The report as JSON.
std::string count_structure(const Rows& rows, bool monoid, const std::string& kind, unsigned threads, const Limits& limits) {
  const Generators generators = generators_of(rows, monoid, kind);
  std::string json;
  call(limits, [&](RunControl& control) {
    const semigroup::StructureCount count = semigroup::count_structure(generators, {.machine = {.threads = threads}}, &control);
    json = json_of(semigroup::green_report("", count, false, control), control, count.complete);
  });
  return json;
}

/// A semigroup by orbits. Calls give up the GIL; two at once are not for it, and a second one waits.
class Orbits {
 public:
  Orbits(const Rows& rows, bool monoid, const std::string& kind) : structure_(generators_of(rows, monoid, kind)) {}

  /// What work(structure, run) returns.
  template <class Work>
  auto ask(const Limits& limits, const Work& work) {
    std::optional<std::invoke_result_t<Work, semigroup::OrbitStructure&, RunControl&>> answer;
    call(limits, [&](RunControl& control) {
      const std::scoped_lock alone(mutex_);
      answer.emplace(work(structure_, control));
    });
    return std::move(*answer);
  }

 private:
  semigroup::OrbitStructure structure_;
  std::mutex mutex_;
};

void bind_orbits(py::module_& module) {
  using semigroup::OrbitStructure;
  py::class_<Orbits>(module, "Orbits")
      .def(py::init<const Rows&, bool, const std::string&>())
      .def("size",
           [](Orbits& self, const Limits& limits) {
             return self.ask(limits, [](OrbitStructure& s, RunControl& run) { return s.size(&run); });
           })
      .def("contains",
           [](Orbits& self, const Rows& row, const Limits& limits) {
             return self.ask(limits, [&](OrbitStructure& s, RunControl& run) { return s.contains(span_of(row), &run); });
           })
      .def("factor",
           [](Orbits& self, const Rows& row, const Limits& limits) -> py::object {
             const auto word = self.ask(limits, [&](OrbitStructure& s, RunControl& run) { return s.factor(span_of(row), &run); });
             return word ? py::object(tuple_of(*word)) : py::none();
           })
      .def("place",
           [](Orbits& self, const Rows& row, const Limits& limits) -> py::object {
             const auto place = self.ask(limits, [&](OrbitStructure& s, RunControl& run) { return s.place(span_of(row), &run); });
             return place ? py::object(py::str(semigroup::place_report(*place).json())) : py::none();
           })
      .def("classes",
           [](Orbits& self, const Limits& limits) {
             const auto classes = self.ask(limits, [](OrbitStructure& s, RunControl& run) { return s.classes(false, &run); });
             py::list list;
             for (const semigroup::OrbitDClass& d : classes) {
               Rows row(static_cast<py::ssize_t>(d.representative.size()));
               std::copy(d.representative.begin(), d.representative.end(), row.mutable_data());
               list.append(py::make_tuple(semigroup::d_class_report(d.count).json(), row, tuple_of(d.word)));
             }
             return list;
           })
      .def("egg_box_page",
           [](Orbits& self, std::uint64_t page, const Limits& limits) {
             const auto drawn =
                 self.ask(limits, [&](OrbitStructure& s, RunControl& run) { return semigroup::egg_box_page(s, page, &run); });
             return py::make_tuple(drawn.pages, drawn.dot, drawn.svg, drawn.text);
           })
      .def("order", [](Orbits& self, const Limits& limits) {
        return self.ask(limits, [](OrbitStructure& s, RunControl& run) { return s.order(&run); });
      });
}

/// A vector of the classes as a view that keeps them alive.
template <auto kMember>
py::array class_numbers(const py::object& self) {
  const auto& numbers = self.cast<const GreenClasses&>().*kMember;
  return view_of(numbers.data(), {static_cast<py::ssize_t>(numbers.size())}, self);
}

void bind_green(py::module_& module) {
  py::class_<GreenClasses>(module, "GreenClasses")
      .def_property_readonly("r", &class_numbers<&GreenClasses::r>)
      .def_property_readonly("l", &class_numbers<&GreenClasses::l>)
      .def_property_readonly("d", &class_numbers<&GreenClasses::d>)
      .def_property_readonly("idempotent",
                             [](const GreenClasses& green) {
                               py::array_t<bool> flags(static_cast<py::ssize_t>(green.idempotent.size()));
                               std::copy(green.idempotent.begin(), green.idempotent.end(), flags.mutable_data());
                               return flags;
                             })
      .def_readonly("r_count", &GreenClasses::r_count)
      .def_readonly("l_count", &GreenClasses::l_count)
      .def_readonly("h_count", &GreenClasses::h_count)
      .def("d_classes", [](const GreenClasses& green) {
        std::vector<Report> classes;
        for (const GreenClasses::DClass& d : green.d_classes) classes.push_back(semigroup::d_class_report(d));
        return Value(classes).json();
      });
}

}  // namespace

void bind_semigroup(py::module_& module) {
  py::module_ part = module.def_submodule("semigroup");
  bind_green(part);
  py::class_<Enumeration>(part, "Enumeration")
      .def(py::init<const Rows&, bool, const std::string&, const std::string&, unsigned, const std::string&, bool, std::string>())
      .def("graphs", &Enumeration::graphs)
      .def("want_graphs", &Enumeration::want_graphs)
      .def("run", &run)
      .def("complete", [](Enumeration& self) { return self.hold()->complete(); })
      .def("size", [](Enumeration& self) { return self.hold()->size(); })
      .def("complete_to", [](Enumeration& self) { return self.hold()->complete_to(); })
      .def("levels", [](Enumeration& self) { return self.hold()->levels(); })
      .def("exactness", [](Enumeration& self) { return self.hold()->describe_exactness(); })
      .def("kept_as", [](Enumeration& self) { return std::string(semigroup::to_string(self.hold()->method())); })
      .def("memory", [](Enumeration& self) { return self.hold()->memory(); })
      .def("elements", &elements)
      .def("words", &words)
      .def("find", &find)
      .def("knows", [](Enumeration& self, const Rows& row) { return self.hold()->knows(span_of(row)); })
      .def("with_more", &Enumeration::with_more)
      .def("position", &position)
      .def("count_idempotents", &count_idempotents)
      .def("idempotents", &idempotents)
      .def("graph", &graph)
      .def("multiply", [](Enumeration& self, std::uint64_t x, std::uint64_t y) { return self.hold()->multiply(x, y); })
      .def("rules", &rules)
      .def("green", &green)
      .def("cayley_picture",
           [](Enumeration& self, bool left, bool plain) {
             const auto found = self.hold();
             return call_once([&] { return plain ? semigroup::cayley_svg(*found, left) : semigroup::cayley_dot(*found, left); });
           })
      .def("egg_box_picture",
           [](Enumeration& self, const GreenClasses& classes, bool plain) {
             const auto found = self.hold();
             return call_once(
                 [&] { return plain ? semigroup::egg_box_svg(*found, classes) : semigroup::egg_box_dot(*found, classes); });
           })
      .def("save", &save_enumeration)
      .def("restore", &restore_enumeration);
  bind_orbits(part);
  part.def("points", &points);
  part.def("family", [](const std::string& name) { return rows_and_kind(semigroup::make_family(name)); });
  part.def("open", [](const std::string& input, const std::string& kind) {
    return rows_and_kind(semigroup::open_generators(
        input, {}, kind.empty() ? std::nullopt : std::optional<semigroup::ElementKind>(semigroup::parse_kind(kind))));
  });
  part.def("numbers", &numbers);
  part.def("element", [](const std::string& text, const std::string& name, std::uint64_t columns) {
    const semigroup::ElementKind kind = kind_of(name, columns);
    return row_of(kind.is_transformation() ? semigroup::open_map(text, columns) : semigroup::open_element(text, kind));
  });
  part.def("size_of_row", [](const std::string& kind, std::uint64_t columns) { return kind_of(kind, columns).size; });
  part.def("identity", [](const std::string& kind, std::uint64_t size) {
    return row_of(semigroup::identity_of(semigroup::parse_kind(kind, size)));
  });
  part.def("product", [](const std::string& kind, const Rows& x, const Rows& y) {
    return row_of(semigroup::multiply(kind_of(kind, static_cast<std::uint64_t>(x.size())), span_of(x), span_of(y)));
  });
  part.def("family_help", &semigroup::family_help);
  part.def("small_generators", [](const Rows& rows, bool monoid, const std::string& kind, const Limits& limits) {
    Generators generators = generators_of(rows, monoid, kind);
    call(limits, [&](RunControl& control) { generators = semigroup::without_redundant(generators, &control); });
    return rows_of(generators);
  });
  part.def("count_structure", &count_structure);
}

}  // namespace wreath::python
