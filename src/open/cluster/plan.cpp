// SPDX-License-Identifier: MIT
//
// The model of a run by several machines.
//
// A verb is a row of constants: for each item what travels, what is read and written, and what a core takes. With P machines and
// q = (P-1)/P, the share of what is for another machine,
//
//     time = files/disk + work/(P cores) + serial + sent/network * k
//
// where `serial` is what rank 0 does while the others wait, and k says how far the exchange is from the rate of the network:
// above 1 because those that are done first wait for the others in each exchange, below 1 where ranks compute meanwhile.
// Constants were measured on 2 and 4 hosts out of network namespaces at 0.1 and 1 Gbit/s, on two Xeon cores at 3 GHz, and the
// same verb in one process (bench/results/2026-11-19-cluster-namespaces-xeon-2.json). What another processor takes differs; what
// is sent does not.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/text/names.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/cluster.hpp"
#include "wreath/run.hpp"

namespace wreath::cluster {

namespace {

enum class Pattern {
  all_to_all,  // every rank sends every other one as much
  first,       // rank 0 deals and collects
  rows,        // bitmaps of which ranks read what others wrote
};

/// Bytes and nanoseconds for each item.
struct Costs {
  const char* verb;
  const char* items;
  Pattern pattern;
  double sent;  // that may go to another rank
  double read;  // of files
  double written;
  double work_ns;       // of a core, divided among all
  double serial_ns;     // of rank 0
  double alone_ns;      // of a core, in one process
  double memory;        // divided among all
  double memory_whole;  // on each, or on rank 0
  double network = 1;   // k
};

constexpr double kBase = 22e6;        // bytes of a process that holds nothing
constexpr double kBuffers = 5e7;      // of a verb that sends a round of 2^22 points at a time
constexpr double kMostBatch = 9e7;    // of a batch of words
constexpr double kCandidates = 0.13;  // products that are formed, for each element and generator
constexpr double kRowNs = 2.8;        // of a core, to send or take a byte of a row among many small messages
constexpr double kFormShare = 0.75;   // letters of the normal form of a random word, for each of its letters

// For perm with points of 4 bytes; wider ones below.
constexpr Costs kCosts[] = {
    {"perm multiply", "points", Pattern::all_to_all, 8, 8, 4, 30, 0, 23.5, 4, 0, 1.15},
    {"perm inverse", "points", Pattern::all_to_all, 8, 4, 4, 26, 0, 23.5, 4, 0, 1.15},
    {"perm divide", "points", Pattern::all_to_all, 8, 8, 4, 28, 0, 23.5, 4, 0, 1.15},
    {"perm power", "points", Pattern::all_to_all, 8, 8, 4, 30, 0, 23.5, 4, 0, 1.15},
    {"perm random", "points", Pattern::all_to_all, 0, 0, 4, 34, 0, 34, 4, 0},
    {"perm check", "points", Pattern::all_to_all, 4, 4, 0, 11, 0, 6, 1, 0, 1.15},
    {"perm cycles", "points", Pattern::all_to_all, 22, 8, 0, 155, 0, 60, 13, 0, 1.15},
    {"word reduce", "letters", Pattern::first, 1, 1, kFormShare, 4.3, 2.2, 6.5, 0, 0},
    {"semigroup enumerate", "elements", Pattern::first, 12, 0, 0, 416, 144, 474, 45, 37, 0.78},
    {"orbit growth", "states", Pattern::rows, 0.297, 0, 0, 2.6, 0, 2.6, 0, 0.138},
};

const Costs& costs_of(const std::string& verb) {
  const auto found = std::ranges::find_if(kCosts, [&](const Costs& costs) { return verb == costs.verb; });
  if (found != std::end(kCosts)) return *found;
  throw UnknownName(verb, "verb with a model of several machines", verbs());
}

/// Points that need more than four bytes: in files five; an offset among those of a rank has four.
void widen(Costs& costs, const Work& work) {
  constexpr std::uint64_t kMostOfFour = std::uint64_t{1} << 32;
  if (std::string_view(costs.items) != "points" || work.items <= kMostOfFour) return;
  costs.sent *= 9.0 / 8;
  for (double* bytes : {&costs.read, &costs.written, &costs.memory}) *bytes *= 5.0 / 4;
}

/// A product, an inverse or a quotient: what perm's own planner says.
void ask_perm(Plan& plan, Costs& costs) {
  const auto work = plan.work.verb == "perm inverse"  ? perm::Work::inverse
                    : plan.work.verb == "perm divide" ? perm::Work::divide
                                                      : perm::Work::multiply;
  const unsigned width = plan.work.items > std::uint64_t{1} << 32 ? 5 : 4;
  const perm::Task task{
      .work = work, .source = plan.work.items, .target = plan.work.items, .point_bytes = width, .value_bytes = width};
  const std::uint64_t memory = plan.machines.memory != 0 ? plan.machines.memory : std::uint64_t{1} << 50;
  try {
    const perm::Plan found =
        perm::plan_exchange(task, perm::Exchange::automatic, ~std::size_t{0},
                            {.ranks = static_cast<int>(plan.machines.nodes), .one_machine = false, .memory = memory});
    plan.method = found.ranks.exchange == perm::Exchange::files ? "files" : "messages";
    plan.memory = found.memory + static_cast<std::uint64_t>(kBase);
    plan.scratch = found.scratch;
  } catch (const ResourceError&) {
    plan.fits = false;
  }
  if (plan.scratch != 0) {  // what is sent passes through the disk
    costs.read += costs.sent;
    costs.written += costs.sent;
  }
}

bool moves_points(const std::string& verb) {
  return verb == "perm multiply" || verb == "perm inverse" || verb == "perm divide" || verb == "perm power";
}

void require(bool good, const char* what) {
  if (!good) throw InputError(what);
}

/// What is sent, and how long the network takes.
void plan_network(Plan& plan, const Costs& costs) {
  const double n = static_cast<double>(plan.work.items);
  const double nodes = plan.machines.nodes;
  const double q = (nodes - 1) / nodes;
  double in_turn = 1;  // how often that is under way, one after the other
  if (costs.pattern == Pattern::all_to_all) {
    plan.sent = costs.sent * n / nodes * q;
    plan.sent_by_all = plan.sent * nodes;
  } else if (costs.pattern == Pattern::rows) {
    plan.sent = costs.sent * n * q;
    plan.sent_by_all = plan.sent * nodes * 3 / 4;
  } else if (plan.work.verb == "word reduce") {
    plan.sent = costs.sent * n * q;
    plan.sent_by_all = plan.sent * (1 + kFormShare);
    in_turn = 1 + kFormShare;
  } else {
    const double candidates = kCandidates * plan.work.generators * n;
    plan.sent = costs.sent * candidates * q * (1 + 1 / nodes);
    plan.sent_by_all = 2 * costs.sent * candidates * q;
  }
  plan.seconds_network = plan.sent / plan.machines.network * costs.network * in_turn;
}

}  // namespace

std::vector<std::string> verbs() {
  std::vector<std::string> all;
  for (const Costs& costs : kCosts) all.emplace_back(costs.verb);
  return all;
}

std::string items_of(const std::string& verb) {
  return costs_of(verb).items;
}

Plan plan(const Work& work, const Machines& machines) {
  Costs costs = costs_of(work.verb);
  require(work.items != 0, "how much work is it? give the number of points, letters, elements or states");
  require(machines.nodes >= 2, "a cluster has at least 2 machines");
  require(machines.cores > 0 && machines.network > 0 && machines.disk >= 0, "cores and rates are positive numbers");
  Plan plan;
  plan.work = work;
  plan.machines = machines;
  widen(costs, work);
  const double n = static_cast<double>(work.items);
  const double nodes = machines.nodes;
  if (moves_points(work.verb)) ask_perm(plan, costs);
  plan_network(plan, costs);

  const bool points = costs.pattern == Pattern::all_to_all;
  plan.read = points ? costs.read * n / nodes : costs.read * n;
  plan.written = points ? costs.written * n / nodes : costs.written * n;
  if (machines.disk > 0) plan.seconds_files = (plan.read + plan.written) / machines.disk;
  const double work_ns = costs.work_ns * n + (costs.pattern == Pattern::rows ? kRowNs * plan.sent_by_all : 0);
  plan.seconds_work = 1e-9 * (work_ns / (nodes * machines.cores) + costs.serial_ns * n);
  plan.seconds = plan.seconds_files + plan.seconds_work + plan.seconds_network;

  if (!moves_points(work.verb)) {
    double buffers = work.verb == "perm check" || work.verb == "perm cycles" ? kBuffers : 0;
    if (work.verb == "word reduce") buffers = std::min(kMostBatch, 2 * n);
    plan.memory = static_cast<std::uint64_t>(kBase + costs.memory * n / nodes + costs.memory_whole * n + buffers);
    plan.fits = machines.memory == 0 || plan.memory <= machines.memory;
  }
  const double alone = (points ? 2 : 1) * costs.memory * n + costs.memory_whole * n + kBase;
  if (machines.memory == 0 || alone <= static_cast<double>(machines.memory)) {
    const double files = machines.disk > 0 ? (costs.read + costs.written) * n / machines.disk : 0;
    plan.seconds_alone = 1e-9 * costs.alone_ns * n / machines.cores + files;
  }
  return plan;
}

}  // namespace wreath::cluster
