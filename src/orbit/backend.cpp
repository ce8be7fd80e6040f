// SPDX-License-Identifier: MIT
#include "orbit/backend.hpp"

#include <fmt/format.h>

#include "core/features.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/io/scratch_folders.hpp"
#include "core/parallel/loops.hpp"
#include "core/run/gpu_start.hpp"
#include "core/run/left_out.hpp"
#include "core/run/memory.hpp"
#include "core/run/ranks.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/plan.hpp"
#include "orbit/spaces/relator_space.hpp"
#include "orbit/spaces/state_moves.hpp"
#include "orbit/tuning.hpp"
#include "wreath/gpu.hpp"

namespace wreath::orbit {

#if !WREATH_HAVE_MPI
std::unique_ptr<RowShare> make_row_share(mpi::Communicator&, const CellSpace&) {
  throw_no_mpi();
}
#endif

namespace {

constexpr std::size_t kMostGpuPlaces = 56;  // of a word: an item of a list has eight bits more, for a generator

/// Why a GPU cannot make this search; empty if it can.
std::string why_not_gpu(const Plan& plan, const Options& options) {
  if (options.oracle) return "distances are kept on the CPU only";
  if (plan.method == Method::ranks && (!plan.ranks->is_binary() || plan.ranks->places() > kMostGpuPlaces))
    return "the GPU takes words of two letters and at most " + std::to_string(kMostGpuPlaces) + " places";
  return {};
}

}  // namespace

bool takes_gpu(const Plan& plan, std::size_t generators, const Options& options, RunControl& run) {
  const auto note = [&](bool gpu, std::string why) {
    run.note_choice("backend", gpu ? "cuda" : "cpu", std::move(why));
    return gpu;
  };
  if (options.machine.backend == BackendChoice::cpu) return note(false, "asked for");
  const std::string obstacle = why_not_gpu(plan, options);
  if (options.machine.backend == BackendChoice::cuda) {
    require_gpu();
    if (!obstacle.empty()) {
      throw InputError("this search runs on the CPU only: " + obstacle + "; leave out " + option("backend", "cuda"));
    }
    return note(true, "asked for");
  }
  if (!obstacle.empty()) return note(false, obstacle);
  if (run.memory_left() < kGpuHostMemory) return note(false, "the start of a GPU takes more memory than is left");
  const std::uint64_t states = plan.expected.value_or(0) / plan.symmetry_order;
  const unsigned threads = resolve_threads(options.machine.threads);
  const double cpu = core_cost(plan.method).seconds(states, generators) / threads;
  const double gpu = kGpuStartSeconds + gpu_cost(plan.method).seconds(states, generators);
  // Asking for a GPU takes time as well. What does not fit the memory is not for the CPU.
  if (cpu <= gpu && plan.bytes <= run.memory_left())
    return note(false, fmt::format("about {:.1g} s on {}, and a GPU takes {} s to start", cpu, counted(threads, "thread"),
                                   kGpuStartSeconds));
  if (!has_gpu()) return note(false, "there is no GPU");
  return note(true, fmt::format("about {:.1g} s, and {:.1g} s on {}", gpu, cpu, counted(threads, "thread")));
}

namespace {

/// Each rank makes some of the rows: on the CPU, or, if that was asked for, on the GPU that its machine has for it.
std::unique_ptr<Backend> make_rank_backend(const Plan& plan, const Options& options, RunControl& run) {
  std::unique_ptr<RowShare> share = make_row_share(options.machine.cluster.ranks(), *plan.cells);
  if (options.machine.backend != BackendChoice::cuda) {
    run.note_choice("backend", "cpu", "several ranks search together");
    return make_cell_backend(*plan.cells, plan.bitmaps, options, std::move(share));
  }
  run.note_choice("backend", "cuda", "asked for, for each of the ranks");
  std::unique_ptr<Backend> backend;
  mpi::together(options.machine.cluster, [&] {
    require_gpu();
    try {
#if WREATH_HAVE_CUDA
      backend = make_cuda_cell_backend(*plan.cells, plan.bitmaps, options, StopCheck(run), std::move(share));
#endif
    } catch (const Stopped&) {
    }
  });
  if (mpi::stop_together(options.machine.cluster.ranks(), run)) throw Stopped{};
  return backend;
}

/// About what codes that were saved take in memory: in tables, and in lists.
std::uint64_t bytes_in_memory(std::uint64_t saved) {
  return 2 * saved;
}

/// Begins on the CPU, since most searches are small and a GPU takes time to start, and moves to a GPU once there is much to do;
/// back, if the GPU's memory is full and there is more on the host; and to a disk, if a scratch folder is named, once the memory
/// is full.
class LevelsThatGrow final : public CodeLevels {
 public:
  LevelsThatGrow(std::shared_ptr<const CodeMoves> moves, std::unique_ptr<CodeLevels> first, CodeList starts, bool keep_levels,
                 const Machine& machine, bool may_use_gpu, std::uint64_t room)
      : moves_(std::move(moves)),
        starts_(std::move(starts)),
        keep_levels_(keep_levels),
        machine_(machine),
        now_(std::move(first)),
        may_use_gpu_(may_use_gpu),
        may_use_disk_(!machine.scratch.empty()),
        room_(room) {}

