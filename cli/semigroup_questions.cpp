// SPDX-License-Identifier: MIT
//
// wreath semigroup: the verbs that ask about one element: member, factor.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::cli {

using semigroup::Enumeration;
using semigroup::Generators;

namespace {

struct MapOptions : SemigroupOptions {
  std::string map;
  bool orbits = false;
};

std::vector<semigroup::Point> read_element(const MapOptions& options, const Generators& generators) {
  if (generators.kind.is_transformation()) return semigroup::open_map(options.map, generators.degree);
  return semigroup::open_element(options.map, generators.kind);
}

Json place_json(const semigroup::ElementPlace& place) {
  return {{"rank", place.d_class.rank},
          {"d_class_size", number_to_json(place.d_class.size)},
          {"r_class_size", number_to_json(place.r_size)},
          {"l_class_size", number_to_json(place.l_size)},
          {"h_class_size", number_to_json(place.h_size)},
          {"regular", place.d_class.regular},
          {"in_group", place.in_group}};
}

std::string describe(const semigroup::ElementPlace& place) {
  return fmt::format(
      "yes: rank {}, in a {}regular D-class of {}, {} R- and {}\n"
      "  its R-class has {}, its L-class {}, its H-class {}{}\n",
      place.d_class.rank, place.d_class.regular ? "" : "non-", counted_digits(place.d_class.size, "element"),
      format_digits(place.d_class.r_classes), counted_digits(place.d_class.l_classes, "L-class"),
      counted_digits(place.r_size, "element"), format_digits(place.l_size), format_digits(place.h_size),
      place.in_group ? " (a group)" : "");
}

/// member and factor without elements.
int look_by_orbits(Session& session, const MapOptions& options, bool factor) {
  RunControl& run = session.run();
  semigroup::OrbitStructure structure(read_generators(options, run), options.machine.threads);
  const semigroup::ElementKind& kind = structure.generators().kind;
  const std::vector<semigroup::Point> map = read_element(options, structure.generators());
  Json results{{"input", options.input}, {"map", numbers_of(kind, map)}, {"method", "orbits"}};
  std::string text;
  bool decided = true;
  try {
    if (factor) {
      const std::optional<semigroup::Word> word = structure.factor(map, &run);
      results["member"] = word.has_value();
      if (word) {
        results.update({{"word", *word}, {"length", word->size()}, {"least", false}});
        text = fmt::format("{}\n  not the least word; length {}\n", semigroup::print_word(*word), format_count(word->size()));
      }
    } else {
      const std::optional<semigroup::ElementPlace> place = structure.place(map, &run);
      results["member"] = place.has_value();
      if (place) {
        results["place"] = place_json(*place);
        text = fit_columns(describe(*place));
      }
    }
    if (text.empty()) text = fmt::format("no: the {} is not an element\n", kind.is_transformation() ? "map" : "element");
  } catch (const LimitReached&) {
    decided = false;
    text = fmt::format("stopped ({}) before the answer was known\n", to_string(run.stop_reason()));
  }
  if (decided) session.answer(results["member"]);
  if (structure.kernels() != 0) results.update({{"kernels", structure.kernels()}, {"images", structure.images()}});
  results["phases"] = phases_to_json(run);
  results["seconds"] = run.seconds();
  return session.finish(decided, results, text);
}

/// member and factor: enumerates until the map appears.
int look_for(Session& session, const MapOptions& options, const semigroup::Options& how, bool factor) {
  RunControl& run = session.run();
  Enumeration found(read_generators(options, run), how);
  const semigroup::ElementKind kind = found.generators().kind;  // a copy: to resume replaces all of `found`
  const std::vector<semigroup::Point> map = read_element(options, found.generators());
  if (const std::string why = semigroup::why_infinite(found.generators()); !why.empty() && !options.test)
    print_error(fmt::format("wreath: {}: the search ends only if the element is found\n", why));
  const auto element = found.position(map, &run);
  const bool decided = element.has_value() || found.complete();
  Json results{{"input", options.input},
               {"map", numbers_of(kind, map)},
               {"enumerated", found.size()},
               {"exactness", found.describe_exactness()}};
  std::string text;
  if (element) {
    const semigroup::Word word = found.word(*element);
    results["member"] = true;
    results["element"] = *element;
    results["word"] = word;
    results["least"] = true;
    text = factor ? semigroup::print_word(word) + "\n"
                  : fmt::format("yes: element {}, word {}\n", *element, semigroup::print_word(word));
  } else if (decided) {
    results["member"] = false;
    text = fmt::format("no: the {} is not among the {}\n", kind.is_transformation() ? "map" : "element",
                       counted(found.size(), "element"));
  } else {
    text = fmt::format("stopped ({}): the {} is not among the first {}\n", to_string(run.stop_reason()),
                       kind.is_transformation() ? "map" : "element", counted(found.size(), "element"));
  }
  results["seconds"] = run.seconds();
  session.answer(element.has_value());
  return session.finish(decided, results, text);
}

void configure_map(Command& command, MapOptions& options) {
  add_input(command, options);
  command
      .add_option("MAP", options.map,
                  "A map: its images 1,0,2 (from 0), GAP's 'Transformation([2,1,3])' (from 1), or a file; likewise for an "
                  "element of another kind")
      .required();
  command.add_rule([&options]() -> std::string {
    return options.input == "-" && options.map == "-" ? "stdin can be read only once: name a file for SEMIGROUP or for MAP" : "";
  });
  const Option orbits = command.add_flag(
      "--orbits", options.orbits, "Answer by orbits of kernels and images; never enumerate elements. Words are not the least");
  add_test(command, options);
  command.add_rule([orbits, &options]() -> std::string {
    const bool kept = !options.kept.empty() || options.method != semigroup::Method::automatic;
    return orbits.is_given() && kept ? "--orbits keeps no elements and cannot be used with --method, --checkpoint or --resume"
                                     : "";
  });
}

}  // namespace

void add_semigroup_questions(Program& program, Command& parent) {
  const auto find = [](bool factor) {
    return [factor](Session& session, const MapOptions& options) {
      if (options.orbits) {
        session.ranks().together([&] {
          if (session.ranks().several()) throw WrongUsage("--orbits runs in one process: start it without mpirun");
        });
        return look_by_orbits(session, options, factor);
      }
      return by_all_ranks(session, options, false,
                          [&](const semigroup::Options& how) { return look_for(session, options, how, factor); });
    };
  };
  add_command<MapOptions>(program, parent, "member", "Check whether a map is an element",
                          "  wreath semigroup member bihecke:3 0,0,2,2,4,4\n"
                          "  wreath semigroup member full:3 'Transformation([2,2,1])'\n"
                          "  wreath semigroup member symmetric-inverse:3 '1 - 0'\n"
                          "  wreath semigroup member boolean:2 'Matrix(IsBooleanMat, [[1,1],[0,1]])'\n"
                          "  wreath semigroup member full:10 0,0,1,2,3,4,5,6,7,8 --orbits      with the sizes of its classes\n"
                          "  wreath semigroup member full:3 1,1,0 --test && echo yes",
                          Length::resumable, configure_map, find(false));
  add_command<MapOptions>(
      program, parent, "factor", "Write a map as the least product of generators",
      "  wreath semigroup factor full:4 3,3,1,0\n"
      "  wreath semigroup factor generators.npy map.npy --json\n"
      "  wreath semigroup factor catalan:20 0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9 --orbits      not the least word",
      Length::resumable, configure_map, find(true));
}

}  // namespace wreath::cli
