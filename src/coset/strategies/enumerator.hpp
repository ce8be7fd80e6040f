// SPDX-License-Identifier: MIT
//
// One enumeration by one strategy, in turns.
//
// HLT (Haselgrove, Leech and Trotter) works through the cosets in order: every relator is closed at the coset by defining what is
// missing, and then its row is filled. It is fast and defines many cosets. Felsch defines one coset at a time, for the first
// hole, and tests each new edge in all places of all relators where it occurs. It defines few and scans more. Mixed alternates.
// Lookahead scans relators without defining anything, when the table has doubled. Sparse is HLT for long relators: those are
// closed only where a few letters are missing, and the table is scanned whenever it has grown by an eighth. It defines almost as
// few cosets as Felsch, and all that it does is done in bulk.
//
// A turn has a budget of table steps, a count and not a time: the table after a number of turns is a function of the input.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/io/byte_writer.hpp"
#include "core/run/gpu_start.hpp"
#include "coset/cpu/cpu_backend.hpp"
#include "coset/strategies/cycle_starts.hpp"
#include "wreath/run.hpp"

namespace wreath::coset {

class Enumerator {
 public:
  enum class End {
    complete,  // the table is closed: its live rows are the cosets
    budget,    // the turn is over
    full,      // the row limit was reached, and lookahead made no room
    stopped,   // the run was asked to
  };

  /// The system must outlive it.
  Enumerator(const System& system, Method method, std::uint64_t row_limit, unsigned threads, const Grain& grain = {});

  End turn(std::uint64_t budget, RunControl& run);

  /// memory: bytes of the host. most: the most rows wherever they are; 0: any number.
  void set_limits(std::uint64_t memory, std::uint64_t most = 0);
  /// Which limit End::full is about.
  Ending why_full() const noexcept;
  /// Throws ResourceError instead of staying on the CPU if the GPU cannot be used.
  void require_device() noexcept { device_required_ = true; }
  /// Keeps a journal from the beginning. The rows stay narrow, and on the CPU.
  void keep_journal();
  const Journal* journal() const noexcept { return journal_.get(); }
  /// Defines the cosets to which the beginnings of a word lead, before the first turn. False if there is no room.
  bool define_path(std::span<const Letter> word);
  /// Where a word leads from coset 1; 0 if that is not known.
  Row end_of(std::span<const Letter> word) const;

  Method method() const noexcept { return method_; }
  /// Whether it works in bulk, on all cores and perhaps on a GPU.
  bool is_bulk() const noexcept { return method_ == Method::hlt || method_ == Method::sparse; }
  /// With all its counts, and with rows after copy_home().
  const CosetTable& table() const noexcept { return table_; }
  CosetTable& table() noexcept { return table_; }
  /// Where the rows are: "cpu" or "cuda".
  std::string_view where() const noexcept { return elsewhere_ ? elsewhere_->name() : cpu_.name(); }
  bool is_on_device() const noexcept { return elsewhere_ && !elsewhere_->is_on_host(); }
  /// Whether the entries became wide, since there were too many rows for narrow ones.
  bool is_wide() const noexcept { return elsewhere_ && elsewhere_->is_on_host(); }
  /// Wide rows become narrow and stay here; those on a GPU are copied.
  void copy_home() {
    if (is_wide()) {
      move_home();
    } else if (elsewhere_) {
      elsewhere_->copy_home();
    }
  }
  /// The finished table in its standard order, which is then gone. Throws LimitReached, and nothing has changed, if the run is
  /// stopped first.
  Table take_table(const Problem& problem, bool resumed = false, RunControl* run = nullptr);
  std::uint64_t worked_through() const noexcept { return next_ - 1; }
  std::uint64_t lookaheads() const noexcept { return lookaheads_; }
  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t begun_paths() const noexcept { return begun_paths_; }  // in bulk: those with both ends in one slot
  /// Bytes that are held where the rows are, and on the host.
  std::uint64_t memory() const noexcept {
    return elsewhere_ ? elsewhere_->memory() : table_.memory() + cpu_.memory() + (journal_ ? journal_->memory() : 0);
  }
  std::uint64_t host_memory() const noexcept { return elsewhere_ && !is_wide() ? 0 : memory(); }
  /// What is wrong with a finished table.
  std::string first_fault(RunControl& run) { return backend().first_fault(run); }

