// SPDX-License-Identifier: MIT
//
// wreath cluster: what a run by several machines will cost, and the scripts that ask a batch system for them.
#include "wreath/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/front/common.hpp"
#include "core/parallel/loops.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct PlanOptions : CommonOptions {
  std::string verb;
  std::uint64_t points = 0;
  std::uint64_t letters = 0;
  std::uint64_t elements = 0;
  std::uint64_t states = 0;
  unsigned generators = 10;
  unsigned nodes = 2;
  double cores = 0;
  double network = 1e9;  // bits per second
  double disk = 0;
};

/// 10G, 500M, 2.5e9: powers of 1000, as networks and disks are sold.
double parse_rate(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  double scale = 1;
  if (end - stop == 1) {
    const auto power = std::string_view("KMGT").find(static_cast<char>(std::toupper(static_cast<unsigned char>(*stop))));
    scale = power == std::string_view::npos ? 0 : std::pow(1000, static_cast<double>(power) + 1);
  }
  if (error != std::errc{} || end - stop > 1 || !(number * scale > 0) || !std::isfinite(number * scale))
    throw InputError(fmt::format("'{}' is not a rate: write a number and K, M, G or T (powers of 1000), such as 10G", text));
  return number * scale;
}

double parse_cores(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || !(number > 0) || !std::isfinite(number))
    throw InputError(fmt::format("'{}' is not a number of cores: write 32, or 0.5 if two machines share one", text));
  return number;
}

std::uint64_t items_given(const PlanOptions& options) {
  const std::string items = cluster::items_of(options.verb);
  const std::pair<std::string_view, std::uint64_t> given[] = {
      {"points", options.points}, {"letters", options.letters}, {"elements", options.elements}, {"states", options.states}};
  for (const auto& [name, count] : given) {
    if (count != 0 && name != items)
      throw UsageError{fmt::format("{} is about {}: use --{}, not --{}", options.verb, items, items, name)};
  }
  for (const auto& [name, count] : given) {
    if (name == items && count != 0) return count;
  }
  throw UsageError{fmt::format("{}: how many {}? Add --{} N", options.verb, items, items)};
}

std::string command_of(const cluster::Plan& plan, unsigned threads) {
  const std::string& verb = plan.work.verb;
  std::string inputs = "INPUT";
  if (verb == "perm multiply" || verb == "perm divide") inputs = "x.npy y.npy -o z.npy";
  if (verb == "perm inverse") inputs = "x.npy -o z.npy";
  if (verb == "perm power") inputs = "x.npy 2 -o z.npy";
  if (verb == "perm random") inputs = fmt::format("{} -o x.npy", plan.work.items);
  if (verb == "perm check" || verb == "perm cycles") inputs = "x.npy";
  if (verb == "word reduce") inputs = "GROUP --file words.txt -o forms.txt";
  std::string command = fmt::format("wreath {} {} --threads {}", verb, inputs, threads);
  if (plan.scratch != 0) command += " --scratch \"$TMPDIR\"";
  const bool keeps = verb == "perm multiply" || verb == "perm inverse" || verb == "perm divide" || !inputs.compare("INPUT");
  return keeps ? command + " --checkpoint run.ck" : command;
}

/// Three times what is predicted, in whole minutes.
std::string time_limit(const cluster::Plan& plan) {
  const auto minutes = static_cast<std::uint64_t>(std::ceil(plan.seconds * 3 / 60)) + 1;
  return fmt::format("{:02}:{:02}:00", minutes / 60, minutes % 60);
}

/// A quarter more than is needed, in whole MiB.
std::uint64_t megabytes(const cluster::Plan& plan) {
  return (plan.memory + plan.memory / 4) / (1 << 20) + 1;
}

