// SPDX-License-Identifier: MIT
//
// A group as Python holds it: its automatic structure, how its words are written, and, from the first word on, the tables by
// which they are reduced. Nothing here knows Python; all of it may run without the GIL.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "word/automatic/build.hpp"
#include "word/ball.hpp"
#include "word/reduction/reducer.hpp"
#include "word/word_text.hpp"

namespace wreath::python {

struct GroupOptions {
  std::string order;
  bool keep_inverses = false;
  std::size_t max_rules = 0;
  std::size_t max_length = 0;
  std::uint64_t max_states = 0;
  bool cache = true;
};

/// Rules that a build has found: one that was stopped goes on from them.
using Rules = std::vector<word::Equation>;

/// Immutable but for its tables; safe from several threads.
class Group {
 public:
  /// A structure file, a family, a presentation or a file with one: as the command line has it.
  static std::shared_ptr<Group> open(const std::string& text, const GroupOptions& options, Rules& rules, RunControl& run);
  /// A presentation or a family, and never a file.
  static std::shared_ptr<Group> parse(const std::string& text, const GroupOptions& options, Rules& rules, RunControl& run);

  Group(word::AutomaticStructure structure, std::string origin, std::string ending);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  const word::AutomaticStructure& structure() const noexcept { return structure_; }
  /// The same; throws InputError where it is not verified.
  const word::AutomaticStructure& proven() const;
  const word::Alphabet& alphabet() const noexcept { return structure_.presentation.alphabet; }
  const word::WordText& text() const noexcept { return text_; }
  std::string name() const;
  const std::string& origin() const noexcept { return origin_; }  // "file", "cache" or "built"
  const std::string& ending() const noexcept { return ending_; }  // why it is not verified

  /// The tables, made when they are first asked for: that can take a while.
  const word::Reducer& reducer(RunControl& run) const;
  bool has_reducer() const noexcept { return has_reducer_; }
  /// Throws LimitReached where the run is to stop first.
  word::Word reduce(std::span<const word::Letter> word, const word::ReduceOptions& options) const;
  /// How many were reduced, from the first on: all, unless the run is to stop.
  std::size_t reduce(const word::WordsRef& words, std::span<word::Letter> out, std::span<std::uint64_t> lengths,
                     const word::ReduceOptions& options) const;

 private:
  static std::shared_ptr<Group> build(const word::Presentation& presentation, const GroupOptions& options, Rules& rules,
                                      RunControl& run);

  word::AutomaticStructure structure_;
  std::string origin_;
  std::string ending_;
  word::WordText text_;
  mutable std::mutex mutex_;
  mutable std::optional<word::Reducer> reducer_;
  mutable std::atomic<bool> has_reducer_{false};
};

}  // namespace wreath::python
