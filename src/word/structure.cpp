// SPDX-License-Identifier: MIT
#include "wreath/word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "word/automata/growth.hpp"
#include "word/automata/language.hpp"
#include "word/automatic/build.hpp"
#include "word/element_order.hpp"
#include "word/families.hpp"
#include "word/hyperbolic.hpp"
#include "word/parse_presentation.hpp"
#include "word/reduction/reducer.hpp"
#include "word/structure_file.hpp"
#include "word/word_text.hpp"

namespace wreath::word {

namespace {

void require_letters(std::span<const Letter> word, const Alphabet& alphabet) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] >= alphabet.size())
      throw InputError(
          fmt::format("{} at index {} is no letter: there are {} (0..{})", word[i], i, alphabet.size(), alphabet.size() - 1));
  }
}

}  // namespace

/// The tables of reduction; copies of a structure share them.
struct Structure::Tables {
  std::once_flag once;
  std::optional<Reducer> reducer;
};

Structure::Structure(AutomaticStructure structure)
    : structure_(std::make_shared<AutomaticStructure>(std::move(structure))), tables_(std::make_shared<Tables>()) {}

Structure Structure::build(std::string_view group, const Options& options) {
  const GroupReading reading{.order = options.order};
  const Presentation presentation =
      is_family(group) ? make_family(group, "group", reading) : parse_presentation(group, "group", reading);
  BuildOptions how;
  how.completion = {options.max_rules, options.max_length};
  how.states = options.max_states;
  RunControl unlimited;
  BuildResult result = build_structure(presentation, how, options.run != nullptr ? *options.run : unlimited);
  Structure structure(std::move(result.structure));
  structure.ending_ = std::move(result.report.ending);
  return structure;
}

Structure Structure::load(const std::string& path) {
  Structure structure(read_structure(path));
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

const Reducer& Structure::reducer() const {
  const AutomaticStructure& structure = proven();
  try {
    std::call_once(tables_->once, [&] { tables_->reducer.emplace(structure.view()); });
  } catch (const automata::LimitReached& limit) {
    throw ResourceError(fmt::format("words of this group cannot be reduced: {}", limit.what()));
  }
  return *tables_->reducer;
}

Word Structure::reduced(std::span<const std::uint8_t> word, const ReduceOptions& options) const {
  Word form = reducer().reduce(word, options);
  if (options.run != nullptr && options.run->should_stop())
    throw ResourceError("the run was stopped before the word was reduced");
  return form;
}

Word Structure::parse(std::string_view word) const {
  Word letters;
  WordText(structure_->presentation.alphabet).read(word, "word", 1, letters);
  return letters;
}

std::string Structure::print(std::span<const std::uint8_t> word) const {
  const Alphabet& alphabet = structure_->presentation.alphabet;
  require_letters(word, alphabet);
  return print_word(word, alphabet);
}

std::string Structure::reduce(std::string_view word, const ReduceOptions& options) const {
  return print(reduced(parse(word), options));
}

bool Structure::equal(std::string_view u, std::string_view v, const ReduceOptions& options) const {
  return reduced(parse(u), options) == reduced(parse(v), options);
}

std::string Structure::multiply(std::string_view u, std::string_view v, const ReduceOptions& options) const {
  Word product = parse(u);
  const Word factor = parse(v);
  product.insert(product.end(), factor.begin(), factor.end());
  return print(reduced(product, options));
}

std::string Structure::inverse(std::string_view u, const ReduceOptions& options) const {
  return print(reduced(inverse_word(parse(u), structure_->presentation.alphabet), options));
}

ElementOrder Structure::order_of(std::string_view word, std::uint64_t powers, const ReduceOptions& options) const {
  return find_order(*structure_, reducer(), parse(word), powers, options);
}

std::vector<std::string> Structure::ball(std::size_t radius) const {
  std::vector<std::string> elements;
  automata::for_each_word(proven().acceptor, 0, radius, [&](const automata::SymbolWord& word) {
    elements.push_back(print(Word(word.begin(), word.end())));
    return true;
  });
  return elements;
}

Word Structure::reduce_letters(std::span<const std::uint8_t> word, const ReduceOptions& options) const {
  require_letters(word, structure_->presentation.alphabet);
  return reduced(word, options);
}

std::size_t Structure::reduce_many(std::span<const std::uint8_t> letters, std::span<const std::uint64_t> offsets,
                                   std::span<std::uint8_t> out, std::span<std::uint64_t> lengths,
                                   const ReduceOptions& options) const {
  require_letters(letters, structure_->presentation.alphabet);
  const WordsRef words{letters, offsets};
  if (words.size() == 0) return 0;
  if (!std::ranges::is_sorted(offsets) || offsets.back() > letters.size())
    throw InputError(
        fmt::format("the offsets of words must ascend, and the last be at most {}, the number of letters", letters.size()));
  if (out.size() < letters.size() || lengths.size() < words.size())
    throw InputError(fmt::format("room for {} letters and {} lengths is needed", letters.size(), words.size()));
  return reducer().reduce(words, out, lengths, options);
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
