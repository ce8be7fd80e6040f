// SPDX-License-Identifier: MIT
//
// wreath semigroup green --count: Green's structure without elements.
#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using semigroup::StructureCount;

namespace {

/// The number, if it is below 2^64.
std::optional<std::uint64_t> small(const std::string& digits) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string show(const std::string& digits) {
  const auto number = small(digits);
  return number ? format_count(*number) : digits;
}

/// A number, or a string of digits where it passes 2^64.
Json to_json(const std::string& digits) {
  const auto number = small(digits);
  return number ? Json(*number) : Json(digits);
}

std::string table_of(const std::vector<StructureCount::DClass>& classes) {
  std::vector<std::vector<std::string>> rows{{"rank", "size", "R-classes", "L-classes", "H-class size", "idempotents"}};
  for (const StructureCount::DClass& d : classes) {
    if (rows.size() > kShownClasses) break;
    rows.push_back({format_count(d.rank), show(d.size), show(d.r_classes), show(d.l_classes), show(d.h_size),
                    d.regular ? format_count(d.idempotents) : "none"});
  }
  std::string text = format_table(rows);
  if (classes.size() > kShownClasses)
    text += fmt::format("... and {} more (all of them with --json)\n", classes.size() - kShownClasses);
  return text;
}

Json class_json(const StructureCount::DClass& d) {
  return {{"rank", d.rank},
          {"size", to_json(d.size)},
          {"r_classes", to_json(d.r_classes)},
          {"l_classes", to_json(d.l_classes)},
          {"h_class_size", to_json(d.h_size)},
          {"regular", d.regular},
          {"idempotents", d.idempotents}};
}

}  // namespace

int count_green_classes(Session& session, const SemigroupOptions& options, bool classes) {
  RunControl& run = session.run();
  const StructureCount found =
      semigroup::count_structure(read_generators(options), {.threads = options.threads, .classes = classes}, &run);
  Json results{{"input", options.input},
               {"complete", found.complete},
               {"size", to_json(found.size)},
               {"r_classes", to_json(found.r_classes)},
               {"l_classes", to_json(found.l_classes)},
               {"kernels", found.kernels},
               {"images", found.images},
               {"exactness", "every hit compared"},
               {"seconds", run.seconds()},
               {"phases", phases_to_json(run)}};
  if (!found.complete) {
    return session.finish(
        false, results,
        fmt::format("{}: stopped ({}): at least {} elements, {} R- and {} L-classes\n", options.input,
                    to_string(run.stop_reason()), show(found.size), show(found.r_classes), show(found.l_classes)));
  }
  results["h_classes"] = to_json(found.h_classes);
  results["d_classes"] = found.d_classes;
  results["regular_d_classes"] = found.regular_d_classes;
  results["idempotents"] = found.idempotents;
  if (classes) {
    results["classes"] = Json::array();
    for (const StructureCount::DClass& d : found.classes) results["classes"].push_back(class_json(d));
  }
  std::string text =
      fmt::format("{}: {} elements in {} R-, {} L-, {} H- and {} D-classes, {} of them regular; {} idempotents\n", options.input,
                  show(found.size), show(found.r_classes), show(found.l_classes), show(found.h_classes),
                  format_count(found.d_classes), format_count(found.regular_d_classes), format_count(found.idempotents));
  if (classes) text += "\n" + table_of(found.classes);
  return session.finish(true, results, text);
}

}  // namespace wreath::cli
