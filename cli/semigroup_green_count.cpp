// SPDX-License-Identifier: MIT
//
// wreath semigroup green --count: Green's structure without elements.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using semigroup::StructureCount;

namespace {

std::string table_of(const std::vector<StructureCount::DClass>& classes) {
  return format_long_table(
      {"rank", "size", "R-classes", "L-classes", "H-class size", "idempotents"}, classes.size(),
      [&](std::size_t i) -> std::vector<std::string> {
        const StructureCount::DClass& d = classes[i];
        const std::string found = format_count(d.idempotents);
        return {format_count(d.rank),       format_digits(d.size),
                format_digits(d.r_classes), format_digits(d.l_classes),
                format_digits(d.h_size),    !d.settled ? "at least " + found : d.regular ? found : "none"};
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

/// "at least 4,213 R-classes", or that they have not been counted.
std::string bound(const Natural& least, const std::string& what) {
  const std::string several = what + (what.ends_with('s') ? "es" : "s");
  return least.is_zero() ? several + " not known yet" : "at least " + counted_digits(least, what);
}

/// What is known of a run that was stopped before all classes were.
std::string partial_summary(const StructureCount& found, const std::string& input, StopReason reason) {
  std::string text = fmt::format("{}: stopped ({}): {}\n  {}; {}", input, to_string(reason),
                                 found.size_known ? counted_digits(found.size, "element") : bound(found.size, "element"),
                                 bound(found.r_classes, "R-class"), bound(found.l_classes, "L-class"));
  if (found.kernels_known) text += "; " + counted(found.kernels, "kernel");
  if (found.images_known) text += "; " + counted(found.images, "image");
  return text + "\n";
}

/// What is known, in two lines.
std::string summary(const StructureCount& found, const std::string& input, StopReason reason) {
  if (!found.classes_known) return partial_summary(found, input, reason);
  const std::string classes =
      fmt::format("  {} R-, {} L-, {} H- and {}", format_digits(found.r_classes), format_digits(found.l_classes),
                  format_digits(found.h_classes), counted(found.d_classes, "D-class", "D-classes"));
  if (found.complete) {
    return fmt::format("{}: {}, {} of them idempotent\n{}, {} of them regular\n", input, counted_digits(found.size, "element"),
                       format_count(found.idempotents), classes, format_count(found.regular_d_classes));
  }
  return fmt::format("{}: {}\n{}\n  stopped ({}) before all idempotents were counted:\n  at least {}, in {}\n", input,
                     counted_digits(found.size, "element"), classes, to_string(reason), format_count(found.idempotents),
                     counted(found.regular_d_classes, "regular D-class", "regular D-classes"));
}

/// The numbers of the classes directly below each.
std::vector<std::vector<std::uint64_t>> lists_below(std::size_t classes, semigroup::OrbitStructure& structure, RunControl& run) {
  std::vector<std::vector<std::uint64_t>> below(classes);
  for (const auto& [upper, lower] : structure.order(&run)) below[upper].push_back(lower);
  return below;
}

/// Numbers with spaces between, as many as there is room for.
template <class Numbers>
std::string first_numbers(const Numbers& numbers, std::size_t columns) {
  std::string text;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::string next = (k == 0 ? "" : " ") + std::to_string(numbers[k]);
    if (text.size() + next.size() + (k + 1 == numbers.size() ? 0 : 4) > columns) return text + " ...";
    text += next;
  }
  return text;
}

/// The rows of --order, in 80 columns; all of the words and of the order is in the JSON object.
std::string order_table(const std::vector<semigroup::OrbitDClass>& classes,
                        const std::vector<std::vector<std::uint64_t>>& below) {
  return format_long_table({"class", "rank", "size", "R", "L", "H", "below", "word"}, classes.size(),
                           [&](std::size_t i) -> std::vector<std::string> {
                             const StructureCount::DClass& d = classes[i].count;
                             return {format_count(i),
                                     format_count(d.rank),
                                     format_digits(d.size),
                                     format_digits(d.r_classes),
                                     format_digits(d.l_classes),
                                     format_digits(d.h_size) + (d.regular ? " group" : ""),
                                     first_numbers(below[i], 12),
                                     classes[i].word.empty() ? semigroup::print_word({}) : first_numbers(classes[i].word, 16)};
                           }) +
         "\nR, L: numbers of R- and L-classes; H: the size of an H-class, and of the groups\nif there are any; below: the "
         "classes directly "
         "below\n";
}

}  // namespace

int order_green_classes(Session& session, const SemigroupOptions& options, const EggBoxRequest& egg_box) {
  if (!egg_box.path.empty()) semigroup::require_egg_box_output(egg_box.path);
  RunControl& run = session.run();
  semigroup::OrbitStructure structure(read_generators(options, run), options.machine.threads);
  std::vector<semigroup::OrbitDClass> classes;
  std::vector<std::vector<std::uint64_t>> below;
  Natural size;
  std::uint64_t pages = 0;
  try {
    size = structure.size(&run);
    classes = structure.classes(false, &run);
    below = lists_below(classes.size(), structure, run);
    if (!egg_box.path.empty()) pages = semigroup::write_egg_box_page(egg_box.path, structure, egg_box.page, &run);
  } catch (const LimitReached&) {
    return session.finish(
        false, {{"input", options.input}, {"complete", false}},
        fmt::format("{}: stopped ({}) before all D-classes were known\n", options.input, to_string(run.stop_reason())));
  }
  Json list = Json::array();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const StructureCount::DClass& d = classes[i].count;
    list.push_back({{"rank", d.rank},
                    {"size", number_to_json(d.size)},
                    {"r_classes", number_to_json(d.r_classes)},
                    {"l_classes", number_to_json(d.l_classes)},
                    {"h_class_size", number_to_json(d.h_size)},
                    {"regular", d.regular},
                    {"representative", numbers_of(structure.generators().kind, classes[i].representative)},
                    {"word", classes[i].word},
                    {"below", below[i]}});
  }
  Json results{{"input", options.input},
               {"complete", true},
               {"size", number_to_json(size)},
               {"d_classes", classes.size()},
               {"kernels", structure.kernels()},
               {"images", structure.images()},
               {"method", "orbits"},
               {"seconds", run.seconds()},
               {"phases", phases_to_json(run)},
               {"classes", std::move(list)}};
  if (pages != 0) results["egg_box"] = {{"file", egg_box.path}, {"page", egg_box.page}, {"pages", pages}};
  const std::string drawn =
      pages == 0 ? "" : fmt::format("\n{}: page {} of {} of the egg boxes\n", egg_box.path, egg_box.page, format_count(pages));
  const std::string text = fmt::format("{}: {} in {}; words are not the least\n\n", options.input,
                                       counted_digits(size, "element"), counted(classes.size(), "D-class", "D-classes")) +
                           order_table(classes, below) + drawn;
  return session.finish(true, results, text);
}

int count_green_classes(Session& session, const SemigroupOptions& options, const semigroup::StructureOptions& how, bool list) {
  RunControl& run = session.run();
  const StructureCount found = semigroup::count_structure(read_generators(options, run), how, &run);
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
  std::string text = summary(found, options.input, run.stop_reason());
  if (!found.classes.empty()) text += "\n" + table_of(found.classes);
  return session.finish(found.complete, results, text);
}

}  // namespace wreath::cli
