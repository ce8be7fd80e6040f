// SPDX-License-Identifier: MIT
#include "wreath/perm/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/option.hpp"
#include "core/text/table.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::perm {

namespace {

const ReportForm kFile("", {{"output", "the file that is written"},
                            {"points", "number of points"},
                            {"done", "number of points that are done: fewer if the run was stopped"},
                            {"point_bytes", "bytes of a point in the file"},
                            {"verified", "how the result was verified: sample or all"},
                            {"resumed_at", "number of points that an earlier run had done"}});
const std::vector<Field> kX{{"input", "the map, as given"}};
const std::vector<Field> kXY{{"x", "the map that acts first, as given"}, {"y", "the map that acts second, as given"}};
const ReportForm kRandom("perm random", kFile, {});
const ReportForm kIdentity("perm identity", kFile, {});
const ReportForm kEvaluate("perm evaluate", kFile, {});
const ReportForm kMultiply("perm multiply", kFile, kXY);
const ReportForm kDivide("perm divide", kFile, kXY);
const ReportForm kInverse("perm inverse", kFile, kX);
const ReportForm kPower("perm power", kFile, kX);
const ReportForm kConvert("perm convert", kFile, kX);

const ReportForm kCheck("perm check", {{"input", "the map, as given"},
                                       {"points", "number of points"},
                                       {"permutation", "whether it is a permutation; null if the run was stopped first"},
                                       {"index", "the first index that shows it is not"},
                                       {"value", "the value there"},
                                       {"reason", "what is wrong with it, in words"}});
const ReportForm kEqual("perm equal", {{"x", "a map, as given"},
                                       {"y", "another map, as given"},
                                       {"points", "number of points"},
                                       {"equal", "whether they are equal; null if the run was stopped first"},
                                       {"index", "the first index at which they differ"}});

const ReportForm kLength("", {{"length", "of the cycles"}, {"count", "number of cycles of that length"}});
const ReportForm kCycles("perm cycles", kFile,
                         {{"input", "the permutation, as given"},
                          {"cycles", "number of cycles, with fixed points"},
                          {"fixed_points", "number of fixed points"},
                          {"sign", "1 if it is even, -1 if it is odd"},
                          {"order", "the least k > 0 with x^k = 1"},
                          {"cycle_type", "number of cycles of each length", Unit::none, &kLength}});
const ReportForm kOrder("perm order", {{"input", "the permutation, as given"}, {"order", "the least k > 0 with x^k = 1"}});
const ReportForm kSign("perm sign", {{"input", "the permutation, as given"}, {"sign", "1 if it is even, -1 if it is odd"}});

const ReportForm kOrbits("perm orbits", {{"inputs", "the permutations, as given"},
                                         {"points", "number of points"},
                                         {"orbits", "number of orbits"},
                                         {"output", "the file of the least point of each orbit"},
                                         {"schreier", "the file of the Schreier vector"}});

const ReportForm kEntry("", {{"operation", "multiply, inverse or divide"},
                             {"points", "number of points"},
                             {"threads", "number of threads"},
                             {"loop_ns", "nanoseconds per point of the method loop"},
                             {"partition_ns", "nanoseconds per point of the method partition"},
                             {"block_bits", "the best block of partition has 2^block_bits points"}});
const ReportForm kTune("perm tune", {{"saved", "the file for later runs"}, {"entries", "the measurements", Unit::none, &kEntry}});

double seconds_in(const RunControl& run, std::string_view name) {
  const auto found = std::ranges::find(run.phases(), name, &Phase::name);
  return found == run.phases().end() ? 0 : found->seconds;
}

bool is_on_disk(const RunControl& run) {
  return !run.choice("storage").empty();
}

/// How a run on disk was done; nothing of one in memory.
void say_disk(Report& report, const RunControl& run) {
  const auto storage = std::ranges::find(run.choices(), "storage", &Choice::what);
  if (storage != run.choices().end()) report.line("  on disk: {}", {storage->why});
}

/// ": 3.21 ms, 1.23 G points/s"
std::string time_and_rate(double seconds, std::uint64_t points) {
  const bool has_rate = points != 0 && seconds > 0;
  return format_seconds(seconds) + (has_rate ? ", " + format_rate(static_cast<double>(points) / seconds, "points") : "");
}

}  // namespace

Report file_report(const FileWork& work, const FileReport& found, const RunControl& run) {
  Report report(ReportForm::named("perm " + std::string(work.verb)), work.output, found.points, found.done, found.point_bytes);
  if (work.verify != Verify::none) report.set("verified", to_string(work.verify));
  if (found.resumed_at != 0) report.set("resumed_at", found.resumed_at);
  if (!work.y.empty()) report.set("x", work.x).set("y", work.y);
  if (work.y.empty() && !work.x.empty()) report.set("input", work.x);
  if (work.resumed && found.resumed_at == found.points) {
    return report.line("{output} = {}: {points point}, already finished; the files left by the killed run are removed",
                       {work.expression});
  }
  if (found.done != found.points) {
    return report.partial(" after {done} of {points point}{}", {work.keeps_checkpoint ? "" : "; nothing was written"});
  }
  report.line("{output} = {}: {points point} of {point_bytes byte} in {}", {work.expression, format_seconds(run.seconds())});
  const std::string method(run.choice("backend") == "cpu" ? run.choice("method") : "");
  report.line("  {}: {}, {}{}",
              {std::string(work.phase),
               time_and_rate(is_on_disk(run) ? run.seconds() : seconds_in(run, work.phase), found.points - found.resumed_at),
               std::string(run.choice("backend")), method.empty() ? "" : ", " + method});
  say_disk(report, run);
  return report.line(work.verify == Verify::all ? "  verified: all {points point}" : "  verified: a sample of the points");
}

