// SPDX-License-Identifier: MIT
//
// wreath doctor: what this machine has, what is missing, what that costs, and the command that adds it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/statvfs.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/front/child.hpp"
#include "cli/front/common.hpp"
#include "cli/front/table.hpp"
#include "core/features.hpp"
#include "core/run/machine.hpp"
#include "core/run/record.hpp"
#include "core/text/units.hpp"
#include "core/version.hpp"
#include "wreath/gpu.hpp"
#include "wreath/mpi.hpp"

namespace wreath::cli {

namespace {

struct Missing {
  std::string what;
  std::string cost;
  std::string fix;
};

const ReportForm kDisk("", {{"folder", "where files are written"}, {"free", "bytes", Unit::bytes}});
const ReportForm kMissing("", {{"what", "what is missing"}, {"cost", "what that costs"}, {"fix", "the command that adds it"}});
const ReportForm kBuild("", {{"version", "of wreath"},
                             {"commit", "of its sources"},
                             {"compiler", "that built it"},
                             {"flags", "of the compiler"},
                             {"level", "of the processor's instructions, for which it is compiled"},
                             {"cuda", "the CUDA that it was built with, or why there is none"},
                             {"mpi", "the MPI that it was built with, or why there is none"}});
const ReportForm kDevice("", {{"name", "of the GPU"},
                              {"memory", "bytes", Unit::bytes},
                              {"free_memory", "bytes", Unit::bytes},
                              {"multiprocessors", "their number"},
                              {"l2", "bytes of its cache", Unit::bytes},
                              {"compute_capability", "of the GPU"}});
const ReportForm kGpus("", {{"devices", "the GPUs", Unit::none, &kDevice},
                            {"cuda", "the version of CUDA that wreath was built with"},
                            {"driver", "the newest version that the driver supports"},
                            {"problem", "why there is no GPU"}});
const ReportForm kDoctor("doctor", {{"machine", "processor, cores, caches, memory in bytes, system"},
                                    {"disks", "free space", Unit::none, &kDisk},
                                    {"gpu", "GPUs and CUDA", Unit::none, &kGpus},
                                    {"programs", "the path of each program that wreath uses; empty: not found"},
                                    {"build", "how wreath was built", Unit::none, &kBuild},
                                    {"missing", "what this machine lacks", Unit::none, &kMissing}});

struct Findings {
  Report fields{kDoctor};
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
  Json facts = machine_to_json();
  facts["available_memory"] = available_memory();
  report.fields.set("machine", Value::of_json(to_text(facts)));
  if (machine.huge_pages != "always" && machine.huge_pages != "madvise") {
    report.missing.push_back({"transparent huge pages", "random access to large arrays runs at about half its speed",
                              "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"});
  }
}

void examine_disk(Findings& report) {
  const char* temporary = std::getenv("TMPDIR");
  ValueList disks;
  for (const std::string& folder : {std::string("."), std::string(temporary != nullptr ? temporary : "/tmp")}) {
    struct statvfs disk {};
    if (statvfs(folder.c_str(), &disk) != 0) continue;
    const std::uint64_t free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    report.line("disk", fmt::format("{} free in {}", format_bytes(free), folder == "." ? "this folder" : folder));
    disks.add(Report(kDisk, folder, free));
  }
  report.fields.set("disks", disks.take());
}

void examine_gpu(Findings& report) {
  report.heading("GPU");
  const Gpus gpu = gpus();
  ValueList devices;
  for (const Gpu& device : gpu.devices) {
    report.line("device", fmt::format("{}, {} ({} free), {} multiprocessors, L2 {}, compute capability {}", device.name,
                                      format_bytes(device.memory), format_bytes(device.free_memory), device.multiprocessors,
                                      format_bytes(device.l2_bytes), device.compute_capability));
    devices.add(Report(kDevice, device.name, device.memory, device.free_memory, device.multiprocessors, device.l2_bytes,
                       device.compute_capability));
  }
  report.fields.set("gpu", Report(kGpus, devices.take(), gpu.runtime, gpu.driver, gpu.problem));
  if (!WREATH_HAVE_CUDA) {
    report.line("CUDA", gpu.problem);
    report.missing.push_back({"CUDA", "no GPU backends: everything runs on the CPU",
                              "install the CUDA toolkit 12 or later, then run 'make build' again"});
    return;
  }
  if (gpu.devices.empty()) {
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
      {"dot", "no .png and .pdf pictures of Cayley graphs and egg boxes; .svg is drawn without it", "graphviz"}};
  report.heading("Programs");
  Json programs = Json::object();
  for (const Tool& tool : kTools) {
    const std::string path = find_program(tool.program);
    report.line(tool.program, path.empty() ? "not found" : path);
    programs[tool.program] = path;
    if (path.empty()) report.missing.push_back({tool.program, tool.cost, fmt::format("sudo apt-get install {}", tool.package)});
  }
  report.fields.set("programs", Value::of_json(to_text(programs)));
}

void describe_build(Findings& report) {
  report.heading("Build");
  report.line("wreath", fmt::format("{} ({})", version(), build_commit()));
  report.line("compiler", fmt::format("{}; {}", WREATH_COMPILER, WREATH_FLAGS));
  report.line("instructions", code_level());
  report.line("CUDA", WREATH_CUDA_SUMMARY);
  const std::string plugin = mpi::plugin_path();
  report.line("MPI", !WREATH_HAVE_MPI ? std::string(WREATH_MPI_SUMMARY)
                                      : fmt::format("{}; {}", WREATH_MPI_SUMMARY,
                                                    plugin.empty() ? "libwreath_mpi.so is not beside the program" : plugin));
  report.fields.set("build", Report(kBuild, version(), build_commit(), WREATH_COMPILER, WREATH_FLAGS, code_level(),
                                    WREATH_CUDA_SUMMARY, WREATH_MPI_SUMMARY));
}

void list_missing(Findings& report) {
  report.heading("Missing");
  ValueList missing;
  for (const Missing& item : report.missing) {
    report.text += fmt::format("  {}: {}\n      {}\n", item.what, item.cost, item.fix);
    missing.add(Report(kMissing, item.what, item.cost, item.fix));
  }
  if (report.missing.empty()) report.text += "  nothing\n";
  report.fields.set("missing", missing.take());
}

int doctor(Session& session, const CommonOptions&) {
  Findings report;
  examine_processor(report);
  examine_disk(report);
  examine_gpu(report);
  examine_programs(report);
  describe_build(report);
  list_missing(report);
  return session.finish(true, report.fields.block(fit_columns(report.text)));
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
