// SPDX-License-Identifier: MIT
//
// Who carries out requests for work on files: memory, the disk, and ranks, which may be missing. (For a GPU see gpu.hpp.)
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/io/scratch_file.hpp"
#include "perm/cycles/exponent.hpp"
#include "perm/files/file_tools.hpp"
#include "perm/gpu.hpp"
#include "perm/plan/plan.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::perm {

/// Files that fit in memory: read the arguments, work on arrays on huge pages, verify where asked, write the result. The arrays
/// are multiplied, inverted and divided by the functions of wreath/perm.hpp, which plan each by itself.
namespace in_memory {
FileReport multiply(const Request& request);
/// Inverts if there is no y.
FileReport divide(const Request& request);
FileReport power(const Request& request, const Exponent& exponent);
FileReport representatives(const Request& request);
FileReport random(const Request& request, std::uint64_t seed);
std::optional<Defect> check(const Request& request);
std::vector<CycleCount> cycles(const Request& request);
}  // namespace in_memory

/// Permutations that do not fit in memory. Points of 4, 5 and 8 bytes.
namespace disk {
/// x*y, x^-1 or x^-1*y. `device` is the array that the plan holds on a GPU, and null under other plans.
FileReport execute(const Request& request, DeviceArray* device);
/// The same permutation as random_file's.
FileReport random(const Request& request, std::uint64_t seed);
/// As find_defect; nothing if the run was asked to stop before it was known.
std::optional<Defect> check(const Request& request);
/// The identity, and a copy of x. Whether all was written.
bool write_identity(const Request& request, char kind);
bool copy_array(const MapSource& x, const std::string& output, RunControl& run);

using arrays::Outcome;
/// What is written for each point: nothing; its place where all cycles are laid out one after the other; or the least point of
/// its cycle.
enum class CycleValues { none, places, representatives };
struct CyclesOnDisk {
  Outcome outcome = Outcome::done;  // bad_point: x is not a permutation
  std::vector<CycleCount> type = {};
};
/// Follows all cycles of x, and writes the values to the output. `lengths`: where the length of each cycle is put, less one and
/// as a point, in the order in which they are laid out; null for nowhere.
CyclesOnDisk follow_cycles(const Request& request, CycleValues values, ScratchFile* lengths);
/// What it takes: bytes in memory, and on disk beside the values.
std::uint64_t cycles_memory(const Task& task, const DiskPlan& plan);
std::uint64_t cycle_scratch(const Task& task);
/// Throws InputError with the reason why x is not a permutation, after follow_cycles found that it is not.
[[noreturn]] void throw_not_a_permutation(const Request& request);
/// output[i]: what stands at the place of i in `laid_out` when each cycle is turned. Whether all was written.
bool turn_cycles(const MapSource& laid_out, const ScratchFile& lengths, const Rotations& rotations, char kind,
                 const std::string& output, RunControl& run);
}  // namespace disk

/// What the ranks of options.machine.cluster do together. All are collective: every rank calls them with the same arguments, and
/// sees the same files, on a file system that they share. Nothing of this is called where wreath was built without MPI.
namespace cluster {
/// What they have. Throws InputError if they see different inputs, or inputs that ranks do not work on.
RankResources look_at_ranks(const Request& request);
/// Runs body, which does not communicate; an error of one rank becomes the error of all.
void on_all_ranks(const FileOptions& options, const std::function<void()>& body);
FileReport random(const Request& request, std::uint64_t seed);
FileReport multiply(const Request& request);
/// Inverts if there is no y.
FileReport divide(const Request& request);
std::optional<Defect> check(const Request& request);
/// Of x, which must be a permutation. Nothing where the run was asked to stop.
std::optional<std::vector<CycleCount>> cycles(const Request& request);
FileReport identity(const Request& request, char kind);
}  // namespace cluster

/// output = x^exponent, from the operations on files that there are (power_files.cpp).
FileReport power_on_disk(const Map& x, const Exponent& exponent, const Request& request);
FileReport power_by_ranks(const Map& x, const Exponent& exponent, const Request& request);

/// As orbits_of_files, for permutations that do not fit in memory: files with points of 4, 5 or 8 bytes, all of the same size and
/// width. Throws ResourceError if the memory does not suffice for what is held of each cycle.
OrbitsReport orbits_on_disk(const std::vector<Map>& generators, const std::string& labels, const std::string& schreier,
                            const FileOptions& options, RunControl& run);

// Inverse and quotient of arrays, none of which overlap, that find out in passing whether x is a permutation.

/// z = x^-1, z = x^-1*y. False: x is not a permutation, and z holds anything. Throw LimitReached if the run is asked to stop
/// before it is known.
template <PointType Point>
[[nodiscard]] bool invert_permutation(std::span<const Point> x, std::span<Point> z, const Options& options, RunControl* run);
template <PointType Point, PointType Value>
[[nodiscard]] bool divide_by_permutation(std::span<const Point> x, std::span<const Value> y, std::span<Value> z,
                                         const Options& options, RunControl* run);

}  // namespace wreath::perm
