// SPDX-License-Identifier: MIT
//
// Runs of an enumeration: of a list of generators, until an element appears, of a list to which some are added, and closures.
//
// A run that is resumed gets further however short its time is. The exception is a list that became longer: while it has fewer
// elements than the list before had, the checkpoint of that one is kept, and a run that ends by then has not got further.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "core/data/hash.hpp"
#include "core/io/distinct_files.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/enumerate/state.hpp"
#include "semigroup/generators.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

Json problem_of(const Generators& generators) {
  Json problem{{"generators", generators.count()},
               {"degree", generators.degree},
               {"images of the generators", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(generators.images))))},
               {"an adjoined identity", generators.monoid}};
  if (!generators.kind.is_transformation()) problem["kind"] = to_string(generators.kind);
  return problem;
}

/// Batches until there are at least `until` elements. The state is that of Enumeration::save.
class EnumerationJob : public Resumable {
 public:
  EnumerationJob(Enumeration& found, std::uint64_t until) : found_(found), until_(until) {}

  std::string kind() const override { return "semigroup enumerate 3"; }
  Json problem() const override { return problem_of(found_.generators()); }
  bool done() const override { return found_.complete() || found_.size() >= until_; }
  void step(RunControl& run) override { found_.state_->step(run); }
  void save(ByteWriter& into) const override { found_.state_->save(into); }
  void restore(ByteReader& from, RunControl& run) override { found_.restore(from.take(from.left()), &run); }

  /// drive(), and what goes with it.
  void run(RunControl& run);

 protected:
  Enumeration& found_;
  std::uint64_t until_;
};

bool Enumeration::run(RunControl* run) {
  return run_until(kAll, run);
}

bool Enumeration::run_until(std::uint64_t size, RunControl* given) {
  GivenRun run(given);
  if (size == kAll && !complete()) require_finite(state_->given);
  EnumerationJob(*this, size).run(run);
  return complete();
}

void EnumerationJob::run(RunControl& run) {
  // No stop for memory outside require_memory: before the first batch, certified_base takes at most half of what is left, and
  // form_again asks for each batch.
  const OwnMemory own_memory(run);
  drive(*this, run);
  Enumeration::State& state = *found_.state_;
  unless_stopped([&] {
    if (!run.should_stop()) state.prepare(run);
  });
  if (state.backend) state.backend->report_steps(run);
}

namespace {

/// Looks are long where elements are on disk: the next one comes when there are twice as many.
std::uint64_t next_look(const Enumeration& found) {
  return 2 * found.size() + 1024;
}

class PositionJob : public EnumerationJob {
 public:
  PositionJob(Enumeration& found, std::span<const Point> row) : EnumerationJob(found, Enumeration::kAll), row_(row) { look(); }

  bool done() const override { return element_ || found_.complete(); }
  void step(RunControl& run) override {
    EnumerationJob::step(run);
    if (found_.complete() || found_.size() >= look_at_) look();
  }
  void restore(ByteReader& from, RunControl& run) override {
    EnumerationJob::restore(from, run);
    look();
  }
  void look() {
    element_ = found_.find(row_);
    look_at_ = next_look(found_);
  }
  std::optional<std::uint64_t> element() const { return element_; }

 private:
  std::span<const Point> row_;
  std::uint64_t look_at_ = 0;
  std::optional<std::uint64_t> element_;
};

}  // namespace

std::optional<std::uint64_t> Enumeration::position(std::span<const Point> row, RunControl* given) {
  GivenRun run(given);
  PositionJob job(*this, row);
  if (!job.done() || !run->files().empty()) job.run(run);
  return job.element();
}

namespace {

/// The checkpoint stays that of the list before: the longer list has fewer elements by now.
void note_shorter_list(RunControl& run) {
  run.note_choice("checkpoint", "of the shorter list", "it has more elements than were found with the added generators");
}

/// A list to which generators are added, from a checkpoint of it or of the list before.
class AddedJob : public EnumerationJob {
 public:
  AddedJob(Enumeration& found, const Generators& more, std::uint64_t until)
      : EnumerationJob(found, until), more_(more), problem_(problem_of(joined(found.generators(), more))) {}

  Json problem() const override { return problem_; }
  void add() { found_.add_generators(more_.images); }
  void open(const Keeper& keeper, RunControl& run) override {
    const Json shorter = problem_of(found_.generators());
    if (is_checkpoint_of(keeper.resume_path(), kind(), shorter)) {
      const OpenCheckpoint checkpoint(keeper.resume_path(), kind(), shorter);
      found_.restore(checkpoint.payload(), &run);
      // Until there are as many again, a file that is to be replaced is worth more as it is.
      if (is_same_file(keeper.path(), keeper.resume_path())) least_ = found_.size();
      return add();
    }
    add();
    EnumerationJob::open(keeper, run);
  }
  bool worth_saving() const override { return found_.complete() || found_.size() >= least_; }

