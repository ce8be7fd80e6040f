// SPDX-License-Identifier: MIT
#include "perm/mpi/rank_progress.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text/option.hpp"

namespace wreath::perm::cluster {

RankProgress::RankProgress(const FileJob& files, const char* operation)
    : ranks_(files.options.machine.cluster.ranks()), files_(files.run), output_(files.output) {
  if (files_->empty()) return;
  mpi::together(ranks_, [&] {
    Json problem = Json::object();
    if (ranks_.rank() == 0) {
      problem = {{"x", files.x->identity()}, {"output", absolute_path(output_)}};
      if (files.y != nullptr) problem["y"] = files.y->identity();
    }
    keeper_ = Keeper(*files_, fmt::format("perm {} by ranks 2", operation), problem);
    if (ranks_.rank() != 0) return;
    keeper_.require_target();
    state_ = {.run_id = fresh_run_id(), .ranks = static_cast<std::uint64_t>(ranks_.size())};
    if (!keeper_.resumes()) {
      const OutputFile probe(output_);  // throws before anything is written
      return;
    }
    const OpenCheckpoint checkpoint = keeper_.open();
    ByteReader from(checkpoint.payload(), keeper_.resume_path());
    if (from.left() != sizeof state_) from.fail("the checkpoint is damaged");
    state_ = from.value<State>();
    if (state_.ranks != static_cast<std::uint64_t>(ranks_.size()))
      from.fail(fmt::format("this checkpoint is of {} ranks, and there are {} now", state_.ranks, ranks_.size()));
  });
  state_ = mpi::all_of(ranks_, state_)[0];
  resumed_ = keeper_.resumes();
  if (!resumed_) write();  // before the file that it names is made
}

RankProgress::~RankProgress() = default;

std::string RankProgress::partial() const {
  return fmt::format("{}.{:016x}.partial", absolute_path(output_), state_.run_id);
}

bool RankProgress::finish_killed_run() {
  if (state_.whole == 0) return false;
  mpi::together(ranks_, [&] {
    if (ranks_.rank() != 0) return;
    put_in_place(output_, partial(), state_.whole, keeper_.resume_path());
    remove();
  });
  return true;
}

bool RankProgress::due() {
  return keeps() && mpi::any_of(ranks_, ranks_.rank() == 0 && keeper_.is_due());
}

void RankProgress::save(std::uint64_t done, std::uint64_t unit) {
  state_.done = done;
  state_.unit = unit;
  write();
}

void RankProgress::forget() {
  state_.done = 0;
  state_.unit = 0;
  mpi::together(ranks_, [&] {
    if (ranks_.rank() == 0) keeper_.save_everywhere(std::as_bytes(std::span(&state_, 1)));
  });
}

void RankProgress::save_whole() {
  state_.whole = file_number(partial());
  write();
}

void RankProgress::write() {
  mpi::together(ranks_, [&] {
    if (ranks_.rank() == 0) keeper_.save(std::as_bytes(std::span(&state_, 1)));
  });
}

}  // namespace wreath::perm::cluster
