// SPDX-License-Identifier: MIT
#include "flip/search/files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/output_file.hpp"
#include "core/data/hash.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/option.hpp"
#include "wreath/flip/files.hpp"
#include "wreath/flip/tensor.hpp"

namespace wreath::flip {

namespace {

constexpr const char* kCheckpointKind = "flip search 5";

Json schedule_of(const SearchOptions& settings) {
  return {{"symmetry", to_string(settings.symmetry)},
          {"swaps", settings.swaps},
          {"seed", settings.seed},
          {"plus_after", settings.plus_after},
          {"margin", settings.margin},
          {"restart_after", settings.restart_after},
          {"restart_above", settings.restart_above.value_or(0)},
          {"restart_ranks", settings.restart_ranks},
          {"pool", settings.pool},
          {"free_cubes", settings.free_cubes},
          {"half_orbits", settings.half_orbits}};
}

/// The scheme that the output file holds; nothing if there is no such file, or an empty one.
std::optional<Scheme> scheme_of_output(const std::string& path, const Shape& shape, Ring ring) {
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path)) return std::nullopt;
  if (std::filesystem::is_empty(path, ignored)) return std::nullopt;
  try {
    return to_walk_scheme(read_rational_scheme(path, {.shape = shape}).scheme, ring, path);
  } catch (const InputError& error) {
    std::optional<Scheme> other;
    try {
      other = read_scheme(path);
    } catch (const InputError&) {
      throw InputError(fmt::format(
          "{}: this file exists and is not a {} scheme, so it is not overwritten; choose another file, or delete it. ({})", path,
          to_string(shape), error.message()));
    }
    if (other->shape == shape) throw;  // over another ring
    throw InputError(fmt::format("{} already has a scheme of {}, of rank {}: choose another file for {}", path,
                                 to_string(other->shape), other->rank(), to_string(shape)));
  }
}

}  // namespace

std::size_t same_calls_of(const Scheme& scheme, Ring ring) {
  const auto calls = recursive_calls(from_walk_scheme(scheme, ring));
  return calls ? calls->same : 0;
}

std::string settings_json(const SearchOptions& settings) {
  Json json = schedule_of(settings);
  json["ring"] = to_string(settings.ring);
  json.update({{"cubes", settings.cubes}, {"starts", settings.starts.size()}});
  return to_text(json);
}

SearchKeeper::SearchKeeper(const Shape& shape, const SearchOptions& options, RunFiles kept)
    : shape_(shape),
      ring_(options.ring),
      files_(options.files),
      target_ring_(options.target_ring),
      target_(options.target),
      kept_(std::move(kept)) {
  require_compatible(options);
  require_distinct_files({{option("output"), files_.output}, {option("checkpoint"), kept_.checkpoint.string()}});
  if (!files_.output.empty()) require_scheme_output(files_.output);
  keep(nullptr);
  checkpoint_.require_target();
  if (!files_.folder.empty()) make_folder(files_.folder);
  if (const auto held = scheme_of_output(files_.output, shape, ring_)) {
    rank_ = held->rank();
    if (options.prefer_recursive) calls_ = same_calls_of(*held, ring_);
  }
  if (files_.keep_lifting)
    lifts_ = std::make_unique<LiftKeeper>(files_.folder, options.ring, LiftOptions{options.seed, 8, options.machine.threads});
}

SearchOptions SearchKeeper::with_starts(SearchOptions options, std::vector<SkippedFile>& skipped, RunControl& run) const {
  options.start_names.resize(options.starts.size());
  for (const std::string& start : files_.starts) {
    const std::size_t before = options.starts.size();
    const auto add = [&](const KnownScheme& file) {
      options.starts.push_back(to_walk_scheme(file.scheme, ring_, file.name));
      options.start_names.push_back(file.name);
    };
    const std::vector<SkippedFile> here = for_each_scheme(start, {.shape = shape_}, add, &run);
    if (options.starts.size() == before) throw_no_schemes(start, here);
    skipped.insert(skipped.end(), here.begin(), here.end());
  }
  return options;
}

void SearchKeeper::set_problem(const SearchOptions& settings, std::uint64_t walks, const RunControl& run) {
  std::string starts;
  for (const Scheme& start : settings.starts) starts += fmt::format("{:016x}", fingerprint(start));
  Json problem = schedule_of(settings);
  problem.update({{"shape", to_string(shape_)},
                  {"backend", run.choice("backend")},
                  {"method", run.choice("method")},
                  {"walks", walks},
                  {"starts", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(starts))))}});
  if (ring_ != Ring::f2) problem["ring"] = to_string(ring_);
  if (settings.different) problem["different"] = true;
  keep(std::make_shared<const Json>(std::move(problem)));
}

void SearchKeeper::keep(std::shared_ptr<const Json> problem) {
  problem_ = std::move(problem);
  checkpoint_ = Keeper(kept_, kCheckpointKind, problem_ ? *problem_ : Json());
}

std::optional<std::vector<std::byte>> SearchKeeper::restored() const {
  if (!checkpoint_.resumes()) return std::nullopt;
  return read_checkpoint(checkpoint_.resume_path(), kCheckpointKind, *problem_);
}

bool is_checkpoint_of_cores(const std::string& path) {
  const auto state = peek_checkpoint(path, kCheckpointKind);
  return state && !state->empty() && state->front() == std::byte{0};
}

bool SearchKeeper::take(const Scheme& best, std::size_t calls) {
  const bool has_more_calls = rank_ && best.rank() == *rank_ && calls > calls_;
  if (files_.output.empty() || (rank_ && best.rank() >= *rank_ && !has_more_calls)) return false;
  calls_ = calls;
  write_scheme(files_.output, from_walk_scheme(best, ring_), ring_);
  rank_ = best.rank();
  return true;
}

void SearchKeeper::save(const Search& search) {
  if (!files_.folder.empty() && !files_.keep_lifting) {
    for (const Scheme& scheme : search.kept(files_.folder_above)) {
      const auto path = std::filesystem::path(files_.folder) /
                        fmt::format("{}-{}-{:016x}.txt", file_stem(scheme.shape), scheme.rank(), fingerprint(scheme));
      if (!std::filesystem::exists(path)) write_scheme(path.string(), from_walk_scheme(scheme, ring_), ring_);
    }
  }
  checkpoint_.save(checkpoint_.keeps() ? search.save() : std::vector<std::byte>());
}

LiftCounts SearchKeeper::finish_lifts(RunControl& run) {
  if (!lifts_) return {};
  lifts_->finish(run);
  return lifts_->counts();
}

}  // namespace wreath::flip
