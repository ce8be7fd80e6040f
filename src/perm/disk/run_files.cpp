// SPDX-License-Identifier: MIT
#include "perm/disk/run_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/text/option.hpp"

namespace wreath::perm::disk {

namespace {

constexpr std::size_t kMostScratchFiles = 2;  // in a folder: buckets of points, and of values

void put(ByteWriter& into, const DiskState& state) {
  const DiskPlan& plan = state.plan;
  for (const std::uint64_t number : {state.run_id, state.phases_done, state.finished, std::uint64_t{plan.block_bits},
                                     std::uint64_t{plan.chunk_words}, std::uint64_t{plan.slice_points}, std::uint64_t{plan.ahead},
                                     std::uint64_t{plan.threads}, std::uint64_t{state.chains.size()}})
    into.put(number);
  for (const auto& chain : state.chains) into.put_all(std::span<const BucketFile::Chunk>(chain));
}

DiskState take_state(ByteReader from) {
  DiskState state;
  state.run_id = from.number();
  state.phases_done = from.number();
  state.finished = from.number();
  state.plan.block_bits = static_cast<unsigned>(from.number());
  state.plan.chunk_words = from.number();
  state.plan.slice_points = from.number();
  state.plan.ahead = static_cast<unsigned>(from.number());
  state.plan.threads = static_cast<unsigned>(from.number());
  const std::uint64_t chains = from.number();
  if (chains > from.left()) from.fail("the checkpoint is damaged");
  state.chains.resize(chains);
  for (auto& chain : state.chains) from.array_into<BucketFile::Chunk>(chain);
  return state;
}

constexpr const char* kKinds[] = {"multiply", "inverse", "divide"};

std::string kind_of(const std::string& operation) {
  return "perm " + operation + " on disk 3";
}

std::string owner_path(const std::string& folder, std::uint64_t run_id) {
  return fmt::format("{}/wreath-{:016x}.owner", folder, run_id);
}

std::string scratch_name(const std::string& folder, std::uint64_t run_id, std::size_t number) {
  return fmt::format("{}/wreath-{:016x}-{}.scratch", folder, run_id, number);
}

/// Whether this checkpoint can resume that run. Where its folder is out of reach, perhaps on a disk that is not mounted, it may.
bool may_resume(const std::string& checkpoint, std::uint64_t run_id) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::path(checkpoint).parent_path(), error)) return true;
  return std::ranges::any_of(kKinds, [&](const char* operation) {
    const auto payload = peek_checkpoint(checkpoint, kind_of(operation));
    return payload && payload->size() >= sizeof run_id && ByteReader(*payload).number() == run_id;
  });
}

/// Removes the files of runs that nothing can resume, except those of this run, whose checkpoint may have been moved. The folder
/// is locked: no live run has any there.
void remove_orphans(const std::string& folder, std::uint64_t own_id) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    std::uint64_t run_id = 0;
    if (std::sscanf(name.c_str(), "wreath-%16" SCNx64, &run_id) != 1 || entry.path() != owner_path(folder, run_id)) continue;
    if (run_id == own_id) continue;
    std::ifstream note(entry.path());
    std::string checkpoint;
    std::string partial;
    if (!std::getline(note, checkpoint) || !std::getline(note, partial) || may_resume(checkpoint, run_id)) continue;
    for (std::size_t number = 0; number < kMostScratchFiles; ++number) unlink(scratch_name(folder, run_id, number).c_str());
    if (partial.ends_with(fmt::format(".{:016x}.partial", run_id))) unlink(partial.c_str());
    unlink(entry.path().c_str());
  }
}

}  // namespace

PhaseFiles::PhaseFiles(const std::string& operation, Json problem, const Request& request)
    : files_(request.run), output_(request.output) {
  problem["output"] = absolute_path(output_);
  const std::string folder = std::filesystem::path(absolute_path(output_)).parent_path().string();
  folders_ = std::make_unique<ScratchFolders>(request.options.machine.scratch, folder);
  problem["scratch folders"] = folders_->paths();
  keeper_ = Keeper(*files_, kind_of(operation), problem);
  keeper_.require_target();
  state_.run_id = fresh_run_id();
  if (keeper_.resumes()) {
    resumed_ = take_state(ByteReader(keeper_.open().payload(), keeper_.resume_path()));
    state_ = *resumed_;
  }
  for (const std::string& path : folders_->paths()) remove_orphans(path, state_.run_id);
}