  std::uint64_t expand(RunControl& run) override {
    if (std::exchange(on_disk_, false)) run.note_choice("backend", "disk", "the checkpoint does not fit the memory");
    if (may_use_gpu_ && now_->size(now_->count() - 1) * moves_->moves() >= tuning::kProductsForGpu) move_to_gpu(run);
    while (true) {
      try {
        if (!full_.empty()) {
          move_on(run);
          now_->add(added_, run);
        }
        const std::uint64_t found = now_->expand(run);
        added_.clear();
        return found;
      } catch (const MemoryError& error) {
        if (!may_move_on()) throw;
        full_ = error.message();
      }
    }
  }
  /// If the memory is full, the codes are added by expand(), elsewhere: the order of the last level, which may be being read,
  /// stays.
  void add(const std::vector<std::uint64_t>& codes, RunControl& run) override {
    if (may_move_on()) added_.insert(added_.end(), codes.begin(), codes.end());  // where the level begins again
    if (!full_.empty()) return;
    try {
      now_->add(codes, run);
    } catch (const MemoryError& error) {
      if (!may_move_on()) throw;
      full_ = error.message();
    }
  }
  bool restart(const std::uint64_t* code) override { return now_->restart(code); }
  std::uint64_t count() const override { return now_->count(); }
  std::uint64_t size(std::uint64_t level) const override { return now_->size(level); }
  void read(std::uint64_t level, std::uint64_t from, std::span<std::uint64_t> codes) const override {
    now_->read(level, from, codes);
  }
  bool keeps(std::uint64_t level) const override { return now_->keeps(level); }
  bool has(std::uint64_t level, const std::uint64_t* code) const override { return now_->has(level, code); }
  std::optional<CodeStep> step_to(std::uint64_t level, const std::uint64_t* code, RunControl& run) const override {
    return now_->step_to(level, code, run);
  }
  void save(ByteWriter& into) const override { now_->save(into); }
  void restore(ByteReader& from) override {
    if (machine_.backend != BackendChoice::cuda && bytes_in_memory(from.left()) > room_) {
      if (!may_use_disk_)
        throw MemoryError("the checkpoint needs " + format_bytes(bytes_in_memory(from.left())) + " of memory, and " +
                          format_bytes(room_) + " is left; raise " + option("memory") + ", or give " + option("scratch"));
      may_use_gpu_ = false;
      may_use_disk_ = false;
      on_disk_ = true;
      now_ = make_on_disk(room_);
    }
    now_->restore(from);
  }
  std::uint64_t memory() const override { return now_->memory(); }
  DiskTraffic traffic() const override { return now_->traffic(); }

