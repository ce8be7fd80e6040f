// SPDX-License-Identifier: MIT
#include "format/coset_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>
#include <vector>

#include "core/text/characters.hpp"
#include "core/text/text_reader.hpp"
#include "wreath/run.hpp"

namespace wreath::format {

namespace {

// --- ACE

std::string without_comments(std::string_view text) {
  std::string result;
  for (bool comment = false; const char c : text) {
    comment = (comment || c == '#') && c != '\n';
    result += comment ? ' ' : c;
  }
  return result;
}

}  // namespace

CosetText parse_ace(std::string_view given, std::string_view source) {
  const std::string text = without_comments(given);
  CosetText parts;
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

namespace {

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

  CosetText parts() {
    CosetText parts;
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

  void add_coxeter_relators(CosetText& parts) const {
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

}  // namespace

CosetText parse_tcenum(std::string_view text, std::string_view source) {
  return TcenumReader(text, source).parts();
}

bool looks_like_tcenum(std::string_view text) {
  if (std::ranges::count(text, '.') < 5) return false;
  const std::string_view first = text.substr(0, text.find('.'));
  const auto belongs = [](char c) { return is_letter(c) || is_space(c) || c == ',' || c == ';'; };
  return std::ranges::all_of(first, belongs) && std::ranges::any_of(first, is_letter);
}

}  // namespace wreath::format
