// SPDX-License-Identifier: MIT
//
// wreath word conjugate, class, root: conjugacy in hyperbolic groups.
#include <fmt/format.h>

#include <optional>

#include "cli/word_stream.hpp"
#include "core/run/counted.hpp"

namespace wreath::cli {

using word::Word;

namespace {

struct ConjugacyVerbOptions : StreamOptions {
  std::uint64_t max_elements = word::ConjugacyOptions{}.max_elements;
};

/// Reads the words, opens the group, proves its geometry, and answers for each word, or each pair of words.
/// answer_one(conjugacy, words, run) answers for those at the start of `words`.
template <class Answer>
auto answer_conjugacy(std::string_view verb, std::size_t words_each, const Answer& answer_one) {
  return [verb, words_each, answer_one](Session& session, const ConjugacyVerbOptions& options) {
    RunControl& run = session.run();
    const word::WordText letters(word::read_alphabet(options.group, group_options(options)));
    const std::vector<Word> words = read_words(options.words, letters, run);
    if (words_each == 2 && (words.size() % 2 != 0 || words.empty()))
      throw UsageError{fmt::format("expected pairs of words, but {} given", counted(words.size(), "word was", "words were"))};
    word::Conjugacy conjugacy(open_verified(options, run),
                              {.max_elements = options.max_elements, .threads = options.machine.threads}, &run);
    std::vector<Report> answers;
    const auto timer = run.phase("answers");
    for (std::size_t i = 0; i < words.size(); i += words_each) answers.push_back(answer_one(session, conjugacy, &words[i]));
    return session.finish(!is_stopped(run), word::conjugacy_report(verb, options.group, conjugacy.thinness(), answers));
  };
}

Report conjugate(Session& session, word::Conjugacy& conjugacy, const Word* pair) {
  const word::Conjugate found = conjugacy.decide(pair[0], pair[1], &session.run());
  session.answer(found.conjugate);
  return word::conjugate_answer(conjugacy.group(), found);
}

Report conjugacy_class(Session& session, word::Conjugacy& conjugacy, const Word* word) {
  return word::class_answer(conjugacy.group(), conjugacy.shortest(*word, &session.run()));
}

Report root(Session& session, word::Conjugacy& conjugacy, const Word* word) {
  const word::ElementOrder order = conjugacy.order_of(*word, &session.run());
  std::optional<word::ElementRoot> found;
  if (order.kind != word::ElementOrder::Kind::finite) found = conjugacy.root_of(*word, &session.run());
  return word::root_answer(conjugacy.group(), *word, order, found);
}

}  // namespace

void add_word_conjugacy(Program& program, Command& word) {
  const auto add = [&](const char* name, const char* description, const char* examples, const char* words, const auto& execute,
                       const auto& configure) {
    add_command<ConjugacyVerbOptions>(
        program, word, name, description, examples, Length::brief,
        [words, configure](Command& command, ConjugacyVerbOptions& options) {
          add_structure(command, options);
          command.add_option("WORD", options.words, std::string(words) + "; @FILE: the words of a file, one per line").required();
          command.add_parsed("--max-elements", options.max_elements, parse_positive,
                             "Consider at most N conjugates of an element", "N");
          configure(command, options);
        },
        execute);
  };
  const auto nothing = [](Command&, ConjugacyVerbOptions&) {};
  add("conjugate", "Decide whether two elements of a hyperbolic group are conjugate, with a proof",
      "  wreath word conjugate surface:2 abc bca\n"
      "  wreath word conjugate triangle:3,3,4 a b\n"
      "  wreath word conjugate surface:2 @pairs.txt --json      lines 1 and 2, lines 3 and 4, ...\n"
      "  wreath word conjugate surface:2 abc bca --test && echo conjugate\n"
      "\n"
      "A conjugator c of u and v, with c^-1*u*c = v, is checked by multiplying out. A \"no\" follows from the thinness of "
      "triangles, "
      "which is proven first. Exit code 2: it was not proven within the limits.",
      "Pairs of words", answer_conjugacy("conjugate", 2, conjugate), add_test);
  add("class", "Print the shortest elements of the conjugacy class of each word, in a hyperbolic group",
      "  wreath word class surface:2 abcAB\n"
      "  wreath word class triangle:2,3,7 abab --json",
      "Words such as a*b", answer_conjugacy("class", 1, conjugacy_class), nothing);
  add("root", "Write elements of a hyperbolic group as powers, with the greatest exponent",
      "  wreath word root surface:2 'c(ab)^6C'\n"
      "  wreath word root triangle:3,3,4 '(aB)^5' --json\n"
      "\n"
      "An element of finite order has no root that is found; its order is printed instead.",
      "Words such as (a*b)^4", answer_conjugacy("root", 1, root), nothing);
}

}  // namespace wreath::cli