 private:
  bool may_move_on() const { return may_use_disk_ || may_go_back_; }
  /// Throws MemoryError if there is nowhere else.
  void move_on(RunControl& run) {
    const std::string why = std::exchange(full_, {});
    if (std::exchange(may_go_back_, false) && move_back(run, why)) return;
    if (!may_use_disk_) throw MemoryError(why);
    move_to_disk(run, why);
  }
  void move_to_gpu([[maybe_unused]] RunControl& run) {
    may_use_gpu_ = false;
#if WREATH_HAVE_CUDA
    if (run.memory_left() < kGpuHostMemory || !has_gpu()) return;
    try {
      move_by_memory(make_cuda_code_levels(moves_, starts_, keep_levels_));
      may_go_back_ = true;
      run.note_choice("backend", "cuda", "many states");
    } catch (const ResourceError& error) {
      run.note_choice("backend", "cpu", error.what());
    }
#endif
  }
  /// From a GPU, if there is memory for what is saved, too.
  bool move_back(RunControl& run, const std::string& why) {
    if (now_->memory() + bytes_in_memory(now_->memory()) > run.memory_left()) return false;
    move_by_memory(make_code_levels(moves_, starts_, keep_levels_, machine_.threads));
    run.note_choice("backend", "cpu", why);
    return true;
  }
  void move_by_memory(std::unique_ptr<CodeLevels> next) {
    ByteWriter saved;
    now_->save(saved);
    const std::vector<std::byte> bytes = saved.take();
    ByteReader reader(bytes);
    next->restore(reader);
    now_ = std::move(next);
  }
  std::unique_ptr<CodeLevels> make_on_disk(std::uint64_t room) const {
    return make_disk_code_levels(moves_, starts_, keep_levels_, machine_, disk_room(room, resolve_threads(machine_.threads)));
  }
  /// By a file, since the memory is full. If the disk does not take them, the codes are in the main memory afterwards.
  void move_to_disk(RunControl& run, const std::string& why) {
    may_use_gpu_ = false;
    may_use_disk_ = false;
    const TemporaryFolder folder(scratch_folder_list(machine_.scratch, {})[0], "wreath-codes-");
    const std::string path = folder.path() + "/codes";
    {
      OutputFile file(path);
      ByteWriter saved([&](std::span<const std::byte> bytes) { file.write(bytes); });
      now_->save(saved);
      saved.flush();
      file.commit();
    }
    now_.reset();
    const MappedFile saved(path);
    const auto restore = [&](std::unique_ptr<CodeLevels> next) {
      now_ = std::move(next);
      ByteReader reader(saved.bytes());
      now_->restore(reader);
    };
    try {
      restore(make_on_disk(run.memory_left()));
    } catch (...) {
      now_.reset();
      restore(make_code_levels(moves_, starts_, keep_levels_, machine_.threads));
      throw;
    }
    run.note_choice("backend", "disk", why);
  }

