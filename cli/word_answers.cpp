// SPDX-License-Identifier: MIT
#include "cli/word_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/run/units.hpp"
#include "word/normal_forms.hpp"

namespace wreath::cli {

using word::Letter;
using word::Word;

void add_answer_options(Command& command, AnswerOptions& options) {
  command
      .add_parsed("--base-length", options.base_length, parse_count, "The pieces into which one long word is cut (as measured)")
      .type_name("N");
}

Group::Group(Session& session, const AnswerOptions& options) : structure_(open_verified(options, session.run())) {
  text_.emplace(alphabet());
  reduction_ = {options.backend, options.threads, options.base_length, &session.run(), 0};
  try {
    reducer_.emplace(structure_.view(), word::automata::Limits{.run = &session.run()});
  } catch (const word::automata::LimitReached& limit) {
    if (session.run().should_stop()) throw;
    session.run().note_choice("algorithm", "plain", limit.what());
  }
}

const word::Reducer& Group::reducer() const {
  if (!reducer_) throw ResourceError("the tables for reducing words of this group would be too large");
  return *reducer_;
}

Word Group::reduce(std::span<const Letter> word) const {
  Word form = reducer_ ? reducer_->reduce(word, reduction_) : word::NormalForms(structure_.view()).reduce(word);
  if (reduction_.run->should_stop()) throw word::automata::LimitReached("a word is not reduced");
  return form;
}

std::size_t Group::reduce(const word::WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths) const {
  if (reducer_) return reducer_->reduce(words, out, lengths, reduction_);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (reduction_.run->should_stop()) return i;
    const Word form = word::NormalForms(structure_.view()).reduce(words[i]);
    std::ranges::copy(form, out.begin() + static_cast<std::ptrdiff_t>(words.offsets[i]));
    lengths[i] = form.size();
  }
  return words.size();
}

std::string Group::print(std::span<const Letter> word) const {
  std::string text;
  text_->print(word, text);
  return text;
}

Json Group::results() const {
  return {{"group", group_name(structure_.presentation)}};
}

}  // namespace wreath::cli
