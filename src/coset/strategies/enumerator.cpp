// SPDX-License-Identifier: MIT
#include "coset/strategies/enumerator.hpp"

#include <algorithm>

#include "coset/tuning.hpp"

namespace wreath::coset {

namespace {
// Bytes of a row besides its entries: a parent; and a place in the list of dying cosets, in that of the standard order, or half
// of one in a list of pairs of equal cosets, which are held twice while they are put together.
constexpr std::uint64_t kRowOverhead = 3 * sizeof(Row);
constexpr std::uint64_t kJournalOverhead = sizeof(Row) + 2 * sizeof(Event);  // a name, a definition and what closes it
constexpr std::uint64_t kWideOverhead = 2 * sizeof(WideRow);                 // a parent, and a place in one of the lists
}  // namespace

std::uint64_t wide_table_bytes(const Problem& problem) noexcept {
  const std::uint64_t rows = kMostRowsOf<Row> / (tuning::kWorthWidening - 1) * tuning::kWorthWidening + tuning::kWorthWidening;
  return rows * (sizeof(WideEntry) * problem.group.alphabet.size() + kWideOverhead);
}

Enumerator::Enumerator(const System& system, Method method, std::uint64_t row_limit, unsigned threads, const Grain& grain)
    : system_(system),
      method_(method),
      grain_(grain),
      table_(system.inverses, row_limit, threads, grain),
      cpu_(table_, system_, grain) {
  threshold_ = std::min(first_lookahead(), table_.row_limit());
  table_.keep_deductions(!is_bulk());
  std::uint64_t longest = 1;
  for (const Relator& relator : system.relators) longest = std::max(longest, relator.length);
  most_batch_ = std::clamp<std::uint64_t>(tuning::kMostBatchSteps / longest, 1, tuning::kMostBatch);
  for (const RelatorGroup& group : system.groups)
    most_batch_ = std::min<std::uint64_t>(most_batch_, tuning::kMostTasks / (group.last - group.first));
  if (!is_bulk()) {
    cycles_ = cycles_of(system);
    starts_.resize(system.width);
    const CycleNumbers numbers(system);
    for (const Cycle& cycle : cycles_) {
      for (std::uint32_t offset = 0; offset < cycle.word.period; ++offset) {
        const std::uint32_t place = cycle.is_inverse ? cycle.word.period - offset : offset;
        starts_[cycle.word.forward[offset]].add({ref_of(cycle.word).from(offset), numbers.of(cycle.relator, place)});
      }
    }
  }
  most_lookahead_ =
      std::clamp<std::uint64_t>(tuning::kMostTasks / std::max<std::size_t>(1, system.relators.size()), 1, most_batch_);
}

std::uint64_t Enumerator::first_lookahead() const noexcept {
  return method_ == Method::sparse ? tuning::kFirstSparse : tuning::kFirstLookahead;
}

void Enumerator::set_limits(std::uint64_t memory, std::uint64_t most) {
  most_rows_ = most;
  const auto limit_for = [&](std::uint64_t bytes) {
    const std::uint64_t rows = std::max<std::uint64_t>(1, memory / bytes);
    return most == 0 ? rows : std::min(rows, most);
  };
  if (journal_) memory -= std::min(memory, journal_->memory());
  table_.set_row_limit(limit_for(sizeof(Row) * table_.width() + kRowOverhead + (journal_ ? kJournalOverhead : 0)));
  wide_limit_ = limit_for(sizeof(WideEntry) * table_.width() + kWideOverhead);
  if (elsewhere_) elsewhere_->limit_rows(is_wide() ? wide_limit_ : most);
  threshold_ = std::min(std::max(threshold_, first_lookahead()), backend().row_limit());
}

/// The most rows that the host can have, narrow or wide.
std::uint64_t Enumerator::host_limit() const noexcept {
  const std::uint64_t narrow = table_.row_limit();
  const bool can_widen = is_bulk() && !journal_ && narrow == table_.most_rows() &&
                         wide_limit_ / tuning::kWorthWidening > narrow / (tuning::kWorthWidening - 1);
  return can_widen ? wide_limit_ : narrow;
}

void Enumerator::keep_journal() {
  journal_ = std::make_unique<Journal>(system_);
  table_.keep(journal_.get());
  device_failed_ = true;
}

bool Enumerator::define_path(std::span<const Letter> word) {
  Row at = 1;
  for (const Letter x : word) {
    const Row next = table_.at(at, x);
    at = next != 0 ? next : table_.define(at, x);
    if (at == 0) return false;
  }
  return true;
}

Row Enumerator::end_of(std::span<const Letter> word) const {
  Row at = 1;
  for (const Letter x : word) at = table_.at(at, x);
  return at;
}

Ending Enumerator::why_full() const noexcept {
  const std::uint64_t limit = elsewhere_ ? elsewhere_->row_limit() : table_.row_limit();
  if (most_rows_ != 0 && limit >= most_rows_) return Ending::cosets;
  return !is_wide() && limit >= table_.most_rows() ? Ending::rows : Ending::memory;
}

/// A GPU that nobody asked for is started in the background, and the rows go there when it is at hand and there is work left.
bool Enumerator::wants_device(const RunControl& run) {
  if (elsewhere_ || device_failed_ || !is_bulk() || table_.live() < grain_.device_cosets) return false;
  if (device_required_) return true;
  const std::uint64_t open = table_.live() - std::min(table_.live(), next_);
  if (open >= kDeviceStart.open && run.seconds() >= kDeviceStart.seconds) gpu_start_.begin();
  return open >= tuning::kWorthMoving && gpu_start_is_over();
}

void Enumerator::move_to_device(RunControl& run) {
  try {
    elsewhere_ = make_device_backend(table_, system_, most_rows_);
    run.note_choice("backend", std::string(where()), device_required_ ? "asked for" : "the table is large, and there is a GPU");
    threshold_ = std::min(std::max(threshold_, first_lookahead()), backend().row_limit());
  } catch (const ResourceError& error) {
    if (device_required_) throw;
    device_failed_ = true;
    run.note_choice("backend", "cpu", error.what());
  }
}

/// Throws MemoryError if the rows do not fit in the host's memory.
void Enumerator::move_home() {
  elsewhere_->copy_home();
  elsewhere_.reset();
  threshold_ = std::min(std::max(threshold_, first_lookahead()), table_.row_limit());
}

Table Enumerator::take_table(const Problem& problem, bool resumed, RunControl* run) {
  const bool stays_wide = is_wide() && table_.rows() > table_.most_rows();
  if (!stays_wide) copy_home();
  return (stays_wide ? *elsewhere_ : cpu_).take_table(problem, resumed, run);
}

bool Enumerator::stop_requested(RunControl& run) {
  if (steps_ - asked_at_ < tuning::kAskEverySteps) return false;
  asked_at_ = steps_;
  run.report({"enumerate", table_.live(), 0, "cosets"});
  return run.should_stop();
}

/// Closes the subgroup's generators and all relators at coset 1. False if the table is full, or if the run was asked to stop.
bool Enumerator::start(RunControl& run) {
  for (const auto* words : {&system_.subgroup, &system_.relators}) {
    auto number = static_cast<std::uint32_t>(words == &system_.subgroup ? system_.relators.size() : 0);  // as a journal has them
    for (const Relator& word : *words) {
      const RelatorRef ref = ref_of(word);
      if (!fill(ref, {1, 1, 0, ref.length, number++})) return false;
      if (!table_.settle(&run)) return false;
    }
  }
  started_ = true;
  return true;
}

Enumerator::End Enumerator::turn(std::uint64_t budget, RunControl& run) {
  const std::uint64_t until = budget > ~steps_ ? ~std::uint64_t{0} : steps_ + budget;
  if (run.should_stop()) return End::stopped;
  if (!backend().settle(&run)) return End::stopped;
  if (!started_ && !start(run)) return run.should_stop() ? End::stopped : End::full;
  switch (method_) {
    case Method::felsch: return felsch_turn(until, ~std::uint64_t{0}, run);
    case Method::mixed: return mixed_turn(until, run);
    default: return hlt_turn(until, run);
  }
}

bool Enumerator::compact(RunControl* run) {
  std::array<std::uint64_t, 2> marks{next_, hole_};
  if (!backend().compact(marks, run)) return false;
  next_ = marks[0];
  hole_ = marks[1];
  preferred_count_ = 0;
  return true;
}

std::vector<std::uint64_t> Enumerator::saved_state() const {
  return {next_,
          hole_,
          threshold_,
          steps_,
          lookaheads_,
          started_ ? 1U : 0U,
          fruitful_ ? 1U : 0U,
          is_wide() ? 1U : 0U,
          table_.total(),
          table_.maximum()};
}

void Enumerator::begin_again() {
  if (is_wide()) throw InputError("relators and generators cannot be added to a table of more than 2^32 - 2 rows");
  started_ = false;
  fruitful_ = true;
  next_ = 1;
}

bool Enumerator::restore(ByteReader& reader) {
  std::vector<std::uint64_t> state;
  reader.array_into<std::uint64_t>(state);
  if (state.size() != 10) throw InputError("the checkpoint was written by another version of wreath");
  next_ = state[0];
  hole_ = state[1];
  threshold_ = std::max(state[2], std::min(first_lookahead(), table_.row_limit()));
  steps_ = asked_at_ = state[3];
  lookaheads_ = state[4];
  started_ = state[5] != 0;
  fruitful_ = state[6] != 0;
  elsewhere_.reset();
  dropped_ = !is_bulk();  // deductions are not saved
  if (state[7] > 1 || (state[7] == 1 && !is_bulk())) return false;
  if (state[7] == 1) elsewhere_ = make_wide_backend(table_, system_, grain_);
  return backend().restore(reader, state[8], state[9]) && std::min(next_, hole_) > 0 &&
         std::max(next_, hole_) <= table_.rows() + 1;
}

}  // namespace wreath::coset
