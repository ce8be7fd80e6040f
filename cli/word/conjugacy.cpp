// SPDX-License-Identifier: MIT
//
// wreath word conjugate, class, root: conjugacy in hyperbolic groups.
#include <fmt/format.h>

#include <optional>

#include "cli/word/stream.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

using word::Word;

namespace {

struct ConjugacyVerbOptions : StreamOptions {
  std::uint64_t max_elements = word::ConjugacyOptions{}.max_elements;
};

/// The group, and what proofs about its geometry allow to answer, which are made when they are first needed.
class ConjugacyAnswers {
 public:
  ConjugacyAnswers(word::Group group, const ConjugacyVerbOptions& options, Session& session)
      : group_(std::move(group)), options_(options), session_(session) {}

  const word::Group& group() const { return group_; }
  Session& session() { return session_; }
  RunControl* run() { return &session_.run(); }
  word::Conjugacy& conjugacy() {
    if (!conjugacy_) {
      conjugacy_.emplace(
          group_, word::ConjugacyOptions{.max_elements = options_.max_elements, .threads = options_.machine.threads}, run());
    }
    return *conjugacy_;
  }
  std::optional<std::size_t> thinness() const { return conjugacy_ ? std::optional(conjugacy_->thinness()) : std::nullopt; }

 private:
  word::Group group_;
  const ConjugacyVerbOptions& options_;
  Session& session_;
  std::optional<word::Conjugacy> conjugacy_;
};

/// Reads the words, opens the group, and answers for each word, or each pair of words.
template <class Answer>
auto answer_conjugacy(std::string_view verb, std::size_t words_each, const Answer& answer_one) {
  return [verb, words_each, answer_one](Session& session, const ConjugacyVerbOptions& options) {
    RunControl& run = session.run();
    const word::WordText letters(word::read_alphabet(options.group, group_options(options)));
    const std::vector<Word> words = read_words(options.words, letters, run);
    if (words_each == 2 && (words.size() % 2 != 0 || words.empty()))
      throw UsageError{fmt::format("expected pairs of words, but {} given", counted(words.size(), "word was", "words were"))};
    ConjugacyAnswers answers(open_verified(options, run), options, session);
    std::vector<Report> reports;
    const auto timer = run.phase("answers");
    for (std::size_t i = 0; i < words.size(); i += words_each) reports.push_back(answer_one(answers, &words[i]));
    return session.finish(!is_stopped(run), word::conjugacy_report(verb, options.group, answers.thinness(), reports));
  };
}

Report conjugate(ConjugacyAnswers& answers, const Word* pair) {
  const auto form = [&](const Word& word) { return answers.group().reduce_letters(word, {}, answers.run()); };
  word::Conjugate found{.conjugate = form(pair[0]) == form(pair[1])};  // by 1, in any group
  if (!found.conjugate) found = answers.conjugacy().decide(pair[0], pair[1], answers.run());
  answers.session().answer(found.conjugate);
  return word::conjugate_answer(answers.group(), found);
}

Report conjugacy_class(ConjugacyAnswers& answers, const Word* word) {
  return word::class_answer(answers.group(), answers.conjugacy().shortest(*word, answers.run()));
}

Report root(ConjugacyAnswers& answers, const Word* word) {
  const word::ElementOrder order = answers.conjugacy().order_of(*word, answers.run());
  std::optional<word::ElementRoot> found;
  if (order.kind != word::ElementOrder::Kind::finite) found = answers.conjugacy().root_of(*word, answers.run());
  return word::root_answer(answers.group(), *word, order, found);
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
      "A conjugator c of u and v, with c^-1*u*c = v, is checked by multiplying out; equal elements are conjugate by 1 in any "
      "group. A \"no\" follows from the thinness of "
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