 private:
  const Generators& more_;
  Json problem_;
  std::uint64_t least_ = 0;
};

/// How far a closure has come: its state is a list of generators and the words of their elements. A list that has just become
/// longer has few words at first; until it has as many as the list before, the checkpoint is that of the list before.
class ClosureJob : public EnumerationJob {
 public:
  ClosureJob(Enumeration& found, const Generators& elements, std::uint64_t until, bool keeps)
      : EnumerationJob(found, until), elements_(elements), keeps_(keeps), problem_(EnumerationJob::problem()) {
    problem_["added elements"] = fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(elements.images))));
  }

  std::string kind() const override { return "semigroup enumerate with closure 4"; }
  Json problem() const override { return problem_; }
  bool decided() const { return decided_ == elements_.count(); }
  bool done() const override { return decided() && EnumerationJob::done(); }
  /// Whether the checkpoint is that of the list before.
  bool keeps_earlier() const { return found_.size() < earlier_size_; }
  const std::vector<std::uint64_t>& added() const { return added_; }

  /// A batch, or a look for the next element; adds it if all elements are known and it is none of them.
  void step(RunControl& run) override {
    if (!decided() && (found_.complete() || found_.size() >= look_at_)) {
      look_at_ = next_look(found_);
      const auto row = elements_.row(decided_);
      const bool is_known = found_.knows(row);
      const bool is_new = !is_known && found_.complete();
      if (is_new) add(row);
      if (is_known || is_new) return next();
    }
    EnumerationJob::step(run);
  }

  void save(ByteWriter& into) const override {
    if (keeps_earlier()) return into.put_items(std::span<const std::byte>(earlier_));
    into.put(decided_);
    into.put_all(std::span<const std::uint64_t>(added_));
    EnumerationJob::save(into);
  }
  void restore(ByteReader& from, RunControl& run) override {
    decided_ = from.number();
    from.array_into<std::uint64_t>(added_);
    if (decided_ > elements_.count() || added_.size() > decided_) from.fail("the checkpoint is damaged: its sizes do not match");
    for (const std::uint64_t k : added_) {
      if (k >= elements_.count()) from.fail("the checkpoint is damaged: it has an element that is not given");
      found_.add_generators(elements_.row(k));
    }
    EnumerationJob::restore(from, run);
  }
  /// A checkpoint of the first list alone will do as well.
  void open(const Keeper& keeper, RunControl& run) override {
    if (!peek_checkpoint(keeper.resume_path(), EnumerationJob::kind())) return EnumerationJob::open(keeper, run);
    const OpenCheckpoint checkpoint(keeper.resume_path(), EnumerationJob::kind(), EnumerationJob::problem());
    found_.restore(checkpoint.payload(), &run);
  }

 private:
  void add(std::span<const Point> row) {
    if (keeps_) {
      ByteWriter stage;
      earlier_size_ = 0;
      save(stage);
      earlier_ = stage.take();
      earlier_size_ = found_.size();
    }
    added_.push_back(decided_);
    found_.add_generators(row);
  }
  void next() {
    ++decided_;
    look_at_ = 0;
  }

  const Generators& elements_;
  bool keeps_;
  Json problem_;
  std::uint64_t decided_ = 0;
  std::uint64_t look_at_ = 0;
  std::vector<std::uint64_t> added_ = {};  // numbers of elements
  std::vector<std::byte> earlier_ = {};
  std::uint64_t earlier_size_ = 0;
};

}  // namespace

bool run_added(Enumeration& found, const Generators& more, std::uint64_t until, RunControl* given) {
  GivenRun run(given);
  AddedJob job(found, more, until);
  if (until == Enumeration::kAll) require_finite(found.generators());
  if (run->files().resume.empty()) job.add();
  job.run(run);
  if (!job.worth_saving()) note_shorter_list(run);
  return found.complete();
}

ClosureRun run_closure(Enumeration& found, const Generators& elements, std::uint64_t until, RunControl* given) {
  GivenRun run(given);
  (void)joined(found.generators(), elements);  // throws if they do not fit
  if (until == Enumeration::kAll) require_finite(found.generators());
  ClosureJob job(found, elements, until, !run->files().empty());
  job.run(run);
  if (job.keeps_earlier() && !found.complete()) note_shorter_list(run);
  return {job.decided() && found.complete(), job.decided(), job.added()};
}

}  // namespace wreath::semigroup
