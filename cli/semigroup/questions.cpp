// SPDX-License-Identifier: MIT
//
// wreath semigroup: the verbs that ask about one element: member, factor.
#include <fmt/format.h>

#include "cli/semigroup/common.hpp"
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

/// member and factor without elements.
int look_by_orbits(Session& session, const MapOptions& options, bool factor) {
  RunControl& run = session.run();
  semigroup::OrbitStructure structure(read_generators(options, run), options.machine.threads);
  const std::vector<semigroup::Point> map = read_element(options, structure.generators());
  run.note_choice("method", "orbits", "asked for");
  semigroup::OrbitAnswer answer;
  try {
    if (factor) answer.word = structure.factor(map, &run);
    if (!factor) answer.place = structure.place(map, &run);
    answer.decided = true;
    session.answer(answer.word || answer.place);
  } catch (const LimitReached&) {  // it is not decided
  }
  return session.finish(answer.decided,
                        semigroup::element_report(factor ? "factor" : "member", options.input, map, structure, answer));
}

/// member and factor: enumerates until the map appears.
int look_for(Session& session, const MapOptions& options, const semigroup::Options& how, bool factor) {
  RunControl& run = session.run();
  Enumeration found(read_generators(options, run), how);
  const std::vector<semigroup::Point> map = read_element(options, found.generators());
  if (const std::string why = semigroup::why_infinite(found.generators()); !why.empty() && !options.test)
    print_error(fmt::format("wreath: {}: the search ends only if the element is found\n", why));
  const auto element = found.position(map, &run);
  session.answer(element.has_value());
  return session.finish(element || found.complete(),
                        semigroup::element_report(factor ? "factor" : "member", options.input, map, found, element));
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
