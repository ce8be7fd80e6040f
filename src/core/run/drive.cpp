// SPDX-License-Identifier: MIT
#include "core/run/drive.hpp"

#include <unistd.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/io/distinct_files.hpp"
#include "core/run/stop_check.hpp"

namespace wreath {

TakenFiles::TakenFiles(RunControl& run) : run_(run), files_(std::exchange(run.files_, {})) {
  run_.resumed_ = run_.resumed_ || !files_.resume.empty();
}

TakenFiles::~TakenFiles() {
  run_.files_ = {files_.kept_in(), {}, files_.checkpoint_every};
}

void TakenFiles::lift_time() noexcept {
  run_.deadline_.store(RunControl::Clock::time_point::max(), std::memory_order_relaxed);
}

Keeper::Keeper() : timer_(0) {}

Keeper::Keeper(const RunFiles& files, std::string kind, const Json& problem)
    : path_(files.kept_in().string()),
      resume_(files.resume.string()),
      kind_(std::move(kind)),
      problem_(std::make_shared<const Json>(problem)),
      timer_(files.checkpoint_every) {}

void Keeper::require_target() const {
  if (keeps() && path_ != resume_) require_checkpoint_target(path_);  // what is resumed from is opened
}

void Keeper::save(Save save) {
  if (keeps()) write_checkpoint(path_, kind_, *problem_, save);
  timer_.restart();
}

void Keeper::save_everywhere(std::span<const std::byte> state) {
  save(state);
  if (resumes()) write_checkpoint(resume_, kind_, *problem_, state);
}

void remove_checkpoints(const RunFiles& files) {
  for (const std::filesystem::path& path : {files.checkpoint, files.resume}) {
    if (!path.empty()) unlink(path.c_str());
  }
}

void Resumable::open(const Keeper& keeper, RunControl& run) {
  const OpenCheckpoint checkpoint = keeper.open();
  ByteReader from(checkpoint.payload(), keeper.resume_path());
  restore(from, run);
}

void drive(Resumable& job, RunControl& run) {
  TakenFiles files(run);
  std::optional<Keeper> keeper;
  if (!files->empty()) {
    keeper.emplace(*files, job.kind(), job.problem());
    job.on_first([&] { keeper->require_target(); });
  }
  const auto save = [&] {
    if (!keeper || !job.worth_saving()) return;
    const auto timer = run.phase("checkpoint");
    job.write([&] { keeper->save([&](ByteWriter& into) { job.save(into); }); });
  };
  bool news = true;  // since the file was written
  std::optional<RunControl::Untimed> untimed;
  const auto end_untimed = [&] {
    const bool resumed = untimed.has_value();
    untimed.reset();
    if (resumed && job.done()) files.lift_time();
  };
  if (keeper && keeper->resumes()) {
    untimed.emplace(run);
    or_limit_reached([&] { job.open(*keeper, run); });  // half of a state answers nothing, and must not be saved
    news = !is_same_file(keeper->path(), keeper->resume_path());
    if (job.done()) end_untimed();
  }
  unless_stopped([&] {
    while (!job.done() && !job.should_stop(run)) {
      job.step(run);
      end_untimed();
      news = true;
      if (keeper && !job.done() && job.agree(keeper->is_due() || job.must_save())) save();
    }
  });
  if (news) save();
}

}  // namespace wreath
