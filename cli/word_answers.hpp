// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cli/word_stream.hpp"
#include "word/reduction/reducer.hpp"

namespace wreath::cli {

struct AnswerOptions : StreamOptions {
  std::uint64_t base_length = 0;
};

/// --base-length.
void add_answer_options(Command& command, AnswerOptions& options);

/// A group that answers questions about words.
///
/// A structure that is not verified is refused, unless it is asked for: then there is a warning, and words are reduced in the
/// slow way that trusts nothing. The same way serves where the tables of the fast one would be too large.
class Group {
 public:
  /// Throws InputError; LimitReached where the run is to stop before the tables are made.
  Group(Session& session, const AnswerOptions& options);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  const word::AutomaticStructure& structure() const noexcept { return structure_; }
  const word::Alphabet& alphabet() const noexcept { return structure_.presentation.alphabet; }
  const word::WordText& text() const noexcept { return *text_; }
  /// Throws ResourceError where its tables would be too large.
  const word::Reducer& reducer() const;
  const word::ReduceOptions& options() const noexcept { return reduction_; }

  /// Throws LimitReached where the run is to stop.
  word::Word reduce(std::span<const word::Letter> word) const;
  /// As Reducer has it.
  std::size_t reduce(const word::WordsRef& words, std::span<word::Letter> out, std::span<std::uint64_t> lengths) const;
  std::string print(std::span<const word::Letter> word) const;
  /// What every answer begins with.
  Json results() const;

 private:
  word::AutomaticStructure structure_;
  std::optional<word::WordText> text_;
  std::optional<word::Reducer> reducer_;
  word::ReduceOptions reduction_;
};

}  // namespace wreath::cli
