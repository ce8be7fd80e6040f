// SPDX-License-Identifier: MIT
#include "perm/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/io/mapped_file.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/given_run.hpp"
#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "core/text/option.hpp"
#include "perm/plan/bench.hpp"
#include "wreath/perm/tuning.hpp"

namespace wreath::perm {

Bench::Bench(std::size_t points, const Options& options) : x_(points), y_(points), z_(points) {
  random(x_.span(), 1, options);
  random(y_.span(), 2, options);
  std::fill(z_.begin(), z_.end(), 0);  // takes the pages
}

void Bench::work(Operation operation, const RamPlan& ram) {
  std::span<std::byte> scratch;
  if (ram.partition) {
    scratch = scratch_.take(arrays::scratch_bytes(move_of(operation), points(), points(), sizeof(Point), ram));
  }
  switch (operation) {
    case Operation::multiply: arrays::gather(x(), y(), z(), ram, scratch); break;
    case Operation::divide: arrays::scatter(x(), y(), z(), ram, scratch); break;
    case Operation::inverse: arrays::invert(x(), z(), ram, scratch); break;
  }
}

namespace {

constexpr const char* kFormat = "wreath perm tuning 1";
constexpr int kRepetitions = 3;

TuningEntry measure(Bench& bench, Operation operation, unsigned threads) {
  TuningEntry entry{operation, bench.points(), sizeof(Bench::Point), threads};
  const double per_point = 1e9 / static_cast<double>(bench.points());
  entry.loop_ns = per_point * best_seconds(kRepetitions, [&] { bench.traditional(operation, threads); });
  entry.partition_ns = std::numeric_limits<double>::infinity();
  const RamPlan start = arrays::default_plan(move_of(operation), bench.points(), bench.points(), sizeof(Bench::Point), threads);
  for (unsigned bits = start.block_bits - 1; bits <= std::min(start.block_bits + 1, arrays::kMaxBlockBits); ++bits) {
    RamPlan plan = start;
    plan.block_bits = bits;
    const double ns = per_point * best_seconds(kRepetitions, [&] { bench.implicit(operation, plan); });
    if (ns < entry.partition_ns) {
      entry.partition_ns = ns;
      entry.block_bits = bits;
    }
  }
  return entry;
}

constexpr Operation kOperations[] = {Operation::multiply, Operation::inverse, Operation::divide};

std::optional<Operation> parse_operation(const std::string& name) {
  for (const Operation operation : kOperations) {
    if (name == to_string(operation)) return operation;
  }
  return std::nullopt;
}

/// Read once: a run that tunes does not use what it writes.
const std::vector<TuningEntry>& saved_tuning() {
  static const std::vector<TuningEntry> entries = load_tuning(tuning_path());
  return entries;
}

}  // namespace

const char* to_string(Operation operation) {
  switch (operation) {
    case Operation::multiply: return "multiply";
    case Operation::inverse: return "inverse";
    case Operation::divide: return "divide";
  }
  return "unknown";
}

Tuning tune(const TuneOptions& options, RunControl* its_run) {
  const std::size_t most_points = options.most_points;
  if (most_points < (std::size_t{1} << 20))
    throw InputError("at least 2^20 points are measured: give a larger " + option("points"));
  Tuning tuning{.entries = {}, .saved = tuning_path()};
  if (tuning.saved.empty()) throw InputError("there is no folder for the measurements: set HOME or XDG_CACHE_HOME");
  GivenRun given(its_run);
  RunControl& run = *given;
  run.note_choice("backend", "cpu", "the CPU's two algorithms are measured");
  std::vector<unsigned> thread_counts{resolve_threads(options.threads)};
  if (thread_counts.front() != 1) thread_counts.push_back(1);
  for (std::size_t points = std::size_t{1} << 20; points <= most_points && !run.should_stop(); points *= 2) {
    if (points * 28 > run.memory_left()) break;  // three arrays, and up to sixteen bytes of scratch per point
    Bench bench(points);
    for (const unsigned count : thread_counts) {
      for (const Operation operation : kOperations) tuning.entries.push_back(measure(bench, operation, count));
    }
    run.report({"tune", points, most_points, "points"});
  }
  if (run.stop_reason() != StopReason::none) {
    tuning.saved.clear();
  } else {
    save_tuning(tuning.saved, tuning.entries);
  }
  return tuning;
}

std::string tuning_path() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache != '\0') return std::string(cache) + "/wreath/perm-tuning.json";
  if (home != nullptr && *home != '\0') return std::string(home) + "/.cache/wreath/perm-tuning.json";
  return {};
}

void save_tuning(const std::string& path, const std::vector<TuningEntry>& entries) {
  Json list = Json::array();
  for (const TuningEntry& entry : entries) {
    list.push_back({{"operation", to_string(entry.operation)},
                    {"points", entry.points},
                    {"value_bytes", entry.value_bytes},
                    {"threads", entry.threads},
                    {"block_bits", entry.block_bits},
                    {"traditional_ns", entry.loop_ns},
                    {"implicit_ns", entry.partition_ns}});
  }
  std::error_code ignored;  // what cannot be made shows when the file is opened
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  OutputFile file(path);
  write_json(file, {{"format", kFormat}, {"cpu", this_machine().cpu}, {"cores", this_machine().cores}, {"entries", list}});
}

std::vector<TuningEntry> load_tuning(const std::string& path) {
  std::vector<TuningEntry> entries;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::is_regular_file(path, ignored)) return entries;
  try {
    const MappedFile file(path);
    const auto bytes = file.bytes();
    const Json json = parse_json_or_null({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (json.at("format") != kFormat || json.at("cpu") != this_machine().cpu || json.at("cores") != this_machine().cores)
      return {};
    for (const Json& item : json.at("entries")) {
      const auto operation = parse_operation(item.at("operation"));
      const unsigned bits = item.at("block_bits");
      if (!operation || bits < arrays::kMinBlockBits || bits > arrays::kMaxBlockBits) return {};
      entries.push_back({*operation, item.at("points"), item.at("value_bytes"), item.at("threads"), bits,
                         item.at("traditional_ns"), item.at("implicit_ns")});
    }
  } catch (const std::exception&) {  // a cache that cannot be read is ignored
    return {};
  }
  return entries;
}

bool apply_tuning(RamPlan& plan, Operation operation, std::size_t points, std::size_t value_bytes, unsigned threads) {
  return apply_tuning(plan, saved_tuning(), operation, points, value_bytes, threads);
}

bool apply_tuning(RamPlan& plan, const std::vector<TuningEntry>& entries, Operation operation, std::size_t points,
                  std::size_t value_bytes, unsigned threads) {
  const TuningEntry* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const TuningEntry& entry : entries) {
    if (entry.operation != operation || entry.value_bytes != value_bytes || entry.threads != threads) continue;
    const double distance =
        std::abs(std::log2(static_cast<double>(std::max<std::size_t>(points, 1))) - std::log2(static_cast<double>(entry.points)));
    if (distance < least) {
      least = distance;
      nearest = &entry;
    }
  }
  if (nearest == nullptr || least > 1) return false;  // nothing was measured near this size
  plan.partition = nearest->partition();
  if (least <= 0.5) plan.block_bits = nearest->block_bits;  // far from what was measured the formula knows better
  return true;
}

}  // namespace wreath::perm
