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

namespace {

word::AutomaticStructure open_for_answers(Session& session, const AnswerOptions& options) {
  if (!options.unverified) return open_verified(options, session.run());
  OpenedStructure opened = open_structure(options, session.run());
  if (!opened.structure.verified) {
    if (opened.structure.multiplier.dfa.states() == 0 || opened.structure.acceptor.states() == 0)
      throw InputError(fmt::format("{}: there is no structure at all, verified or not", options.group));
    print_error(fmt::format("wreath: warning: {}: the structure is not verified, and the answers may be wrong\n", options.group));
  }
  return std::move(opened.structure);
}

/// By the general multiplier alone, letter by letter, with every step looked up.
Word reduce_slowly(const word::AutomaticStructure& structure, std::span<const Letter> word) {
  try {
    return word::NormalForms(structure.view()).reduce(word);
  } catch (const InternalError&) {
    if (structure.verified) throw;
    throw InputError("the structure is not verified, and it is wrong: a product is missing");
  }
}

}  // namespace

void add_answer_options(CLI::App& command, AnswerOptions& options) {
  add_parsed(command, "--base-length", options.base_length, parse_count,
             "The pieces into which one long word is cut (as measured)")
      ->type_name("N");
  command.add_flag("--unverified", options.unverified, "Use a structure that is not verified: answers may be wrong");
}

Group::Group(Session& session, const AnswerOptions& options) : structure_(open_for_answers(session, options)) {
  text_.emplace(alphabet());
  reduction_ = {options.backend, options.threads, options.base_length, &session.run(), 0};
  if (!structure_.verified) {
    session.run().note_choice("algorithm", "plain", "the structure is not verified");
    return;
  }
  try {
    reducer_.emplace(structure_.view(), word::automata::Limits{.run = &session.run()});
  } catch (const word::automata::LimitReached& limit) {
    if (session.run().should_stop()) throw;
    session.run().note_choice("algorithm", "plain", limit.what());
  }
}

const word::Reducer& Group::reducer() const {
  if (!reducer_) throw InputError("this needs a verified structure whose tables are not too large");
  return *reducer_;
}

Word Group::reduce(std::span<const Letter> word) const {
  Word form = reducer_ ? reducer_->reduce(word, reduction_) : reduce_slowly(structure_, word);
  if (reduction_.run->should_stop()) throw word::automata::LimitReached("a word is not reduced");
  return form;
}

std::size_t Group::reduce(const word::WordsRef& words, std::span<Letter> out, std::span<std::uint64_t> lengths) const {
  if (reducer_) return reducer_->reduce(words, out, lengths, reduction_);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (reduction_.run->should_stop()) return i;
    const Word form = reduce_slowly(structure_, words[i]);
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
  Json results{{"group", group_name(structure_.presentation)}};
  if (!structure_.verified) results["verified"] = false;
  return results;
}

}  // namespace wreath::cli
