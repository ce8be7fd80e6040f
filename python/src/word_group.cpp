// SPDX-License-Identifier: MIT
#include "python/src/word_group.hpp"

#include <fmt/format.h>

#include "format/group_input.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_cache.hpp"
#include "word/structure_file.hpp"

namespace wreath::python {

namespace {

word::GroupReading reading_of(const GroupOptions& options) {
  return {.order = options.order, .involutions = !options.keep_inverses};
}

}  // namespace

std::shared_ptr<Group> Group::open(const std::string& text, const GroupOptions& options, Rules& rules, RunControl& run) {
  if (!word::is_structure_file(text)) return build(format::read_group(text, reading_of(options)), options, rules, run);
  if (!options.order.empty())
    throw InputError(fmt::format("{}: the order of the letters is that of the file; order= is for groups", text));
  word::AutomaticStructure structure = word::read_structure(text);
  std::string ending = structure.verified ? "" : "the file holds a structure that is not verified";
  return std::make_shared<Group>(std::move(structure), "file", std::move(ending));
}

std::shared_ptr<Group> Group::parse(const std::string& text, const GroupOptions& options, Rules& rules, RunControl& run) {
  return build(format::parse_group(text, "presentation", reading_of(options)), options, rules, run);
}

std::shared_ptr<Group> Group::build(const word::Presentation& presentation, const GroupOptions& options, Rules& rules,
                                    RunControl& run) {
  if (auto cached = options.cache ? word::find_cached(presentation) : std::nullopt)
    return std::make_shared<Group>(std::move(*cached), "cache", "");
  word::BuildOptions how;
  how.completion.rules = options.max_rules;
  how.completion.length = options.max_length;
  how.states = options.max_states;
  how.known = rules;
  how.save = [&](const Rules& found) { rules = found; };
  word::BuildResult built = word::build_structure(presentation, how, run);
  if (options.cache) word::keep_cached(built.structure);
  return std::make_shared<Group>(std::move(built.structure), "built", std::move(built.report.ending));
}

Group::Group(word::AutomaticStructure structure, std::string origin, std::string ending)
    : structure_(std::move(structure)), origin_(std::move(origin)), ending_(std::move(ending)), text_(alphabet()) {}

const word::AutomaticStructure& Group::proven() const {
  if (!structure_.verified) throw InputError("the structure is not verified, and answers no questions: " + ending_);
  return structure_;
}

std::string Group::name() const {
  const word::Presentation& presentation = structure_.presentation;
  return presentation.name.empty() ? word::print_presentation(presentation) : presentation.name;
}

const word::Reducer& Group::reducer(RunControl& run) const {
  const word::StructureView view = proven().view();
  const std::scoped_lock lock(mutex_);
  if (reducer_) return *reducer_;
  try {
    reducer_.emplace(view, word::automata::Limits{.run = &run});
    has_reducer_ = true;
    return *reducer_;
  } catch (const word::automata::LimitReached& limit) {
    if (run.should_stop()) throw;
    throw ResourceError(fmt::format("words of this group cannot be reduced: {}", limit.what()));
  }
}

word::Word Group::reduce(std::span<const word::Letter> word, const word::ReduceOptions& options) const {
  word::Word form = reducer(*options.run).reduce(word, options);
  if (options.run->should_stop()) throw word::automata::LimitReached("the run was stopped before the word was reduced");
  return form;
}

std::size_t Group::reduce(const word::WordsRef& words, std::span<word::Letter> out, std::span<std::uint64_t> lengths,
                          const word::ReduceOptions& options) const {
  return words.size() == 0 ? 0 : reducer(*options.run).reduce(words, out, lengths, options);
}

}  // namespace wreath::python
