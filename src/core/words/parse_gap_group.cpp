// SPDX-License-Identifier: MIT
//
// A quotient of a free group or monoid as it stands in a GAP session. This is not an interpreter: it understands the statements
// with which such a quotient is made, and says which these are when it meets another.
//
//     F := FreeGroup(2);                   names f1, f2; also FreeGroup(2,"x"), FreeGroup("a","b"), FreeGroup(["a","b"])
//     a := F.1;;  u := a*F.2^-1;;          F.1 or the generator's own name
//     AssignGeneratorVariables(F);         says nothing new: the names are known
//     gens := GeneratorsOfGroup(F);;  b := gens[2];;
//     rels := [ a^3, Comm(a,b), [a*b,b*a] ];;      words, and pairs of words that are equal
//     G := F / rels;   F / [ ... ]   F / ParseRelators(F, "a^3, [a,b], ab=ba")
//
// The last quotient is the answer, or the free group where there is none. In a copied session only what follows the prompts
// `gap>` and `>` is read.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/text_reader.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

constexpr std::int64_t kManyGenerators = 1000;

/// The text with blanks in place of prompts and of what GAP has answered, so that lines and columns stay what they are.
std::string without_prompts(std::string_view text) {
  std::string input(text);
  if (text.find("gap>") == std::string_view::npos) return input;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    const std::size_t prompt = line.starts_with("gap>") ? 4 : line.starts_with("> ") ? 2 : line.size();
    std::fill_n(input.begin() + static_cast<std::ptrdiff_t>(start), prompt, ' ');
    start = end + 1;
  }
  return input;
}

class GapGroupParser {
 public:
  GapGroupParser(std::string_view text, std::string_view source) : reader_(text, source) {}

  Presentation parse(const GroupReading& reading) {
    while (!reader_.at_end()) {
      if (reader_.take(";")) continue;
      parse_statement();
      if (!reader_.at_end() && reader_.peek() != ';') reader_.fail_expected("';' after the statement");
    }
    if (!vocabulary_) reader_.fail(reader_.text().size(), "expected FreeGroup(...) or a presentation, found neither");
    std::string name = quotient_name_;
    return assemble(std::move(name), full_, std::move(equations_), reading);
  }

 private:
  void parse_statement() {
    const std::size_t start = reader_.skip_space();
    std::string name(reader_.take_name());
    if (name.empty()) reader_.fail_expected("a statement such as F := FreeGroup(\"a\",\"b\")");
    if (!reader_.take(":=")) {
      reader_.go_to(start);
      name.clear();
      if (name_is("AssignGeneratorVariables")) return skip_argument();
    }
    parse_value(std::move(name));
  }

  void parse_value(std::string name) {
    const std::size_t start = reader_.skip_space();
    if (reader_.peek() == '[') return keep_list(std::move(name), parse_relators());
    const std::string_view head = reader_.take_name();
    if (head == "FreeGroup" || head == "FreeMonoid") {
      parse_free_group(head == "FreeMonoid", name);
      if (reader_.take("/")) parse_quotient(std::move(name));
      return;
    }
    need_free_group(start);
    if (head == free_name_ && !free_name_.empty() && reader_.take("/")) return parse_quotient(std::move(name));
    if (head == "GeneratorsOfGroup" || head == "GeneratorsOfMonoid") {
      skip_argument();
      return keep_list(std::move(name), generators_);
    }
    if (name.empty()) {
      reader_.fail(start,
                   "this statement does not define a group: expected FreeGroup, an assignment of words or lists, or F / [ ... ]");
    }
    if (const auto list = lists_.find(head); list != lists_.end() && reader_.peek() == '[')
      return vocabulary_->define(std::move(name), element_of(list->second));
    reader_.go_to(start);
    vocabulary_->define(std::move(name), words_.take(reader_, *vocabulary_));
  }

  bool name_is(std::string_view expected) {
    const std::size_t start = reader_.skip_space();
    if (reader_.take_name() == expected) return true;
    reader_.go_to(start);
    return false;
  }

  /// The bracket with the name of the free group in it.
  void skip_argument() {
    const std::size_t open = reader_.skip_space();
    reader_.expect("(", "the call");
    reader_.take_name();
    reader_.expect_close(')', open, "the call");
  }

  void parse_free_group(bool monoid, std::string_view name) {
    const std::size_t open = reader_.skip_space();
    reader_.expect("(", "FreeGroup(...)");
    AlphabetBuilder letters(monoid);
    std::vector<std::string> names = reader_.peek() == '"' || reader_.peek() == '[' ? quoted_names() : numbered_names(monoid);
    reader_.expect_close(')', open, "FreeGroup(...)");
    for (std::string& generator : names) letters.add(std::move(generator), {}, reader_, open);
    full_ = letters.finish();
    vocabulary_.emplace(full_);
    free_name_ = name;
    generators_.clear();
    lists_.clear();
    equations_.clear();
    quotient_name_.clear();
    for (std::size_t x = 0; x < full_.size(); ++x) {
      if (full_.inverses[x] != kNoLetter && full_.inverses[x] < x) continue;
      generators_.push_back({Word{static_cast<Letter>(x)}});
      if (!name.empty()) vocabulary_->define(fmt::format("{}.{}", name, generators_.size()), generators_.back().front());
    }
  }

