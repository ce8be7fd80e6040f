// SPDX-License-Identifier: MIT
#include "bench/paper/permutation_files.hpp"

#include <filesystem>

#include "bench/paper/measure.hpp"
#include "perm/files/map_source.hpp"

namespace wreath::paper {

using perm::Operation;

Workplace::Workplace(Context& context, const Files& files)
    : folder_(context.scratch, ".wreath-paper-", "name another with --scratch") {
  for (const char* name : {"x", "y"}) {
    PartRun part(context.run, 600);
    perm::random_file(files.points, files.point_bytes, static_cast<std::uint64_t>(name[0]), file(name),
                      {.machine = {.threads = context.threads}}, &part.run());
    if (context.run.should_stop()) return;
  }
}

std::optional<double> time_files(Context& context, const Workplace& place, const How& how) {
  const perm::Map x = perm::Map::from_file(place.file("x"));
  const perm::Map y = perm::Map::from_file(place.file("y"));
  perm::FileOptions options;
  options.machine.threads = how.threads;
  options.machine.backend = BackendChoice::cpu;
  options.machine.scratch = {place.folder()};
  PartRun part(context.run, 600);
  part.run().limit_memory(resident_memory() + how.memory + (std::uint64_t{16} << 20));
  const std::string z = place.file("z");
  double seconds = seconds_of([&] {
    if (how.loop) {
      perm::multiply_through_map(*how.loop, perm::Internals::source(x), perm::Internals::source(y), z, how.threads, part.run());
    } else if (how.baseline) {
      perm::disk::run_baseline(*how.baseline, perm::Operation::multiply, perm::Internals::source(x), &perm::Internals::source(y),
                               z, options, part.run());
    } else {
      if (how.operation == Operation::multiply) perm::multiply_files(x, y, z, options, &part.run());
      if (how.operation == Operation::inverse) perm::inverse_file(x, z, options, &part.run());
      if (how.operation == Operation::divide) perm::divide_files(x, y, z, options, &part.run());
    }
  });
  std::filesystem::remove(z);
  if (part.run().stop_reason() != StopReason::none) return std::nullopt;
  for (const Phase& phase : part.run().phases()) seconds -= phase.name == "release" ? phase.seconds : 0;
  return seconds;
}

}  // namespace wreath::paper
