// SPDX-License-Identifier: MIT
//
// wreath group: permutation groups.
#include <fmt/format.h>

#include <algorithm>

#include "cli/front/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"
#include "wreath/group.hpp"
#include "wreath/orbit/generators.hpp"

namespace wreath::cli {

namespace {

struct GroupOptions : CommonOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> elements;  // of contains and factor
  std::vector<std::uint64_t> base;
  std::vector<std::uint64_t> points;
  std::vector<std::uint64_t> set;
  std::vector<std::uint64_t> tuple;
  std::string order;
  std::string presentation;
  std::string output;
  bool verify = false;
  bool accept = false;
  bool blocks = false;
  std::uint64_t count = 1;
  std::uint64_t letters = 1000;
  std::uint64_t most = 2000000;
};

std::string shown_input(const GroupOptions& options) {
  return fmt::format("{}", fmt::join(options.inputs, " "));
}

/// Points start at 1 in texts.
std::vector<group::Point> points_of(const std::vector<std::uint64_t>& numbers) {
  std::vector<group::Point> points;
  for (const std::uint64_t number : numbers) {
    if (number == 0 || number > group::kMostPoints) throw InputError(fmt::format("{} is not a point: points start at 1", number));
    points.push_back(static_cast<group::Point>(number - 1));
  }
  return points;
}

group::Generators read_generators(Session& session, const GroupOptions& options) {
  const auto timer = session.run().phase("read");
  const auto untimed = session.run().untimed_if_resumed();
  return group::open_generators(options.inputs, &session.run());
}

group::Group open_group(Session& session, const GroupOptions& options, bool with_base = true) {
  group::Options how{.machine = options.machine, .seed = options.seed};
  if (!options.order.empty()) how.order = group::parse_order(options.order);
  if (with_base) how.base = points_of(options.base);
  how.proof = options.verify ? group::Proof::always : group::Proof::automatic;
  group::Generators generators = read_generators(session, options);
  if (!options.presentation.empty()) {
    if (how.order) throw UsageError{"choose one of --order and --presentation"};
    const auto timer = session.run().phase("presentation");
    how.order = group::presented_order(generators, options.presentation, options.machine, &session.run());
    how.presented = how.order.has_value();
    if (!how.presented) session.run().note_choice("presentation", "unused", "the order of the presented group was not found");
  }
  group::Group made(std::move(generators), how, &session.run());
  made.run(&session.run());
  return made;
}

/// A chain that was stopped cannot give answers. Throws StoppedEarly.
void require_complete(Session& session, const GroupOptions& options, const group::Group& made) {
  if (!made.complete()) throw StoppedEarly(group::order_report(made, shown_input(options), session.run()));
}

/// An order that is not proven is a partial result, unless that is accepted.
bool is_answer(const GroupOptions& options, const group::Group& made) {
  return made.complete() && (made.size().proven || options.accept);
}

int order_verb(Session& session, const GroupOptions& options) {
  const group::Group made = open_group(session, options);
  return session.finish(is_answer(options, made), group::order_report(made, shown_input(options), session.run()));
}

int base_verb(Session& session, const GroupOptions& options) {
  const group::Group made = open_group(session, options);
  return session.finish(is_answer(options, made), group::base_report(made, shown_input(options), session.run()));
}

int contains_verb(Session& session, const GroupOptions& options) {
  group::Group made = open_group(session, options);
  std::vector<std::optional<bool>> answers(options.elements.size());
  try {
    for (std::size_t i = 0; i < answers.size() && made.complete(); ++i) {
      const group::Permutation x = group::open_permutation(options.elements[i], made.degree(), &session.run());
      // Text may move a point which the group has not.
      answers[i] = x.size() > made.degree() ? false : made.contains(x, &session.run());
    }
  } catch (const LimitReached&) {  // the others are not known
  }
  for (const std::optional<bool>& answer : answers) session.answer(answer.value_or(false));
  const bool known = std::ranges::all_of(answers, [](const std::optional<bool>& answer) { return answer.has_value(); });
  return session.finish(known, group::contains_report(made, shown_input(options), options.elements, answers));
}

int factor_verb(Session& session, const GroupOptions& options) {
  group::Group made = open_group(session, options);
  require_complete(session, options, made);
  const group::Permutation x = group::open_permutation(options.elements.front(), made.degree(), &session.run());
  std::optional<group::Program> program;
  if (x.size() == made.degree()) program = made.factor(x, &session.run());
  bool checked = false;
  if (program) {
    checked = group::evaluate(*program, made.generators(), options.machine, &session.run()) == x;
    if (!checked) throw InternalError("the program of an element does not evaluate to it");
  }
  return session.finish(
      program.has_value() || made.size().proven,
      group::factor_report(made, shown_input(options), options.elements.front(), program, checked, options.letters));
}

int stabilizer_verb(Session& session, const GroupOptions& options) {
  if (options.points.empty() == options.set.empty()) throw UsageError{"name either --points or --set"};
  group::Group made = open_group(session, options, false);
  require_complete(session, options, made);
  const group::Group found = options.set.empty() ? made.stabilizer(points_of(options.points), &session.run())
                                                 : made.set_stabilizer(points_of(options.set), options.most, &session.run());
  std::vector<std::string> files;
  if (!options.output.empty()) files = group::write_generators(options.output, found.generators());
  const std::string of = options.set.empty() ? fmt::format("[{}]", fmt::join(options.points, ","))
                                             : fmt::format("{{{}}}", fmt::join(options.set, ","));
  return session.finish(found.size().proven || options.accept,
                        group::stabilizer_report(made, found, shown_input(options), of, files));
}

int orbits_verb(Session& session, const GroupOptions& options) {
  const group::Generators generators = read_generators(session, options);
  group::require_permutations(generators, options.machine, &session.run());
  const group::OrbitsAnswer found = group::orbits(generators, options.machine, &session.run());
  if (!options.output.empty()) group::write_permutation(options.output, found.labels);
  return session.finish(true, group::orbits_report(generators, found, shown_input(options), options.output));
}

int blocks_verb(Session& session, const GroupOptions& options) {
  const group::Generators generators = read_generators(session, options);
  group::require_permutations(generators, options.machine, &session.run());
  const group::BlocksAnswer found = group::blocks(generators, options.machine, &session.run());
  if (!options.output.empty() && !found.minimal.empty()) group::write_permutation(options.output, found.minimal.front().labels);
  return session.finish(true, group::blocks_report(generators, found, shown_input(options), options.output));
}

int random_verb(Session& session, const GroupOptions& options) {
  group::Group made = open_group(session, options);
  require_complete(session, options, made);
  std::vector<std::string> cycles;
  std::vector<std::string> files;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    const group::Permutation x = made.random(options.seed + i, &session.run());
    if (options.output.empty()) {
      cycles.push_back(group::cycles_of(x));
    } else {
      files.push_back(options.count == 1 ? options.output + ".npy" : fmt::format("{}-{}.npy", options.output, i + 1));
      group::write_permutation(files.back(), x);
    }
  }
  return session.finish(is_answer(options, made), group::random_report(made, shown_input(options), cycles, files));
}

