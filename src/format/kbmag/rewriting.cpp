// SPDX-License-Identifier: MIT
//
// kbmag's presentations and rewriting systems.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "format/gap_record.hpp"
#include "format/kbmag/kbmag.hpp"
#include "format/kbmag/names.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

namespace {

using word::kNoLetter;
using word::Letter;
using word::Ordering;
using word::Word;

constexpr std::array<std::pair<std::string_view, Ordering>, 6> kOrderings{{{"shortlex", Ordering::shortlex},
                                                                           {"wtlex", Ordering::weighted_lex},
                                                                           {"wtshortlex", Ordering::weighted_lex},
                                                                           {"recursive", Ordering::recursive},
                                                                           {"rt_recursive", Ordering::recursive_from_left},
                                                                           {"wreathprod", Ordering::wreath_product}}};
constexpr std::int64_t kMaxWeight = 1'000'000;
constexpr std::size_t kUsualEquations = 1000;  // for more, kbmag's programs need an option to make room

/// The field with a number for each letter, or nothing.
std::string_view weights_name(Ordering ordering) {
  return ordering == Ordering::weighted_lex ? "weight" : ordering == Ordering::wreath_product ? "level" : "";
}

Ordering take_ordering(TextReader& reader, const GapRecord& record) {
  record.go_to("ordering");
  const std::size_t place = reader.at();
  const std::string_view name = reader.take_quoted("the ordering");
  for (const auto& [known, ordering] : kOrderings) {
    if (known == name) return ordering;
  }
  reader.fail(place,
              fmt::format("the ordering \"{}\" is not supported: use shortlex, wtlex, recursive, rt_recursive or wreathprod",
                          TextReader::shown(name)));
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
    reader.fail(places[i], fmt::format("'{0}' is not the inverse of '{1}': the inverse of '{0}' is {2}", names[inverses[i]],
                                       names[i], back == kNoLetter ? "missing" : "'" + names[back] + "'"));
  }
  return inverses;
}

/// weight := [1,2,2] or level := [1,2,2]
std::vector<std::uint32_t> take_weights(TextReader& reader, std::string_view name, std::size_t letters) {
  std::vector<std::uint32_t> weights;
  const std::size_t start = reader.skip_space();
  for_each_entry(reader, fmt::format("the list of {}s", name), [&](std::size_t) {
    const std::size_t place = reader.skip_space();
    const std::int64_t weight = reader.take_integer(fmt::format("the {}", name), kMaxWeight);
    if (weight < 1) reader.fail(place, fmt::format("a {} must be at least 1", name));
    weights.push_back(static_cast<std::uint32_t>(weight));
  });
  if (weights.size() != letters)
    reader.fail(start, fmt::format("there are {} {}s for {} generators", weights.size(), name, letters));
  return weights;
}

/// x*x^-1 = 1
bool cancels(const word::Equation& equation, const word::Alphabet& alphabet) {
  const auto& [left, right] = equation;
  return left.size() == 2 && right.empty() && alphabet.inverses[left[0]] == left[1];
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
    word::Equation equation{std::move(left), std::move(right)};
    if (!cancels(equation, alphabet) && equation.first != equation.second) equations.push_back(std::move(equation));
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
    reader.fail(record.start(), "this record is not a rewriting system: isRWS := true is missing");
  if (record.has("isConfluent")) result.confluent = record.boolean("isConfluent");
  presentation.ordering = take_ordering(reader, record);
  record.go_to("generatorOrder");
  presentation.alphabet.names = take_letter_names(reader, "the list of generators");
  record.go_to("inverses");
  presentation.alphabet.inverses = take_inverses(reader, presentation.alphabet.names);
  if (const std::string_view name = weights_name(presentation.ordering); !name.empty()) {
    record.go_to(name);
    presentation.weights = take_weights(reader, name, presentation.alphabet.size());
  }
  record.go_to("equations");
  presentation.equations = take_equations(reader, presentation.alphabet);
  return result;
}

std::vector<word::Equation> written_equations(const KbmagRewriting& rewriting) {
  const word::Alphabet& alphabet = rewriting.presentation.alphabet;
  const std::vector<word::Equation>& equations = rewriting.presentation.equations;
  if (!rewriting.confluent) return equations;
  std::vector<bool> is_superfluous(alphabet.size());  // a rule alone replaces the letter, and with it x*x^-1
  for (const auto& [left, right] : equations) {
    if (*rewriting.confluent && left.size() == 1) is_superfluous[left[0]] = true;
  }
  std::vector<word::Equation> rules;  // which are complete only with these
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    const Letter inverse = alphabet.inverses[x];
    if (inverse == kNoLetter || is_superfluous[x] || is_superfluous[inverse]) continue;
    rules.push_back({{static_cast<Letter>(x), inverse}, {}});
  }
  for (const word::Equation& equation : equations)
    if (!cancels(equation, alphabet)) rules.push_back(equation);
  return rules;
}

std::string print_kbmag(const KbmagRewriting& rewriting, std::string_view name, RunControl* run) {
  const word::Presentation& presentation = rewriting.presentation;
  const word::Alphabet& alphabet = presentation.alphabet;
  std::vector<std::string> inverses;
  for (const Letter inverse : alphabet.inverses) inverses.push_back(inverse == kNoLetter ? "" : alphabet.names[inverse]);
  const auto ordering = std::find_if(kOrderings.begin(), kOrderings.end(),
                                     [&](const auto& known) { return known.second == presentation.ordering; });
  std::string text = fmt::format("{} := rec(\n  isRWS := true,\n", name);
  const std::vector<word::Equation> equations = written_equations(rewriting);
  if (rewriting.confluent) text += fmt::format("  isConfluent := {},\n", *rewriting.confluent);
  if (equations.size() > kUsualEquations) text += fmt::format("  maxeqns := {},\n", 2 * equations.size());
  text += fmt::format("  generatorOrder := [{}],\n  ordering := \"{}\",\n", fmt::join(alphabet.names, ","), ordering->first);
  if (const std::string_view numbers = weights_name(presentation.ordering); !numbers.empty())
    text += fmt::format("  {} := [{}],\n", numbers, fmt::join(presentation.weights, ","));
  text += fmt::format("  inverses := [{}],\n  equations := [", fmt::join(inverses, ","));
  for (std::size_t i = 0; i < equations.size(); ++i) {
    check_row(i, run);
    const auto& [left, right] = equations[i];
    text +=
        fmt::format("{}    [{},{}]", i == 0 ? "\n" : ",\n", kbmag_word(left, alphabet.names), kbmag_word(right, alphabet.names));
  }
  return text + "\n  ]\n);\n";
}

}  // namespace wreath::format
