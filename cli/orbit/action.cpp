// SPDX-License-Identifier: MIT
//
// wreath orbit: the verbs about actions: action, subspaces.
#include "cli/orbit/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct ActionOptions : OrbitOptions {
  orbit::ActionFiles files;
};

struct SubspacesOptions : OrbitOptions {
  std::uint64_t dimension = 1;
};

int show_action(Session& session, const ActionOptions& options) {
  RunControl& run = session.run();
  const orbit::ActionFiles& files = options.files;
  for (const std::string& array : {files.permutations, files.states}) {
    if (!array.empty()) orbit::require_array_output(array);
  }
  require_distinct_files({{"--output", files.permutations},
                          {"--states", files.states},
                          {"--words", files.words},
                          {"--stabilizer", files.stabilizer}},
                         {{"the input", options.input}});
  orbit::Generators generators = read_generators(options, options.input, run);
  orbit::Start start = orbit::parse_start(options.start, generators);
  const orbit::Action action(std::move(generators), std::move(start), options.machine.threads, &run);
  if (!files.permutations.empty()) orbit::write_permutations(files.permutations, action);
  if (!files.states.empty()) orbit::write_states(files.states, action);
  if (!files.words.empty()) orbit::write_words(files.words, action);
  std::optional<Natural> order;
  std::optional<orbit::Generators> stabilizer;
  if (!files.stabilizer.empty()) {
    order = action.group_order(&run);
    stabilizer = action.stabilizer(options.seed, &run);
    write_whole(files.stabilizer, orbit::print_gap(*stabilizer));
  }
  return session.finish(true, orbit::action_report(action, options.input, files, order, stabilizer ? &*stabilizer : nullptr));
}

int show_subspaces(Session& session, const SubspacesOptions& options) {
  RunControl& run = session.run();
  const orbit::Generators generators = read_generators(options, options.input, run);
  const auto dimension = static_cast<std::uint32_t>(std::min<std::uint64_t>(options.dimension, 1U << 20));
  const std::vector<orbit::SubspaceOrbit> orbits = orbit::subspace_orbits(generators, dimension, options.machine.threads, &run);
  return session.finish(true, orbit::subspaces_report(orbits, generators, dimension, options.input, run));
}

}  // namespace

void add_orbit_action(Program& program, Command& parent) {
  add_command<ActionOptions>(
      program, parent, "action", "Write the permutations that generators are on an orbit, words and the stabilizer",
      "  wreath orbit action sl:3,7 --start '<[1,0,0]>' -o points.npy       then:  wreath group order points.npy\n"
      "  wreath orbit action mathieu:24 --start '[1,2]' --words words.txt --stabilizer m22.g\n"
      "  wreath orbit action matrices.g --start '[1,0,0]' --states vectors.npy\n"
      "\n"
      "States are numbered from 0 in the order of their ShortLex-least words. The stabilizer of the start is proved to be all "
      "of\n"
      "it, by the order of the group: that takes permutations, or matrices with at most 2,048 vectors.",
      Length::brief,
      [](Command& command, ActionOptions& options) {
        add_input(command, options, false);
        add_more_files(command, options, "--with");
        command.add_option("-o,--output", options.files.permutations, "Write the permutations as rows of an array (.npy)",
                           "FILE");
        command.add_option("--states", options.files.states, "Write the states as rows of an array (.npy)", "FILE");
        command.add_option("--words", options.files.words, "Write the least word to each state, one per line", "FILE");
        command.add_option("--stabilizer", options.files.stabilizer, "Write generators of the stabilizer as GAP text", "FILE");
      },
      show_action);
  add_command<SubspacesOptions>(
      program, parent, "subspaces", "Find the orbits of all subspaces of a dimension under matrices over a field",
      "  wreath orbit subspaces sl:3,7 --dimension 1\n"
      "  wreath orbit subspaces matrices.g --dimension 3 --json",
      Length::brief,
      [](Command& command, SubspacesOptions& options) {
        command.add_option("INPUT", options.input, "A family such as sl:3,7, or a file of GAP's matrices").required();
        command.add_parsed("--dimension", options.dimension, parse_count, "Dimension of the subspaces (1)", "K");
        command.add_parsed("--inverse", options.how.inverses, orbit::parse_inverses,
                           "Whether inverses of the generators are added: auto, yes or no", "CHOICE");
      },
      show_subspaces);
}

}  // namespace wreath::cli
