// SPDX-License-Identifier: MIT
//
// wreath doctor: what this machine has, what is missing, what that costs, and the command that adds it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/statvfs.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/front/common.hpp"
#include "cli/programs.hpp"
#include "cli/front/table.hpp"
#include "core/features.hpp"
#include "core/run/commit.hpp"
#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "core/run/units.hpp"
#include "core/run/version.hpp"
#include "wreath/gpu.hpp"
#include "wreath/mpi.hpp"

namespace wreath::cli {

namespace {

struct Missing {
  std::string what;
  std::string cost;
  std::string fix;
};

struct Findings {
  Json json = Json::object();
  std::string text;
  std::vector<Missing> missing;

  void line(const std::string& name, const std::string& value) { text += fmt::format("  {:<14} {}\n", name, value); }
  void heading(const std::string& name) { text += (text.empty() ? "" : "\n") + name + "\n"; }
};

void examine_processor(Findings& report) {
  const Hardware& machine = this_machine();
  report.heading("Machine");
  report.line("processor",
              fmt::format("{} ({}), {} core{}", machine.cpu, machine.architecture, machine.cores, machine.cores == 1 ? "" : "s"));
  std::vector<std::string> caches;
  for (const Cache& cache : machine.caches) {
    caches.push_back(fmt::format("L{} {}{}", cache.level, format_bytes(cache.bytes),
                                 cache.shared_by > 1 ? fmt::format(" for {} cores", cache.shared_by) : ""));
  }
  report.line("caches", caches.empty() ? "unknown" : fmt::format("{}", fmt::join(caches, ", ")));
  report.line("memory", fmt::format("{}, of which {} is free", format_bytes(machine.memory), format_bytes(available_memory())));
  report.line("huge pages", machine.huge_pages);
  report.line("system", fmt::format("{}, Linux {}", machine.system, machine.kernel));
  report.json["machine"] = machine_to_json();
  report.json["machine"]["available_memory"] = available_memory();
  if (machine.huge_pages != "always" && machine.huge_pages != "madvise") {
    report.missing.push_back({"transparent huge pages", "random access to large arrays runs at about half its speed",
                              "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"});
  }
}

void examine_disk(Findings& report) {
  const char* temporary = std::getenv("TMPDIR");
  Json disks = Json::array();
  for (const std::string& folder : {std::string("."), std::string(temporary != nullptr ? temporary : "/tmp")}) {
    struct statvfs disk {};
    if (statvfs(folder.c_str(), &disk) != 0) continue;
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    report.line("disk", fmt::format("{} free in {}", format_bytes(free), folder == "." ? "this folder" : folder));
    disks.push_back({{"folder", folder}, {"free", free}});
  }
  report.json["disks"] = disks;
}

void examine_gpu(Findings& report) {
  report.heading("GPU");
  const Gpus gpu = gpus();
  Json devices = Json::array();
  for (const Gpu& device : gpu.devices) {
    report.line("device", fmt::format("{}, {} ({} free), {} multiprocessors, L2 {}, compute capability {}", device.name,
                                      format_bytes(device.memory), format_bytes(device.free_memory), device.multiprocessors,
                                      format_bytes(device.l2_bytes), device.compute_capability));
    devices.push_back({{"name", device.name},
                       {"memory", device.memory},
                       {"free_memory", device.free_memory},
                       {"multiprocessors", device.multiprocessors},
                       {"l2", device.l2_bytes},
                       {"compute_capability", device.compute_capability}});
  }
  report.json["gpu"] = {{"devices", devices}, {"cuda", gpu.runtime}, {"driver", gpu.driver}, {"problem", gpu.problem}};
  if (!WREATH_HAVE_CUDA) {
    report.line("CUDA", gpu.problem);
    report.missing.push_back({"CUDA", "no GPU backends: everything runs on the CPU",
                              "install the CUDA toolkit 12 or later, then run 'make build' again"});
    return;
  }
  if (devices.empty()) {
    report.line("device", fmt::format("none ({})", gpu.problem));
    report.missing.push_back(
        {"a GPU", "everything runs on the CPU", "run on a machine with an NVIDIA GPU and its driver ('nvidia-smi' shows it)"});
  }
  report.line("CUDA",
              fmt::format("built with {}, driver {}", gpu.runtime, gpu.driver.empty() ? "not found" : "for up to " + gpu.driver));
}

void examine_programs(Findings& report) {
  struct Tool {
    const char* program;
    const char* cost;
    const char* package;
  };
  static constexpr Tool kTools[] = {
      {"python3", "'make test' does not work: some of its scripts need it", "python3"},
      {"mpirun", "no runs of several processes, on one machine or many", "openmpi-bin libopenmpi-dev"},
      {"dot", "no pictures of Cayley graphs and egg boxes, only .dot files", "graphviz"}};
  report.heading("Programs");
  Json programs = Json::object();
  for (const Tool& tool : kTools) {
    const std::string path = find_program(tool.program);
    report.line(tool.program, path.empty() ? "not found" : path);
    programs[tool.program] = path;
    if (path.empty()) report.missing.push_back({tool.program, tool.cost, fmt::format("sudo apt-get install {}", tool.package)});
  }
  report.json["programs"] = programs;
}

void describe_build(Findings& report) {
  report.heading("Build");
  report.line("wreath", fmt::format("{} ({})", version(), build_commit()));
  report.line("compiler", fmt::format("{}; {}", WREATH_COMPILER, WREATH_FLAGS));
  report.line("CUDA", WREATH_CUDA_SUMMARY);
  const std::string plugin = mpi::plugin_path();
  report.line("MPI", !WREATH_HAVE_MPI ? std::string(WREATH_MPI_SUMMARY)
                                      : fmt::format("{}; {}", WREATH_MPI_SUMMARY,
                                                    plugin.empty() ? "libwreath_mpi.so is not beside the program" : plugin));
  report.json["build"] = {{"version", version()},  {"commit", build_commit()},    {"compiler", WREATH_COMPILER},
                          {"flags", WREATH_FLAGS}, {"cuda", WREATH_CUDA_SUMMARY}, {"mpi", WREATH_MPI_SUMMARY}};
}

void list_missing(Findings& report) {
  report.heading("Missing");
  Json missing = Json::array();
  for (const Missing& item : report.missing) {
    report.text += fmt::format("  {}: {}\n      {}\n", item.what, item.cost, item.fix);
    missing.push_back({{"what", item.what}, {"cost", item.cost}, {"fix", item.fix}});
  }
  if (report.missing.empty()) report.text += "  nothing\n";
  report.json["missing"] = missing;
}

int doctor(Session& session, const CommonOptions&) {
  Findings report;
  examine_processor(report);
  examine_disk(report);
  examine_gpu(report);
  examine_programs(report);
  describe_build(report);
  list_missing(report);
  return session.finish(true, report.json, fit_columns(report.text));
}

}  // namespace

void add_doctor(Program& program) {
  add_command<CommonOptions>(
      program, program.app, "doctor", "Show what this machine has and what is missing",
      "  wreath doctor\n"
      "  wreath doctor --json",
      Length::brief, [](Command&, CommonOptions&) {}, doctor);
}

}  // namespace wreath::cli
