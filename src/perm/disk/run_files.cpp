// SPDX-License-Identifier: MIT
#include "perm/disk/run_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/run/checkpoint.hpp"
#include "core/run/option.hpp"
#include "perm/file_tools.hpp"

namespace wreath::perm::disk {

namespace {

std::vector<std::uint64_t> to_words(const DiskState& state) {
  const DiskPlan& plan = state.plan;
  std::vector<std::uint64_t> words{state.run_id,      state.phases_done, plan.block_bits, plan.chunk_words,
                                   plan.slice_points, plan.ahead,        plan.threads,    state.chains.size()};
  for (const auto& chain : state.chains) {
    words.push_back(chain.size());
    for (const BucketFile::Chunk& chunk : chain) words.insert(words.end(), {chunk.place, chunk.bytes});
  }
  return words;
}

DiskState from_words(std::span<const std::uint64_t> words, const std::string& path) {
  std::size_t at = 0;
  const auto take = [&] {
    if (at == words.size()) throw InputError(fmt::format("{}: the checkpoint ends too early", path));
    return words[at++];
  };
  DiskState state;
  state.run_id = take();
  state.phases_done = take();
  state.plan.block_bits = static_cast<unsigned>(take());
  state.plan.chunk_words = take();
  state.plan.slice_points = take();
  state.plan.ahead = static_cast<unsigned>(take());
  state.plan.threads = static_cast<unsigned>(take());
  const std::uint64_t chains = take();
  if (chains > words.size()) throw InputError(fmt::format("{}: the checkpoint is damaged", path));
  state.chains.resize(chains);
  for (auto& chain : state.chains) {
    const std::uint64_t chunks = take();
    if (chunks > words.size()) throw InputError(fmt::format("{}: the checkpoint is damaged", path));
    for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
      const std::uint64_t place = take();
      chain.push_back({place, take()});
    }
  }
  return state;
}

}  // namespace

RunFiles::RunFiles(const std::string& operation, const Json& problem, const std::string& output, const FileOptions& options)
    : kind_("perm " + operation + " on disk 2"), problem_(std::make_unique<Json>(problem)), output_(output), options_(options) {
  (*problem_)["output"] = absolute_path(output);
  const std::string folder = std::filesystem::path(absolute_path(output)).parent_path().string();
  if (!options.checkpoint.empty()) require_checkpoint_target(options.checkpoint);
  folders_ = std::make_unique<ScratchFolders>(options.scratch, folder);
  (*problem_)["scratch folders"] = folders_->paths();
  state_.run_id = fresh_run_id();
  if (options.resume.empty()) return;
  const auto payload = read_checkpoint(options.resume, kind_, *problem_);
  std::vector<std::uint64_t> words(payload.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), payload.data(), words.size() * sizeof(std::uint64_t));
  resumed_ = from_words(words, options.resume);
  state_ = *resumed_;
}

RunFiles::~RunFiles() = default;

std::string RunFiles::partial_path() const {
  return fmt::format("{}.{:016x}.partial", absolute_path(output_), state_.run_id);
}

std::string RunFiles::scratch_path(const std::string& folder, std::size_t number) const {
  return fmt::format("{}/wreath-{:016x}-{}.scratch", folder, state_.run_id, number);
}

void RunFiles::open(const std::string& header, std::uint64_t data_bytes, std::uint64_t scratch_bytes, const DiskPlan& plan) {
  header_ = header;
  state_.plan = plan;
  const std::uint64_t whole = header.size() + disk_ceiling(data_bytes);
  if (!keeps_phases()) {
    out_.emplace(output_);
    out_->reserve(whole);
    folders_->require_space(scratch_bytes);
  } else {
    if (!resumed_) {
      const OutputFile probe(output_);  // complains before anything is written
      folders_->require_space(scratch_bytes);
      save({});
    }
    const bool is_there = std::filesystem::exists(partial_path());
    if (resumed_ && !is_there && state_.phases_done > 0) {
      throw InputError(fmt::format("{}: the unfinished result that {} speaks of is gone", partial_path(), options_.resume));
    }
    out_.emplace(output_, partial_path(), is_there ? OutputFile::Partial::resume : OutputFile::Partial::fresh);
    out_->keep();
    out_->reserve(whole);
  }
  out_->write_at(0, bytes_of(header));
  direct_.emplace(out_->direct(header.size() % kDiskBlock == 0));
}

std::span<const DirectFile> RunFiles::scratch() {
  const std::size_t number = scratch_.size();
  auto files = std::make_unique<std::vector<DirectFile>>();
  for (const std::string& folder : folders_->paths()) {
    if (!keeps_phases()) {
      files->push_back(DirectFile::nameless(folder));
      continue;
    }
    const std::string path = scratch_path(folder, number);
    names_.push_back(path);
    const bool must_exist = state_.phases_done > number;
    files->push_back(DirectFile::named(path, must_exist ? DirectFile::Named::existing : DirectFile::Named::either));
  }
  scratch_.push_back(std::move(files));
  return *scratch_.back();
}

void RunFiles::save(const std::vector<std::vector<BucketFile::Chunk>>& chains) const {
  DiskState state = state_;
  state.chains = chains;
  const auto words = to_words(state);
  write_checkpoint(checkpoint_path(), kind_, *problem_, std::as_bytes(std::span(words)));
}

void RunFiles::phase_done(const BucketFile& buckets) {
  ++state_.phases_done;
  if (!keeps_phases()) return;
  for (const auto& files : scratch_) {
    for (const DirectFile& file : *files) file.sync();
  }
  save(buckets.chains());
}

void RunFiles::finish() {
  if (keeps_phases()) out_->sync();  // before the checkpoint goes
  direct_.reset();
  out_->commit();
  for (const std::string& path : {options_.checkpoint, options_.resume}) {
    if (!path.empty()) unlink(path.c_str());
  }
  for (const std::string& name : names_) unlink(name.c_str());
}

void RunFiles::abandon() {
  if (!keeps_phases()) return;
  unlink(checkpoint_path().c_str());
  unlink(partial_path().c_str());
  for (const std::string& name : names_) unlink(name.c_str());
}

std::string RunFiles::left() const {
  if (!keeps_phases() || !out_) return {};
  return fmt::format("; go on with {}, or delete it with {}{}{}", option("resume", checkpoint_path()), partial_path(),
                     names_.empty() ? "" : ", ", fmt::join(names_, ", "));
}

}  // namespace wreath::perm::disk
