// SPDX-License-Identifier: MIT
//
// A hunt that Python runs, a round after the other. Between rounds Python's callback receives what was found.
#include <memory>

#include "python/src/flip_scheme.hpp"
#include "python/src/options.hpp"

namespace wreath::python {

namespace {

flip::HuntOptions hunt_options(const py::dict& given) {
  flip::HuntOptions options;
  options.folder = given["folder"].cast<std::string>();
  for (const auto& shape : given["shapes"].cast<std::vector<std::string>>()) options.shapes.push_back(flip::parse_shape(shape));
  for (const auto& shape : given["withhold"].cast<std::vector<std::string>>())
    options.withheld.push_back(flip::parse_shape(shape));
  if (given.contains("up_to")) options.up_to = flip::parse_shape(given["up_to"].cast<std::string>());
  options.from = given["sources"].cast<std::vector<std::string>>();
  options.machine.backend = parse_backend(given["backend"].cast<std::string>());
  take(given, "threads", options.machine.threads);
  take(given, "seed", options.seed);
  take(given, "target", options.target);
  take(given, "rounds", options.rounds);
  take(given, "steps", options.steps);
  take(given, "keep", options.keep);
  return options;
}

py::list skipped_list(const std::vector<flip::SkippedFile>& skipped) {
  py::list list;
  for (const flip::SkippedFile& file : skipped) list.append(py::make_tuple(file.name, file.reason));
  return list;
}

class Hunt {
 public:
  explicit Hunt(const py::dict& given) {
    const flip::HuntOptions options = hunt_options(given);
    call({}, [&](RunControl& run) { hunt_ = std::make_unique<flip::Hunt>(options, &run); });
  }

  /// Rounds until the target, the last round or the limit; calls on_find(number of the find) between them. Returns why it
  /// stopped.
  std::string run(const py::object& on_find, const Limits& limits) {
    StopReason why = StopReason::none;
    bool going = !hunt_->complete();
    while (going && why == StopReason::none) {
      why = call(limits, [&](RunControl& run) {
        if (going && !run.should_stop()) going = hunt_->advance(&run);
      });
      for (; announced_ < hunt_->finds().size(); ++announced_) {
        if (!on_find.is_none()) on_find(announced_);
      }
    }
    return std::string(to_string(why));
  }

  py::list finds() const {
    py::list list;
    for (const flip::HuntFind& find : hunt_->finds()) {
      list.append(py::make_tuple(to_string(find.shape), find.rank, find.before, std::string(to_string(find.move)), find.how,
                                 find.seconds, find.round, find.file));
    }
    return list;
  }

  py::dict facts() const {
    py::dict ranks;
    for (const flip::Shape& shape : hunt_->shapes()) {
      if (const auto best = hunt_->best(shape)) ranks[py::str(to_string(shape))] = *best;
    }
    const flip::HuntCounts& counts = hunt_->counts();
    return py::dict("ranks"_a = ranks, "complete"_a = hunt_->complete(), "rounds"_a = counts.rounds, "flips"_a = counts.flips,
                    "seconds"_a = counts.seconds, "skipped"_a = skipped_list(hunt_->skipped()));
  }

 private:
  std::unique_ptr<flip::Hunt> hunt_;
  std::size_t announced_ = 0;
};

py::list hunt_status(const std::string& folder) {
  flip::HuntStatus status;
  call({}, [&](RunControl& run) { status = flip::hunt_status(folder, &run); });
  py::list rows;
  for (const flip::HuntShape& row : status.shapes) {
    rows.append(py::make_tuple(to_string(row.shape), row.best, row.known, row.kept, row.counts.rounds, row.counts.seconds,
                               row.counts.flips, row.counts.improvements));
  }
  return rows;
}

}  // namespace

void bind_hunt(py::module_& module) {
  py::class_<Hunt> hunt(module, "Hunt");
  hunt.def(py::init<const py::dict&>());
  hunt.def("run", [](Hunt& self, const py::object& on_find, const py::object& time) {
    return self.run(on_find, Limits(time, py::none()));
  });
  hunt.def("finds", &Hunt::finds);
  hunt.def("facts", &Hunt::facts);
  module.def("hunt_status", &hunt_status);
}

}  // namespace wreath::python
