// SPDX-License-Identifier: MIT
//
// The run of a search, level by level, and its state.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "core/data/hash.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/text/option.hpp"
#include "core/run/ranks.hpp"
#include "orbit/body.hpp"
#include "orbit/row_share.hpp"

namespace wreath::orbit {

/// A step is a level. A search that was stopped before its form was chosen has saved nothing.
class SearchJob : public Resumable {
 public:
  SearchJob(Search& search, Search::Body& body, std::uint64_t depth)
      : search_(search),
        body_(body),
        ranks_(mpi::are_several(body.options.machine.cluster) ? body.options.machine.cluster : Cluster{}),
        depth_(depth) {}

  std::string kind() const override { return "orbit growth 4"; }
  Json problem() const override {
    const Generators& generators = body_.generators;
    return {{"generators", generators.count()},
            {"degree", generators.degree},
            {"images", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(generators.images))))},
            {"start", print_state(body_.start.state, generators, body_.start)},
            {"last level", body_.options.keep_last},
            {"oracle", body_.options.oracle}};
  }
  bool done() const override { return body_.complete || body_.levels.size() > depth_; }
  void step(RunControl& run) override {
    body_.prepare(run);
    const auto timer = run.phase("search");
    try {
      body_.inside_level = true;
      const std::uint64_t found = body_.backend->expand(run);
      body_.inside_level = false;
      body_.add_level(found);
    } catch (const MemoryError& error) {
      if (ranks_) throw;
      run.note_choice("stop", "memory", error.what());
      run.request_stop(StopReason::memory);
      throw Stopped{};
    }
    run.report({"search", body_.states, body_.plan.expected.value_or(0), "states"});
  }
  void save(ByteWriter& into) const override {
    if (body_.backend) body_.save(into);
  }
  void restore(ByteReader& from, RunControl& run) override {
    if (from.at_end()) return;
    try {
      search_.restore(from.take(from.left()), &run);
    } catch (const InputError& error) {
      from.fail(error.message());
    }
  }

  bool should_stop(RunControl& run) override { return ranks_ ? mpi::stop_together(ranks_.ranks(), run) : run.should_stop(); }
  bool agree(bool due) override { return ranks_ ? mpi::first_says(ranks_.ranks(), due) : due; }
  void on_first(FunctionRef<void()> body) override {
    if (!ranks_) return body();
    mpi::together(ranks_, [&] {  // an error of the first rank is one of all
      if (mpi::rank_of(ranks_) == 0) body();
    });
  }
  void write(FunctionRef<void()> write) override {
    if (body_.backend) body_.backend->gather();
    on_first(write);
  }

 private:
  Search& search_;
  Search::Body& body_;
  Cluster ranks_;  // several, or none
  std::uint64_t depth_;
};

bool Search::run_to(std::uint64_t depth, RunControl* given) {
  GivenRun run(given);
  if (mpi::are_several(body_->options.machine.cluster) && !run->files().empty() &&
      body_->options.machine.backend == BackendChoice::cuda) {
    mpi::together(body_->options.machine.cluster, [] {
      throw InputError("a search by several ranks on GPUs does not support checkpoints: leave out " + option("checkpoint"));
    });
  }
  SearchJob job(*this, *body_, depth);
  drive(job, run);
  unless_stopped([&] { body_->prepare(run); });
  return body_->complete;
}

bool Search::run(RunControl* run) {
  return run_to(~std::uint64_t{0}, run);
}

std::vector<std::byte> Search::save() const {
  if (!body_->backend) throw InputError("a search is saved after run() or plan()");
  if (mpi::are_several(body_->options.machine.cluster))
    throw InputError("a search by several ranks is saved in the files of its run");
  ByteWriter bytes;
  body_->save(bytes);
  return bytes.take();
}

void Search::Body::save(ByteWriter& into) const {
  into.put(static_cast<std::uint64_t>(plan.method));
  into.put(static_cast<std::uint64_t>(plan.bitmaps));
  into.put(std::uint64_t{plan.symmetry_order});
  into.put(std::uint64_t{complete ? 1U : 0U});
  into.put_all(std::span<const std::uint64_t>(levels));
  backend->save(into);
}

void Search::restore(std::span<const std::byte> saved, RunControl* given) {
  GivenRun given_run(given);
  RunControl& run = given_run;
  Body& body = *body_;
  ByteReader reader(saved);
  const auto method = static_cast<Method>(reader.number());
  const auto bitmaps = static_cast<Bitmaps>(reader.number());
  const std::uint64_t symmetry_order = reader.number();
  if (method == Method::keys) body.options.method = Method::keys;
  try {
    body.prepare(run);
  } catch (const Stopped&) {
    throw LimitReached("the run was stopped before the checkpoint was read");
  }
  if (body.plan.method != method) {
    throw InputError(fmt::format("the checkpoint keeps states by the method {}, and this search by the method {}{}",
                                 to_string(method), to_string(body.plan.method),
                                 body.options.method == Method::automatic ? "" : ": leave out " + option("method")));
  }
  if (body.plan.symmetry_order != symmetry_order)
    throw InputError(fmt::format("the checkpoint was made {} symmetry, and this search is made {}: give or leave out {}",
                                 symmetry_order > 1 ? "with" : "without", symmetry_order > 1 ? "without" : "with",
                                 option("no-symmetry")));
  if (body.plan.bitmaps != bitmaps) reader.fail("the checkpoint does not fit this search");
  body.complete = reader.number() != 0;
  reader.array_into<std::uint64_t>(body.levels);
  body.states = std::accumulate(body.levels.begin(), body.levels.end(), std::uint64_t{0});
  body.backend->restore(reader);
}

}  // namespace wreath::orbit
