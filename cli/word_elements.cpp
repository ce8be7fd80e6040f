// SPDX-License-Identifier: MIT
//
// wreath word equal, multiply, concat, compare, order: questions about one or two elements.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/word_stream.hpp"
#include "core/run/counted.hpp"
#include "core/run/units.hpp"

namespace wreath::cli {

using word::MultiplyMethod;
using word::Word;

namespace {

struct ElementOptions : StreamOptions {
  MultiplyMethod method = MultiplyMethod::automatic;
  std::uint64_t powers = 1000;
  bool normal = false;
};

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
  /// What every answer begins with.
  Json results() const { return {{"group", group.name()}}; }
};

/// Opens the group, reads the words, and answers; if the run is stopped before that, returns exit code 2.
template <class Answer>
int answer(Session& session, const ElementOptions& options, std::size_t least, std::size_t most, const Answer& answer_with) {
  try {
    const Answers answers{open_verified(options, session.run()), reduce_options(options), &session.run()};
    return answer_with(answers, words_of(options, answers.group.text(), session.run(), least, most));
  } catch (const LimitReached&) {
    return session.finish(false, Json::object(), stopped_text(session.run()) + "\n");
  }
}

int equal(Session& session, const ElementOptions& options) {
  RunControl& run = session.run();
  try {
    word::WordProblem problem(options.group, group_options(options));
    const std::vector<Word> words = words_of(options, problem.text(), run, 2, 2);
    const word::Equality answer = problem.equal(words[0], words[1], reduce_options(options), &run);
    if (!answer.equal) refuse_answers(options, problem.name(), answer.why_unverified, problem.from_file(), run);
    const Json results{{"group", problem.name()}, {"equal", *answer.equal}, {"by", to_string(answer.by)}};
    session.answer(*answer.equal);
    return session.finish(true, results, *answer.equal ? "equal\n" : "different\n");
  } catch (const LimitReached&) {
    return session.finish(false, Json::object(), stopped_text(run) + "\n");
  }
}

int finish_product(Session& session, const Answers& answers, const Word& product) {
  const std::string form = answers.group.print(product);
  Json results = answers.results();
  results["length"] = product.size();
  results["normal_form"] = form;
  return session.finish(true, results, form + "\n");
}

int multiply_words(Session& session, const ElementOptions& options) {
  return answer(session, options, 2, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    Word product = answers.reduce(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i)
      product = answers.group.multiply_letters(product, words[i], answers.how, options.method, answers.run);
    return finish_product(session, answers, product);
  });
}

int concat(Session& session, const ElementOptions& options) {
  return answer(session, options, 1, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    Word all;
    for (const Word& word : words) all.insert(all.end(), word.begin(), word.end());
    return finish_product(session, answers, answers.reduce(all));
  });
}

int finish_comparison(Session& session, Json results, const Word& u, const Word& v) {
  const auto order = word::compare_shortlex(u, v);
  const std::string text = order < 0 ? "less" : order > 0 ? "greater" : "equal";
  results["comparison"] = text;
  return session.finish(true, results, text + "\n");
}

int compare(Session& session, const ElementOptions& options) {
  if (!options.normal) {  // which letters there are is known without building anything
    const word::WordText text(word::read_alphabet(options.group, group_options(options)));
    const std::vector<Word> words = words_of(options, text, session.run(), 2, 2);
    return finish_comparison(session, Json::object(), words[0], words[1]);
  }
  return answer(session, options, 2, 2, [&](const Answers& answers, const std::vector<Word>& words) {
    return finish_comparison(session, answers.results(), answers.reduce(words[0]), answers.reduce(words[1]));
  });
}

int order(Session& session, const ElementOptions& options) {
  return answer(session, options, 1, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    using Kind = word::ElementOrder::Kind;
    const word::ConjugacyOptions geometry{.threads = options.machine.threads};
    const auto found = word::decide_orders(answers.group, words, options.powers, geometry, answers.how, answers.run);
    Json results = answers.results();
    std::string text;
    bool all_known = true;
    for (const word::ElementOrder& each : found) {
      const Json order =
          each.kind == Kind::finite ? Json(each.order) : Json(each.kind == Kind::infinite ? "infinite" : "unknown");
      all_known &= each.kind != Kind::unknown;
      results["orders"].push_back({{"order", order}, {"proof", each.proof}});
      text += each.kind == Kind::finite     ? fmt::format("{}\n", each.order)
              : each.kind == Kind::infinite ? "infinite\n"
                                            : fmt::format("unknown ({})\n", each.proof);
    }
    if (found.size() == 1) results.update(Json(results["orders"][0]));
    return session.finish(!is_stopped(session.run()) || all_known, results, text);
  });
}

void add_words(Command& command, ElementOptions& options, const std::string& description) {
  add_structure(command, options);
  command.add_option("WORD", options.words, description + "; @FILE: the words of a file, one per line").required();
  add_reduce_options(command, options);
}

MultiplyMethod parse_multiplication(const std::string& text) {
  return parse_word<MultiplyMethod>(text, {{"auto", MultiplyMethod::automatic}, {"scan", MultiplyMethod::scan}}, "method");
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
      "  wreath word equal surface:2 abABcdCD 1 --test && echo equal",
      "Two words such as a*b and b*a", equal, add_test);
  add("multiply", "Print the normal form of the product of words, multiplied one after the other",
      "  wreath word multiply surface:2 abAB c\n"
      "  wreath word multiply s2.wreath @long.txt a --method scan",
      "A word such as a*b, and letters or words to multiply it by", multiply_words,
      [](Command& command, ElementOptions& options) {
        command.add_parsed("--method", options.method, parse_multiplication, "auto, or scan (prefix scans over the automata)",
                           "NAME");
      });
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
      "A number and 'infinite' are proven (--json shows the proof); 'unknown': no power up to --powers is 1, and no proof was "
      "found.",
      "Words such as a*b", order, [](Command& command, ElementOptions& options) {
        command.add_parsed("--powers", options.powers, parse_positive, "Check powers up to N (1000)", "N");
      });
}

}  // namespace wreath::cli
