// SPDX-License-Identifier: MIT
#include "perm/disk/disk_model.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/huge_array.hpp"
#include "core/io/temporary_folder.hpp"
#include "core/run/machine.hpp"
#include "core/run/option.hpp"
#include "core/run/seconds_of.hpp"

namespace wreath::perm {

namespace {

constexpr std::uint64_t kLeastMemory = std::uint64_t{64} << 20;

/// Files of one measurement, gone with it.
class ModelFiles {
 public:
  ModelFiles(const std::string& folder, std::uint64_t points, std::uint64_t memory, unsigned threads)
      : folder_(folder, ".wreath-model-", "name another with " + option("scratch")) {
    for (const char* name : {"x", "y"}) {
      RunControl run;
      run.limit_memory(resident_memory() + memory);
      FileOptions options;
      options.options.threads = threads;
      random_file(points, 4, static_cast<std::uint64_t>(name[0]), file(name), options, run);
    }
  }
  std::string file(const std::string& name) const { return folder_.path() + "/" + name + ".npy"; }

 private:
  TemporaryFolder folder_;
};

}  // namespace

double measure_memory_latency() {
  constexpr std::size_t kPoints = std::size_t{1} << 24;
  constexpr std::size_t kSteps = std::size_t{1} << 20;
  HugeArray<std::uint32_t> x(kPoints);
  random(x.span(), 1);
  std::uint32_t at = 0;
  const double seconds = seconds_of([&] {
    for (std::size_t step = 0; step < kSteps; ++step) at = x[at];
  });
  return seconds / kSteps + (at == kPoints ? 1 : 0);  // `at` must not be optimised away
}

double predict_on_disk(Operation operation, double array_bytes, double element_bytes, const DiskParameters& parameters) {
  const DiskSpeed& disk = parameters.disk;
  const double reads = operation == Operation::gather ? 5 : operation == Operation::inverse ? 3 : 4;
  const double latencies = 2 * disk.latency / parameters.chunk_bytes;
  return array_bytes * (latencies + 3 / disk.write + reads / disk.read + parameters.memory_latency / element_bytes);
}

DiskModelReport measure_disk_model(const std::string& folder, std::uint64_t points, unsigned threads, RunControl& run) {
  DiskModelReport report;
  report.memory = std::max(kLeastMemory, points);
  report.parameters.memory_latency = measure_memory_latency();
  report.parameters.chunk_bytes = std::uint64_t{1} << 18;
  const ModelFiles files(folder, points, report.memory, threads);
  report.parameters.disk = measure_disk(folder, points * 4, true);
  const MapSource x = MapSource::from_file(files.file("x"));
  const MapSource y = MapSource::from_file(files.file("y"));
  FileOptions options;
  options.options.threads = threads;
  options.scratch = folder;
  for (const Operation operation : {Operation::gather, Operation::inverse, Operation::scatter}) {
    if (run.should_stop()) break;
    RunControl inner;
    inner.limit_memory(resident_memory() + report.memory);
    DiskModelRow row;
    row.operation = operation == Operation::gather ? "multiply" : operation == Operation::inverse ? "inverse" : "divide";
    row.points = points;
    row.measured = seconds_of([&] {
      if (operation == Operation::gather) multiply_files(x, y, files.file("z"), options, inner);
      if (operation == Operation::inverse) inverse_file(x, files.file("z"), options, inner);
      if (operation == Operation::scatter) divide_files(x, y, files.file("z"), options, inner);
    });
    row.predicted = predict_on_disk(operation, static_cast<double>(points) * 4, 4, report.parameters);
    report.rows.push_back(row);
    run.report({"model", report.rows.size(), 3, "operations"});
  }
  return report;
}

Json to_json(const DiskModelReport& report) {
  Json rows = Json::array();
  for (const DiskModelRow& row : report.rows) {
    rows.push_back(
        {{"operation", row.operation}, {"points", row.points}, {"measured", row.measured}, {"predicted", row.predicted}});
  }
  const DiskParameters& parameters = report.parameters;
  return {{"read", parameters.disk.read},
          {"write", parameters.disk.write},
          {"latency", parameters.disk.latency},
          {"memory_latency", parameters.memory_latency},
          {"chunk_bytes", parameters.chunk_bytes},
          {"memory", report.memory},
          {"rows", rows}};
}

}  // namespace wreath::perm
