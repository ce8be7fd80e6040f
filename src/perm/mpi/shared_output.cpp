// SPDX-License-Identifier: MIT
#include "perm/mpi/shared_output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/io/stale_files.hpp"
#include "core/mpi/same_file.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::perm::cluster {

RankProgress::RankProgress(const Request& request, const char* operation)
    : ranks_(request.options.machine.cluster.ranks()), files_(request.run), output_(request.output) {
  if (files_->empty()) return;
  mpi::together(ranks_, [&] {
    Json problem = Json::object();
    if (ranks_.rank() == 0) {
      problem = {{"x", request.x->identity()}, {"output", absolute_path(output_)}};
      if (request.y != nullptr) problem["y"] = request.y->identity();
    }
    keeper_ = Keeper(*files_, fmt::format("perm {} by ranks 3", operation), problem);
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
    const auto ranks = static_cast<std::uint64_t>(ranks_.size());
    if (state_.unit != 0 && state_.ranks != ranks) state_.done = state_.unit = 0;  // buckets of other ranks
    state_.ranks = ranks;
  });
  state_ = mpi::all_of(ranks_, state_)[0];
  if (!keeper_.resumes()) write();  // before the file that it names is made
}

std::string RankProgress::partial() const {
  return partial_path(output_, state_.run_id);
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

SharedOutput::SharedOutput(mpi::Communicator& ranks, const std::string& path, char kind, unsigned item_bytes,
                           std::uint64_t points, RankProgress* progress)
    : ranks_(ranks), item_bytes_(item_bytes), progress_(progress != nullptr && progress->keeps() ? progress : nullptr) {
  const std::uint64_t shape[] = {points};
  header_ = make_npy_header(kind, item_bytes, shape);
  mpi::together(ranks, [&] {
    if (ranks.rank() == 0) choose_names(path, header_.size() + points * item_bytes);
  });
  temporary_ = mpi::text_of(ranks, 0, temporary_);
  if (progress_ != nullptr) temporary_ = progress_->partial();
  mpi::together(ranks, [&] {
    if (ranks.rank() == 0) make_file();
  });
  try {
    mpi::require_shared_file(ranks, temporary_);
  } catch (const Error&) {
    if (ranks.rank() == 0 && (progress_ == nullptr || progress_->done() == 0)) unlink(temporary_.c_str());
    throw;
  }
  mpi::together(ranks, [&] { file_ = ranks.open_file(temporary_); });  // every rank makes this one call
  try {
    mpi::together(ranks, [&] {
      if (ranks.rank() == 0) file_->write_at(0, bytes_of(header_));
    });
  } catch (const Error&) {
    abandon();
    throw;
  }
}

void SharedOutput::choose_names(const std::string& path, std::uint64_t bytes) {
  const OutputFile probe(path);  // throws what is wrong with the target, and leaves nothing
  struct stat about {};
  if (stat(probe.path().c_str(), &about) == 0 && !S_ISREG(about.st_mode))
    throw InputError(fmt::format("{}: several ranks can write to a regular file only", path));
  target_ = probe.path();
  const std::filesystem::path target = std::filesystem::absolute(target_);
  std::error_code error;
  const std::uintmax_t free = std::filesystem::space(target.parent_path(), error).available;
  if (!error && bytes > free) {
    throw ResourceError(fmt::format("{}: this needs {} of disk space in {}, which has {} free", path, format_bytes(bytes),
                                    target.parent_path().string(), format_bytes(free)));
  }
  const std::string prefix = fmt::format(".{}.{}-", target.filename().string(), ranks_.host());
  remove_stale_files(target.parent_path(), prefix);
  temporary_ = (target.parent_path() / fmt::format("{}{}.tmp", prefix, getpid())).string();
  unlink(temporary_.c_str());  // of a killed run that had our process number
}

void SharedOutput::make_file() const {
  const bool resumes = progress_ != nullptr && progress_->done() != 0;
  if (resumes && !std::filesystem::exists(temporary_))
    throw InputError(fmt::format("{}: the unfinished result of the checkpoint no longer exists", temporary_));
  const int descriptor = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) throw ResourceError(fmt::format("{}: cannot make: {}", temporary_, std::strerror(errno)));
  ::close(descriptor);
}

SharedOutput::~SharedOutput() {
  if (file_ == nullptr) return;
  // To close is collective: a rank that fails alone leaves that to the end of the job.
  if (ranks_.failed_together()) abandon();
  if (progress_ == nullptr)
    unlink(temporary_.c_str());  // by any rank: where one fails alone, rank 0 may end before it comes here
}

void SharedOutput::write(std::uint64_t first, std::span<const std::byte> values) {
  file_->write_at(header_.size() + first * item_bytes_, values);
}

void SharedOutput::keep(std::uint64_t done, std::uint64_t unit) {
  if (progress_ == nullptr) return;
  mpi::together(ranks_, [&] { file_->sync(); });
  progress_->save(done, unit);
}

void SharedOutput::drop_progress() {
  if (progress_ != nullptr && ranks_.rank() == 0) progress_->remove();
  progress_ = nullptr;
}

void SharedOutput::read(std::uint64_t first, std::span<std::byte> values) const {
  std::ifstream file(temporary_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(header_.size() + first * item_bytes_));
  file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size()));
  if (!file) throw ResourceError(fmt::format("{}: cannot read what was written", temporary_));
}

void SharedOutput::name() {
  if (progress_ != nullptr) progress_->save_whole();
  mpi::together(ranks_, [&] {
    if (ranks_.rank() != 0) return;
    OutputFile(target_, temporary_, OutputFile::Partial::resume).commit();
    if (progress_ != nullptr) progress_->remove();
  });
  file_.reset();
}

void SharedOutput::abandon() noexcept {
  try {
    if (file_ && !closed_) file_->close();
  } catch (const std::exception&) {  // there is nothing left to lose
  }
  if (file_ && progress_ == nullptr && ranks_.rank() == 0) unlink(temporary_.c_str());
  file_.reset();
}

}  // namespace wreath::perm::cluster
