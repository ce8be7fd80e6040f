// SPDX-License-Identifier: MIT
//
// wreath._wreath.coset: an enumeration, and its table as an array.
//
// Calls give up the GIL, and an enumeration is not made for two callers at once: a second thread gets an error.
#include "wreath/coset.hpp"

#include <atomic>
#include <memory>
#include <optional>

#include "core/run/record.hpp"
#include "python/src/common.hpp"

namespace wreath::python {

namespace {

coset::Options options_of(const std::string& method, const std::string& backend, std::uint64_t max_cosets, unsigned threads) {
  return {.machine = machine_of(backend, threads), .method = coset::parse_method(method), .max_cosets = max_cosets};
}

class Cosets {
 public:
  Cosets(const std::string& group, const std::optional<std::string>& subgroup, const coset::Options& options)
      : found_(coset::open_problem(group, {.subgroup = subgroup}), options) {}

  /// Continues; returns whether it is complete, and why it stopped.
  py::tuple run(const Limits& limits) {
    if (busy_.exchange(true)) throw std::runtime_error("another thread is at work on these cosets; wait for it");
    const struct Release {
      std::atomic<bool>& busy;
      ~Release() { busy = false; }
    } release{busy_};
    const StopReason reason = call(limits, [&](RunControl& control) {
      if (!table_ && found_.run(&control)) table_.emplace(found_.take_table(&control));
    });
    return py::make_tuple(table_.has_value(), why_stopped(reason));
  }

  const coset::Table& table() const {
    if (!table_) throw InputError("the enumeration is not complete, so it has no coset table");
    return *table_;
  }
  const coset::Enumeration& found() const { return found_; }
  const word::Alphabet& alphabet() const { return found_.problem().group.alphabet; }

 private:
  std::string why_stopped(StopReason reason) const {
    if (table_) return std::string(to_string(reason));
    switch (found_.ending()) {
      case coset::Ending::infinite: return "infinite";
      case coset::Ending::cosets: return "cosets";
      case coset::Ending::memory: return "memory";
      case coset::Ending::rows: return "rows";
      default: return std::string(to_string(reason));
    }
  }

  coset::Enumeration found_;
  std::optional<coset::Table> table_;
  std::atomic<bool> busy_{false};
};

py::array_t<std::uint32_t> entries_of(const py::object& self) {
  const coset::Table& table = self.cast<const Cosets&>().table();
  return view_of(table.entries().data(), {static_cast<py::ssize_t>(table.index()), static_cast<py::ssize_t>(table.letters())},
                 self);
}

std::string representative(const Cosets& self, std::uint64_t number) {
  return word::WordText(self.alphabet()).print(self.table().representative(number));
}

/// None if a limit came first.
std::optional<Cardinal> group_order_of(const std::string& group, const std::optional<std::string>& subgroup,
                                       const std::string& method, const std::string& backend, std::uint64_t max_cosets,
                                       unsigned threads, const Limits& limits) {
  std::optional<coset::GroupOrder> found;
  const coset::Options options = options_of(method, backend, max_cosets, threads);
  call(limits, [&](RunControl& control) {
    found = coset::group_order(coset::open_problem(group, {.subgroup = subgroup}), options, &control);
  });
  return found ? std::optional(found->order) : std::nullopt;
}

/// The report as JSON.
std::string low_index_subgroups(const std::string& group, std::uint32_t index, bool normal, const std::string& contains,
                                const std::optional<std::uint64_t>& homology, bool lists, bool presentation, unsigned threads,
                                const Limits& limits) {
  coset::LowIndexSubgroups found(
      coset::open_problem(group, {.subgroup = contains}),
      {.max_index = index, .normal = normal, .least_rank = homology, .machine = machine_of("cpu", threads)});
  ValueList list;
  std::string json;
  call(limits, [&](RunControl& control) {
    const auto take = [&](const coset::SubgroupClass& each) {
      list.add(coset::subgroup_class_report("", found.problem(), each, presentation, &control));
    };
    found.run(&control, lists ? coset::LowIndexSubgroups::Found(take) : nullptr);
    ValueList so_far = list;
    json = json_of(coset::subgroups_report(group, found, control, lists ? so_far.take() : Value()), control, found.complete());
  });
  return json;
}

}  // namespace

void bind_coset(py::module_& module) {
  py::module_ part = module.def_submodule("coset");
  part.def("order", &group_order_of);
  part.def("low_index_subgroups", &low_index_subgroups);
  py::class_<Cosets>(part, "Cosets")
      .def(py::init([](const std::string& group, const std::optional<std::string>& subgroup, const std::string& method,
                       const std::string& backend, std::uint64_t max_cosets, unsigned threads) {
        return std::make_unique<Cosets>(group, subgroup, options_of(method, backend, max_cosets, threads));
      }))
      .def("run", &Cosets::run)
      .def("complete", [](const Cosets& self) { return self.found().complete(); })
      .def("counts",
           [](const Cosets& self) { return py::make_tuple(self.found().total(), self.found().maximum(), self.found().live()); })
      .def("method", [](const Cosets& self) { return std::string(to_string(self.found().method())); })
      .def("names", [](const Cosets& self) { return self.alphabet().names; })
      .def("inverses", [](const Cosets& self) { return self.alphabet().inverses; })
      .def("table", &entries_of)
      .def("trace", [](const Cosets& self, const std::string& text,
                       std::uint64_t from) { return self.table().trace(word::WordText(self.alphabet()).read(text), from); })
      .def("representative", &representative)
      .def("presentation", [](const Cosets& self) {
        std::string text;
        call(Limits(), [&](RunControl& control) { text = coset::subgroup_presentation(self.table(), {}, &control).text(); });
        return text;
      });
}

}  // namespace wreath::python
