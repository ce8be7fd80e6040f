// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "core/text/units.hpp"
#include "wreath/cluster.hpp"

namespace wreath::cluster {

namespace {

const ReportForm kPlan("cluster plan",
                       {{"verb", "what is run"},
                        {"items", "number of points, letters, elements or states"},
                        {"nodes", "number of machines, with one rank each"},
                        {"cores", "of each machine"},
                        {"network", "bytes that a machine sends per second"},
                        {"disk", "bytes that a machine reads or writes per second, if there is a limit"},
                        {"exchange", "of products, inverses and quotients: messages or files"},
                        {"sent", "bytes that the machine sends that sends most"},
                        {"sent_by_all", "bytes that all machines send together"},
                        {"read", "bytes of files that a machine reads"},
                        {"written", "bytes of files that a machine writes"},
                        {"memory", "bytes that a machine needs", Unit::bytes},
                        {"fits", "whether the machines have that memory"},
                        {"scratch", "bytes on the disk of each machine beside the files", Unit::bytes},
                        {"seconds_work", "predicted time of computing", Unit::seconds},
                        {"seconds_network", "predicted time of sending", Unit::seconds},
                        {"seconds_files", "predicted time of reading and writing", Unit::seconds},
                        {"predicted_seconds", "the sum of these", Unit::seconds},
                        {"predicted_alone", "predicted time of one of these machines, if its memory suffices", Unit::seconds},
                        {"advice", "where to run it"},
                        {"slurm", "a script for Slurm"},
                        {"pbs", "a script for PBS"}});

std::string advice(const Plan& plan) {
  if (!plan.fits) return "the machines have too little memory: use more of them";
  if (!plan.seconds_alone) return fmt::format("use {} machines: one has too little memory", plan.machines.nodes);
  const double ratio = *plan.seconds_alone / plan.seconds;
  if (plan.alone_is_faster()) return fmt::format("use one machine: it takes {:.2g} of the time", ratio);
  return fmt::format("use {} machines: they are {:.2g} times as fast as one", plan.machines.nodes, ratio);
}

std::uint64_t bytes_of(double bytes) {
  return static_cast<std::uint64_t>(std::llround(bytes));
}

}  // namespace

Report plan_report(const Plan& plan) {
  const std::string items = items_of(plan.work.verb);
  Report report(kPlan, plan.work.verb, plan.work.items, plan.machines.nodes, plan.machines.cores, plan.machines.network);
  if (plan.machines.disk > 0) report.set("disk", plan.machines.disk);
  if (!plan.method.empty()) report.set("exchange", plan.method);
  report.set("sent", bytes_of(plan.sent)).set("sent_by_all", bytes_of(plan.sent_by_all));
  report.set("read", bytes_of(plan.read)).set("written", bytes_of(plan.written));
  if (plan.fits) report.set("memory", plan.memory);
  report.set("fits", plan.fits);
  if (plan.scratch != 0) report.set("scratch", plan.scratch);
  report.set("seconds_work", plan.seconds_work).set("seconds_network", plan.seconds_network);
  report.set("seconds_files", plan.seconds_files).set("predicted_seconds", plan.seconds);
  if (plan.seconds_alone) report.set("predicted_alone", *plan.seconds_alone);
  report.set("advice", advice(plan));

  report.line(
      fmt::format("{}, {} {}, on {} machines", plan.work.verb, format_count(plan.work.items), items, plan.machines.nodes));
  report.line("  {predicted_seconds}: {seconds_work} computing, {seconds_network} sending, {seconds_files} reading and writing");
  report.line("  one machine alone: {predicted_alone}");
  report.line(fmt::format("  each sends up to {}, reads {} and writes {}", format_bytes(bytes_of(plan.sent)),
                          format_bytes(bytes_of(plan.read)), format_bytes(bytes_of(plan.written))));
  report.line("  memory of each: {memory}[; scratch on its own disk: {scratch}][; exchange by {exchange}]");
  report.line("  {advice}");
  return report;
}

}  // namespace wreath::cluster
