// SPDX-License-Identifier: MIT
//
// The planner: a task becomes a plan.
//
// Everything that chooses is behind this header: in plan.cpp, which machine works on files; in plan_ram.cpp, loop or partition,
// and with which blocks; in plan_disk.cpp, what is held whole and how the rest is cut; in plan_ranks.cpp, how ranks exchange. The
// machines (ram/, cuda/, disk/, mpi/) carry plans out, and none of them knows another:
//
//   multiply        -> plan_arrays ->  ram  |  cuda
//   multiply_files  -> plan_files  ->  memory, a slice at a time by multiply  |  disk  |  ranks, which multiply what they hold
//
// How much memory a phase takes is computed beside the phases (core/arrays/ram/move.hpp, core/arrays/disk/move.hpp), because it
// must be what they allocate; the planner asks for it and decides. In the same way the sizes of a GPU's tiles are in
// core/arrays/cuda/tuning.hpp: they follow from the operation and the device, also for arrays that are already there and have no
// other plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/arrays/disk/move.hpp"
#include "core/arrays/ram/move.hpp"
#include "core/run/memory.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {

/// What can be asked for. The first three are the Operations.
enum class Work { multiply, inverse, divide, power, random, identity, check, cycles, representatives, convert, orbits };
constexpr Work work_of(Operation operation) {
  return static_cast<Work>(operation);
}
constexpr Operation operation_of(Work work) {
  return static_cast<Operation>(work);
}
/// What an operation does to an array.
constexpr arrays::Move move_of(Operation operation) {
  return static_cast<arrays::Move>(operation);
}

/// What is to be done, as far as a plan depends on it.
struct Task {
  Work work = Work::multiply;
  std::uint64_t source = 0;  // points of x
  std::uint64_t target = 0;  // points that x maps into: those of y in a product, those of the result otherwise
  unsigned point_bytes = 4;  // of a point of x
  unsigned value_bytes = 4;  // of a value of y, or of the result
  bool whole_values = true;  // arrays: values are aligned and have 1, 2, 4, ... 64 bytes, for which there is more than a loop
  unsigned maps = 1;         // orbits: the permutations, all of which are held
  bool schreier = false;     // orbits: with a Schreier vector
  bool in_file = false;      // x is an .npy file, which need not be read into memory
  bool keeps = false;        // what a phase leaves on disk must outlive the run
  bool resumes = false;      // and an earlier run has left some
  std::string x = {};        // for messages: the name of x, and what is done, such as "inverting x.npy"
  std::string doing = {};

  bool gathers() const { return work == Work::multiply; }
  arrays::Shape shape() const { return {source, target, point_bytes, value_bytes}; }
};

enum class Where { ram, cuda, disk, ranks };

using arrays::RamPlan;

/// On disk. Where y (or the result) is held whole, in memory (`resident`) or on a GPU (`device`), the others pass by once.
/// Otherwise Algorithms 3, 5 and 6 of the paper (`implicit`). What is not an Operation only passes by (`stream`).
enum class DiskWay { resident, device, implicit, stream };
using arrays::DiskPlan;

/// By several ranks; the same on each of them.
struct RankPlan {
  Exchange exchange = Exchange::messages;
  std::size_t parts = 1;         // buckets of a rank; more than one only with files
  std::size_t round_points = 1;  // of x that a rank sends at a time
  int ranks = 1;
  unsigned threads = 1;         // of each
  bool gpu = false;             // messages only: each has its block of the array on a GPU
  bool buffers_on_gpu = false;  // and what comes in is received there, too
};

/// How a task is done.
struct Plan {
  Task task = {};
  Where where = Where::ram;
  std::string method = {};        // empty where there is one only, or every slice has a plan of its own
  std::string why = {};           // this algorithm, or the disk
  std::string backend_why = {};   // this backend
  std::string exchange_why = {};  // this exchange; empty where ranks exchange nothing
  std::string buffers_why = {};   // ranks with GPUs: why what they exchange is where it is
  int passes = 0;                 // over the disk
  std::uint64_t memory = 0;       // bytes; of arrays in memory, those of the scratch space alone
  std::uint64_t scratch = 0;      // bytes on disk beside the result; of each rank
  std::size_t slice_points = 0;   // files in memory: of x at a time
  RamPlan ram = {};
  DiskPlan disk = {};
  DiskWay way = DiskWay::implicit;
  RankPlan ranks = {};
  std::shared_ptr<const Plan> without_sharing =
      {};  // where ranks are to share memory and turn out not to be able to; null: none fits

  /// cpu or cuda.
  const char* backend() const;
};

