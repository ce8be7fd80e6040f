// SPDX-License-Identifier: MIT
//
// wreath semigroup: the verbs that show structure: cayley, green.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "cli/semigroup_common.hpp"
#include "cli/table.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

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

/// The result of a run that was stopped early.
int finish_stopped(Session& session, const SemigroupOptions& options, const Enumeration& found) {
  return session.finish(
      false, {{"input", options.input}, {"size", found.size()}, {"complete", false}, {"complete_to", found.complete_to()}},
      fmt::format("stopped ({}): {}\n", to_string(session.run().stop_reason()), format_extent(found)));
}

int draw_graph(Session& session, const CayleyOptions& options, const semigroup::Options& how) {
  RunControl& run = session.run();
  semigroup::require_graph_output(options.output);
  Enumeration found(read_generators(options, run), how);
  if (!found.run(&run)) return finish_stopped(session, options, found);
  const std::uint64_t letters = found.generators().count();
  semigroup::write_cayley_graph(options.output, found, options.left, &run);
  const Json results{{"input", options.input},   {"size", found.size()},
                     {"generators", letters},    {"side", options.left ? "left" : "right"},
                     {"output", options.output}, {"seconds", run.seconds()}};
  return session.finish(true, results,
                        fmt::format("{}: the {} Cayley graph of {}, {}\n", options.output, options.left ? "left" : "right",
                                    format_extent(found), counted(found.size() * letters, "edge")));
}

int cayley(Session& session, const CayleyOptions& options) {
  return by_all_ranks(session, options, true, [&](const semigroup::Options& how) { return draw_graph(session, options, how); });
}

std::vector<std::string> class_row(const std::string& name, const GreenClasses::DClass& d) {
  return {name,
          format_count(d.rank),
          format_count(d.size),
          format_count(d.r_classes),
          format_count(d.l_classes),
          format_count(d.h_size()),
          d.idempotents > 0 ? format_count(d.idempotents) : "none"};
}

Json class_json(const GreenClasses::DClass& d) {
  return {{"representative", d.representative},
          {"rank", d.rank},
          {"size", d.size},
          {"r_classes", d.r_classes},
          {"l_classes", d.l_classes},
          {"h_class_size", d.h_size()},
          {"regular", d.idempotents > 0},
          {"idempotents", d.idempotents}};
}

std::string class_table(const Enumeration& found, const GreenClasses& classes) {
  return format_long_table({"D-class of", "rank", "size", "R-classes", "L-classes", "H-class size", "idempotents"},
                           classes.d_classes.size(), [&](std::size_t i) {
                             const GreenClasses::DClass& d = classes.d_classes[i];
                             return class_row(semigroup::print_word(found.word(d.representative)), d);
                           });
}

/// All elements are known, but the run ended before their classes were.
int finish_without_classes(Session& session, const SemigroupOptions& options, const Enumeration& found,
                           const GreenClasses& classes) {
  Json results{{"input", options.input}, {"size", found.size()}, {"complete", false}, {"size_known", true}};
  std::string text = fmt::format("{}: {}; stopped ({}) before their classes were found\n", options.input, format_extent(found),
                                 to_string(session.run().stop_reason()));
  for (const auto& [name, key, count] :
       {std::tuple("R", "r_classes", classes.r_count), std::tuple("L", "l_classes", classes.l_count)}) {
    if (count == 0) continue;
    results[key] = count;
    text += fmt::format("  {}-classes: {}\n", name, format_count(count));
  }
  return session.finish(false, results, text);
}

/// By enumeration: whose D-classes have words, and can be drawn.
int green_by_elements(Session& session, const GreenCommandOptions& options, const semigroup::Options& elements) {
  if (!options.egg_box.empty()) semigroup::require_egg_box_output(options.egg_box);
  RunControl& run = session.run();
  Enumeration found(read_generators(options, run), elements);
  if (!found.run(&run)) return finish_stopped(session, options, found);
  const GreenClasses classes = semigroup::green_classes(found, &run);
  if (!classes.complete) return finish_without_classes(session, options, found, classes);
  Json results{{"input", options.input},
               {"size", found.size()},
               {"complete", true},
               {"r_classes", classes.r_count},
               {"l_classes", classes.l_count},
               {"h_classes", classes.h_count},
               {"d_classes", classes.d_classes.size()},
               {"regular_d_classes", classes.regular_d_classes()},
               {"idempotents", classes.idempotents()},
               {"method", "elements"},
               {"exactness", found.describe_exactness()},
               {"seconds", run.seconds()},
               {"phases", phases_to_json(run)}};
  if (options.classes) {
    results["classes"] = Json::array();
    for (const GreenClasses::DClass& d : classes.d_classes) results["classes"].push_back(class_json(d));
  }
  const std::string text = fmt::format("{}: {}, {} of them idempotent\n  {} R-, {} L-, {} H- and {}, {} of them regular\n\n{}",
                                       options.input, format_extent(found), format_count(classes.idempotents()),
                                       format_count(classes.r_count), format_count(classes.l_count),
                                       format_count(classes.h_count), counted(classes.d_classes.size(), "D-class", "D-classes"),
                                       format_count(classes.regular_d_classes()), class_table(found, classes));
  const int code = session.finish(true, results, text);
  // A picture that fails must not take the answer with it.
  if (!options.egg_box.empty()) semigroup::write_egg_box(options.egg_box, found, classes);
  return code;
}

int find_classes(Session& session, const GreenCommandOptions& options, const semigroup::Options& elements) {
  const bool paged = !options.egg_box.empty() && (options.count || options.page != 0);
  if (options.order || paged)
    return order_green_classes(session, options, {options.egg_box, std::max<std::uint64_t>(1, options.page)});
  const semigroup::StructureOptions how{.machine = elements.machine,
                                        .classes = options.classes || !options.count,
                                        .method = options.count ? CountMethod::orbits : CountMethod::automatic};
  const bool needs_elements = !options.egg_box.empty() || options.classes;
  if (semigroup::choose_method(elements, how, needs_elements, session.run().files()) == CountMethod::elements)
    return green_by_elements(session, options, elements);
  return count_green_classes(session, options, how, options.classes);
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
