// SPDX-License-Identifier: MIT
//
// Files of a search: checkpoints, and the states of a level.
#include <fmt/format.h>

#include <cstring>
#include <functional>
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

constexpr const char* kSearchKind = "orbit growth 4";

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

/// Continues from what a checkpoint has, and makes a level whatever the time is: so a resumed run gets further, however short its
/// time. A run that was stopped before its form was chosen has saved nothing.
void resume(Search& search, const std::string& path, std::span<const std::byte> saved, std::uint64_t depth, RunControl& run) {
  const auto untimed = run.untimed();
  try {
    if (!saved.empty()) search.restore(saved, &run);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.message()));
  }
  search.run_to(std::min<std::uint64_t>(depth, search.levels().size()), &run);
}

}  // namespace

bool run_with_files(Search& search, const SearchFiles& files, std::uint64_t depth, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  const Json problem = problem_of(search, Search::Body::options_of(search));
  const std::string path = checkpoint_file(files.checkpoint, files.resume);
  const Options& options = Search::Body::options_of(search);
  const Cluster cluster = options.machine.cluster;
  const bool several = several_ranks(cluster);
  if (several && !path.empty() && options.machine.backend == BackendChoice::cuda) {
    run_together(cluster.ranks(), [] {
      throw InputError("a search by several ranks on GPUs does not support checkpoints: leave out " + option("checkpoint"));
    });
  }
  if (!files.resume.empty())
    resume(search, files.resume, OpenCheckpoint(files.resume, kSearchKind, problem).payload(), depth, run);
  const auto end = [&] {
    if (!search.complete() && search.levels().size() > depth) run.request_stop(StopReason::target);
    return search.complete();
  };
  if (path.empty()) {
    search.run_to(depth, &run);
    return end();
  }
  const auto on_first_rank = [&](const std::function<void()>& body) {  // an error there is one of all ranks
    if (!several) return body();
    run_together(cluster.ranks(), [&] {
      if (is_first_rank(cluster.ranks())) body();
    });
  };
  on_first_rank([&] { require_checkpoint_target(path); });
  CheckpointTimer timer(files.checkpoint_every);
  const auto write = [&] {
    const auto phase = run.phase("checkpoint");
    const Search::Body& body = Search::Body::of(search);
    if (body.backend) body.backend->gather();
    on_first_rank([&] {
      write_checkpoint(path, kSearchKind, problem, [&](ByteWriter& into) {
        if (body.backend) body.save(into);
      });
    });
    timer.restart();
  };
  while (!search.complete() && search.levels().size() <= depth) {
    const std::size_t known = search.levels().size();
    search.run_to(known, &run);
    if (search.levels().size() == known && !search.complete()) break;  // stopped
    const bool due = timer.is_due();
    if ((several ? first_rank_says(cluster.ranks(), due) : due) && !search.complete()) write();
  }
  write();
  return end();
}

void require_array_output(const std::string& path) {
  const OutputFile probe(path);  // a folder has its own message
  require_npy_name(path);
}

void write_states(const std::string& path, const std::vector<State>& states, const Search& search) {
  const std::uint64_t columns = search.start().state.size();
  const std::uint64_t shape[] = {states.size(), columns};
  std::uint32_t largest = 0;
  for (const State& state : states) {
    for (const std::uint32_t value : state) largest = std::max(largest, value);
  }
  const unsigned item_bytes = largest < 256 ? 1 : largest < 65536 ? 2 : 4;
  require_npy_name(path);
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