/// Enters into the run record what was chosen and why.
void note(const Plan& plan, RunControl& run);

/// What the ranks have, of which each knows the same.
struct RankResources {
  int ranks = 1;
  bool one_machine = true;
  std::uint64_t memory = 0;                      // that every rank may take
  unsigned threads = 1;                          // of this rank
  std::optional<std::uint64_t> gpu_memory = {};  // that every rank may take of its GPU; none unless they were asked to use GPUs
  bool buffers_on_gpu = false;                   // MPI sends the memory of GPUs
  std::string buffers_why = {};
};

/// For arrays in memory. Throws ResourceError if what was asked for is not there or does not fit, InputError if it cannot be
/// done.
Plan plan_arrays(const Task& task, const Options& options, RunControl* run);
/// For files; `ranks` is null for one process. Throws as plan_arrays does.
Plan plan_files(const Task& task, const FileOptions& options, RunControl& run, const RankResources* ranks);

// --- Parts of the planner that others use too: the executors when they learn more, tests and benchmarks.

/// require_memory, if it is worth a question.
void require_scratch(std::uint64_t bytes, const RunControl* run, const char* doing);

/// As many threads as were asked for, but no more than have some thousand points each.
unsigned useful_threads(std::size_t points, unsigned threads);

/// Files on disk, within the memory limit.
Plan plan_disk(const Task& task, const FileOptions& options, std::uint64_t memory);
/// The buckets as a run that is resumed has cut them; the threads may be others. Throws ResourceError if they do not fit the
/// memory.
void resume_plan(Plan& plan, const DiskPlan& resumed, const FileOptions& options, std::uint64_t memory);
/// The most memory that any phase takes under this plan.
std::uint64_t disk_memory(const Task& task, const DiskPlan& plan);
/// `start`, with the blocks, chunks and slices for the memory limit. Throws ResourceError that names the least memory it takes.
DiskPlan cut_for_memory(const Task& task, const DiskPlan& start, std::uint64_t memory);
/// Chunks for `bytes` bytes of every point in buckets: some are not full, runs have headers, and long distances take a word more.
std::uint64_t bucket_chunks(const Plan& plan, unsigned bytes);

/// What ranks do with a product, an inverse or a quotient: the fastest exchange that fits, or the one that was asked for.
/// `most_round` bounds the points of a round. Throws InputError or ResourceError where none does.
Plan plan_exchange(const Task& task, Exchange asked, std::size_t most_round, const RankResources& ranks);
inline constexpr std::uint64_t kMostBucket = std::uint64_t{1} << 32;  // offsets within a rank's bucket have 32 bits

// What the parts of the planner tell one another.

/// Why arrays in memory are worked on there.
const char* why_backend(BackendChoice asked);

/// Whether the caller says how work on disk is cut.
inline bool is_cut_by_hand(const FileOptions& options) {
  return options.disk.block_bits != 0;
}

/// Throws InputError for options that several ranks do not take.
Plan plan_ranks(const Task& task, const FileOptions& options, const RankResources& ranks);

/// How peers multiply slices of at most `slice` points each, with as many threads each: the same plan for all. Those whose plan
/// is the loop need no scratch memory and may as well work alone.
Plan plan_peers(std::uint64_t slice, unsigned parts, unsigned threads, std::uint64_t target, unsigned point_bytes,
                unsigned value_bytes);

/// z = x*y in memory, by a plan (multiply.cpp). Throws PointError and Stopped.
template <class Point, class Value>
void multiply_by_plan(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan,
                      const Options& options, RunControl* run);
/// Enters what the phases took.
void note(const arrays::Phases& phases, RunControl* run);

// What `perm tune` measured on this machine (wreath/perm/tuning.hpp), kept in the user's cache folder and used by every later
// run.

struct TuningEntry;
/// Where it is kept: $XDG_CACHE_HOME/wreath or ~/.cache/wreath; empty where neither is set.
std::string tuning_path();
void save_tuning(const std::string& path, const std::vector<TuningEntry>& entries);
/// Nothing if there is none, or if it is of another machine or cannot be read.
std::vector<TuningEntry> load_tuning(const std::string& path);

/// Enters what was measured nearest to this size into the plan; false where nothing fits.
bool apply_tuning(RamPlan& plan, Operation operation, std::size_t points, std::size_t value_bytes, unsigned threads);
bool apply_tuning(RamPlan& plan, const std::vector<TuningEntry>& entries, Operation operation, std::size_t points,
                  std::size_t value_bytes, unsigned threads);

}  // namespace wreath::perm
