// SPDX-License-Identifier: MIT
//
// wreath orbit: the verbs about single states: word, antipodes, oracle, info.
#include <fmt/format.h>

#include "cli/orbit/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

using orbit::Search;

namespace {

struct OrbitWordOptions : OrbitOptions {
  std::string target;
  std::string oracle_file;
};

struct AntipodesOptions : OrbitOptions {
  std::string output;
  std::uint64_t most = 20;
};

struct OracleOptions : OrbitOptions {
  std::string output;
};

int find_word(Session& session, const OrbitWordOptions& options) {
  RunControl& run = session.run();
  const orbit::Generators generators = read_generators(options, options.input, run);
  std::optional<orbit::Oracle> oracle;
  if (!options.oracle_file.empty()) oracle.emplace(options.oracle_file, generators);
  const orbit::Start start = oracle && options.start.empty() ? oracle->start() : orbit::parse_start(options.start, generators);
  if (oracle && start.state != oracle->start().state) {
    throw InputError(fmt::format("{}: the distances of this oracle are from {}: leave out --start", options.oracle_file,
                                 orbit::print_state(oracle->start().state, generators, oracle->start())));
  }
  const orbit::State target = orbit::parse_state(options.target, generators, start);
  orbit::WordSearch found;
  if (oracle) {
    found.complete = true;
    if (oracle->contains(target)) found.word = oracle->word(target);
  } else {
    found = orbit::shortest_word(generators, start, target, &run);
  }
  session.answer(found.word.has_value());
  return session.finish(found.complete, orbit::word_report(found, options.input, generators, start, target));
}

int show_antipodes(Session& session, AntipodesOptions options) {
  options.keep_last = true;
  RunControl& run = session.run();
  if (!options.output.empty()) orbit::require_array_output(options.output);
  require_distinct_files({{"--output", options.output}}, {{"the input", options.input}});
  Search search = open_search(options, options.input, run);
  if (!search.run(&run)) return session.finish(false, orbit::stopped_report(search, options.input, "antipodes", options.output));
  const std::uint64_t count = search.levels().back();
  const std::vector<orbit::State> states = search.last_level(options.output.empty() ? std::min(options.most, count) : count);
  if (!options.output.empty()) orbit::write_states(options.output, states, search);
  const std::span<const orbit::State> listed(states.data(), std::min<std::size_t>(states.size(), options.most));
  return session.finish(true, orbit::antipodes_report(search, options.input, listed, options.output));
}

int make_oracle(Session& session, OracleOptions options) {
  options.oracle = true;
  RunControl& run = session.run();
  orbit::require_array_output(options.output);
  require_distinct_files({{"--output", options.output}}, {{"the input", options.input}});
  Search search = open_search(options, options.input, run);
  if (!orbit::is_undirected(search.generators())) {
    throw InputError(
        "an oracle needs an undirected graph, but this one is directed: a generator has an inverse that is not a generator");
  }
  const auto stopped = [&] {
    return session.finish(false, orbit::stopped_report(search, options.input, "oracle", options.output));
  };
  if (!search.run(&run)) return stopped();
  try {
    const orbit::Oracle oracle(search, &run);
    oracle.write(options.output, &run);
    return session.finish(true, orbit::oracle_report(search, options.input, oracle.bytes(), options.output));
  } catch (const LimitReached&) {
    return stopped();
  }
}

int show_info(Session& session, const OrbitOptions& options) {
  RunControl& run = session.run();
  Search search = open_search(options, options.input, run);
  search.plan(&run);
  return session.finish(true, orbit::info_report(search, options.input));
}

}  // namespace

void add_orbit_states(Program& program, Command& parent) {
  add_command<OrbitWordOptions>(
      program, parent, "word", "Find a shortest word that leads from the start to a state",
      "  wreath orbit word lrx:8 '(1,8)(2,7)'\n"
      "  wreath orbit word lrx:8 --start 00001111 11110000\n"
      "  wreath orbit word a.npy '(1,2)' --with b.npy           one permutation per file\n"
      "  wreath orbit word lrx:10 '(1,2,3)' --oracle lrx10.npy\n"
      "  wreath orbit word mathieu:12 '(1,2)' --test || echo 'it cannot be reached'",
      Length::brief,
      [](Command& command, OrbitWordOptions& options) {
        add_input(command, options, false);
        command.add_option("STATE", options.target, "The state to reach, written as for --start, such as (1,2)").required();
        add_more_files(command, options, "--with");
        command.add_option("--oracle", options.oracle_file, "Distances that 'orbit oracle' wrote for these generators", "FILE");
        add_test(command, options);
      },
      find_word);
  add_command<AntipodesOptions>(
      program, parent, "antipodes", "List the states that are farthest from the start",
      "  wreath orbit antipodes lrx:9\n"
      "  wreath orbit antipodes pancake:9 -o far.npy",
      Length::brief,
      [](Command& command, AntipodesOptions& options) {
        add_input(command, options);
        add_more_files(command, options);
        command.add_option("-o,--output", options.output,
                           "Write all of them as rows of an array (.npy): images, points, letters, entries or tiles, from 0",
                           "FILE");
        command.add_parsed("--most", options.most, parse_count, "Print at most N of them (20)", "N");
      },
      show_antipodes);
  add_command<OracleOptions>(
      program, parent, "oracle", "Write the distance of every state modulo 3, from which shortest words are read off",
      "  wreath orbit oracle lrx:10 -o lrx10.npy\n"
      "  wreath orbit word lrx:10 '(1,2,3)' --oracle lrx10.npy",
      Length::brief,
      [](Command& command, OracleOptions& options) {
        add_input(command, options);
        add_more_files(command, options);
        command.add_option("-o,--output", options.output, "An array of bytes (.npy), four states each", "FILE").required();
      },
      make_oracle);
  add_command<OrbitOptions>(
      program, parent, "info", "Show the generators, the order of the group, and the method that a search would take",
      "  wreath orbit info mathieu:24\n"
      "  wreath orbit info generators.g --json",
      Length::brief,
      [](Command& command, OrbitOptions& options) {
        add_input(command, options);
        add_more_files(command, options);
      },
      show_info);
}

}  // namespace wreath::cli
