// SPDX-License-Identifier: MIT
//
// A recursive descent over the grammar
//
//     word    = { ['*' | '/'] factor }
//     factor  = atom [ '^' (integer | name | '(' integer ')' | '(' word ')' | commutator) ]
//     atom    = names | '(' word ')' | commutator | '1'
//
// Two things are refused although a meaning could be found, since it would be the wrong one for half of the readers: a^b^c,
// and a^bc without brackets around bc.
#include "core/words/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/text/text_reader.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

constexpr std::int64_t kMaxExponent = 100'000'000'000'000'000;
constexpr int kMaxDepth = 400;

class WordParser {
 public:
  WordParser(TextReader& reader, const Vocabulary& vocabulary)
      : reader_(reader), vocabulary_(vocabulary), most_(std::max(kMaxWordLength, reader.text().size())) {}

  Word parse() {
    Word word;
    bool divide = false;
    bool operand_due = false;
    while (starts_factor()) {
      const std::size_t start = reader_.at();
      const Word factor = parse_factor(divide);
      append(word, divide ? inverted(factor, start) : factor, start);
      divide = reader_.take("/");
      operand_due = divide || reader_.take("*");
    }
    if (operand_due) reader_.fail_expected("a letter or a bracket after the operator");
    const char next = reader_.peek();
    if (next == '*' || next == '/' || next == '^') reader_.fail_expected("a letter or a bracket before the operator");
    return word;
  }

 private:
  bool starts_factor() {
    const char next = reader_.peek();
    return std::isalnum(static_cast<unsigned char>(next)) != 0 || next == '_' || next == '(' || next == '[';
  }

  Word parse_factor(bool after_division) {
    const std::size_t start = reader_.skip_space();
    Word head;  // of names in a row, the exponent belongs to the last
    Word atom = parse_atom(head);
    if (after_division && !head.empty()) fail_ambiguous('/', start);
    if (reader_.peek() == '^') {
      reader_.advance();
      atom = parse_exponent(atom, start);
      if (reader_.peek() == '^') reader_.fail(reader_.at(), "x^y^z is ambiguous: put brackets around one of the two powers");
    }
    if (head.empty()) return atom;
    append(head, atom, start);
    return head;
  }

  Word parse_atom(Word& head) {
    const std::size_t start = reader_.skip_space();
    const char next = reader_.peek();
    if (next == '(') return parse_bracket();
    if (next == '[') return parse_commutator('[', ']');
    if (std::isdigit(static_cast<unsigned char>(next)) != 0) {
      if (reader_.take_integer("the identity, 1,", kMaxExponent) != 1)
        reader_.fail(start, "a number is not a letter: only 1 is a word; write powers as a^2");
      return {};
    }
    const std::string_view name = reader_.take_name();
    if (const Word* known = vocabulary_.find(name)) return *known;
    if (name == "IdWord") return {};
    if (reader_.here() == '(' && name == "Comm") return parse_commutator('(', ')');
    if (reader_.here() == '(' && (name == "One" || name == "Identity")) return parse_one();
    Word letters = split(name, start);
    head.assign(letters.begin(), letters.end() - 1);
    return {letters.back()};
  }

  Word parse_bracket() {
    const std::size_t open = enter();
    Word word = parse();
    reader_.expect_close(')', open, "the bracket");
    --depth_;
    return word;
  }

  Word parse_commutator(char opening, char closing) {
    const std::size_t open = enter();
    Word word = parse();
    int words = 1;
    while (reader_.take(",")) {
      const Word next = parse();
      word = product({inverted(word, open), inverted(next, open), word, next}, open);
      ++words;
    }
    if (words == 1 && reader_.peek() == closing)
      reader_.fail(open, fmt::format("a commutator has two or more words: {}a,b{}", opening, closing));
    reader_.expect_close(closing, open, "the commutator");
    --depth_;
    return word;
  }

  /// One(F) is the identity.
  Word parse_one() {
    const std::size_t open = reader_.skip_space();
    reader_.advance();
    reader_.take_name();
    reader_.expect_close(')', open, "the bracket");
    return {};
  }

  Word parse_exponent(const Word& base, std::size_t start) {
    const std::size_t place = reader_.skip_space();
    const char next = reader_.peek();
    if (next == '-' || std::isdigit(static_cast<unsigned char>(next)) != 0)
      return power(base, reader_.take_integer("the exponent", kMaxExponent), start);
    if (next == '(') {
      if (bracket_holds_integer()) {
        const std::size_t open = reader_.at();
        reader_.advance();
        const std::int64_t exponent = reader_.take_integer("the exponent", kMaxExponent);
        reader_.expect_close(')', open, "the bracket");
        return power(base, exponent, start);
      }
    } else if (next != '[' && std::isalpha(static_cast<unsigned char>(next)) == 0 && next != '_') {
      reader_.fail_expected("an exponent (a number, a letter or a bracket) after '^'");
    }
    Word head;
    const Word by = parse_atom(head);
    if (!head.empty()) fail_ambiguous('^', place);
    return product({inverted(by, place), base, by}, place);
  }

  bool bracket_holds_integer() {
    const std::size_t open = reader_.at();
    reader_.advance();
    if (reader_.peek() == '-') reader_.advance();
    const std::size_t digits = reader_.skip_space();
    while (std::isdigit(static_cast<unsigned char>(reader_.here())) != 0) reader_.advance();
    const bool holds = reader_.at() > digits && reader_.peek() == ')';
    reader_.go_to(open);
    return holds;
  }

