// SPDX-License-Identifier: MIT
//
// Problems of coset enumeration as text: presentations in any of wreath's forms, and the input of two other programs.
//
// ACE: statements `gr: abc; rel: a^2, (ab)^3; gen: ab;` with long names as well (Group Generators, Group Relators, Subgroup
// Generators); generators are letters, and a capital is the inverse. Other statements are ignored.
//
// tcenum (L. H. Soicher): five parts, each ended by a full stop: all generators; those that are not involutions; generators of
// the subgroup; Coxeter relators, where a3b5c means (ab)^3 and (bc)^5, and all other pairs commute unless the part is empty or
// a0b excepts them; further relators. Exponents follow without a sign, and `-` inverts. What comes after the fifth part is a
// comment.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "core/io/mapped_file.hpp"
#include "core/text/characters.hpp"
#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/text_reader.hpp"
#include "format/group_input.hpp"
#include "format/kbmag/kbmag.hpp"
#include "word/presentation/families.hpp"
#include "word/presentation/parse_presentation.hpp"
#include "word/presentation/words.hpp"
#include "wreath/coset/files.hpp"

namespace wreath::format {

namespace {

using coset::Problem;
using coset::Reading;

enum class CosetForm { automatic, ace, tcenum };
constexpr Named<CosetForm> kFormNames[] = {
    {CosetForm::automatic, "auto"}, {CosetForm::ace, "ace"}, {CosetForm::tcenum, "tcenum"}};

/// What both foreign forms come to.
struct Parts {
  std::string generators;  // one character each
  std::string relators;    // in wreath's syntax, separated by commas
  std::string subgroup;
};

/// The words that were given, or else those of a file. Empty words say only that a subgroup is named.
void read_subgroup(Problem& problem, const Reading& reading, std::string_view in_file = {}, std::string_view source = {}) {
  const word::Alphabet& alphabet = problem.group.alphabet;
  problem.subgroup = reading.subgroup ? coset::parse_words(*reading.subgroup, alphabet, "subgroup")
                                      : coset::parse_words(in_file, alphabet, source);
  const bool is_named = reading.subgroup.has_value() || !problem.subgroup.empty();
  std::erase_if(problem.subgroup, [](const word::Word& word) { return word.empty(); });
  problem.names_trivial = is_named && problem.subgroup.empty();
}

Problem assemble_problem(const Parts& parts, std::string_view source, const Reading& reading) {
  std::string names;
  for (const char x : parts.generators) names += fmt::format("{}{}", names.empty() ? "" : ",", x);
  Problem problem;
  problem.group = word::parse_presentation(fmt::format("<{} | {}>", names, parts.relators), source,
                                           {.order = {}, .involutions = !reading.keep_inverses});
  read_subgroup(problem, reading, parts.subgroup, source);
  return problem;
}

// --- ACE

std::string without_comments(std::string_view text) {
  std::string result;
  for (bool comment = false; const char c : text) {
    comment = (comment || c == '#') && c != '\n';
    result += comment ? ' ' : c;
  }
  return result;
}

Parts parse_ace(std::string_view given, std::string_view source) {
  const std::string text = without_comments(given);
  Parts parts;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(';', start), text.size());
    const std::string_view statement = std::string_view(text).substr(start, end - start);
    start = end + 1;
    const std::size_t colon = statement.find(':');
    if (colon == std::string_view::npos) continue;
    std::string key;
    for (const char c : statement.substr(0, colon)) {
      if (is_letter(c)) key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    const std::string_view value = statement.substr(colon + 1);
    if (key.starts_with("rel") || key.starts_with("grouprel")) {
      parts.relators = value;
    } else if (key.starts_with("gen") || key.starts_with("subgroupgen")) {
      parts.subgroup = value;
    } else if (key.starts_with("gr")) {
      for (const char c : value) {
        if (is_letter(c)) parts.generators += c;
        if (is_digit(c))
          throw InputError(fmt::format("{}: generators must be letters, as in gr: ab; numbers are not supported", source));
      }
    }
  }
  if (parts.generators.empty())
    throw InputError(fmt::format("{}: no generators found; ACE's input names them, as in gr: ab;", source));
  return parts;
}

bool looks_like_ace(std::string_view given) {
  const std::string text = without_comments(given);
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    std::size_t start = at;
    while (start > 0 && (is_letter(text[start - 1]) || text[start - 1] == ' ' || text[start - 1] == '\t')) --start;
    while (start < at && is_space(text[start])) ++start;
    if (at - start >= 2 && std::tolower(text[start]) == 'g' && std::tolower(text[start + 1]) == 'r') return true;
  }
  return false;
}

