// SPDX-License-Identifier: MIT
//
// Enumerations that keep a checkpoint: of a list of generators, of a list to which some are added, and closures.
//
// A run that is resumed gets further however short its time is: --time does not end it before the state of the earlier run is
// back and the first batch after it is done. The exception is a list that became longer: while it has fewer elements than the
// list before had, the checkpoint of that one is kept, and a run that ends by then has not got further.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/data/hash.hpp"
#include "core/io/distinct_files.hpp"
#include "core/run/given_run.hpp"
#include "core/run/option.hpp"
#include "core/run/own_memory.hpp"
#include "semigroup/generators.hpp"
#include "semigroup/keeper.hpp"
#include "semigroup/output_files.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

namespace {

constexpr const char* kCheckpointKind = "semigroup enumerate 2";
constexpr const char* kClosureKind = "semigroup enumerate with closure 3";
constexpr std::uint64_t kAll = ~std::uint64_t{0};

Json problem_with(const Generators& generators, bool graphs) {
  Json problem = problem_of(generators);
  problem["Cayley graphs"] = graphs;
  return problem;
}

using Bytes = std::vector<std::byte>;

void keep(Keeper& keeper, const Bytes& bytes) {
  keeper.save([&](ByteWriter& writer) { writer.put_items(std::span<const std::byte>(bytes)); });
}

/// save() gives the bytes of a checkpoint.
void run_and_keep(Enumeration& found, std::uint64_t until, Keeper& keeper, RunControl& run, FunctionRef<Bytes()> save) {
  const OwnMemory own_memory(run);
  while (!found.complete() && found.size() < until && !run.should_stop()) {
    found.run_until(found.size() + 1, &run);  // a batch
    if (keeper.is_due()) keep(keeper, save());
  }
}

/// Continues from the bytes of a checkpoint, with a batch whatever the time is. Whether the checkpoint has all elements.
bool resume(Enumeration& found, std::span<const std::byte> saved, std::uint64_t until, RunControl& run) {
  found.restore(saved, &run);
  const bool has_all = found.complete();
  if (found.size() < until) found.run_until(found.size() + 1, &run);
  return has_all;
}

/// The checkpoint stays that of the list before: the longer list has fewer elements by now.
void note_shorter_list(RunControl& run) {
  run.note_choice("checkpoint", "of the shorter list", "it has more elements than were found with the added generators");
}

/// `until`: how many elements are to be found.
void require_files(const Enumeration& found, const EnumerationFiles& files, std::uint64_t until) {
  if (files.need_graphs() && !found.has_graphs())
    throw InputError("Cayley graphs and rules are only written if the enumeration records them: set Options::graphs");
  require_writable(files);
  if (until != kAll) return;
  if (const std::string why = why_infinite(found.generators()); !why.empty())
    throw InputError(fmt::format("{}; {} finds the first N elements", why, option("until", "N")));
}

/// The files of an enumeration that has run as far as it does. Whether it is complete and they are written. A resumed run writes
/// them whatever its time is: no checkpoint has them.
bool finish_files(Enumeration& found, const EnumerationFiles& files, std::uint64_t until, RunControl& run) {
  if (!found.complete() && found.size() < until) return false;
  std::optional<RunControl::Untimed> untimed;
  if (!files.resume.empty()) untimed.emplace(run);
  const auto timer = run.phase("write");
  if (found.complete()) return write_files(found, files, run);
  if (write_elements(found, files, run)) run.request_stop(StopReason::target);
  return false;
}

/// Runs, keeps `checkpoint` from `least` elements on, and writes the files. A run that ends with fewer leaves that file as it is.
bool run_to_files(Enumeration& found, const EnumerationFiles& files, const std::string& checkpoint, std::uint64_t least,
                  std::uint64_t until, RunControl& run) {
  if (!checkpoint.empty()) {
    if (found.size() < least) found.run_until(std::min(least, until), &run);
    Keeper keeper(checkpoint, files.checkpoint_every, kCheckpointKind, problem_with(found.generators(), files.need_graphs()));
    const auto save = [&] { return found.save(); };
    run_and_keep(found, until, keeper, run, save);
    if (found.size() < least && !found.complete()) {
      note_shorter_list(run);
    } else if (!found.complete()) {
      keep(keeper, save());
    }
  } else {
    found.run_until(until, &run);
  }
  return finish_files(found, files, until, run);
}

/// How far a closure has come: its state is a list of generators and the words of their elements. A list that has just become
/// longer has few words at first; until it has as many as the list before, the checkpoint is that of the list before.
class ClosureStages {
 public:
  ClosureStages(Enumeration& found, const Generators& elements) : found_(found), elements_(elements) {}

