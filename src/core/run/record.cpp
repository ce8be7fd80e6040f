// SPDX-License-Identifier: MIT
#include "core/run/record.hpp"

#include <ctime>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/output_file.hpp"
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
  if (complete) return "done";
  return run.stop_reason() == StopReason::none ? "limit" : std::string(to_string(run.stop_reason()));
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

namespace {

const ReportForm kMeasured("", {{"name", "the phase"}, {"seconds", "its time", Unit::seconds}});

const ReportForm kFrame("", {{"format", "\"wreath \" and the command"},
                             {"version", "of the format: grows if a field is renamed, is removed or changes its meaning"}});
const ReportForm kCommon("",
                         {{"complete", "whether the command did all that was asked; otherwise the exit code is 2"},
                          {"ending", "how the run ended: done, or why it stopped: time, memory, interrupted, target, steps, ..."},
                          {"seconds", "time of the whole run", Unit::seconds},
                          {"backend", "where it was computed: cpu, cuda or disk"},
                          {"method", "the method that was chosen"},
                          {"ranks", "number of processes that took part"},
                          {"choices", "all choices that were made, each with its name and the reason"},
                          {"phases", "seconds of each phase of the run"},
                          {"reason", "of a run that has no answer: why, in words"},
                          {"verified", "of such a run of word: false if no structure was proven"}});

const ReportForm kRecord("run record", {{"format", "\"wreath run record 1\""},
                                        {"command", "the command as typed"},
                                        {"version", "of wreath"},
                                        {"commit", "of the source"},
                                        {"date", "in UTC"},
                                        {"machine", "processor, caches, memory and system"},
                                        {"threads", "number of CPU threads"},
                                        {"seed", "of random choices"},
                                        {"choices", "what was chosen, with its name and the reason"},
                                        {"ending", "done, or why the run stopped early"},
                                        {"seconds", "time of the whole run", Unit::seconds},
                                        {"peak_memory", "in bytes", Unit::bytes},
                                        {"phases", "a list of names and seconds"},
                                        {"series", "arrays to be plotted, of benchmarks"},
                                        {"results", "the object that the command prints as JSON"}});

const ReportForm kErrorFacts("", {{"kind", "input, resource (memory, disk, GPU), usage or internal"},
                                  {"message", "what is wrong, and what to change"},
                                  {"exit_code", "of the program"}});
const ReportForm kError("error", {{"error", "what went wrong", Unit::none, &kErrorFacts}});

Value choices_of(const RunControl& run) {
  Json choices = Json::object();
  for (const Choice& choice : run.choices()) choices[choice.what] = {{"name", choice.name}, {"why", choice.why}};
  return choices.empty() ? Value() : Value::of_json(to_text(choices));
}

/// The choice that a user would call the method, whatever an engine calls it.
Value method_of(const RunControl& run) {
  for (const char* what : {"exchange", "method", "elements"}) {
    if (const auto name = run.choice(what); !name.empty()) return name;
  }
  return {};
}

}  // namespace

const ReportForm& common_fields() {
  static const ReportForm all("", kFrame, kCommon.fields);
  return all;
}

std::string json_of(const Report& report, const RunControl& run, bool complete, std::string_view format) {
  const Report frame(kFrame, "wreath " + std::string(format.empty() ? report.form().name : format), report.form().version);
  Report common(kCommon, complete, report.ended().empty() || complete ? ending(run, complete) : report.ended(), run.seconds());
  if (const auto backend = run.choice("backend"); !backend.empty()) common.set("backend", backend);
  if (!report.has("method")) common.set("method", method_of(run));
  if (const auto ranks = run.choice("ranks"); !ranks.empty()) common.set("ranks", Value::digits(ranks));
  common.set("choices", choices_of(run));
  Json phases = Json::object();
  for (const Phase& phase : run.phases()) phases[phase.name] = phase.seconds;
  if (!phases.empty()) common.set("phases", Value::of_json(to_text(phases)));
  return Report::json_of({&frame, &report, &common}, 2);
}

std::string error_json(std::string_view kind, std::string_view message, int exit_code) {
  const Report frame(kFrame, "wreath error", kError.version);
  const Report report(kError, Report(kErrorFacts, kind, message, exit_code));
  return Report::json_of({&frame, &report}, 2);
}

std::string record_text(const RunDescription& description, const RunControl& run, bool complete, const Value& results,
                        const Value& series) {
  Json machine = machine_to_json();
  if (!description.gpu.empty()) machine["gpu"] = description.gpu;
  std::vector<Report> phases;
  for (const Phase& phase : run.phases()) phases.emplace_back(kMeasured, phase.name, phase.seconds);
  const Value choices = choices_of(run);
  return Report(kRecord, "wreath run record 1", description.command, version(), build_commit(), utc_now(),
                Value::of_json(to_text(machine)), description.threads, description.seed,
                choices.is_set() ? choices : Value::of_json("{}"), ending(run, complete), run.seconds(), peak_resident_memory(),
                phases, series, results)
      .json(2);
}

Json make_record(const RunDescription& description, const RunControl& run, bool complete, const Json& results,
                 const Json& series) {
  const Value plotted = Value::of_json(series.is_null() ? "{}" : to_text(series));
  return parse_json(record_text(description, run, complete, Value::of_json(to_text(results)), plotted), "record");
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
  write_json(file, to_text(json, 2));
}

void write_json(OutputFile& file, const std::string& json) {
  file.write(bytes_of(json + "\n"));
  file.commit();
}

}  // namespace wreath