// --- tcenum

class TcenumReader {
 public:
  TcenumReader(std::string_view text, std::string_view source) : source_(source) {
    for (std::size_t start = 0; sections_.size() < 5;) {
      const std::size_t end = text.find('.', start);
      if (end == std::string_view::npos) {
        throw InputError(fmt::format("{}: a tcenum file has five parts, each ended by a full stop, but {} found", source,
                                     sections_.size() == 1 ? "1 is" : fmt::format("{} are", sections_.size())));
      }
      std::string section;
      for (const char c : text.substr(start, end - start)) {
        if (!is_space(c)) section += c == ';' ? ',' : c;
      }
      sections_.push_back(section);
      start = end + 1;
    }
  }

  Parts parts() {
    Parts parts;
    parts.generators = letters_of(sections_[0], 1);
    if (parts.generators.empty()) throw InputError(fmt::format("{}: the first part names no generators", source_));
    const std::string others = letters_of(sections_[1], 2);
    for (const char x : parts.generators) {
      if (others.find(x) == std::string::npos) add(parts.relators, fmt::format("{}^2", x));
    }
    add_coxeter_relators(parts);
    add(parts.relators, converted(sections_[4]));
    parts.subgroup = converted(sections_[2]);
    return parts;
  }

 private:
  static void add(std::string& list, const std::string& word) {
    if (!word.empty()) list += (list.empty() ? "" : ", ") + word;
  }

  std::string letters_of(const std::string& section, int number) const {
    std::string letters;
    for (const char c : section) {
      if (c == ',') continue;
      if (!is_letter(c)) throw InputError(fmt::format("{}: part {}: '{}' is not a letter", source_, number, c));
      letters += c;
    }
    return letters;
  }

  void add_coxeter_relators(Parts& parts) const {
    const std::string& section = sections_[3];
    if (std::ranges::none_of(section, is_letter)) return;
    std::map<std::pair<char, char>, std::string> orders;
    char last = '\0';
    std::string order;
    for (const char c : section) {
      if (c == ',') continue;
      if (is_digit(c)) {
        order += c;
      } else if (parts.generators.find(c) != std::string::npos) {
        if (!order.empty() && last != '\0') orders[{std::min(last, c), std::max(last, c)}] = order;
        order.clear();
        last = c;
      } else {
        throw InputError(fmt::format("{}: part 4: '{}' is not a generator or an order, as in a3b", source_, c));
      }
    }
    for (std::size_t i = 0; i < parts.generators.size(); ++i) {
      for (std::size_t j = i + 1; j < parts.generators.size(); ++j) {
        const char a = parts.generators[i];
        const char b = parts.generators[j];
        const auto found = orders.find({std::min(a, b), std::max(a, b)});
        const std::string power = found == orders.end() ? "2" : found->second;
        if (power.find_first_not_of('0') != std::string::npos) add(parts.relators, fmt::format("({}{})^{}", a, b, power));
      }
    }
  }