std::string PhaseFiles::partial_path() const {
  return perm::partial_path(output_, state_.run_id);
}

bool PhaseFiles::finish_killed_run() {
  if (!resumed_ || resumed_->finished == 0) return false;
  for (const std::string& folder : folders_->paths()) {
    for (std::size_t number = 0; number < kMostScratchFiles; ++number)
      names_.push_back(scratch_name(folder, state_.run_id, number));
    names_.push_back(owner_path(folder, state_.run_id));
  }
  put_in_place(output_, partial_path(), resumed_->finished, keeper_.resume_path());
  remove_scratch();
  keeper_.remove();
  return true;
}

void PhaseFiles::open(const std::string& header, std::uint64_t data_bytes, std::uint64_t scratch_bytes, const DiskPlan& plan) {
  header_ = header;
  state_.plan = plan;
  const std::uint64_t whole = header.size() + disk_ceiling(data_bytes);
  if (!keeps_phases()) {
    out_.emplace(output_);
    begin_result(whole);
    return folders_->require_space(scratch_bytes);
  }
  if (!resumed_) {
    const OutputFile probe(output_);  // throws before anything is written
    folders_->require_space(scratch_bytes);
    save({});
  }
  try {
    open_partial();
    begin_result(whole);
  } catch (const Error&) {
    if (!resumed_) abandon();
    throw;
  }
}

void PhaseFiles::open_partial() {
  const bool is_there = std::filesystem::exists(partial_path());
  if (resumed_ && !is_there && state_.phases_done > 0) {
    throw InputError(
        fmt::format("{}: the unfinished result of the checkpoint {} no longer exists", partial_path(), keeper_.resume_path()));
  }
  out_.emplace(output_, partial_path(), is_there ? OutputFile::Partial::resume : OutputFile::Partial::fresh);
  out_->keep();
}

void PhaseFiles::begin_result(std::uint64_t bytes) {
  out_->reserve(bytes);
  out_->write_at(0, bytes_of(header_));
  direct_.emplace(out_->direct(header_.size() % kDiskBlock == 0));
}

std::span<const DirectFile> PhaseFiles::scratch() {
  const std::size_t number = scratch_.size();
  auto files = std::make_unique<std::vector<DirectFile>>();
  for (const std::string& folder : folders_->paths()) {
    if (!keeps_phases()) {
      files->push_back(DirectFile::nameless(folder));
      continue;
    }
    if (number == 0) {
      names_.push_back(owner_path(folder, state_.run_id));
      OutputFile note(names_.back());
      note.write(bytes_of(absolute_path(keeper_.path()) + "\n" + partial_path() + "\n"));
      note.commit();
    }
    const std::string path = scratch_name(folder, state_.run_id, number);
    names_.push_back(path);
    const bool must_exist = state_.phases_done > number;
    files->push_back(DirectFile::named(path, must_exist ? DirectFile::Named::existing : DirectFile::Named::either));
  }
  scratch_.push_back(std::move(files));
  return *scratch_.back();
}

void PhaseFiles::save(const std::vector<std::vector<BucketFile::Chunk>>& chains) {
  DiskState state = state_;
  state.chains = chains;
  keeper_.save([&](ByteWriter& into) { put(into, state); });
}

void PhaseFiles::phase_done(const BucketFile& buckets) {
  ++state_.phases_done;
  if (!keeps_phases()) return;
  for (const auto& files : scratch_) {
    for (const DirectFile& file : *files) file.sync();
  }
  save(buckets.chains());
}

void PhaseFiles::finish() {
  direct_.reset();
  if (keeps_phases()) {
    out_->sync();  // before the checkpoint has it
    state_.finished = file_number(partial_path());
    save({});
  }
  remove_scratch();
  out_->commit();
  keeper_.remove();
}

void PhaseFiles::remove_scratch() {
  for (const std::string& name : names_) unlink(name.c_str());
  names_.clear();
}

void PhaseFiles::abandon() {
  if (!keeps_phases()) return;
  unlink(keeper_.path().c_str());
  unlink(partial_path().c_str());
  remove_scratch();
}

std::string PhaseFiles::left() const {
  if (!keeps_phases() || !out_) return {};
  return fmt::format("; continue with {}, or delete it together with {}{}{}", option("resume", keeper_.path()), partial_path(),
                     names_.empty() ? "" : ", ", fmt::join(names_, ", "));
}

}  // namespace wreath::perm::disk
