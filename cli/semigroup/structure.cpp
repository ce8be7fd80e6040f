// SPDX-License-Identifier: MIT
//
// wreath semigroup: the verbs that show structure: cayley, green.
#include <fmt/format.h>

#include "cli/semigroup/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

using semigroup::CountMethod;
using semigroup::Enumeration;
using semigroup::GreenClasses;

namespace {

struct CayleyOptions : SemigroupOptions {
  std::string output;
  bool left = false;
};

struct GreenCommandOptions : SemigroupOptions {
  std::string egg_box;
  std::uint64_t page = 0;  // 0: all of it in one picture
  bool count = false;
  bool classes = false;
  bool order = false;
};

int draw_graph(Session& session, const CayleyOptions& options, const semigroup::Options& how) {
  RunControl& run = session.run();
  semigroup::require_graph_output(options.output);
  require_distinct_files({{"--output", options.output}}, {{"the input", options.input}});
  Enumeration found(read_generators(options, run), how);
  if (!found.run(&run)) return session.finish(false, semigroup::stopped_report(options.input, found, "cayley"));
  semigroup::write_cayley_graph(options.output, found, options.left, &run);
  return session.finish(true, semigroup::cayley_report(options.input, found, options.left, options.output));
}

int cayley(Session& session, const CayleyOptions& options) {
  return by_all_ranks(session, options, true, [&](const semigroup::Options& how) { return draw_graph(session, options, how); });
}

/// The numbers of the classes directly below each.
std::vector<std::vector<std::uint64_t>> lists_below(std::size_t classes, semigroup::OrbitStructure& structure, RunControl& run) {
  std::vector<std::vector<std::uint64_t>> below(classes);
  for (const auto& [upper, lower] : structure.order(&run)) below[upper].push_back(lower);
  return below;
}

/// --order, and the pages of egg boxes: the D-classes with representatives and their order, by orbits.
int order_green_classes(Session& session, const GreenCommandOptions& options) {
  semigroup::EggBoxPages egg_box{options.egg_box, std::max<std::uint64_t>(1, options.page)};
  if (!egg_box.file.empty()) semigroup::require_egg_box_output(egg_box.file);
  RunControl& run = session.run();
  semigroup::OrbitStructure structure(read_generators(options, run), options.machine.threads);
  run.note_choice("method", "orbits", "asked for");
  try {
    const Natural size = structure.size(&run);
    const std::vector<semigroup::OrbitDClass> classes = structure.classes(false, &run);
    const auto below = lists_below(classes.size(), structure, run);
    if (!egg_box.file.empty()) egg_box.pages = semigroup::write_egg_box_page(egg_box.file, structure, egg_box.page, &run);
    return session.finish(true, semigroup::green_report(options.input, structure, size, classes, below, egg_box));
  } catch (const LimitReached&) {
    return session.finish(false, semigroup::green_report(options.input, structure, std::nullopt, {}, {}, {}));
  }
}

/// By enumeration: whose D-classes have words, and can be drawn.
int green_by_elements(Session& session, const GreenCommandOptions& options, const semigroup::Options& elements) {
  if (!options.egg_box.empty()) semigroup::require_egg_box_output(options.egg_box);
  RunControl& run = session.run();
  Enumeration found(read_generators(options, run), elements);
  run.note_choice("method", "elements", "they are enumerated");
  if (!found.run(&run)) return session.finish(false, semigroup::stopped_report(options.input, found, "green"));
  const GreenClasses classes = semigroup::green_classes(found, &run);
  const int code = session.finish(classes.complete, semigroup::green_report(options.input, found, classes, options.classes));
  // A picture that fails must not take the answer with it.
  if (classes.complete && !options.egg_box.empty()) semigroup::write_egg_box(options.egg_box, found, classes);
  return code;
}

int find_classes(Session& session, const GreenCommandOptions& options, const semigroup::Options& elements) {
  const bool paged = !options.egg_box.empty() && (options.count || options.page != 0);
  if (options.order || paged) return order_green_classes(session, options);
  const semigroup::StructureOptions how{.machine = elements.machine,
                                        .classes = options.classes || !options.count,
                                        .method = options.count ? CountMethod::orbits : CountMethod::automatic};
  const bool needs_elements = !options.egg_box.empty() || options.classes;
  if (semigroup::choose_method(elements, how, needs_elements, session.run().files()) == CountMethod::elements)
    return green_by_elements(session, options, elements);
  const auto found = semigroup::count_structure(read_generators(options, session.run()), how, &session.run());
  return session.finish(found.complete, semigroup::green_report(options.input, found, options.classes, session.run()));
}

int green(Session& session, const GreenCommandOptions& options) {
  return by_all_ranks(session, options, true,
                      [&](const semigroup::Options& elements) { return find_classes(session, options, elements); });
}

std::uint64_t parse_page(const std::string& text) {
  const std::uint64_t page = parse_count(text);
  if (page == 0) throw InputError("pages are numbered from 1");
  return page;
}

}  // namespace

