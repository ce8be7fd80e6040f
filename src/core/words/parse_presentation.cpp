// SPDX-License-Identifier: MIT
#include "core/words/parse_presentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/text/text_reader.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

class InlineParser {
 public:
  InlineParser(std::string_view text, std::string_view source) : reader_(text, source) {}

  Presentation parse(const GroupReading& reading) {
    const std::size_t start = reader_.skip_space();
    const Kind kind = take_kind();
    open_ = reader_.skip_space();
    reader_.expect("<", "a presentation");
    AlphabetBuilder letters(kind != Kind::group);
    parse_generators(letters);
    const bool has_relators = reader_.take("|") || reader_.take(";") || reader_.take(":");
    require_meant(kind, has_relators);
    const Alphabet full = letters.finish();
    std::vector<Equation> equations;
    if (has_relators) {
      // The inverses of a group are among the letters; a monoid whose letters all have one is not called a group.
      constexpr std::array<std::string_view, 3> kStructures{"group", "monoid", "semigroup"};
      equations = parse_relators(Vocabulary(full, kStructures[static_cast<std::size_t>(kind)]));
    }
    close();
    std::string name(reader_.text().substr(start, reader_.at() - start));
    reader_.take(";");
    if (!reader_.at_end()) reader_.fail_expected("the end after the presentation's '>'");
    Presentation presentation = assemble(one_line(std::move(name)), full, std::move(equations), reading);
    presentation.is_semigroup = kind == Kind::semigroup;
    const auto has_identity = [](const Equation& equation) { return equation.first.empty() || equation.second.empty(); };
    if (presentation.is_semigroup && std::ranges::any_of(presentation.equations, has_identity))
      reader_.fail(start, "a side of an equation is 1, which a semigroup does not have: write monoid<...>");
    return presentation;
  }

 private:
  enum class Kind { group, monoid, semigroup };

  Kind take_kind() {
    const std::size_t start = reader_.skip_space();
    const std::string_view kind = reader_.take_name();
    if (kind == "monoid" || kind == "Monoid") return Kind::monoid;
    if (kind == "semigroup" || kind == "Semigroup") return Kind::semigroup;
    if (kind.empty() || kind == "group" || kind == "Group") return Kind::group;
    reader_.fail(start, fmt::format("expected a presentation such as <a,b | a^3> or monoid<a,b | ab=ba>, found '{}'",
                                    TextReader::shown(kind)));
  }

  /// A generator as it stands in the text.
  struct Listed {
    std::string name;
    std::size_t place = 0;
    bool has_inverse = false;  // it is declared by '/'
  };

  void parse_generators(AlphabetBuilder& letters) {
    const char next = reader_.peek();
    if (next == '|' || next == '>' || next == ';' || next == ':') return;  // none: the group of one element
    bool comma = true;
    bool commas = false;
    do {
      const std::size_t place = reader_.skip_space();
      const std::string name(reader_.take_name());
      if (name.empty()) reader_.fail_expected("the name of a generator");
      if (!comma && first_after_space_ == 0) first_after_space_ = listed_.size();
      std::string inverse;
      if (reader_.take("/")) inverse = take_inverse(name);
      letters.add(name, inverse, reader_, place);
      listed_.push_back({name, place, !inverse.empty()});
      comma = reader_.take(",");
      commas = commas || comma;
    } while (comma || std::isalpha(static_cast<unsigned char>(reader_.peek())) != 0);
    if (commas && first_after_space_ != 0) {
      const Listed& generator = listed_[first_after_space_];
      reader_.fail(generator.place, fmt::format("expected ',' or '|' before '{}': {}", generator.name, two_ways(generator.name)));
    }
  }

  /// After '/': a name, or NAME^-1, which makes the generator with the other case free for another.
  std::string take_inverse(const std::string& name) {
    std::string inverse(reader_.take_name());
    if (inverse.empty()) reader_.fail_expected("the name of an inverse after '/'");
    if (inverse == name && reader_.take("^-1")) inverse += "^-1";
    return inverse;
  }

  /// What a generator of that name was perhaps meant to be: "write <a,b | ab> for a relator, or <a,b,ab | ...> for a generator".
  std::string two_ways(const std::string& name) const {
    std::string others;
    std::string all;
    for (const Listed& each : listed_) {
      all += (all.empty() ? "" : ",") + each.name;
      if (each.name != name) others += (others.empty() ? "" : ",") + each.name;
    }
    return fmt::format("write <{} | {}> for a relator, or <{} | ...> for a generator of that name", others, name, all);
  }

  /// Throws where the list of generators is probably a mistake: what was meant as relators, or as the inverse of a generator.
  void require_meant(Kind kind, bool has_relators) {
    if (!has_relators && std::string_view("=^*([").find(reader_.peek()) != std::string_view::npos && reader_.peek() != '\0')
      reader_.fail_expected("'|' between the generators and the relators, or ','");
    std::vector<std::string> names;
    for (const Listed& each : listed_) names.push_back(each.name);
    if (const auto joined = name_of_other_names(names); joined && !has_relators) {
      reader_.fail(listed_[*joined].place, fmt::format("'{}' is a word in the other generators, and there is no '|': {}",
                                                       names[*joined], two_ways(names[*joined])));
    }
    if (kind != Kind::group) return;
    for (std::size_t j = 0; j < names.size(); ++j) {
      const auto other = std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(j), with_case_swapped(names[j]));
      const auto i = static_cast<std::size_t>(other - names.begin());
      if (i == j || *other == names[j] || listed_[i].has_inverse || listed_[j].has_inverse) continue;
      reader_.fail(listed_[j].place,
                   fmt::format("'{0}' is the inverse of '{1}': leave it out of the generators; if it is not to be the inverse, "
                               "write {1}/{1}^-1,{0}/{0}^-1",
                               names[j], names[i]));
    }
  }

  std::vector<Equation> parse_relators(const Vocabulary& vocabulary) {
    std::vector<Equation> equations;
    if (reader_.peek() == '>') return equations;
    WordReader words;
    do add_chain(words.take_chain(reader_, vocabulary), equations);
    while (reader_.take(","));
    return equations;
  }

  void close() {
    const char next = reader_.peek();
    if (next == ')' || next == ']') reader_.fail(reader_.at(), fmt::format("'{}' without a matching opening bracket", next));
    reader_.expect_close('>', open_, "the presentation");
  }

  static std::string one_line(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c >= 0x7F; }, ' ');
    return name;
  }

  TextReader reader_;
  std::size_t open_ = 0;
  std::vector<Listed> listed_;
  std::size_t first_after_space_ = 0;  // of the generators, the first without a comma before it; the first of all has none
};

}  // namespace

