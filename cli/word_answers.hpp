// SPDX-License-Identifier: MIT
#pragma once

#include "cli/word_stream.hpp"

namespace wreath::cli {

struct AnswerOptions : StreamOptions {
  std::uint64_t base_length = 0;
};

/// --base-length.
void add_answer_options(Command& command, AnswerOptions& options);

word::ReduceOptions reduce_options(const AnswerOptions& options, RunControl& run);

/// What every answer begins with.
Json results_of(const word::Group& group);

}  // namespace wreath::cli