  /// Names in a row. Each must be found, and in one way: the ways are counted (up to two) from the end.
  Word split(std::string_view names, std::size_t start) {
    if (vocabulary_.single()) return split_letters(names, start);
    if (names.size() > kMaxWordLength) reader_.fail(start, "the name is too long");
    std::vector<std::uint8_t> ways(names.size() + 1);
    ways.back() = 1;
    for (std::size_t i = names.size(); i-- > 0;) {
      for (std::size_t length = 1; length <= std::min(vocabulary_.longest(), names.size() - i); ++length) {
        if (ways[i + length] == 0 || !is_letter(names.substr(i, length))) continue;
        ways[i] = static_cast<std::uint8_t>(std::min(2, ways[i] + ways[i + length]));
      }
    }
    if (ways[0] == 0) fail_unknown(names, start);
    if (ways[0] > 1) reader_.fail(start, fmt::format("'{}' is ambiguous: put '*' between the letters", TextReader::shown(names)));
    Word word;
    for (std::size_t i = 0; i < names.size();) {
      std::size_t length = 1;
      while (ways[i + length] == 0 || !is_letter(names.substr(i, length))) ++length;
      append(word, *vocabulary_.find(names.substr(i, length)), start);
      i += length;
    }
    return word;
  }

  bool is_letter(std::string_view name) const {
    const Word* word = vocabulary_.find(name);
    return word != nullptr && word->size() == 1;
  }

  Word split_letters(std::string_view names, std::size_t start) {
    Word word(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      word[i] = vocabulary_.letter(names[i]);
      if (word[i] == kNoLetter) fail_unknown(names.substr(i, 1), start + i);
    }
    return word;
  }

  /// The names that were just read, from `start`, after an operator that binds one of them.
  [[noreturn]] void fail_ambiguous(char after, std::size_t start) {
    const std::string names = TextReader::shown(reader_.text().substr(start, reader_.at() - start));
    reader_.fail(start, fmt::format("'{0}{1}' is ambiguous: write {0}({1}), or '*' between the letters", after, names));
  }

  [[noreturn]] void fail_unknown(std::string_view name, std::size_t start) {
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0)
      reader_.fail(start, fmt::format("'{}' is not a letter: write powers as a^{}", name, name));
    reader_.fail(start, fmt::format("'{}' is not a letter of this {}: the letters are {}", TextReader::shown(name),
                                    vocabulary_.structure(), vocabulary_.listed()));
  }

  Word power(const Word& base, std::int64_t exponent, std::size_t start) {
    const auto times = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
    if (base.empty() || times == 0) return {};
    if (times > most_ / base.size()) fail_long(start);
    const Word factor = exponent < 0 ? inverted(base, start) : base;
    if (factor.size() == 1) return Word(times, factor.front());
    Word word(factor.size() * times);
    std::ranges::copy(factor, word.begin());
    for (std::size_t done = factor.size(); done < word.size(); done *= 2)
      std::copy_n(word.begin(), std::min(done, word.size() - done), word.begin() + static_cast<std::ptrdiff_t>(done));
    return word;
  }

  Word product(std::initializer_list<Word> factors, std::size_t start) {
    Word word;
    for (const Word& factor : factors) append(word, factor, start);
    return word;
  }

  void append(Word& word, const Word& factor, std::size_t start) {
    if (word.size() + factor.size() > most_) fail_long(start);
    word.insert(word.end(), factor.begin(), factor.end());
  }

  Word inverted(const Word& word, std::size_t start) {
    for (const Letter letter : word) {
      if (vocabulary_.alphabet().inverses[letter] == kNoLetter)
        reader_.fail(
            start, fmt::format("'{}' has no inverse in this {}", vocabulary_.alphabet().names[letter], vocabulary_.structure()));
    }
    return inverse_word(word, vocabulary_.alphabet());
  }

  [[noreturn]] void fail_long(std::size_t start) {
    reader_.fail(start, fmt::format("the word has more than {} letters when it is expanded", most_));
  }

  /// Past the bracket that is here, which stands for one more call.
  std::size_t enter() {
    const std::size_t open = reader_.skip_space();
    if (++depth_ > kMaxDepth) reader_.fail(open, fmt::format("brackets may be nested at most {} deep", kMaxDepth));
    reader_.advance();
    return open;
  }

  TextReader& reader_;
  const Vocabulary& vocabulary_;
  std::size_t most_;
  int depth_ = 0;
};

}  // namespace

Word parse_word(TextReader& reader, const Vocabulary& vocabulary) {
  return WordParser(reader, vocabulary).parse();
}

Word parse_whole_word(TextReader& reader, const Vocabulary& vocabulary) {
  Word word = parse_word(reader, vocabulary);
  if (reader.at_end()) return word;
  const char next = reader.peek();
  if (next == ')' || next == ']') reader.fail(reader.at(), fmt::format("'{}' without a matching opening bracket", next));
  reader.fail_expected("a letter, a bracket or the end of the word");
}

Word parse_word(std::string_view text, const Alphabet& alphabet, std::string_view source) {
  TextReader reader(text, source);
  return parse_whole_word(reader, Vocabulary(alphabet));
}

}  // namespace wreath::word