int action_verb(Session& session, const GroupOptions& options) {
  RunControl* const run = &session.run();
  const int kinds = (options.points.empty() ? 0 : 1) + (options.set.empty() ? 0 : 1) + (options.tuple.empty() ? 0 : 1) +
                    (options.blocks ? 1 : 0);
  if (kinds != 1 || options.points.size() > 1) throw UsageError{"choose one of --point POINT, --blocks, --set and --tuple"};
  const group::Generators generators = read_generators(session, options);
  group::require_permutations(generators, options.machine, run);
  group::Action action;
  std::string on;
  if (!options.points.empty()) {
    action = group::action_on_orbit(generators, points_of(options.points).front(), options.machine, run);
    on = fmt::format("orbit of {}", options.points.front());
  } else if (options.blocks) {
    const group::BlocksAnswer found = group::blocks(generators, options.machine, run);
    if (found.minimal.empty())
      throw InputError(found.transitive ? "the group is primitive: it has no blocks" : "the group is not transitive");
    action = group::action_on_blocks(generators, found.minimal.front().labels, run);
    on = fmt::format("{} of {}", counted(found.minimal.front().blocks, "block"),
                     counted(found.minimal.front().block_size, "point"));
  } else if (!options.set.empty()) {
    action = group::action_on_sets(generators, points_of(options.set), options.most, run);
    on = "sets";
  } else {
    action = group::action_on_tuples(generators, points_of(options.tuple), options.most, run);
    on = "tuples";
  }
  return session.finish(
      true, group::action_report(action, shown_input(options), on, group::write_generators(options.output, action.generators)));
}