  /// From the bytes of a checkpoint, whose file is named in messages.
  void restore(std::span<const std::byte> bytes, const std::string& path, RunControl& run) {
    ByteReader saved(bytes, path);
    decided_ = saved.value<std::uint64_t>();
    const auto count = saved.value<std::uint64_t>();
    if (decided_ > elements_.count() || count > decided_) saved.fail("the checkpoint is damaged: its sizes do not match");
    for (std::uint64_t k = 0; k < count; ++k) {
      added_.push_back(saved.value<std::uint64_t>());
      if (added_.back() >= elements_.count()) saved.fail("the checkpoint is damaged: it has an element that is not given");
      found_.add_generators(elements_.row(added_.back()));
    }
    resume(found_, saved.take(saved.left()), kAll, run);
  }
  /// From a checkpoint of the first list alone.
  void resume_first(std::span<const std::byte> saved, RunControl& run) { resume(found_, saved, kAll, run); }
  /// Whether the checkpoint is that of the list before.
  bool keeps_earlier() const { return found_.size() < earlier_size_; }
  Bytes save() const { return keeps_earlier() ? earlier_ : stage(); }
  /// Adds those elements that are not there. False if the run was to stop before all were looked at.
  bool decide(Keeper& keeper, RunControl& run) {
    const OwnMemory own_memory(run);
    for (; decided_ < elements_.count(); ++decided_) {
      const auto row = elements_.row(decided_);
      while (!found_.knows(row) && !found_.complete()) {
        if (run.should_stop()) return false;
        run_and_keep(found_, 2 * found_.size() + 1024, keeper, run, [&] { return save(); });
      }
      if (found_.knows(row)) continue;
      if (keeper.keeps()) {
        earlier_ = stage();
        earlier_size_ = found_.size();
      }
      added_.push_back(decided_);
      found_.add_generators(row);
    }
    return true;
  }
  const std::vector<std::uint64_t>& added() const { return added_; }

 private:
  Bytes stage() const {
    ByteWriter bytes;
    bytes.put(decided_);
    bytes.put(static_cast<std::uint64_t>(added_.size()));
    for (const std::uint64_t k : added_) bytes.put(k);
    const Bytes words = found_.save();
    bytes.put_items(std::span<const std::byte>(words));
    return bytes.take();
  }

  Enumeration& found_;
  const Generators& elements_;
  std::uint64_t decided_ = 0;
  std::vector<std::uint64_t> added_;  // numbers of elements
  Bytes earlier_;
  std::uint64_t earlier_size_ = 0;
};

}  // namespace

bool run_with_files(Enumeration& found, const EnumerationFiles& files, std::uint64_t until, RunControl* given) {
  GivenRun run(given);
  if (until == 0) until = kAll;
  require_files(found, files, until);
  const Json problem = problem_with(found.generators(), files.need_graphs());
  if (!files.resume.empty()) resume(found, read_checkpoint(files.resume, kCheckpointKind, problem), until, run);
  return run_to_files(found, files, checkpoint_file(files.checkpoint, files.resume), 0, until, run);
}

bool run_added_with_files(Enumeration& found, const Generators& more, const EnumerationFiles& files, std::uint64_t until,
                          RunControl* given) {
  GivenRun run(given);
  const Generators larger = joined(found.generators(), more);
  if (until == 0) until = kAll;
  require_files(found, files, until);
  std::uint64_t least = 0;
  Bytes saved;
  bool of_longer_list = false;
  bool of_shorter_list = false;
  if (!files.resume.empty()) {
    try {
      saved = read_checkpoint(files.resume, kCheckpointKind, problem_with(larger, files.need_graphs()));
      of_longer_list = true;
    } catch (const InputError&) {
      const std::exception_ptr of_longer = std::current_exception();
      try {
        saved = read_checkpoint(files.resume, kCheckpointKind, problem_with(found.generators(), files.need_graphs()));
      } catch (const InputError&) {
        std::rethrow_exception(of_longer);
      }
      found.restore(saved, &*run);
      of_shorter_list = true;
      // Until there are as many again, a file that is to be replaced is worth more as it is.
      if (files.checkpoint.empty() || is_same_file(files.checkpoint, files.resume)) least = found.size();
    }
  }
  found.add_generators(more.images);
  if (of_longer_list) resume(found, saved, until, run);
  if (of_shorter_list && least == 0 && found.size() < until) {  // another file: with a batch whatever the time is
    const auto untimed = run->untimed();
    found.run_until(found.size() + 1, &*run);
  }
  return run_to_files(found, files, checkpoint_file(files.checkpoint, files.resume), least, until, run);
}

