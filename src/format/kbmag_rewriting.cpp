// SPDX-License-Identifier: MIT
//
// kbmag's presentations and rewriting systems.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "format/gap_record.hpp"
#include "format/kbmag.hpp"
#include "format/kbmag_names.hpp"
#include "word/assemble.hpp"
#include "word/words.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

namespace {

using word::kNoLetter;
using word::Letter;
using word::Ordering;
using word::Word;

constexpr std::array<std::pair<std::string_view, Ordering>, 4> kOrderings{{{"shortlex", Ordering::shortlex},
                                                                           {"wtlex", Ordering::weighted_lex},
                                                                           {"wtshortlex", Ordering::weighted_lex},
                                                                           {"recursive", Ordering::recursive}}};
constexpr std::int64_t kMaxWeight = 1'000'000;

Ordering take_ordering(TextReader& reader, const GapRecord& record) {
  record.go_to("ordering");
  const std::size_t place = reader.at();
  const std::string_view name = reader.take_quoted("the ordering");
  for (const auto& [known, ordering] : kOrderings) {
    if (known == name) return ordering;
  }
  reader.fail(place, fmt::format("the ordering \"{}\" is not known: shortlex, wtlex and recursive are", TextReader::shown(name)));
}

/// inverses := [A,a,,b]: blank, or missing at the end, where a letter has none.
std::vector<Letter> take_inverses(TextReader& reader, const std::vector<std::string>& names) {
  std::vector<Letter> inverses(names.size(), kNoLetter);
  std::vector<std::size_t> places(names.size());
  for_each_entry(reader, "the list of inverses", [&](std::size_t i) {
    const std::size_t place = reader.skip_space();
    if (is_blank(reader)) return;
    if (i >= names.size()) reader.fail(place, fmt::format("there are more inverses than the {} generators", names.size()));
    inverses[i] = find_letter(reader, take_letter_name(reader, "an inverse"), names, place);
    places[i] = place;
  });
  for (std::size_t i = 0; i < inverses.size(); ++i) {
    if (inverses[i] == kNoLetter || inverses[inverses[i]] == i) continue;
    const Letter back = inverses[inverses[i]];
    reader.fail(places[i], fmt::format("'{0}' is no inverse of '{1}': the inverse of '{0}' is {2}", names[inverses[i]], names[i],
                                       back == kNoLetter ? "nowhere" : "'" + names[back] + "'"));
  }
  return inverses;
}

std::vector<std::uint32_t> take_weights(TextReader& reader, std::size_t letters) {
  std::vector<std::uint32_t> weights;
  const std::size_t start = reader.skip_space();
  for_each_entry(reader, "the list of weights", [&](std::size_t) {
    const std::size_t place = reader.skip_space();
    const std::int64_t weight = reader.take_integer("the weight", kMaxWeight);
    if (weight < 1) reader.fail(place, "a weight must be at least 1");
    weights.push_back(static_cast<std::uint32_t>(weight));
  });
  if (weights.size() != letters)
    reader.fail(start, fmt::format("there are {} weights for {} generators", weights.size(), letters));
  return weights;
}

std::vector<word::Equation> take_equations(TextReader& reader, const word::Alphabet& alphabet) {
  const word::Vocabulary vocabulary(alphabet);
  word::WordReader words;
  std::vector<word::Equation> equations;
  for_each_entry(reader, "the list of equations", [&](std::size_t) {
    const std::size_t open = reader.skip_space();
    reader.expect("[", "the list of equations");
    Word left = words.take(reader, vocabulary);
    reader.expect(",", "an equation [u,v]");
    Word right = words.take(reader, vocabulary);
    reader.expect_close(']', open, "the equation");
    const bool cancels = left.size() == 2 && right.empty() && alphabet.inverses[left[0]] == left[1];
    if (!cancels && left != right) equations.emplace_back(std::move(left), std::move(right));
  });
  return equations;
}

}  // namespace

KbmagRewriting parse_kbmag_rewriting(std::string_view text, std::string_view source) {
  TextReader reader(text, source);
  KbmagRewriting result;
  word::Presentation& presentation = result.presentation;
  const GapRecord record = take_record_file(reader, "the rewriting system", presentation.name);
  if (!record.has("isRWS") || !record.boolean("isRWS"))
    reader.fail(record.start(), "this record is no rewriting system: isRWS := true is missing");
  if (record.has("isConfluent")) result.confluent = record.boolean("isConfluent");
  presentation.ordering = take_ordering(reader, record);
  record.go_to("generatorOrder");
  presentation.alphabet.names = take_letter_names(reader, "the list of generators");
  record.go_to("inverses");
  presentation.alphabet.inverses = take_inverses(reader, presentation.alphabet.names);
  if (presentation.ordering == Ordering::weighted_lex) {
    record.go_to("weight");
    presentation.weights = take_weights(reader, presentation.alphabet.size());
  }
  record.go_to("equations");
  presentation.equations = take_equations(reader, presentation.alphabet);
  return result;
}

std::string print_kbmag(const KbmagRewriting& rewriting, std::string_view name) {
  const word::Presentation& presentation = rewriting.presentation;
  const word::Alphabet& alphabet = presentation.alphabet;
  std::vector<std::string> inverses;
  for (const Letter inverse : alphabet.inverses) inverses.push_back(inverse == kNoLetter ? "" : alphabet.names[inverse]);
  const auto ordering = std::find_if(kOrderings.begin(), kOrderings.end(),
                                     [&](const auto& known) { return known.second == presentation.ordering; });
  std::string text = fmt::format("{} := rec(\n  isRWS := true,\n", name);
  if (rewriting.confluent) text += fmt::format("  isConfluent := {},\n", *rewriting.confluent);
  text += fmt::format("  generatorOrder := [{}],\n  ordering := \"{}\",\n", fmt::join(alphabet.names, ","), ordering->first);
  if (presentation.ordering == Ordering::weighted_lex)
    text += fmt::format("  weight := [{}],\n", fmt::join(presentation.weights, ","));
  text += fmt::format("  inverses := [{}],\n  equations := [", fmt::join(inverses, ","));
  const char* separator = "\n";
  const auto add = [&](const Word& left, const Word& right) {
    text += fmt::format("{}    [{},{}]", separator, kbmag_word(left, alphabet.names), kbmag_word(right, alphabet.names));
    separator = ",\n";
  };
  for (std::size_t x = 0; rewriting.confluent && x < alphabet.size(); ++x) {  // rules are complete only with these
    if (alphabet.inverses[x] != kNoLetter) add({static_cast<Letter>(x), alphabet.inverses[x]}, {});
  }
  for (const auto& [left, right] : presentation.equations) add(left, right);
  return text + "\n  ]\n);\n";
}

}  // namespace wreath::format