void add_generators(Command& command, GroupOptions& options) {
  command.add_option("GENS", options.inputs, "Families, files or permutations, which generate the group together")
      .required()
      .suggests([] {
        std::vector<std::string> names = group::family_names();
        for (const orbit::FamilyInfo& family : orbit::families())
          names.push_back(std::string(family.name) + (family.arguments.empty() ? "" : ":"));
        return names;
      });
}

void add_numbers(Command& command, const char* name, std::vector<std::uint64_t>& target, const char* about) {
  command.add_list(name, target, parse_positive, about, "N,...").separated_by(',');
}

/// What a chain takes.
void add_chain(Command& command, GroupOptions& options) {
  command.add_parsed(
      "--order", options.order, [](const std::string& text) { return group::parse_order(text).text(); },
      "The order of the group, if it is known: a chain that reaches it is complete", "N");
  command.add_option("--presentation", options.presentation,
                     "A presentation that the generators satisfy, as 'wreath coset order' takes it: its order is an upper bound",
                     "FILE");
  command.add_flag("--verify", options.verify, "Prove the order by Sims' method, however long that takes");
  command.add_flag("--random", options.accept, "Accept an order that is not proven: exit code 0 instead of 2");
}

void add_base(Command& command, GroupOptions& options) {
  add_numbers(command, "--base", options.base, "The first base points, from 1");
}

}  // namespace

