// SPDX-License-Identifier: MIT
//
// Permutations from and to files: what `wreath perm` does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "perm/map_source.hpp"
#include "perm/verify.hpp"
#include "wreath/perm.hpp"

namespace wreath::mpi {
class Communicator;
}

namespace wreath::perm {

/// How several ranks come by what others hold: in memory that they share, by messages, or through files that each has on its own
/// disk.
enum class Exchange { automatic, shared, messages, files };
const char* to_string(Exchange exchange);

struct FileOptions {
  Options options;
  std::string scratch;  // folders for what does not fit the memory, with commas between; empty: the folder of the output, and
                        // with several ranks the system's own
  Verify verify = Verify::none;
  std::string checkpoint;                           // where to note how far the run is; empty: nowhere
  std::string resume;                               // the checkpoint to go on from; empty: from the start
  std::size_t slice_points = std::size_t{1} << 28;  // the most that is done between two looks at the clock
  mpi::Communicator* cluster = nullptr;             // the ranks that do it together; null: this process alone
  Exchange exchange = Exchange::automatic;
};

struct FileReport {
  std::uint64_t points = 0;
  std::uint64_t done = 0;  // fewer than points where the run was stopped
  unsigned point_bytes = 0;
  std::uint64_t resumed_at = 0;
};

/// Writes a random permutation with points of so many bytes; 0: four where they suffice, else eight.
FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                       const FileOptions& options, RunControl& run);

/// output = x*y, a slice of x at a time. Stopped early, it leaves its checkpoint where one was asked for and the unfinished
/// product (OUTPUT.NUMBER.partial), and nothing otherwise.
FileReport multiply_files(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                          RunControl& run);

/// output = x^-1, x^-1*y, x^exponent. x must be a permutation (for a power with exponent >= 0: a map into itself).
FileReport inverse_file(const MapSource& x, const std::string& output, const FileOptions& options, RunControl& run);
FileReport divide_files(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                        RunControl& run);
FileReport power_file(const MapSource& x, std::int64_t exponent, const std::string& output, const FileOptions& options,
                      RunControl& run);

/// What shows that x is no permutation; nothing where the run stopped before that was known. And its cycles: throws InputError
/// where x is no permutation.
std::optional<Defect> check_file(const MapSource& x, const FileOptions& options, RunControl& run);
std::vector<CycleCount> cycles_of_file(const MapSource& x, const Options& options, RunControl& run);

/// Writes the map as .npy, with points of so many bytes (0: as it is).
FileReport convert_file(const MapSource& x, unsigned point_bytes, const std::string& output, const Options& options,
                        RunControl& run);

}  // namespace wreath::perm
