// SPDX-License-Identifier: MIT
//
// wreath semigroup green --count: Green's structure without elements.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using semigroup::StructureCount;

namespace {

std::string show(const std::string& digits) {
  const Json number = number_to_json(digits);
  return number.is_number() ? format_count(number.get<std::uint64_t>()) : digits;
}

std::string table_of(const std::vector<StructureCount::DClass>& classes) {
  return format_long_table(
      {"rank", "size", "R-classes", "L-classes", "H-class size", "idempotents"}, classes.size(),
      [&](std::size_t i) -> std::vector<std::string> {
        const StructureCount::DClass& d = classes[i];
        const std::string found = format_count(d.idempotents);
        return {format_count(d.rank), show(d.size),   show(d.r_classes),
                show(d.l_classes),    show(d.h_size), !d.settled ? "at least " + found : d.regular ? found : "none"};
      },
      "all of them with --classes --json");
}

Json class_json(const StructureCount::DClass& d) {
  return {{"rank", d.rank},
          {"size", number_to_json(d.size)},
          {"r_classes", number_to_json(d.r_classes)},
          {"l_classes", number_to_json(d.l_classes)},
          {"h_class_size", number_to_json(d.h_size)},
          {"regular", d.regular},
          {"idempotents", d.idempotents}};
}

/// What is known, in a sentence.
std::string sentence(const StructureCount& found, const std::string& input, StopReason reason) {
  if (!found.classes_known) {
    std::string text =
        fmt::format("{}: stopped ({}): {}{} elements, at least {} R- and {} L-classes", input, to_string(reason),
                    found.size_known ? "" : "at least ", show(found.size), show(found.r_classes), show(found.l_classes));
    if (found.kernels_known) text += fmt::format("; {} kernels", format_count(found.kernels));
    if (found.images_known) text += fmt::format(", {} images", format_count(found.images));
    return text + "\n";
  }
  const std::string text =
      fmt::format("{}: {} elements in {} R-, {} L-, {} H- and {} D-classes", input, show(found.size), show(found.r_classes),
                  show(found.l_classes), show(found.h_classes), format_count(found.d_classes));
  if (found.complete) {
    return fmt::format("{}, {} of them regular; {} idempotents\n", text, format_count(found.regular_d_classes),
                       format_count(found.idempotents));
  }
  return fmt::format("{}; stopped ({}) before all idempotents were counted: at least {} regular D-classes, {} idempotents\n",
                     text, to_string(reason), format_count(found.regular_d_classes), format_count(found.idempotents));
}

}  // namespace

int count_green_classes(Session& session, const SemigroupOptions& options, const semigroup::StructureOptions& how, bool list) {
  RunControl& run = session.run();
  const StructureCount found = semigroup::count_structure(read_generators(options), how, &run);
  Json results{{"input", options.input},
               {"complete", found.complete},
               {"size", number_to_json(found.size)},
               {"size_known", found.size_known},
               {"classes_known", found.classes_known},
               {"r_classes", number_to_json(found.r_classes)},
               {"l_classes", number_to_json(found.l_classes)},
               {"method", std::string(run.choice("method"))},
               {"exactness", "every hit compared"},
               {"seconds", run.seconds()},
               {"phases", phases_to_json(run)}};
  if (run.choice("method") == "orbits") {
    results["kernels"] = found.kernels;
    results["images"] = found.images;
    results["kernels_known"] = found.kernels_known;
    results["images_known"] = found.images_known;
  }
  if (found.classes_known) {
    results["h_classes"] = number_to_json(found.h_classes);
    results["d_classes"] = found.d_classes;
    results["regular_d_classes"] = found.regular_d_classes;
    results["idempotents"] = found.idempotents;
  }
  if (list && found.classes_known) {
    results["classes"] = Json::array();
    for (const StructureCount::DClass& d : found.classes) results["classes"].push_back(class_json(d));
  }
  std::string text = sentence(found, options.input, run.stop_reason());
  if (!found.complete) text.insert(text.size() - 1, resume_hint(options));
  if (!found.classes.empty()) text += "\n" + table_of(found.classes);
  return session.finish(found.complete, results, text);
}

}  // namespace wreath::cli