void add_group(Program& program) {
  Command& parent = program.app.add_subcommand("group", "Permutation groups: order, membership, stabilizers, blocks", "Engines");
  parent.require_subcommand();
  parent.footer(
      "GENS are families, files and permutations in cycles, which generate the group together. A file is a numpy array (.npy) "
      "of\n"
      "one permutation, or with one per row; GAP text; or a coset table of 'wreath coset enumerate'. '-' reads a file from "
      "stdin.\n"
      "Points start at 1 in texts and options, and at 0 in arrays. x*y is x first, then y.\n\n"
      "Families, besides those of 'wreath orbit --help' (rubik333 has all six turns; matrices act on the vectors that are not "
      "0):\n" +
      group::family_help() +
      "\nExamples:\n"
      "  wreath group order mathieu:24\n"
      "  wreath group contains rubik333 --element '(1,2)'\n"
      "  wreath group order a.npy b.npy --order 546061824000000");

  add_command<GroupOptions>(
      program, parent, "order", "Compute the order, and how it is known",
      "  wreath group order mathieu:24 --json\n"
      "  wreath group order symmetric:1000000\n"
      "  wreath group order '(1,2,3,4,5)' '(1,2)'\n"
      "  wreath group order hn.coset --order 546061824000000       a known order, which the chain is to reach\n"
      "  wreath group order a5.coset --presentation '<a,b | a^2, b^3, (ab)^5>'\n"
      "  wreath group order a.npy b.npy --random                   also if it is a lower bound\n"
      "\n"
      "The order is proven if it is that of --order, if the group is alternating or symmetric, or by Sims' method if that takes\n"
      "a minute or so (--verify: however long). Otherwise 'at least' is printed, and the exit code is 2.",
      Length::resumable,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        add_chain(command, options);
        add_base(command, options);
      },
      order_verb);
  add_command<GroupOptions>(
      program, parent, "base", "Print the base points, with the lengths of their orbits",
      "  wreath group base mathieu:24\n"
      "  wreath group base mathieu:24 --base 24,1",
      Length::resumable,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        add_chain(command, options);
        add_base(command, options);
      },
      base_verb);
  add_command<GroupOptions>(
      program, parent, "contains", "Test whether permutations are in the group",
      "  wreath group contains mathieu:24 --element '(1,2)(3,4)'\n"
      "  wreath group contains a.npy b.npy --element x.npy --element y.npy\n"
      "  wreath group contains rubik333 --element '(1,3)' --test && echo yes",
      Length::resumable,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        command.add_option("--element,-x", options.elements, "A permutation, as a file or in cycles; may be repeated", "X")
            .required()
            .one_at_a_time();
        add_chain(command, options);
        add_test(command, options);
      },
      contains_verb);
  add_command<GroupOptions>(
      program, parent, "factor", "Write a permutation as a product of the generators",
      "  wreath group factor '(1,2,3,4)' '(1,2)' --element '(1,3)'\n"
      "  wreath group factor a.npy b.npy --element x.npy --json\n"
      "\n"
      "A word of at most --letters letters is printed as one, and a longer one as a straight-line program, whose last line is\n"
      "the element. What is printed has been evaluated.",
      Length::resumable,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        command.add_option("--element,-x", options.elements, "A permutation, as a file or in cycles", "X")
            .required()
            .expected(1, 1);
        command.add_parsed("--letters", options.letters, parse_count, "The most letters of a word that is printed (1000)", "N");
        add_chain(command, options);
      },
      factor_verb);
  add_command<GroupOptions>(
      program, parent, "stabilizer", "Find the subgroup that fixes points, or maps a set to itself",
      "  wreath group stabilizer mathieu:24 --points 1,2\n"
      "  wreath group stabilizer mathieu:24 --set 1,2,3,4,5,8,11,13\n"
      "  wreath group stabilizer hn.coset --order 546061824000000 --points 1 -o h     writes h-s1.npy, ...",
      Length::resumable,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        add_numbers(command, "--points", options.points, "Points, each of which is fixed");
        add_numbers(command, "--set", options.set, "A set of points, by its orbit");
        command.add_parsed("--most", options.most, parse_count, "The most sets of that orbit (2000000)", "N");
        command.add_option("-o,--output", options.output, "Write each generator to PREFIX-NAME.npy", "PREFIX");
        add_chain(command, options);
      },
      stabilizer_verb);
  add_command<GroupOptions>(
      program, parent, "orbits", "Find the orbits of the points",
      "  wreath group orbits '(1,2)(3,4,5)'\n"
      "  wreath group orbits a.npy b.npy -o labels.npy",
      Length::brief,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        command.add_option("-o,--output", options.output, "Write, for each point, the least point of its orbit (.npy)", "FILE");
      },
      orbits_verb);
  add_command<GroupOptions>(
      program, parent, "blocks", "Find blocks of imprimitivity; whether the group is transitive and primitive",
      "  wreath group blocks dihedral:12\n"
      "  wreath group blocks a.npy b.npy -o labels.npy",
      Length::brief,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        command.add_option("-o,--output", options.output,
                           "Write, for each point, the least point of its block in the system of the smallest blocks (.npy)",
                           "FILE");
      },
      blocks_verb);
  add_command<GroupOptions>(
      program, parent, "random", "Make random elements",
      "  wreath group random mathieu:24 --count 3 --seed 7\n"
      "  wreath group random a.npy b.npy -o x                      writes x.npy",
      Length::resumable,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        command.add_parsed("--count", options.count, parse_count, "How many (1)", "N");
        command.add_option("-o,--output", options.output, "Write them to PREFIX.npy, or PREFIX-1.npy, PREFIX-2.npy, ...",
                           "PREFIX");
        add_chain(command, options);
      },
      random_verb);
  add_command<GroupOptions>(
      program, parent, "action", "Write the action on an orbit, on blocks, sets or tuples as permutations",
      "  wreath group action mathieu:24 --set 1,2,3,4,5,8,11,13 -o octads\n"
      "  wreath group action dihedral:12 --blocks -o d\n"
      "  wreath group action '(1,2)(3,4,5)' --point 3 -o three     the action on the cosets of the point's stabilizer",
      Length::brief,
      [](Command& command, GroupOptions& options) {
        add_generators(command, options);
        add_numbers(command, "--point", options.points, "On the orbit of a point: the cosets of its stabilizer");
        command.add_flag("--blocks", options.blocks, "On the smallest blocks");
        add_numbers(command, "--set", options.set, "On the orbit of a set");
        add_numbers(command, "--tuple", options.tuple, "On the orbit of a tuple");
        command.add_parsed("--most", options.most, parse_count, "The most sets or tuples (2000000)", "N");
        command.add_option("-o,--output", options.output, "The generators, as PREFIX-NAME.npy each", "PREFIX").required();
      },
      action_verb);
}

}  // namespace wreath::cli