std::optional<std::size_t> name_of_other_names(const std::vector<std::string>& names) {
  const auto is_name = [&](char c) {
    const std::string one(1, c);
    return std::ranges::find(names, one) != names.end() || std::ranges::find(names, with_case_swapped(one)) != names.end();
  };
  const auto found =
      std::ranges::find_if(names, [&](const std::string& name) { return name.size() > 1 && std::ranges::all_of(name, is_name); });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

bool looks_like_presentation(std::string_view text) {
  TextReader reader(text, "");
  const std::string_view kind = reader.take_name();
  constexpr std::string_view kKinds[] = {"", "group", "Group", "monoid", "Monoid", "semigroup", "Semigroup"};
  const bool known = std::ranges::find(kKinds, kind) != std::end(kKinds);
  return (known && reader.peek() == '<') || text.find("FreeGroup") != std::string_view::npos ||
         text.find("FreeMonoid") != std::string_view::npos;
}

Presentation parse_presentation(std::string_view text, std::string_view source, const GroupReading& reading) {
  TextReader reader(text, source);
  reader.take_name();
  const bool assignment = reader.take(":=");
  if (reader.text().find("FreeGroup") != std::string_view::npos || reader.text().find("FreeMonoid") != std::string_view::npos ||
      assignment) {
    return parse_gap_group(text, source, reading);
  }
  return InlineParser(text, source).parse(reading);
}

bool Presentation::is_group() const {
  return std::ranges::find(alphabet.inverses, kNoLetter) == alphabet.inverses.end();
}

std::string print_presentation(const Presentation& presentation) {
  const Alphabet& alphabet = presentation.alphabet;
  std::string text = presentation.is_semigroup ? "semigroup<" : presentation.is_group() ? "<" : "monoid<";
  const char* separator = "";
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const Letter inverse = alphabet.inverses[x];
    if (inverse != kNoLetter && is_inverse_letter(static_cast<Letter>(x), alphabet)) continue;
    text += fmt::format("{}{}", separator, alphabet.names[x]);
    separator = ",";
    if (inverse == kNoLetter) continue;
    const std::string& name = alphabet.names[inverse];
    const std::string swapped = with_case_swapped(alphabet.names[x]);
    const bool is_free = std::ranges::find(alphabet.names, swapped) == alphabet.names.end() || swapped == alphabet.names[x];
    const bool usual = (is_free && name == alphabet.names[x] + "^-1") || (alphabet.names[x].size() == 1 && name == swapped);
    if (!usual || !presentation.is_group()) text += fmt::format("/{}", name);
  }
  separator = " | ";
  if (presentation.equations.empty() && name_of_other_names(alphabet.names))
    text += separator;  // or it would look like a mistake
  for (const auto& [left, right] : presentation.equations) {
    text += fmt::format("{}{}", separator, print_word(left, alphabet, WordForm::powers));
    if (!right.empty()) text += fmt::format(" = {}", print_word(right, alphabet, WordForm::powers));
    separator = ", ";
  }
  return text + ">";
}

std::string print_order(const Alphabet& alphabet) {
  return fmt::format("{}", fmt::join(alphabet.names, ","));
}

namespace {

/// x1^2*x2, or (x1*x2)^3 if it is a power.
std::string relator_text(std::span<const std::int32_t> relator) {
  std::size_t period = 1;
  const auto repeats = [&] {
    return std::equal(relator.begin() + static_cast<std::ptrdiff_t>(period), relator.end(), relator.begin());
  };
  while (period < relator.size() && !(relator.size() % period == 0 && repeats())) ++period;
  if (period > 1 && period < relator.size())
    return fmt::format("({})^{}", relator_text(relator.first(period)), relator.size() / period);
  std::string text;
  for (std::size_t i = 0; i < relator.size();) {
    std::size_t end = i;
    while (end < relator.size() && relator[end] == relator[i]) ++end;
    const std::int64_t power = static_cast<std::int64_t>(end - i) * (relator[i] < 0 ? -1 : 1);
    text += fmt::format("{}x{}", i == 0 ? "" : "*", std::abs(relator[i]));
    if (power != 1) text += fmt::format("^{}", power);
    i = end;
  }
  return text;
}

}  // namespace

std::string SubgroupPresentation::text() const {
  std::string names;
  for (std::size_t k = 1; k <= generators.size(); ++k) names += fmt::format("{}x{}", k == 1 ? "" : ",", k);
  std::string words;
  for (const auto& relator : relators) words += (words.empty() ? "" : ", ") + relator_text(relator);
  return fmt::format("<{} | {}>", names, words);
}

std::string name_of(const Presentation& presentation) {
  return presentation.name.empty() ? print_presentation(presentation) : presentation.name;
}

}  // namespace wreath::word
