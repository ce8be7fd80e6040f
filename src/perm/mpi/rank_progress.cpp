// SPDX-License-Identifier: MIT
#include "perm/mpi/rank_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/run/option.hpp"

namespace wreath::perm::cluster {

RankProgress::RankProgress(const FileJob& files, const char* operation)
    : ranks_(files.options.machine.cluster.ranks()),
      options_(files.options),
      output_(files.output),
      kind_(fmt::format("perm {} by ranks 2", operation)),
      path_(checkpoint_file(files.options.checkpoint, files.options.resume)),
      problem_(std::make_unique<Json>(Json::object())),
      timer_(files.options.checkpoint_every) {
  if (!keeps()) return;
  mpi::together(ranks_, [&] {
    if (ranks_.rank() != 0) return;
    (*problem_)["x"] = files.x->identity();
    (*problem_)["output"] = absolute_path(output_);
    if (files.y != nullptr) (*problem_)["y"] = files.y->identity();
    if (!options_.checkpoint.empty()) require_checkpoint_target(options_.checkpoint);
    state_ = {.run_id = fresh_run_id(), .ranks = static_cast<std::uint64_t>(ranks_.size())};
    if (options_.resume.empty()) {
      const OutputFile probe(output_);  // throws before anything is written
      return;
    }
    const std::vector<std::byte> payload = read_checkpoint(options_.resume, kind_, *problem_);
    if (payload.size() != sizeof state_) throw InputError(fmt::format("{}: the checkpoint is damaged", options_.resume));
    std::memcpy(&state_, payload.data(), sizeof state_);
    if (state_.ranks == static_cast<std::uint64_t>(ranks_.size())) return;
    throw InputError(
        fmt::format("{}: this checkpoint is of {} ranks, and there are {} now", options_.resume, state_.ranks, ranks_.size()));
  });
  state_ = mpi::all_of(ranks_, state_)[0];
  resumed_ = !options_.resume.empty();
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
    put_in_place(output_, partial(), state_.whole, options_.resume);
    remove();
  });
  return true;
}

bool RankProgress::due() {
  return keeps() && mpi::any_of(ranks_, ranks_.rank() == 0 && timer_.is_due());
}

void RankProgress::save(std::uint64_t done, std::uint64_t unit) {
  state_.done = done;
  state_.unit = unit;
  write();
  timer_.restart();
}

void RankProgress::forget() {
  state_.done = 0;
  state_.unit = 0;
  mpi::together(ranks_, [&] {
    if (ranks_.rank() != 0) return;
    for (const std::string& path : {options_.checkpoint, options_.resume}) {
      if (!path.empty()) write_to(path);
    }
  });
}

void RankProgress::save_whole() {
  state_.whole = file_number(partial());
  write();
}

void RankProgress::write() {
  mpi::together(ranks_, [&] {
    if (ranks_.rank() == 0) write_to(path_);
  });
}

void RankProgress::write_to(const std::string& path) const {
  write_checkpoint(path, kind_, *problem_, std::as_bytes(std::span(&state_, 1)));
}

void RankProgress::remove() const {
  for (const std::string& path : {options_.checkpoint, options_.resume}) {
    if (!path.empty()) unlink(path.c_str());
  }
}

}  // namespace wreath::perm::cluster
