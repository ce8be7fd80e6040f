// SPDX-License-Identifier: MIT
//
// Files of an enumeration: elements, words, Cayley graphs, rules, checkpoints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/semigroup/enumeration.hpp"
#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

/// What an enumeration reads and writes. An empty name stands for no file.
struct EnumerationFiles {
  std::string elements = {};     // one row of images, or of the numbers of its kind, per element (.npy)
  std::string words = {};        // the least word of each, one per line
  std::string right_graph = {};  // .npy: row x, column g is x*g
  std::string left_graph = {};   // .npy: row x, column g is g*x
  std::string rules = {};        // of a presentation, one per line
  std::string checkpoint = {};   // the state, now and then and at a stop
  std::string resume = {};       // a checkpoint to continue from, which is kept up to date unless `checkpoint` names another
  double checkpoint_every = 0;   // seconds between two checkpoints; 0: 60. The first comes after 2 at the latest
  std::vector<std::string> inputs = {};  // files that were read before, and are not to be overwritten

  /// Whether Options::graphs must be set for them.
  bool need_graphs() const { return !right_graph.empty() || !left_graph.empty() || !rules.empty(); }
};
/// Continues from `resume` if it is given, and then until all elements are found, there are at least `until` of them (0: all), or
/// the run is asked to stop. Keeps the checkpoint, and writes the other files once the enumeration is complete. Returns
/// whether it is and they are. If `until` was reached before, the elements found are written, and their words, but neither graphs
/// nor rules, and the run's stop reason is `target`. Throws, as those below do, before the work and not after it: InputError if a
/// file cannot be written, WrongUsage if two are the same file, or one is among the inputs.
bool run_with_files(Enumeration& enumeration, const EnumerationFiles& files, std::uint64_t until = 0, RunControl* run = nullptr);

/// The same with more generators, which are added to those of the enumeration (Enumeration::add_generators). `resume` may be a
/// checkpoint of either list. While there are fewer elements than a checkpoint of the shorter list has, the file is not replaced:
/// a run that ends by then notes the choice "checkpoint", "of the shorter list". Throws InputError if they are of another kind or
/// size.
bool run_added_with_files(Enumeration& enumeration, const Generators& more, const EnumerationFiles& files,
                          std::uint64_t until = 0, RunControl* run = nullptr);

struct ClosureRun {
  bool complete = false;                  // as run_with_files returns it
  bool decided = false;                   // whether each element has been decided
  std::vector<std::uint64_t> added = {};  // the numbers of those that were
};
/// The same with those of `elements` as additional generators that are not in the semigroup, one after another: each is looked
/// for among the elements of the list before. The state continues from one list to the next, and so does its checkpoint, which
/// `resume` continues with the same arguments; it may also be a checkpoint of the first list. It stays that of the list before,
/// as above, until the longer list has as many elements.
ClosureRun run_closure_with_files(Enumeration& enumeration, const Generators& elements, const EnumerationFiles& files,
                                  std::uint64_t until = 0, RunControl* run = nullptr);

/// The idempotents of an enumeration that one of these functions has completed; nothing if it is not complete, or the run is
/// stopped first. No checkpoint has them: a run that was resumed counts them whatever its time is.
std::optional<std::uint64_t> count_idempotents_with_files(const Enumeration& enumeration, const EnumerationFiles& files,
                                                          RunControl* run = nullptr);
/// run_with_files and then green_classes. A run that is stopped while it finds the classes leaves a checkpoint with all elements;
/// the run that resumes from it finds the classes whatever its time is, so that runs of any length come to an end.
GreenClasses green_classes_with_files(Enumeration& enumeration, const EnumerationFiles& files, RunControl* run = nullptr);

/// Enumeration::position with the checkpoint of `files`, of which nothing else is looked at.
std::optional<std::uint64_t> position_with_files(Enumeration& enumeration, std::span<const Point> row,
                                                 const EnumerationFiles& files, RunControl* run = nullptr);

/// The right or left Cayley graph of a complete enumeration with graphs, as an array (.npy). Throws LimitReached if the run is
/// stopped first: then there is no file.
void write_graph(const std::string& path, Enumeration& enumeration, bool left, RunControl* run = nullptr);

/// Letters by their numbers, with spaces between; "()" for the empty word.
[[nodiscard]] std::string print_word(const Word& word);

}  // namespace wreath::semigroup
