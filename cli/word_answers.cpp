// SPDX-License-Identifier: MIT
#include "cli/word_answers.hpp"

#include <nlohmann/json.hpp>

#include "core/run/units.hpp"

namespace wreath::cli {

void add_answer_options(Command& command, AnswerOptions& options) {
  command
      .add_parsed("--base-length", options.base_length, parse_count, "The pieces into which one long word is cut (as measured)")
      .type_name("N");
}

word::ReduceOptions reduce_options(const AnswerOptions& options, RunControl& run) {
  return {options.backend, options.threads, options.base_length, &run, 0};
}

Json results_of(const word::Group& group) {
  return {{"group", group.name()}};
}

}  // namespace wreath::cli