  /// Without dead rows.
  /// False if the run was asked to stop before anything was changed.
  bool compact(RunControl* run = nullptr);
  /// What besides the table there is to save.
  std::vector<std::uint64_t> saved_state() const;
  /// The rows, wherever they are, piece by piece.
  void save_rows(ByteWriter& into) { backend().save_rows(into); }
  /// The state, and then the rows. Throws InputError if the state is not one of these; false if the rows are not.
  bool restore(ByteReader& reader);
  /// With the rows that there are: the system has words that were not closed. Throws InputError if the rows are wide.
  void begin_again();

 private:
  // --- scans
  bool fill(const RelatorRef& relator, Task task);
  template <bool Prefer>
  bool scan(const RelatorRef& relator, Task task);
  void prefer(Row c, Letter x);

  // --- HLT
  std::uint64_t first_lookahead() const noexcept;
  bool is_long(const RelatorGroup& group) const;
  bool has_long_relators() const;
  End hlt_turn(std::uint64_t until, RunControl& run);
  End work_through_all(std::uint64_t until, RunControl& run);
  bool work_through(std::uint64_t first, std::uint64_t last, RunControl& run);
  bool work_through_one(Row coset, RunControl& run);
  bool lookahead(std::uint64_t from, bool brief, RunControl& run);
  bool make_room(RunControl& run);

  // --- Felsch
  End felsch_turn(std::uint64_t until, std::uint64_t definitions, RunControl& run);
  End mixed_turn(std::uint64_t until, RunControl& run);
  bool test_deductions(std::uint64_t until, RunControl& run);
  std::pair<Row, Letter> next_definition();

  Backend& backend() noexcept { return elsewhere_ ? *elsewhere_ : cpu_; }
  bool wants_device(const RunControl& run);
  void move_to_device(RunControl& run);
  void move_home();
  bool make_wide(RunControl& run);
  std::uint64_t host_limit() const noexcept;

  bool start(RunControl& run);
  bool stop_requested(RunControl& run);

  const System& system_;
  Method method_;
  Grain grain_;
  CosetTable table_;
  CpuBackend cpu_;
  GpuStart gpu_start_;
  std::unique_ptr<Backend> elsewhere_;  // if the rows are on a GPU, or wide
  std::unique_ptr<Journal> journal_;    // of what is done, if it is kept
  bool device_required_ = false;
  bool device_failed_ = false;
  std::uint64_t most_rows_ = 0;
  std::uint64_t wide_limit_ = 0;                  // rows that fit in the host's memory if they are wide
  std::uint64_t next_ = 1;                        // cosets before it are closed under all relators
  std::uint64_t hole_ = 1;                        // rows before it have no holes
  std::uint64_t most_batch_ = 1;                  // cosets that are scanned together
  std::uint64_t most_lookahead_ = 1;              // in a lookahead, for all relators
  std::uint64_t room_batch_ = ~std::uint64_t{0};  // for which there was room
  std::uint64_t threshold_ = 0;                   // rows at which to look ahead
  std::uint64_t steps_ = 0;
  std::uint64_t lookaheads_ = 0;
  std::uint64_t begun_paths_ = 0;
  std::uint64_t asked_at_ = 0;  // steps when the run was last asked
  bool started_ = false;
  bool dropped_ = false;   // deductions: what looks complete has to be scanned again
  bool checking_ = false;  // which is under way
  bool fruitful_ = true;   // the last lookahead
  std::vector<Task> tasks_;
  std::vector<Cycle> cycles_;        // in which Felsch tests deductions
  std::vector<CycleStarts> starts_;  // by letter: the cycles, read from where they have that letter
  std::array<std::pair<Row, Letter>, 256> preferred_{};
  std::uint8_t preferred_at_ = 0;
  unsigned preferred_count_ = 0;
};

}  // namespace wreath::coset
