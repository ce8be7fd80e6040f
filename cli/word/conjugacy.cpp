// SPDX-License-Identifier: MIT
//
// wreath word conjugate, class, root: conjugacy.
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
  ConjugacyAnswers(word::Group group, const ConjugacyVerbOptions& options, RunControl& run)
      : group_(std::move(group)), options_(options), run_(run) {}

  const word::Group& group() const { return group_; }
  RunControl* run() { return &run_; }
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
  RunControl& run_;
  std::optional<word::Conjugacy> conjugacy_;
};

/// Reads the words, and answers for each pair.
int conjugate(Session& session, const ConjugacyVerbOptions& options) {
  RunControl& run = session.run();
  word::WordProblem problem = word::WordProblem::open(options.group, group_options(options));
  const std::vector<Word> words = read_words(options.words, problem.text(), run);
  if (words.size() % 2 != 0 || words.empty())
    throw UsageError{fmt::format("expected pairs of words, but {} given", counted(words.size(), "word was", "words were"))};
  const word::ConjugacyOptions geometry{.max_elements = options.max_elements, .threads = options.machine.threads};
  std::vector<Report> reports;
  std::optional<std::size_t> thinness;
  const auto timer = run.phase("answers");
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const word::ConjugacyAnswer found = problem.conjugate(words[i], words[i + 1], geometry, &run);
    if (!found.conjugate) refuse_answers(options, found.why_unverified, problem.from_file(), run);
    if (found.thin_triangles) thinness = found.thin_triangles;
    session.answer(*found.conjugate);
    reports.push_back(word::conjugate_answer(problem.text(), found));
  }
  return session.finish(!is_stopped(run), word::conjugacy_report("conjugate", options.group, thinness, reports));
}

/// Reads the words, opens the group, and answers for each word.
template <class Answer>
auto answer_conjugacy(std::string_view verb, const Answer& answer_one) {
  return [verb, answer_one](Session& session, const ConjugacyVerbOptions& options) {
    RunControl& run = session.run();
    const word::WordText letters(word::read_alphabet(options.group, group_options(options)));
    const std::vector<Word> words = read_words(options.words, letters, run);
    ConjugacyAnswers answers(open_verified(options, run), options, run);
    std::vector<Report> reports;
    const auto timer = run.phase("answers");
    for (const Word& word : words) reports.push_back(answer_one(answers, word));
    return session.finish(!is_stopped(run), word::conjugacy_report(verb, options.group, answers.thinness(), reports));
  };
}

Report conjugacy_class(ConjugacyAnswers& answers, const Word& word) {
  return word::class_answer(answers.group(), answers.conjugacy().shortest(word, answers.run()));
}

Report root(ConjugacyAnswers& answers, const Word& word) {
  const word::ElementOrder order = answers.conjugacy().order_of(word, answers.run());
  std::optional<word::ElementRoot> found;
  if (order.kind != word::ElementOrder::Kind::finite) found = answers.conjugacy().root_of(word, answers.run());
  return word::root_answer(answers.group(), word, order, found);
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
  add("conjugate", "Decide whether two elements of a group are conjugate, with a proof",
      "  wreath word conjugate surface:2 abc bca\n"
      "  wreath word conjugate triangle:3,3,4 a b\n"
      "  wreath word conjugate surface:2 @pairs.txt --json      lines 1 and 2, lines 3 and 4, ...\n"
      "  wreath word conjugate surface:2 abc bca --test && echo conjugate\n"
      "\n"
      "The conjugator c of u and v, with c^-1*u*c = v, was multiplied out. A \"no\" has a proof: the images in an abelian or "
      "finite "
      "group, all conjugates if they are few, or the thinness of triangles in a hyperbolic group, which is then proven first. "
      "Exit "
      "code 2: nothing was proven within the limits.",
      "Pairs of words", conjugate, add_test);
  add("class", "Print the shortest elements of the conjugacy class of each word, in a hyperbolic group",
      "  wreath word class surface:2 abcAB\n"
      "  wreath word class triangle:2,3,7 abab --json",
      "Words such as a*b", answer_conjugacy("class", conjugacy_class), nothing);
  add("root", "Write elements of a hyperbolic group as powers, with the greatest exponent",
      "  wreath word root surface:2 'c(ab)^6C'\n"
      "  wreath word root triangle:3,3,4 '(aB)^5' --json\n"
      "\n"
      "An element of finite order has no root that is found; its order is printed instead.",
      "Words such as (a*b)^4", answer_conjugacy("root", root), nothing);
}

}  // namespace wreath::cli