void add_semigroup_structure(Program& program, Command& parent) {
  add_command<CayleyOptions>(
      program, parent, "cayley", "Write a Cayley graph as an array or as a picture",
      "  wreath semigroup cayley bihecke:5 -o right.npy             row x, column g is x*g\n"
      "  wreath semigroup cayley symmetric:4 --left -o left.npy     row x, column g is g*x\n"
      "  wreath semigroup cayley order:3 -o order3.svg              a picture",
      Length::brief,
      [](Command& command, CayleyOptions& options) {
        add_input(command, options);
        command.add_option("-o,--output", options.output, "The file to write: .npy, .dot, .svg, .png or .pdf", "FILE").required();
        command.add_flag("--left", options.left, "Write the left graph (g*x) instead of the right one (x*g)");
      },
      cayley);
  add_command<GreenCommandOptions>(
      program, parent, "green", "Find Green's classes: sizes, regularity, idempotents",
      "  wreath semigroup green bihecke:6                     counts, without enumerating elements if that is faster\n"
      "  wreath semigroup green bihecke:4 --classes           with the least word of each D-class\n"
      "  wreath semigroup green full:5 --classes --json\n"
      "  wreath semigroup green order:4 --egg-box order4.svg\n"
      "  wreath semigroup green full:8 --egg-box full8.svg --page 1      principal factors; tables of 48 x 48 from page 2 on\n"
      "  wreath semigroup green boolean:5 --count             Boolean matrices by row and column spaces\n"
      "  wreath semigroup green brauer:6 --order              the partial order of the D-classes, and an element of each\n"
      "\n"
      "Elements are enumerated for --classes, --egg-box, --method and --backend cuda, for --checkpoint without --count, and if "
      "the images of a few points are proven to determine every element. Exit code 2: stopped early; the output is what was "
      "found by then. A run that is resumed with all elements finds their classes, however short --time is.",
      Length::resumable,
      [](Command& command, GreenCommandOptions& options) {
        add_input(command, options);
        command.add_flag("--classes", options.classes, "List every D-class in the JSON object, and its least word in the table");
        const Option egg_box =
            command.add_option("--egg-box", options.egg_box, "Draw the egg-box diagram: .dot, .svg, .png, .pdf or .txt", "FILE");
        const Option page = command.add_parsed(
            "--page", options.page, parse_page,
            "Draw page N of the egg boxes of a semigroup of any size, by orbits: principal factors first", "N");
        command.add_rule([page, egg_box]() -> std::string {
          return page.is_given() && !egg_box.is_given() ? "--page needs --egg-box FILE" : "";
        });
        const Option count =
            command.add_flag("--count", options.count, "Count by orbits of images and kernels; never enumerate elements");
        command
            .add_flag("--order", options.order,
                      "List the D-classes by orbits, each with an element, its group and the classes directly below it")
            .excludes(count);
        command.add_rule([&options]() -> std::string {
          const bool keeps = !options.kept.empty();
          const bool paged = !options.egg_box.empty() && (options.count || options.page != 0);
          if (!keeps || (!options.order && !paged)) return {};
          return fmt::format("{} keeps no checkpoint and cannot be used with --checkpoint or --resume",
                             options.order ? "--order" : "--egg-box by orbits");
        });
      },
      green);
}

}  // namespace wreath::cli