  /// Words in wreath's syntax: a3 becomes a^3, a- becomes a^-1, and round brackets with a comma in them are commutators.
  static std::string converted(const std::string& words) {
    std::string result;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const char c = words[i];
      if (c == '(' || c == '[') {
        open.push_back(result.size());
        result += '(';
      } else if ((c == ')' || c == ']') && !open.empty()) {
        result += result[open.back()] == '[' ? ']' : ')';
        open.pop_back();
      } else if (c == ',' && !open.empty()) {
        result[open.back()] = '[';
        result += c;
      } else if (c == '-' || is_digit(c)) {
        const bool after_factor = !result.empty() && (is_letter(result.back()) || result.back() == ')' || result.back() == ']');
        if (after_factor) result += '^';
        result += c;
        while (i + 1 < words.size() && is_digit(words[i + 1])) result += words[++i];
        if (result.back() == '-') result += '1';
        if (i + 1 < words.size() && (is_letter(words[i + 1]) || words[i + 1] == '(' || words[i + 1] == '[')) result += '*';
      } else {
        result += c;
      }
    }
    return result;
  }

  std::string_view source_;
  std::vector<std::string> sections_;
};

bool looks_like_tcenum(std::string_view text) {
  if (std::ranges::count(text, '.') < 5) return false;
  const std::string_view first = text.substr(0, text.find('.'));
  const auto belongs = [](char c) { return is_letter(c) || is_space(c) || c == ',' || c == ';'; };
  return std::ranges::all_of(first, belongs) && std::ranges::any_of(first, is_letter);
}

bool names_problem_file(const std::string& source) {
  if (word::looks_like_presentation(source)) return false;
  if (means_file(source, word::is_group_name(source), "group")) return true;
  return !word::is_family(source) && source.find_first_of("/.") != std::string::npos;  // which cannot be opened: that is reported
}

}  // namespace

}  // namespace wreath::format

namespace wreath::coset {

std::vector<word::Word> parse_words(std::string_view text, const word::Alphabet& alphabet, std::string_view name) {
  std::vector<word::Word> words;
  TextReader reader(text, name);
  if (reader.at_end()) return words;
  const word::Vocabulary vocabulary(alphabet);
  word::WordReader limited;
  do {
    const std::vector<word::Word> chain = limited.take_chain(reader, vocabulary);
    if (chain.size() > 1) reader.fail(reader.at(), "a generator of the subgroup is a word, not an equation");
    words.push_back(chain.front());
  } while (reader.take(","));
  if (!reader.at_end()) reader.fail_expected("',' or the end of the subgroup's generators");
  return words;
}

Problem parse_problem(std::string_view text, std::string_view name, const Reading& reading) {
  using format::CosetForm;
  CosetForm form = value_of<CosetForm>(reading.format, format::kFormNames, "format");
  if (form == CosetForm::automatic && format::kbmag_kind(text) == format::KbmagKind::none &&
      !word::looks_like_presentation(text)) {
    if (format::looks_like_ace(text)) form = CosetForm::ace;
    if (format::looks_like_tcenum(text)) form = CosetForm::tcenum;
  }
  if (form == CosetForm::ace) return format::assemble_problem(format::parse_ace(text, name), name, reading);
  if (form == CosetForm::tcenum) return format::assemble_problem(format::TcenumReader(text, name).parts(), name, reading);
  Problem problem;
  problem.group = format::parse_group(text, name, {.order = {}, .involutions = !reading.keep_inverses});
  format::read_subgroup(problem, reading);
  return problem;
}

Problem open_problem(const std::string& source, const Reading& reading) {
  if (format::names_problem_file(source)) {
    const MappedFile file(source);
    const auto bytes = file.bytes();
    Problem problem = parse_problem({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, source, reading);
    if (problem.group.name.empty() || problem.group.name == "_RWS" || problem.group.name.starts_with('<'))
      problem.group.name = std::filesystem::path(source).filename().string();
    return problem;
  }
  Problem problem;
  problem.group = format::read_group(source, {.order = {}, .involutions = !reading.keep_inverses});
  format::read_subgroup(problem, reading);
  return problem;
}

}  // namespace wreath::coset
