// SPDX-License-Identifier: MIT
//
// A hunt that Python runs, a round after the other. Between rounds Python's callback receives what was found.
#include <memory>

#include "python/src/flip_scheme.hpp"

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

class Hunt {
 public:
  explicit Hunt(const py::dict& given) {
    options_ = hunt_options(given);
    call({}, [&](RunControl& run) { hunt_ = std::make_unique<flip::Hunt>(options_, &run); });
  }

  /// Rounds until the target, the last round or the limit; calls on_find(number of the find) between them. Returns why it
  /// stopped.
  std::string run(const py::object& on_find, const Limits& limits) {
    StopReason why = StopReason::none;
    bool going = !hunt_->complete();
    ShownProgress progress;
    while (going && why == StopReason::none) {
      why = call(limits, progress, [&](RunControl& run) {
        if (going && !run.should_stop()) going = hunt_->advance(&run);
      });
      for (; announced_ < hunt_->finds().size(); ++announced_) {
        if (!on_find.is_none()) on_find(announced_);
      }
    }
    return std::string(to_string(why));
  }

  // Reports, as JSON.
  std::string find(std::size_t number) const { return flip::find_report(hunt_->finds().at(number)).json(); }
  std::string report() const { return flip::hunt_report(*hunt_, options_, hunt_->complete(), RunControl()).json(); }
  bool complete() const { return hunt_->complete(); }

 private:
  flip::HuntOptions options_;
  std::unique_ptr<flip::Hunt> hunt_;
  std::size_t announced_ = 0;
};

std::string hunt_status(const std::string& folder) {
  flip::HuntStatus status;
  call({}, [&](RunControl& run) { status = flip::hunt_status(folder, &run); });
  return flip::hunt_status_report(status).json();
}

}  // namespace

void bind_hunt(py::module_& module) {
  py::class_<Hunt> hunt(module, "Hunt");
  hunt.def(py::init<const py::dict&>());
  hunt.def("run", &Hunt::run);
  hunt.def("find", &Hunt::find);
  hunt.def("report", &Hunt::report);
  hunt.def("complete", &Hunt::complete);
  module.def("hunt_status", &hunt_status);
}

}  // namespace wreath::python
