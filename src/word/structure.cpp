// SPDX-License-Identifier: MIT
#include "wreath/word.hpp"

#include "word/automata/growth.hpp"
#include "word/automata/language.hpp"
#include "word/automatic/build.hpp"
#include "word/families.hpp"
#include "word/hyperbolic.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_file.hpp"
#include "word/words.hpp"

namespace wreath::word {

Structure Structure::build(std::string_view group, const Options& options) {
  const GroupReading reading{.order = options.order};
  const Presentation presentation =
      is_family(group) ? make_family(group, "group", reading) : parse_presentation(group, "group", reading);
  BuildOptions how;
  how.completion = {options.max_rules, options.max_length};
  how.states = options.max_states;
  RunControl unlimited;
  BuildResult result = build_structure(presentation, how, options.run != nullptr ? *options.run : unlimited);
  Structure structure;
  structure.structure_ = std::make_shared<AutomaticStructure>(std::move(result.structure));
  structure.ending_ = std::move(result.report.ending);
  return structure;
}

Structure Structure::load(const std::string& path) {
  Structure structure;
  structure.structure_ = std::make_shared<AutomaticStructure>(read_structure(path));
  if (!structure.verified()) structure.ending_ = "the file holds a structure that is not verified";
  return structure;
}

void Structure::save(const std::string& path) const {
  write_structure(path, *structure_);
}

bool Structure::verified() const noexcept {
  return structure_->verified;
}

const AutomaticStructure& Structure::proven() const {
  if (!structure_->verified) throw InputError("the structure is not verified, and answers no questions: " + ending_);
  return *structure_;
}

std::vector<std::string> Structure::letters() const {
  return structure_->presentation.alphabet.names;
}

std::uint32_t Structure::word_acceptor_states() const {
  return proven().acceptor.states();
}

std::uint32_t Structure::general_multiplier_states() const {
  return proven().multiplier.dfa.states();
}

std::size_t Structure::word_differences() const {
  return proven().multiplier.differences.size();
}

std::string Structure::reduce(std::string_view word) const {
  const Alphabet& alphabet = proven().presentation.alphabet;
  return print_word(NormalForms(structure_->view()).reduce(parse_word(word, alphabet, "word")), alphabet);
}

bool Structure::equal(std::string_view u, std::string_view v) const {
  return reduce(u) == reduce(v);
}

std::string Structure::order() const {
  const auto size = automata::language_size(proven().acceptor);
  return size ? size->text() : "infinite";
}

std::vector<std::string> Structure::balls(std::size_t radius) const {
  std::vector<std::string> sizes;
  for (const auto& size : ball_sizes(proven().acceptor, radius)) sizes.push_back(size.text());
  return sizes;
}

std::string Structure::growth_series() const {
  return automata::growth_series(proven().acceptor).text();
}

}  // namespace wreath::word