Report check_report(const std::string& input, const Map& x, const std::optional<Defect>& answer) {
  Report report(kCheck, input, x.size(), Value::null());
  if (!answer) return report.partial(" before it was known whether this is a permutation");
  report.set("permutation", !*answer);
  if (!*answer) return report.line("yes: {input} is a permutation of {points point}");
  report.set("index", answer->index).set("value", answer->value).set("reason", x.sentence(*answer));
  return report.line("no: {input}: {reason}");
}

Report equal_report(const std::string& x, const std::string& y, std::uint64_t points, const std::optional<Comparison>& answer) {
  Report report(kEqual, x, y, points, Value::null());
  if (!answer) return report.partial(" before it was known whether they are equal");
  report.set("equal", answer->equal);
  if (answer->equal) return report.line("equal: {points point}");
  return report.set("index", answer->index)
      .line("different: the first difference is at index {}", {std::to_string(answer->index)});
}

Report cycles_report(std::string_view verb, const std::string& input, std::span<const CycleCount> type, const RunControl& run) {
  constexpr std::size_t kShownLengths = 20;
  if (verb == "order") return Report(kOrder, input, order(type)).line("{}", {order(type).text()});
  const int sign_of_it = sign(type);
  if (verb == "sign") return Report(kSign, input, sign_of_it).line(sign_of_it == 1 ? "1 (even)" : "-1 (odd)");
  std::uint64_t count = 0;
  std::uint64_t points = 0;
  std::uint64_t fixed = 0;
  std::vector<Report> lengths;
  std::vector<std::vector<std::string>> rows{{"length", "cycles"}};
  for (const CycleCount& cycle : type) {
    count += cycle.count;
    points += cycle.count * cycle.length;
    if (cycle.length == 1) fixed = cycle.count;
    lengths.emplace_back(kLength, cycle.length, cycle.count);
    if (rows.size() <= kShownLengths) rows.push_back({format_count(cycle.length), format_count(cycle.count)});
  }
  Report report(kCycles);
  report.set("input", input).set("points", points).set("cycles", count).set("fixed_points", fixed).set("sign", sign_of_it);
  report.set("order", order(type)).set("cycle_type", lengths);
  report.line("{input}: {points point} in {cycles cycle}, {fixed_points} fixed, {}, order {}",
              {sign_of_it == 1 ? "even" : "odd", order(type).text()});
  say_disk(report, run);
  report.block("\n" + format_table(rows));
  if (type.size() > kShownLengths)
    report.line("... and {} (all of them with {})", {counted(type.size() - kShownLengths, "longer length"), option("json")});
  return report;
}

Report orbits_report(const std::vector<std::string>& inputs, const OrbitsReport& found, const std::string& output,
                     const std::string& schreier, const RunControl& run) {
  Report report(kOrbits, inputs, found.points, found.orbits);
  if (!output.empty()) report.set("output", output);
  if (!schreier.empty()) report.set("schreier", schreier);
  report.line("{points point} in {orbits orbit} under {}, {}",
              {counted(inputs.size(), "permutation"), format_seconds(run.seconds())});
  const double seconds = seconds_in(run, "orbits");
  if (found.points != 0 && seconds > 0) report.line("  orbits: {}", {time_and_rate(seconds, found.points)});
  say_disk(report, run);
  return report;
}

Report tuning_report(const Tuning& tuning) {
  std::vector<std::vector<std::string>> rows{{"operation", "points", "threads", "loop", "partition", "block", "auto takes"}};
  std::vector<Report> entries;
  for (const TuningEntry& entry : tuning.entries) {
    rows.push_back({to_string(entry.operation), format_count(entry.points), std::to_string(entry.threads),
                    fmt::format("{:.2f} ns", entry.loop_ns), fmt::format("{:.2f} ns", entry.partition_ns),
                    fmt::format("2^{}", entry.block_bits), entry.partition() ? "partition" : "loop"});
    entries.emplace_back(kEntry, to_string(entry.operation), entry.points, entry.threads, entry.loop_ns, entry.partition_ns,
                         entry.block_bits);
  }
  Report report(kTune, tuning.saved.empty() ? Value() : Value(tuning.saved), entries);
  report.block(format_table(rows) + "\n");
  return report.line("Saved in {saved} for later runs.").partial(": nothing was saved");
}

}  // namespace wreath::perm
