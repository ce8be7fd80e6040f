// SPDX-License-Identifier: MIT
//
// wreath orbit: the verbs about single states: word, antipodes, oracle, info.
#include <fmt/format.h>

#include "cli/orbit/common.hpp"
#include "core/io/distinct_files.hpp"
#include "core/io/output_file.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

using orbit::Search;

namespace {

struct OrbitWordOptions : OrbitOptions {
  std::string target;
  std::string oracle_file;
};

struct PathOptions : OrbitOptions {
  std::string from;
  std::string to;
  bool states = false;
  std::string moves;
};

struct SolveOptions : OrbitOptions {
  std::string file;
  std::string oracle_file;
  std::string output;
  bool distances = false;
};

struct AtlasCommandOptions : CommonOptions {
  std::string output;
  std::uint64_t states = 100'000'000;
  double check_seconds = 5;
  std::vector<std::string> families;
  bool beyond = false;
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

int find_path(Session& session, const PathOptions& options) {
  RunControl& run = session.run();
  const orbit::Generators generators = read_generators(options, options.input, run);
  const orbit::Start start = orbit::parse_start(options.from, generators);
  const orbit::State target = orbit::parse_state(options.to, generators, start);
  if (!options.moves.empty() && generators.moves != orbit::Moves::relators)
    throw UsageError{"--moves is for presentations, as in andrews-curtis:20"};
  std::optional<OutputFile> file;
  if (!options.moves.empty()) {
    orbit::require_moves(generators);
    file.emplace(options.moves);
  }
  const orbit::WordSearch found = orbit::shortest_word(generators, start, target, &run);
  if (file && found.word) {
    file->write(bytes_of(orbit::print_moves(found, generators, options.from, options.to, &run)));
    file->commit();
  }
  session.answer(found.word.has_value());
  return session.finish(found.complete, orbit::path_report(found, options.input, generators, start, target, options.states,
                                                           found.word ? options.moves : ""));
}

/// Before a search whose distances an oracle needs.
void require_undirected(const orbit::Generators& generators) {
  if (!orbit::is_undirected(generators)) {
    throw InputError(
        "an oracle needs an undirected graph, but this one is directed: a generator has an inverse that is not a generator");
  }
}

int solve_states(Session& session, SolveOptions options) {
  RunControl& run = session.run();
  require_distinct_files({{"--output", options.output}}, {{"the input", options.input}, {"the states", options.file}});
  std::optional<OutputFile> file;
  if (!options.output.empty()) file.emplace(options.output);
  std::optional<orbit::Oracle> oracle;
  const orbit::Generators generators = read_generators(options, options.input, run);
  std::vector<orbit::State> states;  // read before the search, which may take long
  if (!options.oracle_file.empty()) {
    oracle.emplace(options.oracle_file, generators);
    states = orbit::read_states(options.file, generators, oracle->start());
  } else {
    options.oracle = true;
    Search search = open_search(options, options.input, run);
    require_undirected(search.generators());
    states = orbit::read_states(options.file, generators, search.start());
    announce(session, options, search, options.input);
    if (!search.run(&run)) return session.finish(false, orbit::stopped_report(search, options.input, "oracle", options.output));
    oracle.emplace(search, &run);
  }
  const auto words = oracle->words(states, options.machine.threads, &run);
  if (file) {
    file->write(bytes_of(orbit::print_words(words, generators, options.distances)));
    file->commit();
  }
  return session.finish(true, orbit::solve_report(words, options.input, generators, options.distances, options.output));
}

int show_antipodes(Session& session, AntipodesOptions options) {
  options.keep_last = true;
  RunControl& run = session.run();
  if (!options.output.empty()) orbit::require_array_output(options.output);
  require_distinct_files({{"--output", options.output}}, {{"the input", options.input}});
  Search search = open_search(options, options.input, run);
  announce(session, options, search, options.input);
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
  require_undirected(search.generators());
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

int make_atlas(Session& session, const AtlasCommandOptions& options) {
  orbit::Atlas atlas(options.output, {.machine = options.machine,
                                      .most_states = options.states,
                                      .check_seconds = options.check_seconds,
                                      .families = options.families,
                                      .beyond = options.beyond});
  const bool complete = atlas.run(&session.run(), options.seconds > 0 ? options.seconds : 1e9);
  atlas.write_pages();
  const bool stopped = session.run().stop_reason() != StopReason::none;
  return session.finish(complete || !stopped, atlas.report());
}

int show_info(Session& session, const OrbitOptions& options) {
  RunControl& run = session.run();
  Search search = open_search(options, options.input, run);
  const orbit::Forecast forecast = search.forecast(&run);
  return session.finish(true, orbit::info_report(search, forecast, options.input));
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
  add_command<PathOptions>(
      program, parent, "path", "Find a shortest path between two states",
      "  wreath orbit path lrx:8 '(1,2,3)' '(1,8)(2,7)'\n"
      "  wreath orbit path topspin:12,4 000000111111 111111000000 --states\n"
      "  wreath orbit path andrews-curtis:14 '<a,b | a^2=b^3, aba=bab>' '<a,b | a, b>' --moves path.txt\n"
      "\n"
      "Two searches meet in the middle, and the path is checked by making its steps. Presentations are joined by Andrews-Curtis\n"
      "moves that never make more letters than the graph allows; --moves writes them as elementary moves.",
      Length::brief,
      [](Command& command, PathOptions& options) {
        add_input(command, options, false);
        command.add_option("FROM", options.from, "The state where the path begins, written as for --start").required();
        command.add_option("TO", options.to, "The state where it ends").required();
        add_more_files(command, options, "--with");
        command.add_flag("--states", options.states, "Print all states on the path");
        command.add_option("--moves", options.moves, "Write the moves of presentations, for tools/check_ac_path.py", "FILE");
        add_test(command, options);
      },
      find_path);
  add_command<SolveOptions>(
      program, parent, "solve", "Find shortest words to many states at once",
      "  wreath orbit solve lrx:9 states.txt                    one state per line, such as (1,2,3)\n"
      "  wreath orbit solve lrx:10 far.npy --oracle lrx10.npy -o words.txt\n"
      "  wreath orbit solve pancake:8 - --distances\n"
      "\n"
      "Without --oracle the distances of all states are computed first. A state that no word leads to has the line 'none'.",
      Length::brief,
      [](Command& command, SolveOptions& options) {
        add_input(command, options);
        command.add_option("FILE", options.file, "States, one per line; an array (.npy) with one per row; or '-'").required();
        add_more_files(command, options, "--with");
        command.add_option("--oracle", options.oracle_file, "Distances that 'orbit oracle' wrote for these generators", "FILE");
        command.add_option("-o,--output", options.output, "Write the words to a file, one per line", "FILE");
        command.add_flag("--distances", options.distances, "Lengths of words instead of words");
      },
      solve_states);
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
  add_command<AtlasCommandOptions>(
      program, parent, "atlas", "Search every family to the largest size that fits, and keep tables of the results",
      "  wreath orbit atlas -o atlas --up-to-states 1e8\n"
      "  wreath orbit atlas -o atlas --up-to-states 2e12 --time 300        continues where the folder ends\n"
      "  wreath orbit atlas -o small --families lrx,pancake --up-to-states 1e6\n"
      "  wreath orbit atlas -o new --beyond --up-to-states 1e11            what has not been published\n"
      "\n"
      "The folder gets one file per family with all levels, lists as in the OEIS, and atlas.md. Graphs that are in it are not\n"
      "searched again. A graph is left out if it does not fit the memory or the time, and searched by a second method if that\n"
      "takes at most --check-seconds.",
      Length::brief,
      [](Command& command, AtlasCommandOptions& options) {
        command.add_option("-o,--output", options.output, "The folder of the atlas", "FOLDER").required();
        command.add_parsed("--up-to-states", options.states, parse_count, "Leave out graphs with more states (10^8)", "N");
        command.add_parsed("--check-seconds", options.check_seconds, parse_duration,
                           "Search by a second method if that is expected to take no longer (5)", "SECONDS");
        command.add_option("--families", options.families, "Only these, as the atlas names them", "NAMES").separated_by(',');
        command.add_flag("--beyond", options.beyond, "Only graphs that are larger than those of CayleyPy's tables");
      },
      make_atlas);
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
