// SPDX-License-Identifier: MIT
//
// What a run by several machines will cost: bytes sent, bytes read and written, memory and time, before it is made.
//
//     using namespace wreath;
//     const cluster::Plan plan = cluster::plan({.verb = "perm multiply", .items = 1'000'000'000},
//                                              {.nodes = 16, .network = 1.25e9});
//     plan.seconds;        // of the run
//     plan.seconds_alone;  // of one of the machines, if it has the memory
//
// The formulas and their constants are in docs/cluster.md, with what was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/report.hpp"

namespace wreath::cluster {

/// The machines, which are alike, each with one rank.
struct Machines {
  unsigned nodes = 2;
  double cores = 1;          // of each; a fraction if several share one
  std::uint64_t memory = 0;  // bytes of each; 0: enough
  double network = 1.25e8;   // bytes that each sends per second, and receives at the same time
  double disk = 0;           // bytes that each reads or writes per second; 0: no limit
};

/// The work.
struct Work {
  std::string verb;          // "perm multiply"; verbs() has all
  std::uint64_t items = 0;   // points, letters, elements or states
  unsigned generators = 10;  // of a semigroup
};

/// What the items of a verb are: "points", "letters", "elements" or "states". Throws InputError if ranks do not run this verb.
std::string items_of(const std::string& verb);
/// The verbs that have a model.
std::vector<std::string> verbs();

struct Plan {
  Work work;
  Machines machines;
  std::string method;         // of perm: messages or files
  double sent = 0;            // bytes, by the machine that sends most
  double sent_by_all = 0;     // bytes
  double read = 0;            // bytes of files, by the machine that reads most
  double written = 0;         // likewise
  std::uint64_t memory = 0;   // bytes that each machine needs; the first one, if that needs more
  std::uint64_t scratch = 0;  // bytes on the disk of each machine beside the files
  double seconds_work = 0;
  double seconds_network = 0;
  double seconds_files = 0;
  double seconds = 0;                   // all together
  std::optional<double> seconds_alone;  // of one machine; nothing if its memory is too small
  bool fits = true;                     // whether the machines have the memory
  /// Whether one machine has the memory and takes no longer.
  bool alone_is_faster() const { return seconds_alone && *seconds_alone <= seconds; }
};

/// Throws InputError if ranks do not run the verb, or if a number is missing or not positive.
Plan plan(const Work& work, const Machines& machines);

/// The plan in words and as JSON: "cluster plan".
Report plan_report(const Plan& plan);

}  // namespace wreath::cluster
