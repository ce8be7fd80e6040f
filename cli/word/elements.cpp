// SPDX-License-Identifier: MIT
//
// wreath word equal, multiply, concat, compare, order: questions about one or two elements.
#include <fmt/format.h>

#include <algorithm>

#include "cli/word/stream.hpp"
#include "core/io/distinct_files.hpp"
#include "core/text/units.hpp"
#include "wreath/coset.hpp"

namespace wreath::cli {

using word::Word;

namespace {

struct ElementOptions : StreamOptions {
  std::uint64_t powers = 1000;
  bool normal = false;
  std::string proof;
};

// Cosets among which a proof is looked for before the structure is built: at once, and if no quotient shows a difference.
constexpr std::uint64_t kFewCosets = 1 << 14;
constexpr std::uint64_t kManyCosets = 1 << 20;

/// The words of a command that takes `least` to `most` of them.
std::vector<Word> words_of(const ElementOptions& options, const word::WordText& text, RunControl& run, std::size_t least,
                           std::size_t most) {
  std::vector<Word> words = read_words(options.words, text, run);
  if (words.size() < least || words.size() > most) {
    throw UsageError{fmt::format("expected {}{}, but {} given", counted(least, "word"), least == most ? "" : " or more",
                                 words.size() == 1 ? "1 was" : fmt::format("{} were", words.size()))};
  }
  return words;
}

/// A group, and how it reduces words.
struct Answers {
  const word::Group group;
  const word::ReduceOptions how;
  RunControl* const run;

  Word reduce(const Word& word) const { return group.reduce_letters(word, how, run); }
};

/// Opens the group, reads the words, and answers.
template <class Answer>
int answer(Session& session, const ElementOptions& options, std::size_t least, std::size_t most, const Answer& answer_with) {
  const Answers answers{open_verified(options, session.run()), reduce_options(options), &session.run()};
  return answer_with(answers, words_of(options, answers.group.text(), session.run(), least, most));
}

/// Where a proof is looked for: the presentation, and the words in its letters.
struct Provable {
  coset::Problem problem;
  std::vector<Word> words;
  coset::Options how;
};

Provable provable(const ElementOptions& options, const word::WordProblem& answered, RunControl& run) {
  std::vector<FileRole> inputs{{"the group", options.group}};
  for (const std::string& word : options.words) {
    if (word.starts_with('@')) inputs.push_back({"a word", word.substr(1)});
  }
  require_distinct_files({{"--proof", options.proof}}, inputs);
  const OutputFile probe(options.proof);
  coset::Problem problem = coset::parse_problem(answered.presentation(), options.group);
  std::vector<Word> words = words_of(options, word::WordText(problem.group.alphabet), run, 2, 2);
  return {std::move(problem), std::move(words), {.machine = options.machine}};
}

word::Equality by_cosets(const ElementOptions& options, const Provable& given, std::uint64_t most, RunControl& run) {
  coset::Options how = given.how;
  how.max_cosets = most;
  const auto equal = coset::prove_by_cosets(options.proof, given.problem, given.words[0], given.words[1], how, &run);
  if (!equal) return {};
  return {equal, *equal ? word::EqualityProof::derivation : word::EqualityProof::quotient};
}

/// With a proof, which is first looked for with little effort, and, if the words are equal, once more without limits.
int prove_equal_words(Session& session, const ElementOptions& options, word::WordProblem& problem,
                      const std::vector<Word>& words) {
  RunControl& run = session.run();
  const Provable given = provable(options, problem, run);
  word::Equality proven = by_cosets(options, given, kFewCosets, run);
  if (!proven.equal && coset::prove_different(options.proof, given.problem, given.words[0], given.words[1], &run))
    proven = {false, word::EqualityProof::quotient};
  if (!proven.equal) proven = by_cosets(options, given, kManyCosets, run);
  word::Equality answer = proven;
  if (!answer.equal) answer = problem.equal(words[0], words[1], reduce_options(options), &run);
  if (!answer.equal) refuse_answers(options, answer.why_unverified, problem.from_file(), run);
  if (!proven.equal && *answer.equal) proven = by_cosets(options, given, 0, run);
  session.answer(*answer.equal);
  if (!proven.equal) print_error(fmt::format("wreath: no proof of this was found, and {} was not written\n", options.proof));
  Report report = word::equal_report(options.group, proven.equal ? proven : answer);
  if (proven.equal) report.line("proof: {}", {options.proof});
  return session.finish(proven.equal.has_value(), report);
}

int equal_words(Session& session, const ElementOptions& options) {
  RunControl& run = session.run();
  word::WordProblem problem = word::WordProblem::open(options.group, group_options(options));
  const std::vector<Word> words = words_of(options, problem.text(), run, 2, 2);
  if (!options.proof.empty()) return prove_equal_words(session, options, problem, words);
  const word::Equality answer = problem.equal(words[0], words[1], reduce_options(options), &run);
  if (!answer.equal) refuse_answers(options, answer.why_unverified, problem.from_file(), run);
  session.answer(*answer.equal);
  return session.finish(true, word::equal_report(options.group, answer));
}

int multiply_words(Session& session, const ElementOptions& options) {
  return answer(session, options, 2, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    Word product = answers.reduce(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i)
      product = answers.group.multiply_letters(product, words[i], answers.how, answers.run);
    return session.finish(true, word::product_report("multiply", options.group, answers.group, product));
  });
}

int concat(Session& session, const ElementOptions& options) {
  return answer(session, options, 1, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    Word all;
    for (const Word& word : words) all.insert(all.end(), word.begin(), word.end());
    return session.finish(true, word::product_report("concat", options.group, answers.group, answers.reduce(all)));
  });
}

