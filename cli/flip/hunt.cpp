// SPDX-License-Identifier: MIT
//
// wreath flip hunt: short searches of many shapes, each started from what is known of the others.
#include "cli/flip/schemes.hpp"
#include "cli/front/table.hpp"

namespace wreath::cli {

namespace {

struct HuntOptions : CommonOptions {
  flip::HuntOptions hunt;
  bool status = false;
};

int hunt(Session& session, const HuntOptions& options) {
  RunControl& run = session.run();
  if (options.status) {
    return session.finish(true, flip::hunt_status_report(flip::hunt_status(options.hunt.folder, &run)));
  }
  flip::HuntOptions chosen = options.hunt;
  chosen.machine = options.machine;
  chosen.seed = options.seed;
  flip::Hunt hunt(chosen, &run);
  hunt.listen([&](const flip::HuntFind& find) {
    if (options.json || options.quiet) return;
    print_error(flip::find_report(find).text([](const std::string& line) { return wrap_words(line); }));
  });
  const bool complete = hunt.run(&run);
  return session.finish(complete, flip::hunt_report(hunt, chosen, complete, run));
}

}  // namespace

void add_flip_hunt(Program& program, Command& flip) {
  add_command<HuntOptions>(
      program, flip, "hunt", "Hunt for low ranks across shapes: many short searches that start from one another's schemes",
      "  wreath flip hunt 4x4x6 --folder hunt --time 300\n"
      "  wreath flip hunt 4x4x7 --target 84 --folder hunt\n"
      "  wreath flip hunt --up-to 4x5x6 --folder hunt --from published/ --time 86400\n"
      "  wreath flip hunt --status --folder hunt\n"
      "  wreath flip hunt 3x3x4 --folder test --rounds 10 --seed 7\n"
      "\n"
      "The folder holds the schemes, one file for each, and a record of where the time went. Several hunts may share it, also "
      "on\n"
      "several machines; a hunt that was stopped or killed continues with the same command. Every scheme is verified before it\n"
      "is written and after it is read. A new folder gets the built-in schemes first. The exit code is 2 if --time or Ctrl-C "
      "ended the hunt, or if it has not reached "
      "--target.",
      Length::brief,
      [](Command& command, HuntOptions& options) {
        flip::HuntOptions& hunt = options.hunt;
        command.add_list("SHAPE", hunt.shapes, flip::parse_shape, "The shapes to hunt, such as 4x4x6");
        command.add_parsed("--up-to", hunt.up_to, flip::parse_shape, "Hunt all shapes with no side longer than these", "NxMxP");
        command.add_option("--folder", hunt.folder, "The folder of the hunt; made if it does not exist", "DIR").required();
        command.add_flag("--status", options.status,
                         "Show the best ranks in the folder beside the known ones, and where the time went");
        command.add_option("--from", hunt.from, "Begin with these schemes, too: a file, or a folder; may be repeated", "DIR")
            .one_at_a_time();
        command
            .add_list("--withhold", hunt.withheld, flip::parse_shape,
                      "Begin with no schemes of this shape or larger ones; may be repeated", "NxMxP")
            .one_at_a_time();
        command.add_parsed("--target", hunt.target, parse_positive, "Stop at a scheme of this rank or less (with one shape)",
                           "R");
        command.add_parsed("--rounds", hunt.rounds, parse_positive,
                           "Number of rounds, instead of --time; makes a hunt in a new folder reproducible", "N");
        command.add_parsed("--steps", hunt.steps, parse_positive,
                           "Steps of every walk in the shortest rounds; the others have up to 32 times as many", "N");
        command.add_parsed("--keep", hunt.keep, parse_positive, "Schemes kept of each shape, rank and mirror (32)", "N");
        command.add_rule([&options]() -> std::string {
          if (options.status || !options.hunt.shapes.empty() || options.hunt.up_to) return {};
          return "no shape to hunt: name one or more, such as 4x4x6, or give --up-to";
        });
      },
      hunt);
}

}  // namespace wreath::cli
