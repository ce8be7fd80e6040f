// SPDX-License-Identifier: MIT
#include "cli/common.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/parallel/loops.hpp"
#include "core/run/record.hpp"
#include "core/run/units.hpp"
#if WREATH_HAVE_CUDA
#include "core/cuda/info.hpp"
#endif

namespace wreath::cli {

namespace {

BackendChoice parse_backend(const std::string& text) {
  static const std::map<std::string, BackendChoice> known{
      {"auto", BackendChoice::automatic}, {"cpu", BackendChoice::cpu}, {"cuda", BackendChoice::cuda}};
  const auto found = known.find(text);
  if (found == known.end()) throw InputError(fmt::format("'{}' is no backend: choose auto, cpu or cuda", text));
  return found->second;
}

unsigned parse_threads(const std::string& text) {
  const std::uint64_t threads = parse_count(text);
  if (threads < 1 || threads > 4096) throw InputError(fmt::format("'{}' is no number of threads: choose 1 to 4096", text));
  return static_cast<unsigned>(threads);
}

double parse_duration(const std::string& text) {
  std::size_t end = 0;
  double seconds = 0;
  try {
    seconds = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != text.size() || !(seconds > 0 && seconds < 1e9)) {
    throw InputError(fmt::format("'{}' is no time: give seconds, such as 60 or 0.5", text));
  }
  return seconds;
}

std::uint64_t parse_seed(const std::string& text) {
  try {
    return parse_count(text);
  } catch (const InputError&) {
    throw InputError(fmt::format("'{}' is no seed: give a number from 0 to 2^64-1", text));
  }
}

}  // namespace

void add_common_options(CLI::App& command, CommonOptions& options, Length length) {
  const std::string group = "Options common to all commands";
  const auto add = [&](CLI::Option* option, const char* shown) { option->group(group)->type_name(shown); };
  add(add_parsed(command, "--backend", options.backend, parse_backend, "Where to compute: auto, cpu or cuda"), "NAME");
  add(add_parsed(command, "--threads", options.threads, parse_threads, "CPU threads (all cores)"), "N");
  add(add_parsed(command, "--memory", options.memory, parse_size, "Most memory to use, such as 8G (what is free)"), "SIZE");
  add(add_parsed(command, "--seed", options.seed, parse_seed, "Seed of all random choices (1)"), "S");
  add(add_parsed(command, "--time", options.seconds, parse_duration, "Stop after so many seconds with what is known"), "SECONDS");
  command.add_flag("--json", options.json, "Print one JSON object")->group(group);
  command.add_option("--record", options.record, "Write a run record (JSON) to this file")->group(group)->type_name("FILE");
  command.add_flag("-q,--quiet", options.quiet, "Show no progress")->group(group);
  if (length == Length::brief) return;
  command.add_option("--checkpoint", options.checkpoint, "Note in this file how far the run is")->group(group)->type_name("FILE");
  command.add_option("--resume", options.resume, "Go on from this checkpoint")->group(group)->type_name("FILE");
}

Session::Session(const CommonOptions& options, std::string command_line)
    : options_(options), command_line_(std::move(command_line)), signals_(run_) {
  if (options.seconds > 0) run_.limit_time(options.seconds);
  if (options.memory > 0) run_.limit_memory(options.memory);
  if (!options.quiet) run_.listen([this](const Progress& progress) { display_.show(progress); });
}

int Session::finish(const Json& results, const std::string& text, const Json& series) {
  display_.clear();
  if (!options_.record.empty()) {
    const RunDescription description{command_line_, options_.seed, resolve_threads(options_.threads), gpu_name()};
    write_json(options_.record, make_record(description, run_, results, series));
  }
  if (options_.json) {
    Json object = results;
    object["ended"] = ending(run_);
    fmt::print("{}\n", object.dump(2));
  } else {
    fmt::print("{}", text);
  }
  std::fflush(stdout);
  return run_.stop_reason() == StopReason::none ? kDone : kStoppedEarly;
}

std::string gpu_name() {
#if WREATH_HAVE_CUDA
  const auto info = cuda::info();
  return info.devices.empty() ? "" : info.devices.front().name;
#else
  return "";
#endif
}

}  // namespace wreath::cli
