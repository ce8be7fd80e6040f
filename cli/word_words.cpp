// SPDX-License-Identifier: MIT
//
// wreath word reduce, equal.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/word_common.hpp"
#include "word/normal_forms.hpp"
#include "word/words.hpp"

namespace wreath::cli {

namespace {

struct ReduceOptions : WordOptions {
  std::vector<std::string> words;
  std::string file;
};

struct EqualOptions : WordOptions {
  std::string u;
  std::string v;
};

int reduce(Session& session, const ReduceOptions& options) {
  const word::AutomaticStructure structure = open_verified(options, session.run());
  const word::Alphabet& alphabet = structure.presentation.alphabet;
  word::NormalForms normal(structure.view());
  std::string text;
  Json forms = Json::array();
  const auto add = [&](const std::string& word, const std::string& source) {
    const std::string form = word::print_word(normal.reduce(word::parse_word(word, alphabet, source)), alphabet);
    text += form + "\n";
    forms.push_back(form);
  };
  for (const std::string& word : options.words) add(word, "command line");
  if (!options.file.empty()) {
    std::ifstream file;
    if (options.file != "-") file.open(options.file);
    if (options.file != "-" && !file) throw InputError(fmt::format("{}: cannot be read", options.file));
    std::istream& in = options.file == "-" ? std::cin : file;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) add(line, fmt::format("{}, line {}", options.file, number));
  }
  return session.finish(true, Json{{"group", group_name(structure.presentation)}, {"normal_forms", forms}}, text);
}

int equal(Session& session, const EqualOptions& options) {
  const word::AutomaticStructure structure = open_verified(options, session.run());
  const word::Alphabet& alphabet = structure.presentation.alphabet;
  word::NormalForms normal(structure.view());
  const auto u = normal.reduce(word::parse_word(options.u, alphabet, "command line"));
  const auto v = normal.reduce(word::parse_word(options.v, alphabet, "command line"));
  return session.finish(true,
                        Json{{"group", group_name(structure.presentation)},
                             {"equal", u == v},
                             {"normal_forms", {word::print_word(u, alphabet), word::print_word(v, alphabet)}}},
                        u == v ? "equal\n" : "different\n");
}

}  // namespace

void add_word_words(Program& program, CLI::App& word) {
  add_command<ReduceOptions>(
      program, word, "reduce", "Print the normal forms of words, one a line; the identity is 1",
      "  wreath word reduce surface:2 abABcd 'a^2*b^-1'\n"
      "  wreath word reduce s2.wreath --file words.txt",
      Length::brief,
      [](CLI::App& command, ReduceOptions& options) {
        add_structure(command, options);
        command.add_option("WORD", options.words, "Words: abAB, a*b^-2, (a*b)^4, [a,b]")->type_name("");
        command.add_option("--file", options.file, "A file with a word on each line; - is stdin")->type_name("FILE");
      },
      reduce);
  add_command<EqualOptions>(
      program, word, "equal", "Tell whether two words are the same element: equal or different",
      "  wreath word equal surface:2 abABcdCD ''", Length::brief,
      [](CLI::App& command, EqualOptions& options) {
        add_structure(command, options);
        command.add_option("U", options.u, "A word")->required()->type_name("");
        command.add_option("V", options.v, "A word")->required()->type_name("");
      },
      equal);
}

}  // namespace wreath::cli
