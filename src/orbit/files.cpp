// SPDX-License-Identifier: MIT
//
// Files of a search: checkpoints, and the states of a level.
#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/data/hash.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/checkpoint.hpp"
#include "core/run/given_run.hpp"
#include "core/run/option.hpp"
#include "orbit/body.hpp"
#include "orbit/row_share.hpp"

namespace wreath::orbit {

namespace {

constexpr const char* kSearchKind = "orbit growth 3";

/// What must agree for a checkpoint to be continued from.
Json problem_of(const Search& search, const Options& options) {
  const Generators& generators = search.generators();
  return {{"generators", generators.count()},
          {"degree", generators.degree},
          {"images", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(generators.images))))},
          {"start", print_state(search.start().state, generators, search.start())},
          {"last level", options.keep_last},
          {"oracle", options.oracle}};
}

}  // namespace

bool run_with_files(Search& search, const SearchFiles& files, std::uint64_t depth, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  const Json problem = problem_of(search, Search::Body::options_of(search));
  if (!files.resume.empty()) search.restore(OpenCheckpoint(files.resume, kSearchKind, problem).payload(), &run);
  const std::string path = checkpoint_file(files.checkpoint, files.resume);
  const auto end = [&] {
    if (!search.complete() && search.levels().size() > depth) run.request_stop(StopReason::target);
    return search.complete();
  };
  if (path.empty()) {
    search.run_to(depth, &run);
    return end();
  }
  if (mpi::Communicator* ranks = Search::Body::options_of(search).cluster; several_ranks(ranks)) {
    run_together(*ranks, [] {
      throw InputError("a search by several ranks does not support checkpoints: leave out " + option("checkpoint"));
    });
  }
  require_checkpoint_target(path);
  CheckpointTimer timer(files.checkpoint_every);
  const auto write = [&] {
    const auto phase = run.phase("checkpoint");
    write_checkpoint(path, kSearchKind, problem, [&](ByteWriter& into) { Search::Body::of(search).save(into); });
    timer.restart();
  };
  while (!search.complete() && search.levels().size() <= depth && !run.should_stop()) {
    search.run_to(search.levels().size(), &run);
    if (timer.is_due() && !search.complete()) write();
  }
  if (Search::Body::is_ready(search)) write();
  return end();
}

void write_states(const std::string& path, const std::vector<State>& states, const Search& search) {
  const std::uint64_t columns = search.start().state.size();
  const std::uint64_t shape[] = {states.size(), columns};
  std::uint32_t largest = 0;
  for (const State& state : states) {
    for (const std::uint32_t value : state) largest = std::max(largest, value);
  }
  const unsigned item_bytes = largest < 256 ? 1 : largest < 65536 ? 2 : 4;
  OutputFile file(path);
  file.write(bytes_of(make_npy_header('u', item_bytes, shape)));
  std::vector<std::byte> bytes(columns * item_bytes);
  for (const State& state : states) {
    for (std::size_t i = 0; i < columns; ++i) std::memcpy(bytes.data() + i * item_bytes, &state[i], item_bytes);
    file.write(bytes);
  }
  file.commit();
}

}  // namespace wreath::orbit
