// SPDX-License-Identifier: MIT
//
// What a search reads and writes: schemes to start from, its best scheme, the schemes of its pool, its checkpoint.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run/drive.hpp"
#include "flip/lift/keeper.hpp"
#include "wreath/flip/search.hpp"

namespace wreath::flip {

class SearchKeeper {
 public:
  /// Makes sure that all files can be written. Throws InputError, also if the output file exists and is not a scheme of the
  /// shape.
  SearchKeeper(const Shape& shape, const SearchOptions& options, RunFiles kept);

  /// The options with the starts that the files name; adds the files of folders that are not.
  SearchOptions with_starts(SearchOptions options, std::vector<SkippedFile>& skipped, RunControl& run) const;
  /// What must agree for a checkpoint to be continued from; before restored() and save().
  void set_problem(const SearchOptions& settings, std::uint64_t walks, const RunControl& run);
  /// The state of the checkpoint that the search is to continue from, if there is one.
  std::optional<std::vector<std::byte>> restored() const;

  /// What must agree is as for another search, which this one's files are continued by.
  void continue_as(const SearchKeeper& other) { keep(other.problem_); }

  /// A new best: written if it is better than what the output file holds, or of the same rank with more recursive calls.
  /// Returns whether it was.
  bool take(const Scheme& best, std::size_t calls = 0);
  std::optional<std::size_t> rank_in_output() const { return rank_; }
  bool is_due() const { return checkpoint_.is_due(); }
  void save(const Search& search);

  /// A scheme of the pool, to be lifted beside the search if that is asked for.
  void offer(const Scheme& scheme, std::size_t best) {
    const bool counts = target_ring_ ? scheme.rank() <= target_ : scheme.rank() <= best + files_.folder_above;
    if (lifts_ && counts) lifts_->offer(scheme);
  }
  /// Whether a scheme of the target's rank lifts to the ring that was asked for.
  bool has_lifted_target() const {
    const std::size_t least = lifts_ && target_ring_ ? lifts_->least_rank(*target_ring_) : 0;
    return least != 0 && least <= target_;
  }
  /// Waits for the lifts, unless the run is to stop.
  LiftCounts finish_lifts(RunControl& run);

 private:
  void keep(std::shared_ptr<const Json> problem);

  Shape shape_;
  Ring ring_;
  SearchFiles files_;
  std::optional<Ring> target_ring_;
  std::uint64_t target_;
  RunFiles kept_;
  std::optional<std::size_t> rank_;  // of the scheme in the output file
  std::size_t calls_ = 0;            // of that scheme, if they count
  std::shared_ptr<const Json> problem_;
  Keeper checkpoint_;
  std::unique_ptr<LiftKeeper> lifts_;
};

/// How many products of a scheme are of the same form again (tensor.hpp): 0 if the shape has no such products.
std::size_t same_calls_of(const Scheme& scheme, Ring ring);

/// Whether a file is the checkpoint of a search that walked on the cores.
bool is_checkpoint_of_cores(const std::string& path);

}  // namespace wreath::flip