  std::vector<std::string> quoted_names() {
    const std::size_t open = reader_.skip_space();
    const bool list = reader_.take("[");
    std::vector<std::string> names;
    do {
      const std::size_t place = reader_.skip_space();
      names.emplace_back(reader_.take_quoted("the name of a generator"));
      TextReader name(names.back(), reader_.source());
      if (name.take_name() != names.back() || names.back().empty())
        reader_.fail(place + 1, "the name of a generator must begin with a letter and have only letters, digits and '_'");
    } while (reader_.take(","));
    if (list) reader_.expect_close(']', open, "the list of names");
    return names;
  }

  std::vector<std::string> numbered_names(bool monoid) {
    const std::size_t place = reader_.skip_space();
    const std::int64_t count = reader_.take_integer("the number of generators", kManyGenerators);
    if (count < 0) reader_.fail(place, "the number of generators must not be negative");
    std::string prefix = monoid ? "m" : "f";
    if (reader_.take(",")) prefix = quoted_names().front();
    std::vector<std::string> names;
    for (std::int64_t i = 1; i <= count; ++i) names.push_back(fmt::format("{}{}", prefix, i));
    return names;
  }

  void parse_quotient(std::string name) {
    const std::size_t start = reader_.skip_space();
    Chains relators;
    if (reader_.peek() == '[') {
      relators = parse_relators();
    } else if (name_is("ParseRelators")) {
      relators = parse_relator_text();
    } else {
      const std::string_view list = reader_.take_name();
      const auto found = lists_.find(list);
      if (found == lists_.end()) reader_.fail(start, "expected a list of relators after '/'");
      relators = found->second;
    }
    equations_.clear();
    for (const std::vector<Word>& chain : relators) add_chain(chain, equations_);
    quotient_name_ = std::move(name);
  }

  using Chains = std::vector<std::vector<Word>>;

  /// [ word, [word, word], ... ]: a pair is an equation.
  Chains parse_relators() {
    const std::size_t open = reader_.skip_space();
    need_free_group(open);
    reader_.advance();
    Chains relators;
    if (reader_.take("]")) return relators;
    do {
      const std::size_t place = reader_.skip_space();
      if (reader_.take("[")) {
        std::vector<Word> pair{words_.take(reader_, *vocabulary_)};
        reader_.expect(",", "a pair of words that are equal");
        pair.push_back(words_.take(reader_, *vocabulary_));
        reader_.expect_close(']', place, "the pair of words");
        relators.push_back(std::move(pair));
      } else {
        relators.push_back(words_.take_chain(reader_, *vocabulary_));
      }
    } while (reader_.take(","));
    reader_.expect_close(']', open, "the list of relators");
    return relators;
  }

  /// (F, "a^3, [a,b], ab=ba")
  Chains parse_relator_text() {
    const std::size_t open = reader_.skip_space();
    reader_.expect("(", "ParseRelators");
    reader_.take_name();
    reader_.expect(",", "ParseRelators");
    const std::string_view quoted = reader_.take_quoted("the relators");
    // Read within the whole text, up to the end of the quotation, so that errors have their right places.
    const auto end = static_cast<std::size_t>(quoted.data() - reader_.text().data()) + quoted.size();
    TextReader inner(reader_.text().substr(0, end), reader_.source());
    inner.go_to(end - quoted.size());
    Chains relators;
    do relators.push_back(words_.take_chain(inner, *vocabulary_));
    while (inner.take(","));
    if (!inner.at_end()) inner.fail_expected("',' or the end of the relators");
    reader_.expect_close(')', open, "ParseRelators");
    return relators;
  }

  void keep_list(std::string name, Chains list) {
    if (!name.empty()) lists_.insert_or_assign(std::move(name), std::move(list));
  }

  Word element_of(const Chains& list) {
    const std::size_t open = reader_.skip_space();
    reader_.expect("[", "the list's element");
    const std::int64_t index = reader_.take_integer("the index", kManyGenerators);
    if (index < 1 || static_cast<std::size_t>(index) > list.size() || list[static_cast<std::size_t>(index - 1)].size() != 1)
      reader_.fail(open, fmt::format("index {} is out of range for this list", index));
    reader_.expect_close(']', open, "the index");
    return list[static_cast<std::size_t>(index - 1)].front();
  }

  void need_free_group(std::size_t place) {
    if (!vocabulary_) reader_.fail(place, "define a free group first, as in F := FreeGroup(\"a\",\"b\")");
  }

  TextReader reader_;
  Alphabet full_;
  std::optional<Vocabulary> vocabulary_;
  WordReader words_;
  std::string free_name_;
  Chains generators_;
  std::map<std::string, Chains, std::less<>> lists_;
  std::vector<Equation> equations_;
  std::string quotient_name_;
};

}  // namespace

Presentation parse_gap_group(std::string_view text, std::string_view source, const GroupReading& reading) {
  return GapGroupParser(without_prompts(text), source).parse(reading);
}

}  // namespace wreath::word