std::string slurm_script(const cluster::Plan& plan, unsigned threads) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --nodes={} --ntasks-per-node=1 --cpus-per-task={} --mem={}M --time={}{}\n"
      "srun --mpi=pmix {}\n",
      plan.machines.nodes, threads, megabytes(plan), time_limit(plan),
      plan.scratch == 0 ? "" : fmt::format(" --tmp={}M", plan.scratch / (1 << 20) + 1), command_of(plan, threads));
}

std::string pbs_script(const cluster::Plan& plan, unsigned threads) {
  return fmt::format(
      "#!/bin/bash\n"
      "#PBS -l select={}:ncpus={}:mpiprocs=1:mem={}mb\n"
      "#PBS -l walltime={}\n"
      "cd \"$PBS_O_WORKDIR\"\n"
      "mpirun -n {} --map-by ppr:1:node:PE={} {}\n",
      plan.machines.nodes, threads, megabytes(plan), time_limit(plan), plan.machines.nodes, threads, command_of(plan, threads));
}

int plan_verb(Session& session, const PlanOptions& options) {
  const cluster::Work work{.verb = options.verb, .items = items_given(options), .generators = options.generators};
  const double cores = options.cores > 0 ? options.cores : resolve_threads(options.machine.threads);
  const cluster::Plan plan = cluster::plan(
      work,
      {.nodes = options.nodes, .cores = cores, .memory = options.memory, .network = options.network / 8, .disk = options.disk});
  Report report = cluster::plan_report(plan);
  if (plan.fits) {
    const auto threads = static_cast<unsigned>(std::max(1.0, std::floor(cores)));
    const std::string slurm = slurm_script(plan, threads);
    const std::string pbs = pbs_script(plan, threads);
    report.set("slurm", slurm).set("pbs", pbs);
    report.block("\nSlurm:\n\n" + slurm + "\nPBS:\n\n" + pbs);
  }
  return session.finish(true, report);
}

}  // namespace

void add_cluster(Program& program) {
  Command& cluster = program.app.add_subcommand("cluster", "What a run by several machines will cost");
  cluster.require_subcommand();
  add_command<PlanOptions>(
      program, cluster, "plan", "Predict time, memory and disk of a verb on several machines; print scripts for Slurm and PBS",
      "  wreath cluster plan 'perm multiply' --points 12.8G --nodes 16 --cores 32 --network 10G --disk 500M\n"
      "  wreath cluster plan 'semigroup enumerate' --elements 7505009 --generators 10 --nodes 4 --network 1G\n"
      "  wreath cluster plan 'orbit growth' --states 479001600 --nodes 4 --network 1G --json\n"
      "Rates: K, M, G, T are powers of 1000; --network in bits per second, --disk in bytes per second. --memory is that of\n"
      "each machine. Times are those of Xeon cores at 3 GHz; docs/cluster.md has the model and how far it was from measurements.",
      Length::brief,
      [](Command& command, PlanOptions& options) {
        command.add_option("VERB", options.verb, "The verb in quotes: 'perm multiply'", "VERB")
            .required()
            .one_of(cluster::verbs());
        command.add_parsed("--points", options.points, parse_positive, "Points of a permutation", "N");
        command.add_parsed("--letters", options.letters, parse_positive, "Letters of all words", "N");
        command.add_parsed("--elements", options.elements, parse_positive, "Elements of a semigroup", "N");
        command.add_parsed("--states", options.states, parse_positive, "States of a graph", "N");
        command.add_option("--generators", options.generators, "Generators of a semigroup (10)", "N");
        command.add_option("--nodes", options.nodes, "Machines (2)", "N");
        command.add_parsed("--cores", options.cores, parse_cores, "Cores of each machine (those of this one)", "N");
        command.add_parsed("--network", options.network, parse_rate, "What each machine sends, in bits per second (1G)", "RATE");
        command.add_parsed("--disk", options.disk, parse_rate,
                           "What each machine reads or writes, in bytes per second (no limit)", "RATE");
      },
      plan_verb);
}

}  // namespace wreath::cli
