// SPDX-License-Identifier: MIT
#include "core/run/record.hpp"

#include <chrono>
#include <ctime>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/output_file.hpp"
#include "core/run/commit.hpp"
#include "core/run/machine.hpp"

namespace wreath {

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

std::string ending(const RunControl& run, bool complete) {
  return complete ? "done" : std::string(to_string(run.stop_reason()));
}

Json machine_to_json() {
  const Hardware& machine = this_machine();
  Json caches = Json::array();
  for (const Cache& cache : machine.caches) {
    caches.push_back({{"level", cache.level}, {"bytes", cache.bytes}, {"line", cache.line}, {"shared_by", cache.shared_by}});
  }
  return {
      {"cpu", machine.cpu},       {"architecture", machine.architecture}, {"cores", machine.cores},   {"caches", caches},
      {"memory", machine.memory}, {"huge_pages", machine.huge_pages},     {"system", machine.system}, {"kernel", machine.kernel}};
}

Json make_record(const RunDescription& description, const RunControl& run, bool complete, const Json& results,
                 const Json& series) {
  Json machine = machine_to_json();
  if (!description.gpu.empty()) machine["gpu"] = description.gpu;
  Json phases = Json::array();
  for (const Phase& phase : run.phases()) phases.push_back({{"name", phase.name}, {"seconds", phase.seconds}});
  Json choices = Json::object();
  for (const Choice& choice : run.choices()) choices[choice.what] = {{"name", choice.name}, {"why", choice.why}};
  return {{"format", "wreath run record 1"},
          {"command", description.command},
          {"version", version()},
          {"commit", build_commit()},
          {"date", utc_now()},
          {"machine", machine},
          {"threads", description.threads},
          {"seed", description.seed},
          {"choices", choices},
          {"ended", ending(run, complete)},
          {"seconds", run.seconds()},
          {"peak_memory", peak_resident_memory()},
          {"phases", phases},
          {"series", series.is_null() ? Json::object() : series},
          {"results", results}};
}

std::string to_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

namespace {

/// A text that the parser goes through: every page of it checks for a stop.
struct WatchedText {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  StopCheck* stop;

  const char& operator*() const { return *at; }
  WatchedText& operator++() {
    constexpr std::uintptr_t kPage = 4096;
    constexpr std::uint64_t kParsing = 16;  // steps of a StopCheck for each character
    if (reinterpret_cast<std::uintptr_t>(++at) % kPage == 0) stop->spend(kPage * kParsing);
    return *this;
  }
  bool operator==(const WatchedText& other) const { return at == other.at; }
};

}  // namespace

Json parse_json(std::string_view text, std::string_view name, StopCheck stop) {
  try {
    return Json::parse(WatchedText{text.data(), &stop}, WatchedText{text.data() + text.size(), &stop});
  } catch (const Json::exception& error) {  // also of numbers that are too large
    const std::string_view what = error.what();
    const std::size_t at = what.find("at line");
    throw InputError(fmt::format("{}: invalid JSON: {}", name, what.substr(at == std::string_view::npos ? 0 : at)));
  }
}

Json parse_json_or_null(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Json() : json;
}

void write_json(OutputFile& file, const Json& json) {
  file.write(bytes_of(to_text(json, 2) + "\n"));
  file.commit();
}

}  // namespace wreath