ClosureRun run_closure_with_files(Enumeration& found, const Generators& elements, const EnumerationFiles& files,
                                  std::uint64_t until, RunControl* given) {
  GivenRun run(given);
  (void)joined(found.generators(), elements);  // throws if they do not fit
  if (until == 0) until = kAll;
  require_files(found, files, until);
  const Json list = problem_with(found.generators(), files.need_graphs());
  Json problem = list;
  problem["added elements"] = fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(elements.images))));
  ClosureStages stages(found, elements);
  if (!files.resume.empty()) {
    // A checkpoint of the shorter list will do as well.
    if (peek_checkpoint(files.resume, kCheckpointKind)) {
      stages.resume_first(read_checkpoint(files.resume, kCheckpointKind, list), run);
    } else {
      stages.restore(read_checkpoint(files.resume, kClosureKind, problem), files.resume, run);
    }
  }
  Keeper keeper(checkpoint_file(files.checkpoint, files.resume), files.checkpoint_every, kClosureKind, problem);
  ClosureRun result;
  result.decided = stages.decide(keeper, run);
  result.added = stages.added();
  if (result.decided) run_and_keep(found, until, keeper, run, [&] { return stages.save(); });
  if (keeper.keeps() && !found.complete()) {
    keep(keeper, stages.save());
    if (stages.keeps_earlier()) note_shorter_list(run);
  }
  if (result.decided) result.complete = finish_files(found, files, until, run);
  return result;
}

std::optional<std::uint64_t> count_idempotents_with_files(const Enumeration& found, const EnumerationFiles& files,
                                                          RunControl* given) {
  if (!found.complete()) return std::nullopt;
  GivenRun run(given);
  std::optional<RunControl::Untimed> untimed;
  if (!files.resume.empty()) untimed.emplace(*run);
  try {
    return found.count_idempotents(&*run);
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

GreenClasses green_classes_with_files(Enumeration& found, const EnumerationFiles& files, RunControl* given) {
  GivenRun run(given);
  require_finite(found.generators());
  require_files(found, files, 0);
  const Json problem = problem_with(found.generators(), files.need_graphs());
  const bool had_all = !files.resume.empty() && resume(found, read_checkpoint(files.resume, kCheckpointKind, problem), kAll, run);
  const std::string checkpoint = checkpoint_file(files.checkpoint, files.resume);
  std::optional<RunControl::Untimed> untimed;
  if (had_all) untimed.emplace(*run);
  run_to_files(found, files, checkpoint, 0, kAll, run);
  GreenClasses classes;
  if (!found.complete()) return classes;
  if (!run->should_stop()) classes = green_classes(found, &*run);
  if (!classes.complete && !checkpoint.empty()) {
    Keeper keeper(checkpoint, files.checkpoint_every, kCheckpointKind, problem);
    keep(keeper, found.save());
  }
  return classes;
}

std::optional<std::uint64_t> position_with_files(Enumeration& found, std::span<const Point> row, const EnumerationFiles& files,
                                                 RunControl* given) {
  GivenRun run(given);
  const Json problem = problem_with(found.generators(), false);
  if (!files.resume.empty()) resume(found, read_checkpoint(files.resume, kCheckpointKind, problem), kAll, run);
  const std::string checkpoint = checkpoint_file(files.checkpoint, files.resume);
  if (checkpoint.empty()) return found.position(row, &*run);
  Keeper keeper(checkpoint, files.checkpoint_every, kCheckpointKind, problem);
  const auto save = [&] { return found.save(); };
  const OwnMemory own_memory(run);
  std::optional<std::uint64_t> element = found.find(row);
  while (!element && !found.complete() && !run->should_stop()) {
    run_and_keep(found, 2 * found.size() + 1024, keeper, run, save);
    element = found.find(row);
  }
  if (!element && !found.complete()) keep(keeper, save());
  return element;
}

}  // namespace wreath::semigroup