  std::shared_ptr<const CodeMoves> moves_;
  CodeList starts_;
  bool keep_levels_;
  Machine machine_;
  std::unique_ptr<CodeLevels> now_;
  CodeList added_;    // to the level that is being made
  std::string full_;  // why the codes must move on before the level is made
  bool may_use_gpu_;
  bool may_use_disk_;
  bool may_go_back_ = false;  // from a GPU that was not asked for
  bool on_disk_ = false;      // since a checkpoint was read
  std::uint64_t room_;        // bytes, for a checkpoint
};

}  // namespace

std::shared_ptr<const CodeMoves> make_state_moves(const Generators& generators, const KeyCodec& codec, Start::Kind kind) {
  std::shared_ptr<const CodeMoves> host = make_host_state_moves(generators, codec, kind);
#if WREATH_HAVE_CUDA
  if (auto both = make_gpu_state_moves(host, generators, codec, kind)) return both;
#endif
  return host;
}

std::shared_ptr<const CodeMoves> make_relator_moves(const Generators& generators) {
  std::shared_ptr<const CodeMoves> host = make_host_relator_moves(generators);
#if WREATH_HAVE_CUDA
  return make_gpu_relator_moves(std::move(host), generators);
#else
  return host;
#endif
}

std::unique_ptr<CodeLevels> make_levels_of_codes(std::shared_ptr<const CodeMoves> moves, const CodeList& starts, bool keep_levels,
                                                 const Machine& machine, RunControl& run) {
  const char* obstacle = !moves->on_gpu()     ? "these moves are not made on a GPU"
                         : moves->words() > 4 ? "codes on a GPU have at most 4 words"
                                              : nullptr;
  std::unique_ptr<CodeLevels> first;
  if (machine.backend == BackendChoice::cuda) {
    require_gpu();
    if (obstacle != nullptr)
      throw InputError(fmt::format("this search runs on the CPU only: {}; leave out {}", obstacle, option("backend", "cuda")));
    run.note_choice("backend", "cuda", "asked for");
#if WREATH_HAVE_CUDA
    first = make_cuda_code_levels(moves, starts, keep_levels);
#endif
  } else {
    first = make_code_levels(moves, starts, keep_levels, machine.threads);
    run.note_choice("backend", "cpu",
                    machine.backend == BackendChoice::cpu ? "asked for"
                    : obstacle != nullptr                 ? obstacle
                                                          : "few states");
  }
  const bool may_use_gpu = machine.backend == BackendChoice::automatic && obstacle == nullptr;
  if (machine.backend == BackendChoice::cuda && machine.scratch.empty()) return first;
  return std::make_unique<LevelsThatGrow>(std::move(moves), std::move(first), starts, keep_levels, machine, may_use_gpu,
                                          run.memory_left());
}

std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                                      RunControl& run) {
  if (mpi::are_several(options.machine.cluster)) return make_rank_backend(plan, options, run);
  const auto on_disk = [&](std::string why) {
    run.note_choice("backend", "disk", std::move(why));
    return make_disk_cell_backend(*plan.cells, plan.bitmaps, options,
                                  disk_room(run.memory_left(), resolve_threads(options.machine.threads)));
  };
  if (plan.disk) return on_disk(plan.why);
  if (plan.method == Method::keys) return make_key_backend(generators, start, plan.chain.get(), options, run);
  [[maybe_unused]] const bool gpu = takes_gpu(plan, generators.count(), options, run);
#if WREATH_HAVE_CUDA
  if (gpu) {
    const auto timer = run.phase("start on the GPU");
    try {
      if (plan.method == Method::cells) return make_cuda_cell_backend(*plan.cells, plan.bitmaps, options, StopCheck(run));
      if (plan.method == Method::chain) return make_cuda_chain_backend(*plan.chain_space, plan.bitmaps, options, StopCheck(run));
      return make_cuda_rank_backend(*plan.ranks, generators, start);
    } catch (const ResourceError& error) {
      if (options.machine.backend == BackendChoice::cuda) {
        if (dynamic_cast<const MemoryError*>(&error) == nullptr) throw;
        throw MemoryError(error.message() + ". " + what_fits(plan, options, run));
      }
      if (plan.bytes > run.memory_left()) {
        if (plan.method != Method::cells || plan.bitmaps == Bitmaps::one || options.keep_last) throw;
        return on_disk(error.what());
      }
      run.note_choice("backend", "cpu", error.what());
    }
  }
#endif
  switch (plan.method) {
    case Method::cells: return make_cell_backend(*plan.cells, plan.bitmaps, options);
    case Method::chain: return make_chain_backend(*plan.chain_space, plan.bitmaps, options);
    default: return make_rank_backend(*plan.ranks, generators, start, options);
  }
}

}  // namespace wreath::orbit