int compare(Session& session, const ElementOptions& options) {
  if (!options.normal) {  // which letters there are is known without building anything
    const word::WordText text(word::read_alphabet(options.group, group_options(options)));
    const std::vector<Word> words = words_of(options, text, session.run(), 2, 2);
    return session.finish(true, word::comparison_report(options.group, words[0], words[1]));
  }
  return answer(session, options, 2, 2, [&](const Answers& answers, const std::vector<Word>& words) {
    return session.finish(true, word::comparison_report(options.group, answers.reduce(words[0]), answers.reduce(words[1])));
  });
}

int order(Session& session, const ElementOptions& options) {
  RunControl& run = session.run();
  word::WordProblem problem = word::WordProblem::open(options.group, group_options(options));
  const std::vector<Word> words = words_of(options, problem.text(), run, 1, ~std::size_t{0});
  const word::ConjugacyOptions geometry{.threads = options.machine.threads};
  const auto found = problem.orders(words, options.powers, geometry, reduce_options(options), &run);
  const auto unknown = std::ranges::count(found, word::ElementOrder::Kind::unknown, &word::ElementOrder::kind);
  const bool no_structure = unknown != 0 && !problem.why_unverified().empty();
  if (no_structure && unknown == std::ssize(found)) refuse_answers(options, problem.why_unverified(), problem.from_file(), run);
  return session.finish(!no_structure && (!is_stopped(run) || unknown == 0), word::orders_report(options.group, found));
}

void add_words(Command& command, ElementOptions& options, const std::string& description) {
  add_structure(command, options);
  command.add_option("WORD", options.words, description + "; @FILE: the words of a file, one per line").required();
  add_reduce_options(command, options);
}

}  // namespace

void add_word_elements(Program& program, Command& word) {
  const auto add = [&](const char* name, const char* description, const char* examples, const char* words, const auto& execute,
                       const auto& configure) {
    add_command<ElementOptions>(
        program, word, name, description, examples, Length::brief,
        [words, configure](Command& command, ElementOptions& options) {
          add_words(command, options, words);
          configure(command, options);
        },
        execute);
  };
  const auto nothing = [](Command&, ElementOptions&) {};
  add("equal", "Check whether two words are the same element: equal or different",
      "  wreath word equal surface:2 abABcdCD ''\n"
      "  wreath word equal s2.wreath @u.txt @v.txt\n"
      "  wreath word equal surface:2 abABcdCD 1 --test && echo equal\n"
      "  wreath word equal surface:2 abABcd dc --proof equal.proof",
      "Two words such as a*b and b*a", equal_words, [](Command& command, ElementOptions& options) {
        add_test(command, options);
        command.add_option("--proof", options.proof, "Write a proof of the answer, for wreath-check", "FILE");
      });
  add("multiply", "Print the normal form of the product of words, multiplied one after the other",
      "  wreath word multiply surface:2 abAB c\n"
      "  wreath word multiply s2.wreath @long.txt a",
      "A word such as a*b, and letters or words to multiply it by", multiply_words, nothing);
  add("concat", "Print the normal form of the product of words, concatenated and reduced once",
      "  wreath word concat surface:2 abAB cdCD\n"
      "  wreath word concat s2.wreath @u.txt @v.txt",
      "Words such as a*b", concat, nothing);
  add("compare", "Compare two words as they are written, in ShortLex order: less, equal or greater",
      "  wreath word compare surface:2 ab ba\n"
      "  wreath word compare surface:2 abABcd dc --normal",
      "Two words such as a*b and b*a", compare, [](Command& command, ElementOptions& options) {
        command.add_flag("--normal", options.normal, "Compare the normal forms of the words");
      });
  add("order", "Print the order of each element: a number, infinite, or unknown",
      "  wreath word order triangle:2,3,7 ab\n"
      "  wreath word order triangle:2,3,7 a b ab abaB\n"
      "  wreath word order surface:2 abA --json\n"
      "\n"
      "A number and 'infinite' are proven, and the proof follows; 'unknown': no power up to --powers is 1, and no proof was "
      "found.",
      "Words such as a*b", order, [](Command& command, ElementOptions& options) {
        command.add_parsed("--powers", options.powers, parse_positive, "Check powers up to N (1000)", "N");
      });
}

}  // namespace wreath::cli
