// SPDX-License-Identifier: MIT
#include "cli/word/common.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/front/table.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

void add_group(Command& command, WordOptions& options, const std::string& description) {
  command.add_option("GROUP", options.group, description).required().suggests([] { return starts_of(word::families()); });
}

void add_structure(Command& command, WordOptions& options) {
  add_group(command, options,
            "A family, a presentation, a file with one, or a structure file; if not built yet, it is built first");
  add_build_options(command, options);
  options.no_cache = false;
  command.add_flag("--no-cache", options.no_cache, "Do not read or write the cache of built structures");
}

void add_build_options(Command& command, WordOptions& options) {
  word::Options& build = options.build;
  command.add_option("--letter-order", build.letter_order, "The order of the letters: a,b,A,B", "LETTERS");
  command.add_flag("--keep-inverses", build.keep_inverses, "Keep A as a letter even if a^2 is a relator");
  command.add_parsed("--max-rules", build.max_rules, parse_positive,
                     "Stop the completion after N rules if no structure was found by then (1M)", "N");
  command.add_parsed("--max-length", build.max_length, parse_positive, "Maximal length of a side of a rule (4096)", "N");
  command.add_parsed("--max-states", build.max_states, parse_positive, "Maximal number of states of an automaton (16M)", "N");
}

void add_reduce_options(Command& command, WordOptions& options) {
  command.add_parsed("--base-length", options.base_length, parse_positive,
                     "Length of the pieces into which one long word is cut (default: chosen automatically)", "N");
}

word::Options group_options(const WordOptions& options) {
  word::Options group = options.build;
  group.cache = !options.no_cache;
  return group;
}

word::ReduceOptions reduce_options(const WordOptions& options) {
  return {.machine = options.machine, .base_length = options.base_length};
}

word::Group open_verified(const WordOptions& options, RunControl& run) {
  word::Group group = word::Group::open(options.group, group_options(options), &run);
  require_verified(group, options, run);
  return group;
}

void require_verified(const word::Group& group, const WordOptions& options, const RunControl& run) {
  if (!group.verified()) refuse_answers(options, group.why_unverified(), group.origin() == word::Origin::file, run);
}

void refuse_answers(const WordOptions& options, const std::string& ending, bool from_file, const RunControl& run) {
  if (from_file) {
    throw InputError(
        fmt::format("{}: the structure in this file is not verified and cannot be used; build it again", options.group));
  }
  const std::string raised = what_to_raise(run);
  const std::string next = !raised.empty()                         ? fmt::format("Try {}, a larger --max-rules,", raised)
                           : run.stop_reason() == StopReason::none ? "Try a larger --max-rules"
                                                                   : "Run it again, or try a larger --max-rules";
  throw StoppedEarly(word::no_structure_report(options.group, ending, next + " or another --letter-order."));
}

bool is_stopped(const RunControl& run) {
  return run.stop_reason() != StopReason::none;
}

WordList::WordList(const CommonOptions& options, std::string& text, std::string indent,
                   std::function<void(const std::string&)> take)
    : keeps_elements_(options.json || !options.record.empty()),
      keeps_text_(!options.json || take != nullptr),
      text_(text),
      indent_(std::move(indent)),
      take_(take ? std::move(take) : print_result) {}

void WordList::add(const std::string& line, const Value& element) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  ++size_;
  if (keeps_elements_) elements_.add(element);
  if (!keeps_text_ || size_ > most_lines_) return;
  text_.append(indent_).append(line).push_back('\n');
  if (text_.size() < kPiece) return;
  take_(text_);
  text_.clear();
}

std::string presentation_lines(const std::string& text) {
  const std::size_t columns = result_columns();
  if (text.size() <= columns) return text;
  std::string result;
  std::size_t column = 0;
  const auto new_line = [&](std::size_t indent) {
    result.append("\n").append(indent, ' ');
    column = indent;
  };
  for (std::size_t begin = 0; begin < text.size();) {  // up to a space or a '*'
    const std::size_t end = std::min(text.find_first_of(" *", begin), text.size() - 1) + 1;
    if (column + (end - begin) > columns) new_line(4);
    result.append(text, begin, end - begin);
    column += end - begin;
    begin = end;
    const bool is_end = text[end - 1] == ' ' && end > 1 && (text[end - 2] == ',' || text[end - 2] == '|');
    if (is_end) result.pop_back();
    if (is_end) new_line(2);
  }
  return result;
}

}  // namespace wreath::cli
